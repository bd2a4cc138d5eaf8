from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant.engines.arrays.quantities import moments_and_odd_rows, ranking_moments, ranking_values
from concordant.errors import MergeError
from concordant.inputs.rankings import check_label_rankings
from concordant.states import Moments
from concordant.states.moments import RowQuantity

TRUTH = np.array([[1, 0, 0], [0, 0, 0], [0, 1, 1]])
SCORES = np.array([[0.5, 0.75, 0.25], [1.0, 2.0, 3.0], [0.5, 0.25, 1.0]])


def test_a_quantity_that_every_row_has_is_one() -> None:
    moments = ranking_moments(check_label_rankings(TRUTH, SCORES), RowQuantity("coverage"), "rows to read")
    assert moments.names == ("rows to read",)
    assert (moments.n, moments.mean.tolist()) == (3.0, [5 / 3])
    assert_allclose(moments.comoment, [[(2 - 5 / 3) ** 2 + (5 / 3) ** 2 + (3 - 5 / 3) ** 2]])


def test_where_it_is_defined_is_a_second_quantity() -> None:
    rows = check_label_rankings(TRUTH, SCORES, sample_weight=[1, 2, 1])
    moments = ranking_moments(rows, RowQuantity("average precision"), "precision")
    assert moments.names == ("precision", "defined")
    assert_allclose(moments.mean, [(1 / 2 + (1 + 2 / 3) / 2) / 4, 1 / 2])
    assert (moments.weight.item(), moments.squares.item()) == (4, 6)
    values = ranking_values(rows, RowQuantity("average precision"))
    assert_allclose(values, [1 / 2, np.nan, 5 / 6])


def test_states_add_up_and_are_stored() -> None:
    quantity = RowQuantity("normalized gain", k=2)
    whole = ranking_moments(check_label_rankings(TRUTH, SCORES), quantity, "x")
    parts = [
        ranking_moments(check_label_rankings(TRUTH[i : i + 1], SCORES[i : i + 1]), quantity, "x") for i in range(3)
    ]
    added = parts[0] + parts[1] + parts[2]
    assert_allclose(added.mean, whole.mean, rtol=1e-15)
    assert_allclose(added.comoment, whole.comoment, rtol=1e-12, atol=1e-16)
    assert Moments.from_dict(whole.to_dict()) == whole
    assert Moments.empty(whole.names) + whole == whole


def test_different_quantities_do_not_add_up() -> None:
    rows = check_label_rankings(TRUTH, SCORES)
    with pytest.raises(MergeError, match=r"^cannot add two Moments with different names: \('a',\) and \('b',\)\.$"):
        _ = ranking_moments(rows, RowQuantity("coverage"), "a") + ranking_moments(rows, RowQuantity("coverage"), "b")


def test_odd_rows_are_told() -> None:
    scores = SCORES.copy()
    scores[1, 0], scores[2, 1] = np.inf, np.nan
    _, odd = moments_and_odd_rows(check_label_rankings(TRUTH, scores), RowQuantity("coverage"), "x")
    assert (odd.truth, odd.score, odd.infinite) == (-1, 2, 1)


@pytest.mark.parametrize("k", [None, 1, 2, 5])
def test_places_after_the_first_k_do_not_count(k: int | None) -> None:
    values = ranking_values(check_label_rankings(TRUTH, SCORES), RowQuantity("gain", k))
    d = np.where(np.arange(3) < (3 if k is None else k), 1 / np.log2([2, 3, 4]), 0)
    assert_allclose(values, [d[1], 0, d[0] + d[2]], rtol=1e-15)


def test_another_base_scales_gains() -> None:
    rows = check_label_rankings(TRUTH, SCORES)
    ten, two = (ranking_values(rows, RowQuantity("gain", log_base=base)) for base in (10.0, 2.0))
    assert_allclose(ten, two * np.log2(10), rtol=1e-14)
