"""Counts that hold the cells that occur in place of a table: every verb and every metric beside the table itself."""

from __future__ import annotations

import copy
import dataclasses
import json
import math
import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from metrics.cases import OPTIONS
from numpy.testing import assert_allclose, assert_array_equal

from concordant import accuracy, cohen_kappa, f1, gwet_ac1
from concordant.engines import arrays
from concordant.errors import ConcordantError, LabelError, LengthError, WeightError
from concordant.metrics import get
from concordant.metrics import names as metric_names
from concordant.states import Counts, Tallies
from concordant.states.tables import MOST_LABELS, Cells, against_rest, outside_each, without_each


def as_table(counts: Counts) -> Counts:
    """The same, held as a table."""
    return Counts(counts.table, counts.labels, counts.ordered, counts.squares, missing=counts.missing)


def as_cells(counts: Counts) -> Counts:
    """The same, held as its cells."""
    cells = Cells.of_table(counts.table, counts.squares)
    return Counts.from_cells(cells, counts.labels, ordered=counts.ordered, missing=counts.missing)


@st.composite
def pairs(draw: st.DrawFn, *, most: int = 9) -> tuple[Counts, Counts]:
    """Cells and the table that they are."""
    random = np.random.default_rng(draw(st.integers(0, 10**6)))
    labels, rows = draw(st.integers(1, most)), draw(st.integers(0, 40))
    columns = random.integers(0, labels, (2, rows))
    weights = draw(st.sampled_from([None, random.integers(0, 9, rows) / 4, random.random(rows)]))
    names = draw(
        st.sampled_from([[f"label {k}" for k in range(labels)], list(range(labels)), [k / 3 for k in range(labels)]])
    )
    first, second = ([names[code] for code in column] for column in columns.tolist())
    table = as_table(Counts.from_labels(first, second, labels=names, sample_weight=weights))
    return as_cells(table), table


# -- which of the two is held -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "held"), [(10_000, False), (9_999, True)])
def test_few_rows_of_many_labels_are_held_as_cells(rows: int, held: bool) -> None:
    y = np.arange(rows) % 200
    assert (Counts.from_labels(y, np.roll(y, 3)).cells is not None) is held


@pytest.mark.parametrize("weight", [None, 0.5])
def test_declared_labels_are_held_as_cells(weight: float | None) -> None:
    weights = None if weight is None else [weight] * 3
    counts = Counts.from_labels([3, 900, 3], [3, 7, 900], labels=range(1000), sample_weight=weights)
    cells = counts.cells
    assert cells is not None
    assert (cells.truth.tolist(), cells.prediction.tolist()) == ([3, 3, 900], [3, 900, 7])
    assert counts.table.shape == (1000, 1000)
    assert counts.table.sum() == counts.n == 3 * (weight or 1)
    assert cells.counts.dtype == counts.table.dtype


def test_enough_parts_become_a_table() -> None:
    y = np.arange(100)
    total = sum((Counts.from_labels(y, np.roll(y, k)) for k in range(1, 30)), Counts.empty(range(100)))
    assert total.cells is None
    assert total.n == 2900
    assert total == Counts.from_labels(np.tile(y, 29), np.concatenate([np.roll(y, k) for k in range(1, 30)]))


# -- verbs and views --------------------------------------------------------------------------------------------------


@given(pairs())
def test_views_are_those_of_the_table(both: tuple[Counts, Counts]) -> None:
    cells, table = both
    exact = table.squares is None
    for name in ("row_totals", "column_totals", "diagonal", "total", "n"):
        found, wanted = getattr(cells, name), getattr(table, name)
        assert np.asarray(found).dtype == np.asarray(wanted).dtype
        assert_array_equal(found, wanted) if exact else assert_allclose(found, wanted, rtol=1e-13, atol=0)
    assert_allclose(cells.one_vs_rest().table, table.one_vs_rest().table, rtol=1e-13, atol=0)
    assert (cells.stack, cells.weighted, cells.key) == (table.stack, table.weighted, table.key)
    assert repr(cells) == repr(table)
    assert str(cells) == str(table)
    assert_array_equal(np.asarray(cells), table.table)
    assert_array_equal(cells.table, table.table)


