"""Influences of net benefits: numeric derivatives, standard errors by hand, the bootstrap."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import net_benefit, net_interventions_avoided
from concordant.inference.samples.gather import samples_of

RNG = np.random.default_rng(14)
N = 60
P = RNG.random(N).round(2)
Y = (RNG.random(N) < P).astype(int)
MANY, MATRIX = RNG.integers(0, 3, N), RNG.dirichlet([2, 2, 2], N)
LABELS = (RNG.random((N, 2)) < [0.4, 0.0]).astype(int)  # nobody has the second label
ASKED = [
    (net_benefit, {"threshold": 0.3}),
    (net_benefit, {"threshold": 0.3, "standardized": True}),
    (net_benefit, {"threshold": 0.3, "prevalence": 0.1}),
    (net_benefit, {"threshold": 0.3, "prevalence": 0.1, "standardized": True}),
    (net_interventions_avoided, {"threshold": 0.3}),
    (net_interventions_avoided, {"threshold": 0.3, "prevalence": 0.1}),
]


@pytest.mark.parametrize("data", [(Y, P), (MANY, MATRIX)], ids=["two classes", "three"])
@pytest.mark.parametrize("average", ["macro", "micro", "weighted", None])
@pytest.mark.parametrize(("metric", "options"), ASKED)
def test_the_influence_is_the_derivative_by_the_weight_of_a_row(
    metric: Any, options: dict[str, Any], average: str | None, data: Any
) -> None:
    chosen = {**options, "average": average}
    (sample,) = samples_of(metric, data[0], [data[1]], ("y_prob",), {"sample_weight": np.linspace(0.5, 1.5, N)})
    psi = sample.influence(metric, chosen)
    assert psi is not None
    step, weight = 1e-4, sample.units.weight
    up, down = (sample.values(metric, chosen, weight + sign * step * np.eye(N)) for sign in (1, -1))
    assert_allclose(psi, (up - down) / (2 * step) * sample.units.total, rtol=1e-5, atol=1e-5)
    assert_allclose(np.tensordot(weight, psi, axes=1), 0, atol=1e-10)


def test_the_standard_error_is_that_of_a_mean() -> None:
    gain = np.where(P >= 0.3, np.where(Y == 1, 1.0, -0.3 / 0.7), 0.0)
    found = net_benefit.interval(Y, P, threshold=0.3, method="t")
    assert_allclose(found.value, gain.mean(), rtol=1e-12)
    assert_allclose(found.se, gain.std(ddof=1) / np.sqrt(N), rtol=1e-12)


def test_the_standard_error_at_a_prevalence_is_that_of_two_rates() -> None:
    # Pfeiffer & Gail 2020: the classes are sampled on their own
    treated = P >= 0.3
    tpr, fpr = treated[Y == 1].mean(), treated[Y == 0].mean()
    gain, cost = 0.1**2 * tpr * (1 - tpr) / (Y == 1).sum(), 0.9**2 * fpr * (1 - fpr) / (Y == 0).sum()
    found = net_benefit.interval(Y, P, threshold=0.3, prevalence=0.1, method="delta")
    assert_allclose(found.se, np.sqrt(gain + (3 / 7) ** 2 * cost), rtol=1e-12)


@pytest.mark.parametrize(("metric", "options"), ASKED)
def test_the_bootstrap_has_the_same_standard_error(metric: Any, options: dict[str, Any]) -> None:
    rng = np.random.default_rng(3)
    risk = rng.random(500)
    truth = (rng.random(500) < risk).astype(int)
    exact = metric.interval(truth, risk, **options, method="delta")
    drawn = metric.interval(truth, risk, **options, method="percentile", draws=4000)
    assert_allclose(drawn.se, exact.se, rtol=0.05)  # known to 1.1 %


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_a_label_that_nobody_has_counts_in_the_average() -> None:
    prob = RNG.random((N, 2))
    found = net_benefit.interval(LABELS, prob, threshold=0.3, method="t")
    gain = np.where(prob >= 0.3, np.where(LABELS == 1, 1.0, -3 / 7), 0.0).mean(1)
    assert_allclose([found.value, found.se], [gain.mean(), gain.std(ddof=1) / np.sqrt(N)], rtol=1e-12)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_the_difference_of_two_models_is_the_paired_t_test_of_both_classes() -> None:
    other = np.clip(P + RNG.normal(size=N) / 5, 0, 1)
    gains = [np.where(p >= 0.3, np.where(Y == 1, 1.0, -3 / 7), 0.0) for p in (P, other)]
    difference = gains[0] - gains[1]
    found = net_benefit.compare(Y, P, other, threshold=0.3)
    assert found.method == "delta"
    assert_allclose(found.difference, difference.mean(), rtol=1e-10)
    # of scores the sum of squares of each class has the divisor of its own rows less one
    squares = (difference - difference.mean()) ** 2
    parts = [squares[k == Y].sum() * (k == Y).sum() / ((k == Y).sum() - 1) / N**2 for k in (0, 1)]
    se, degrees = np.sqrt(sum(parts)), sum(parts) ** 2 / sum(v**2 / ((k == Y).sum() - 1) for k, v in enumerate(parts))
    stats = pytest.importorskip("scipy.stats")
    assert_allclose(found.se, se, rtol=1e-9)
    assert_allclose(found.p_value, 2 * stats.t.sf(abs(difference.mean() / se), degrees), rtol=1e-9)
