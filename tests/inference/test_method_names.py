"""Methods by name: those that a message lists exist, each kind of data has them, and no other is in the lists."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import concordant
from concordant.errors import OptionError
from concordant.inference.comparisons.compare import METHODS as COMPARING
from concordant.inference.intervals.methods import METHODS as INTERVALS
from concordant.inference.method_names import METHOD_NAMES
from concordant.metrics.definition.metric import Metric

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
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return getattr(metric, call)(*data[call], method=method, draws=20, **OPTIONS.get(metric.name, {}))


EACH = [(call, kind) for call, kinds in METHOD_NAMES.items() for kind in kinds]
each_kind = pytest.mark.parametrize(("call", "kind"), EACH)


def test_the_lists_hold_every_method_and_no_other() -> None:
    listed = {call: {name for names in kinds.values() for name in names} for call, kinds in METHOD_NAMES.items()}
    assert listed["interval"] == set(INTERVALS)
    assert listed["compare"] | listed["compare_independent"] == set(COMPARING)


@each_kind
def test_no_list_names_a_method_twice(call: Any, kind: Any) -> None:
    names = METHOD_NAMES[call][kind]
    assert len(set(names)) == len(names)


@each_kind
def test_each_method_of_a_kind_is_taken_by_some_metric_of_it(call: Any, kind: Any) -> None:
    metrics = [concordant.metrics.get(name) for name in [*SOME[kind], *MORE.get((kind, call), [])]]
    taken = set()
    for method in METHOD_NAMES[call][kind]:
        for metric in metrics:
            try:
                ask(metric, call, kind, method)
            except OptionError:
                continue
            taken.add(method)
            break
    assert taken >= set(METHOD_NAMES[call][kind]) - OF_OTHER_ROWS


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
        ("interval", "labels", "wilsom", "'wilson'"),
        ("interval", "labels", "boostrap", "'percentile'"),
        ("interval", "labels", "Clopper_Pearson", "'exact'"),
        ("interval", "scores", "delng", "'delong'"),
        ("compare", "labels", "mcnemr", "'mcnemar'"),
        ("compare", "scores", "boostrap", "'bootstrap'"),
        ("compare_independent", "labels", "mietinen", "'miettinen-nurminen'"),
        ("compare_independent", "probabilities", "newcombe", "'mover'"),
    ],
)
def test_a_misspelt_method_is_refused_with_the_nearest_and_those_of_the_kind(
    call: Any, kind: Any, method: str, hint: str
) -> None:
    with pytest.raises(OptionError) as caught:
        ask(concordant.metrics.get(SOME[kind][0]), call, kind, method)
    listed = ", ".join(map(repr, METHOD_NAMES[call][kind]))
    assert str(caught.value) == f"method must be None or one of {listed}, not {method!r}. Did you mean {hint}?"


@each_kind
@pytest.mark.parametrize("method", [["bca"], 3, "", "qqqq", b"bca", np.array(["bca"])])
def test_what_is_no_method_is_refused(call: Any, kind: Any, method: Any) -> None:
    with pytest.raises(OptionError, match=r"^method must be None or one of"):
        ask(concordant.metrics.get(SOME[kind][0]), call, kind, method)
