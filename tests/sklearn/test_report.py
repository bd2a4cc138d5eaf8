"""The classification report: the text is equal to the character."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from beside_sklearn import KINDS, assert_same, column

from concordant.errors import UndefinedMetricWarning
from concordant.sklearn import classification_report

TRUE, PRED = [0, 1, 2, 2, 3], [0, 2, 2, 1, 1]
OPTIONS: list[dict[str, Any]] = [
    {},
    {"digits": 0},
    {"digits": 5},
    {"zero_division": 1},
    {"zero_division": np.nan},
    {"labels": [1, 2]},
    {"labels": [3, 2, 1, 0]},
    {"labels": [0, 1, 2, 3, 9]},
    {"labels": [0, 0, 1, 2, 3]},
    {"labels": [1, 2], "target_names": ["a name that is longer than any header", "b"]},
    {"labels": [1, 2], "target_names": ["a", "b", "c"]},
    {"target_names": np.array(["a", "b", "c", "d"])},
    {"target_names": ["a", "b"]},
    {"sample_weight": [0.5, 0.25, 1.0, 2.0, 1.0]},
]


@pytest.mark.parametrize("output_dict", [False, True])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_options(options: dict[str, Any], output_dict: bool) -> None:
    assert_same("classification_report", TRUE, PRED, output_dict=output_dict, **options)


@pytest.mark.parametrize("output_dict", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_columns_of_every_kind(kind: str, output_dict: bool) -> None:
    codes = np.random.default_rng(11).integers(0, 4, (2, 60))
    assert_same("classification_report", column(kind, codes[0]), column(kind, codes[1]), output_dict=output_dict)


@pytest.mark.parametrize("output_dict", [False, True])
@pytest.mark.parametrize("options", [{}, {"labels": [2, 0]}, {"zero_division": 1}, {"target_names": ["x", "y", "z"]}])
def test_indicators(options: dict[str, Any], output_dict: bool) -> None:
    true, pred = (np.random.default_rng(12).random((2, 30, 3)) < 0.4).astype(int)
    assert_same("classification_report", true, pred, output_dict=output_dict, **options)


@pytest.mark.parametrize("rows", [([], []), ([0, 1], [0, 1]), ([1, 1], [1, 1]), ([True, False], [True, True])], ids=str)
def test_edges(rows: Any) -> None:
    assert_same("classification_report", *rows)


def test_whole_weights_show_the_support_as_floats() -> None:
    assert_same("classification_report", TRUE, PRED, sample_weight=[1, 2, 3, 4, 5])


def test_each_warning_comes_once() -> None:
    # scikit-learn repeats it for every average
    with pytest.warns(UndefinedMetricWarning) as caught:
        classification_report(TRUE, PRED)
    assert len(caught) == 1
    assert str(caught[0].message).startswith(
        "Precision is ill-defined and being set to 0.0 in labels with no predicted"
    )


def test_no_label_to_show() -> None:
    with pytest.raises(ValueError, match=r"^labels must name at least one label\.$"):
        classification_report(TRUE, PRED, labels=[])
