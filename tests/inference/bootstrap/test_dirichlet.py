"""Draws of the shares of cells: their moments, however many cells are empty."""

from __future__ import annotations

import numpy as np
import pytest

from concordant import cohen_kappa
from concordant.errors import IntervalWarning
from concordant.inference import resampling as drawn_cells
from concordant.inference.resampling import dirichlet

DRAWS = 3_000


@pytest.mark.parametrize("few", [1 << 12, 1 << 20])
@pytest.mark.parametrize("held", [0, 1, 50])
def test_moments_are_those_of_the_distribution(monkeypatch: pytest.MonkeyPatch, few: int, held: int) -> None:
    monkeypatch.setattr(drawn_cells, "_FEW", few)
    cells = 5000
    table = np.zeros(cells)
    table[7::90][:held] = np.arange(1, held + 1)
    shares = dirichlet(np.random.default_rng(held), table, 1 / cells, DRAWS)
    assert shares.shape == (DRAWS, cells)
    shares /= shares.sum(1, keepdims=True)
    shape = table + 1 / cells
    total, empty = shape.sum(), table == 0
    place = np.arange(empty.sum()) / empty.sum()
    of_empty = shape[empty].sum()
    for found, expected in (
        (shares[:, empty].sum(1), of_empty / total),
        (shares[:, empty] @ place, of_empty / total * place.mean()),
        ((shares**2).sum(1), (shape * (shape + 1)).sum() / total / (total + 1)),
        ((shares[:, empty] ** 2).sum(1), (shape * (shape + 1))[empty].sum() / total / (total + 1)),
    ):
        assert abs(found.mean() - expected) <= 5 * found.std() / np.sqrt(DRAWS) + 1e-12


def test_no_error_among_many_labels_has_an_interval_soon() -> None:
    """Of 300 labels 89,700 pairs are empty; drawing each would take many seconds of gamma variables."""
    label = np.repeat(np.arange(300), 10)
    with pytest.warns(IntervalWarning, match="no row differs"):
        found = cohen_kappa.interval(label, label, draws=200)
    assert found.method == "perks"
    assert 0.998 < found.low < found.high == 1


@pytest.mark.filterwarnings("ignore:.*no row differs:concordant.errors.IntervalWarning")
def test_limits_are_those_of_all_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    label = np.repeat(np.arange(70), 3)
    limits = []
    for few in (0, 1 << 20):
        monkeypatch.setattr(drawn_cells, "_FEW", few)
        limits.append([cohen_kappa.interval(label, label, draws=1000, seed=seed).low for seed in range(8)])
    a, b = np.array(limits)
    assert abs(a.mean() - b.mean()) < 5 * np.hypot(a.std(), b.std()) / np.sqrt(8)
