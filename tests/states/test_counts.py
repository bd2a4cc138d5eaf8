"""Counts: the verbs of a state, and its views."""

from __future__ import annotations

import json
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from strategies import weight_columns

from concordant import set_threads
from concordant.errors import (
    LabelError,
    LengthError,
    MergeError,
    OptionError,
    PositiveLabelError,
    StateFormatError,
    WeightError,
)
from concordant.states import Counts, Moments

LABELS = [3, 1, 2]


def small(weight: float | None = None) -> Counts:
    weights = None if weight is None else [weight] * 4
    return Counts.from_labels([3, 1, 1, 2], [3, 1, 2, 2], labels=LABELS, sample_weight=weights)


@st.composite
def columns(draw: st.DrawFn, labels: list[Any]) -> tuple[list[Any], list[Any], Any]:
    rows = draw(st.integers(0, 20))
    column = st.lists(st.sampled_from(labels), min_size=rows, max_size=rows)
    return draw(column), draw(column), draw(st.none() | weight_columns(rows))


def cut(rows: tuple[list[Any], list[Any], Any], first: int, last: int, labels: list[Any] | None = None) -> Counts:
    y_true, y_pred, weights = rows
    part = slice(first, last)
    return Counts.from_labels(
        y_true[part], y_pred[part], labels=labels, sample_weight=None if weights is None else weights[part]
    )


# -- adding ----------------------------------------------------------------------------------------------------------


@given(st.data())
def test_the_sum_of_any_parts_is_the_whole(data: st.DataObject) -> None:
    labels = data.draw(st.sampled_from([LABELS, ["b", "a", "c"], [False, True], [0.5, 1, 1.5], [-5, 10**12]]))
    rows = data.draw(columns(labels))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(rows[0])), min_size=2, max_size=2)))
    a, b, c = (cut(rows, *ends, labels) for ends in zip([0, *cuts], [*cuts, len(rows[0])], strict=True))
    whole = cut(rows, 0, len(rows[0]), labels)
    # The weights are multiples of 1/4: their sums are exact in any order.
    assert a + b + c == whole
    assert a + (b + c) == whole
    assert c + b + a == whole
    assert Counts.empty(labels) + whole == whole
    assert whole + Counts.empty(labels) == whole
    if rows[2] is None:
        assert whole.table.dtype == (a + b).table.dtype == np.int64
        assert whole.squares is None


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


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (
            Counts.empty([1, 2, 3]),
            r"^cannot add two Counts with different labels: \(3, 1, 2\) and \(1, 2, 3\)\. Declare",
        ),
        (Counts.empty([3, 1]), r"different labels: \(3, 1, 2\) and \(3, 1\)"),
        (Counts.empty(LABELS, ordered=False), r"different ordered: True and False\.$"),
        (Counts.empty(LABELS, outputs=["x"]), r"different outputs: None and \('x',\)\.$"),
        (Counts.from_table(np.zeros((2, 3, 3), int), LABELS), r"different stack: \(\) and \(2,\)\.$"),
    ],
)
def test_different_keys_do_not_add_and_both_are_named(other: Counts, words: str) -> None:
    with pytest.raises(MergeError, match=words):
        small() + other
    assert small() * 0 != other


def test_true_is_not_one() -> None:
    numbers, bools = Counts.from_labels([0, 1], [0, 1]), Counts.from_labels([False, True], [False, True])
    with pytest.raises(MergeError, match=r"different labels: \(0, 1\) and \(False, True\)"):
        numbers + bools
    assert numbers != bools


def test_other_things_do_not_add() -> None:
    for other in (1, None, Moments.empty()):
        with pytest.raises(TypeError):
            small() + other  # type: ignore[operator]
        assert small() != other
    with pytest.raises(TypeError):
        hash(small())


# -- repeating -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weight", [None, 0.5])
def test_a_factor_repeats_the_rows(weight: float | None) -> None:
    state = small(weight)
    assert state * 3 == state + state + state == 3 * state
    assert state * 1 == state
    assert state * 0 == Counts.empty(LABELS)
    assert state * np.int64(2) == state + state
    assert (state * 0.5).n == state.n / 2


