"""Standard errors of metrics of labels beside published closed forms and other people's software."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import (
    brennan_prediger,
    cohen_kappa,
    concordance_correlation,
    f1,
    gwet_ac1,
    gwet_ac2,
    krippendorff_alpha,
    matthews_correlation,
    scott_pi,
)
from concordant.inference.influence.tables import cell_influence
from concordant.inference.intervals.estimand import Question
from concordant.inference.samples.cells import CellSample
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts

REFERENCE = Path(__file__).parents[2] / "reference"
FROM_R = json.loads((REFERENCE / "intervals.json").read_text(encoding="utf-8"))  # Rscript tests/reference/intervals.R
IRRCAC = json.loads((REFERENCE / "intervals_python.json").read_text(encoding="utf-8"))  # python .../intervals.py

COHEN = Counts.from_table([[88, 14, 18], [10, 40, 10], [2, 6, 12]])
STUART = Counts.from_table([[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]])
CELLS = Counts.from_table([[50, 8], [12, 30]])
CUSTOM = [[0.0, 1.0, 4.0], [1.0, 0.0, 2.0], [4.0, 2.0, 0.0]]
ASYMMETRIC = [[0.0, 1.0, 4.0], [3.0, 0.0, 2.0], [9.0, 5.0, 0.0]]


def _se(metric: Metric, counts: Counts, **options: Any) -> float:
    return float(Question(metric, options, CellSample.of_table(counts)).se)


def _fleiss_cohen_everitt(counts: Counts, penalty: Any) -> float:
    """Fleiss, Cohen & Everitt 1969, eq. 13, with weights of agreement 1 - penalty that need not be symmetric."""
    p, w = counts.table / counts.n, 1 - np.asarray(penalty, float) / np.max(penalty)
    r, c = p.sum(1), p.sum(0)
    po, pe = (w * p).sum(), (w * np.outer(r, c)).sum()
    kappa = (po - pe) / (1 - pe)
    u = (w @ c)[:, None] + (r @ w)[None, :]
    variance = (p * (w - u * (1 - kappa)) ** 2).sum() - (kappa - pe * (1 - kappa)) ** 2
    return float(np.sqrt(variance / (counts.n * (1 - pe) ** 2)))


@pytest.mark.parametrize("counts", [COHEN, CELLS])
def test_kappa_is_that_of_fleiss_cohen_and_everitt(counts: Counts) -> None:
    place = np.arange(len(counts.labels))
    distance = np.abs(place[:, None] - place)
    for weights, penalty in ((None, distance > 0), ("linear", distance), ("quadratic", distance**2)):
        assert_allclose(_se(cohen_kappa, counts, weights=weights), _fleiss_cohen_everitt(counts, penalty), rtol=1e-12)


@pytest.mark.parametrize("penalty", [CUSTOM, ASYMMETRIC])
def test_kappa_with_weights_of_ones_own(penalty: Any) -> None:
    assert_allclose(_se(cohen_kappa, COHEN, weights=penalty), _fleiss_cohen_everitt(COHEN, penalty), rtol=1e-12)


@pytest.mark.parametrize("case", FROM_R["kappas"], ids=lambda case: f"{case['name']} {case['weights']}")
def test_kappa_is_that_of_vcd(case: dict[str, Any]) -> None:
    found = cohen_kappa.interval_of(Counts.from_table(case["table"]), weights=case["weights"], method="delta")
    assert_allclose([found.value, found.se], [case["value"], case["se"]], rtol=1e-9)


@pytest.mark.parametrize("case", IRRCAC["cases"], ids=lambda case: f"{case['name']} {case['weights']}")
def test_coefficients_are_those_of_irrcac(case: dict[str, Any]) -> None:
    counts, weights = Counts.from_table(case["table"]), case["weights"]
    gwet = gwet_ac1 if weights is None else gwet_ac2
    options = {} if weights is None else {"weights": weights}
    by_rows = np.sqrt(counts.n / (counts.n - 1))  # irrCAC divides by n - 1
    metrics = {"gwet_ac": gwet, "brennan_prediger": brennan_prediger, "scott_pi": scott_pi, "cohen_kappa": cohen_kappa}
    for name, metric in metrics.items():
        assert_allclose(metric.of(counts, **options), case[name]["value"], rtol=1e-9, err_msg=name)
        assert_allclose(_se(metric, counts, **options) * by_rows, case[name]["se"], rtol=1e-9, err_msg=name)


def test_matthews_correlation_of_two_labels_is_phi() -> None:
    """Bishop, Fienberg & Holland 1975, Discrete Multivariate Analysis, eq. 11.3-20 (variance of phi)."""
    p = CELLS.table / CELLS.n
    r, c = p.sum(1), p.sum(0)
    phi = (p[0, 0] * p[1, 1] - p[0, 1] * p[1, 0]) / np.sqrt(r.prod() * c.prod())
    rows, columns = (r[0] - r[1]) / np.sqrt(r.prod()), (c[0] - c[1]) / np.sqrt(c.prod())
    variance = 1 - phi**2 + phi * (1 + phi**2 / 2) * rows * columns - 0.75 * phi**2 * (rows**2 + columns**2)
    assert_allclose(_se(matthews_correlation, CELLS), np.sqrt(variance / CELLS.n), rtol=1e-12)


def test_f1_has_a_closed_form() -> None:
    (_, fp), (fn, tp) = CELLS.table.tolist()
    value = 2 * tp / (2 * tp + fp + fn)
    expected = np.sqrt(value * (1 - value) * (2 - value) / (2 * tp + fp + fn))
    assert_allclose(_se(f1, CELLS), expected, rtol=1e-12)


def test_macro_f1_is_that_of_takahashi_and_others() -> None:
    """Takahashi, Yamamoto, Kuchiba & Koyama 2022, Applied Intelligence 52:4961, the variance of macro F1."""
    p = COHEN.table / COHEN.n
    s = p.sum(1) + p.sum(0)
    f = 2 * np.diag(p) / s
    same = (f * (1 - f) / s * ((1 - f) + f / 2)).sum()
    pairs = p * np.outer(f / s, f / s)
    variance = 2 / len(f) ** 2 * (same + pairs.sum() - np.trace(pairs))
    assert_allclose(_se(f1, COHEN, average="macro"), np.sqrt(variance / COHEN.n), rtol=1e-12)


def test_quadratic_kappa_is_the_concordance_of_the_codes() -> None:
    first, second = np.divmod(np.repeat(np.arange(9), COHEN.table.ravel()), 3)
    value = cohen_kappa.interval_of(COHEN, weights="quadratic").value
    assert_allclose(value, concordance_correlation(first.astype(float), second.astype(float)), rtol=1e-12)


def test_krippendorff_alpha_agrees_with_the_bootstrap_of_rows() -> None:
    for level in ("nominal", "interval"):
        by_influence = _se(krippendorff_alpha, COHEN, level_of_measurement=level)
        drawn = Question(krippendorff_alpha, {"level_of_measurement": level}, CellSample.of_table(COHEN)).drawn
        assert_allclose(by_influence, drawn.std(), rtol=0.06)  # 2,000 draws: the error of a standard deviation is 1.6 %


def test_alpha_is_pi_but_for_the_pairing_without_replacement() -> None:
    n = STUART.n
    alpha, pi = _se(krippendorff_alpha, STUART), _se(scott_pi, STUART)
    assert_allclose(alpha, pi * (2 * n - 1) / (2 * n), rtol=1e-4)


@pytest.mark.parametrize("scale", [1e-60, 1e-25, 1e25, 1e60])
def test_the_unit_of_the_weights_does_not_matter(scale: float) -> None:
    cells = np.random.default_rng(4).random((3, 3))
    plain, scaled = (Counts.from_table(cells * unit) for unit in (1.0, scale))
    for metric, options in ((cohen_kappa, {"weights": "quadratic"}), (f1, {"average": "macro"}), (gwet_ac1, {})):
        slopes = [
            cell_influence(lambda counts, m=metric, o=options: m.formula(counts, **o), table, np.arange(9))
            for table in (plain, scaled)
        ]
        assert_allclose(slopes[1], slopes[0], rtol=1e-10)
