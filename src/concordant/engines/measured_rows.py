"""Two columns of measurements without their rows: the sums that a page of many rows needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from concordant.states.moments import Moments


@dataclass(frozen=True, slots=True)
class MeasuredRows:
    """
    Two columns of measurements, added up.

    Attributes
    ----------
    truth : Series
        The column of the truth, without a row: its name and type.
    moments : Moments
    rows : int
        How many rows have both values and a weight above zero.
    """

    truth: Any
    moments: Moments
    rows: int
