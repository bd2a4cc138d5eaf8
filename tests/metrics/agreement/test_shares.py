"""Shares of rows on which raters agree: edges, worked values, other software, and what they are made of."""

from __future__ import annotations

from typing import Any

import pytest
from metrics.cases import random_labels

from concordant import cohen_kappa, f1, negative_agreement, positive_agreement
from concordant.states import Counts

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
