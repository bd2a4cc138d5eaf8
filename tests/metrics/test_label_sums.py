"""Metrics of margins and diagonal without a table give the value of the table, to the last bit."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant import balanced_accuracy, cohen_kappa, f1, jaccard, precision, recall
from concordant.errors import UndefinedMetricWarning
from concordant.inputs.labels import check_labels
from concordant.metrics.rates.rate import LabelSums

METRICS: tuple[tuple[Any, dict[str, Any]], ...] = (
    (cohen_kappa, {}),
    (balanced_accuracy, {}),
    *(
        (metric, {"average": average})
        for metric in (f1, jaccard, precision, recall)
        for average in ("macro", "weighted")
    ),
    (f1, {"average": "micro"}),
)


@given(
    st.sampled_from([1, 2, 5, 33, 300]), st.integers(1, 400), st.sampled_from(["uint8", "int16", "int64"]), st.data()
)
def test_values_are_those_of_the_table(labels: int, rows: int, dtype: str, data: st.DataObject) -> None:
    random = np.random.default_rng(data.draw(st.integers(0, 99)))
    truth = random.integers(0, min(labels, 256), rows).astype(dtype)
    guess = np.where(random.random(rows) < 0.6, truth, random.integers(0, min(labels, 256), rows)).astype(dtype)
    for metric, options in METRICS:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UndefinedMetricWarning)
            found = metric(truth, guess, **options)
            wanted = metric.of(metric.state(truth, guess), **options)
        assert found == wanted or (np.isnan(found) and np.isnan(wanted))
        assert type(found) is float


@pytest.mark.parametrize("average", ["macro", "weighted"])
def test_classes_that_are_left_out_are_still_named(average: Any) -> None:
    truth, guess = np.arange(100), np.roll(np.arange(100), 1)
    guess[guess == 7] = 8
    with pytest.warns(UndefinedMetricWarning, match="class 7"):
        precision(truth, guess, average=average)
    assert precision(truth, guess, average="macro", undefined=0.0) == 0.005


def test_kappa_of_one_label_is_still_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning):
        assert np.isnan(cohen_kappa(np.ones(5, int), np.ones(5, int)))


@pytest.mark.parametrize(
    "how",
    [{"sample_weight": np.ones(3)}, {"labels": [1, 2, 3]}, {"labels": range(1, 5)}],
    ids=["weights", "list", "range"],
)
def test_weights_and_declared_labels_are_left_to_the_table(how: dict[str, Any]) -> None:
    assert LabelSums.of_rows(check_labels(np.array([1, 2, 3]), np.array([1, 2, 2]), **how)) is None
