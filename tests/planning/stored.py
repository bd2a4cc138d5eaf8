"""The values of tests/reference/planning.R."""

from __future__ import annotations

import json
from typing import Any

from support.files import TESTS

FILE = TESTS / "reference" / "planning.json"


def cases(what: str) -> list[dict[str, Any]]:
    return list(json.loads(FILE.read_text())[what]["cases"])
