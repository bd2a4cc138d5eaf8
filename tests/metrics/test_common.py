"""What holds for every metric, whatever its formula: rows can be split, shuffled, renamed, repeated and stacked."""

from __future__ import annotations

import operator
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant.metrics.definition.metric import Metric
from concordant.states import Counts, CurveStack, Moments

from .cases import (
    CALL,
    METRICS,
    NAN,
    Case,
    Rows,
    assert_same,
    cases_of,
    drawn,
    drawn_cases,
    hardly_drawn,
    options_of,
    rows_of,
)

by_name = operator.attrgetter("name")
every_metric = pytest.mark.parametrize("metric", METRICS, ids=by_name)
NAMES = ("zeta", "alpha", "mu", "beta")  # not in alphabetical order


def of_input(*kinds: str) -> list[Metric]:
    return [metric for metric in METRICS if metric.facts.input in kinds]


@every_metric
@given(data=st.data())
@drawn
def test_states_of_any_split_add_up_to_the_whole(metric: Metric, data: st.DataObject) -> None:
    for case, rows in drawn_cases(metric, data):
        cut = data.draw(st.integers(0, len(rows)), label="cut")
        parts = case.state(*rows[:cut]) + case.state(*rows[cut:])
        assert_same(case.of(parts), case(*rows), case)


@every_metric
@given(data=st.data())
@drawn
def test_a_call_is_the_formula_on_the_state(metric: Metric, data: st.DataObject) -> None:
    # Shortcuts past the state are tested against the formula here as well.
    for case, rows in drawn_cases(metric, data):
        assert_same(case(*rows), case.of(case.state(*rows)), case)


@every_metric
@given(data=st.data())
@drawn
def test_the_order_of_rows_does_not_matter(metric: Metric, data: st.DataObject) -> None:
    for case, rows in drawn_cases(metric, data):
        order = data.draw(st.permutations(range(len(rows))), label="order")
        assert_same(case(*rows[np.array(order, dtype=np.intp)]), case(*rows), case)


@every_metric
@given(data=st.data())
@drawn
def test_whole_weights_repeat_rows_and_weight_zero_removes_them(metric: Metric, data: st.DataObject) -> None:
    for case, rows in drawn_cases(metric, data):
        n = len(rows)
        weights = np.array(data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)), dtype=np.int64)
        repeated = case(*rows[np.repeat(np.arange(n), weights)])
        for kind in (np.int64, np.float64, np.float32):
            assert_same(case(*rows, sample_weight=weights.astype(kind)), repeated, case)


@every_metric
@given(data=st.data())
@drawn
def test_a_repeated_state_is_the_state_of_repeated_rows(metric: Metric, data: st.DataObject) -> None:
    for case, rows in drawn_cases(metric, data):
        twice = rows[np.concatenate([np.arange(len(rows))] * 2)]
        assert_same(case.of(case.state(*rows) * 2), case(*twice), case)


@every_metric
@given(data=st.data())
@drawn
def test_new_names_of_the_labels_change_nothing(metric: Metric, data: st.DataObject) -> None:
    for case, rows in drawn_cases(metric, data):
        numbers = CALL[case.kind].get("labels")
        if numbers is None:
            continue
        names = NAMES[: len(numbers)]
        labels_both = metric.facts.input == "labels"
        texts = Rows(_named(rows.y_true, names), _named(rows.other, names) if labels_both else rows.other)
        found, expected = case(*texts, labels=names), case(*rows)
        if isinstance(expected, Counts):
            assert found.labels == names
            assert_same(found.table, expected.table, case)
        else:
            assert_same(found, expected, case)


def _named(codes: Any, names: tuple[str, ...]) -> Any:
    return np.array(names)[codes]


