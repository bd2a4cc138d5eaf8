"""Results as data that JSON has words for: infinite and undefined numbers are texts ("inf", "-inf", "nan")."""

from __future__ import annotations

import math
from typing import Any


def plain(value: Any) -> Any:
    """Return lists for tuples, and texts for numbers that JSON cannot hold, however deep they lie."""
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
