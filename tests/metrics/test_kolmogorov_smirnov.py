from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.stats import ks_2samp

from concordant import kolmogorov_smirnov, operating_point
from concordant.errors import UndefinedMetricWarning

from .cases import reference

SEEDED = [case for case in reference("curves") if "ks" in case]


@pytest.mark.parametrize(
    ("y_true", "y_score", "value"),
    [
        ([0, 1], [0.1, 0.2], 1.0),
        ([0, 1], [0.2, 0.1], 1.0),  # the wrong way round is as far apart
        ([0, 1, 1], [3, 3, 3], 0.0),
        ([0, 1], [-math.inf, math.inf], 1.0),
        ([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], 0.5),
        ([1, 1, 0, 0, 0], [1, 5, 2, 3, 4], 0.5),
    ],
)
def test_edges(y_true: Any, y_score: Any, value: float) -> None:
    assert kolmogorov_smirnov(y_true, y_score) == value


@pytest.mark.parametrize(
    ("rows", "reason"),
    [(([], []), "there are no rows"), (([0], [1]), "only the class 0 occurs in y_true")],
)
def test_without_both_classes_it_is_undefined(rows: Any, reason: str) -> None:
    with pytest.warns(UndefinedMetricWarning, match=f"^kolmogorov_smirnov: {reason}$"):
        assert math.isnan(kolmogorov_smirnov(*rows))


def test_a_class_without_rows_is_left_out_of_the_average() -> None:
    truth, scores = [0, 1, 1], [[0.8, 0.2, 0.0], [0.9, 0.1, 0.0], [0.3, 0.5, 0.2]]
    message = (
        "^kolmogorov_smirnov: the macro average is over 2 of 3 classes: all rows of y_true or none are in the class "
        r"\(class 2\)$"
    )
    with pytest.warns(UndefinedMetricWarning, match=message):
        found = kolmogorov_smirnov(truth, scores, labels=[0, 1, 2])
    assert found == pytest.approx((0.5 + 0.5) / 2)


@pytest.mark.parametrize("shift", [0.8, -0.8])
def test_scipy_gives_the_same(shift: float) -> None:
    rng = np.random.default_rng(141)
    truth = rng.integers(0, 2, 120)
    for scores in (rng.normal(size=120) + shift * truth, np.round(rng.normal(size=120) + shift * truth)):
        expected = ks_2samp(scores[truth == 1], scores[truth == 0], method="asymp").statistic
        assert kolmogorov_smirnov(truth, scores) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("case", SEEDED, ids=lambda case: case["name"])
def test_r_gives_the_same(case: Any) -> None:
    # tests/reference/curves.R: stats::ks.test; MLmetrics::KS_Stat
    found = kolmogorov_smirnov(case["y_true"], case["y_score"])
    assert found == pytest.approx(case["ks"], rel=1e-12)
    assert found == pytest.approx(case["ks_mlmetrics"], rel=1e-12)


def test_it_is_the_greatest_informedness_where_the_score_points_the_right_way() -> None:
    rng = np.random.default_rng(142)
    truth, weights = rng.integers(0, 2, 80), rng.random(80)
    scores = np.round(rng.normal(size=80) + 2 * truth, 1)
    point = operating_point(truth, scores, sample_weight=weights)
    found = kolmogorov_smirnov(truth, scores, sample_weight=weights)
    assert found == pytest.approx(point.recall + point.specificity - 1, rel=1e-13)
    inverted = kolmogorov_smirnov(truth, -scores, sample_weight=weights)
    assert inverted == pytest.approx(found, rel=1e-13)


def test_in_small_data_chance_is_not_zero() -> None:
    # E = sqrt(pi / 2) ln 2 sqrt(1/P + 1/N)
    rng = np.random.default_rng(143)
    truth = np.arange(200) % 2
    found = [kolmogorov_smirnov(truth, rng.random(200)) for _ in range(400)]
    assert np.mean(found) == pytest.approx(0.8687 * math.sqrt(2 / 100), rel=0.06)