@every_metric
@given(data=st.data())
@hardly_drawn
def test_the_layout_and_type_of_arrays_do_not_matter(metric: Metric, data: st.DataObject) -> None:
    for case, rows in drawn_cases(metric, data):
        expected = case(*rows)
        for layout in (_strided, _reversed_twice, _fortran, _read_only, _smaller):
            assert_same(case(layout(rows.y_true), layout(rows.other)), expected, f"{case} {layout.__name__}")
        if len(rows):
            assert_same(case(rows.y_true.tolist(), rows.other.tolist()), expected, f"{case} lists")


def _strided(array: Any) -> Any:
    return np.repeat(array, 2, axis=0)[::2]


def _reversed_twice(array: Any) -> Any:
    return array[::-1].copy()[::-1]


def _fortran(array: Any) -> Any:
    return np.asfortranarray(array)


def _read_only(array: Any) -> Any:
    array = array.copy()
    array.flags.writeable = False
    return array


def _smaller(array: Any) -> Any:
    """Labels as int8; scores, which are exact in it, as float32."""
    return array.astype(np.int8 if array.dtype.kind == "i" else np.float32)


@every_metric
@given(data=st.data())
@hardly_drawn
def test_integers_stand_for_equal_floats(metric: Metric, data: st.DataObject) -> None:
    for case, rows in drawn_cases(metric, data):
        whole = Rows(rows.y_true, np.floor(rows.other).astype(np.int64))
        if case.kind == "probabilities of classes":
            whole = Rows(rows.y_true, np.eye(3, dtype=np.int64)[rows.y_true])
        expected = case(*whole)
        for kind in (np.float64, np.float32, np.int32, np.int16):
            assert_same(case(whole.y_true, whole.other.astype(kind)), expected, case)
        truth = whole.y_true.astype(np.float64) if case.kind != "measurements" else whole.y_true
        assert_same(case(truth, whole.other), expected, case)


@pytest.mark.parametrize("metric", of_input("labels"), ids=by_name)
def test_a_stack_of_tables_is_a_loop_over_them(metric: Metric) -> None:
    rng = np.random.default_rng(5)
    for case in cases_of(metric):
        if case.kind == "indicators":
            continue
        size = len(CALL[case.kind]["labels"])
        tables = rng.integers(0, 5, (2, 3, size, size))
        tables[0, 0] = 0  # no rows
        tables[0, 1, :, 1:] = 0  # one predicted class
        tables[0, 2, 1:, :] = 0  # one true class
        for stack in (tables, tables * 0.7):
            loop = [[case.of(Counts.from_table(stack[i, j])) for j in range(3)] for i in range(2)]
            assert_same(case.of(Counts.from_table(stack)), np.array(loop), case)


@pytest.mark.parametrize("metric", [m for m in METRICS if m.takes == (Moments,)], ids=by_name)
def test_a_stack_of_moments_is_a_loop_over_them(metric: Metric) -> None:
    rng = np.random.default_rng(6)
    names = ("x", "y") if metric.facts.input == "measurements" else (f"{metric.loss} loss",)
    size = len(names)
    parts = [
        Moments(names, np.array(w), np.array(w), rng.random(size), w * (np.eye(size) + 0.3)) for w in (0.0, 1.0, 5.0)
    ]
    options = {"average": None} if "average" in metric.options else {}
    loop = [metric.of(part, undefined=NAN) for part in parts]
    assert np.isnan(loop).tolist() == [True, False, False]
    assert_same(metric.of(Moments.stack(parts), undefined=NAN, **options), np.array(loop), metric.name)


@pytest.mark.parametrize(
    "metric", [m for m in METRICS if "average" in m.options and m.facts.input != "rows"], ids=by_name
)
@given(data=st.data())
@drawn
def test_columns_of_labels_are_a_loop_over_the_columns(metric: Metric, data: st.DataObject) -> None:
    kinds = {
        "labels": ("indicators", "two labels"),
        "scores": ("scores of indicators", "scores"),
        "probabilities": ("probabilities of indicators", "probabilities"),
        "decisions": ("scores of indicators", "scores"),
    }
    wide, one = kinds[metric.facts.input]
    rows = data.draw(rows_of(wide))
    options = options_of(metric)[0]
    column = Case(metric, one, options)
    loop = [column(rows.y_true[:, j], rows.other[:, j]) for j in range(3)]
    assert_same(Case(metric, wide, {**options, "average": None})(*rows), np.array(loop), metric.name)
    if not np.isnan(loop).any():
        assert_same(Case(metric, wide, {**options, "average": "macro"})(*rows), np.mean(loop), metric.name)


