"""Counts: the verbs of a state, and its views."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from concordant import Counts
from concordant.engines.arrays import counts
from concordant.errors import (
    InputError,
    InputTypeError,
    LabelError,
    MergeError,
    OptionError,
    PositiveLabelError,
    StateFormatError,
    WeightError,
)
from concordant.inputs.labels import check_labels

LABELS = [3, 1, 2]


def small(weight: float | None = None) -> Counts:
    weights = None if weight is None else [weight] * 4
    return Counts.from_labels([3, 1, 1, 2], [3, 1, 2, 2], labels=LABELS, sample_weight=weights)


# -- adding ----------------------------------------------------------------------------------------------------------


def test_dropped_rows_add_up() -> None:
    parts = [Counts.from_labels([0, np.nan], [0, 1], labels=[0, 1], missing="drop") for _ in range(3)]
    assert (parts[0] + parts[1] + parts[2]).missing == 3
    assert parts[0] != Counts.from_labels([0], [0], labels=[0, 1])


def test_floats_without_squares_are_rows_of_weight_one_when_weighted_rows_are_added() -> None:
    weighted = Counts.from_labels([0, 1, 1, 0], [0, 1, 0, 0], sample_weight=[0.5, 1.0, 2.0, 3.0])
    table = np.array([[1.5, 2.0], [0.0, 1.0]])
    bare, known = Counts(table, (0, 1)), Counts.from_table(table, labels=[0, 1])
    assert (bare.squares is None, bare == known) == (True, True)
    assert weighted + bare == bare + weighted == weighted + known == Counts.union([weighted, bare])
    assert (weighted + bare).squares.tolist() == (weighted.squares + table).tolist()  # type: ignore[union-attr,operator]
    half = Counts.from_labels([0, 1, 1], [0, 1, 0]) * 0.5
    assert (half + weighted).squares.tolist() == (half.table + weighted.squares).tolist()  # type: ignore[union-attr]


def test_weighted_and_unweighted_rows_add_with_their_squares() -> None:
    total = small() + small(0.5)
    assert total.table.tolist() == (small().table * 1.5).tolist()
    assert total.squares is not None
    assert total.squares.tolist() == (small().table * 1.25).tolist()
    assert small(1.0) == small()  # a weight of one is a row


def test_huge_counts_stay_exact_or_become_floats() -> None:
    state = small() * 10**15
    assert state.table.dtype == np.int64
    assert (state + state).table.tolist() == (small().table * 2 * 10**15).tolist()
    assert (state + small()).n == 4 * 10**15 + 4
    assert (state * 10**3).one_vs_rest().n.tolist() == [4 * 10**18] * 3
    most = state * 2000  # 8e18 rows
    assert (most * 2.0).n == (most + most * 1.0).n == 1.6e19


# -- storing ---------------------------------------------------------------------------------------------------------


def test_labels_that_json_lacks_cannot_be_stored() -> None:
    with pytest.raises(
        StateFormatError, match=r"only text, numbers and bools can be stored .*, not \(1, 2\) \(tuple\)"
    ):
        Counts.empty([(1, 2)]).to_dict()
    with pytest.raises(StateFormatError, match="JSON has no inf: states with this label cannot be stored"):
        Counts.empty([0.0, np.inf]).to_dict()


# -- from a table ----------------------------------------------------------------------------------------------------


# -- views -----------------------------------------------------------------------------------------------------------


def test_binary() -> None:
    text = Counts.from_labels(["no", "yes", "yes"], ["no", "no", "yes"])
    assert text.binary("yes").table.tolist() == [[1, 0], [1, 1]]
    assert text.binary("no").labels == ("yes", "no")
    assert text.binary("no").table.tolist() == [[1, 1], [0, 1]]
    with pytest.raises(PositiveLabelError, match="which of 'no' and 'yes' is the positive class"):
        text.binary()
    assert Counts.from_labels([0, 1], [1, 1]).binary().labels == (0, 1)
    assert Counts.from_labels([1, 1], [1, 1]).binary().table.tolist() == [[0, 0], [0, 2]]
    assert Counts.from_labels(["no"], ["no"]).binary("yes").table.tolist() == [[1, 0], [0, 0]]
    with pytest.raises(LabelError, match="two classes are needed, but 3 labels occur: 3, 1, 2"):
        small().binary()


def test_the_four_cells() -> None:
    counts = Counts.from_table([[5, 2], [3, 7]])
    assert (counts.tn, counts.fp, counts.fn, counts.tp) == (5, 2, 3, 7)
    each = small().one_vs_rest()
    assert (each.tp.tolist(), each.labels, each.outputs) == ([1, 1, 1], (False, True), (3, 1, 2))
    assert each.one_vs_rest() is each
    with pytest.raises(LabelError, match="TP, FP, FN and TN need two labels, not 3"):
        _ = small().tp


def test_relabel_reorders_and_adds() -> None:
    wide = small(0.5).relabel([0, 1, 2, 3])
    assert (wide.labels, wide.ordered) == ((0, 1, 2, 3), True)
    assert wide.table.tolist() == [[0, 0, 0, 0], [0, 0.5, 0.5, 0], [0, 0, 0.5, 0], [0, 0, 0, 0.5]]
    assert wide.squares is not None
    assert wide.squares[1, 2] == 0.25
    assert wide.relabel([*LABELS, 0]).relabel([0, 1, 2, 3]) == wide
    assert small().relabel(LABELS) == small()
    assert (Counts.empty(["a", "b"]) * 1).relabel(["b"]).labels == ("b",)
    with pytest.raises(LabelError, match="1 label occurs that labels= does not name: 2"):
        small().relabel([1, 3])


def test_normalized() -> None:
    counts = Counts.from_table([[1, 3], [0, 0]])
    assert_array_equal(counts.normalized("true"), [[0.25, 0.75], [np.nan, np.nan]])
    assert_array_equal(counts.normalized("pred"), [[1, 1], [0, 0]])
    assert_array_equal(counts.normalized("all"), [[0.25, 0.75], [0, 0]])
    assert np.isnan(Counts.empty([0, 1]).normalized("all")).all()
    with pytest.raises(OptionError, match=r"^by must be 'true', 'pred' or 'all', not 'rows'\.$"):
        counts.normalized("rows")  # type: ignore[arg-type]


def test_tables_out_of_a_stack() -> None:
    stack = Counts.from_table(np.arange(3 * 2 * 4).reshape(3, 2, 2, 2))
    stack = Counts(stack.table, (False, True), True, None, ("x", "y"))
    assert len(stack) == 3
    assert stack[1].outputs == ("x", "y")
    assert stack[1:].outputs == ("x", "y")
    assert stack[:, 1].outputs is None
    assert stack[:, 1].table.tolist() == stack.table[:, 1].tolist()
    assert stack[..., [1]].outputs == ("y",)
    assert stack[0][::-1].outputs == ("y", "x")
    assert stack[0][np.array([False, True])].outputs == ("y",)
    assert [part.table.tolist() for part in stack[0]] == stack.table[0].tolist()
    with pytest.raises(IndexError):
        stack[0, 1, 0]
    with pytest.raises(TypeError, match="these counts are one table, not a stack"):
        small()[0]
    with pytest.raises(TypeError, match="these counts are one table, not a stack"):
        len(small())


Array = np.ndarray[Any, Any]
STEPS = (1, 1, 40, 10**6)  # the distance of one label from the next
LABEL_TYPES = ("bool", "int8", "uint16", "int64", "uint64", "float32", "float64")
WEIGHT_TYPES = ("float64", "float32", "int32", "uint8", "bool")


def same(arrays: Counts, checked: Counts) -> None:
    assert arrays == checked
    assert arrays.labels == checked.labels
    assert list(map(type, arrays.labels)) == list(map(type, checked.labels))
    assert (arrays.ordered, arrays.missing) == (checked.ordered, checked.missing)
    assert str(arrays.to_dict()) == str(checked.to_dict())  # the cells, sums of squares and their unit, to the last bit


def compare(y_true: Array, y_pred: Array, weights: Array) -> Counts | None:
    """Count plain arrays, and the same weights of a type that is converted and checked; None where both raise alike."""
    try:
        checked = Counts.from_labels(y_true, y_pred, sample_weight=weights.astype(object))
    except InputError as error:
        wanted = error
    else:
        found = Counts.from_labels(y_true, y_pred, sample_weight=weights)
        same(found, checked)
        return found
    said = re.escape(str(wanted)).replace(r"\.0\.", r"(\.0)?\.")  # a whole weight is shown as it was given
    with pytest.raises(type(wanted), match=said):
        Counts.from_labels(y_true, y_pred, sample_weight=weights)
    return None


@given(st.data())
def test_arrays_are_counted_as_checked_columns_are(data: st.DataObject) -> None:
    rows, labels = data.draw(st.integers(1, 400)), data.draw(st.sampled_from([1, 2, 5, 90, 300]))
    random = np.random.default_rng(data.draw(st.integers(0, 10**6)))
    step, low = data.draw(st.sampled_from(STEPS)), data.draw(st.sampled_from([0, 0, 1, -3]))
    values = low + step * np.arange(labels)
    kinds = data.draw(st.tuples(st.sampled_from(LABEL_TYPES), st.sampled_from(LABEL_TYPES)))
    y_true, y_pred = (values[random.integers(0, labels, rows)].astype(kind) for kind in kinds)
    weights = random.random(rows) * data.draw(st.sampled_from([1, 1, 50, 2.0**-40, 2.0**60]))
    weights *= random.random(rows) < data.draw(st.sampled_from([1, 1, 0.5, 0]))
    with np.errstate(over="ignore", invalid="ignore"):
        weights = weights.astype(data.draw(st.sampled_from(WEIGHT_TYPES)))
    compare(y_true, y_pred, weights)


@pytest.mark.parametrize("bad", [-1.0, np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("labels", [2, 200, 3_000])
def test_weights_that_are_none_are_refused_as_ever(bad: float, labels: int) -> None:
    y, weights = np.arange(20_000) % labels, np.linspace(0, 1, 20_000)
    weights[777] = bad
    assert compare(y, y[::-1].copy(), weights) is None


@pytest.mark.parametrize("labels", [2, 200, 3_000])
def test_weights_that_another_thread_spoils_after_their_check_are_refused(labels: int) -> None:
    y, weights = np.arange(20_000) % labels, np.ones(20_000)
    rows = check_labels(y, y, sample_weight=weights)
    weights[777] = np.nan
    with pytest.raises(WeightError, match="row 777"):
        counts(rows)


SMALL = st.integers(-3, 3)


@given(
    st.lists(st.lists(st.tuples(SMALL, SMALL), min_size=1, max_size=5), min_size=1, max_size=5),
    st.sampled_from([lambda x: x, lambda x: f"label {x}", lambda x: x + 10**9 * x, lambda x: x / 2]),
    st.booleans(),
)
def test_the_union_of_parts_is_the_count_of_all_rows(parts: Any, name: Any, weighted: bool) -> None:
    def counted(rows: Any) -> Counts:
        true, pred = ([name(row[k]) for row in rows] for k in (0, 1))
        weights = [1 + row[0] % 2 for row in rows] if weighted else None
        labels = sorted({*true, *pred}) if name(1) == 0.5 else None
        return Counts.from_labels(true, pred, sample_weight=weights, labels=labels)

    states = [counted(rows) for rows in parts]
    whole = counted([row for rows in parts for row in rows])
    assert Counts.union(states) == whole
    random.Random(1).shuffle(states)
    assert Counts.union(iter(states)) == whole


def test_the_union_of_one_part_or_none() -> None:
    one = Counts.from_labels(["a", "b"], ["a", "a"], missing="drop")
    assert Counts.union([one]) == one
    truths = Counts.union([Counts.from_labels([True], [True]), Counts.from_labels([False], [False])])
    assert truths == Counts.from_labels([True, False], [True, False])
    with pytest.raises(MergeError, match="there are no counts to join"):
        Counts.union([])
    with pytest.raises(InputTypeError, match="not of list"):
        Counts.union([one, [1]])  # type: ignore[list-item]


def test_ordered_names_need_one_order_of_all() -> None:
    whole = Counts.from_labels(["low"], ["high"], labels=["low", "mid", "high"])
    part = Counts.from_labels(["low", None], ["high", "low"], missing="drop")
    found = Counts.union([part, whole])
    assert (found.labels, found.ordered, found.n, found.missing) == (("low", "mid", "high"), True, 2, 1)
    with pytest.raises(LabelError, match="the order of all labels is unknown"):
        Counts.union([whole, Counts.from_labels(["best"], ["high"])])
    with pytest.raises(LabelError, match="the order of all labels is unknown"):
        Counts.union([whole, Counts.from_labels(["low"], ["high"], labels=["high", "low"])])


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [([0, 1], ["a", "b"], "numbers and of text"), ([True], [1], "bools and of numbers"), (["a"], [b"a"], "and of b")],
)
def test_labels_that_are_never_equal_are_refused(first: Any, second: Any, said: str) -> None:
    with pytest.raises(MergeError, match=said):
        Counts.union([Counts.from_labels(first, first), Counts.from_labels(second, second)])


def test_many_labels_keep_to_their_cells() -> None:
    parts = [Counts.from_labels([k, k + 5000], [k, k]) for k in range(0, 40_000, 10_000)]
    found = Counts.union(parts)
    assert (len(found.labels), found.n) == (8, 8)
    names = [f"{k:05d}" for k in range(20_000)]
    large = Counts.from_labels(names, names)
    assert Counts.union([large, Counts.from_labels(["x"], ["00000"])]).n == 20_001


def test_stacks_are_joined_table_by_table() -> None:
    stack = Counts.from_table([[[1, 2], [3, 4]], [[5, 6], [7, 8]]], labels=[0, 1])
    other = Counts.from_table([[[1]], [[2]]], labels=[3])
    assert Counts.union([stack, other]).table[:, 2, 2].tolist() == [1, 2]
    tables = Counts.from_indicators([[1, 0], [0, 1]], [[1, 1], [0, 1]], labels=["x", "y"])
    assert Counts.union([tables, tables]) == tables * 2


def test_a_table_in_a_terminal() -> None:
    counts = Counts.from_table([[1234, 5], [0, 60]], ["no", "a longer name"])
    assert str(counts).splitlines() == [
        "rows: truth, columns: prediction",
        "                  no  a longer name  total",
        "no             1,234              5  1,239",
        "a longer name      0             60     60",
        "total          1,234             65  1,299",
    ]


def test_a_stack_and_a_large_table_are_one_line() -> None:
    assert str(Counts.from_table(np.zeros((3, 2, 2)), ["a", "b"])) == "Counts: 3 x 2 x 2, labels 'a', 'b'"
    assert str(Counts.empty(range(50))) == "Counts: 50 x 50, labels 0, 1, 2, 3, 4, ... (50)"
    assert "0.333333" in str(Counts.from_table([[1 / 3]]))  # six digits of weights
    assert str(Counts.from_labels([], [])).splitlines()[0] == "rows: truth, columns: prediction"


def test_a_notebook_shows_labels_as_text_not_as_html() -> None:
    html = Counts.from_table([[1, 2], [3, 4]], ["<b>", "a & b"])._repr_html_()
    assert "&lt;b&gt;  a &amp; b" in html
    assert "a &amp; b" in html
    assert "<b>" not in html
    assert Counts.empty(range(50))._repr_html_().startswith("<pre>Counts: 50 x 50")
