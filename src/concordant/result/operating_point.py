"""What one threshold on a score does."""

from __future__ import annotations

from dataclasses import dataclass

from concordant.result.record import Record


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OperatingPoint(Record):
    """
    The decisions at one threshold, where "positive" means ``score >= threshold``.

    Attributes
    ----------
    threshold : float
        The threshold; +inf if nothing is predicted positive.
    recall, specificity, precision : float
        The shares of the positive rows, the negative rows and the rows predicted positive that are right.
    tn, fp, fn, tp : float
        The rows, or their weight, that the decisions put into each cell.
    """

    threshold: float
    recall: float
    specificity: float
    precision: float
    tn: float
    fp: float
    fn: float
    tp: float
