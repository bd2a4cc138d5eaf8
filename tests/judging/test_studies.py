"""Two systems and mean scores: identities, other software, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats
from support.samples import cases

from concordant import judging


def systems(seed: int, labelled: int = 60, n: int = 200) -> dict[str, Any]:
    rng = np.random.default_rng(seed)
    truth = [rng.random(n) < rate for rate in (0.8, 0.6)]
    seen = np.arange(n) < labelled
    made: dict[str, Any] = {}
    for name, one in zip("ab", truth, strict=True):
        made[f"judge_{name}"] = np.where(rng.random(n) < 0.85, one, ~one).astype(int)
        made[f"human_{name}"] = np.where(seen, one, np.nan)
    return made


# --- two systems ----------------------------------------------------------------------------------------------


def test_all_labelled_is_the_mean_of_the_differences() -> None:
    for seed in range(12):
        data = systems(seed, 200)
        found = judging.compare_pass_rates(**data)
        apart = data["human_a"] - data["human_b"]
        assert found.difference.value == pytest.approx(apart.mean())
        assert found.difference.se == pytest.approx(stats.sem(apart))
        t = stats.ttest_rel(data["human_a"], data["human_b"])
        assert_allclose([found.difference.low, found.difference.high], t.confidence_interval(), atol=0.02)
        assert (found.p_value < 0.05) == (found.difference.low > 0 or found.difference.high < 0)


@pytest.mark.parametrize("chosen", ["random", "by judge"])
@pytest.mark.parametrize("clusters", [None, 50])
def test_labels_that_never_differ_are_no_certainty(chosen: Any, clusters: int | None) -> None:
    verdicts, people = np.tile([1, 1, 1, 0], 50), np.where(np.arange(200) < 32, np.tile([1.0, 1, 1, 0], 50), np.nan)
    data = {"judge_a": verdicts, "judge_b": verdicts, "human_a": people, "human_b": people}
    groups = None if clusters is None else np.arange(200) // 4
    found = judging.compare_pass_rates(**data, chosen=chosen, cluster=groups)
    assert (found.difference.value, found.p_value) == (0, 1)
    assert -0.5 < found.difference.low < -0.08
    assert found.difference.high == pytest.approx(-found.difference.low)


def test_post_stratified_by_both_verdicts() -> None:
    data = systems(2)
    found = judging.compare_pass_rates(**data, chosen="by judge")
    pair, apart = 2 * data["judge_a"] + data["judge_b"], data["human_a"] - data["human_b"]
    value = sum((pair == k).mean() * np.nanmean(apart[pair == k]) for k in range(4))
    assert found.difference.value == pytest.approx(value)
    same = judging.compare_pass_rates(**data, chosen="random")
    assert abs(same.difference.value - value) < 0.03


def test_a_system_that_never_passes() -> None:
    half, none = ["pass", "fail"] * 20, ["fail"] * 40
    found = judging.compare_pass_rates(judge_a=half, judge_b=none, human_a=half, human_b=none, pass_label="pass")
    assert found.difference.value == 0.5
    assert "50 percentage points more of A" in found.sentence


def test_items_that_nobody_has_seen() -> None:
    data = systems(4)
    data["human_a"][(data["judge_a"] == 1) & (data["judge_b"] == 0)] = np.nan
    found = judging.compare_pass_rates(**data, chosen="by judge")
    assert math.isnan(found.difference.value)
    assert "no person has looked at items judged 1 of A and 0 of B" in str(found)


# --- mean scores ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("ppi"), ids=lambda case: case["name"])
def test_mean_scores_are_those_of_ppi_py(case: dict[str, Any]) -> None:
    others = [float(value) for value, times in case["input"]["judge_of_others_counts"].items() for _ in range(times)]
    judge = case["input"]["judge_of_labelled"] + others
    human = case["input"]["human"] + [None] * len(others)
    for name, power in (("ppi++", None), ("ppi", 1.0), ("human_only", 0.0)):
        found = judging.mean_score(judge=judge, human=human, chosen="random", power=power, ddof=0)
        expected = case["expected"][name]
        half = 1.959963984540054 * found.mean.se
        ends = [found.mean.value, found.mean.value - half, found.mean.value + half]
        assert_allclose(ends, [expected["value"], expected["low"], expected["high"]], rtol=1e-12)


def test_limits_stay_between_the_least_and_the_greatest_score() -> None:
    human = [5.0] * 29 + [4.0] + [math.nan] * 70
    found, free = (
        judging.mean_score(judge=[5] * 100, human=human, chosen="random", between=between) for between in ((1, 5), None)
    )
    assert max(found.mean.high, free.mean.high) < 5
    assert found.mean.low < free.mean.low  # scores of 1 may be missing by chance


@pytest.mark.parametrize("weight", [None, np.where(np.arange(200) < 60, 1.0 + np.arange(200) % 3, np.nan)])
def test_a_judge_that_is_off_by_a_constant_moves_no_limit(weight: Any) -> None:
    rng = np.random.default_rng(4)
    judge = rng.integers(1, 6, 200)
    human = np.where(np.arange(200) < 60, judge + rng.integers(-1, 2, 200), np.nan)
    how: dict[str, Any] = {"human": human, "chosen": "random", "between": (0, 10), "label_weight": weight}
    one, other = (judging.mean_score(judge=judge + off, **how).mean for off in (0, 3))
    assert_allclose([one.value, one.low, one.high], [other.value, other.low, other.high], rtol=1e-6)


@pytest.mark.parametrize("unlabelled", [1, 2])
def test_few_items_without_a_score_leave_an_interval(unlabelled: int) -> None:
    human = [2.0, 4, 4, 2, 3, 3, 5, 1] + [None] * unlabelled
    judge = [3.0, 4, 5, 2, 4, 3, 5, 2, 4, 3][: len(human)]
    found = judging.mean_score(judge=judge, human=human, chosen="random")
    assert found.mean.low < found.mean.value < found.mean.high
    assert found.mean.reason == "only 8 items scored by people"
    if unlabelled == 1:
        assert found.power == 0
        assert found.mean.low == pytest.approx(found.people_only.low)
        asked = judging.mean_score(judge=judge, human=human, chosen="random", power=0.5)
        assert math.isnan(asked.mean.low)
        assert "fewer than two items are not labelled" in str(asked)
        one = judging.mean_score(judge=judge, human=human[:1] + [None] * 8, chosen="random")
        assert "fewer than two items are labelled" in str(one)


def test_many_scores_have_the_limits_of_student() -> None:  # they are joined along the path
    rng = np.random.default_rng(3)
    human = rng.normal(size=4000)
    found = judging.mean_score(judge=human, human=human).mean
    expected = stats.ttest_1samp(human, 0).confidence_interval()
    assert_allclose([found.low, found.high], expected, atol=0.01 * (found.high - found.low))


PLAN: dict[str, Any] = {"judged": 4000, "pass_rate": 0.8, "sensitivity": 0.9, "specificity": 0.85, "half_width": 0.02}


@pytest.mark.parametrize("population", ["superpopulation", "finite"])
def test_so_many_labels_have_that_width(population: Any) -> None:
    plan = judging.labels_needed(**PLAN, population=population)
    assert plan.n is not None
    widths = []
    for seed in range(20):
        rng = np.random.default_rng(seed)
        truth = rng.random(4000) < 0.8
        judge = np.where(truth, rng.random(4000) < 0.9, rng.random(4000) >= 0.85)
        human = np.where(np.arange(4000) < plan.n, truth, np.nan)
        found = judging.pass_rate(judge=judge.astype(int), human=human, chosen="random", population=population)
        widths.append(found.rate.width / 2)
    assert np.mean(widths) == pytest.approx(0.02, rel=0.03)


def test_a_judge_that_says_nothing_saves_nothing_and_a_perfect_one_nearly_all() -> None:
    plan = judging.labels_needed(**PLAN | {"sensitivity": 0.5, "specificity": 0.5})
    assert plan.n == plan.without_judge == 1537  # z^2 p (1 - p) / h^2 = 1536.6
    perfect = judging.labels_needed(**PLAN | {"sensitivity": 1.0, "specificity": 1.0})
    assert (perfect.n, perfect.explained) == (2, pytest.approx(1.0))


def test_too_few_judged_items_are_said() -> None:
    plan = judging.labels_needed(**PLAN | {"judged": 1000})
    assert plan.n is None
    assert plan.sentence.endswith("judge 1,537 items or more, or ask for a wider interval.")
    assert plan.to_dict()["n"] is None


def test_labels_of_a_finite_population_are_cochrans() -> None:
    # Cochran (1977), Sampling Techniques, eq. 4.2: n0 / (1 + n0 / N); a judge that explains nothing changes nothing.
    plain = {"judged": 3000, "pass_rate": 0.5, "half_width": 0.02, "population": "finite"}
    found = judging.labels_needed(**plain, sensitivity=0.5, specificity=0.5)
    n0 = 1.959963984540054**2 * 0.25 / 0.02**2
    assert found.n == found.without_judge == math.ceil(n0 / (1 + n0 / 3000)) == 1334
    assert "for the rate of these items" in found.sentence
    assert judging.labels_needed(**plain, sensitivity=1.0, specificity=1.0).n == 2
    assert judging.labels_needed(**plain | {"half_width": 1e-4}, sensitivity=0.6, specificity=0.6).n == 3000


@pytest.mark.parametrize("weights", [{}, {"label_weight": [1.5] * 6}], ids=["", "label weights"])
def test_no_item_is_labelled_for_both_systems(weights: Any) -> None:
    verdicts: Any = {"judge_a": [1, 0, 1, 0, 1, 1], "judge_b": [0, 1, 1, 0, 1, 0], "pass_label": 1, "chosen": "random"}
    human: Any = {"human_a": [1, 0, None, None, None, None], "human_b": [None, None, None, None, 1, 0]}
    found = judging.compare_pass_rates(**verdicts, **human, **weights)
    assert math.isnan(found.difference.value)
    assert found.reason == "no item is labelled for both systems"
