"""Counts that hold the cells that occur in place of a table: every verb and every metric beside the table itself."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from metrics.options import OPTIONS
from numpy.testing import assert_allclose, assert_array_equal

from concordant.engines import arrays
from concordant.errors import ConcordantError, LabelError
from concordant.metrics import get
from concordant.metrics import names as metric_names
from concordant.states import Counts
from concordant.states.scaling import in_unit, near_one
from concordant.states.tables import Cells, against_rest, outside_each


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


def test_a_label_that_is_not_declared_is_named() -> None:
    y = np.arange(500)
    with pytest.raises(LabelError, match="1 label occurs that labels= does not name: 499"):
        Counts.from_labels(y, y, labels=range(499))


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
    assert (cells.stack, cells.weighted, cells.unit, cells.key) == (table.stack, table.weighted, table.unit, table.key)
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


@given(pairs(), st.sampled_from([0, 1, 3, 0.25, 1e-200]))
def test_verbs_give_what_they_give_of_the_table(both: tuple[Counts, Counts], factor: float) -> None:
    cells, table = both
    wanted = table + table
    for found in (cells + cells, cells + table, table + cells):
        assert found == wanted
        assert found.table.dtype == wanted.table.dtype
    assert cells * factor == table * factor
    names = (*table.labels[::-1], *(["more"] if isinstance(table.labels[0], str) else [77]))
    assert cells.relabel(names) == table.relabel(names)
    assert near_one(cells) == near_one(table)
    assert in_unit(cells, 3) == in_unit(table, 3)
    assert as_cells(table * 1e-200) == table * 1e-200


@given(pairs())
def test_a_population_weighs_the_same_rows(both: tuple[Counts, Counts]) -> None:
    cells, table = both
    shares = dict.fromkeys(table.labels, 1 / len(table.labels))
    if len(shares) > 1:
        found, wanted = cells.at_prevalence(shares), table.at_prevalence(shares)
        here = table.table != 0
        assert_allclose(found.table[here], wanted.table[here], rtol=1e-12)


def test_rows_of_two_forms_with_different_labels_do_not_add() -> None:
    many = Counts.from_labels(np.arange(100), np.arange(100))
    with pytest.raises(ConcordantError, match="different labels"):
        many + Counts.from_labels([0, 1], [0, 1])


@given(st.integers(0, 10**6), st.integers(1, 20), st.integers(0, 60))
def test_what_lies_outside_a_row_and_a_column_is_not_a_difference(seed: int, labels: int, many: int) -> None:
    random = np.random.default_rng(seed)
    truth, prediction = random.integers(0, labels, (2, many))
    numbers = 10.0 ** random.uniform(-200, 200, (3, many))
    found = outside_each(truth, prediction, numbers, labels)
    for k in range(labels):
        outside = (truth != k) & (prediction != k)
        assert_allclose(found[:, k], numbers[:, outside].sum(-1), rtol=1e-13, atol=0)


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


def held(rows: int, seed: int, labels: int = 100) -> Counts:
    truth, predicted = np.random.default_rng(seed).integers(0, labels, (2, rows))
    return Counts.from_labels(truth, predicted, labels=range(labels))


def made_of_cells() -> dict[str, Counts]:
    """What verbs and the tools of dataclasses make of cells."""
    cells = held(30, 0)
    table = Counts(np.array(cells.table), cells.labels)
    return {
        "cells": cells,
        "twice": cells * 2,
        "more cells": cells + held(30, 1),
        "beside a table": cells + table,
        "behind a table": table + cells,
        "grown to a table": sum((held(200, seed) for seed in range(40)), cells),
        "replaced": dataclasses.replace(cells, missing=3),
        "weighed": cells.weighed(0.5),
        "at a prevalence": cells.at_prevalence(dict.fromkeys(range(100), 0.01)),
    }


@pytest.mark.parametrize("way", made_of_cells())
def test_whatever_is_made_of_cells_is_copied_and_pickled(way: str) -> None:
    counts = made_of_cells()[way]
    for again in (pickle.loads(pickle.dumps(counts)), copy.copy(counts), copy.deepcopy(counts)):
        assert type(again).__name__ == "Counts"
        assert_array_equal(again.table, counts.table)
        assert (again.labels, again.missing, again.ordered) == (counts.labels, counts.missing, counts.ordered)


def test_cells_do_not_change() -> None:
    counts = held(30, 0)
    for name in ("table", "labels", "foo"):
        with pytest.raises(dataclasses.FrozenInstanceError, match=f"cannot assign to field {name!r}"):
            setattr(counts, name, 1)
    with pytest.raises(TypeError, match="unhashable type: 'Counts'"):
        hash(counts)
