"""BucketCurve: scores in buckets of a fixed key. Edges first, then what adds up, then what it says for certain."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant.errors import LabelError, ScoreError
from concordant.states import BucketCurve, Curve, ScoreKey

TINY = np.nextafter(0.0, 1.0)
SCALES = ("probability", "real")


def edges(key: ScoreKey) -> list[float]:
    """Scores at which keys tend to err: ends, powers of two and their neighbours."""
    powers = [2.0**-j for j in range(key.octaves + 3)]
    near = [f(x) for x in powers for f in (float, lambda x: np.nextafter(x, 0), lambda x: np.nextafter(x, 1))]
    inside = [0.0, -0.0, TINY, 1e-310, *near, *(1 - x for x in near), 1.0]
    if key.scale == "probability":
        return [x for x in inside if 0 <= x <= 1]
    large = [2.0**j for j in range(key.octaves + 3)] + [1e300, np.inf]
    return [sign * x for x in (*inside, *large) for sign in (1, -1)]


# -- the key ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("bits", [0, 1, 5, 12, 16])
def test_places_rise_with_the_score_and_stay_between_the_ends(scale: Any, bits: int) -> None:
    key = ScoreKey(scale, bits=bits)
    scores = np.sort(edges(key))
    places = key.places(scores)
    assert (np.diff(places) >= 0).all()
    assert places[0] == key.lowest
    assert places[-1] == key.highest


def test_scores_near_one_are_told_apart_as_finely_as_those_near_zero() -> None:
    key, scores = ScoreKey(bits=4), np.array([2.0**-20, 1.5 * 2.0**-20, 2.0**-19])
    assert len(set(key.places(scores).tolist())) == len(set(key.places(1 - scores).tolist())) == 3


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("bits", [0, 3, 11])
def test_a_coarser_key_is_the_key_with_fewer_bits(scale: Any, bits: int) -> None:
    key = ScoreKey(scale, bits=12)
    scores = np.sort(edges(key))
    assert key.coarser(key.places(scores), bits).tolist() == key.with_bits(bits).places(scores).tolist()


# -- from rows ----------------------------------------------------------------------------------------------------


def test_no_rows() -> None:
    nothing = BucketCurve.from_scores([], [], labels=[0, 1])
    assert nothing == BucketCurve.empty()
    assert (nothing.n, len(nothing.places), nothing.exact) == (0, 0, True)
    assert len(nothing.best().scores) == len(nothing.worst().scores) == 0


@pytest.mark.parametrize("kind", ["float64", "float32", "int8", "uint64", "bool"])
def test_a_few_scores_are_their_curve(kind: str) -> None:
    truth, scores = np.array([0, 1, 1, 0, 1]), np.array([0, 1, 1, 1, 0]).astype(kind)
    state = BucketCurve.from_scores(truth, scores)
    assert state.exact
    assert state.tied() == state.best() == state.worst()
    assert state.tied().weights.tolist() == Curve.from_scores(truth, scores).weights.tolist()


def test_rows_of_one_bucket_leave_their_order_open() -> None:
    state = BucketCurve.from_scores([1, 0, 1], [0.3, 0.26, 0.31], key=ScoreKey(bits=0))
    assert (state.low.tolist(), state.high.tolist(), state.weights.tolist()) == ([0.26], [0.31], [[1, 2]])
    assert state.best().weights.tolist() == [[0, 2], [1, 0]]
    assert state.worst().weights.tolist() == [[1, 0], [0, 2]]
    assert state.best().scores.tolist() == [0.31, 0.26]


def test_weights_of_zero_are_absent_and_sums_are_of_the_weights() -> None:
    state = BucketCurve.from_scores([0, 1, 1], [0.2, 0.9, 0.5], sample_weight=[0.5, 2, 0])
    assert (state.low.tolist(), state.weights.tolist()) == ([0.9, 0.2], [[0, 2], [0.5, 0]])


# -- what adds up -------------------------------------------------------------------------------------------------


@st.composite
def rows(draw: st.DrawFn) -> tuple[Any, Any, Any]:
    """Truth, scores with ties and edges of keys, weights or None."""
    key = ScoreKey(draw(st.sampled_from(SCALES)), draw(st.integers(1, 4)), draw(st.integers(0, 4)))
    score = st.one_of(st.sampled_from(edges(key)), st.floats(0, 1), st.integers(0, 8).map(lambda x: x / 8))
    scores = draw(st.lists(score, min_size=2, max_size=30))
    truth = draw(st.lists(st.integers(0, 1), min_size=len(scores), max_size=len(scores)))
    return key, np.array(truth), np.array(scores)


@given(rows(), st.sampled_from([1, 3, 8]))
def test_no_more_buckets_than_the_limit_are_kept_as_long_as_there_are_bits(some: Any, limit: int) -> None:
    key, truth, scores = some
    key = ScoreKey(key.scale, key.octaves, key.bits, limit)
    state = BucketCurve.from_scores(truth, scores, key=key, labels=[0, 1])
    assert len(state.places) <= limit or state.score_key.bits == 0


@given(rows())
def test_the_kernel_is_the_key_of_each_distinct_score(some: Any) -> None:
    key, truth, scores = some
    exact = Curve.from_scores(truth, scores, labels=[0, 1])
    assert BucketCurve.from_scores(truth, scores, key=key, labels=[0, 1]) == BucketCurve.from_curve(exact, key=key)


# -- views --------------------------------------------------------------------------------------------------------


def test_three_classes_are_cut_into_two() -> None:
    curve = Curve(np.array([0.9, 0.5, 0.1]), np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]]), ("a", "b", "c"))
    state = BucketCurve.from_curve(curve)
    with pytest.raises(LabelError, match="two classes are needed, not 3"):
        state.best()
    assert state.one_vs_rest("c").tied().weights.tolist() == [[0, 1], [1, 0], [1, 0]]


def test_the_text_says_how_much_is_open() -> None:
    state = BucketCurve.from_scores([1, 0, 1], [0.3, 0.26, 0.9], key=ScoreKey(bits=0))
    assert repr(state) == (
        "BucketCurve(2 buckets, 1 of them with several scores of several classes, classes=(0, 1), n=3, bits=0)"
    )


def test_scores_that_the_key_has_no_bucket_for_are_refused() -> None:
    for scores in ([-0.2, 0.5], [0.5, 3], [-np.inf, 0.5]):
        with pytest.raises(ScoreError, match=r'from 0 to 1, and these are from .* take key="real"'):
            BucketCurve.from_curve(Curve.from_scores([0, 1], scores))
    for kind in (np.int64, np.uint64):
        wide = Curve.from_scores([0, 1], np.array([2**53, 2**53 + 2], kind))
        with pytest.raises(ScoreError, match=r"whole numbers beyond 2\*\*53"):
            BucketCurve.from_curve(wide, key="real")
