"""Limits of all answers about judges: they hold the value or say why not, and widen with the level."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, get_args

import numpy as np
import pytest
from limits import broken_limits, intervals_in
from numpy.testing import assert_allclose

from concordant import judging
from concordant.judging.pass_rate import Chosen, Method

TRUTH = np.array([0, 1] * 12)
RNG = np.random.default_rng(0)


def _wrong(share: float) -> Any:
    return np.where(RNG.random(24) < share, 1 - TRUTH, TRUTH)


# The judge, and three people.
PANELS: dict[str, tuple[Any, Any]] = {
    "all right": (TRUTH, np.stack([TRUTH] * 3, 1)),
    "all wrong": (1 - TRUTH, np.stack([TRUTH] * 3, 1)),
    "one error": (np.r_[1, TRUTH[1:]], np.stack([TRUTH] * 3, 1)),
    "rare": (np.zeros(24, int), np.stack([np.arange(24) == 23] * 3, 1) * 1),
    "nobody passes": (np.zeros(24, int), np.zeros((24, 3), int)),
    "messy": (_wrong(0.3), np.stack([TRUTH, _wrong(0.2), _wrong(0.2)], 1)),
    "few": (np.array([1, 1, 0, 1]), np.array([[0, 0, 0], [1, 0, 1], [0, 0, 0], [1, 1, 1]])),
}
ANSWERS: dict[str, Callable[..., Any]] = {
    "gap": lambda j, h, **how: judging.gap(judge=j, humans=h, **how),
    "gap of kappas": lambda j, h, **how: judging.gap(judge=j, humans=h, metric="kappa", **how),
    "alternative test": lambda j, h, **how: judging.alternative_test(judge=j, humans=h, epsilon=0.1, **how),
    "errors": lambda j, h, **how: judging.judge_errors(judge=j, humans=h, **how),
    "slices": lambda j, h, **how: judging.slices(judge=j, humans=h, by=np.arange(len(j)) % 3, **how),
    "consistency": lambda j, h, **how: judging.consistency(runs=np.c_[j, h[:, 1:]], humans=h[:, 0], **how),
    "order swap": lambda j, h, **how: judging.order_swap(judge=_side(j), swapped=_side(h[:, 1]), **how),
    "judges": lambda j, h, **how: judging.compare_judges(judges=np.c_[j, h[:, 2]], humans=h[:, :2], **how),
    "slope": lambda j, h, **how: judging.error_slope(
        judge=j, humans=h, covariate=np.arange(float(len(j))), positive=1, **how
    ),
    "excess": lambda j, h, **how: judging.preference_excess(
        judge=_side(j), favoured=_side(h[:, 1]), humans=_side(h[:, :2]), **how
    ),
    "over time": lambda j, h, **how: judging.over_time(
        judge=j, humans=h, window=np.arange(len(j)) * 3 // len(j), **how
    ),
    "mean score": lambda j, h, **how: judging.mean_score(judge=j * 1.0, human=_half(h)[:, 0], chosen="random", **how),
    "two systems": lambda j, h, **how: _two_systems(j, h, "random", **how),
    "two systems, by judge": lambda j, h, **how: _two_systems(j, h, "by judge", **how),
    "rate, all labelled": lambda j, h, **how: judging.pass_rate(judge=j, human=h[:, 0], **how),
}


def _side(passes: Any) -> Any:
    return np.where(passes, "A", "B")


def _half(people: Any) -> Any:
    """Every other item, and the first, has labels."""
    return np.where(np.arange(len(people))[:, None] % 3 > 0, people * 1.0, np.nan)


def _two_systems(judge: Any, people: Any, chosen: Any, **how: Any) -> Any:
    some = _half(people)
    return judging.compare_pass_rates(
        judge_a=judge, judge_b=people[:, 2], human_a=some[:, 0], human_b=some[:, 1], chosen=chosen, **how
    )


def _cluster(rows: int, kind: str) -> dict[str, Any]:
    return {"cluster": np.arange(rows) // 3} if kind else {}


@pytest.mark.parametrize("clusters", ["", "in clusters"])
@pytest.mark.parametrize("name", ANSWERS)
def test_limits_hold_the_value_and_widen_with_the_level(name: str, clusters: str) -> None:
    for kind, (judge, people) in PANELS.items():
        how = _cluster(len(judge), clusters)
        assert broken_limits(ANSWERS[name], judge, people, **how) == [], kind


@pytest.mark.parametrize("clusters", ["", "in clusters"])
@pytest.mark.parametrize("people_who", ["one", "three"])
@pytest.mark.parametrize("method", [None, *get_args(Method)])
@pytest.mark.parametrize("chosen", get_args(Chosen))
def test_limits_of_pass_rates(chosen: Any, method: Any, people_who: str, clusters: str) -> None:
    for kind, (judge, people) in PANELS.items():
        some = _half(people)
        asked: dict[str, Any] = {
            "human": some[:, 0] if people_who == "one" else some,
            "chosen": chosen,
            "method": method,
            **_cluster(len(judge), clusters),
        }
        assert broken_limits(judging.pass_rate, judge=judge, **asked) == [], kind


@pytest.mark.parametrize("kinds", [3, 10, 20])
@pytest.mark.parametrize("chosen", ["random", "by judge"])
def test_limits_of_pass_rates_by_many_verdicts(chosen: Any, kinds: int) -> None:
    rng = np.random.default_rng(kinds)
    for rate in (0.0, 0.1, 0.9, 0.98, 1.0):
        for labelled in (1, 5, 30, 100, 299):
            judge, passes = rng.integers(0, kinds, 300), rng.random(300) < rate
            human = np.where(rng.permutation(300) < labelled, passes * 1.0, np.nan)
            human[0] = passes[0]
            asked: dict[str, Any] = {"judge": judge, "human": human, "pass_label": 1, "chosen": chosen}
            assert broken_limits(judging.pass_rate, **asked) == []
            found = judging.pass_rate(**asked)
            assert found.low <= found.value <= found.high
            assert found.lenience_interval.low <= found.lenience <= found.lenience_interval.high


@pytest.mark.parametrize("name", [name for name in ANSWERS if name not in ("slices", "slope", "over time")])
def test_the_order_of_items_does_not_matter(name: str) -> None:
    judge, people = PANELS["messy"]
    order = np.random.default_rng(1).permutation(len(judge))
    if "systems" in name or "score" in name:  # there the order decides which items are labelled
        order = np.arange(len(judge)) // 3 * 3 + np.tile([0, 2, 1], 8)
    first, second = (dict(_numbers(ANSWERS[name](*rows))) for rows in ((judge, people), (judge[order], people[order])))
    assert first.keys() == second.keys()
    for key, values in first.items():
        assert_allclose(second[key], values, rtol=1e-9, atol=1e-12, err_msg=key)


def _numbers(answer: Any) -> Iterator[tuple[str, tuple[float, float, float]]]:
    for name, value, one in intervals_in(answer):
        yield name, (value, one.low, one.high)


def test_judges_and_systems_that_change_places_turn_the_sign() -> None:
    judge, people = PANELS["messy"]
    one = judging.compare_judges(judges=np.c_[judge, people[:, 2]], humans=people[:, :2]).pairs[0]
    two = judging.compare_judges(judges=np.c_[people[:, 2], judge], humans=people[:, :2]).pairs[0]
    assert_allclose(
        [one.difference.value, one.difference.low, one.difference.high, one.p_value],
        [-two.difference.value, -two.difference.high, -two.difference.low, two.p_value],
    )
    some = _half(people)
    chosen: Any
    for chosen in ("random", "by judge"):
        a, b = {"judge_a": judge, "human_a": some[:, 0]}, {"judge_b": people[:, 2], "human_b": some[:, 1]}
        first = judging.compare_pass_rates(**a, **b, chosen=chosen)
        a, b = {"judge_b": judge, "human_b": some[:, 0]}, {"judge_a": people[:, 2], "human_a": some[:, 1]}
        second = judging.compare_pass_rates(**a, **b, chosen=chosen)
        assert_allclose(
            [first.difference.value, first.difference.low, first.p_value],
            [-second.difference.value, -second.difference.high, second.p_value],
        )
    exchanged = judging.pass_rate(judge=1 - judge, human=1 - some[:, 0], chosen="random")
    rate = judging.pass_rate(judge=judge, human=some[:, 0], chosen="random")
    assert_allclose([rate.value, rate.low, rate.high], [1 - exchanged.value, 1 - exchanged.high, 1 - exchanged.low])


def test_a_cluster_for_each_item_is_nearly_no_cluster() -> None:
    judge, people = PANELS["messy"]
    for name, answer in ANSWERS.items():
        alone = {key: one for key, _, one in intervals_in(answer(judge, people, cluster=np.arange(len(judge))))}
        for key, value, one in intervals_in(answer(judge, people)):
            assert_allclose(float(alone[key]), value, err_msg=f"{name}{key}")
            if one.method not in ("wilson", "tango") and one.high > one.low and alone[key].high > alone[key].low:
                assert 0.8 < (alone[key].high - alone[key].low) / (one.high - one.low) < 1.25, f"{name}{key}"
