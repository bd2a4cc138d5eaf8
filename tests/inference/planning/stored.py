"""The values of tests/reference/planning.R."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).resolve().parents[2] / "reference" / "planning.json"


def cases(what: str) -> list[dict[str, Any]]:
    return list(json.loads(FILE.read_text())[what]["cases"])
