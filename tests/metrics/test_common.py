"""What holds for every metric, whatever its formula: rows can be split, shuffled, renamed, repeated and stacked."""

from __future__ import annotations

import operator
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, is_dataclass
from functools import partial
from threading import Barrier
from typing import Any

import numpy as np
import pytest
import sklearn.metrics as sk
from edges import AS_THEY_ARE, PLAIN, RULES, VALUES, Edge, answer, is_partly_undefined, kind_of, same_words
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

import concordant as c
from concordant import metrics
from concordant.errors import MissingValuesError, UndefinedMetricWarning
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts, CurveStack, Moments
from metrics.cases import (
    CALL,
    METRICS,
    NAN,
    Case,
    Rows,
    assert_same,
    cases_of,
    drawn,
    drawn_cases,
    example_of,
    hardly_drawn,
    options_of,
    random_labels,
    rows_of,
)

by_name = operator.attrgetter("name")
every_metric = pytest.mark.parametrize("metric", METRICS, ids=by_name)
NAMES = ("zeta", "alpha", "mu", "beta")  # not in alphabetical order
ONE_A_LABEL = (
    c.accuracy,
    c.adjusted_count_r2,
    c.balanced_accuracy,
    c.geometric_mean,
    c.matthews_correlation,
    c.no_information_rate,
)


def of_input(*kinds: str) -> list[Metric]:
    return [metric for metric in METRICS if metric.facts.input in kinds]


def in_two_parts(case: Case, rows: Rows, data: st.DataObject) -> Any:
    cut = data.draw(st.integers(0, len(rows)), label="cut")
    return case.of(case.state(*rows[:cut]) + case.state(*rows[cut:]))


def by_the_formula(case: Case, rows: Rows, _: st.DataObject) -> Any:
    return case.of(case.state(*rows))  # shortcuts past the state are tested against the formula here as well


def in_another_order(case: Case, rows: Rows, data: st.DataObject) -> Any:
    order = data.draw(st.permutations(range(len(rows))), label="order")
    return case(*rows[np.array(order, dtype=np.intp)])


@every_metric
@pytest.mark.parametrize("way", [in_two_parts, by_the_formula, in_another_order])
@given(data=st.data())
@drawn
def test_the_same_rows_have_the_same_value(way: Any, metric: Metric, data: st.DataObject) -> None:
    for case, rows in drawn_cases(metric, data):
        assert_same(way(case, rows, data), case(*rows), case)


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


def read_only(array: Any) -> Any:
    array = array.copy()
    array.flags.writeable = False
    return array


LAYOUTS = {
    "strided": lambda array: np.repeat(array, 2, axis=0)[::2],
    "turned twice": lambda array: array[::-1].copy()[::-1],
    "by columns": np.asfortranarray,
    "read only": read_only,
    "smaller": lambda array: array.astype(np.int8 if array.dtype.kind == "i" else np.float32),  # scores are exact in it
    "lists": lambda array: array.tolist(),
}


@every_metric
@given(data=st.data())
@hardly_drawn
def test_the_layout_and_type_of_arrays_do_not_matter(metric: Metric, data: st.DataObject) -> None:
    for case, rows in drawn_cases(metric, data):
        expected = case(*rows)
        for name, layout in LAYOUTS.items():
            if name != "lists" or len(rows):
                assert_same(case(layout(rows.y_true), layout(rows.other)), expected, f"{case} {name}")


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


@every_metric
def test_rows_with_a_missing_value_are_refused_or_dropped(metric: Metric) -> None:
    for case in cases_of(metric):
        rows = example_of(case.kind)
        truth = np.concatenate([rows.y_true[:1], rows.y_true])
        other = np.concatenate([np.full(rows.other[:1].shape, np.nan), rows.other])
        with pytest.raises(MissingValuesError, match="1 missing"):
            case(truth, other)
        assert_same(case(truth, other, missing="drop"), case(*rows), case)


@pytest.mark.parametrize("metric", of_input("labels"), ids=by_name)
def test_a_stack_of_tables_is_a_loop_over_them_and_warns_once(metric: Metric) -> None:
    rng = np.random.default_rng(5)
    for case in cases_of(metric):
        if case.kind == "indicators":
            continue
        size = len(CALL[case.kind]["labels"])
        tables = rng.integers(0, 5, (2, 3, size, size))
        tables[0, 0] = 0  # no rows
        tables[0, 1, :, 1:] = 0  # one predicted class
        tables[0, 2, 1:, :] = 0  # one true class
        mixed = size == 2 and "prevalence" in metric.options
        for stack, more in ((tables, {}), (tables * 0.7, {}), *([(tables, {"prevalence": 0.1})] if mixed else ())):
            one = Case(metric, case.kind, {**case.options, **more})
            loop = [[one.of(Counts.from_table(stack[i, j])) for j in range(3)] for i in range(2)]
            assert_same(one.of(Counts.from_table(stack)), np.array(loop), one)
            with pytest.warns(UndefinedMetricWarning) as caught:
                metric.of(Counts.from_table(stack), **one.options)
            assert len(caught) == 1, one


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
    "metric",
    [m for m in METRICS if ("average" in m.options and m.facts.input != "rows") or m in ONE_A_LABEL],
    ids=by_name,
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
    each = {"average": None} if "average" in metric.options else {}
    column = Case(metric, one, options)
    loop = [column(rows.y_true[:, j], rows.other[:, j]) for j in range(3)]
    assert_same(Case(metric, wide, {**options, **each})(*rows), np.array(loop), metric.name)
    if each and not np.isnan(loop).any():
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
        binary = Case(metric, "scores", own)
        assert_loop_over_classes(binary, "scores of classes", rows)


