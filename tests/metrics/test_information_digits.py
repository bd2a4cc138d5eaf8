"""Information of columns that are all but independent, or all but certain, beside sums of sixty digits."""

from __future__ import annotations

from decimal import Decimal, localcontext
from typing import Any

import numpy as np
import pytest

from concordant import mutual_information, normalized_mutual_information, uncertainty_coefficient
from concordant.errors import UndefinedMetricWarning
from concordant.metrics.arithmetic import difference_of_products
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts

TRILLION = 10**12
TABLES = [
    [[TRILLION, 3], [2, TRILLION]],
    [[TRILLION, 1], [1, 1]],  # all but certain
    [[10**15, 0], [0, 1]],
    [[TRILLION, TRILLION], [TRILLION, TRILLION + 10**6]],  # all but independent
    [[10**6, 10**6], [10**6, 10**6 + 1]],
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
    assert metric.of(Counts.from_table(np.array(table) * 2.0**-300)) == pytest.approx(expected, rel=1e-14)


def test_independent_columns_share_nothing_at_all() -> None:
    for rows, columns in (([1, 2, 3], [4, 5, 6]), ([10**7, 1], [1, 10**7]), ([3, 7], [9, 11])):
        assert mutual_information.of(Counts.from_table(np.outer(rows, columns)[: len(rows), : len(columns)])) == 0.0


def test_a_difference_of_products_is_rounded_once() -> None:
    rng = np.random.default_rng(1)
    a, b, c = rng.integers(1, 2**50, (3, 200)).astype(np.float64)
    d = np.floor(a * b / c)
    exactly = [int(p) * int(q) - int(r) * int(s) for p, q, r, s in zip(a, b, c, d, strict=True)]
    np.testing.assert_allclose(difference_of_products(a, b, c, d), np.array(exactly, dtype=np.float64), rtol=1e-15)


@pytest.mark.parametrize("metric", [mutual_information, normalized_mutual_information, uncertainty_coefficient])
def test_a_comparison_of_no_rows_of_several_labels_is_undefined_in_silence(metric: Metric) -> None:
    none = np.zeros((0, 3), np.int64)
    with pytest.warns(UndefinedMetricWarning, match="there are no rows"):
        found = metric.compare(none, none, none)
    assert all(np.isnan(one.difference) for one in found)


@pytest.mark.parametrize("least", [5e-324, 1e-300, 1e-20])
def test_a_cell_that_is_next_to_nothing_counts_as_nothing(least: float) -> None:
    for table in ([[1.0, least], [1.0, 1.0]], [[0.3, least], [0.7, 0.1]], [[1.0, 2.0], [least, 3.0]]):
        found = mutual_information.of(Counts.from_table(table))
        assert found == pytest.approx(mutual_information.of(Counts.from_table(np.round(table, 10))), rel=1e-14)
