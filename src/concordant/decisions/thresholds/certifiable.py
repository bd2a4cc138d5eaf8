"""Bounds that hold on new rows with a confidence: rates that are a binomial share of rows at a fixed threshold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf, log
from typing import Literal

import numpy as np

from concordant.decisions.thresholds.conditions import Condition
from concordant.errors import OptionError
from concordant.inference.quantiles import special
from concordant.metrics.definition.facts import Share
from concordant.planning.proportions import upper_tail
from concordant.states import Counts
from concordant.typing import FloatArray, IntArray, Label

# What certifies a bound as the threshold rises. "falls" and "rises": a share of rows that do not depend on the
# threshold, such as recall and specificity, so that the certified thresholds are all below, or above, one of them.
# "above", "below", "both": a share of the rows on one side, or on both, which can rise and fall.
Kind = Literal["falls", "rises", "above", "below", "both"]
_CELLS = np.array([[[1, 0], [0, 0]], [[0, 1], [0, 0]], [[0, 0], [1, 0]], [[0, 0], [0, 1]]])  # tn, fp, fn, tp
_STEPS = 200  # of a bisection: to the last digit


@dataclass(frozen=True, slots=True)
class Bound:
    """
    One bound, as a share of rows that must exceed a number.

    Attributes
    ----------
    condition : Condition
        What was asked.
    share : Share
        The share of rows that the metric is a function of.
    turned : bool
        Whether the rows that are not in the part count, as for an upper bound.
    null : float
        The share that must be exceeded.
    kind : str
        How it depends on the threshold.
    """

    condition: Condition
    share: Share
    turned: bool
    null: float
    kind: Kind

    def rows(self, stack: Counts) -> tuple[IntArray, IntArray]:
        """How many rows are as the bound wants them, and of how many, for every table of a stack."""
        part, whole = np.asarray(self.share.part(stack)), np.asarray(self.share.whole(stack))
        return (whole - part if self.turned else part), whole

    def p_values(self, stack: Counts) -> FloatArray:
        """P(so many rows are as wanted or more) if the share is that which must be exceeded; 1 where there are none."""
        part, whole = self.rows(stack)
        return upper_tail(part, whole, self.null)

    def limits(self, stack: Counts, level: float) -> FloatArray:
        """The most demanding bounds that one test at this level would certify (Clopper & Pearson 1934)."""
        part, whole = (np.asarray(rows, np.float64) for rows in self.rows(stack))
        with np.errstate(invalid="ignore"):
            low = special().betaincinv(np.maximum(part, 1), whole - part + 1, level)
        share = np.where(part > 0, low, 0.0)
        found: FloatArray = np.asarray(self.share.value(1 - share if self.turned else share), np.float64)
        return found


def certifiable(conditions: Sequence[Condition], classes: tuple[Label, ...]) -> tuple[Bound, ...]:
    """Read each condition as a bound on a share of rows; refuse those that are none."""
    return tuple(_bound(one, Counts(_CELLS, classes)) for one in conditions)


def _bound(condition: Condition, cells: Counts) -> Bound:
    share = None if condition.aim is None else condition.aim.metric.share(cells, {})
    kind = None if share is None else _kind(share, cells, turned=False)
    if share is None or kind is None:
        msg = (
            f"{condition.name} is not a share of rows that a threshold moves, so no exact bound is known; those that "
            "can be bounded with a confidence are recall, specificity, precision, negative_predictive_value, "
            "accuracy, f1, jaccard, predicted_prevalence, and the error rates that complement them."
        )
        raise OptionError(msg)
    worst, best = (float(share.value(np.array(end))) for end in (0.0, 1.0))
    rising = best > worst
    turned = rising != (">" in condition.comparison)
    at = _share_at(share, condition.limit, rising=rising)
    found = _kind(share, cells, turned=turned)
    return Bound(condition, share, turned, 1 - at if turned else at, found or kind)


def _kind(share: Share, cells: Counts, *, turned: bool) -> Kind | None:
    """Tell how the share moves with the threshold, or which rows it is about; None if the threshold does not matter."""
    part, whole = np.asarray(share.part(cells)), np.asarray(share.whole(cells))
    if turned:
        part = whole - part
    uncalled, called = np.array([part[[0, 2]], whole[[0, 2]]]), np.array([part[[1, 3]], whole[[1, 3]]])
    if (uncalled == called).all():
        return None
    if (uncalled[1] == called[1]).all():
        if (called[0] >= uncalled[0]).all():
            return "falls"
        return "rises" if (called[0] <= uncalled[0]).all() else "both"
    if not uncalled.any():
        return "above"
    return "both" if called.any() else "below"


def _share_at(share: Share, value: float, *, rising: bool) -> float:
    """The share at which the metric has a value, by bisection; 0 or 1 if it never has."""
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if (float(share.value(np.array(middle))) < value) == rising:
            low = middle
        else:
            high = middle
    # An end that bisection only approaches is meant; a tenth is a tenth.
    near = round(high, 15)
    exact = near in (0.0, 1.0) or float(share.value(np.array(near))) == value
    return near if exact else high


def fewest_rows(null: float, level: float) -> float:
    """Return the fewest rows that certify a share if all are as wanted: ``null ** n <= level``; inf for 1."""
    if null <= level:
        return 1
    return ceil(log(level) / log(null) - 1e-9) if null < 1 else inf
