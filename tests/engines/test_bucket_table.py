"""The table that counts batch after batch in place: the same state as of all rows at once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant.engines.arrays import bucket_curve
from concordant.errors import InputError
from concordant.inputs.scores import ScoreRows
from concordant.sources.buckets import BucketTable
from concordant.states import BucketCurve
from concordant.states.buckets import Scale, ScoreKey

EDGES = [0.0, -0.0, 5e-324, 2.0**-24, 0.25, np.nextafter(0.5, 0), 0.5, np.nextafter(0.5, 1), 1 - 2.0**-30, 1.0]


def rows_of(truth: np.ndarray, scores: np.ndarray) -> ScoreRows:
    return ScoreRows(truth.astype(np.uint8), (0, 1), ("no", "yes"), scores, None, 0)


@pytest.mark.parametrize("scale", ["probability", "real"])
@given(seed=st.integers(0, 2**32 - 1), rows=st.integers(0, 120), cut=st.integers(0, 120), bits=st.integers(0, 8))
def test_batches_in_place_are_all_rows(scale: Scale, seed: int, rows: int, cut: int, bits: int) -> None:
    rng = np.random.default_rng(seed)
    scores = np.where(rng.random(rows) < 0.3, rng.choice(EDGES, rows), rng.random(rows))
    if scale == "real":
        scores = np.where(rng.random(rows) < 0.2, np.inf, (scores - 0.4) * 10.0 ** rng.integers(-9, 9, rows))
    truth, key = rng.integers(0, 2, rows), ScoreKey(scale, bits=bits)
    table = BucketTable(key, weighted=False)
    copied = None
    for here in (slice(0, cut), slice(cut, None)):
        table.add_rows(rows_of(truth[here], scores[here]))
        copied = table.copy() if copied is None else copied
    whole = bucket_curve(rows_of(truth, scores), key=key)
    assert table.state(("no", "yes"), 0) == whole
    assert copied is not None
    first = bucket_curve(rows_of(truth[:cut], scores[:cut]), key=key)
    assert copied.state(("no", "yes"), 0) == first
    copied.add(bucket_curve(rows_of(truth[cut:], scores[cut:]), key=key))
    assert copied.state(("no", "yes"), 0) == whole


def test_weights_are_added_row_by_row() -> None:
    rng = np.random.default_rng(1)
    scores, truth, weights = rng.random(200), rng.random(200) < 0.5, rng.random(200)
    table, key = BucketTable(ScoreKey(bits=2), weighted=True), ScoreKey(bits=2)
    for here in (slice(0, 77), slice(77, None)):
        table.add_rows(replace(rows_of(truth[here], scores[here]), weights=weights[here]))
    found = table.state((False, True), 3)
    expected = BucketCurve.from_scores(truth, scores, key=key, sample_weight=weights)
    np.testing.assert_allclose(found.weights, expected.weights, rtol=1e-14)
    assert (found.missing, found.low.tolist(), found.high.tolist()) == (
        3,
        expected.low.tolist(),
        expected.high.tolist(),
    )


def test_odd_scores_are_refused() -> None:
    table = BucketTable(ScoreKey(), weighted=False)
    for bad in (np.nan, 1.5, -0.5):
        with pytest.raises(InputError, match=r"missing|from 0 to 1"):
            table.add_rows(rows_of(np.array([0, 1]), np.array([0.5, bad])))
