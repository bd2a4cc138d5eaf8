"""Dates, times and durations as Python's objects, with the nanoseconds that Python's own do not have."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def objects_of_times(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Python's own dates, times and durations, and NumPy's where they have nanoseconds; missing ones as None."""
    objects = array.astype(object)
    if array.dtype.str.endswith("[ns]"):
        objects = array.astype(array.dtype.str[:3] + "[us]").astype(object)
        fine = (array.astype(np.int64) % 1000 != 0) & ~np.isnat(array)
        objects[fine] = np.fromiter(array[fine], object, int(fine.sum()))
    objects[np.isnat(array)] = None
    return objects


def plain_label(label: Any) -> Any:
    """A scalar of NumPy as Python's own; a time with nanoseconds as NumPy's, for which ``item()`` gives a number."""
    if isinstance(label, (np.datetime64, np.timedelta64)):
        return objects_of_times(np.array([label]))[0]
    return label.item() if isinstance(label, np.generic) else plain_time(label)


def are_of_pandas(kinds: set[type]) -> bool:
    """Whether there are times or durations of pandas among these types."""
    return any(kind.__name__ in ("Timestamp", "Timedelta") for kind in kinds)


def plain_time(value: Any) -> Any:
    """A time or duration of pandas with nanoseconds as NumPy's: the two are equal, but their hashes differ."""
    if type(value).__name__ == "Timestamp" and value.nanosecond and value.tzinfo is None:
        return value.to_datetime64()
    if type(value).__name__ == "Timedelta" and value.nanoseconds:
        return value.to_timedelta64()
    return value
