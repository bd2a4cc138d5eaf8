"""Shares of rows on which raters agree: edges, worked values, other software, and what they are made of."""

from __future__ import annotations

from typing import Any

import pytest
from metrics.cases import TWO_LABELS, by_irrcac, by_package, counts_of, random_labels

from concordant import (
    adjacent_agreement,
    bias_index,
    cohen_kappa,
    f1,
    negative_agreement,
    positive_agreement,
    prevalence_index,
    weighted_agreement,
)
from concordant.errors import LabelOrderError
from concordant.states import Counts


@pytest.mark.parametrize("case", TWO_LABELS, ids=lambda case: case["name"])
def test_values_of_caret_and_epir(case: Any) -> None:
    # caret::F_meas(table, relevant = "yes" or "no"); it gives NA where no row is agreed positive, which is 0 here
    counts = counts_of(case)
    assert positive_agreement.of(counts) == pytest.approx(case["positive_agreement"] or 0.0, rel=1e-13)
    assert negative_agreement.of(counts) == pytest.approx(case["negative_agreement"], rel=1e-13)
    # epiR::epi.kappa(table, method = "fleiss")$bindex$est and $pindex$est: the first rater in the rows, the positive
    # label first
    assert bias_index.of(counts) == pytest.approx(case["bias_index"], rel=1e-13)
    assert prevalence_index.of(counts) == pytest.approx(case["prevalence_index"], rel=1e-13)


# -- adjacent agreement ----------------------------------------------------------------------------------------------


def test_numbers_stand_at_their_values_and_text_at_its_indices() -> None:
    assert adjacent_agreement([1, 3, 7], [3, 3, 7]) == pytest.approx(2 / 3)
    assert adjacent_agreement([1, 3, 7], [3, 3, 7], within=2) == 1.0
    assert adjacent_agreement(["1", "3", "7"], ["3", "3", "7"], labels=["1", "3", "7"]) == 1.0
    assert adjacent_agreement([1, 3, 7], [3, 3, 7], labels=[7, 3, 1]) == pytest.approx(2 / 3)


def test_steps_that_floats_cannot_hold_exactly() -> None:
    labels = [0.2, 0.4, 0.6, 0.8, 1.0]
    assert 0.8 - 0.6 > 0.2  # by rounding
    assert adjacent_agreement([0.2, 0.4, 0.8, 1.0], [0.4, 0.6, 0.6, 0.6], labels=labels, within=0.2) == 0.75


def test_adjacent_agreement_of_text_without_an_order_is_refused() -> None:
    with pytest.raises(LabelOrderError, match=r"^adjacent_agreement needs the order of the labels"):
        adjacent_agreement(["low", "mid", "high"], ["mid", "mid", "high"])


@pytest.mark.parametrize(("counts", "value"), by_package("dlordinal", "accuracy_off1"))
def test_values_of_dlordinal(counts: Any, value: float) -> None:
    assert adjacent_agreement.of(counts) == pytest.approx(value, rel=1e-13)  # accuracy_off1(y_true, y_pred, labels=...)


# -- agreement on a label --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "kappa", "positive", "negative"),
    [([[45, 6], [9, 40]], 0.70, 80 / 95, 90 / 105), ([[5, 5], [10, 80]], 0.32, 160 / 175, 10 / 25)],
)
def test_the_tables_of_feinstein_and_cicchetti_1990(table: Any, kappa: float, positive: float, negative: float) -> None:
    # The same agreement of 0.85. Cicchetti & Feinstein 1990: p_pos and p_neg tell them apart.
    counts = Counts.from_table(table)
    assert cohen_kappa.of(counts) == pytest.approx(kappa, abs=5e-3)
    found = positive_agreement.of(counts), negative_agreement.of(counts)
    assert found == pytest.approx((positive, negative), rel=1e-15)


def test_specific_agreement_on_each_category_is_f1() -> None:
    truth, pred, _ = random_labels(94, 200, 4)
    assert positive_agreement(truth, pred, average=None).tolist() == f1(truth, pred, average=None).tolist()


# -- weighted agreement ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("counts", "weights", "value"), by_irrcac("weighted_agreement"))
def test_values_of_irrcac(counts: Any, weights: Any, value: float) -> None:
    # irrCAC.table.CAC(table, weights=...).pa2()
    assert weighted_agreement.of(counts, weights=weights) == pytest.approx(value, rel=1e-12)


# -- indices of bias and prevalence ----------------------------------------------------------------------------------


def test_the_other_label_changes_the_sign_of_prevalence_index() -> None:
    rows = ["y", "y", "y", "n", "y"], ["y", "y", "n", "n", "y"]
    assert prevalence_index(*rows, pos_label="y") == pytest.approx(0.4)
    assert prevalence_index(*rows, pos_label="n") == pytest.approx(-0.4)
