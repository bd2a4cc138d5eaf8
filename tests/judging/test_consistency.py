"""Whether a judge is consistent: with itself in the other order, over runs, and over time."""

from __future__ import annotations

import math
from datetime import date
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import stats
from support.samples import cases, random_panel

from concordant import cohen_kappa, fleiss_kappa, judging, weighted_agreement
from concordant.errors import (
    InputError,
    LabelError,
    MissingValuesError,
    OptionError,
    TooFewRatersError,
    TooFewUnitsError,
)

NAMES = np.array(["A", "tie", "B"])


def columns(table: list[list[int]]) -> dict[str, Any]:
    """Two columns of verdicts with this table."""
    one, two = np.indices((3, 3)).reshape(2, 9)
    times = np.ravel(table)
    return {"judge": NAMES[np.repeat(one, times)].tolist(), "swapped": NAMES[np.repeat(two, times)].tolist()}


@pytest.mark.parametrize(
    ("more", "error", "message"),
    [
        ({"answers": "AB"}, OptionError, "answers must be two labels"),
        ({"answers": ("A", "A")}, OptionError, "different from each other"),
        ({"answers": ("A", "C")}, LabelError, "'B' is none of the verdicts 'A', 'tie', 'C'"),
        ({"ties": "drop"}, OptionError, "Did you mean 'dropped'"),
        ({"verdicts": "position"}, OptionError, "Did you mean 'positions'"),
    ],
)
def test_options_are_checked(more: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        judging.order_swap(**columns([[5, 1, 2], [1, 1, 1], [1, 1, 5]]), **more)


def test_a_judge_without_flips() -> None:
    found = judging.order_swap(**columns([[10, 0, 0], [0, 0, 0], [0, 0, 10]]))
    assert (found.bias.value, found.p_value, found.flip_rate.value, found.kappa.value) == (0, 1, 0, 1)
    assert found.bias.low < 0 < found.bias.high
    assert "the order favours neither answer" in found.sentence


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
    for name in ("bias", "kappa", "flip_rate"):
        one, two = getattr(found, name), getattr(other, name)
        assert_allclose([one.value, one.low, one.high], [two.value, two.low, two.high], rtol=1e-6, atol=1e-9)
    assert found.p_value == pytest.approx(other.p_value, rel=1e-6)


@pytest.mark.parametrize(("ties", "weights"), [("nominal", None), ("linear", "linear")])
def test_kappa_is_that_of_rows_and_rotated_rows(ties: Any, weights: Any) -> None:
    table = np.array([[10, 2, 4], [0, 3, 1], [0, 1, 9]])
    one, two = np.indices((3, 3)).reshape(2, 9)
    first, second = np.repeat(one, table.ravel()), np.repeat(two, table.ravel())
    expected = cohen_kappa(np.concatenate([first, 2 - first]), np.concatenate([second, 2 - second]), weights=weights)
    found = judging.order_swap(**columns(table.tolist()), ties=ties)
    assert found.kappa.value == pytest.approx(expected)


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
    assert found.bias.value < found.bias.high <= 0.5


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


# -- runs ----------------------------------------------------------------------------------------------------------


def panel(seed: int, runs: int = 5, **how: Any) -> dict[str, Any]:
    matrix = random_panel(seed, 40, runs + 2, 3, **how)
    return {"runs": matrix[:, :runs], "humans": matrix[:, runs:]}


def test_two_runs_are_needed() -> None:
    with pytest.raises(TooFewRatersError, match="takes two runs of the judge or more, not 1"):
        judging.consistency(runs=[[1], [0]])
    with pytest.raises(InputError, match="items with two runs or more: there are 0"):
        judging.consistency(runs=[[1, None], [None, 0]])


def test_runs_that_never_differ() -> None:
    found: Any = judging.consistency(runs=[[1, 1], [0, 0]] * 20, humans=[1, 1] * 20)
    assert found.agreement.low < 0.95 < found.agreement.value == 1
    assert found.noise.value == 0
    assert found.unstable == ()
    assert math.isnan(found.majority_of_three)


def test_without_people() -> None:
    found = judging.consistency(runs=[[1, 1, 0], [0, 0, 0], [1, 0, 1]] * 10)
    assert found.noise is found.gain is None
    assert judging.consistency(runs=[[1, 1, 1], [1, 1, 0], [0, 1, 2], [0, 0, 0]]).unstable == (2, 1)
    assert found.sentence.endswith("are judged alike by all 3 runs.")
    assert judging.consistency(runs=[[1, 1], [0, 1]] * 10).sentence.endswith("are judged alike by both runs.")


def test_agreement_and_kappa_are_those_of_the_metrics() -> None:
    data = panel(1, missing=0.0)
    found = judging.consistency(**data, weights="linear")
    expected = weighted_agreement.interval(data["runs"], weights="linear", labels=[1, 2, 3])
    assert (found.agreement.value, found.agreement.low) == pytest.approx((expected.value, expected.low))
    assert found.kappa.value == pytest.approx(fleiss_kappa(data["runs"], weights="linear"))


def test_noise_and_the_rest_add_up_to_the_error() -> None:
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, 200)
    chance = np.where(truth == 1, 0.8, 0.3)
    runs = (rng.random((4000, 200)) < chance).T.astype(int)[:, :40]
    found: Any = judging.consistency(runs=runs, humans=truth)
    p = runs.mean(1)
    noise = (p * (1 - p)).mean() * 40 / 39
    assert found.error.value == pytest.approx(np.mean(runs != truth[:, None]))
    assert found.noise.value == pytest.approx(noise / found.error.value)
    systematic = np.square(p - truth).mean() - noise / 40
    assert found.noise.value + systematic / found.error.value == pytest.approx(1)


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_the_majority_of_three_is_that_of_all_subsets(missing: float) -> None:
    data = panel(3, 5, missing=missing)
    found: Any = judging.consistency(**data)
    gains = []
    for runs, people in zip(data["runs"], data["humans"], strict=True):
        verdicts, truth = runs[~np.isnan(runs)], people[~np.isnan(people)]
        if len(verdicts) < 3 or not len(truth):
            continue
        right = []
        for three in combinations(verdicts, 3):
            labels, counts = np.unique(three, return_counts=True)
            chosen = labels[counts >= 2] if (counts >= 2).any() else labels
            right.append(np.mean([(truth == label).mean() for label in chosen]))
        gains.append(np.mean(right) - np.mean([(truth == verdict).mean() for verdict in verdicts]))
    assert found.gain.value == pytest.approx(np.mean(gains))
    assert found.gain.se == pytest.approx(np.std(gains, ddof=1) / math.sqrt(len(gains)))


