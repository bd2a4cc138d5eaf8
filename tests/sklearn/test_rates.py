"""Precision, recall, F and Jaccard: averages, labels, the positive label and 0/0."""

from __future__ import annotations

from itertools import cycle, product
from typing import Any

import numpy as np
import pytest
from beside_sklearn import MATRICES, assert_same, matrix

from concordant.errors import UndefinedMetricWarning
from concordant.sklearn import class_likelihood_ratios, classification_report, f1_score

RATES: list[tuple[str, dict[str, Any]]] = [
    ("precision_score", {}),
    ("f1_score", {}),
    ("fbeta_score", {"beta": 0.5}),
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


def test_positive_label_that_does_not_occur_in_one_class_is_0_by_0() -> None:
    with pytest.warns(UserWarning, match=r"^F-score is ill-defined and being set to 0.0 due to no true nor predicted"):
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


# -- likelihood ratios ---------------------------------------------------------------------------------------------

ROWS = {
    "plain": ([0, 1, 0, 1, 0], [1, 1, 0, 0, 0]),
    "no false positive": ([0, 1, 0, 1, 0], [0, 1, 0, 0, 0]),
    "nothing predicted positive": ([0, 1, 0, 1, 0], [0, 0, 0, 0, 0]),
    "no true negative": ([0, 1, 0, 1, 0], [1, 1, 1, 0, 1]),
    "no positive": ([0, 0], [0, 1]),
}
REPLACEMENTS = [np.nan, 1.0, 1, {"LR+": 3.0, "LR-": 0.5}, {"LR+": np.inf, "LR-": 0.0}, {"LR+": np.nan, "LR-": np.nan}]


@pytest.mark.parametrize("replace", REPLACEMENTS, ids=str)
@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS.keys())
def test_likelihood_ratios(rows: tuple[list[int], list[int]], replace: Any) -> None:
    assert_same("class_likelihood_ratios", *rows, replace_undefined_by=replace, messages=False)


@pytest.mark.parametrize("rows", [([0, 1, 2], [0, 1, 1]), ([[1, 0]], [[1, 0]]), ([], [])], ids=str)
def test_likelihood_ratios_are_of_two_classes(rows: Any) -> None:
    assert_same("class_likelihood_ratios", *rows)
    assert_same("class_likelihood_ratios", list("abab"), list("abba"), labels=["b", "a"])


@pytest.mark.parametrize(
    ("rows", "start"),
    [
        ("no false positive", "`positive_likelihood_ratio` is ill-defined and set to `np.nan`. Use the"),
        ("nothing predicted positive", "No samples were predicted for the positive class and `positive_likelihood_r"),
        ("no true negative", "`negative_likelihood_ratio` is ill-defined and set to `np.nan`. Use the"),
        ("no positive", "No samples of the positive class are present in `y_true`. `positive_likelihood_ratio` and"),
    ],
)
def test_warnings_say_what_is_undefined(rows: str, start: str) -> None:
    # the same words as scikit-learn's, whose first two end in the middle of the sentence
    with pytest.warns(UndefinedMetricWarning) as caught:
        class_likelihood_ratios(*ROWS[rows])
    assert [str(w.message)[: len(start)] for w in caught] == [start]
    assert str(caught[0].message).endswith("see Python's `warnings` module and `warnings.catch_warnings()`.")


@pytest.mark.filterwarnings("ignore:A single label was found")
@pytest.mark.parametrize("labels", [[0], [0, 1, 2]], ids=str)
def test_two_labels_are_needed(labels: list[int]) -> None:
    match = rf"^two labels are needed, not {len(labels)}: name both, labels=\[negative, positive\]"
    with pytest.raises(ValueError, match=match):
        class_likelihood_ratios([0, 1, 1], [0, 1, 0], labels=labels)


# -- report --------------------------------------------------------------------------------------------------------

OPTIONS: list[dict[str, Any]] = [
    {},
    {"digits": 5},
    {"zero_division": np.nan},
    {"labels": [1, 2]},
    {"labels": [0, 1, 2, 3, 9]},
    {"labels": [0, 0, 1, 2, 3]},
    {"labels": [1, 2], "target_names": ["a name that is longer than any header", "b"]},
    {"labels": [1, 2], "target_names": ["a", "b", "c"]},
    {"target_names": np.array(["a", "b", "c", "d"])},
    {"sample_weight": [0.5, 0.25, 1.0, 2.0, 1.0]},
]


@pytest.mark.parametrize("output_dict", [False, True])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_options_of_the_report(options: dict[str, Any], output_dict: bool) -> None:
    assert_same("classification_report", TRUE, PRED, output_dict=output_dict, **options)


@pytest.mark.parametrize("output_dict", [False, True])
@pytest.mark.parametrize("options", [{}, {"labels": [2, 0]}, {"zero_division": 1}, {"target_names": ["x", "y", "z"]}])
def test_report_of_indicators(options: dict[str, Any], output_dict: bool) -> None:
    true, pred = (np.random.default_rng(12).random((2, 30, 3)) < 0.4).astype(int)
    assert_same("classification_report", true, pred, output_dict=output_dict, **options)


@pytest.mark.parametrize("rows", [([], []), ([0, 1], [0, 1]), ([1, 1], [1, 1]), ([True, False], [True, True])], ids=str)
def test_report_at_the_edges(rows: Any) -> None:
    assert_same("classification_report", *rows)


def test_each_warning_of_the_report_comes_once_and_a_label_is_needed() -> None:
    # scikit-learn repeats it for every average
    with pytest.warns(UndefinedMetricWarning) as caught:
        classification_report(TRUE, PRED)
    (message,) = (str(one.message) for one in caught)
    assert message.startswith("Precision is ill-defined and being set to 0.0 in labels with no predicted")
    with pytest.raises(ValueError, match=r"^labels must name at least one label\.$"):
        classification_report(TRUE, PRED, labels=[])
