"""Intervals of a decision curve: those of the net benefit at each threshold, and a band around them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import Curve, decision_curve, net_benefit
from concordant.errors import IntervalWarning, OptionError, UndefinedMetricWarning
from concordant.inference.influence.influences import Spread
from concordant.inference.intervals import simultaneous as by_threshold
from concordant.inference.samples.sample import Clusters, Units

pytestmark = pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
RNG = np.random.default_rng(31)
N = 240
P = RNG.beta(1, 2, N).round(2)
Y = (RNG.random(N) < P).astype(int)
AT = [0.0, 0.05, 0.1, 0.25, 0.5, 0.8]


@pytest.mark.parametrize("method", ["mover", "t", "delta"])
@pytest.mark.parametrize(
    "how",
    [
        {},
        {"sample_weight": np.linspace(0.5, 2, N)},
        {"cluster": np.arange(N) // 3},
        {"cluster": np.arange(N) // 3, "sample_weight": np.linspace(0.5, 2, N)},
        {"standardized": True},
        {"prevalence": 0.1},
    ],
    ids=["rows", "weights", "clusters", "weighted clusters", "standardized", "prevalence"],
)
def test_points_have_the_interval_of_the_net_benefit_there(how: dict[str, Any], method: str) -> None:
    found = decision_curve.interval(Y, P, thresholds=AT, method=method, **how)
    assert list(found) == ["net_benefit", "band"]
    points = [net_benefit.interval(Y, P, threshold=t, method=method, **how) for t in AT]
    for part in ("value", "low", "high", "se"):
        expected = [getattr(point, part) for point in points]
        assert_allclose(getattr(found["net_benefit"], part), expected, rtol=1e-10, atol=1e-12)
    assert found["net_benefit"].outputs == tuple(AT)
    assert found["net_benefit"].method == method
    band = found["band"]
    assert band.method == f"{method}, simultaneous"
    known = ~np.isnan(band.low)  # standardized, everybody treated: 1 in every sample
    assert known[1:].all()
    assert (band.low <= found["net_benefit"].low)[known].all()
    assert (band.high >= found["net_benefit"].high)[known].all()


def test_a_band_of_one_threshold_is_its_interval() -> None:
    found = decision_curve.interval(Y, P, thresholds=[0.25])
    assert_allclose(found["band"].low, found["net_benefit"].low, atol=1e-3)


def test_the_band_is_no_wider_than_that_of_bonferroni() -> None:
    many = decision_curve.interval(Y, P)
    bonferroni = decision_curve.interval(Y, P, level=1 - 0.05 / 99)["net_benefit"]
    assert (many["band"].low >= bonferroni.low - 1e-9).all()
    assert many["band"].level == 0.95


def test_the_same_seed_gives_the_same_band() -> None:
    one, two, other = (decision_curve.interval(Y, P, thresholds=AT, seed=s)["band"].low for s in (1, 1, 2))
    assert one.tolist() == two.tolist() != other.tolist()


def test_a_state_is_enough() -> None:
    of_rows = decision_curve.interval(Y, P, thresholds=AT)["band"]
    of_state = decision_curve.interval_of(Curve.from_scores(Y, P), thresholds=AT)["band"]
    assert of_rows.low.tolist() == of_state.low.tolist()


def test_sums_of_clusters_are_taken_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    code = RNG.permutation(np.arange(N) // 3)
    clusters = Clusters(code, RNG.integers(0, 9, N), RNG.random(N), N // 3)
    units, psi = Units(np.bincount(clusters.unit, clusters.weight), np.ones(9), None, clusters), RNG.normal(size=(9, 4))
    for numbers in (1, 50, 10**6):
        monkeypatch.setattr(by_threshold, "_BY_THRESHOLD_NUMBERS", numbers)
        found, whole = (
            x / np.sqrt(np.outer(x.diagonal(), x.diagonal()))
            for x in (by_threshold._covariance(units, psi), Spread(units, psi).covariance)
        )
        assert_allclose(found, whole, rtol=1e-12)  # the variances of the band are those of the points


def test_the_band_holds_the_whole_curve() -> None:
    # 120 samples: a standard error of 2.2 points around 93 to 95 %; pointwise limits hold it in about 85 %
    rng, at, held, pointwise = np.random.default_rng(7), np.arange(5, 51, 5) / 100, 0, 0
    true = np.zeros(0)
    for size in (400_000, *[300] * 120):
        risk = 1 / (1 + np.exp(1.0 - 1.5 * rng.normal(size=size)))
        truth = (rng.random(size) < risk).astype(int)
        if not len(true):
            true = decision_curve(truth, risk, thresholds=at).net_benefit
            continue
        found = decision_curve.interval(truth, risk, thresholds=at)
        held += bool(((found["band"].low <= true) & (true <= found["band"].high)).all())
        pointwise += bool(((found["net_benefit"].low <= true) & (true <= found["net_benefit"].high)).all())
    assert held / 120 > 0.87
    assert pointwise < held


def test_several_classes_have_two_parts_each() -> None:
    prob = RNG.dirichlet([2, 2, 2], N)
    truth = np.array([RNG.choice(3, p=p) for p in prob])
    found = decision_curve.interval(truth, prob, thresholds=[0.2, 0.4])
    alone = decision_curve.interval((truth == 2).astype(int), prob[:, 2], thresholds=[0.2, 0.4])
    assert list(found) == [0, 1, 2]
    assert_allclose(found[2]["net_benefit"].low, alone["net_benefit"].low, rtol=1e-10)


def test_doubts_say_at_which_thresholds() -> None:
    with pytest.warns(IntervalWarning, match=r"^decision_curve: only 6 rows of y_true are 1$"):
        decision_curve.interval([1] * 6 + [0] * 60, np.linspace(1, 0, 66), thresholds=[0.2, 0.3], method="t")
    with pytest.warns(IntervalWarning, match=r"^decision_curve: at 1 of 2 thresholds, 0.97 to 0.97: "):
        decision_curve.interval(Y, P, thresholds=[0.2, 0.97], method="t")


def test_undefined_is_said() -> None:
    with pytest.warns(UndefinedMetricWarning, match="^decision_curve: only the class 0 occurs in y_true"):
        found = decision_curve.interval([0] * 20, np.linspace(0, 1, 20), prevalence=0.1, labels=[0, 1])
    assert np.isnan(found["band"].low).all()


def test_other_methods_are_refused() -> None:
    with pytest.raises(OptionError, match="have intervals by 'mover', 't', 'delta', not 'bca'; net_benefit at one"):
        decision_curve.interval(Y, P, method="bca")
    with pytest.raises(OptionError, match="cannot be compared: ask net_benefit at one threshold"):
        decision_curve.compare(Y, P, P)
