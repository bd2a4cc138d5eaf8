"""Standard errors of metrics of labels beside published closed forms and other people's software."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.files import TESTS

from concordant import (
    Counts,
    _kernels,
    brennan_prediger,
    cohen_kappa,
    f1,
    gwet_ac1,
    gwet_ac2,
    matthews_correlation,
    scott_pi,
)
from concordant.inference.influence.tables import cell_influence, influence_everywhere, slopes_by_step, slopes_of_each
from concordant.inference.intervals.estimand import Estimand
from concordant.inference.samples.cells import CellSample
from concordant.metrics import find, get
from concordant.metrics.definition.metric import Metric

REFERENCE = TESTS / "reference"
FROM_R = json.loads((REFERENCE / "intervals.json").read_text(encoding="utf-8"))  # Rscript tests/reference/intervals.R
IRRCAC = json.loads((REFERENCE / "intervals_python.json").read_text(encoding="utf-8"))  # python .../intervals.py

COHEN = Counts.from_table([[88, 14, 18], [10, 40, 10], [2, 6, 12]])
CELLS = Counts.from_table([[50, 8], [12, 30]])


def _se(metric: Metric, counts: Counts, **options: Any) -> float:
    return float(Estimand(metric, options, CellSample.of_table(counts)).se)


def _fleiss_cohen_everitt(counts: Counts, penalty: Any) -> float:
    """Fleiss, Cohen & Everitt 1969, eq. 13, with weights of agreement 1 - penalty that need not be symmetric."""
    p, w = counts.table / counts.n, 1 - np.asarray(penalty, float) / np.max(penalty)
    r, c = p.sum(1), p.sum(0)
    po, pe = (w * p).sum(), (w * np.outer(r, c)).sum()
    kappa = (po - pe) / (1 - pe)
    u = (w @ c)[:, None] + (r @ w)[None, :]
    variance = (p * (w - u * (1 - kappa)) ** 2).sum() - (kappa - pe * (1 - kappa)) ** 2
    return float(np.sqrt(variance / (counts.n * (1 - pe) ** 2)))


@pytest.mark.parametrize(
    "weights",
    [[[0.0, 1.0, 4.0], [1.0, 0.0, 2.0], [4.0, 2.0, 0.0]], [[0.0, 1.0, 4.0], [3.0, 0.0, 2.0], [9.0, 5.0, 0.0]]],
)
def test_kappa_of_own_weights_is_that_of_fleiss_cohen_and_everitt(weights: Any) -> None:
    assert_allclose(_se(cohen_kappa, COHEN, weights=weights), _fleiss_cohen_everitt(COHEN, weights), rtol=1e-12)


@pytest.mark.parametrize("case", FROM_R["kappas"], ids=lambda case: f"{case['name']} {case['weights']}")
def test_kappa_is_that_of_vcd(case: dict[str, Any]) -> None:
    result = cohen_kappa.interval_of(Counts.from_table(case["table"]), weights=case["weights"], method="delta")
    assert_allclose([result.value, result.se], [case["value"], case["se"]], rtol=1e-9)


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


def test_macro_f1_is_that_of_takahashi_and_others() -> None:
    """Takahashi, Yamamoto, Kuchiba & Koyama 2022, Applied Intelligence 52:4961, the variance of macro F1."""
    p = COHEN.table / COHEN.n
    s = p.sum(1) + p.sum(0)
    f = 2 * np.diag(p) / s
    same = (f * (1 - f) / s * ((1 - f) + f / 2)).sum()
    pairs = p * np.outer(f / s, f / s)
    variance = 2 / len(f) ** 2 * (same + pairs.sum() - np.trace(pairs))
    assert_allclose(_se(f1, COHEN, average="macro"), np.sqrt(variance / COHEN.n), rtol=1e-12)


METRICS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("cohen_kappa", {}),
    ("cohen_kappa", {"weights": "quadratic"}),
    ("scott_pi", {}),
    ("gwet_ac2", {"weights": "linear"}),
    ("matthews_correlation", {}),
    ("f1", {"average": "macro"}),
    ("f1", {"average": "weighted"}),
    ("balanced_accuracy", {}),
    ("krippendorff_alpha", {"level_of_measurement": "ordinal"}),
    ("macro_mean_absolute_error", {}),
    ("adjacent_agreement", {"within": 3}),
    ("adjusted_count_r2", {}),
)
SIZE = 70


def counts(seed: int, rows: int = 900) -> Counts:
    """A table of many labels most of whose cells are empty; all labels occur, some only as predictions."""
    random = np.random.default_rng(seed)
    truth = np.concatenate([np.arange(SIZE - 3), random.integers(0, SIZE - 3, rows)])
    right = random.random(len(truth)) < 0.6
    prediction = np.where(right, truth, random.integers(0, SIZE, len(truth)))
    prediction[:SIZE] = np.arange(len(prediction[:SIZE]))
    return Counts.from_labels(truth, prediction, labels=range(SIZE))


@pytest.mark.parametrize(("name", "options"), METRICS, ids=str)
def test_the_tape_gives_what_a_step_in_each_cell_gives(name: str, options: dict[str, Any]) -> None:
    """Of all cells of a table, also empty ones, and of the cells that hold rows where these are listed."""
    listed, formula = counts(1), partial(get(name).formula, **options)
    state = Counts(listed.table, listed.labels, listed.ordered)
    metric = get(name)
    functional = None if metric.of_tables is None else metric.of_tables(state.labels, **options)
    psi = influence_everywhere(metric, options, state, functional)
    assert psi is not None
    slopes = slopes_by_step(formula, state, np.arange(SIZE * SIZE)) * state.n
    wanted = slopes - state.table.ravel() @ slopes / state.n
    close = {"rtol": 1e-9, "atol": 1e-9 * np.abs(wanted).max()}
    assert_allclose(psi, wanted, **close)
    cells = listed.occupied.flat
    assert listed.cells is not None
    assert_allclose(cell_influence(formula, listed, cells), wanted[cells], **close)


OF_TABLES: list[Any] = [
    *(
        ("cohen_kappa", {"weights": weights})
        for weights in (None, "linear", "quadratic", [[0, 1, 3], [2, 0, 1], [5, 1, 0]])
    ),
    ("balanced_accuracy", {}),
    *((one.name, {"average": "macro"}) for one in find() if one.of_tables is not None and "average" in one.options),
]


@pytest.mark.parametrize(("name", "options"), OF_TABLES, ids=str)
def test_what_a_metric_tells_of_tables_are_the_values_of_its_formula_and_their_derivatives(
    name: str, options: dict[str, Any]
) -> None:
    """Also of a class that the truth lacks, and of one that nobody uses: its cells move nothing."""
    metric, tables = get(name), np.random.default_rng(5).integers(1, 30, (3, 3, 3)) * 1.0
    tables[1, 2] = 0.0
    tables[2, 2], tables[2, :, 2] = 0.0, 0.0
    shares = tables / tables.sum((1, 2), keepdims=True)
    functional: Any = metric.of_tables((0, 1, 2), **options)  # type: ignore[misc]
    values, psi = functional(shares)
    expected, slopes = slopes_of_each(partial(metric.formula, **options), Counts(shares, (0, 1, 2)))
    assert_allclose(values, expected, rtol=1e-13)
    held = shares > 0
    wanted = _kernels.influences(slopes, shares, np.ones(3))
    assert_allclose(psi[held], wanted[held], atol=1e-12)
    assert_allclose((shares * psi).sum((1, 2)), 0.0, atol=1e-14)
