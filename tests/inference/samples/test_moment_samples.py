"""Rows with losses, ratings and rankings as samples: influences, other weights, shared units, states without rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from concordant import (
    brier_score,
    concordance_correlation,
    log_loss,
    metrics,
    pearson_correlation,
    standardized_mean_difference,
    top_k_accuracy,
)
from concordant.errors import IntervalWarning, OptionError
from concordant.inference.influence.influences import standard_error
from concordant.inference.samples.gather import sample_of_state, samples_of, split_options
from concordant.inference.samples.rows import MomentSample
from concordant.metrics.definition.metric import Metric

RNG = np.random.default_rng(21)
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
    (metric.name, place)
    for metric in metrics.find("")
    if metric.facts.input in DATA and "Moments" in [kind.__name__ for kind in metric.takes]
    for place in range(len(DATA[metric.facts.input]))
]


def sample_for(name: str, place: int, **reading: Any) -> tuple[Metric, MomentSample]:
    metric = metrics.get(name)
    data = (MANY, SCORES) if metric is top_k_accuracy else DATA[metric.facts.input][place]
    of_state, _ = split_options(metric, reading)
    (sample,) = samples_of(metric, data[0], [data[1]], metric.data[1:], {**of_state, "cluster": reading.get("cluster")})
    assert isinstance(sample, MomentSample)
    return metric, sample


def test_every_metric_of_rows_is_here() -> None:
    assert len({name for name, _ in CASES}) >= 17


@pytest.mark.parametrize("options", [{}, {"average": None}])
@pytest.mark.parametrize(("name", "place"), CASES)
def test_the_influence_is_the_derivative_by_the_weight_of_a_row(name: str, place: int, options: dict[str, Any]) -> None:
    metric, sample = sample_for(name, place)
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


@pytest.mark.parametrize(("name", "place"), CASES)
def test_other_weights_are_rows_that_occur_more_often_or_not_at_all(name: str, place: int) -> None:
    metric, sample = sample_for(name, place)
    often = RNG.integers(0, 4, N)
    data = (MANY, SCORES) if metric is top_k_accuracy else DATA[metric.facts.input][place]
    repeated = tuple(np.repeat(column, often, axis=0) for column in data)
    labels = {"labels": [0, 1, 2]} if metric is top_k_accuracy or data[0] is MANY else {}
    value = metric.formula(metric.state(*repeated, **labels))
    assert_allclose(sample.values(metric, {}, often[None] * 1.0), np.asarray(value)[None], rtol=1e-10)
    assert_allclose(
        sample.values(metric, {}, np.ones((2, N))), np.asarray([metric.formula(sample.state)] * 2), rtol=1e-12
    )


def test_the_mean_has_the_standard_error_of_a_mean() -> None:
    metric, sample = sample_for("brier_score", 0)
    loss = (P - TWO) ** 2
    assert_allclose(standard_error(sample.units, sample.influence(metric, {})), loss.std() / np.sqrt(N), rtol=1e-12)
    weight = RNG.random(N)
    metric, sample = sample_for("brier_score", 0, sample_weight=weight)
    away = weight * (loss - np.average(loss, weights=weight))
    assert_allclose(
        standard_error(sample.units, sample.influence(metric, {})), np.sqrt((away**2).sum()) / weight.sum(), rtol=1e-12
    )


def test_two_models_share_their_units_and_the_rows_that_both_have() -> None:
    first, second = P.copy(), P[::-1].copy()
    first[3], second[5] = np.nan, np.nan
    groups = np.arange(N) // 4
    reading = {"missing": "drop", "cluster": groups}
    a, b = samples_of(brier_score, TWO, [first, second], ("pred_a", "pred_b"), reading)
    assert a.units is b.units
    assert len(a.units) == N - 2
    kept = np.setdiff1d(np.arange(N), [3, 5])
    assert_allclose(a.value(brier_score, {}), ((P[kept] - TWO[kept]) ** 2).mean(), rtol=1e-13)
    assert a.units.clusters is not None
    assert_array_equal(a.units.clusters.code, groups[kept])


def test_the_classes_of_the_truth_are_the_strata() -> None:
    _, sample = sample_for("log_loss", 1)
    assert_array_equal(sample.units.stratum, MANY)
    assert sample_for("log_loss", 2)[1].units.stratum is None


def test_resampled_infinite_losses_are_infinite() -> None:
    (sample,) = samples_of(log_loss, [1, 0, 1], [[0.0, 0.2, 0.7]], ("y_prob",), {"cluster": None})
    weights = np.array([[0.0, 1.0, 2.0], [1.0, 1.0, 1.0]])
    assert_allclose(sample.values(log_loss, {}, weights), [(-np.log(0.8) - 2 * np.log(0.7)) / 3, np.inf], rtol=1e-12)


# -- states without their rows -----------------------------------------------------------------------------------------

OF_MEANS = [name for name, place in CASES if place == 0 and metrics.get(name).facts.input != "measurements"]


@pytest.mark.parametrize("weights", [None, RNG.random(N)])
@pytest.mark.parametrize("name", OF_MEANS)
def test_a_state_is_enough_for_the_standard_error_of_a_formula_of_means(
    name: str, weights: npt.NDArray[np.float64] | None
) -> None:
    metric, sample = sample_for(name, 0, **({} if weights is None else {"sample_weight": weights}))
    lean = sample_of_state(metric, sample.state)
    psi = lean.influence(metric, {})
    assert psi is not None
    if weights is None:
        of_rows = standard_error(sample.units, sample.influence(metric, {}))
        assert_allclose(standard_error(lean.units, psi), of_rows, rtol=1e-9)
    assert_allclose(lean.units.total, sample.units.total, rtol=1e-12)
    assert_allclose(lean.units.effective, sample.units.effective, rtol=1e-12)


def test_a_state_is_not_enough_for_a_bootstrap_or_for_a_correlation() -> None:
    with pytest.raises(OptionError, match=r"needs the rows, not their Moments: call brier_score.interval"):
        brier_score.interval_of(brier_score.state(TWO, P), method="percentile")
    with pytest.raises(OptionError, match="which is not known for pearson_correlation"):
        pearson_correlation.interval_of(pearson_correlation.state(FIRST, SECOND), method="fisher")
    with pytest.raises(OptionError, match="needs the rows, not their Moments"):
        brier_score.interval_of(brier_score.state(LABELS, MATRIX))


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
