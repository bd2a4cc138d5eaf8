"""Limits of information as a share of an entropy, less the bias that the jackknife finds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import mutual_information, normalized_mutual_information, uncertainty_coefficient
from concordant.errors import OptionError
from concordant.metrics.overall.information import degrees, information, jackknife_biases
from concordant.states import Counts

RNG = np.random.default_rng(4)
Z = 1.959963984540054
SHARES = [uncertainty_coefficient, normalized_mutual_information]
with_default = pytest.mark.parametrize(
    ("metric", "method"), [*((metric, "zahl") for metric in SHARES), (mutual_information, "miller-madow")]
)
pytestmark = pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")


def drawn(labels: int, rows: int, shared: float) -> Counts:
    cells = shared * np.eye(labels) / labels + (1 - shared) / labels**2
    return Counts.from_table(RNG.multinomial(rows, cells.ravel()).reshape(labels, labels))


def by_leaving_out(counts: Counts) -> list[float]:
    """The bias of each entropy and of the information, by the definition."""
    table, n = np.asarray(counts.table), counts.n
    rows = np.argwhere(table)
    tables = np.repeat(table[None], len(rows), axis=0)
    tables[np.arange(len(rows)), *rows.T] -= 1
    without, times = information(Counts(tables, counts.labels)), table[tuple(rows.T)]
    return [
        (n - 1) * float((times * left_out).sum() / n - whole)
        for left_out, whole in zip(without, information(counts), strict=True)
    ]


@pytest.mark.parametrize(("labels", "rows"), [(2, 2), (2, 30), (3, 10), (5, 40), (9, 300)])
def test_biases_are_those_of_leaving_out_each_row(labels: int, rows: int) -> None:
    counts = drawn(labels, rows, 0.5)
    assert_allclose(jackknife_biases(counts), by_leaving_out(counts), rtol=1e-9, atol=1e-11)


def test_degrees_are_one_of_one_row_and_a_half_of_many() -> None:
    assert_allclose(degrees([0, 1, 2, 3]), [0, 1, 2 * (1 - np.log(2)), 3 * (1 + 2 * np.log(2 / 3))], rtol=1e-14)
    rows = np.array([99, 100, 101, 1000, 5000], np.longdouble)
    exact = rows * (1 + (rows - 1) * np.log1p(-1 / rows))
    assert_allclose(degrees(rows), exact.astype(float), rtol=1e-10)
    assert degrees(1e15) == pytest.approx(0.5, abs=1e-15)


def test_limits_are_worked_by_hand() -> None:
    counts = Counts.from_table([[400, 80], [70, 450]])
    n, (truth, _, shared) = 1000, information(counts)
    bias_of_truth, _, bias = by_leaving_out(counts)
    value, centre = shared / truth, (shared - bias) / (truth - bias_of_truth)
    # Brown 1975, JASA 70:344; SPSS CROSSTABS: sum n_ij (H(X) log p(y|x) + (H(Y) - H(XY)) log p(x))^2 / (n H^2)^2
    cells = np.asarray(counts.table) / n
    rows, columns = cells.sum(1), cells.sum(0)
    joint, of_columns = (-(p * np.log(p)).sum() for p in (cells, columns))
    each = truth * np.log(cells / columns) + (of_columns - joint) * np.log(rows)[:, None]
    se = np.sqrt((n * cells * each**2).sum()) / (n * truth**2)
    half = Z * np.sqrt(se**2 + bias / (n * truth**2))
    low, high = (1 - (1 - centre) * np.exp(sign * half / (1 - centre)) for sign in (1, -1))
    on_root = (np.sqrt(centre) + half / (2 * np.sqrt(value))) ** 2
    result = uncertainty_coefficient.interval_of(counts)
    assert result.se == pytest.approx(se, rel=1e-12)
    assert_allclose((result.low, result.value, result.high), (low, value, max(high, on_root)), rtol=1e-9)


@with_default
@pytest.mark.parametrize(("labels", "shared"), [(2, 0.6), (4, 0.5), (4, 0.9)])
def test_limits_are_near_those_of_the_bootstrap_that_draws_the_bias(
    metric: Any, method: str, labels: int, shared: float
) -> None:
    counts = drawn(labels, 4000, shared)
    one, other = (metric.interval_of(counts, method=name) for name in (None, "normal"))
    assert one.method == method
    assert_allclose((one.low, one.high), (other.low, other.high), atol=0.08 * (one.high - one.low))


@pytest.mark.parametrize("metric", SHARES)
def test_labels_that_do_not_occur_change_nothing(metric: Any) -> None:
    counts = drawn(3, 200, 0.5)
    one, other = (metric.interval_of(state) for state in (counts, counts.relabel(range(100))))
    assert_allclose((one.low, one.high, one.se), (other.low, other.high, other.se), rtol=1e-12)


@with_default
def test_independent_columns_have_limits_that_end_at_0(metric: Any, method: str) -> None:
    entropy = 1.0 if metric is mutual_information else np.log(2)
    for table in ([[250, 251], [250, 249]], [[250, 250], [250, 250]]):
        result = metric.interval_of(Counts.from_table(table))
        assert (result.low, result.method) == (0.0, method)
        if table[0][1] != 250 or metric is mutual_information:  # z^2 / (4 n), by the root where d = 1
            assert result.high == pytest.approx(Z**2 / 4000 / entropy, rel=0.02)
    assert "inf" not in str(result.reason)


@with_default
@pytest.mark.parametrize("reading", [{"cluster": np.arange(60) // 3}, {"sample_weight": np.linspace(1, 2, 60)}])
def test_the_bias_of_weights_and_clusters_is_drawn(metric: Any, method: str, reading: dict[str, Any]) -> None:
    first = RNG.integers(0, 3, 60)
    second = (first + (RNG.random(60) < 0.3)) % 3
    assert metric.interval(first, second, **reading).method == "normal"
    with pytest.raises(OptionError, match='take "normal", which draws rows again'):
        metric.interval(first, second, method=method, **reading)


@pytest.mark.parametrize("metric", [*SHARES, mutual_information])
@pytest.mark.parametrize("rows", [1000, 10_000])
def test_a_rare_label_that_never_meets_a_rare_one_may_tell_nothing(metric: Any, rows: int) -> None:
    table = np.array([[960, 30], [10, 0]]) * rows // 1000
    result = metric.interval_of(Counts.from_table(table))
    assert 0 < result.value < result.high
    assert (result.low == 0) == (rows == 1000)  # by the likelihood ratio: 0.6, and of ten times as many rows 6.1


@pytest.mark.parametrize("labels", [2, 9, 10, 20, 70])
@pytest.mark.parametrize("metric", SHARES)
def test_perfect_dependence_has_limits_whatever_the_number_of_labels(metric: Any, labels: int) -> None:
    result = metric.interval_of(Counts.from_table(np.diag([100] * labels)))
    assert result.value == result.high == 1
    assert 0.89 < result.low < 1
    assert result.reason is not None
    assert "inf" not in result.reason
