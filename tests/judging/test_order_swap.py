"""Order swap: other software, by hand, which answer is called A, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from cases_of_judges import cases
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from concordant import cohen_kappa, judging
from concordant.errors import InputError, LabelError, OptionError

NAMES = np.array(["A", "tie", "B"])


def columns(table: list[list[int]]) -> dict[str, Any]:
    """Two columns of verdicts with this table."""
    one, two = np.indices((3, 3)).reshape(2, 9)
    times = np.ravel(table)
    return {"judge": NAMES[np.repeat(one, times)].tolist(), "swapped": NAMES[np.repeat(two, times)].tolist()}


@pytest.mark.parametrize(
    ("more", "error", "said"),
    [
        ({"answers": ("A", "A")}, OptionError, "different from each other"),
        ({"answers": "AB"}, OptionError, "answers must be two labels"),
        ({"answers": ("A", "C")}, LabelError, "'B' is none of the verdicts 'A', 'tie', 'C'"),
        ({"ties": "drop"}, OptionError, "Did you mean 'dropped'"),
        ({"verdicts": "position"}, OptionError, "Did you mean 'positions'"),
        ({"level": 2}, OptionError, "level"),
    ],
)
def test_options_are_checked(more: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        judging.order_swap(**columns([[5, 1, 2], [1, 1, 1], [1, 1, 5]]), **more)


def test_no_pair_with_both_orders() -> None:
    with pytest.raises(InputError, match="pairs with a verdict in both orders: there are 0"):
        judging.order_swap(judge=["A", None], swapped=[None, "B"])


def test_a_judge_without_flips() -> None:
    found = judging.order_swap(**columns([[10, 0, 0], [0, 0, 0], [0, 0, 10]]))
    assert (found.bias.value, found.p_value, found.flip_rate.value, found.kappa.value) == (0, 1, 0, 1)
    assert found.bias.low < 0 < found.bias.high
    assert "the order favours neither answer" in found.sentence


@pytest.mark.parametrize("case", cases("position"), ids=lambda case: case["name"])
def test_it_is_mcnemars_exact_test(case: dict[str, Any]) -> None:
    for given_, expected in zip(case["input"]["cases"], case["expected"]["cases"], strict=True):
        half = given_["consistent"] // 2
        table = [[half, 0, given_["first_twice"]], [0, 0, 0], [given_["second_twice"], 0, given_["consistent"] - half]]
        found = judging.order_swap(**columns(table))
        assert found.p_value == pytest.approx(expected["p_exact"], rel=1e-12)
        assert found.flip_rate.value == pytest.approx(expected["flip_rate"])
        assert found.bias.value == pytest.approx(expected["bias"])
        assert found.first_share == pytest.approx(expected["first_share"])
        assert found.bias.method == "tango"


def test_ties_by_hand() -> None:
    # the first-shown answer: wins both 4 (s = 2), wins one and ties 2 + 1 (s = 1), loses one and ties 1 (s = -1)
    found = judging.order_swap(**columns([[10, 2, 4], [0, 3, 1], [0, 1, 9]]))
    assert found.bias.value == pytest.approx((2 * 4 + 3 - 1) / 4 / 30)
    assert found.p_value == pytest.approx(2 * 9 / 2**8)  # 7 of 8 pairs that lean, binomial
    assert (found.first_twice, found.second_twice) == (4, 0)
    assert found.soft_rate.value == pytest.approx(4 / 30)
    assert found.resolved.tolist() == [10, 11, 9]


def test_verdicts_that_name_the_position() -> None:
    by_answer = judging.order_swap(judge=["A", "A", "B", "tie"], swapped=["A", "B", "B", "tie"])
    by_place = judging.order_swap(
        judge=["1st", "1st", "2nd", "="],
        swapped=["2nd", "1st", "1st", "="],
        answers=("1st", "2nd"),
        tie="=",
        verdicts="positions",
    )
    assert by_answer.table.tolist() == by_place.table.tolist()


@given(st.lists(st.integers(0, 20), min_size=9, max_size=9).filter(lambda cells: sum(cells) > 1))
def test_which_answer_is_called_a_does_not_matter(cells: list[int]) -> None:
    table = np.reshape(cells, (3, 3))
    found = judging.order_swap(**columns(table.tolist()))
    # A and B change places, and with them what is shown first: rows become columns
    other = judging.order_swap(**columns(table[::-1, ::-1].T.tolist()))
    for name in ("bias", "kappa", "flip_rate"):
        one, two = getattr(found, name), getattr(other, name)
        assert_allclose([one.value, one.low, one.high], [two.value, two.low, two.high], rtol=1e-9, atol=1e-12)
    assert found.p_value == other.p_value


@given(st.lists(st.integers(0, 20), min_size=4, max_size=4).filter(lambda cells: sum(cells) > 0))
def test_without_ties_kappa_is_twice_the_consistent_share_less_one(cells: list[int]) -> None:
    a, b, c, d = cells
    found = judging.preference_kappa(np.array([[a, 0, b], [0, 0, 0], [c, 0, d]], np.float64))
    assert found == pytest.approx(2 * (a + d) / sum(cells) - 1)


@pytest.mark.parametrize(("ties", "weights"), [("nominal", None), ("linear", "linear")])
def test_kappa_is_that_of_rows_and_rotated_rows(ties: Any, weights: Any) -> None:
    table = np.array([[10, 2, 4], [0, 3, 1], [0, 1, 9]])
    one, two = np.indices((3, 3)).reshape(2, 9)
    first, second = np.repeat(one, table.ravel()), np.repeat(two, table.ravel())
    expected = cohen_kappa(np.concatenate([first, 2 - first]), np.concatenate([second, 2 - second]), weights=weights)
    found = judging.order_swap(**columns(table.tolist()), ties=ties)
    assert found.kappa.value == pytest.approx(expected)


def test_a_cluster_for_each_pair_is_no_cluster() -> None:
    data = columns([[10, 2, 4], [0, 3, 1], [0, 1, 9]])
    plain, alone = (judging.order_swap(**data, **how) for how in ({}, {"cluster": list(range(30))}))
    assert alone.bias.se == pytest.approx(plain.bias.se)
    assert alone.kappa.low == pytest.approx(plain.kappa.low)
    assert math.isfinite(alone.p_value)


def test_a_verdict_that_never_changes_is_doubtful() -> None:
    both = ["A", "B"] * 20
    found = judging.order_swap(judge=both, swapped=both)
    assert 'say verdicts="positions"' in str(found)
    places = judging.order_swap(judge=both, swapped=both, verdicts="positions")
    assert places.reason is None or "no verdict changes" not in places.reason
    assert places.flip_rate.value == 1
    for verdicts in ("answers", "positions"):
        always = judging.order_swap(judge=["A"] * 20, swapped=["A"] * 20, verdicts=verdicts)  # type: ignore[arg-type]
        assert "every verdict in both orders is the same" in str(always)
    moved = judging.order_swap(judge=both, swapped=["B", *both[1:]])
    assert moved.reason is None


def test_limits_of_the_bias_stay_where_a_bias_can_be() -> None:
    found = judging.order_swap(judge=["A", "A", "A"], swapped=["B", "B", "tie"])
    assert found.bias.value == pytest.approx(5 / 12)
    assert found.bias.high == 0.5


def test_a_preference_is_claimed_only_where_its_limits_say_so_too() -> None:
    first, other = ["A"] * 12 + ["B"] * 2, ["tie"] * 12 + ["A"] * 2
    found = judging.order_swap(judge=first, swapped=other)
    assert found.p_value < 0.05  # the sign test: 12 pairs to 2
    assert found.bias.low < 0 < found.bias.high  # the mean: 12 halves less 2 wholes
    assert "not shown to prefer" in found.sentence
    shown = judging.order_swap(judge=["A"] * 14, swapped=["tie"] * 12 + ["B"] * 2)
    assert shown.bias.low > 0
    assert "it prefers the answer shown first" in shown.sentence
