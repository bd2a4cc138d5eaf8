"""Tests of one table: edges, identities, other software, inputs."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from scipy import stats
from support.files import TESTS

from concordant import Counts, accuracy, bhapkar_test, bowker_test, kappa_test, mcnemar_test, stuart_maxwell_test
from concordant.errors import UndefinedMetricWarning

FOLDER = TESTS / "reference"
FROM_R = json.loads((FOLDER / "paired.json").read_text(encoding="utf-8"))  # Rscript tests/reference/paired.R
FROM_PYTHON = json.loads(
    (FOLDER / "paired_python.json").read_text(encoding="utf-8")
)  # python tests/reference/paired.py
MCNEMAR: Any = ("mcnemar-mid-p", "mcnemar-exact", "mcnemar", "mcnemar-corrected")
CASES = pytest.mark.parametrize(
    ("r", "python"),
    list(zip(FROM_R["symmetry"], FROM_PYTHON["symmetry"], strict=True)),
    ids=[case["name"] for case in FROM_R["symmetry"]],
)


# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("test", [bowker_test, stuart_maxwell_test, bhapkar_test, mcnemar_test])
@pytest.mark.parametrize("rows", [([], []), ([1], [1]), ([0, 1, 1], [0, 1, 1])])
def test_two_that_never_differ_have_nothing_to_test(test: Any, rows: Any) -> None:
    result = test(*rows)
    assert result.p_value == 1.0
    assert result.reason == "the two never differ"
    assert result.statistic == 0


def test_all_rows_confused_one_way() -> None:
    result = bhapkar_test([0] * 12, [1] * 12)
    assert (result.statistic, result.df, result.p_value) == (math.inf, 1, 0.0)
    assert stuart_maxwell_test([0] * 12, [1] * 12).statistic == pytest.approx(12)
    assert bowker_test([0] * 12, [1] * 12).statistic == 12


def test_bhapkar_is_doubted_where_few_rows_differ_for_its_degrees_of_freedom() -> None:
    few = Counts.from_table([[5, 3, 2], [4, 5, 3], [2, 5, 5]])
    assert bhapkar_test(few).reason == "only 19 rows differ for 2 degrees of freedom: take stuart_maxwell_test"
    assert stuart_maxwell_test(few).reason is None
    assert bhapkar_test(few + Counts.from_table([[0, 1, 0], [0, 0, 0], [0, 0, 0]])).reason is None


@pytest.mark.parametrize("test", [bowker_test, stuart_maxwell_test, bhapkar_test])
def test_unused_labels_change_nothing(test: Any) -> None:
    table = Counts.from_table(FROM_R["symmetry"][0]["table"])
    plain, wide = test(table), test(table.relabel(range(-1, 7)))
    assert (plain.df, wide.df) in ((6, 6), (3, 3))
    assert wide.statistic == pytest.approx(plain.statistic, rel=1e-12)


def test_labels_that_are_never_confused_have_no_degree_of_freedom() -> None:
    table = np.zeros((5, 5), int)
    table[:2, :2] = [[20, 9], [4, 30]]  # two groups of labels that are confused only among themselves
    table[2:4, 2:4] = [[10, 7], [8, 11]]
    table[4, 4] = 6
    result = stuart_maxwell_test(Counts.from_table(table))
    assert result.df == 2
    assert result.statistic == pytest.approx((9 - 4) ** 2 / 13 + 1 / 15, rel=1e-12)


def test_few_rows_that_differ_are_doubted() -> None:
    result = bowker_test([0, 0, 1, 1], [0, 1, 1, 0])
    assert result.reason == "only 2 rows differ"
    assert str(result) == "Bowker's test (symmetry): statistic 0.000, 1 df, p = 1.00 (n = 4; only 2 rows differ)"


def test_kappa_of_one_category() -> None:
    with pytest.warns(UndefinedMetricWarning, match="kappa_test: both raters use only the category 1"):
        result = kappa_test([1, 1], [1, 1])
    assert math.isnan(result.p_value)
    with pytest.warns(UndefinedMetricWarning, match="a rater uses one label only"):
        assert math.isnan(kappa_test([0, 1, 0], [1, 1, 1]).statistic)


# -- by hand, identities -------------------------------------------------------------------------------------------


def test_mcnemar_by_hand() -> None:
    # one row of one kind and seven of the other: P(X <= 1) = 9 / 256, P(X = 1) = 8 / 256 of eight fair coins
    table = Counts.from_table([[1, 1], [7, 12]])
    p_values = [mcnemar_test(table, method=name).p_value for name in MCNEMAR]
    assert p_values == pytest.approx([10 / 256, 18 / 256, 0.033895, 0.0771], abs=5e-6)
    for b, c in ((4, 4), (3, 9), (900, 1000), (1400, 1300)):
        exact = mcnemar_test(Counts.from_table([[5, b], [c, 5]]), method="mcnemar-exact").p_value
        assert exact == pytest.approx(stats.binomtest(b, b + c).pvalue, rel=1e-9)


def test_of_two_labels_all_are_one_test() -> None:
    table = Counts.from_table([[30, 12], [5, 40]])
    result = [test(table).statistic for test in (bowker_test, stuart_maxwell_test)]
    assert result == pytest.approx([mcnemar_test(table, method="mcnemar").statistic] * 2, rel=1e-12)


def test_mcnemar_of_right_and_wrong_is_the_comparison_of_accuracies() -> None:
    random = np.random.default_rng(4)
    truth = random.integers(0, 3, 150)
    first, second = (np.where(random.random(150) < share, truth, 0) for share in (0.8, 0.6))
    for method in MCNEMAR:
        result = mcnemar_test(first == truth, second == truth, method=method)
        assert result.p_value == pytest.approx(accuracy.compare(truth, first, second, method=method).p_value, rel=1e-9)


# -- third party ---------------------------------------------------------------------------------------------------


@CASES
def test_symmetry_and_margins(r: dict[str, Any], python: dict[str, Any]) -> None:
    table = Counts.from_table(r["table"])
    bowker = bowker_test(table)
    assert bowker.statistic == pytest.approx(python["bowker"][0], rel=1e-9)
    confused = np.triu(table.table + table.table.T, 1) > 0
    assert bowker.df == confused.sum()
    if r["bowker"]["statistic"] is not None:  # R divides 0 by 0 where two labels are never confused
        expected = [r["bowker"]["statistic"], r["bowker"]["p_value"]]
        assert [bowker.statistic, bowker.p_value] == pytest.approx(expected, rel=1e-9)
    for test, name in ((stuart_maxwell_test, "stuart_maxwell"), (bhapkar_test, "bhapkar")):
        result = test(table)
        assert result.df == len(r["table"]) - 1
        assert result.statistic == pytest.approx(r[name], rel=1e-9)
        assert [result.statistic, result.p_value] == pytest.approx(python[name], rel=1e-9)


@CASES
@pytest.mark.parametrize("weights", ["none", "linear", "quadratic"])
def test_kappa_against_zero(r: dict[str, Any], python: dict[str, Any], weights: str) -> None:
    result = kappa_test(Counts.from_table(r["table"]), weights=None if weights == "none" else weights)
    assert result.statistic == pytest.approx(r["kappa_z"][weights], rel=1e-9)
    assert result.statistic == pytest.approx(python["kappa_z"][weights], rel=1e-9)
    if weights == "none":
        assert result.statistic == pytest.approx(r["epi"], rel=1e-9)


# -- inputs --------------------------------------------------------------------------------------------------------


def test_columns_and_table_are_the_same_test() -> None:
    random = np.random.default_rng(3)
    first, second = random.integers(0, 3, (2, 90))
    table = Counts.from_labels(first, second)
    for test in (bowker_test, stuart_maxwell_test, bhapkar_test, kappa_test):
        assert test(first, second) == test(table)
        holes = [None, *first.tolist()], [0, *second.tolist()]
        assert test(*holes, missing="drop").statistic == test(table).statistic
