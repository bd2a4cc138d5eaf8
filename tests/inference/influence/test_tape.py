"""The derivative of every formula of tables by one pass back, beside the complex step of each cell."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import Counts, metrics
from concordant.inference.influence import tables as of_cells
from concordant.inference.influence.tables import TooManyCellsError, cell_slopes, slopes_by_step
from concordant.inference.influence.tape import Traced, UntraceableError, slopes_by_tape
from concordant.metrics.definition.metric import Metric

AVERAGES = ("macro", "micro", "weighted", None)
WEIGHTS = (None, "linear", "quadratic", "radical", "ordinal")


def options_of(metric: Metric, size: int) -> Iterator[dict[str, Any]]:
    """Sets of options that reach each branch of a formula."""
    needed: dict[str, Any] = {"beta": 2.0} if "beta" in metric.options else {}
    if "cost" in metric.options:
        needed["cost"] = np.subtract.outer(np.arange(size), np.arange(size)) ** 2.0
    if "average" in metric.options:
        yield from ({**needed, "average": average} for average in AVERAGES)
        if size == 2:
            yield {**needed, "average": "binary"}
    elif "weights" in metric.options:
        programmed = metric.name == "kappa_max"  # which solves a linear programme for weights like these
        yield from ({**needed, "weights": weights} for weights in WEIGHTS if not (programmed and weights == "radical"))
    else:
        yield needed
    yield from further_options(metric, size, needed)


def further_options(metric: Metric, size: int, needed: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Values of the options that few metrics have."""
    averaged = {**needed, "average": "macro"} if "average" in metric.options else needed
    positions = np.arange(size)
    values: dict[str, list[Any]] = {
        "level_of_measurement": ["ordinal", "interval", "ratio"],
        "normalized": [True],
        "within": [2],
        "correction": [0.1],
        "mean": ["geometric", "min", "max"],
        "classes": [[0, 1]],
        "weights": [np.abs(np.subtract.outer(positions, positions)) ** 1.5],
        "prevalence": [{place: (place + 1) / (size * (size + 1) / 2) for place in range(size)}],
    }
    for name in (name for name in values if name in metric.options):
        yield from ({**averaged, name: value} for value in values[name])


def known() -> Iterator[Any]:
    for name in metrics.names():
        metric = metrics.get(name)
        if Counts in metric.takes and metric.facts.input == "labels" and name != "confusion_matrix":
            yield pytest.param(metric, id=name)


def tables(size: int) -> Iterator[tuple[str, Any]]:
    random = np.random.default_rng(size)
    full = random.integers(1, 200, (size, size)) * np.arange(1, size + 1) + 7 * np.eye(size, dtype=int)
    assert (full.sum(0) != full.sum(1)).all()  # where margins are equal, a least of both has two slopes
    yield "full", full
    empty = full.copy()
    empty[-1] = 0  # no row of the last class
    yield "a class without rows", empty
    unused = full.copy()
    unused[:, 0] = 0
    yield "a class never predicted", unused
    yield "perfect", np.diag(np.arange(3, 3 + size))
    yield "weighted", full * 0.37


@pytest.mark.parametrize("size", [2, 5])
@pytest.mark.parametrize("metric", list(known()))
def test_one_pass_back_is_the_complex_step(metric: Metric, size: int) -> None:
    for what, table in tables(size):
        counts = Counts(np.asarray(table), tuple(range(size)))
        for options in options_of(metric, size):
            formula = partial(metric.formula, **options)
            slopes = slopes_by_tape(formula, counts)
            assert slopes is not None, (what, options)
            expected = cell_slopes(formula, counts, np.arange(size * size))
            # a row in an empty cell can bring a class into being: a step of the formula, which has no slope there
            smooth = np.isfinite(expected) & (counts.table.ravel() > 0).reshape(-1, *[1] * (expected.ndim - 1))
            smooth &= np.isfinite(np.asarray(formula(counts), float))
            atol = 1e-10 / float(counts.table.sum())
            assert_allclose(slopes[smooth], expected[smooth], rtol=1e-9, atol=atol, err_msg=f"{what} {options}")


@pytest.mark.parametrize("metric", [one for one in known() if "weights" in one.values[0].options])
def test_so_it_is_where_labels_are_too_many_for_a_matrix_of_weights(metric: Metric) -> None:
    random = np.random.default_rng(7)
    counts = Counts.from_table(random.integers(1, 9, (35, 35)) + 40 * np.eye(35, dtype=int))
    some = random.choice(35 * 35, 20, replace=False)
    for options in options_of(metric, 35):
        formula = partial(metric.formula, **options)
        slopes = slopes_by_tape(formula, counts)
        assert slopes is not None, options
        expected = slopes_by_step(formula, counts, some)
        assert_allclose(slopes[some], expected, rtol=1e-9, atol=1e-13, err_msg=str(options))


def test_a_linear_programme_goes_by_the_complex_step() -> None:
    counts = Counts.from_table(np.arange(1, 17).reshape(4, 4))
    assert slopes_by_tape(lambda one: metrics.get("kappa_max").formula(one, weights="radical"), counts) is None


def test_many_cells_that_cannot_be_traced_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_cells, "_MOST", 10_000)
    counts = Counts.from_table(np.ones((20, 20), int))
    with pytest.raises(TooManyCellsError):
        cell_slopes(lambda one: metrics.get("kappa_max").formula(one, weights="radical"), counts, np.arange(400))


@pytest.mark.parametrize(
    "formula",
    [
        np.asarray,
        np.maximum.reduce,
        lambda x: np.add.reduce(x, where=np.eye(3) > 0),
        lambda x: np.add(x, 1.0, dtype=np.float32),
        np.linalg.det,
        lambda x: np.floor_divide(x, 2),
        lambda x: x.astype(int),
        lambda x: x.transpose(),
        lambda x: np.where(x, 1, 2),
    ],
)
def test_what_is_not_known_is_refused_not_guessed(formula: Any) -> None:
    with pytest.raises(UntraceableError):
        formula(Traced(np.eye(3)))
