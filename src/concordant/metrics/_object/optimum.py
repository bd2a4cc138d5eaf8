"""What decides a metric of labels optimally, as far as that is known and simple."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from concordant.states import Counts
from concordant.typing import FloatArray

Words = str | Callable[[Counts, float, Mapping[str, Any]], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class CutPoints:
    """
    How cut points of scores between ordered labels are found that are best for the metric.

    Attributes
    ----------
    search : {"costs", "quotient", "f1", "matthews"}
        Least cost; least disagreement over that by chance (cuts on the isotonic mean, for quadratic weights); or a
        search of its own.
    costs : callable or None
        Takes counts, which tell labels and the truth, and the options of the metric; gives what each pair of truth and
        rating costs, (K, K). For `search` "costs" and "quotient".
    only : mapping
        Options that must have these values.
    """

    search: Literal["costs", "quotient", "f1", "matthews"]
    costs: Callable[[Counts, Mapping[str, Any]], FloatArray] | None = None
    only: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Optimum:
    """
    What decides a metric optimally.

    Attributes
    ----------
    by : {"row", "threshold"} or None
        From probabilities: each row by its own gains, as the metric is linear in the table at fixed truth, or a
        quotient of two such parts; or, of two classes, a threshold on the probability, as it is a quotient of linear
        parts, or a linear part over a root that is concave in the positives (also where some values are equal).
    of_each_label : bool
        Whether such a threshold is best for each of several labels at once: for quotients of sums over the cells that
        grow with the right positives.
    words : str or callable
        How a row gets its label, in words; or a function of the expected counts, the value and the options.
    cut_points : CutPoints or None
        How ordinal cut points are found; None where that is not known.
    """

    by: Literal["row", "threshold"] | None = None
    of_each_label: bool = False
    words: Words | None = None
    cut_points: CutPoints | None = None


def one_for_each_error(counts: Counts, options: Mapping[str, Any]) -> FloatArray:
    """Every error costs the same."""
    del options
    costs: FloatArray = 1.0 - np.eye(len(counts.labels))
    return costs


LIKELIEST = Optimum(
    by="row", words="the likeliest label", cut_points=CutPoints(search="costs", costs=one_for_each_error)
)
UNKNOWN = Optimum()
ROW = Optimum(by="row")
THRESHOLD = Optimum(by="threshold")
EACH_THRESHOLD = Optimum(by="threshold", of_each_label=True)
