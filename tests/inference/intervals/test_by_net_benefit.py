"""Limits of net benefits from those of two shares: by hand, by their coverage, and where few rows are treated."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import Curve, net_benefit, net_interventions_avoided, recall, roc_auc, specificity
from concordant.errors import IntervalWarning, OptionError, UndefinedMetricWarning

pytestmark = pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
RNG = np.random.default_rng(25)
N = 200
P = RNG.beta(1, 2, N)
Y = (RNG.random(N) < P).astype(int)
Z = 1.959963984540054


def wilson(x: int, n: int) -> tuple[float, float]:
    centre, half = (x + Z * Z / 2) / (n + Z * Z), Z / (n + Z * Z) * np.sqrt(x * (n - x) / n + Z * Z / 4)
    return max(centre - half, 0.0), min(centre + half, 1.0)


def put_together(parts: list[tuple[float, float, float]], r: float) -> tuple[float, float, float]:
    """The sum of two values with limits: half widths in quadrature, middles weighted by variance."""
    value, (h, k) = sum(part[1] for part in parts), [(high - low) / 2 for low, _, high in parts]
    (s, t), variance = [(low + high) / 2 - x for low, x, high in parts], h * h + k * k + 2 * r * h * k
    middle = value + (h * (h + r * k) * s + k * (k + r * h) * t) / variance
    return middle - np.sqrt(variance), value, middle + np.sqrt(variance)


def test_by_hand() -> None:
    # the shares of true and false positives are cells of one multinomial
    tp, fp = int(((P >= 0.25) & (Y == 1)).sum()), int(((P >= 0.25) & (Y == 0)).sum())
    a, b = tp / N, fp / N / 3
    (la, ua), (lb, ub) = wilson(tp, N), (x / 3 for x in wilson(fp, N))
    r = -np.sqrt(tp * fp / ((N - tp) * (N - fp)))
    found = net_benefit.interval(Y, P, threshold=0.25)
    assert found.method == "mover"
    expected = put_together([(la, a, ua), (-ub, -b, -lb)], -r)
    assert_allclose([found.low, found.value, found.high], expected, rtol=1e-10)


def test_at_a_prevalence_the_shares_are_sensitivity_and_false_positive_rate() -> None:
    treated = (P >= 0.25).astype(int)
    tpr, tnr = recall.interval(Y, treated), specificity.interval(Y, treated)
    gain, cost = 0.1, 0.9 / 3
    parts = [
        [gain * x for x in (tpr.low, tpr.value, tpr.high)],
        [cost * (x - 1) for x in (tnr.low, tnr.value, tnr.high)],
    ]
    low, value, high = put_together(parts, 0.0)
    found = net_benefit.interval(Y, P, threshold=0.25, prevalence=0.1)
    assert_allclose([found.low, found.value, found.high], [low, value, high], rtol=1e-10)
    share = net_benefit.interval(Y, P, threshold=0.25, prevalence=0.1, standardized=True)
    assert_allclose([share.low, share.high], [low / 0.1, high / 0.1], rtol=1e-10)


def test_nobody_and_everybody_treated() -> None:
    nobody = net_benefit.interval(Y, P, threshold=0.9999)
    assert (nobody.value, nobody.se) == (0, 0)
    assert nobody.low < 0 < nobody.high < 0.03
    everybody = net_interventions_avoided.interval(Y, P, threshold=1e-6)
    assert everybody.low < 0 == everybody.value < everybody.high


def test_the_other_class_has_the_same_limits() -> None:
    found = net_interventions_avoided.interval(Y, P, threshold=0.3)
    turned = net_benefit.interval(1 - Y, 1 - P, threshold=0.7)
    assert_allclose([found.low, found.high], [turned.low, turned.high], rtol=1e-10)


def test_a_million_rows_have_the_limits_of_the_delta_method() -> None:
    curve = Curve.from_scores(np.tile(Y, 50), np.tile(P, 50)) * 100
    for options in ({}, {"standardized": True}, {"prevalence": 0.1}):
        one, two = (net_benefit.interval_of(curve, threshold=0.25, method=m, **options) for m in ("mover", "delta"))
        assert_allclose([one.low - one.value, one.high - one.value], [two.low - two.value, two.high - two.value], 5e-3)


def test_clusters_of_one_row_and_repeated_rows() -> None:
    rows = net_benefit.interval(Y, P, threshold=0.25)
    alone = net_benefit.interval(Y, P, threshold=0.25, cluster=np.arange(N))
    assert_allclose([alone.low, alone.high], [rows.low, rows.high], rtol=1e-2)
    twice = net_benefit.interval(np.tile(Y, 2), np.tile(P, 2), threshold=0.25, cluster=np.tile(np.arange(N), 2))
    assert_allclose([twice.low, twice.high], [rows.low, rows.high], rtol=2e-2)
    weighted = net_benefit.interval(Y, P, threshold=0.25, sample_weight=np.full(N, 0.3))
    assert_allclose([weighted.low, weighted.high], [rows.low, rows.high], rtol=1e-12)


def test_one_class_has_limits_without_a_prevalence() -> None:
    found = net_benefit.interval(np.zeros(N, int), P, threshold=0.25, labels=[0, 1])
    assert found.low < found.value < found.high
    with pytest.warns(UndefinedMetricWarning, match="only the class 0 occurs"):
        found = net_benefit.interval(np.zeros(N, int), P, threshold=0.25, prevalence=0.1, labels=[0, 1])
    assert np.isnan([found.value, found.low, found.high]).all()


def test_each_class_has_its_own_and_averages_are_put_together_from_them() -> None:
    prob = RNG.dirichlet([2, 2, 2], N)
    truth = np.array([RNG.choice(3, p=p) for p in prob])
    each = net_benefit.interval(truth, prob, threshold=0.25, average=None)
    alone = net_benefit.interval((truth == 1).astype(int), prob[:, 1], threshold=0.25)
    assert each.method == "mover"
    assert_allclose([each.low[1], each.high[1]], [alone.low, alone.high], rtol=1e-12)
    mean = net_benefit.interval(truth, prob, threshold=0.25)
    assert (mean.method, mean.value) == ("mover", pytest.approx(each.value.mean()))
    usual = net_benefit.interval(truth, prob, threshold=0.25, method="t")
    assert_allclose([mean.low, mean.high], [usual.low, usual.high], atol=0.01)


def test_other_metrics_are_refused() -> None:
    with pytest.raises(OptionError, match=r'^method="mover" puts limits of parts together, and roc_auc has none'):
        roc_auc.interval(Y, P, method="mover")


@pytest.mark.parametrize(
    ("options", "least"), [({}, 0.93), ({"standardized": True}, 0.92), ({"prevalence": 0.5}, 0.93)]
)
def test_coverage_where_nearly_every_positive_row_is_treated(options: dict[str, Any], least: float) -> None:
    # 300 samples: a coverage of 95 % is seen with a standard error of 1.3 points
    rng, inside, true = np.random.default_rng(6), 0, None
    for size in (400_000, *[100] * 300):
        logit = 1.5 * rng.normal(size=size)
        risk = 1 / (1 + np.exp(-logit))
        truth = (rng.random(size) < risk).astype(int)
        if true is None:
            true = net_benefit(truth, risk, threshold=0.1, **options)
        else:
            inside += true in net_benefit.interval(truth, risk, threshold=0.1, **options)
    assert inside / 300 > least - 0.026


def test_few_clusters_are_said() -> None:
    with pytest.warns(IntervalWarning, match="only 10 clusters"):
        net_benefit.interval(Y, P, threshold=0.25, cluster=np.arange(N) % 10)
