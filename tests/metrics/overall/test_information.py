"""Information of two columns: every digit beside sums of sixty digits, edges, other packages, identities."""

from __future__ import annotations

from decimal import Decimal, localcontext
from typing import Any

import numpy as np
import pytest

from concordant import _kernels, mutual_information, normalized_mutual_information, uncertainty_coefficient
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts

TRILLION = 10**12
TABLES = [
    [[TRILLION, 3], [2, TRILLION]],
    [[TRILLION, 1], [1, 1]],  # all but certain
    [[TRILLION, TRILLION], [TRILLION, TRILLION + 10**6]],  # all but independent
    [[TRILLION, 10**6], [10**6, 2]],
    [[5, 3], [1, 7]],
    [[TRILLION, 3, 4], [10**3, TRILLION, 9], [7, 8, 10**6]],
]
MEASURES: list[tuple[Metric, Any]] = [
    (mutual_information, lambda shared, truth, predicted: shared),
    (normalized_mutual_information, lambda shared, truth, predicted: 2 * shared / (truth + predicted)),
    (uncertainty_coefficient, lambda shared, truth, predicted: shared / truth),
]


def exact(table: list[list[int]]) -> tuple[Decimal, Decimal, Decimal]:
    """The shared information and both entropies."""
    n = Decimal(sum(map(sum, table)))
    rows, columns = ([Decimal(sum(line)) for line in lines] for lines in (table, zip(*table, strict=True)))
    shared = sum(
        x / n * (x * n / (rows[i] * columns[j])).ln()
        for i, line in enumerate(table)
        for j, x in enumerate(map(Decimal, line))
        if x
    )
    truth, predicted = (-sum(x / n * (x / n).ln() for x in sums if x) for sums in (rows, columns))
    return Decimal(shared), Decimal(truth), Decimal(predicted)


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize(("metric", "of"), MEASURES, ids=lambda x: getattr(x, "name", ""))
def test_no_digit_is_lost(metric: Metric, of: Any, table: list[list[int]]) -> None:
    with localcontext(prec=60):
        expected = float(of(*exact(table)))
    assert metric.of(Counts.from_table(table)) == pytest.approx(expected, rel=1e-14)
    assert metric.of(Counts.from_table(np.array(table) * 2.0**-60)) == pytest.approx(expected, rel=1e-14)


def test_independent_columns_share_nothing_at_all() -> None:
    for rows, columns in (([1, 2, 3], [4, 5, 6]), ([10**7, 1], [1, 10**7]), ([3, 7], [9, 11])):
        assert mutual_information.of(Counts.from_table(np.outer(rows, columns)[: len(rows), : len(columns)])) == 0.0


@pytest.mark.parametrize("least", [5e-324, 1e-300, 1e-20])
def test_a_cell_that_is_next_to_nothing_counts_as_nothing(least: float) -> None:
    for table in ([[1.0, least], [1.0, 1.0]], [[0.3, least], [0.7, 0.1]], [[1.0, 2.0], [least, 3.0]]):
        expected = mutual_information.of(Counts.from_table(np.round(table, 10)))
        assert mutual_information.of(Counts.from_table(table)) == pytest.approx(expected, rel=1e-14)


# -- edges -----------------------------------------------------------------------------------------------------------


# -- other software and identities -----------------------------------------------------------------------------------


# -- the kernel of one table ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("labels", [2, 3, 10, 30])
@pytest.mark.parametrize("most", [3, 10**4, 10**9, 10**14])
@pytest.mark.parametrize("kind", ["any", "few cells", "diagonal", "nearly independent", "nearly one class"])
def test_one_table_keeps_all_digits(labels: int, most: int, kind: str) -> None:
    rng = np.random.default_rng(labels)
    table = rng.integers(0, most, (labels, labels))
    if kind == "few cells":
        table *= rng.random(table.shape) < 0.3
    elif kind == "diagonal":
        table = table // 50 + np.diag(rng.integers(1, most, labels))
    elif kind == "nearly independent":
        table = np.outer(*rng.integers(1, int(most**0.5) + 2, (2, labels)))
        table[0, 0] += 1 + most // 10**6
    elif kind == "nearly one class":
        table = rng.integers(0, 2, (labels, labels))
        table[1, 1] = most
    truth, predicted, shared = _kernels.information(table)
    with localcontext(prec=60):
        for value, digits in zip((shared, truth, predicted), exact(table.tolist()), strict=True):
            assert abs(Decimal(value) - digits) <= Decimal("2e-15") * digits
