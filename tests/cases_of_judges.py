"""The stored values of other software about judges."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

REFERENCE = Path(__file__).parent / "reference" / "judging.json"


def cases(group: str) -> list[dict[str, Any]]:
    """The stored cases of a group."""
    every = json.loads(REFERENCE.read_text(encoding="utf-8"))["cases"]
    return [case for case in every if case["group"] == group]
