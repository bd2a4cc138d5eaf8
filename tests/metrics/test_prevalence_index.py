from __future__ import annotations

import math
from typing import Any

import pytest

from concordant import prevalence_index
from concordant.errors import LabelError, UndefinedMetricWarning

from .agreement_cases import TWO_LABELS, counts_of


@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([1], [1], 1.0),
        ([0, 0], [0, 0], -1.0),
        ([0, 1], [0, 1], 0.0),
        ([0, 1], [1, 0], 0.0),
        ([1, 1, 1, 0], [1, 1, 0, 0], 0.25),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float) -> None:
    assert prevalence_index(y_true, y_pred, labels=[0, 1]) == value


def test_no_rows_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning, match="^prevalence_index: there are no rows"):
        assert math.isnan(prevalence_index([], [], labels=[0, 1]))


@pytest.mark.parametrize("case", TWO_LABELS, ids=lambda case: case["name"])
def test_values_of_epir(case: Any) -> None:
    # epiR::epi.kappa(table, method = "fleiss")$pindex$est, the positive label first
    assert prevalence_index.of(counts_of(case)) == pytest.approx(case["prevalence_index"], rel=1e-13)


def test_the_other_label_changes_its_sign() -> None:
    rows = ["y", "y", "y", "n", "y"], ["y", "y", "n", "n", "y"]
    assert prevalence_index(*rows, pos_label="y") == pytest.approx(0.4)
    assert prevalence_index(*rows, pos_label="n") == pytest.approx(-0.4)


def test_several_categories_have_one_each() -> None:
    rows = [0, 1, 2, 2], [0, 1, 2, 1]
    with pytest.raises(LabelError, match='average="binary" needs two classes'):
        prevalence_index(*rows)
    assert prevalence_index(*rows, average=None).tolist() == [(1 - 3) / 4, (1 - 2) / 4, (1 - 2) / 4]
