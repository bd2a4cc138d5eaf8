"""Influences on information in closed form, beside those of the tape and of the complex step."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import mutual_information, normalized_mutual_information, uncertainty_coefficient
from concordant.inference.influence.tables import cell_influence, influence_of_information
from concordant.states import Counts

ASKED: list[tuple[Any, dict[str, Any]]] = [
    (mutual_information, {}),
    (uncertainty_coefficient, {}),
    *((normalized_mutual_information, {"mean": mean}) for mean in ("arithmetic", "geometric", "min", "max")),
]


@pytest.mark.parametrize(("metric", "options"), ASKED)
@pytest.mark.parametrize(("labels", "rows"), [(2, 40), (6, 300), (100, 800)])
@pytest.mark.parametrize("weighted", [False, True])
def test_it_is_the_derivative_of_the_formula(metric: Any, options: Any, labels: int, rows: int, weighted: bool) -> None:
    random = np.random.default_rng(labels)
    truth = random.integers(0, labels, rows)
    prediction = np.where(random.random(rows) < 0.6, truth, random.integers(0, labels, rows) // 2)
    weight = random.random(rows) if weighted else None
    counts = Counts.from_labels(truth, prediction, labels=range(labels), sample_weight=weight)
    derived = cell_influence(lambda one: metric.formula(one, **options), counts, counts.occupied.flat)
    found = influence_of_information(metric.is_a, counts.occupied, options)
    assert_allclose(found, derived, rtol=1e-9, atol=1e-12 * np.abs(derived).max())


@pytest.mark.parametrize(("metric", "options"), ASKED)
def test_a_row_without_weight_moves_nothing(metric: Any, options: Any) -> None:
    truth, prediction = np.array([0, 0, 1, 1, 2, 2, 1, 0]), np.array([0, 1, 1, 1, 2, 0, 1, 2])
    weight = np.array([2.0, 1.0, 1.0, 3.0, 1.0, 2.0, 1.0, 0.0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # so few rows are doubted
        both = [
            metric.interval(truth[:end], prediction[:end], sample_weight=weight[:end], method="delta", **options)
            for end in (7, 8)
        ]
    assert both[0].se == pytest.approx(both[1].se, rel=1e-12)


def test_of_two_equal_entropies_each_counts_half() -> None:
    counts = Counts.from_table([[30, 10], [10, 30]])
    least, mean = (
        influence_of_information(normalized_mutual_information.is_a, counts.occupied, {"mean": one})
        for one in ("min", "arithmetic")
    )
    assert_allclose(least, mean, rtol=1e-12)
