"""Turn values into data that strict JSON can hold."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np


def plain(value: Any) -> Any:
    """
    Return a value as strict JSON holds it, however deep its parts lie.

    Undefined numbers (NaN) become None, infinite ones the texts ``"inf"`` and ``"-inf"``. Arrays and tuples become
    lists, records their dictionaries. A label that JSON cannot hold, such as a date, becomes its text.
    """
    if value is None or isinstance(value, (str, bool)):
        return value
    if hasattr(value, "to_dict"):  # a record; also one that is a float
        return value.to_dict()
    if isinstance(value, np.ndarray):
        return value.tolist() if value.dtype.kind in "biu" else [plain(part) for part in value]
    if isinstance(value, np.generic) and value.dtype.kind in "biuf":
        value = float(value) if value.dtype.kind == "f" else value.item()
    if isinstance(value, Mapping):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return [plain(part) for part in value]
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None if math.isnan(value) else str(float(value))
    return value if isinstance(value, int) else str(value)