def assert_loop_over_classes(binary: Case, kind: str, rows: Rows) -> None:
    """Several classes give the values of each against the rest, their means, and the value of the pooled columns."""
    metric, own = binary.metric, binary.options
    hits = (rows.y_true[:, None] == np.arange(3)).astype(np.int64)
    each = [binary(hits[:, k], rows.other[:, k]) for k in range(3)]
    if "average" not in metric.options:
        assert_same(Case(metric, kind, own)(*rows), tuple(each), binary)
        return
    averages = {None: np.array(each), "micro": binary(hits.ravel(), rows.other.ravel())}
    if not np.isnan(each).any():
        averages |= {"macro": np.mean(each), "weighted": np.average(each, weights=hits.sum(0))}
    for average, expected in averages.items():
        assert_same(Case(metric, kind, {**own, "average": average})(*rows), expected, f"{average} average of {binary}")


@pytest.mark.parametrize("metric", [m for m in METRICS if "reduction" in m.state_options], ids=by_name)
@given(data=st.data())
@drawn
def test_calibration_of_classes_is_a_loop_over_them_and_that_of_the_top_label(
    metric: Metric, data: st.DataObject
) -> None:
    rows = data.draw(rows_of("probabilities of classes"))
    for own in options_of(metric):
        binary = Case(metric, "probabilities", own)
        assert_loop_over_classes(binary, "probabilities of classes", rows)
        expected = binary((rows.y_true == rows.other.argmax(1)).astype(np.int64), rows.other.max(1))
        top_label = Case(metric, "probabilities of classes", {**own, "reduction": "top_label"})
        assert_same(top_label(*rows), expected, top_label)


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


@pytest.mark.parametrize("metric", of_input("scores", "rows"), ids=by_name)
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


weighted = pytest.mark.parametrize("use_weights", [False, True], ids=["plain", "weighted"])


def same(found: Any, expected: Any) -> None:
    assert_allclose(found, expected, rtol=1e-10, atol=1e-12)


# -- labels --------------------------------------------------------------------------------------------------------


@weighted
def test_scikit_learn_gives_the_same_confusion_matrix(use_weights: bool) -> None:
    truth, pred, weights = random_labels(1, 300, 5)
    data: dict[str, Any] = {"sample_weight": weights} if use_weights else {}
    same(c.confusion_matrix(truth, pred, **data).table, sk.confusion_matrix(truth, pred, **data))
    order = [3, 0, 4, 1, 2]
    same(
        c.confusion_matrix(truth, pred, labels=order, **data).table,
        sk.confusion_matrix(truth, pred, labels=order, **data),
    )
    for by in ("true", "pred", "all"):
        expected = sk.confusion_matrix(truth, pred, normalize=by, **data)
        same(c.confusion_matrix(truth, pred, **data).normalized(by), expected)


# -- scores --------------------------------------------------------------------------------------------------------


