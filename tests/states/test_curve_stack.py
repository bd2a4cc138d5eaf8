"""CurveStack: several curves side by side, one a class or one a label."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant.engines.arrays import curve_stack, curves_to_read
from concordant.errors import MergeError, MissingValuesError, StateFormatError
from concordant.inputs.scores import check_scores
from concordant.metrics.definition.options import signature_of
from concordant.metrics.ranking.curve_points import class_totals
from concordant.states import Curve, CurveStack
from concordant.states.curves import CurvesOnDemand
from concordant.states.scaling import in_unit

Y = [0, 1, 2, 1]
S = [[0.8, 0.1, 0.1], [0.2, 0.7, 0.1], [0.3, 0.3, 0.4], [0.3, 0.5, 0.2]]
LABELS_Y = [[1, 0, 1], [0, 1, 0], [0, 1, 1], [1, 0, 0]]


def test_every_column_is_the_curve_of_its_class() -> None:
    stack = CurveStack.from_scores(Y, S)
    assert (stack.outputs, stack.multilabel, len(stack), stack.n) == ((0, 1, 2), False, 3, 4)
    for k, curve in enumerate(stack.binary_curves()):
        alone = Curve.from_scores(np.array(Y) == k, np.array(S)[:, k])
        assert curve == alone
    assert stack.support().tolist() == [1, 2, 1]


def test_every_label_has_its_own_curve() -> None:
    stack = CurveStack.from_scores(LABELS_Y, S, labels=["x", "y", "z"])
    assert (stack.outputs, stack.multilabel) == (("x", "y", "z"), True)
    for k, curve in enumerate(stack.binary_curves()):
        assert curve == Curve.from_scores(np.array(LABELS_Y)[:, k], np.array(S)[:, k])
    assert stack.support().tolist() == [2, 2, 2]


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


@given(st.data(), st.booleans(), st.booleans())
def test_the_sum_of_any_parts_is_the_whole(data: st.DataObject, multilabel: bool, weighted: bool) -> None:
    rows = data.draw(st.integers(0, 12))
    value = st.sampled_from([0.0, 0.25, 0.5, 1.0])
    s = np.array(data.draw(st.lists(value, min_size=3 * rows, max_size=3 * rows))).reshape(rows, 3)
    wide = st.lists(st.integers(0, 1), min_size=3 * rows, max_size=3 * rows)
    narrow = st.lists(st.integers(0, 2), min_size=rows, max_size=rows)
    y = np.array(data.draw(wide), int).reshape(rows, 3) if multilabel else np.array(data.draw(narrow), int)
    w = np.array(data.draw(st.lists(st.integers(0, 3), min_size=rows, max_size=rows)), int) if weighted else None
    place = data.draw(st.integers(0, rows))

    def part(first: int, last: int) -> CurveStack:
        weights = None if w is None else w[first:last]
        return CurveStack.from_scores(y[first:last], s[first:last], labels=[0, 1, 2], sample_weight=weights)

    a, b, whole = part(0, place), part(place, rows), part(0, rows)
    assert a + b == b + a == whole
    empty = CurveStack.empty([0, 1, 2], multilabel=multilabel)
    assert empty + whole == whole + empty == whole
    assert whole * 2 == whole + whole == 2 * whole
    assert whole * 0 == empty
    assert CurveStack.from_dict(json.loads(json.dumps(whole.to_dict(), allow_nan=False))) == whole


def test_different_keys_do_not_add() -> None:
    stack = CurveStack.from_scores(Y, S)
    with pytest.raises(
        MergeError, match=r"^cannot add two CurveStack with different outputs: \(0, 1, 2\) and \(0, 2\)\."
    ):
        stack + CurveStack.empty([0, 2])
    with pytest.raises(MergeError, match="different multilabel: False and True"):
        stack + CurveStack.empty([0, 1, 2], multilabel=True)
    assert stack != CurveStack.empty([0, 1, 2])
    assert stack != 1
    with pytest.raises(TypeError):
        stack + 1  # type: ignore[operator]


def test_what_cannot_be_read() -> None:
    with pytest.raises(StateFormatError, match="expected stored data of the state 'curve_stack', got 'curve'"):
        CurveStack.from_dict(Curve.empty().to_dict())
    with pytest.raises(StateFormatError, match="reads version 1 of a stored 'curve_stack', not version 9"):
        CurveStack.from_dict({"state": "curve_stack", "version": 9})
    with pytest.raises(StateFormatError, match="it lacks 'outputs', 'multilabel', 'curves'"):
        CurveStack.from_dict({"state": "curve_stack", "version": 1})


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
    assert in_unit(held, 3) == in_unit(lazy, 3)


def test_a_missing_score_of_a_class_is_told_before_any_curve_is_made() -> None:
    rows = replace(check_scores(Y, S), scores=np.array([[0.8, 0.1, 0.1], [0.2, np.nan, 0.1], S[2], S[3]]))
    with pytest.raises(MissingValuesError):
        curves_to_read(rows)
