"""Options of resampling and the level are checked before anything is computed, wherever they are taken."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import concordant
from concordant import accuracy, best_threshold, cohen_kappa, planning, recall, roc_auc
from concordant.decisions import guaranteed_threshold, ordinal_cut_points
from concordant.errors import IntervalWarning, OptionError
from concordant.inference.comparisons.compare import METHODS as COMPARING
from concordant.inference.intervals.methods import METHODS as INTERVALS
from concordant.inference.method_names import METHOD_NAMES
from concordant.metrics.definition.metric import Metric

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
RNG = np.random.default_rng(5)
TRUTH = RNG.integers(0, 2, 30)
PRED = np.where(RNG.random(30) < 0.7, TRUTH, 1 - TRUTH)
OTHER = np.where(RNG.random(30) < 0.8, TRUTH, 1 - TRUTH)
SCORES = np.clip(0.25 + 0.5 * TRUTH + 0.2 * RNG.normal(size=30), 0.01, 0.99)
OTHERS = np.clip(0.25 + 0.5 * TRUTH + 0.3 * RNG.normal(size=30), 0.01, 0.99)
RANKED = np.eye(3)[RNG.integers(0, 3, 30)]
ROWS: dict[str, tuple[Any, Any, Any]] = {
    "labels": (TRUTH, PRED, OTHER),
    "scores": (TRUTH, SCORES, OTHERS),
    "probabilities": (TRUTH, SCORES, OTHERS),
    "decisions": (TRUTH, SCORES - 0.5, OTHERS - 0.5),
    "rows": (RANKED, RNG.random((30, 3)), RNG.random((30, 3))),
    "measurements": (SCORES, OTHERS, SCORES[::-1]),
}
# Metrics of a kind that among them take every method of the kind.
SOME = {
    "labels": ["accuracy", "balanced_accuracy", "recall", "diagnostic_odds_ratio"],
    "scores": ["roc_auc", "average_precision", "kolmogorov_smirnov", "operating_point"],
    "probabilities": ["brier_score", "calibration_slope", "expected_calibration_error", "net_benefit"],
    "decisions": ["hinge_loss"],
    "rows": ["coverage_error", "one_error", "discounted_cumulative_gain"],
    "measurements": ["pearson_correlation", "concordance_correlation"],
}
OPTIONS = {"net_benefit": {"threshold": 0.4}}
# Limits of scores that separate the classes, of means over classes, of ratios of probabilities.
OF_OTHER_ROWS = {"pairs", "mover", "log"}
# Beside those: an information, and as a share of an entropy, shares of rows in each bin, ratios of shares.
MORE = {
    ("labels", "interval"): ["mutual_information", "uncertainty_coefficient"],
    ("probabilities", "interval"): ["calibration_curve"],
    ("probabilities", "compare"): ["observed_expected_ratio"],
}


def ask(metric: Metric, call: str, kind: str, method: Any) -> Any:
    truth, first, second = ROWS[kind]
    data: dict[str, tuple[Any, ...]] = {
        "interval": (truth, first),
        "compare": (truth, first, second),
        "compare_independent": ((truth, first), (truth, second)),
    }
    return getattr(metric, call)(*data[call], method=method, draws=20, **OPTIONS.get(metric.name, {}))


EACH = [(call, kind) for call, kinds in METHOD_NAMES.items() for kind in kinds]
each_kind = pytest.mark.parametrize(("call", "kind"), EACH)


def test_the_lists_hold_every_method_once_and_no_other() -> None:
    listed = {call: {name for names in kinds.values() for name in names} for call, kinds in METHOD_NAMES.items()}
    assert listed["interval"] == set(INTERVALS)
    assert listed["compare"] | listed["compare_independent"] == set(COMPARING)
    assert all(len(set(names)) == len(names) for kinds in METHOD_NAMES.values() for names in kinds.values())


@each_kind
def test_each_method_of_a_kind_is_taken_by_some_metric_of_it(call: Any, kind: Any) -> None:
    metrics = [concordant.metrics.get(name) for name in [*SOME[kind], *MORE.get((kind, call), [])]]
    for method in METHOD_NAMES[call][kind]:
        if method not in OF_OTHER_ROWS:
            refused = 0
            for metric in metrics:
                try:
                    ask(metric, call, kind, method)
                except OptionError:
                    refused += 1
            assert refused < len(metrics), method


@each_kind
def test_methods_of_other_kinds_are_taken_by_no_metric_of_this_one(call: Any, kind: Any) -> None:
    every = {name for names in METHOD_NAMES[call].values() for name in names}
    for name in SOME[kind]:
        for method in sorted(every - set(METHOD_NAMES[call][kind])):
            with pytest.raises(OptionError):
                ask(concordant.metrics.get(name), call, kind, method)


@pytest.mark.parametrize(
    ("call", "kind", "method", "hint"),
    [
        ("interval", "labels", "Clopper_Pearson", "'exact'"),
        ("interval", "scores", "delng", "'delong'"),
        *(("interval", "labels", gone, "'score'") for gone in ("jackknife", "haldane", "perks")),
        *(("interval", "scores", gone, "'score'") for gone in ("boyd", "boyd-wald")),
        ("compare", "scores", "boostrap", "'bootstrap'"),
        ("compare_independent", "probabilities", "newcombe", "'mover'"),
    ],
)
def test_a_misspelt_or_former_method_is_refused_with_the_nearest_and_those_of_the_kind(
    call: Any, kind: Any, method: str, hint: str
) -> None:
    with pytest.raises(OptionError) as caught:
        ask(concordant.metrics.get(SOME[kind][0]), call, kind, method)
    listed = ", ".join(map(repr, METHOD_NAMES[call][kind]))
    assert str(caught.value) == f"method must be {listed} or None, not {method!r}. Did you mean {hint}?"


@each_kind
@pytest.mark.parametrize("method", [["bca"], 3, "", np.array(["bca"])])
def test_what_is_no_method_is_refused(call: Any, kind: Any, method: Any) -> None:
    with pytest.raises(OptionError, match=r"^method must be '"):
        ask(concordant.metrics.get(SOME[kind][0]), call, kind, method)


Y, A, B = [0, 1, 1, 0] * 9, [0, 1, 0, 0] * 9, [1, 1, 0, 0] * 9
SCORE = np.linspace(0, 1, 36)

DRAWN: dict[str, Callable[..., Any]] = {
    "interval": lambda **how: accuracy.interval(Y, A, method="bca", **how),
    "interval by delta": lambda **how: cohen_kappa.interval(Y, A, method="delta", **how),
    "interval of scores": lambda **how: roc_auc.interval(Y, SCORE, method="percentile", **how),
    "interval by score": lambda **how: cohen_kappa.interval(Y, A, **how),
    "simultaneous": lambda **how: recall.interval(Y, A, average=None, simultaneous="max-t", **how),
    "compare": lambda **how: accuracy.compare(Y, A, B, method="percentile", **how),
    "compare by permutation": lambda **how: accuracy.compare(Y, A, B, method="permutation", **how),
    "compare_independent": lambda **how: accuracy.compare_independent((Y, A), (Y, B), method="bca", **how),
}
SEEDED: dict[str, Callable[..., Any]] = {
    "best_threshold": lambda **how: best_threshold(Y, SCORE, "f1", **how),
    "guaranteed_threshold": lambda **how: guaranteed_threshold(Y, SCORE, "recall >= 0.1", **how),
    "ordinal_cut_points": lambda **how: ordinal_cut_points(Y, SCORE, **how),
    "planning.simulate": lambda **how: planning.simulate("accuracy", Y, A, width=0.1, n=50, runs=100, **how),
}
LEVELLED: dict[str, Callable[..., Any]] = {
    "interval_of": lambda **how: accuracy.interval_of(accuracy.state(Y, A), **how),
    "planning.proportion": lambda **how: planning.proportion(0.9, width=0.1, **how),
}


# option -> the calls that take it, values that it cannot have, and what is said
WRONG: dict[str, tuple[dict[str, Any], list[Any], str]] = {
    "draws": (
        DRAWN,
        [1, 1.5, "many", None, True, 10**9, np.array([100])],
        "draws is how many samples are drawn, a whole number from 2 to 100,000,000",
    ),
    "seed": (DRAWN | SEEDED, [-1, 1.5, "a", None, True], "seed must be a whole number, at least 0, not"),
    "scheme": (DRAWN, ["row", None, ["rows"]], "scheme must be 'rows', 'stratified' or 'poisson', not"),
    "level": (DRAWN | LEVELLED, [0, 1, 95, "0.95", None, True, math.nan, 1 - 1e-16, np.array([0.95])], "level"),
}


@pytest.mark.parametrize(("option", "name"), [(option, name) for option, wrong in WRONG.items() for name in wrong[0]])
def test_what_an_option_cannot_be_is_refused_wherever_it_is_taken(option: str, name: str) -> None:
    calls, values, words = WRONG[option]
    for value in values:
        with pytest.raises(OptionError, match=words):
            calls[name](**{option: value})


def test_of_a_generator_the_seed_is_drawn() -> None:
    with pytest.raises(OptionError, match=r"take seed=int\(numpy.random.default_rng\(\).integers\(2\*\*32\)\)\.$"):
        DRAWN["interval"](seed=np.random.default_rng(0))


@pytest.mark.parametrize("name", DRAWN)
def test_numbers_of_numpy_are_numbers_and_levels_at_the_ends_have_limits_or_a_reason(name: str) -> None:
    of_numpy = {"draws": np.int64(60), "seed": np.uint8(7), "level": np.float32(0.75)}
    assert str(DRAWN[name](**of_numpy)) == str(DRAWN[name](draws=60, seed=7, level=0.75))
    for level in (1e-300, 1 - 1e-9):
        result = DRAWN[name](level=level, draws=50)
        for interval in [result] if isinstance(result, float) else result:
            assert interval.low <= interval.high or interval.reason


# -- what made the limits ------------------------------------------------------------------------------------------


def test_bca_that_does_not_exist_is_called_percentile() -> None:
    with pytest.warns(IntervalWarning, match="BCa limits cannot be computed here; percentile limits are used instead"):
        result = accuracy.interval(Y, A, method="bca", draws=2, seed=1)
    assert result.method == "percentile"
    assert accuracy.interval(Y, A, method="bca", draws=200).method == "bca"


def test_of_several_values_some_of_which_have_bca_limits_both_are_named() -> None:
    truth = np.repeat(np.arange(4), 12)
    pred = np.where(np.random.default_rng(3).random(48) < 0.7, truth, (truth + 1) % 4)
    with pytest.warns(
        IntervalWarning,
        match="BCa limits cannot be computed here for 1 of 4 values; percentile limits are used instead",
    ):
        result = recall.interval(truth, pred, average=None, method="bca", draws=4, seed=0)
    assert result.method == result[0].method == "bca/percentile"


def test_a_comparison_names_what_made_its_limits_and_its_p_value() -> None:
    with pytest.warns(IntervalWarning, match="BCa limits cannot be computed here"):
        result = accuracy.compare(Y, A, B, method="bca", draws=3, seed=3)
    with pytest.warns(IntervalWarning, match="limits this far out"):
        plain = accuracy.compare(Y, A, B, method="percentile", draws=3, seed=3)
    assert result.method == "percentile"
    assert result.signature.endswith("|paired:percentile")
    assert (result.low, result.high, result.p_value) == (plain.low, plain.high, plain.p_value)


def test_limits_that_so_few_draws_cannot_tell_say_so() -> None:
    with pytest.warns(IntervalWarning, match=r"limits this far out rest on 0\.5 of 20 draws: take draws=1_000"):
        accuracy.interval(Y, A, method="percentile", draws=20)
