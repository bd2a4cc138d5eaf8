"""Facts about metrics that scripts write as JSON into this folder."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def read_facts(file: str) -> dict[str, Any]:
    """Return what a file beside this module holds."""
    import json
    from importlib.resources import files

    known: dict[str, Any] = json.loads(files(__package__).joinpath(file).read_text(encoding="utf-8"))
    return known
