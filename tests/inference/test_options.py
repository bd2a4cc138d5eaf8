"""Options of resampling and the level are checked before anything is computed, wherever they are taken."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from concordant import accuracy, best_threshold, cohen_kappa, planning, recall, roc_auc
from concordant.decisions import guaranteed_threshold, ordinal_cut_points
from concordant.errors import IntervalWarning, OptionError
from concordant.result import Interval

TRUTH, A, B = [0, 1, 1, 0] * 9, [0, 1, 0, 0] * 9, [1, 1, 0, 0] * 9
SCORE = np.linspace(0, 1, 36)

DRAWN: dict[str, Callable[..., Any]] = {
    "interval": lambda **how: accuracy.interval(TRUTH, A, method="bca", **how),
    "interval by delta": lambda **how: cohen_kappa.interval(TRUTH, A, method="delta", **how),
    "interval of scores": lambda **how: roc_auc.interval(TRUTH, SCORE, method="percentile", **how),
    "interval by perks": lambda **how: accuracy.interval(TRUTH, A, method="perks", **how),
    "simultaneous": lambda **how: recall.interval(TRUTH, A, average=None, simultaneous="max-t", **how),
    "compare": lambda **how: accuracy.compare(TRUTH, A, B, method="percentile", **how),
    "compare by permutation": lambda **how: accuracy.compare(TRUTH, A, B, method="permutation", **how),
    "compare_independent": lambda **how: accuracy.compare_independent((TRUTH, A), (TRUTH, B), method="bca", **how),
}
SEEDED: dict[str, Callable[..., Any]] = {
    "best_threshold": lambda **how: best_threshold(TRUTH, SCORE, "f1", **how),
    "guaranteed_threshold": lambda **how: guaranteed_threshold(TRUTH, SCORE, "recall >= 0.1", **how),
    "ordinal_cut_points": lambda **how: ordinal_cut_points(TRUTH, SCORE, **how),
    "planning.simulate": lambda **how: planning.simulate("accuracy", TRUTH, A, width=0.1, n=50, runs=100, **how),
}
LEVELLED: dict[str, Callable[..., Any]] = {
    "interval_of": lambda **how: accuracy.interval_of(accuracy.state(TRUTH, A), **how),
    "planning.proportion": lambda **how: planning.proportion(0.9, width=0.1, **how),
}


@pytest.mark.parametrize("draws", [0, 1, -5, 1.5, 2000.0, "many", None, True, math.nan, 10**9, [100], np.array([100])])
@pytest.mark.parametrize("name", DRAWN)
def test_draws(name: str, draws: Any) -> None:
    with pytest.raises(OptionError, match="draws is how many samples are drawn, a whole number from 2 to 100,000,000"):
        DRAWN[name](draws=draws)


@pytest.mark.parametrize("seed", [-1, 1.5, "a", None, True, math.nan, [1, 2], np.random.default_rng(0)])
@pytest.mark.parametrize("name", [*DRAWN, *SEEDED])
def test_seed(name: str, seed: Any) -> None:
    with pytest.raises(OptionError, match="seed must be a whole number, at least 0, not"):
        (DRAWN | SEEDED)[name](seed=seed)


def test_a_generator_is_told_how_to_be_a_seed() -> None:
    with pytest.raises(OptionError, match=r"take seed=int\(numpy.random.default_rng\(\).integers\(2\*\*32\)\)\.$"):
        accuracy.interval(TRUTH, A, seed=np.random.default_rng(0))


@pytest.mark.parametrize("scheme", ["row", "", None, 1, ["rows"]])
@pytest.mark.parametrize("name", DRAWN)
def test_scheme(name: str, scheme: Any) -> None:
    with pytest.raises(OptionError, match='scheme must be "rows", "stratified" or "poisson", not'):
        DRAWN[name](scheme=scheme)


@pytest.mark.parametrize("level", [0, 1, -0.5, 95, "0.95", None, True, math.nan, 1 - 1e-16, [0.95], np.array([0.95])])
@pytest.mark.parametrize("name", [*DRAWN, *LEVELLED])
def test_level(name: str, level: Any) -> None:
    with pytest.raises(OptionError, match="level"):
        (DRAWN | LEVELLED)[name](level=level)


@pytest.mark.parametrize("name", DRAWN)
def test_numbers_of_numpy_are_numbers(name: str) -> None:
    few = {"draws": 60, "seed": 7, "level": 0.75}
    of_numpy = {"draws": np.int64(60), "seed": np.uint8(7), "level": np.float32(0.75)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntervalWarning)
        assert str(DRAWN[name](**of_numpy)) == str(DRAWN[name](**few))


@pytest.mark.parametrize("level", [1e-300, 1e-9, 1 - 1e-9])
@pytest.mark.parametrize("name", DRAWN)
def test_levels_at_the_ends_have_limits_or_a_reason(name: str, level: float) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntervalWarning)
        found = DRAWN[name](level=level, draws=50)
    for one in [found] if isinstance(found, float) else found:
        assert one.low <= one.high or one.reason


# What made the limits


def test_bca_that_does_not_exist_is_called_percentile() -> None:
    with pytest.warns(IntervalWarning, match="BCa limits cannot be computed here; percentile limits are used instead"):
        found = accuracy.interval(TRUTH, A, method="bca", draws=2, seed=1)
    assert found.method == "percentile"
    assert accuracy.interval(TRUTH, A, method="bca", draws=200).method == "bca"


def test_of_several_values_some_of_which_have_bca_limits_both_are_named() -> None:
    truth = np.repeat(np.arange(4), 12)
    pred = np.where(np.random.default_rng(3).random(48) < 0.7, truth, (truth + 1) % 4)
    with pytest.warns(
        IntervalWarning,
        match="BCa limits cannot be computed here for 1 of 4 values; percentile limits are used instead",
    ):
        found = recall.interval(truth, pred, average=None, method="bca", draws=4, seed=0)
    assert found.method == found[0].method == "bca/percentile"


def test_a_comparison_names_what_made_its_limits_and_its_p_value() -> None:
    with pytest.warns(IntervalWarning, match="BCa limits cannot be computed here"):
        found = accuracy.compare(TRUTH, A, B, method="bca", draws=3, seed=3)
    with pytest.warns(IntervalWarning, match="limits this far out"):
        plain = accuracy.compare(TRUTH, A, B, method="percentile", draws=3, seed=3)
    assert found.method == "percentile"
    assert found.signature.endswith("|paired:percentile")
    assert (found.low, found.high, found.p_value) == (plain.low, plain.high, plain.p_value)


@pytest.mark.parametrize("method", ["bca", "percentile", "basic"])
@pytest.mark.parametrize("seed", range(6))
def test_a_higher_level_of_the_same_method_is_never_narrower(method: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    truth = random.integers(0, 2, 25)
    pred = np.where(random.random(25) < 0.85, truth, 1 - truth)
    before: dict[str, Interval] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntervalWarning)
        for level in np.linspace(0.05, 0.99, 20).tolist():
            found = cohen_kappa.interval(truth, pred, method=method, level=level, draws=120, seed=seed)
            last = before.get(found.method, found)
            assert found.low <= last.low <= last.high <= found.high, (level, found, last)
            before[found.method] = found


def test_limits_that_so_few_draws_cannot_tell_say_so() -> None:
    with pytest.warns(IntervalWarning, match=r"limits this far out rest on 0\.5 of 20 draws: take draws=1_000"):
        accuracy.interval(TRUTH, A, method="percentile", draws=20)