@given(pairs())
def test_both_forms_are_equal_stored_alike_and_copied(both: tuple[Counts, Counts]) -> None:
    cells, table = both
    assert cells == table
    assert table == cells
    assert cells.to_dict() == table.to_dict()
    assert Counts.from_dict(json.loads(json.dumps(cells.to_dict()))) == cells
    for again in (pickle.loads(pickle.dumps(cells)), copy.copy(cells), copy.deepcopy(cells)):
        assert again.cells is not None
        assert again == cells
    assert pickle.loads(pickle.dumps(table)) == cells
    assert cells != table * 2 or not table.n


@given(pairs(), st.sampled_from([0, 1, 3, 0.25, 1e-20]))
def test_verbs_give_what_they_give_of_the_table(both: tuple[Counts, Counts], factor: float) -> None:
    cells, table = both
    wanted = table + table
    for found in (cells + cells, cells + table, table + cells):
        assert found == wanted
        assert found.table.dtype == wanted.table.dtype
    assert cells * factor == table * factor
    names = (*table.labels[::-1], *(["more"] if isinstance(table.labels[0], str) else [77]))
    assert cells.relabel(names) == table.relabel(names)
    assert as_cells(table * 1e-20) == table * 1e-20


@given(pairs())
def test_a_population_weighs_the_same_rows(both: tuple[Counts, Counts]) -> None:
    cells, table = both
    shares = dict.fromkeys(table.labels, 1 / len(table.labels))
    if len(shares) > 1:
        found, wanted = cells.at_prevalence(shares), table.at_prevalence(shares)
        here = table.table != 0
        assert_allclose(found.table[here], wanted.table[here], rtol=1e-12)


def test_cells_of_a_perturbed_stack_are_cut_as_its_tables() -> None:
    random = np.random.default_rng(0)
    truth, prediction = np.divmod(np.array([0, 4, 5, 9, 13, 24]), 5)
    for numbers in (random.random((2, 6)), random.integers(0, 9, (2, 6)) + 1e-30j * np.eye(2, 6)):
        cells = Cells(truth, prediction, numbers, 5)
        assert_allclose(cells.against_rest(numbers), against_rest(cells.table(numbers)), rtol=1e-13, atol=0)


# -- every metric of labels --------------------------------------------------------------------------------------------

LABEL_METRICS = [name for name in metric_names() if Counts in get(name).takes]
CASES = [(name, options) for name in LABEL_METRICS for options in OPTIONS.get(name, [{}])]


def tables(labels: int, seed: int) -> tuple[Counts, Counts]:
    random = np.random.default_rng(seed)
    truth = random.integers(0, labels, 120)
    prediction = np.where(random.random(120) < 0.7, truth, random.integers(0, labels, 120))
    table = as_table(Counts.from_labels(truth, prediction, labels=range(labels)))
    return as_cells(table), table


def outcome(call: Any) -> Any:
    """What a call gives, or the words of the error that it raises."""
    try:
        return call()
    except ConcordantError as error:
        return str(error)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("labels", [2, 6])