def test_huge_counts_stay_exact() -> None:
    state = small() * 10**15
    assert state.table.dtype == np.int64
    assert state.n == 4 * 10**15
    assert (state + state).table.tolist() == (small().table * 2 * 10**15).tolist()
    assert (state + small()).n == 4 * 10**15 + 4
    assert (state * 10**3).one_vs_rest().n.tolist() == [4 * 10**18] * 3


def test_counts_beyond_64_bits_are_refused_not_wrapped() -> None:
    state = small() * 2 * 10**18  # 8e18 rows
    with pytest.raises(
        MergeError, match=r"^the sum of these counts exceeds 64-bit integers; multiply one of them by 1\.0"
    ):
        state + state
    with pytest.raises(OptionError, match=r"^repeating counts 2 times exceeds 64-bit integers; use a float factor\.$"):
        state * 2
    assert (state * 2.0).n == 1.6e19
    assert (state + state * 1.0).n == 1.6e19


@pytest.mark.parametrize("factor", [-1, -0.5, np.nan, np.inf])
def test_factors_that_repeat_nothing(factor: float) -> None:
    with pytest.raises(OptionError, match=r"^a state is repeated a finite number of times, 0 or more, not "):
        small() * factor


@pytest.mark.parametrize("factor", [True, "2", None, 1j, [2]])
def test_factors_that_are_no_number(factor: Any) -> None:
    with pytest.raises(OptionError, match=r"^a state is repeated a number of times, not "):
        small() * factor


# -- storing ---------------------------------------------------------------------------------------------------------


@given(st.data())
def test_stored_and_read_back_to_the_last_bit(data: st.DataObject) -> None:
    labels = data.draw(st.sampled_from([LABELS, ["b", "", "ü"], [False, True], [0.1, 1 / 3], [-5, 2**63]]))
    rows = data.draw(columns(labels))
    state = cut(
        rows, 0, len(rows[0]), data.draw(st.sampled_from([labels, None])) if rows[0] and 1 / 3 not in labels else labels
    )
    if isinstance(labels[0], str) or len(state.labels) < 2:
        state = data.draw(st.sampled_from([state, state * 10**15]))
    if data.draw(st.booleans()):
        state = state.one_vs_rest()
    back = Counts.from_dict(json.loads(json.dumps(state.to_dict(), allow_nan=False)))
    assert back == state
    assert back.table.dtype == state.table.dtype
    assert [type(label) for label in back.labels] == [type(label) for label in state.labels]
    assert (back.squares is None) == (state.squares is None)
    assert pickle.loads(pickle.dumps(state)) == state


def test_what_cannot_be_stored_or_read() -> None:
    with pytest.raises(
        StateFormatError, match=r"only text, numbers and bools can be stored as labels, not \(1, 2\) \(tuple\)"
    ):
        Counts.empty([(1, 2)]).to_dict()
    with pytest.raises(StateFormatError, match="JSON has no inf: states with this label cannot be stored"):
        Counts.empty([0.0, np.inf]).to_dict()
    for wrong, found in (([], "list"), ({"state": "curve"}, "curve"), ({}, "None")):
        with pytest.raises(StateFormatError, match=rf"expected stored data of the state 'counts', got '?{found}'?\."):
            Counts.from_dict(wrong)  # type: ignore[arg-type]
    with pytest.raises(StateFormatError) as caught:
        Counts.from_dict({**small().to_dict(), "version": 3})
    assert str(caught.value) == (
        "this release reads version 1 of a stored 'counts', not version 3; a newer release of Concordant may have "
        "written it."
    )
    stored = small().to_dict()
    del stored["table"], stored["missing"]
    with pytest.raises(StateFormatError, match=r"the stored 'counts' is not complete; it lacks 'table', 'missing'\."):
        Counts.from_dict(stored)


# -- from a table ----------------------------------------------------------------------------------------------------


