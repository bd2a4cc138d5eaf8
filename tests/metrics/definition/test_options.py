"""What a metric is asked for: data by position or name, options that exist, hints for those that do not."""

from __future__ import annotations

import inspect
import warnings
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from metrics.cases import OPTIONS as OPTIONS_OF

import concordant
from concordant import accuracy, cohen_kappa, f1, net_benefit, roc_auc
from concordant.errors import ConcordantError, InputTypeError, OptionError
from concordant.metrics.definition.kinds import CLASS_RANKINGS
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import ADVICE, OF_OTHER_CALLS, OTHER_OPTIONS

LABELS = [0, 1, 1, 0, 1, 0], [0, 1, 0, 0, 1, 1]


@pytest.mark.parametrize("option", ["average", "pos_label"])
@pytest.mark.parametrize("odd", [np.array([1, 2]), pd.DataFrame({"a": [1]}), pd.NA, np.ma.masked], ids=type)
def test_the_error_names_the_option_and_what_came(option: str, odd: Any) -> None:
    for call in (lambda **given: f1(*LABELS, **given), lambda **given: f1.of(f1.state(*LABELS), **given)):
        with pytest.raises(OptionError, match=rf"{option} must be one value, a word, a number or a label, not \w+"):
            call(**{option: odd})


RNG = np.random.default_rng(4)
TRUTH, PRED = [0, 1, 1, 0] * 6, [0, 1, 0, 0] * 6
SCORE = np.linspace(0.05, 0.95, 24).tolist()
RANKED = RNG.integers(0, 2, (12, 3)), RNG.random((12, 3)), RNG.random((12, 3))
CLASSES = np.arange(24) % 3, RNG.dirichlet([1, 1, 1], 24), RNG.dirichlet([1, 1, 1], 24)
MEASURED = [[1.0, 2.0, 1.5], [3.0, 3.5, 3.0], [5.0, 5.5, 5.2], [2.0, 2.5, 2.2], [4.0, 4.2, 4.1]]
ROWS = {
    "labels": (TRUTH, PRED, PRED[::-1]),
    "scores": (TRUTH, SCORE, SCORE[::-1]),
    "probabilities": (TRUTH, SCORE, SCORE[::-1]),
    "decisions": (TRUTH, SCORE, SCORE[::-1]),
    "measurements": (SCORE, SCORE[::-1], SCORE),
    "panel": ([[0, 1, 1], [1, 1, 1], [0, 0, 0], [1, 0, 1], [0, 0, 1], [1, 1, 1]],),
    "numbers": (MEASURED, [1.0, 3.0, 5.0, 2.0, 4.0]),
}
HOSTILE = [None, "2", [1], 10**400, 10**30, float("nan"), float("inf"), -1]
HOSTILE += [np.array([1, 2]), pl.Series([1, 2]), pd.DataFrame({"a": [1]}), pd.NA, {1: 2}, b"x", object()]
OF_CALLS = ("level", "method", "draws", "seed", "scheme", "simultaneous")


