"""Likelihood ratios: limits are undefined here, and a parameter says what stands for them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from beside_sklearn import KINDS, assert_same, column

from concordant.errors import UndefinedMetricWarning
from concordant.sklearn import class_likelihood_ratios

ROWS = {
    "plain": ([0, 1, 0, 1, 0], [1, 1, 0, 0, 0]),
    "no false positive": ([0, 1, 0, 1, 0], [0, 1, 0, 0, 0]),
    "nothing predicted positive": ([0, 1, 0, 1, 0], [0, 0, 0, 0, 0]),
    "no true negative": ([0, 1, 0, 1, 0], [1, 1, 1, 0, 1]),
    "no positive": ([0, 0], [0, 1]),
    "only positives": ([1, 1], [0, 1]),
}
REPLACEMENTS = [np.nan, 1.0, 1, {"LR+": 3.0, "LR-": 0.5}, {"LR+": np.inf, "LR-": 0.0}, {"LR+": np.nan, "LR-": np.nan}]


@pytest.mark.parametrize("replace", REPLACEMENTS, ids=str)
@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS.keys())
def test_values(rows: tuple[list[int], list[int]], replace: Any) -> None:
    assert_same("class_likelihood_ratios", *rows, replace_undefined_by=replace, messages=False)


@pytest.mark.parametrize("kind", KINDS)
def test_columns_of_every_kind(kind: str) -> None:
    random = np.random.default_rng(14)
    true, pred = (column(kind, random.integers(0, 2, 40)) for _ in range(2))
    assert_same("class_likelihood_ratios", true, pred)
    assert_same("class_likelihood_ratios", true, pred, sample_weight=random.random(40))


@pytest.mark.parametrize("rows", [([0, 1, 2], [0, 1, 1]), ([[1, 0]], [[1, 0]]), ([], [])], ids=str)
def test_refused(rows: Any) -> None:
    assert_same("class_likelihood_ratios", *rows)


@pytest.mark.parametrize("labels", [["b", "a"], ["a", "b"]], ids=str)
def test_labels(labels: list[str]) -> None:
    assert_same("class_likelihood_ratios", list("abab"), list("abba"), labels=labels)


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
    match = (
        rf"^class_likelihood_ratios needs two labels, not {len(labels)}: name both, labels=\[negative, positive\]\.$"
    )
    with pytest.raises(ValueError, match=match):
        class_likelihood_ratios([0, 1, 1], [0, 1, 0], labels=labels)


def test_by_hand() -> None:
    # sensitivity 1/2, false positive rate 1/3
    assert class_likelihood_ratios(*ROWS["plain"]) == (1.5, 0.75)
