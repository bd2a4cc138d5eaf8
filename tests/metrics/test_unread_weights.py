"""Weighted columns of plain types are counted before they are read: values and errors stay those of the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import strided

from concordant import accuracy, balanced_accuracy, cohen_kappa, exact_match, f1, precision, recall, zero_one_loss
from concordant.errors import (
    ConcordantError,
    ContinuousLabelsError,
    InputTypeError,
    LengthError,
    MissingValuesError,
    WeightError,
)
from concordant.states import Counts

METRICS: tuple[tuple[Any, dict[str, Any]], ...] = (
    (accuracy, {}),
    (zero_one_loss, {}),
    (exact_match, {}),
    (cohen_kappa, {}),
    *((cohen_kappa, {"weights": weights}) for weights in ("linear", "quadratic", "ordinal")),
    (balanced_accuracy, {}),
    *((f1, {"average": average}) for average in ("macro", "micro", "weighted")),
    (precision, {"average": "weighted"}),
    (recall, {"average": "macro"}),
)
KINDS = ("bool", "int8", "uint8", "int32", "int64", "uint64", "float16", "float32", "float64")


@pytest.mark.parametrize("kind", KINDS)
@given(
    rows=st.sampled_from([1, 9, 500, 3000]),
    low=st.sampled_from([0, 1, 90]),
    unit=st.sampled_from([1.0, 1e-3, 1e30, 1e-200]),
    step=st.sampled_from([1, 2, -1]),
    seed=st.integers(0, 50),
)
@pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning")
def test_a_call_is_the_metric_of_the_counts_to_the_last_bit(
    kind: str, rows: int, low: int, unit: float, step: int, seed: int
) -> None:
    random = np.random.default_rng(seed)
    truth = (low + random.integers(0, 6, rows)).astype(kind)
    guess = np.where(random.random(rows) < 0.6, truth, (low + random.integers(0, 6, rows)).astype(kind))
    weights = random.random(rows) * unit * (random.random(rows) < 0.9)
    given_ = [strided(one, step) for one in (truth, guess, weights)]
    state = Counts.from_labels(truth, guess, sample_weight=weights)
    for metric, options in METRICS:
        found = metric(given_[0], given_[1], sample_weight=given_[2], **options)
        by_rows = metric is accuracy or metric is exact_match  # where the state adds up its cells
        expected = pytest.approx(metric.of(state, **options), rel=1e-13, abs=0, nan_ok=True)
        assert found == expected if by_rows else np.array_equal(found, metric.of(state, **options), equal_nan=True)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda y, w: (y, np.where(np.arange(8) == 3, -1.0, w)), WeightError),
        (lambda y, w: (y, np.where(np.arange(8) == 3, np.nan, w)), WeightError),
        (lambda y, w: (y, np.where(np.arange(8) == 3, np.inf, w)), WeightError),
        (lambda y, w: (y, w * 1.7e308), WeightError),
        (lambda y, w: (y, w[:7]), LengthError),
        (lambda y, w: (y[:7], w), LengthError),
        (lambda y, w: (np.where(np.arange(8) == 3, np.nan, y), w), MissingValuesError),
        (lambda y, w: (y + 0.25, w), ContinuousLabelsError),
    ],
)
def test_errors_are_those_of_the_check(change: Callable[[Any, Any], tuple[Any, Any]], error: type[Exception]) -> None:
    other = np.arange(8.0) % 3
    y, weights = change(other, np.ones(8))
    for metric, options in METRICS:
        with pytest.raises(error) as shown:
            metric(y, other, sample_weight=weights, **options)
        with pytest.raises(error) as expected:
            Counts.from_labels(y, other, sample_weight=weights)
        assert str(shown.value) == str(expected.value)


def test_a_missing_label_of_weight_zero_is_no_row() -> None:
    y, weights = np.array([0.0, 1.0, np.nan, 1.0]), np.array([1.0, 2.0, 0.0, 1.0])
    assert accuracy(y, np.array([0.0, 1.0, 1.0, 0.0]), sample_weight=weights) == 0.75


def test_an_unknown_option_is_named_before_the_data_are_read() -> None:
    with pytest.raises(InputTypeError, match="averge"):
        f1(np.array([0, 1]), np.array([0, 1]), sample_weight=np.array([-1.0, 1.0]), averge="macro")


def test_no_weight_at_all_is_undefined_as_before() -> None:
    zeros = np.zeros(2)
    assert accuracy(zeros, zeros, sample_weight=zeros, undefined=0.5) == 0.5


@pytest.mark.parametrize("column", [5, None, "text", {1, 2}])
def test_what_is_no_column_is_refused_beside_weights(column: Any) -> None:
    for given_ in ((column, np.ones(3)), (np.ones(3), column), (column, column)):
        with pytest.raises(ConcordantError):
            accuracy(*given_, sample_weight=np.ones(3))