@pytest.mark.parametrize(("name", "options"), CASES)
def test_a_metric_and_its_interval_of_cells(name: str, options: dict[str, Any], labels: int) -> None:
    metric, (cells, table) = get(name), tables(labels, 5)
    found, wanted = (outcome(lambda c=c: metric.of(c, **options)) for c in (cells, table))
    if isinstance(wanted, Counts):
        assert found == wanted
    elif isinstance(wanted, (str, tuple)) or hasattr(wanted, "__dataclass_fields__"):
        assert repr(found) == repr(wanted)
    else:
        assert_allclose(found, wanted, rtol=1e-14, atol=1e-16)
    found, wanted = (outcome(lambda c=c: metric.interval_of(c, **options)) for c in (cells, table))
    assert_alike(found, wanted, ("value", "low", "high", "se"))


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    ("name", "options"),
    [case for case in CASES if case[0] != "kappa_max" or case[1].get("weights") in (None, "quadratic")],  # no programme
)
def test_columns_of_many_labels_are_compared_as_of_a_table(
    name: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    random = np.random.default_rng(1)
    truth = random.integers(0, 70, 150)
    first, second = (np.where(random.random(150) < 0.7, truth, random.integers(0, 70, 150)) for _ in range(2))
    how = {"labels": range(70), "draws": 50, **options}
    metric, held = get(name), Counts.from_labels(truth, first, labels=range(70))
    assert held.cells is not None

    def both() -> tuple[Any, Any]:
        compare = outcome(lambda: metric.compare(truth, first, second, **how))
        return outcome(lambda: metric.interval(truth, first, **how)), compare

    found = both()
    monkeypatch.setattr(Counts, "from_rows", classmethod(lambda cls, rows: as_table(arrays.counts(rows))))
    wanted = both()
    assert_alike(found[0], wanted[0], ("value", "low", "high", "se"))
    assert_alike(found[1], wanted[1], ("difference", "low", "high", "p_value"))


def assert_alike(found: Any, wanted: Any, parts: tuple[str, ...]) -> None:
    """Two answers, or the words of two errors, are alike."""
    if isinstance(wanted, str):
        assert found == wanted
        return
    assert (found.method, found.reason, found.signature) == (wanted.method, wanted.reason, wanted.signature)
    for part in parts:
        assert_allclose(getattr(found, part), getattr(wanted, part), rtol=1e-9, atol=1e-12)


def test_cells_do_not_change() -> None:
    counts = Counts.from_labels(range(100), range(100))
    for name in ("table", "labels", "foo"):
        with pytest.raises(dataclasses.FrozenInstanceError, match=f"cannot assign to field {name!r}"):
            setattr(counts, name, 1)


@pytest.mark.parametrize("labels", [0, 1, 2, 3, 7, 12])
@pytest.mark.parametrize("stack", [(), (2,), (0,), (2, 3)])
def test_weights_against_the_rest_are_those_of_exact_fractions(labels: int, stack: tuple[int, ...]) -> None:
    random = np.random.default_rng(labels)
    shape = (*stack, labels, labels)
    table = 10.0 ** random.uniform(-200, 200, shape) * (random.random(shape) < 0.5)
    found = against_rest(table)
    assert found.shape == (*stack, labels, 2, 2)
    for *index, k in np.ndindex(*stack, labels):
        cells = np.vectorize(Fraction, otypes=[object])(table[tuple(index)])
        rest = np.arange(labels) != k
        exact = [[cells[np.ix_(rest, rest)].sum(), cells[rest, k].sum()], [cells[k, rest].sum(), cells[k, k]]]
        # nothing is subtracted: each is right to its last digits, and 0 where there is nothing
        assert_allclose(found[(*index, k)], np.array(exact, float), rtol=1e-13, atol=0)


def _categories(size: int) -> Any:
    codes = pd.Categorical([0, 1], categories=range(size), ordered=True)
    return codes.rename_categories([f"label {k}" for k in range(size)])


MANY: dict[str, Callable[[int], Any]] = {
    "declared": lambda size: accuracy([0, 1], [0, 1], labels=range(size)),
    "declared, counted categories": lambda size: gwet_ac1([0, 1], [0, 1], labels=range(size)),
    "declared, weighted": lambda size: f1([0, 1], [0, 1], labels=range(size), average="macro", sample_weight=[1, 2]),
    "an ordered categorical": lambda size: f1(_categories(size), _categories(size), average="macro"),
    "an empty state": lambda size: accuracy.of(
        Counts.empty(range(size)) + Counts.from_labels([1], [1], labels=range(size))
    ),
    "relabelled": lambda size: accuracy.of(Counts.from_table([[1, 0], [0, 1]]).relabel(range(size))),
}


@pytest.mark.filterwarnings("ignore:f1")
@pytest.mark.parametrize("name", MANY)
@pytest.mark.parametrize("size", [MOST_LABELS + 1, 100_000])
def test_what_needs_no_table_takes_labels_that_have_no_room_in_one(name: str, size: int) -> None:
    assert MANY[name](size) == pytest.approx(1, abs=1e-12)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("weights", [None, [1.0, 2.0, 0.5, 1.0]])
@pytest.mark.parametrize("metric", [accuracy, cohen_kappa, gwet_ac1])
def test_intervals_and_comparisons_of_more_labels_than_have_room(metric: Any, weights: Any) -> None:
    truth, first, second = [0, 1, 5, 99_999], [0, 1, 4, 99_999], [0, 2, 5, 7]
    found = metric.interval(truth, first, labels=range(100_000), sample_weight=weights)
    assert found.low < found.value < found.high
    compared = metric.compare(truth, first, second, labels=range(100_000), sample_weight=weights)
    assert compared.low < compared.difference < compared.high


NEED_A_TABLE: dict[str, Callable[[Counts], Any]] = {
    "the table": lambda counts: counts.table,
    "shares of it": lambda counts: counts.normalized("true"),
    "weights of all pairs": lambda counts: cohen_kappa.of(counts, weights="linear"),
    "one table a label": lambda counts: Counts.empty(counts.labels, outputs=["a", "b"]),
}


@pytest.mark.parametrize("name", NEED_A_TABLE)
@pytest.mark.parametrize("size", [MOST_LABELS + 1, 100_000])
def test_what_needs_a_table_is_refused_before_memory_is_asked_for(name: str, size: int) -> None:
    counts = Counts.from_labels([0, 1, 5], [0, 1, 4], labels=range(size))
    with pytest.raises(LabelError, match=rf"a table of {size} labels has {size} x {size} cells; at most 8192 labels"):
        NEED_A_TABLE[name](counts)


@pytest.mark.parametrize("stack", [(), (3,), (2, 2)], ids=str)
@pytest.mark.parametrize("most", [1.0, 1e6, 1e18], ids=str)
@pytest.mark.parametrize("signed", [False, True])
def test_what_is_outside_a_label_that_has_nearly_all_keeps_its_digits(
    stack: tuple[int, ...], most: float, signed: bool
) -> None:
    random, size = np.random.default_rng(5), 40
    table = random.random((*stack, size, size)) * (random.random((size, size)) < 0.2)
    table[..., 7, :] *= most
    table[..., 3, 3] += most
    if signed:
        table *= random.choice([-1.0, 1.0], table.shape)
    flat = table.reshape(-1, size, size)
    cells = np.nonzero(np.abs(flat).sum(0))
    outside = [[np.delete(np.delete(one, k, 0), k, 1) for k in range(size)] for one in flat]
    sums = [[math.fsum(rest.ravel()) for rest in of_labels] for of_labels in outside]
    magnitudes = [[np.abs(rest).sum() for rest in of_labels] for of_labels in outside]
    for found in (without_each(table), outside_each(*cells, table[(..., *cells)], size)):
        assert found.shape == (*stack, size)
        assert (np.abs(found.reshape(-1, size) - np.array(sums)) <= 1e-13 * np.array(magnitudes)).all()


def test_nothing_is_outside_a_label_that_has_all() -> None:
    table = np.zeros((40, 40))
    table[4], table[:, 4] = 0.1, 0.3
    others = np.delete(without_each(table), 4)
    assert without_each(table)[4] == 0.0
    assert (others > 0).all()


@pytest.mark.parametrize("read", [Counts.from_table, Tallies.from_counts], ids=["counts", "tallies"])
def test_a_table_of_the_caller_holds_a_number_in_every_cell(read: Callable[..., Any]) -> None:
    table = np.ma.masked_array([[5, 1], [2, 7]], mask=[[False, False], [False, True]])
    with pytest.raises(WeightError, match="some are masked"):
        read(table)
    assert read(table.filled(0)) == read([[5, 1], [2, 0]])
    assert read(np.ma.masked_array([[5, 1], [2, 7]])) == read([[5, 1], [2, 7]])
    with pytest.raises(LengthError, match="rows of one length"):
        read([[5], [2, 7]])


def test_a_table_of_small_floats_has_a_finite_sum() -> None:
    assert Counts.from_table(np.full((2, 2), 60000, np.float16)).n == 4 * 60000  # float16 itself ends at 65504
