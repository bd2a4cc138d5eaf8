"""Cohen's kappa and Matthews' correlation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from beside_sklearn import KINDS, assert_same, column

from concordant import cohen_kappa
from concordant.sklearn import cohen_kappa_score, matthews_corrcoef

TRUE, PRED = [0, 1, 2, 2, 4, 1], [0, 2, 2, 1, 4, 1]
EDGES = [([], []), ([1], [1]), ([1, 0], [1, 0]), ([0, 1], [1, 0]), ([1, 1], [1, 0]), ([[1, 0]], [[1, 0]])]


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
@pytest.mark.parametrize("rows", EDGES, ids=str)
def test_edges_of_kappa(rows: Any, weights: Any) -> None:
    assert_same("cohen_kappa_score", *rows, weights=weights, messages=rows != ([1], [1]))


@pytest.mark.parametrize("rows", EDGES, ids=str)
def test_edges_of_matthews(rows: Any) -> None:
    assert_same("matthews_corrcoef", *rows)


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
@pytest.mark.parametrize("labels", [None, [0, 1], [4, 2, 1, 0], [0], [0, 9], [8, 9], []], ids=str)
def test_labels_of_kappa(labels: Any, weights: Any) -> None:
    assert_same("cohen_kappa_score", TRUE, PRED, labels=labels, weights=weights, messages=labels not in ([0], [0, 9]))
    assert_same("cohen_kappa_score", [0, 1, 2], [3, 4, 4], labels=[0, 1], weights=weights)


@pytest.mark.parametrize("kind", KINDS)
def test_columns_of_every_kind(kind: str) -> None:
    random = np.random.default_rng(13)
    true, pred = (column(kind, random.integers(0, 4, 40)) for _ in range(2))
    for options in ({}, {"sample_weight": random.random(40)}):
        assert_same("matthews_corrcoef", true, pred, **options)
        for weights in (None, "linear", "quadratic"):
            assert_same("cohen_kappa_score", true, pred, weights=weights, **options)


def test_distances_go_by_places_and_not_by_values() -> None:
    assert cohen_kappa_score(TRUE, PRED, weights="quadratic") == pytest.approx(
        cohen_kappa(np.unique_inverse(TRUE)[1], np.unique_inverse([*PRED])[1], weights="quadratic"), rel=1e-14
    )
    assert cohen_kappa_score([0, 1, 4], [0, 1, 1], weights="quadratic") == pytest.approx(2 / 3, rel=1e-14)


@pytest.mark.parametrize("number", [0.3, -1, 1, np.nan, np.float32(0.5)])
def test_what_stands_for_0_by_0_and_the_warning(number: Any) -> None:
    with pytest.warns(UserWarning, match="A single label|undefined") as caught:
        value = cohen_kappa_score([1, 1], [1, 1], replace_undefined_by=number)
    assert value == number or (np.isnan(value) and np.isnan(number))
    assert [str(w.message) for w in caught][1] == (
        "`y1`, `y2` and `labels` have only one label in common. `cohen_kappa_score` is undefined and set to the value "
        f"defined by the `replace_undefined_by` param, which is set to {number}."
    )


def test_matthews_of_one_class_is_0_and_warns_of_the_single_label() -> None:
    with pytest.warns(UserWarning, match="^A single label was found"):
        assert matthews_corrcoef([1, 1], [1, 1]) == 0.0
    assert matthews_corrcoef([1, 1], [1, 0]) == 0.0


def test_by_hand() -> None:
    # table [[2, 1], [1, 2]]: agreement 4/6 against 1/2 by chance; MCC (4 - 1) / 9
    true, pred = [0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 0]
    assert cohen_kappa_score(true, pred) == pytest.approx(1 / 3, rel=1e-15)
    assert matthews_corrcoef(true, pred) == pytest.approx(1 / 3, rel=1e-15)


@pytest.mark.parametrize("rows", [5, 1000, 300_000])
def test_seeded_rows(rows: int) -> None:
    random = np.random.default_rng(rows)
    true, pred = random.integers(0, 6, (2, rows))
    for options in ({}, {"sample_weight": random.random(rows)}):
        assert_same("matthews_corrcoef", true, pred, **options)
        assert_same("cohen_kappa_score", true, pred, weights="quadratic", **options)
