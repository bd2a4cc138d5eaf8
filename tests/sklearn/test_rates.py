"""Precision, recall, F and Jaccard: averages, labels, the positive label and 0/0."""

from __future__ import annotations

from itertools import cycle, product
from typing import Any

import numpy as np
import pytest
from beside_sklearn import KINDS, MATRICES, assert_same, column, matrix

from concordant.sklearn import f1_score, fbeta_score, precision_recall_fscore_support

RATES: list[tuple[str, dict[str, Any]]] = [
    ("precision_score", {}),
    ("recall_score", {}),
    ("f1_score", {}),
    ("fbeta_score", {"beta": 0.5}),
    ("fbeta_score", {"beta": 0}),
    ("fbeta_score", {"beta": np.inf}),
    ("jaccard_score", {}),
    ("precision_recall_fscore_support", {"beta": 2.0}),
    ("precision_recall_fscore_support", {"beta": np.inf}),
]
AVERAGES = ("binary", "micro", "macro", "weighted", "samples", None)
TRUE, PRED = [0, 1, 2, 2, 3], [0, 2, 2, 1, 1]


def fills(name: str) -> tuple[Any, ...]:
    return ("warn", 0, 1) if name == "jaccard_score" else ("warn", 0, 1, 0.0, 1.0, np.nan)


@pytest.mark.parametrize("average", AVERAGES)
@pytest.mark.parametrize(("name", "options"), RATES, ids=str)
def test_edges_and_every_rule_for_0_by_0(name: str, options: dict[str, Any], average: Any) -> None:
    edges = [([], []), ([0], [0]), ([1], [1]), ([0, 0], [0, 0]), ([1, 1], [1, 1]), ([0, 1], [0, 0]), ([0, 0], [0, 1])]
    for rows, fill in product([*edges, ([0, 1], [1, 0]), (TRUE, PRED), ([5, 5], [5, 5])], fills(name)):
        assert_same(name, *rows, average=average, zero_division=fill, **options)


@pytest.mark.parametrize("kind", KINDS)
def test_columns_of_every_kind(kind: str) -> None:
    """All rates read their columns in one place: of each kind every rate is asked, and every average."""
    random = np.random.default_rng(7)
    for (name, options), average in zip(RATES, cycle(AVERAGES), strict=False):
        true, pred = (column(kind, random.integers(0, 4, 40)) for _ in range(2))
        assert_same(name, true, pred, average=average, **options)
        assert_same(name, true, pred, average=average, sample_weight=random.random(40), **options)


@pytest.mark.parametrize("labels", [[2, 1], [1, 7], [7, 8], [2, 2, 1], ["a"], [], np.array([3, 0])], ids=str)
@pytest.mark.parametrize("average", ["micro", "macro", "weighted", None])
@pytest.mark.parametrize("name", ["precision_score", "recall_score", "f1_score"])
def test_labels(name: str, average: Any, labels: Any) -> None:
    for fill in ("warn", 0, 1, np.nan):
        assert_same(name, TRUE, PRED, average=average, labels=labels, zero_division=fill)
    assert_same(name, TRUE, PRED, average=average, labels=labels, sample_weight=[1.0, 0.5, 0.0, 2.0, 1.0])


@pytest.mark.parametrize("pos_label", [0, 1, 2, 1.0, True, "a", "b", None], ids=repr)
@pytest.mark.parametrize("rows", [([0, 1], [0, 1]), ([-1, 1], [-1, -1]), (["a", "b"], ["b", "b"]), ([2, 4], [2, 4])])
def test_positive_label(rows: Any, pos_label: Any) -> None:
    for name in ("precision_score", "recall_score", "f1_score", "jaccard_score"):
        assert_same(name, *rows, pos_label=pos_label)
        assert_same(name, *rows, pos_label=pos_label, average="macro")


@pytest.mark.parametrize("average", AVERAGES)
@pytest.mark.parametrize(("name", "options"), RATES, ids=str)
def test_indicators_of_every_kind(name: str, options: dict[str, Any], average: Any) -> None:
    random = np.random.default_rng(8)
    true, pred = (random.random((2, 30, 4)) < 0.3).astype(int)
    for kind, fill in zip(MATRICES, cycle(fills(name)), strict=False):
        rows = matrix(kind, true), matrix(kind, pred)
        assert_same(name, *rows, average=average, zero_division=fill, **options)
        assert_same(name, *rows, average=average, zero_division=fill, sample_weight=random.random(30), **options)


@pytest.mark.parametrize("labels", [[0], [3, 1], [4], [-1]], ids=str)
@pytest.mark.parametrize("average", ["micro", "macro", "weighted", "samples", None])
def test_labels_of_indicators_are_numbers_of_columns(average: Any, labels: Any) -> None:
    random = np.random.default_rng(9)
    true, pred = (random.random((2, 30, 4)) < 0.3).astype(int)
    for name in ("precision_score", "f1_score", "jaccard_score"):
        assert_same(name, true, pred, average=average, labels=labels)


@pytest.mark.parametrize("warn_for", [(), ("precision",), ["recall", "f-score"], {"f-score"}], ids=str)
def test_warns_only_for_what_is_named(warn_for: Any) -> None:
    assert_same("precision_recall_fscore_support", TRUE, PRED, labels=[2, 7], warn_for=warn_for)


def test_by_hand() -> None:
    # class 2: TP 1, FP 1, FN 1; class 1: TP 0, FP 2, FN 1; class 0: TP 1; class 3: FN 1
    precision, recall, f1, support = precision_recall_fscore_support(TRUE, PRED, zero_division=np.nan)
    assert precision[:3].tolist() == [1.0, 0.0, 0.5]
    assert np.isnan(precision[3])
    assert recall.tolist() == [1.0, 0.0, 0.5, 0.0]
    assert f1.tolist() == [1.0, 0.0, 0.5, 0.0]
    assert support.tolist() == [1, 1, 2, 1]
    # beta 2: 5 * 2 / (5 * 2 + 4 * 2 + 1)
    assert fbeta_score([1, 1, 1, 1, 0], [1, 1, 0, 0, 1], beta=2) == pytest.approx(10 / 19, rel=1e-15)


def test_positive_label_that_does_not_occur_in_one_class_is_0_by_0() -> None:
    with pytest.warns(UserWarning, match="^F-score is ill-defined and being set to 0.0 due to no true nor predicted"):
        assert f1_score([0, 0], [0, 0]) == 0.0


@pytest.mark.parametrize("rows", [5, 1000, 300_000])
def test_seeded_rows(rows: int) -> None:
    random = np.random.default_rng(rows)
    true, pred = random.integers(0, 5, (2, rows))
    for average in ("macro", "weighted", "micro", None):
        for weights in (None, random.random(rows)):
            assert_same("precision_recall_fscore_support", true, pred, average=average, sample_weight=weights)
            assert_same("jaccard_score", true, pred, average=average, sample_weight=weights)
    assert_same("f1_score", true > 1, pred > 1)
