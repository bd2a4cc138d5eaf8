"""Samples of rows: several labels a row, and the moments of losses, decisions and measurements."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from concordant import (
    brier_score,
    concordance_correlation,
    f1,
    log_loss,
    metrics,
    pearson_correlation,
    recall,
    standardized_mean_difference,
    top_k_accuracy,
)
from concordant.errors import IntervalWarning, LengthError
from concordant.inference.influence.influences import standard_error
from concordant.inference.intervals.estimand import Estimand
from concordant.inference.samples.gather import sample_of_state, samples_of, split_options
from concordant.inference.samples.rows import MomentSample
from concordant.metrics.definition.metric import Metric
from concordant.states import SampleCounts

RNG = np.random.default_rng(5)
COMMON = RNG.random((150, 1))
TRUTH = (RNG.random((150, 4)) < 0.2 + 0.6 * COMMON).astype(int)  # labels that come together
PREDICTION = np.where(RNG.random((150, 4)) < 0.5 * COMMON, 1 - TRUTH, TRUTH)
AVERAGES = ("macro", "micro", "weighted", None, "samples")


def estimands(metric: Any, *predictions: Any, truth: Any = TRUTH, reading: Any = (), **options: Any) -> list[Estimand]:
    names = [f"pred_{index}" for index in range(len(predictions))]
    result = samples_of(metric, truth, predictions, names, dict(reading), options)
    return [Estimand(metric, options, sample) for sample in result]


@pytest.mark.parametrize("average", AVERAGES)
def test_sparse_matrices_give_the_same(average: Any) -> None:
    (dense,) = estimands(f1, PREDICTION, average=average)
    (thin,) = estimands(f1, sparse.csc_matrix(PREDICTION), truth=sparse.coo_array(TRUTH), average=average)
    assert_allclose([thin.value, thin.se], [dense.value, dense.se], rtol=1e-12)
    assert thin.drawn.shape == dense.drawn.shape
    if average != "samples":  # there the units are the distinct rows
        repeats = RNG.integers(0, 3, (5, len(thin.sample.atoms)))
        drawn = thin.sample.values(f1, {"average": average}, repeats.astype(float))
        for times, value in zip(repeats, drawn, strict=True):
            truth, prediction = (np.repeat(part, times, 0) for part in (TRUTH, PREDICTION))
            assert_allclose(value, f1(truth, prediction, average=average, undefined=np.nan), rtol=1e-12)


def test_samples_average_of_a_state() -> None:
    state = SampleCounts.from_indicators(TRUTH, PREDICTION)
    with pytest.warns(IntervalWarning, match="the samples average is over"):
        a, b = recall.interval_of(state, average="samples"), recall.interval(TRUTH, PREDICTION, average="samples")
    assert_allclose([a.value, a.low, a.high], [b.value, b.low, b.high], rtol=1e-12)


def test_what_rows_with_several_labels_do_not_tell() -> None:
    with pytest.raises(LengthError, match="y_true and pred_0 must have the same number of rows; they have 150 and 149"):
        estimands(f1, PREDICTION[1:], average="macro")


N = 40
TWO, P = RNG.integers(0, 2, N), RNG.random(N)
MANY, MATRIX = RNG.integers(0, 3, N), RNG.dirichlet([2, 2, 2], N)
LABELS = (RNG.random((N, 3)) < 0.5).astype(int)
LABELS[0] = 0  # a row without a relevant label
SCORES = RNG.normal(size=(N, 3))
FIRST = RNG.normal(size=N)
SECOND = 0.7 * FIRST + 0.5 * RNG.normal(size=N) + 0.2
DATA: dict[str, list[tuple[Any, Any]]] = {
    "probabilities": [(TWO, P), (MANY, MATRIX), (LABELS, MATRIX)],
    "decisions": [(TWO, P), (MANY, SCORES), (LABELS, SCORES)],
    "measurements": [(FIRST, SECOND)],
    "rows": [(LABELS, SCORES)],
}
CASES = [
    (metric.name, index)
    for metric in metrics.find("")
    if metric.facts.input in DATA and "Moments" in [kind.__name__ for kind in metric.takes]
    for index in range(len(DATA[metric.facts.input]))
]


def sample_for(name: str, index: int, **reading: Any) -> tuple[Metric, MomentSample]:
    metric = metrics.get(name)
    data = (MANY, SCORES) if metric is top_k_accuracy else DATA[metric.facts.input][index]
    of_state, _ = split_options(metric, reading)
    (sample,) = samples_of(metric, data[0], [data[1]], metric.data[1:], {**of_state, "cluster": reading.get("cluster")})
    assert isinstance(sample, MomentSample)
    return metric, sample


@pytest.mark.parametrize("options", [{}, {"average": None}])
@pytest.mark.parametrize(("name", "index"), CASES)
def test_the_influence_is_the_derivative_by_the_weight_of_a_row(name: str, index: int, options: dict[str, Any]) -> None:
    metric, sample = sample_for(name, index)
    if not options.keys() <= set(metric.options):
        pytest.skip("no average")
    psi = sample.influence(metric, options)
    step = 1e-5
    up = sample.values(metric, options, 1 + step * np.eye(N))
    down = sample.values(metric, options, 1 - step * np.eye(N))
    numeric = (up - down) / (2 * step) * N
    if name == "standardized_mean_difference":  # its divisor n - 1 moves as well
        numeric -= numeric.mean(0)
    assert_allclose(psi, numeric, rtol=2e-6, atol=2e-6)
    assert_allclose(psi.mean(0), 0, atol=1e-12 * max(1.0, float(np.abs(psi).max())))


@pytest.mark.parametrize(("name", "index"), CASES)
def test_other_weights_are_rows_that_occur_more_often_or_not_at_all(name: str, index: int) -> None:
    metric, sample = sample_for(name, index)
    repeats = RNG.integers(0, 4, N)
    data = (MANY, SCORES) if metric is top_k_accuracy else DATA[metric.facts.input][index]
    repeated = tuple(np.repeat(column, repeats, axis=0) for column in data)
    expected = metric.formula(metric.state(*repeated, **({"labels": [0, 1, 2]} if data[0] is MANY else {})))
    assert_allclose(sample.values(metric, {}, repeats[None] * 1.0)[0], expected, rtol=1e-10)
    assert_allclose(sample.values(metric, {}, np.ones((2, N))), [metric.formula(sample.state)] * 2, rtol=1e-12)


def test_resampled_infinite_losses_are_infinite() -> None:
    (sample,) = samples_of(log_loss, [1, 0, 1], [[0.0, 0.2, 0.7]], ("y_prob",), {"cluster": None})
    weights = np.array([[0.0, 1.0, 2.0], [1.0, 1.0, 1.0]])
    assert_allclose(sample.values(log_loss, {}, weights), [(-np.log(0.8) - 2 * np.log(0.7)) / 3, np.inf], rtol=1e-12)


# -- states without their rows -----------------------------------------------------------------------------------------

OF_MEANS = [name for name, index in CASES if index == 0 and metrics.get(name).facts.input != "measurements"]


@pytest.mark.parametrize("weights", [None, RNG.random(N)])
@pytest.mark.parametrize("name", OF_MEANS)
def test_a_state_is_enough_for_the_standard_error_of_a_formula_of_means(
    name: str, weights: npt.NDArray[np.float64] | None
) -> None:
    metric, sample = sample_for(name, 0, **({} if weights is None else {"sample_weight": weights}))
    lean = sample_of_state(metric, sample.state)
    psi, of_each = lean.influences(metric, {}), sample.influences(metric, {})
    assert psi is not None
    assert of_each is not None
    if weights is None:
        of_rows = standard_error(sample.atoms, of_each)
        assert_allclose(standard_error(lean.atoms, psi), of_rows, rtol=1e-9)
    assert_allclose(lean.atoms.total, sample.atoms.total, rtol=1e-12)
    assert_allclose(lean.atoms.effective, sample.atoms.effective, rtol=1e-12)


def test_moments_of_weighted_rows_say_what_they_do_not_know() -> None:
    truth, chance = [0, 1, 1, 0] * 20, np.linspace(0.01, 0.99, 80)
    assert brier_score.interval_of(brier_score.state(truth, chance)).reason is None
    weighted = brier_score.state(truth, chance, sample_weight=np.linspace(1, 3, 80))
    with pytest.warns(IntervalWarning, match="of weighted rows moments tell the sum of the squared weights"):
        brier_score.interval_of(weighted)


@pytest.mark.filterwarnings("error::RuntimeWarning")
@pytest.mark.parametrize("metric", [pearson_correlation, concordance_correlation, standardized_mean_difference])
def test_a_draw_of_one_row_many_times_has_no_spread(metric: Metric) -> None:
    random = np.random.default_rng(5)
    for _ in range(50):
        rows, count = random.normal(size=(3, 2)).round(2), int(random.integers(1, 9))
        reading, chosen = split_options(metric, {"sample_weight": random.random(3)})
        (sample,) = samples_of(metric, rows[:, 0], (rows[:, 1],), metric.data[1:], reading, chosen)
        drawn = sample.values(metric, chosen, np.diag([count * random.random()] * 3))
        assert_array_equal(drawn[np.isfinite(drawn)], 0.0)  # which is what no spread beside a distance gives