def scored(seed: int, n: int, digits: int) -> tuple[Any, Any, Any]:
    """Two classes with scores that tie often where few digits are kept."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    return truth, np.round(rng.normal(size=n) + truth, digits), rng.random(n) * 2


@pytest.mark.parametrize(("n", "digits"), [(20, 1), (500, 1), (2000, 6)])
@weighted
def test_scikit_learn_gives_the_same_curves_of_two_classes(n: int, digits: int, use_weights: bool) -> None:
    truth, scores, weights = scored(n + digits, n, digits)
    data: dict[str, Any] = {"sample_weight": weights} if use_weights else {}
    found, expected = c.roc_curve(truth, scores, **data), sk.roc_curve(truth, scores, drop_intermediate=False, **data)
    for one, two in zip(found, expected, strict=True):
        same(one, two)
    # scikit-learn runs from the lowest threshold up and adds the point (0, 1).
    precision, recall, thresholds = sk.precision_recall_curve(truth, scores, **data)
    curve = c.precision_recall_curve(truth, scores, **data)
    same(curve.precision, precision[:-1][::-1])
    same(curve.recall, recall[:-1][::-1])
    same(curve.thresholds, thresholds[::-1])
    same(curve.prevalence, np.average(truth, weights=data.get("sample_weight")))


# -- probabilities -------------------------------------------------------------------------------------------------


# -- edges that every metric meets, see scripts/edges.py -----------------------------------------------------------

ALL_METRICS = metrics.find()
MAY_HAVE_EMPTY_BINS = ("calibration_curve",)  # NaN in a bin without rows is its documented value, not a lack of data
BOTH_KINDS_OF_WORDS = {  # rules whose words speak of the shape, the scale or the type, which kinds of input differ in
    "an infinite number": 2,
    "other lengths": 2,
    "text as a number": 2,
}


def metrics_at(edge: Edge) -> list[Metric]:
    return [metric for metric in ALL_METRICS if kind_of(metric) in edge.rows]


def test_every_metric_is_tried_and_every_kind_has_one() -> None:
    assert {kind_of(metric) for metric in ALL_METRICS} == set(PLAIN)
    for edge in {**RULES, **VALUES}.values():
        assert metrics_at(edge), edge.words


@pytest.mark.parametrize("name", RULES)
def test_every_metric_refuses_an_edge_in_the_same_words(name: str) -> None:
    edge = RULES[name]
    answers = {metric.name: answer(metric, edge) for metric in metrics_at(edge)}
    if name in ("a weight of zero", "whole floats"):
        for metric in metrics_at(edge):
            plain, found = answer(metric, AS_THEY_ARE), answers[metric.name]
            assert (found.kind, found.text) == (plain.kind, plain.text), metric.name
            if isinstance(plain.value, float):
                np.testing.assert_allclose(found.value, plain.value, rtol=1e-12, err_msg=metric.name)
        return
    kinds = {one.kind for one in answers.values()}
    assert len(kinds) == 1, answers
    assert kinds.pop().endswith("Error")
    by_kind: dict[str, set[str]] = {}
    for metric in metrics_at(edge):
        by_kind.setdefault(kind_of(metric), set()).add(same_words(answers[metric.name]))
    assert all(len(words) == 1 for words in by_kind.values()), by_kind
    assert len(set.union(*by_kind.values())) == BOTH_KINDS_OF_WORDS.get(name, 1), by_kind


@pytest.mark.parametrize("name", [AS_THEY_ARE.words, *VALUES])
def test_every_metric_has_a_value_or_a_reason_at_every_edge(name: str) -> None:
    edge = VALUES.get(name, AS_THEY_ARE)
    for metric in metrics_at(edge):
        found = answer(metric, edge)  # an error of another class or another warning is raised here
        where = f"{metric.name} at {name}: {found}"
        assert found.kind in ("value", "undefined"), where
        if found.kind == "undefined":
            assert len(found.text) > 10, where
        elif metric.name not in MAY_HAVE_EMPTY_BINS:
            assert not is_partly_undefined(found.value), where


@pytest.mark.parametrize("name", ["no rows", "weights all zero"])
def test_without_rows_no_metric_has_a_value(name: str) -> None:
    for metric in metrics_at(VALUES[name]):
        found = answer(metric, VALUES[name])
        if metric.name != "confusion_matrix":  # a table of zeros is a table
            assert found.kind == "undefined", metric.name
            assert not isinstance(found.value, float) or np.isnan(found.value), metric.name


# -- many threads --------------------------------------------------------------------------------------------------
#
# Nothing that calls share is half made. It says most on a Python without the global lock (3.13t and newer), where the
# calls really run side by side.


THREADS = 8


def in_every_thread(calls: list[Any]) -> list[list[Any]]:
    """Let each thread make all calls, in an order of its own, all from one moment on."""
    start = Barrier(THREADS)

    def run(seed: int) -> list[Any]:
        order = random.Random(seed).sample(range(len(calls)), len(calls))
        values: list[Any] = [None] * len(calls)
        start.wait()
        for index in order:
            values[index] = calls[index]()
        return values

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


def assert_same_in_every_thread(cases: list[Case], calls: list[Any]) -> None:
    by_thread = in_every_thread(calls)
    for index, case in enumerate(cases):
        expected = calls[index]()
        for values in by_thread:
            assert_same(values[index], expected, case, rtol=0.0)


def test_values_in_many_threads_are_those_of_one() -> None:
    cases = [case for metric in METRICS for case in cases_of(metric)]
    assert_same_in_every_thread(cases, [partial(case, *example_of(case.kind)) for case in cases])


@pytest.mark.filterwarnings("ignore")  # few rows: several methods say so
def test_intervals_in_many_threads_are_those_of_one() -> None:
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 60)
    pred = np.where(rng.random(60) < 0.8, truth, 1 - truth)
    cases = [case for metric in METRICS for case in cases_of(metric)[:1] if case.kind == "two labels"]
    cases = [case for case in cases if case.metric.facts.interval is not None]

    def limits(case: Case) -> tuple[Any, Any, Any]:
        found = case.metric.interval(truth, pred, labels=[0, 1], **case.options)
        return found.value, found.low, found.high

    assert len(cases) > 20
    assert_same_in_every_thread(cases, [partial(limits, case) for case in cases])
