"""What precision, recall, F and Jaccard share: their parameters, their warnings, and the way from rows to values."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np

from concordant.metrics._cells.rates import Rate
from concordant.metrics.f_beta import f_rate
from concordant.metrics.precision import PRECISION
from concordant.metrics.recall import RECALL
from concordant.sklearn._classes import AVERAGES, averaged_cells, filled, mean_of, support_of
from concordant.sklearn._pairs import Pairs, read_pairs
from concordant.sklearn._parameters import (
    check_arrays,
    check_choice,
    check_number,
    check_optional_array,
    check_pos_label,
    check_zero_division,
)
from concordant.states import Counts

RATES = ("precision", "recall", "f-score")

_WORDS = {
    "precision": ("Precision", "predicted"),
    "recall": ("Recall", "true"),
    "f-score": ("F-score", "true nor predicted"),
    "jaccard": ("Jaccard", "true or predicted"),
}


class RateOptions(NamedTuple):
    """What all of these functions take besides the data."""

    labels: Any
    pos_label: Any
    average: str | None
    sample_weight: Any
    zero_division: Any


def check_rate(function: str, y_true: Any, y_pred: Any, options: RateOptions, *, nan: bool = True) -> float:
    """Check the parameters that all of these functions have; return the number that stands for 0/0."""
    check_arrays(function, sparse=True, y_true=y_true, y_pred=y_pred)
    if options.labels is not None:
        check_optional_array(function, "labels", options.labels)
    if options.pos_label != 1:
        check_pos_label(function, options.pos_label)
    check_choice(function, "average", options.average, AVERAGES, none=True)
    if options.sample_weight is not None:
        check_optional_array(function, "sample_weight", options.sample_weight)
    return check_zero_division(function, options.zero_division, nan=nan)


def _value(rate: Rate, word: str | None, pairs: Pairs, cells: Counts, average: str | None, fill: float) -> Any:
    """Take one rate; `word` says what to call it where 0/0 warns."""
    warning = None if word is None else (*_WORDS[word], average)
    return mean_of(filled(rate, cells, fill, warning), cells, average, pairs)


def rate_score(function: str, rate: Rate, word: str | None, y_true: Any, y_pred: Any, options: RateOptions) -> Any:
    """Check, count, take one rate."""
    fill = check_rate(function, y_true, y_pred, options, nan=word != "jaccard")
    average = options.average
    pairs = read_pairs(y_true, y_pred, options.sample_weight)
    cells = averaged_cells(pairs, average, options.labels, options.pos_label)
    warns = isinstance(options.zero_division, str)
    return _value(rate, word if warns else None, pairs, cells, average, fill)


def f_word(beta: float) -> str | None:
    """At beta 0 and infinity F is precision and recall, and it does not warn."""
    return "f-score" if 0 < beta < np.inf else None


def f_rate_of(beta: float) -> Rate:
    """F-beta; recall at infinity."""
    return RECALL if beta == np.inf else f_rate(float(beta))


def check_beta(function: str, beta: Any) -> None:
    """Raise unless it is a number of at least 0; infinity is one."""
    check_number(function, "beta", beta, low=0.0, high=np.inf, closed="both")


def measured(
    pairs: Pairs, cells: Counts, average: str | None, beta: float, warn_for: Collection[str], fill: float
) -> tuple[Any, Any, Any, Any]:
    """Precision, recall, F-beta and support of counted pairs."""
    rates = (("precision", PRECISION), ("recall", RECALL), (f_word(beta), f_rate_of(beta)))
    precision, recall, f = (
        _value(rate, word if word in warn_for else None, pairs, cells, average, fill) for word, rate in rates
    )
    return precision, recall, f, support_of(cells) if average is None else None