def test_limits_of_a_share_of_noise_are_shares() -> None:
    rng = np.random.default_rng(0)
    for _ in range(40):
        right = rng.choice([0.95, 0.7, 0.2], 20, p=[0.7, 0.2, 0.1])
        runs = (rng.random((20, 3)) < right[:, None]) * 1
        noise: Any = judging.consistency(runs=runs, humans=[1] * 20).noise
        assert math.isnan(noise.low) or 0 < noise.low <= noise.value <= noise.high < 1


# -- over time -----------------------------------------------------------------------------------------------------


def judged(seed: int = 1) -> dict[str, Any]:
    matrix = random_panel(seed, 90, 4, 3)
    return {"judge": matrix[:, 0], "humans": matrix[:, 1:], "window": np.repeat([1, 2.5, 3], 30)}


def test_windows_are_those_of_their_items() -> None:
    data = judged()
    found = judging.over_time(**data)
    one: Any
    for one, name in zip(found.windows, (1.0, 2.5, 3.0), strict=True):
        here = data["window"] == name
        expected = judging.gap(judge=data["judge"][here], humans=data["humans"][here])
        errors: Any = judging.judge_errors(judge=data["judge"][here], humans=data["humans"][here])
        assert one.gap.value == pytest.approx(expected.difference.value)
        assert one.gap.se == pytest.approx(expected.difference.se)
        assert one.severity.value == pytest.approx(errors.severity.value)


def test_a_judge_that_drifts_is_seen() -> None:
    rng = np.random.default_rng(2)
    human, month = rng.integers(0, 2, 400), np.repeat(np.arange(8), 50)
    right = rng.random(400) < 0.95 - 0.05 * month
    frame = pl.DataFrame(
        {"gpt": np.where(right, human, 1 - human), "ann": human, "day": [date(2026, 1 + int(m), 1) for m in month]}
    )
    found = judging.over_time(frame, judge="gpt", humans="ann", window="day")
    assert "falls by" in found.sentence
    assert found.trend.slope.low > 0
    assert found.windows[0].gap is None
    assert str(found).count("\n") == 10
    direct = judging.error_slope(error=1.0 - right, covariate=month)
    assert found.trend.slope.se == pytest.approx(direct.slope.se)


def test_the_order_of_windows_can_be_said() -> None:
    data = judged() | {"window": np.repeat(["spring", "summer", "autumn"], 30)}
    found = judging.over_time(**data, windows=["spring", "summer", "autumn"])
    assert [one.name for one in found.windows] == ["spring", "summer", "autumn"]


@pytest.mark.parametrize(
    ("window", "error", "message"),
    [
        ([1] * 90, OptionError, "there is one window, 1"),
        ([None, *[1] * 89], MissingValuesError, "window has 1 missing values"),
    ],
)
def test_windows_that_are_none(window: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        judging.over_time(**(judged() | {"window": window}))


def test_people_in_one_window_only() -> None:
    with pytest.raises(TooFewUnitsError, match="windows with items of judge and people: there are 1"):
        judging.over_time(judge=[1, 0] * 4, humans=[1, 0, 1, 1, None, None, None, None], window=[1] * 4 + [2] * 4)


def test_windows_of_few_items_are_doubted() -> None:
    rng = np.random.default_rng(3)
    people = rng.integers(0, 2, (80, 2))
    judge = np.where(rng.random(80) < 0.8, people[:, 0], 1 - people[:, 0])
    few = judging.over_time(judge=judge, humans=people, window=np.repeat([1, 2, 3], [3, 37, 40]))
    assert few.reason == "1 window of fewer than 30 items: the interval of the gap is too narrow there"
    assert judging.over_time(judge=judge, humans=people, window=np.repeat([1, 2], 40)).reason is None


def test_limits_of_a_gap_stay_where_a_gap_can_be() -> None:
    found: Any = judging.over_time(judge=[0, 0, 0, 1] * 2, humans=[*[[1, 1]] * 3, [0, 1]] * 2, window=[1, 2] * 4)
    for window in found.windows:
        assert math.isnan(window.gap.low) or window.gap.low >= -1
