"""Sample weights: finite, not negative, one a row; zero means that the row is absent."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

import concordant
from concordant.errors import MissingValuesError, WeightError
from concordant.states import Counts, Curve, Moments, Ratings, Tallies

Y_TRUE, Y_PRED = [0, 1, 1, 0], [0, 1, 0, 0]


def test_all_rows_absent_is_no_row() -> None:
    none = np.zeros(4)
    counts = Counts.from_labels(Y_TRUE, Y_PRED, sample_weight=none)
    assert (counts.labels, counts.n, counts.table.shape) == ((), 0, (0, 0))
    assert Counts.from_labels(Y_TRUE, Y_PRED, sample_weight=none, labels=[0, 1]).n == 0
    assert Curve.from_scores(Y_TRUE, Y_PRED, sample_weight=none).scores.shape == (0,)
    assert Moments.from_measurements(Y_TRUE, Y_PRED, sample_weight=none) == Moments.empty()


RNG = np.random.default_rng(0)
N = 40
TRUE, OTHER = (RNG.integers(0, 2, N).astype(object) for _ in range(2))
CLASSES, CLASS_SCORES = RNG.integers(0, 3, N).astype(object), RNG.dirichlet([1, 1, 1], N)
SHARES, INDICATORS = RNG.random((N, 2)), RNG.integers(0, 2, (N, 3)).astype(float)
LACKING: dict[str, tuple[Any, Any, Any, dict[str, Any]]] = {
    "labels": (concordant.accuracy, TRUE, OTHER, {}),
    "scores": (concordant.roc_auc, TRUE, SHARES[:, 0], {}),
    "probabilities": (concordant.log_loss, CLASSES, CLASS_SCORES, {}),
    "indicators": (concordant.f1, INDICATORS, INDICATORS[::-1], {"average": "samples"}),
    "scores of indicators": (concordant.roc_auc, INDICATORS, CLASS_SCORES, {}),
    "rankings": (concordant.coverage_error, INDICATORS, CLASS_SCORES, {}),
    "rankings of classes": (concordant.top_k_accuracy, CLASSES, CLASS_SCORES, {"k": 2}),
    "measurements": (concordant.pearson_correlation, SHARES[:, 0], SHARES[:, 1], {}),
}


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize("weight", [np.nan, None, -1, np.inf, 1e308])
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("kind", LACKING)
def test_a_row_that_lacks_a_value_is_dropped_with_its_weight(kind: str, side: int, weight: Any) -> None:
    metric, *columns, options = LACKING[kind]
    weights, kept = np.tile([1.0, 2.0, 3.0, 2.0], N // 4), np.arange(N) != 3
    expected = metric.interval(*(column[kept] for column in columns), sample_weight=weights[kept], **options)
    columns[side] = columns[side].copy()
    columns[side][3] = None if columns[side].dtype == object else np.nan
    given = [*weights[:3], weight, *weights[4:]]
    for form in (list, lambda given: pl.Series(given, dtype=pl.Float64)):
        found = metric(*columns, sample_weight=form(given), missing="drop", **options)
        assert found == pytest.approx(expected.value, rel=1e-12)
    interval = metric.interval(*columns, sample_weight=given, missing="drop", **options)
    assert (interval.low, interval.high) == pytest.approx((expected.low, expected.high), rel=1e-9)
    with pytest.raises((MissingValuesError, WeightError)):
        metric(*columns, sample_weight=given, **options)
    given[5] = -2.0  # of a row that counts
    with pytest.raises(WeightError, match=r"1 are not, the first in row 5: -2\.0"):
        metric(*columns, sample_weight=given, missing="drop", **options)


@pytest.mark.parametrize("weight", [np.nan, None, -1, np.inf])
def test_a_unit_without_a_rating_is_dropped_with_its_weight(weight: Any) -> None:
    weights, rest = [1.0, 2.0, weight, 3.0], [1.0, 2.0, 3.0]
    rows, numbers = [["a", "b"], ["b", "b"], [None, None], ["a", "a"]], [[1, 2], [3, 3.5], [None, None], [5, 5]]
    agreement, few = concordant.weighted_agreement, [0, 1, 3]
    expected = agreement([rows[unit] for unit in few], sample_weight=rest)
    assert agreement(rows, sample_weight=weights) == expected
    tallies = Tallies.from_counts([[1, 1], [0, 2], [0, 0], [2, 0]], labels=["a", "b"], sample_weight=weights)
    assert agreement(tallies) == expected
    names = {"unit": "unit", "rater": "rater", "label": "label", "weight": "weight"}
    columns = [1, 1, 2, 2, 3, 4, 4, 4], list("rsrsrrst"), ["a", "b", "b", "b", None, "a", "a", None]
    long = pl.DataFrame([*columns, [1.0, 1, 2, 2, weight, 3, 3, weight]], schema=list(names), strict=False)
    assert agreement(Ratings.from_long(long, **names)) == expected
    value = concordant.overall_concordance(numbers, sample_weight=weights)
    assert value == concordant.overall_concordance([numbers[unit] for unit in few], sample_weight=rest)
