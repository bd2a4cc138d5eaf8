"""Two continuous ratings: numbers of any kind in one column each, finite, of one length."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from concordant import (
    Ratings,
    concordance_correlation,
    g_study,
    intraclass_correlation,
    kendall_w,
    limits_of_agreement,
    mean_correlation,
    pearson_correlation,
    prmse,
    standardized_mean_difference,
)
from concordant.errors import (
    InputTypeError,
    LengthError,
    MissingValuesError,
    OptionError,
    ScoreError,
    UndefinedMetricWarning,
)
from concordant.states import Moments

X, Y = [1.0, 2.0, 4.0], [1.0, 3.0, 2.0]


@pytest.mark.parametrize(
    "make",
    [
        tuple,
        np.float32,
        np.float16,
        lambda x: np.array(x, int),
        lambda x: np.array(x, ">f8"),
        lambda x: np.array(x)[:, None],
        pd.Series,
        lambda x: pd.Series(x, dtype="Int64"),
        pl.Series,
        lambda x: pl.Series([int(v) for v in x], dtype=pl.UInt8),
    ],
)
def test_ratings_of_every_kind(make: Any) -> None:
    assert Moments.from_measurements(make(X), make(Y)) == Moments.from_measurements(X, Y)


def test_no_row() -> None:
    assert Moments.from_measurements([], []) == Moments.empty()


def test_lengths_and_shapes() -> None:
    with pytest.raises(LengthError, match="y_true and y_pred must have the same number of rows; they have 3 and 2"):
        Moments.from_measurements(X, Y[:2])
    with pytest.raises(InputTypeError, match=r"y_pred must be one column of ratings, not an array of shape \(3, 2\)"):
        Moments.from_measurements(X, np.zeros((3, 2)))


@pytest.mark.parametrize("bad", [["a", "b", "c"], np.array(["1", "2", "3"]), pd.Series(["1", "2", "3"])])
def test_text_is_no_rating(bad: Any) -> None:
    with pytest.raises(ScoreError, match="y_true must hold numbers"):
        Moments.from_measurements(bad, Y)


def test_infinite_ratings_are_refused() -> None:
    with pytest.raises(ScoreError, match=r"^ratings must be finite; an infinite one occurs\.$"):
        Moments.from_measurements([1.0, np.inf, 2.0], Y)


def test_missing_ratings_raise_or_are_dropped() -> None:
    x, y, w = [1.0, np.nan, 4.0, 9.0], [1.0, 2.0, None, 3.0], [1, 2, 4, 8]
    with pytest.raises(MissingValuesError, match=r"^y_true has 1 missing \(the first in row 1\)\."):
        Moments.from_measurements(x, y)
    with pytest.raises(MissingValuesError, match=r"^y_pred has 1 missing \(the first in row 2\)\."):
        Moments.from_measurements(X, [1.0, 2.0, np.nan])
    moments = Moments.from_measurements(x, y, missing="drop", sample_weight=w)
    assert moments == Moments.from_measurements([1.0, 9.0], [1.0, 3.0], sample_weight=[1, 8]) + missing_only(2)
    with pytest.raises(OptionError, match='missing must be "raise" or "drop", not \'omit\''):
        Moments.from_measurements(X, Y, missing="omit")  # type: ignore[arg-type]


def missing_only(rows: int) -> Moments:
    nothing = [np.nan] * rows
    return Moments.from_measurements(nothing, nothing, missing="drop")


def test_a_row_of_weight_zero_is_absent() -> None:
    found = Moments.from_measurements([1.0, np.nan, np.inf, 4.0], [1.0, 2.0, 3.0, 2.0], sample_weight=[1, 0, 0, 2])
    assert found == Moments.from_measurements([1.0, 4.0], [1.0, 2.0], sample_weight=[1, 2])
    with pytest.raises(MissingValuesError, match=r"y_true has 1 missing \(the first in row 2\)"):
        Moments.from_measurements([1.0, np.nan, np.nan], Y, sample_weight=[1, 0, 1])


CLOCKS = np.array([[0, 1], [1, 0], [2, 3], [5, 5], [7, 6]] * 3)
TAKEN: dict[str, Any] = {
    "concordance_correlation": lambda x: concordance_correlation(x[:, 0], x[:, 1]),
    "standardized_mean_difference": lambda x: standardized_mean_difference(x[:, 0], x[:, 1]),
    "limits": lambda x: concordance_correlation.interval(x[:, 0], x[:, 1]).low,
    "lists": lambda x: pearson_correlation([*x[:, 0].tolist(), None], [*x[:, 1].tolist(), x[0, 1]], missing="drop"),
    "nulls": lambda x: pearson_correlation(
        pl.Series([*x[:, 0].tolist(), None]), pl.Series([*x[:, 1].tolist(), 1]), missing="drop"
    ),
    "decimals": lambda x: pearson_correlation(*([Decimal(int(value)) for value in one] for one in x.T)),
    "lazy frame": lambda x: Moments.from_frame(pl.LazyFrame(x, list("ab")), y_true="a", y_pred="b").comoment[0, 0],
    "groups": lambda x: concordance_correlation.of(
        Moments.by_group(pl.LazyFrame(x, list("ab")).with_columns(g=1), by="g", y_true="a", y_pred="b")[1]
    ),
    "matrix": intraclass_correlation,
    "rows": lambda x: kendall_w(x.tolist()),
    "rows with a hole": lambda x: intraclass_correlation([*x.tolist(), [None, int(x[0, 0])]]),
    "masked": lambda x: intraclass_correlation(np.ma.array(x, mask=x == x[0, 0])),
    "frame": lambda x: intraclass_correlation(pd.DataFrame(x)),
    "labels": lambda x: intraclass_correlation(Ratings.from_wide(x)),
    "beside a system": lambda x: prmse(x, x[:, 0]),
    "two facets": lambda x: g_study(np.stack([x, x[:, ::-1]], axis=2)).components["unit"],
    "limits of agreement": lambda x: limits_of_agreement(x).high.value,
}


@pytest.mark.parametrize("name", TAKEN)
@pytest.mark.parametrize("origin", [2**53, 2**54, 2**63 - 8, -(2**63), 2**64 - 8])
def test_whole_numbers_that_floats_round_are_refused(name: str, origin: int) -> None:
    far = np.array([[int(value) + origin for value in row] for row in CLOCKS.tolist()], object)
    kind = np.uint64 if origin > 2**63 else np.int64
    with pytest.raises(ScoreError, match=r"whole numbers from 2\*\*53 on .*: subtract one and the same whole number"):
        TAKEN[name](far.astype(kind))


@pytest.mark.parametrize("name", TAKEN)
def test_whole_numbers_that_floats_hold_are_measured(name: str) -> None:
    near, far = (float(TAKEN[name](CLOCKS + origin)) for origin in (0, 2**53 - 8))
    assert near == pytest.approx(far, abs=1e-9) or name == "rows with a hole"  # which is at the value of the first row


@pytest.mark.parametrize("metric", [concordance_correlation, pearson_correlation, standardized_mean_difference])
@pytest.mark.parametrize("unit", [1e155, 1e200, 1e300, 1e-160, 1e-200, 5e-324])
def test_ratings_whose_squares_leave_floats_have_no_value_and_a_true_reason(metric: Any, unit: float) -> None:
    x, y = np.array([1.0, 2, 4, 3, 7]), np.array([2.0, 2, 3, 4, 6])
    for take in (metric, metric.interval):
        with pytest.warns(UndefinedMetricWarning, match="so large or small that float64 does not hold their squares"):
            assert np.isnan(float(take(x * unit, y * unit)))
    assert metric(x * 1e140, y * 1e140) == pytest.approx(metric(x, y))
    assert metric(x * 1e-140, y * 1e-140) == pytest.approx(metric(x, y))
    with pytest.warns(UndefinedMetricWarning, match="constant"):
        assert np.isnan(metric([0.0, 0.0], [0.0, 0.0]))


def test_weights_far_apart_leave_one_row_and_the_others_around_it() -> None:
    x, y, weights = np.array([1.0, 2, 4, 3, 7]), np.array([1.5, 2, 3, 4, 6]), np.array([1, 1, 1e205, 1, 1])
    moved, other = x - 4, y - 3
    expected = moved @ other / np.sqrt(moved @ moved * (other @ other))
    assert pearson_correlation(x, y, sample_weight=weights) == pytest.approx(expected)
    with pytest.warns(UndefinedMetricWarning, match="nearly so under these weights"):
        assert np.isnan(mean_correlation(np.c_[x, y], sample_weight=weights))
