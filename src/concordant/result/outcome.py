"""A value, and why it or a part of it is undefined."""

from __future__ import annotations

from dataclasses import dataclass

from concordant.result.record import Record
from concordant.typing import Floats


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Outcome(Record):
    """
    A value with the reason why it, or a part of it, is undefined.

    Attributes
    ----------
    value : float or ndarray
        NaN where undefined.
    reason : str or None
        Why the value is undefined or which classes an average left out; None if there is no problem.
    """

    value: Floats
    reason: str | None = None
