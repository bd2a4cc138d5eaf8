"""Curve: the verbs of a state, fixed edges, and its views."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.samples import scores, weight_columns

from concordant.engines.arrays import curve_stack, curves_to_read
from concordant.errors import LabelError, MergeError, MissingValuesError
from concordant.inputs.scores import check_scores
from concordant.metrics.definition.options import signature_of
from concordant.metrics.ranking.curve_points import class_totals
from concordant.states import Counts, Curve, CurveStack
from concordant.states.curves import CurvesOnDemand

EDGES = [0.0, 0.25, 0.5, 0.75]


def small(**options: Any) -> Curve:
    return Curve.from_scores([0, 1, 1, 0, 1], [0.2, 0.8, 0.5, 0.5, 0.2], **options)


def three() -> Curve:
    weights = np.array([[1, 0, 2], [0, 3, 0], [1, 1, 1]])
    return Curve(np.array([0.9, 0.5, 0.1]), weights, ("a", "b", "c"))


@st.composite
def rows_of(draw: st.DrawFn, least: int = 0) -> tuple[list[int], list[float], Any]:
    rows = draw(st.integers(least, 20))
    y = draw(st.lists(st.integers(0, 1), min_size=rows, max_size=rows))
    return y, draw(scores(rows)), draw(st.none() | weight_columns(rows))


def cut(rows: tuple[list[int], list[float], Any], first: int, last: int, edges: Any = None) -> Curve:
    part = slice(first, last)
    weights = None if rows[2] is None else rows[2][part]
    return Curve.from_scores(rows[0][part], rows[1][part], sample_weight=weights, edges=edges)


# -- from rows -------------------------------------------------------------------------------------------------------


def test_hand_worked() -> None:
    curve = small()
    assert curve.scores.tolist() == [0.8, 0.5, 0.2]
    assert curve.weights.tolist() == [[0, 1], [1, 1], [1, 1]]
    assert (curve.n, curve.classes, curve.missing) == (5, (0, 1), 0)
    assert small(sample_weight=[1, 0, 2, 0.5, 0]).weights.tolist() == [[0.5, 2.0], [1.0, 0.0]]


# -- adding ----------------------------------------------------------------------------------------------------------


def test_scores_of_two_types_add_where_that_is_exact() -> None:
    halves, wholes = Curve.from_scores([0, 1], np.float32([0.5, 2])), Curve.from_scores([0, 1], np.array([1, 2]))
    total = halves + wholes
    assert total.scores.tolist() == [2.0, 1.0, 0.5]
    assert total.weights.tolist() == [[0, 2], [1, 0], [1, 0]]
    far = Curve.from_scores([0, 1], np.array([2**53, 2**53 + 1]))
    with pytest.raises(
        MergeError, match="cannot add curves of float32 and int64 scores: float64 does not hold all of them"
    ):
        halves + far
    unsigned = Curve.from_scores([0, 1], np.array([0, 2**64 - 1], np.uint64))
    with pytest.raises(MergeError, match="cannot add curves of uint64 and int64 scores"):
        unsigned + far
    assert (far + far).scores.tolist() == [2**53 + 1, 2**53]


# -- edges -----------------------------------------------------------------------------------------------------------


def test_a_score_belongs_to_the_edge_at_or_below_it() -> None:
    s = [-np.inf, -0.1, 0.0, 0.2, 0.25, 0.74, 0.75, 9.0, np.inf]
    curve = Curve.from_scores([1] * 9, s, edges=EDGES)
    assert curve.scores.tolist() == [0.75, 0.5, 0.25, 0.0, -np.inf]
    assert curve.weights[:, 1].tolist() == [3, 1, 1, 2, 2]
    assert Curve.from_scores([1] * 3, np.float32([0.25, 0.2, 9]), edges=EDGES).scores.tolist() == [0.75, 0.25, 0.0]
    assert Curve.from_scores([1] * 3, [0, 1, 2], edges=[1]).weights[:, 1].tolist() == [2, 1]


def test_missing_scores_are_still_refused() -> None:
    with pytest.raises(MissingValuesError, match=r"y_score has 1 missing \(the first in row 1\)"):
        Curve.from_scores([0, 1], [0.5, np.nan], edges=EDGES)


# -- views -----------------------------------------------------------------------------------------------------------


@given(rows_of())
def test_counts_at_every_threshold_equal_a_loop(rows: tuple[list[int], list[float], Any]) -> None:
    y, s, w = rows
    curve = cut(rows, 0, len(y))
    stack = curve.counts()
    assert (stack.labels, len(stack)) == ((0, 1), len(curve.scores))
    for threshold, counts in zip(curve.scores, stack, strict=True):
        predicted = (np.array(s) >= threshold).astype(int)
        loop = Counts.from_labels(y, predicted, labels=[0, 1], sample_weight=w)
        assert counts.table.tolist() == loop.table.tolist()


def test_cumulative_needs_two_classes() -> None:
    fp, tp = small().cumulative()
    assert (fp.tolist(), tp.tolist()) == ([0, 1, 2], [1, 2, 3])
    with pytest.raises(LabelError, match=r"two classes are needed, not 3; see one_vs_rest\(\) and pair\(\)"):
        three().cumulative()


def test_one_against_the_rest() -> None:
    curve = three().one_vs_rest("b")
    assert curve.classes == (False, True)
    assert curve.weights.tolist() == [[3, 0], [0, 3], [2, 1]]
    with pytest.raises(LabelError, match=r"'z' is none of the classes \('a', 'b', 'c'\)"):
        three().one_vs_rest("z")


def test_a_pair_leaves_the_rows_of_the_others_out() -> None:
    curve = three().pair("c", "b")
    assert curve.classes == ("c", "b")
    assert curve.scores.tolist() == [0.9, 0.5, 0.1]
    assert curve.weights.tolist() == [[2, 0], [0, 3], [1, 1]]
    assert three().pair("a", "c").scores.tolist() == [0.9, 0.1]


Y = [0, 1, 2, 1]
S = [[0.8, 0.1, 0.1], [0.2, 0.7, 0.1], [0.3, 0.3, 0.4], [0.3, 0.5, 0.2]]
LABELS_Y = [[1, 0, 1], [0, 1, 0], [0, 1, 1], [1, 0, 0]]


@pytest.mark.parametrize(("truth", "multilabel"), [(Y, False), (LABELS_Y, True)])
def test_every_column_is_the_curve_of_its_class_or_label(truth: Any, multilabel: bool) -> None:
    stack = CurveStack.from_scores(truth, S, labels=[0, 1, 2])
    assert (stack.outputs, stack.multilabel, len(stack), stack.n) == ((0, 1, 2), multilabel, 3, 4)
    columns = np.array(truth) if multilabel else np.array(truth)[:, None] == np.arange(3)
    assert list(stack.binary_curves()) == [Curve.from_scores(columns[:, k], np.array(S)[:, k]) for k in range(3)]
    assert stack.support().tolist() == columns.sum(0).tolist()


def test_one_column_is_a_stack_of_one() -> None:
    stack = CurveStack.from_scores([0, 1, 1], [0.1, 0.5, 0.4])
    assert (stack.outputs, len(stack)) == ((1,), 1)
    assert stack.pooled().weights.tolist() == [[0, 1], [0, 1], [1, 0]]


def test_pooled_is_one_curve_of_all_decisions() -> None:
    pooled = CurveStack.from_scores(Y, S).pooled()
    truth = (np.array(Y)[:, None] == np.arange(3)).ravel()
    assert pooled == Curve.from_scores(truth, np.array(S).ravel())
    many = CurveStack.from_scores(LABELS_Y, S).pooled()
    assert many == Curve.from_scores(np.array(LABELS_Y, bool).ravel(), np.array(S).ravel())
    with pytest.raises(MergeError, match="an empty stack has no curve to pool"):
        CurveStack((), ()).pooled()
    assert (CurveStack((), ()).n, CurveStack((), ()).missing) == (0, 0)


def test_dropped_rows_are_counted_once() -> None:
    broken = [*S[:3], [np.nan, 0.5, 0.5]]
    stack = CurveStack.from_scores(Y, broken, missing="drop", labels=[0, 1, 2])
    assert (stack.missing, stack.n, stack.pooled().missing) == (1, 3, 1)
    assert (stack + stack).missing == 2


@pytest.mark.parametrize("weight", [None, np.array([0.5, 2.0, 1.25, 3.0])], ids=["counted", "weighted"])
def test_curves_made_on_demand_are_those_that_are_held(weight: Any) -> None:
    rows = check_scores(Y, S, sample_weight=weight)
    held, lazy = curve_stack(rows), curves_to_read(rows)
    assert isinstance(held, CurveStack)
    assert isinstance(lazy, CurveStack)
    assert isinstance(lazy.curves, CurvesOnDemand)
    assert held == lazy == pickle.loads(pickle.dumps(lazy))
    assert repr(held) == repr(lazy)
    assert held.to_dict() == lazy.to_dict()
    assert (held.n, held.missing, held.pooled()) == (lazy.n, lazy.missing, lazy.pooled())
    assert tuple(held.binary_curves()) == lazy.binary_curves()
    assert (held + held, 2 * held) == (lazy + lazy, 2 * lazy)
    assert held.at_prevalence({0: 0.5, 1: 0.25, 2: 0.25}) == lazy.at_prevalence({0: 0.5, 1: 0.25, 2: 0.25})
    assert lazy.curves[-1] == lazy.curves[1:][-1]
    assert signature_of("x", held, {}) == signature_of("x", lazy, {})
    assert class_totals(held).tolist() == class_totals(lazy).tolist()


def test_a_missing_score_of_a_class_is_told_before_any_curve_is_made() -> None:
    rows = replace(check_scores(Y, S), scores=np.array([[0.8, 0.1, 0.1], [0.2, np.nan, 0.1], S[2], S[3]]))
    with pytest.raises(MissingValuesError):
        curves_to_read(rows)
