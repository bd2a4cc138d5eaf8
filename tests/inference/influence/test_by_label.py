"""Influences as terms of labels, against those of a table of all cells."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import Counts
from concordant.inference.comparisons import paired_tests as by_influence
from concordant.inference.influence.tables import influence_by_label, influence_of_every_cell
from concordant.metrics import get

METRICS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("cohen_kappa", {}),
    ("cohen_kappa", {"weights": "quadratic"}),
    ("cohen_kappa", {"weights": "linear"}),
    ("scott_pi", {}),
    ("gwet_ac1", {}),
    ("gwet_ac2", {"weights": "linear"}),
    ("matthews_correlation", {}),
    ("f1", {"average": "macro"}),
    ("f1", {"average": "weighted"}),
    ("balanced_accuracy", {}),
    ("krippendorff_alpha", {"level_of_measurement": "ordinal"}),
    ("mean_absolute_error", {}),
    ("macro_mean_absolute_error", {}),
    ("adjacent_agreement", {"within": 3}),
    ("adjusted_count_r2", {}),
    ("zero_one_loss", {}),
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
def test_all_cells_are_those_of_the_table(name: str, options: dict[str, Any]) -> None:
    metric, state = get(name), counts(1)
    found = influence_by_label(lambda one: metric.formula(one, **options), state)
    assert found is not None
    psi = found.at(*np.divmod(np.arange(SIZE * SIZE), SIZE)).reshape(SIZE, SIZE)
    wanted = influence_of_every_cell(metric, options, state)
    assert_allclose(psi, wanted, rtol=1e-9, atol=1e-9 * np.abs(wanted).max())
    assert_allclose(found.right, np.diagonal(wanted), rtol=1e-9, atol=1e-9 * np.abs(wanted).max())
    wrong = found.wrong(slice(3, 9))
    assert_allclose(wrong[:, 20:], wanted[3:9, 20:], rtol=1e-9, atol=1e-9 * np.abs(wanted).max())


@pytest.mark.parametrize(("name", "options"), METRICS, ids=str)
def test_rows_that_are_not_seen_add_the_same(name: str, options: dict[str, Any]) -> None:
    metric, tables = get(name), [counts(1), counts(2)]
    chance = np.r_[0.0, 1.0 / np.arange(1, SIZE)] if metric.graded(options) else None
    first, second = (influence_by_label(lambda one: metric.formula(one, **options), state) for state in tables)
    assert first is not None
    assert second is not None
    every = [influence_of_every_cell(metric, options, state) for state in tables]
    wrong = by_influence.WrongPredictions(SIZE, chance)
    found = by_influence._mean_squares(first, second, wrong)
    wanted = by_influence._mean_squares(every[0], every[1], wrong)
    held = tables[0].row_totals > 0  # classes of the truth, which alone are asked for
    assert_allclose(found[held], wanted[held], rtol=1e-9)
    assert_allclose(wanted, plainly(every[0], every[1], chance), rtol=1e-12)


def plainly(one: Any, other: Any, chance: Any) -> Any:
    apart = np.abs(np.subtract.outer(np.arange(SIZE), np.arange(SIZE)))
    likely = 1.0 * (apart > 0) if chance is None else chance[apart]
    return (likely * (np.diagonal(one)[:, None] - other) ** 2).sum(1) / likely.sum(1)


def test_weighted_rows_and_other_formulas_have_no_such_terms() -> None:
    random = np.random.default_rng(0)
    labels = random.integers(0, SIZE, (2, 500))
    weighted = Counts.from_labels(*labels, sample_weight=random.random(500))
    assert influence_by_label(get("cohen_kappa").formula, weighted) is None
    assert influence_by_label(get("mutual_information").formula, counts(1)) is None


@pytest.mark.parametrize(("name", "options"), METRICS, ids=str)
def test_a_row_can_move_a_value_as_far_as_the_table_says(name: str, options: dict[str, Any]) -> None:
    metric, state = get(name), counts(3)
    found = influence_by_label(lambda one: metric.formula(one, **options), state)
    assert found is not None
    most = np.abs(influence_of_every_cell(metric, options, state)).max()
    assert found.can_exceed(0.3 * most)
    assert not found.can_exceed(3.001 * most)


def test_no_row_moves_the_mean_prevalence() -> None:
    prevalence = get("prevalence")
    found = influence_by_label(lambda one: prevalence.formula(one, average="macro"), counts(4))
    assert found is not None
    assert not found.can_exceed(1e-12)