def test_a_known_table() -> None:
    counts = Counts.from_table([[38, 5], [33, 11]], ["a", "b"])
    assert (counts.table.dtype, counts.ordered, counts.n) == (np.int64, True, 87)
    assert not Counts.from_table([[1]], ["a"], ordered=False).ordered
    assert Counts.from_table(np.array([[True]])).table.tolist() == [[1]]
    assert Counts.from_table([[0.5]]).table.dtype == np.float64
    assert Counts.from_table(np.zeros((4, 2, 2))).n.tolist() == [0.0] * 4


@pytest.mark.parametrize(
    ("table", "labels", "error", "words"),
    [
        ([[1, 2]], None, LengthError, r"a table must be square, shape \(\.\.\., K, K\), not \(1, 2\)"),
        ([1], None, LengthError, r"not \(1,\)"),
        ([[-1]], None, WeightError, "finite counts that are not negative"),
        ([[np.nan]], None, WeightError, "finite counts that are not negative"),
        ([[np.inf]], None, WeightError, "finite counts that are not negative"),
        ([["1"]], None, WeightError, "a table must hold numbers, not <U1"),
        ([[1]], ["a", "b"], LengthError, "a table of 1 x 1 needs as many labels, not 2"),
        (np.array([[2**63]], np.uint64), None, WeightError, "exceed 64-bit integers; give them as floats"),
        ([[2**62, 2**62], [2**62, 2**62]], None, WeightError, "exceed 64-bit integers"),
    ],
)
def test_tables_that_are_none(table: Any, labels: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Counts.from_table(table, labels)


# -- views -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weight", [None, 0.3])
def test_one_against_the_rest_equals_a_loop(weight: float | None) -> None:
    rng = np.random.default_rng(2)
    table = rng.integers(0, 9, (5, 4, 4)) * (1 if weight is None else weight)
    counts = Counts.from_table(table, list("abcd"))
    each = counts.one_vs_rest()
    assert (each.labels, each.outputs, each.table.shape) == ((False, True), ("a", "b", "c", "d"), (5, 4, 2, 2))
    for s in range(5):
        for k in range(4):
            rest = np.arange(4) != k
            t = table[s]
            loop = [[t[rest][:, rest].sum(), t[rest, k].sum()], [t[k, rest].sum(), t[k, k]]]
            assert_allclose(each.table[s, k], loop, rtol=1e-14)
    assert each.one_vs_rest() is each


def test_the_rest_of_weights_is_exactly_nothing_where_nothing_is() -> None:
    counts = Counts.from_labels([0, 0, 1], [0, 1, 1], sample_weight=[0.1, 0.2, 0.3])
    assert counts.one_vs_rest().table[0, 0, 1] == 0.0


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
    assert small().one_vs_rest().tp.tolist() == [1, 1, 1]
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
    with pytest.raises(OptionError, match=r'^normalized by "true", "pred" or "all", not \'rows\'\.$'):
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
    assert stack[0][1].table.tolist() == stack.table[0, 1].tolist()
    assert stack[0][::-1].outputs == ("y", "x")
    assert stack[0][np.array([False, True])].outputs == ("y",)
    assert [part.table.tolist() for part in stack[0]] == stack.table[0].tolist()
    with pytest.raises(IndexError):
        stack[0, 1, 0]
    with pytest.raises(TypeError, match="these counts are one table, not a stack"):
        small()[0]
    with pytest.raises(TypeError, match="these counts are one table, not a stack"):
        len(small())


def test_numpy_sees_a_copy_of_the_table() -> None:
    counts = small()
    array = np.asarray(counts)
    array[0, 0] = 99
    assert counts.table[0, 0] == 1
    assert np.array(counts, dtype=float).dtype == np.float64


def test_threads_do_not_change_a_count(free_threads: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    y, x, w = rng.integers(0, 5, 1_100_000), rng.integers(0, 5, 1_100_000), rng.random(1_100_000)
    states = []
    for threads in (1, 2, 3):
        set_threads(threads)
        states.append((Counts.from_labels(y, x), Counts.from_labels(y, x, sample_weight=w)))
    assert states[0] == states[1] == states[2]
