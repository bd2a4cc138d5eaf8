"""Limits of metrics that are made of others: the parts make the metric, rare classes, delta method, two shares."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import balanced_accuracy, informedness, metrics, recall, roc_auc
from concordant.errors import OptionError
from concordant.inference.influence.influences import Spread
from concordant.inference.influence.tables import cell_influence
from concordant.inference.intervals.estimand import Limits, Question
from concordant.inference.intervals.methods import default_limits
from concordant.inference.intervals.parts import made_of, mover_limits, reach
from concordant.inference.samples.cells import CellSample
from concordant.inference.samples.gather import samples_of
from concordant.inference.samples.sample import Units
from concordant.states import Counts

pytestmark = pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
RNG = np.random.default_rng(44)
N = 150
WEIGHT = RNG.random(N) + 0.2
NEEDED: dict[str, dict[str, Any]] = {
    "f_beta": {"beta": 2.0},
    "net_benefit": {"threshold": 0.3},
    "net_interventions_avoided": {"threshold": 0.3},
    "partial_auc": {"max_fpr": 0.2},
    "gain_at": {"depth": 0.2},
    "lift_at": {"depth": 0.2},
    "precision_at_k": {"k": 60},
    "recall_at_k": {"k": 60},
    "precision_at_recall": {"recall": 0.6},
    "recall_at_precision": {"precision": 0.5},
    "sensitivity_at_specificity": {"specificity": 0.7},
    "specificity_at_sensitivity": {"sensitivity": 0.7},
}
LABELS = {"two labels": [0, 1], "four labels": [0, 1, 2, 3], "indicators": None}


def _rows(kind: str, input_: str) -> tuple[Any, Any]:
    if kind == "indicators":
        truth = RNG.integers(0, 2, (N, 3))
        wrong = RNG.random((N, 3)) < 0.3
        return truth, np.where(wrong, 1 - truth, truth) if input_ == "labels" else RNG.random((N, 3)) / 2 + truth / 2
    classes = len(LABELS[kind] or ())
    truth = RNG.integers(0, classes, N)
    if input_ == "labels":
        return truth, np.where(RNG.random(N) < 0.4, RNG.integers(0, classes, N), truth)
    prob = RNG.dirichlet([1] * classes, N) + np.eye(classes)[truth] / 2
    prob /= prob.sum(1, keepdims=True)
    return truth, prob[:, 1] if classes == 2 else prob


def _made() -> list[Any]:
    """Every metric that has parts for such rows, with the options that give them."""
    found = []
    for metric in metrics.find():
        if metric.facts.input in ("panel", "numbers"):  # none is made of parts
            continue
        for kind in LABELS:
            input_ = "labels" if metric.facts.input == "labels" else "scores"
            averages = ["macro", "binary", None] if "average" in metric.options else [...]
            for average in averages:
                own = {**NEEDED.get(metric.name, {}), **({} if average is ... else {"average": average})}
                question = _asked(metric, kind, input_, own)
                if question is not None:
                    found.append(pytest.param(question, id=f"{metric.name} {kind} {'' if average is ... else average}"))
    return found


def _asked(metric: Any, kind: str, input_: str, options: Any) -> Question | None:
    truth, other = _rows(kind, input_)
    reading = {"sample_weight": WEIGHT, "cluster": None, "labels": LABELS[kind]}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            (sample,) = samples_of(
                metric, truth, [other], ["y_pred" if input_ == "labels" else "y_score"], reading, options
            )
            metric.check(sample.state, options)
            if metric.parts(sample.state, options) is None:
                return None
            question = Question(metric, options, sample)
            return question if made_of(question) is not None and question.value is not None else None
        except (OptionError, ValueError, TypeError):
            return None  # not for such rows


MADE = _made()


def test_many_metrics_are_made_of_others() -> None:
    names = {case.id.split()[0] for case in MADE}
    assert names >= {
        "recall",
        "f1",
        "f_beta",
        "precision",
        "balanced_accuracy",
        "informedness",
        "markedness",
        "roc_auc",
    }
    assert names >= {"geometric_mean", "macro_mean_absolute_error", "hand_till_auc", "average_precision", "net_benefit"}


@pytest.mark.parametrize("question", MADE)
def test_the_parts_make_the_metric(question: Question) -> None:
    made = made_of(question)
    assert made is not None
    found = made.at(0.95, default_limits)
    assert_allclose(found.combine(found.values), question.value, rtol=1e-10)
    # and rise with each of them
    assert (np.nan_to_num(found.moves_down) >= -1e-12).all()
    assert (np.nan_to_num(found.moves_up) >= -1e-12).all()


@pytest.mark.parametrize("question", MADE)
def test_symmetric_limits_of_all_parts_are_the_delta_method(question: Question) -> None:
    def symmetric(part: Question) -> Limits:
        half = 1e-6 * part.se
        return Limits(part.value - half, part.value + half, part.se, "delta")

    made = made_of(question)
    assert made is not None
    if not all(isinstance(one, Question) for one in made.asked):
        pytest.skip("shares have their Wilson limits")
    limits = mover_limits(question, symmetric)
    moved = np.nan_to_num(question.se) > 1e-12  # rates of two classes can cancel: then there are no limits
    assert (np.isnan(limits.low) == ~moved).all()
    assert_allclose(((limits.high - limits.low) / 2)[moved], 1e-6 * question.se[moved], rtol=1e-4)
    assert_allclose(limits.se, question.se, rtol=1e-7, atol=1e-12)


# -- rare classes --------------------------------------------------------------------------------------------------


def test_a_rare_class_without_an_error_is_not_certain() -> None:
    truth, prediction = [1] * 3 + [0] * 297, [1] * 3 + [1] * 15 + [0] * 282
    found = balanced_accuracy.interval(truth, prediction)
    assert found.method == "mover"
    rare, often = 3 / (3 + 1.959963984540054**2), recall.interval(truth, prediction, pos_label=0)
    reach_down = np.hypot((1 - rare) / 2, (often.value - often.low) / 2)
    assert_allclose(found.low, found.value - reach_down, atol=2e-3)
    assert_allclose(found.low, 0.69, atol=0.01)
    assert balanced_accuracy.interval(truth, prediction, method="logit").low > 0.95


def test_parts_without_an_error_add_their_whole_reach() -> None:
    units = Units(np.ones(4), np.ones(4))
    spread = Spread(units, np.array([[0.0, 1], [0, -1], [0, 1], [0, -1]]))
    down, up = reach(spread, np.array([[0.3], [0.4]]), np.array([[0.0], [0.4]]))
    assert_allclose([down[0], up[0]], [0.5, 0.4], rtol=1e-12)


def test_perfect_models_have_limits_below_one() -> None:
    found = balanced_accuracy.interval([0] * 20 + [1] * 10, [0] * 20 + [1] * 10)
    assert found.high == found.value == 1
    z = 1.959963984540054**2
    assert_allclose(found.low, 1 - np.hypot(z / (20 + z), z / (10 + z)) / 2, rtol=1e-9)


def test_a_class_that_does_not_occur_is_left_out() -> None:
    truth, prediction = [0, 1] * 30, [0, 1] * 25 + [1, 0] * 5
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = recall.interval(truth, prediction, labels=[0, 1, 2], average="macro")
    alone = recall.interval(truth, prediction, labels=[0, 1], average="macro")
    assert_allclose([found.low, found.high], [alone.low, alone.high], rtol=1e-9)


# -- two shares ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cells", [(56, 14, 32, 48), (30, 5, 9, 60), (9, 3, 12, 40)])
def test_two_independent_shares_are_nearly_newcombes(cells: tuple[int, int, int, int]) -> None:
    tp, fn, fp, tn = cells
    counts = Counts.from_table([[tn, fp], [fn, tp]])
    found = informedness.interval_of(counts, average="binary")
    a, b = recall.interval_of(counts), recall.interval_of(counts, pos_label=0)
    low = found.value - np.hypot(a.value - a.low, b.value - b.low)
    high = found.value + np.hypot(a.high - a.value, b.high - b.value)
    assert_allclose([found.low, found.high], [low, high], atol=0.012)


def test_many_skewed_parts_average_their_middles() -> None:
    # five independent shares of 20 rows: the middle of their mean lies beside it as that of each, not sqrt(5) as far
    psi = np.kron(np.eye(5), np.array([[1.0], [-1.0]]))
    spread = Spread(Units(np.ones(10), np.ones(10)), psi)
    down, up = reach(spread, np.full((5, 1), 0.3 / 5), np.full((5, 1), 0.1 / 5))
    half = 0.2 / 5 * np.sqrt(5)
    assert_allclose([down[0], up[0]], [half + 0.1 / 5, half - 0.1 / 5], rtol=1e-9)


def test_what_is_not_made_of_others_is_refused() -> None:
    with pytest.raises(OptionError, match="and roc_auc has none with these options"):
        roc_auc.interval([0, 1] * 20, range(40), method="mover")
    with pytest.raises(OptionError, match="and recall has none with these options"):
        recall.interval([0, 1] * 20, [0, 0, 1, 1] * 10, method="mover")


# -- influences of each class --------------------------------------------------------------------------------------


def _each() -> list[Any]:
    return [one for one in metrics.find() if one.facts.input == "labels" and "average" in one.options]


@pytest.mark.parametrize("metric", _each(), ids=lambda metric: metric.name)
def test_influences_of_each_class_are_those_of_the_whole_table(metric: Any) -> None:
    options = {**NEEDED.get(metric.name, {}), "average": None}
    table = RNG.integers(1, 30, (4, 4)).astype(float)
    sample = CellSample.of_counts(Counts.from_table(table)) if hasattr(CellSample, "of_counts") else None
    if sample is None:
        (sample,) = samples_of(metric, *(x for x in _pair(table)), ["y_pred"], {"cluster": None}, options)
    found = sample.influence(metric, options)
    cells = np.unique(sample.cell, return_inverse=True)
    whole = cell_influence(lambda counts: metric.formula(counts, **options), sample.state, cells[0])[cells[1]]
    assert_allclose(found, whole, rtol=1e-9, atol=1e-9)


def _pair(table: Any) -> tuple[Any, list[Any]]:
    truth, prediction = (np.repeat(x.ravel(), table.ravel().astype(int)) for x in np.indices(table.shape))
    return truth, [prediction]
