"""What kernels give back, field by field."""

from __future__ import annotations

from typing import Any


def values_of(record: Any) -> tuple[Any, ...]:
    """Return the values of the fields, in the order of the class."""
    return tuple(getattr(record, name) for name in vars(type(record)) if not name.startswith("_"))
