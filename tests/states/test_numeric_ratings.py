"""Numeric ratings and their moments: how they are read, merged, viewed and stored."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from support.samples import random_numbers

from concordant.errors import DuplicateRatingError, LabelError, ScoreError
from concordant.states import NumericRatings, RatingMoments, Ratings

SUMS = ("weight", "shared", "unit_sums", "unit_squares", "first", "second", "product")
GAPS = [[1.0, np.nan], [2.5, 3.0]]


# -- what is read ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "matrix",
    [
        [[1, None], [2.5, 3]],
        np.array(GAPS),
        np.array([[1, None], [2.5, 3]], object),
        np.ma.masked_equal(np.array([[1, 7], [2.5, 3]]), 7),
        pd.DataFrame({"a": [1, 2.5], "b": [None, 3]}),
        pd.DataFrame({"a": [1.0, 2.5], "b": pd.array([None, 3], dtype="Int64")}),
        pl.DataFrame({"a": [1.0, 2.5], "b": [None, 3]}),
    ],
)
def test_matrices_and_frames_are_read_alike(matrix: Any) -> None:
    assert_array_equal(NumericRatings.from_wide(matrix).matrix, GAPS)


def test_units_without_a_rating_or_a_weight_are_left_out() -> None:
    ratings = NumericRatings.from_wide([[1, 2], [None, None], [3, 4], [5, 6]], sample_weight=[1, 1, 0, 2])
    assert (ratings.matrix.tolist(), ratings.weight.tolist(), ratings.missing) == ([[1, 2], [5, 6]], [1, 2], 1)


LONG = {"u": [1, 1, 2, 2, 3], "who": ["b", "a", "a", "b", "a"], "x": [1.0, 2.0, None, 3.0, 5.0]}


@pytest.mark.parametrize("frame", [pd.DataFrame(LONG), pl.DataFrame(LONG), pl.DataFrame(LONG).to_arrow()])
def test_a_long_table_is_the_wide_one(frame: Any) -> None:
    found = NumericRatings.from_long(frame, unit="u", rater="who", rating="x")
    assert found == NumericRatings.from_wide([[2, 1], [None, 3], [5, None]], raters=["a", "b"])
    moments = RatingMoments.from_long(frame, unit="u", rater="who", rating="x", raters=["a", "b", "c"])
    assert (moments.raters, moments.n) == (("a", "b", "c"), 3)


def test_doubled_ratings_of_a_long_table() -> None:
    frame = pl.DataFrame({"u": [1, 1, 2], "who": ["a", "a", "a"], "x": [1.0, 2.0, 4.0]})
    how: Any = {"unit": "u", "rater": "who", "rating": "x"}
    with pytest.raises(DuplicateRatingError, match="the first of unit 1 by rater 'a'"):
        NumericRatings.from_long(frame, **how)
    assert NumericRatings.from_long(frame, **how, duplicates="last").matrix.tolist() == [[2], [4]]


def test_labels_that_are_numbers_are_numbers() -> None:
    rows = [[1, 2, None], [3, 3, 1], [1, 2, None]]
    assert NumericRatings.from_ratings(Ratings.from_wide(rows)) == NumericRatings.from_wide(rows)
    clusters = Ratings.from_wide(rows, cluster=["x", "y", "y"])
    assert NumericRatings.from_ratings(clusters).cluster is not None
    with pytest.raises(ScoreError, match="labels of these ratings are no numbers"):
        NumericRatings.from_ratings(Ratings.from_wide([["a", "b"]]))


# -- verbs -----------------------------------------------------------------------------------------------------------


def test_clusters_of_two_states_are_others() -> None:
    one = NumericRatings.from_wide([[1, 2], [2, 3]], cluster=["x", "x"])
    both = one + one
    assert both.cluster is not None
    assert both.cluster.tolist() == [0, 0, 1, 1]


def test_raters_are_chosen_and_left_out() -> None:
    ratings = NumericRatings.from_wide([[1, None, 3], [None, 5, None]], ["a", "b", "c"])
    assert ratings.select(["c", "a"]).matrix.tolist() == [[3, 1]]
    assert ratings.select(["c", "a"]).missing == 1
    assert_array_equal(ratings.without("c").matrix, [[1, np.nan], [np.nan, 5]])
    with pytest.raises(LabelError, match="no rater 'd'; the raters are 'a', 'b', 'c'"):
        ratings.select(["d"])


def test_numbers_that_are_large_beside_their_spread_keep_their_digits() -> None:
    near = np.round(random_numbers(1, missing=0.2) * 2**10) / 2**10  # exact beside 1e9
    far = near + 1e9
    parts = RatingMoments.from_wide(far[:10]) + RatingMoments.from_wide(far[10:])
    for name in SUMS:
        found = getattr(parts.around(1e9), name)
        assert_allclose(found, getattr(RatingMoments.from_wide(near).around(0.0), name), rtol=1e-12, atol=1e-11)


def test_states_say_what_they_hold() -> None:
    ratings = NumericRatings.from_wide([[1, None], [2, 3]], sample_weight=[0.5, 1])
    assert repr(ratings) == "NumericRatings: units of weight 1.5 of 2 raters, 2.5 ratings"
    assert repr(ratings.moments()) == "RatingMoments: units of weight 1.5 of 2 raters, 0.5 of them not complete"
