"""Verdicts on pairs of answers: whether the order decides, and who wins."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import stats
from support.samples import cases

from concordant import judging
from concordant.errors import InputError

NAMES = np.array(["A", "tie", "B"])


def columns(table: list[list[int]]) -> dict[str, Any]:
    """Two columns of verdicts with this table."""
    one, two = np.indices((3, 3)).reshape(2, 9)
    times = np.ravel(table)
    return {"judge": NAMES[np.repeat(one, times)].tolist(), "swapped": NAMES[np.repeat(two, times)].tolist()}


@pytest.mark.parametrize("case", cases("position"), ids=lambda case: case["name"])
def test_it_is_mcnemars_test(case: dict[str, Any]) -> None:
    for given_, expected in zip(case["input"]["cases"], case["expected"]["cases"], strict=True):
        half = given_["consistent"] // 2
        table = [[half, 0, given_["first_twice"]], [0, 0, 0], [given_["second_twice"], 0, given_["consistent"] - half]]
        found = judging.order_swap(**columns(table))
        first, second = given_["first_twice"], given_["second_twice"]
        assert found.p_value == pytest.approx(stats.chi2.sf((first - second) ** 2 / (first + second), 1))
        assert found.flip_rate.value == pytest.approx(expected["flip_rate"])
        assert found.bias.value == pytest.approx(expected["bias"])
        assert found.first_share == pytest.approx(expected["first_share"])
        assert found.bias.method == "tango"


def test_ties_by_hand() -> None:
    # the first-shown answer: wins both 4 (s = 2), wins one and ties 2 + 1 (s = 1), loses one and ties 1 (s = -1)
    found = judging.order_swap(**columns([[10, 2, 4], [0, 3, 1], [0, 1, 9]]))
    assert found.bias.value == pytest.approx((2 * 4 + 3 - 1) / 4 / 30)
    assert (found.first_twice, found.second_twice) == (4, 0)
    assert found.soft_rate.value == pytest.approx(4 / 30)
    assert found.resolved.tolist() == [10, 11, 9]


def test_verdicts_that_name_the_position_and_pairs_without_one() -> None:
    by_answer = judging.order_swap(judge=["A", "A", "B", "tie"], swapped=["A", "B", "B", "tie"])
    by_place = judging.order_swap(
        judge=["1", "1", "2", "="], swapped=["2", "1", "1", "="], answers=("1", "2"), tie="=", verdicts="positions"
    )
    assert by_answer.table.tolist() == by_place.table.tolist()
    with pytest.raises(InputError, match="pairs with a verdict in both orders: there are 0"):
        judging.order_swap(judge=["A", None], swapped=[None, "B"])


@given(st.lists(st.integers(0, 20), min_size=9, max_size=9).filter(lambda cells: sum(cells) > 1))
def test_which_answer_is_called_a_does_not_matter(cells: list[int]) -> None:
    table = np.reshape(cells, (3, 3))
    found = judging.order_swap(**columns(table.tolist()))
    # A and B change places, and with them what is shown first: rows become columns
    other = judging.order_swap(**columns(table[::-1, ::-1].T.tolist()))
    for name in ("bias", "flip_rate"):
        one, two = getattr(found, name), getattr(other, name)
        assert_allclose([one.value, one.low, one.high], [two.value, two.low, two.high], rtol=1e-6, atol=1e-9)
    assert found.p_value == pytest.approx(other.p_value, rel=1e-6)


BOTH = {"judge": ["A", "B"] * 20, "swapped": ["A", "B"] * 20}
FOLLOWING = columns([[6, 2, 40], [1, 3, 2], [40, 2, 4]])


@pytest.mark.parametrize(
    ("verdicts", "data", "hint"),
    [
        ("answers", BOTH, 'no verdict changes with the order.*say verdicts="positions"'),
        ("positions", BOTH, "None"),
        ("answers", BOTH | {"swapped": ["B", "B"] + ["A", "B"] * 19}, "None"),
        ("answers", FOLLOWING, 'the winner changes with the order in 80 % of pairs.*say verdicts="positions"'),
        ("positions", FOLLOWING, "None"),
        ("answers", columns([[40, 2, 6], [1, 3, 2], [4, 2, 40]]), "None"),
        ("answers", {"judge": ["A"] * 20, "swapped": ["A"] * 20}, "every verdict in both orders is the same"),
        ("positions", {"judge": ["A"] * 20, "swapped": ["A"] * 20}, "every verdict in both orders is the same"),
    ],
)
def test_verdicts_that_may_mean_something_else_are_doubtful(verdicts: Any, data: dict[str, Any], hint: str) -> None:
    assert re.match(hint, str(judging.order_swap(**data, verdicts=verdicts).reason))


@pytest.mark.parametrize("ties", [0.0, 0.3])
@pytest.mark.parametrize("clusters", [None, 12])
def test_the_p_value_of_a_preference_is_that_of_its_limits(ties: float, clusters: int | None) -> None:
    rng, significant = np.random.default_rng(3), 0
    for _ in range(40):
        first = np.where(rng.random(36) < 0.5, "A", "B")
        other = np.where(rng.random(36) < rng.uniform(0, 0.5), "B", first)  # where A is shown second
        first, other = (np.where(rng.random(36) < ties, "tie", one) for one in (first, other))
        groups = None if clusters is None else np.arange(36) % clusters
        found = judging.order_swap(judge=first, swapped=other, cluster=groups)
        significant += found.p_value < 0.05
        assert (found.p_value < 0.05) == (found.bias.low > 0 or found.bias.high < 0)
        assert ("it prefers" in found.sentence) == (found.p_value < 0.05)
    assert 0 < significant < 40


def test_flips_in_every_cluster_or_in_none_have_limits() -> None:
    found = judging.order_swap(judge=["A"] * 30, swapped=["A"] * 30, cluster=np.arange(30) // 3)
    assert (found.flip_rate.value, found.flip_rate.low) == (0, 0)
    assert 0.2 < found.flip_rate.high < 0.45  # as of 10 items, not of 30
    assert found.flip_rate.method == "score of clusters"
    few = judging.order_swap(judge=["A", "B"] * 9, swapped=["A"] * 18, cluster=np.arange(18) // 6)
    assert few.flip_rate.reason == "the 3 clusters leave only 2 degrees of freedom"


@pytest.mark.parametrize(("wins", "losses"), [(55, 35), (3, 17), (20, 0), (1, 1)])
def test_a_win_rate_without_ties_has_wilsons_limits_and_the_sign_test(wins: int, losses: int) -> None:
    found = judging.win_rate(judge=["A"] * wins + ["B"] * losses)
    expected = stats.binomtest(wins, wins + losses).proportion_ci(method="wilson")
    assert_allclose([found.rate.value, found.rate.low, found.rate.high], [wins / (wins + losses), *expected], atol=1e-9)
    statistic = (wins - losses) ** 2 / (wins + losses)
    assert_allclose(found.p_value, stats.chi2.sf(statistic, 1))


def test_ties_count_half_or_are_left_out() -> None:
    verdicts = ["A"] * 50 + ["tie"] * 20 + ["B"] * 30 + [None]
    half, dropped = (judging.win_rate(judge=verdicts, ties=ties) for ties in ("half", "dropped"))
    assert_allclose([half.rate.value, dropped.rate.value], [0.6, 50 / 80])
    assert (half.wins, half.tied, half.losses) == (50, 20, 30)
    assert "a tie counts half, 20 are tied" in half.sentence
    assert "of 80 pairs with a winner" in dropped.sentence
    assert "20 tied pairs left out" in dropped.sentence
    assert_allclose(half.p_value, stats.chi2.sf(20**2 / 80, 1))
    swapped = judging.win_rate(judge=["B" if x == "A" else "A" if x == "B" else x for x in verdicts])
    assert_allclose([swapped.rate.low, swapped.rate.high], [1 - half.rate.high, 1 - half.rate.low])


def test_a_pair_that_is_judged_in_both_orders_is_won_in_both() -> None:
    both = columns([[30, 10, 5], [4, 6, 0], [5, 0, 40]])
    found = judging.win_rate(**both)
    assert (found.wins, found.tied, found.losses) == (30, 30, 40)
    assert "another winner in the other order" in found.sentence
    positions = {**both, "swapped": [{"A": "B", "B": "A"}.get(x, x) for x in both["swapped"]]}
    other = judging.win_rate(**positions, verdicts="positions")
    assert "of the first order wins" in other.sentence
    assert_allclose(
        [other.rate.value, other.rate.low, other.p_value], [found.rate.value, found.rate.low, found.p_value]
    )
    frame = pl.DataFrame({**both, "group": [row % 20 for row in range(100)]})
    clustered = judging.win_rate(frame, judge="judge", swapped="swapped", cluster="group")
    assert clustered.rate.value == pytest.approx(found.rate.value)
    assert clustered.rate.method == "score of clusters"