def rows_and_needed(metric: Metric) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Columns of one or two models, and values of the options without a default."""
    rows = ROWS.get(metric.facts.input) or (CLASSES if metric.kind is CLASS_RANKINGS else RANKED)
    if metric.name == "expected_cost":
        return rows, {"cost": [[0, 1], [1, 0]]}
    usual = next(iter(OPTIONS_OF.get(metric.name, [{}])), {})
    return rows, {option: value for option, value in usual.items() if option in metric.required_options}


@pytest.mark.parametrize("name", concordant.metrics.names())
def test_every_option_of_every_call_takes_a_hostile_value_or_raises_our_own_error(name: str) -> None:
    metric = concordant.metrics.get(name)
    rows, needed = rows_and_needed(metric)
    data = rows[: len(metric.data)]
    state = metric.state(*data, **({} if metric.quantity is None else needed))
    several = metric.facts.input not in ("panel", "numbers")
    drawn = {"draws": 4} if several else {}
    for option in (*metric.options, *metric.reading_options, *OF_CALLS):
        for value in HOSTILE:
            asked = {**needed, option: value}
            if option not in OF_CALLS:
                taken_or_refused(metric, *data, **asked)
            if option in (*metric.options, "undefined"):
                taken_or_refused(metric.of, state, **asked)
            if option != "draws" or not isinstance(value, int) or value < 0:  # so many would take their time
                taken_or_refused(metric.interval, *data, **{**drawn, **asked})
            if several:
                taken_or_refused(metric.compare, *rows, **{**drawn, **asked})


def taken_or_refused(call: Any, *data: Any, **asked: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            call(*data, **asked)
        except ConcordantError as error:
            assert len(str(error)) > 20  # noqa: PT017  (that it says something)


NAN, INF = float("nan"), float("inf")
NO_RANGES = [(0.5, 0.5), (0.6, 0.5), (-0.1, 0.5), (0, 1.1), (0, NAN), 0.5, (0, 0.5, 1)]
NO_SHARES = [0, 1.5, -0.1, NAN, True, "0.1"]
WORDS = "average closed kind level_of_measurement maximise mean model multi_class norm reduction sample score "
WORDS += "standardizer strategy ties type unit weights"
WRONG: dict[str, list[Any]] = {
    **{word: ["nonsense"] for word in WORDS.split()},
    **{rate: [95, True, -0.1] for rate in ("precision", "recall", "sensitivity", "specificity")},
    "beta": [-0.001, INF, NAN],
    "correction": [-0.1, 1.5, NAN, "a", None, True],
    "coverage": [0.0, 1.0, 95],
    "depth": [*NO_SHARES, None],
    "edges": [[0, 0.5, 0.5, 1], [0.1, 1], ["a", "b"]],
    "fpr": NO_RANGES,
    "ignore_ties": [1],
    "k": [0, 1.5, "2", True],
    "log_base": [1, INF],
    "max_fpr": NO_SHARES,
    "n_bins": [0, -1, True],
    "prevalence": [*NO_SHARES, 1, [0.1], 1j],
    "prior": ["hand", (0, 1), (1, 2, 3), (1, INF), None, [2, 2]],
    "span": [*NO_SHARES, None],
    "threshold": [-0.1, 1.5, NAN, INF, "0.2", None, True],
    "thresholds": [[], [0.2, 0.1], [0.1, 0.1], [0.5, 1.0], [-0.1], [NAN], [[0.1]], 0.2, ["a"], "max"],
    "tpr": NO_RANGES,
    "within": [-1, NAN, True, "1", None],
}


# What goes with an option, where it means nothing alone.
BESIDE: dict[tuple[str, str], dict[str, Any]] = {
    ("murphy_decomposition", "closed"): {"n_bins": 2},
    ("murphy_decomposition", "strategy"): {"n_bins": 2},
    ("partial_auc", "average"): {"max_fpr": 0.5},
}


@pytest.mark.parametrize("option", WRONG)
def test_what_an_option_cannot_be_is_refused_by_every_metric_that_has_it(option: str) -> None:
    having = [one for one in concordant.metrics.find() if option in (*one.options, *one.reading_options)]
    assert having
    for metric in having:
        rows, needed = rows_and_needed(metric)
        data, beside = rows[: len(metric.data)], BESIDE.get((metric.name, option), {})
        several = option == "average" and metric.facts.input in ("scores", "probabilities")
        for value in WRONG[option]:
            asked = {**needed, **beside, option: value}
            for columns in (data, CLASSES[:2]) if several else (data,):
                with pytest.raises(OptionError, match=f"^{option} must "):
                    metric(*columns, **asked)
            if option in metric.options and not metric.state_options:
                with pytest.raises(OptionError, match=f"^{option} must "):
                    metric.of(metric.state(*data), **asked)


Y = np.array([0, 1] * 20)
P = np.where(np.arange(40) % 5 == 0, 1 - Y, Y)
Q = np.where(np.arange(40) % 7 == 0, 1 - Y, Y)
S = np.clip(Y * 0.4 + 0.3 + 0.3 * np.sin(np.arange(40)), 0, 1)
R = np.clip(Y * 0.3 + 0.3 + 0.3 * np.cos(np.arange(40)), 0, 1)


# -- data by name ---------------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_data_are_taken_by_position_and_by_name() -> None:
    assert cohen_kappa.interval(y_true=Y, y_pred=P) == cohen_kappa.interval(Y, P)
    assert cohen_kappa.interval(Y, y_pred=P).to_dict() == cohen_kappa.interval(Y, P).to_dict()
    assert roc_auc.interval(y_score=S, y_true=Y).low == roc_auc.interval(Y, S).low
    by_name = roc_auc.compare(y_true=Y, pred_a=S, pred_b=R)
    assert by_name.p_value == roc_auc.compare(Y, S, R).p_value
    assert accuracy.compare(Y, pred_b=Q, pred_a=P).difference == accuracy.compare(Y, P, Q).difference
    assert accuracy.compare_independent(data_a=(Y, P), data_b=(Y, Q)).p_value > 0
    assert len(accuracy.compare(Y, P, Q, Y)) == 3


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: cohen_kappa.interval(Y), "cohen_kappa.interval takes y_true and y_pred; y_pred is absent."),
        (
            lambda: cohen_kappa.interval(Y, P, y_true=Y),
            "cohen_kappa.interval got y_true twice: by position and by name.",
        ),
        (
            lambda: cohen_kappa.interval(Y, P, Q),
            "cohen_kappa.interval takes 2 columns of data, y_true and y_pred, not 3; options are given by name.",
        ),
        (
            lambda: roc_auc.interval(y_true=Y, y_pred=S),
            "roc_auc.interval takes y_true and y_score; y_score is absent, and y_pred= is not known here.",
        ),
        (lambda: accuracy.compare(Y, P), "accuracy.compare takes y_true, pred_a and pred_b; pred_b is absent."),
        (
            lambda: cohen_kappa(Y, P, wieghts="linear"),
            (
                "cohen_kappa has no option 'wieghts'; its options are weights, prevalence, labels, sample_weight, "
                "missing, missing_labels, undefined. Did you mean 'weights'?"
            ),
        ),
        (
            lambda: cohen_kappa.of(cohen_kappa.state(Y, P), labels=[0, 1]),
            "cohen_kappa.of has no option 'labels'; its options are weights, prevalence, undefined.",
        ),
        (
            lambda: net_benefit.interval(Y, S),
            "net_benefit.interval needs threshold=: net_benefit.interval(y_true, y_prob, threshold=...).",
        ),
        (
            lambda: net_benefit.of(net_benefit.state(Y, S)),
            "net_benefit.of needs threshold=: net_benefit.of(state, threshold=...).",
        ),
    ],
)
def test_data_and_options_that_are_absent_or_not_known_are_named(call: Any, message: str) -> None:
    with pytest.raises(InputTypeError) as caught:
        call()
    assert str(caught.value) == message
    assert isinstance(caught.value, TypeError)


# -- options --------------------------------------------------------------------------------------------------------


# -- names ----------------------------------------------------------------------------------------------------------


def test_options_from_elsewhere_are_options_of_some_call_here() -> None:
    shared = {"level", "method", "cluster", "draws", "seed", "sample_weight", "undefined", "pos_label", "alternative"}
    shared |= {"missing", "missing_labels", "labels"}
    own = {option for metric in concordant.metrics.find() for option in metric.options}
    assert set(OTHER_OPTIONS.values()) <= shared | own
    assert not own & set(OTHER_OPTIONS)
    calls = {call: inspect.signature(getattr(Metric, call)).parameters for call in OF_OTHER_CALLS.values()}
    assert all(option in calls[call] for option, call in OF_OTHER_CALLS.items())
    assert not (set(ADVICE) & set(OF_OTHER_CALLS))


@pytest.mark.parametrize(
    ("call", "option", "advice"),
    [
        (f1, "zero_division", "Did you mean 'undefined'?"),
        (f1, "num_classes", "Did you mean 'labels'?"),
        (f1, "sample_weights", "Did you mean 'sample_weight'?"),
        (f1, "ignore_index", "Did you mean 'missing_labels'?"),
        (roc_auc, "ignore_index", "Did you mean 'missing_labels'?"),
        (concordant.coverage_error, "ignore_index", "Leave out rows of this label before the call."),
        (f1, "task", "Leave it out: nothing depends on it here."),
        (f1, "multi_class", 'Of several classes choose an average, such as average="macro".'),
        (f1, "threshold", "Labels at a threshold are compared as such: y_pred = y_score >= threshold."),
        (f1, "top_k", "See top_k_accuracy and recall_at_k."),
        (f1, "beta", "See f_beta."),
        (f1, "nan_policy", "Did you mean 'missing'?"),
        (cohen_kappa, "distance", "Did you mean 'weights'?"),
        (cohen_kappa.state, "ignore_index", "Did you mean 'missing_labels'?"),
        (cohen_kappa, "alpha", "level= is an option of cohen_kappa.interval."),
        (roc_auc, "random_state", "seed= is an option of roc_auc.interval."),
        (roc_auc, "margin", "margin= is an option of roc_auc.compare."),
        (cohen_kappa.interval, "confidence_level", "Did you mean 'level'?"),
        (f1, "averag", "Did you mean 'average'?"),
        (concordant.evaluate, "ignore_index", "Did you mean 'missing_labels'?"),
    ],
)
def test_an_option_of_another_library_leads_to_ours(call: Any, option: str, advice: str) -> None:
    with pytest.raises(InputTypeError) as caught:
        call(Y, P, **{option: 1})
    assert f"no option {option!r}; its options are " in str(caught.value)
    assert str(caught.value).endswith(f". {advice}")
