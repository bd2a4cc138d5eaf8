"""How well a score separates two classes: H-measure, Kolmogorov-Smirnov statistic, equal error rate."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from metrics.cases import reference
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.stats import beta

from concordant import equal_error_rate, h_measure, kolmogorov_smirnov, roc_curve
from concordant.errors import OptionError


@pytest.mark.parametrize("prior", ["hand2014", "hand2009", "severity", (0.5, 4.0)])
@pytest.mark.parametrize(
    ("y_true", "y_score", "value"),
    [
        ([0, 1], [0.1, 0.2], 1.0),
        ([0, 1], [0.2, 0.1], 0.0),  # inverted: no better than a constant decision
        ([0, 1, 1], [3, 3, 3], 0.0),
        ([0, 0, 1], [-math.inf, 0, math.inf], 1.0),
    ],
)
def test_h_measure_edges(y_true: Any, y_score: Any, value: float, prior: Any) -> None:
    assert h_measure(y_true, y_score, prior=prior) == value


PRIORS: list[tuple[dict[str, Any], Any]] = [
    ({}, lambda p: (1 + p, 2 - p)),
    ({"prior": "hand2009"}, lambda p: (2, 2)),
    ({"prior": "severity"}, lambda p: (2, 1 + (1 - p) / p)),
    ({"prior": "severity", "severity_ratio": 0.5}, lambda p: (2, 3)),
    ({"prior": (3, 1.5)}, lambda p: (3, 1.5)),
]


@pytest.mark.parametrize(("options", "parameters"), PRIORS, ids=lambda x: str(x) if isinstance(x, dict) else "")
@pytest.mark.parametrize("weighted", [False, True])
def test_h_measure_is_the_mean_loss_saved_at_all_costs(options: Any, parameters: Any, weighted: bool) -> None:
    rng = np.random.default_rng(281)
    truth = (rng.random(40) < 0.3).astype(int)
    scores = rng.integers(0, 9, 40) + 3 * truth
    weights = rng.random(40) if weighted else np.ones(40)
    share = weights[truth == 1].sum() / weights.sum()
    fpr, tpr, _ = roc_curve(truth, scores, sample_weight=weights)
    prior = beta(*parameters(share))

    def loss(c: float) -> float:
        return float((c * (1 - share) * fpr + (1 - c) * share * (1 - tpr)).min())

    def guessing(c: float) -> float:
        return min(c * (1 - share), (1 - c) * share)

    kinks = np.linspace(0, 1, 41)[1:-1]
    mean = [quad(lambda c: f(c) * prior.pdf(c), 0, 1, points=kinks, limit=400)[0] for f in (loss, guessing)]  # noqa: B023
    found = h_measure(truth, scores, sample_weight=weights, **options)
    assert found == pytest.approx(1 - mean[0] / mean[1], abs=1e-7)


@pytest.mark.parametrize("case", reference("curves_python"), ids=lambda case: case["name"])
def test_the_package_hmeasure_gives_the_same(case: Any) -> None:
    # tests/reference/curves.py: hmeasure.h_score(y_true, y_score, severity_ratio=...)
    rows, expected = (case["y_true"], case["y_score"]), case["h"]
    assert h_measure(*rows) == pytest.approx(expected["negative"], rel=1e-12, abs=1e-12)
    assert h_measure(*rows, prior="severity") == pytest.approx(expected["default"], rel=1e-12, abs=1e-12)
    for ratio in ("0.1", "0.5", "0.7", "3"):
        found = h_measure(*rows, prior="severity", severity_ratio=float(ratio))
        assert found == pytest.approx(expected[ratio], rel=1e-11, abs=1e-12)


@pytest.mark.parametrize("prior", ["hand2014", "severity"])
def test_h_measure_takes_weights_of_any_size(prior: Any) -> None:
    for tiny in (1e-149, 1e-305):
        assert h_measure([1, 0, 0], [3, 2, 1], sample_weight=[tiny, 1e6, 1], prior=prior) == pytest.approx(1)
        assert h_measure([1, 0, 0], [1, 2, 1], sample_weight=[tiny, 1e6, 1], prior=prior) == 0


@pytest.mark.parametrize(("prior", "ratio"), [("hand2014", 0.5), ("severity", 0), ("severity", -1)])
def test_a_severity_ratio_belongs_to_its_prior(prior: Any, ratio: float) -> None:
    message = f'severity_ratio is a number above 0 for prior="severity"; it is {ratio} for {prior!r}.'
    with pytest.raises(OptionError) as caught:
        h_measure([0, 1], [1, 2], prior=prior, severity_ratio=ratio)
    assert str(caught.value) == message


@pytest.mark.parametrize("case", [x for x in reference("curves") if "ks" in x], ids=lambda case: case["name"])
def test_r_gives_the_same_kolmogorov_smirnov(case: Any) -> None:
    # tests/reference/curves.R: stats::ks.test; MLmetrics::KS_Stat
    found = kolmogorov_smirnov(case["y_true"], case["y_score"])
    assert found == pytest.approx(case["ks"], rel=1e-12)
    assert found == pytest.approx(case["ks_mlmetrics"], rel=1e-12)


@pytest.mark.parametrize(
    ("y_true", "y_score", "value"),
    [
        ([0, 1], [0.2, 0.1], 1.0),
        ([0, 1, 1], [3, 3, 3], 0.5),  # constant: the middle of the diagonal
        ([0, 1], [-math.inf, math.inf], 0.0),
        ([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], 0.5),  # FPR .5 and FNR .5 at the threshold .4
    ],
)
def test_equal_error_rate_edges(y_true: Any, y_score: Any, value: float) -> None:
    assert equal_error_rate(y_true, y_score) == value


@pytest.mark.parametrize("weighted", [False, True])
def test_equal_error_rate_is_where_the_curve_meets_the_other_diagonal(weighted: bool) -> None:
    rng = np.random.default_rng(161)
    for spread in (4, 1000):
        truth = rng.integers(0, 2, 150)
        scores = rng.integers(0, spread, 150) + spread // 3 * truth
        weights = rng.random(150) if weighted else None
        found = equal_error_rate(truth, scores, sample_weight=weights)
        fpr, tpr, _ = roc_curve(truth, scores, sample_weight=weights)
        # along the curve, as a function of a parameter that grows on every piece
        along = fpr + tpr
        root = brentq(lambda t: np.interp(t, along, fpr - (1 - tpr)), 0, 2, xtol=1e-15)  # noqa: B023
        assert found == pytest.approx(np.interp(root, along, fpr), rel=1e-9)
