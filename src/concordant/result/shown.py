"""Write records in one short line."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from typing import Any

import numpy as np

_FEW = 6  # elements of an array or a tuple that are all shown
_LONGEST = 200  # characters of a text

_SHORT = reprlib.Repr()
_SHORT.maxtuple = _SHORT.maxlist = _SHORT.maxdict = _FEW
_SHORT.maxstring, _SHORT.maxother = _LONGEST, 10_000


def as_text(name: str, parts: Mapping[str, Any]) -> str:
    """Return ``Name(field=value, ...)``."""
    return f"{name}({', '.join(f'{field}={short(value)}' for field, value in parts.items())})"


def short(value: Any) -> str:
    """A value as code, cut if it is long."""
    if isinstance(value, np.ndarray):
        with np.printoptions(threshold=_FEW, edgeitems=_FEW // 2, linewidth=10_000):
            shown = " ".join(np.array2string(value, separator=", ").split())
        return f"{shown} of shape {value.shape}" if value.size > _FEW else shown
    return _SHORT.repr(value)
