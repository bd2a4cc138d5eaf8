"""What a benchmark found: printed, and stored as its page where the command says ``--write``."""

from __future__ import annotations

import sys
from pathlib import Path


def show(text: str, page: Path) -> None:
    """Print a page; write it if that is asked for."""
    print(text)
    if "--write" in sys.argv[1:]:
        page.write_text(text, encoding="utf-8")