@given(data=st.data())
@drawn
def test_curves_of_several_labels_are_a_loop_over_the_columns(data: st.DataObject) -> None:
    rows = data.draw(rows_of("scores of indicators"))
    for metric in (m for m in METRICS if m.name in ("roc_curve", "precision_recall_curve")):
        loop = tuple(Case(metric, "scores")(rows.y_true[:, j], rows.other[:, j]) for j in range(3))
        assert_same(Case(metric, "scores of indicators")(*rows), loop, metric.name)


@pytest.mark.parametrize("metric", of_input("scores"), ids=by_name)
@given(data=st.data())
@drawn
def test_classes_against_the_rest_are_a_loop_over_the_classes(metric: Metric, data: st.DataObject) -> None:
    rows = data.draw(rows_of("scores of classes"))
    for own in options_of(metric):
        each = [Case(metric, "scores", own)((rows.y_true == k).astype(np.int64), rows.other[:, k]) for k in range(3)]
        options = {"average": None} if "average" in metric.options else {}
        expected = np.array(each) if options else tuple(each)
        assert_same(Case(metric, "scores of classes", own | options)(*rows), expected, metric.name)


@pytest.mark.parametrize("metric", of_input("labels"), ids=by_name)
def test_huge_counts_give_the_same_as_their_shares(metric: Metric) -> None:
    rng = np.random.default_rng(8)
    for case in cases_of(metric):
        if case.kind == "indicators":
            continue
        size = len(CALL[case.kind]["labels"])
        small = rng.integers(1, 10**3, (size, size))
        # Entries up to 10**15, whose products leave 64 bits; and so many that sums over classes leave them too.
        for factor in (10**9, 10**12, 2**63 // (int(small.sum()) + 1)):
            huge = Counts.from_table(small * factor)
            assert huge.table.dtype == np.int64
            assert_same(case.of(huge), case.of(Counts.from_table(small)), case, rtol=1e-12)


@pytest.mark.parametrize("metric", of_input("scores"), ids=by_name)
def test_only_the_order_of_scores_matters(metric: Metric) -> None:
    rng = np.random.default_rng(9)
    for case in cases_of(metric):
        if case.options.get("average") == "micro":
            continue  # pools the columns, so the scales matter
        wide = "classes" in case.kind or "indicators" in case.kind
        scores = rng.integers(-20, 20, (60, 3) if wide else 60) / 4
        truth = rng.integers(0, 2, scores.shape) if "indicators" in case.kind else rng.integers(0, 2 + wide, 60)
        found, expected = case(truth, np.exp(scores)), case(truth, scores)
        tables = is_dataclass(expected) or isinstance(expected, tuple)
        for one, two in zip(
            found if wide and tables else (found,), expected if wide and tables else (expected,), strict=True
        ):
            assert_same(_without_thresholds(one), _without_thresholds(two), case)


def _without_thresholds(result: Any) -> Any:
    if not is_dataclass(result):
        return result
    return tuple(getattr(result, part.name) for part in fields(result) if "threshold" not in part.name)


def test_a_curve_stack_of_one_column_is_that_curve() -> None:
    truth, scores = np.array([0, 1, 1, 0]), np.array([0.2, 0.7, 0.2, 0.1])
    for metric in (m for m in METRICS if m.facts.input == "scores" and "average" in m.options):
        stack = CurveStack.from_scores(truth[:, None], scores[:, None])
        own = options_of(metric)[0]
        assert_same(metric.of(stack, **own), metric(truth, scores, **own), metric.name)
