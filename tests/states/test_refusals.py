"""What makes no state, and stored data that no rows give, are refused in words that say what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_matrix

from concordant.errors import (
    ContinuousLabelsError,
    EmptyInputError,
    InputTypeError,
    LabelError,
    LengthError,
    MissingValuesError,
    OptionError,
    ScoreError,
    StateFormatError,
    WeightError,
)
from concordant.states import BucketCurve, Counts, Curve, NumericRatings, Ratings, SampleCounts, ScoreKey, Tallies

table, buckets, wide, numbers = Counts.from_table, BucketCurve.from_scores, Ratings.from_wide, NumericRatings.from_wide
indicators, long = SampleCounts.from_indicators, partial(Ratings.from_long, unit="unit", rater="who", label="grade")
STORED, MANY = buckets([0, 1], [0.2, 0.9]).to_dict(), np.array([[2**63]], np.uint64)


def frame_of(rows: Any) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["unit", "who", "grade"])


def stored(**changed: Any) -> Callable[[], Any]:
    return partial(BucketCurve.from_dict, {**STORED, **changed})


WEIGHTED = frame_of([("u", "a", 1), ("u", "b", 2)]).assign(w=[1.0, 2.0])

# What is called, the error, and its words.
REFUSED: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (partial(table, [[1, 2]]), LengthError, r"a table must be square, shape \(\.\.\., K, K\), not \(1, 2\)"),
    (partial(table, [[-1]]), WeightError, "finite counts that are not negative"),
    (partial(table, [[np.inf]]), WeightError, "finite counts that are not negative"),
    (partial(table, [["1"]]), WeightError, "a table must hold numbers, not <U1"),
    (partial(table, [[1]], ["a", "b"]), LengthError, "a table of 1 x 1 needs as many labels, not 2"),
    (partial(table, MANY), WeightError, "exceed 64-bit integers; give them as floats"),
    (partial(table, [[2**62, 2**62], [2**62, 2**62]]), WeightError, "exceed 64-bit integers"),
    # -- scores in buckets, and their keys
    (partial(ScoreKey, "probabilty"), OptionError, "'probability' or 'real', not 'probabilty'. Did you mean"),
    (partial(ScoreKey, bits=17), OptionError, "keeps 0 to 16 bits, not 24 and 17"),
    (partial(ScoreKey, bits=2.0), OptionError, "keeps 0 to 16 bits"),
    (partial(ScoreKey, octaves=65), OptionError, "1 to 64 octaves"),
    (partial(ScoreKey, limit=0), OptionError, "a number of buckets, 1 or more, or None, not 0"),
    (partial(buckets, [0, 1], [0.2, 1.5]), ScoreError, r"1 are not, the first in row 1: 1.5.*key=\"real\""),
    (partial(buckets, [0, 1], [-1e-9, 0.5], sample_weight=[1, 2]), ScoreError, "the first in row 0: -1e-09"),
    (partial(buckets, [0, 1], [0.2, np.nan]), MissingValuesError, "y_score has 1 missing"),
    (partial(buckets, [0, 1], [2**53 + 1, 1], key="real"), ScoreError, r"beyond 2\*\*53"),
    (partial(buckets, [0, 1], [[0.2, 0.8], [0.5, 0.5]], labels=["a", "b"]), LabelError, "'a', 'b'|occurs|labels"),
    (partial(buckets, [0, 1, 2], np.eye(3)), LengthError, "takes one column of scores"),
    (partial(buckets, [0, 1], [0.2, 0.5], key="logit"), OptionError, "the scale of a key"),
    (stored(places=[3, 5]), StateFormatError, "do not fall"),
    (stored(low=[0.9, 0.9]), StateFormatError, "does not lie in its bucket|above its greatest"),
    (stored(bits=99), StateFormatError, "ScoreKey"),
    (stored(scale="logit"), StateFormatError, "ScoreKey"),
    (stored(weights=[[0, 0], [1, 0]]), StateFormatError, "without a row"),
    (stored(weights=[[-1, 3], [1, 0]]), StateFormatError, "negative"),
    *(
        (partial(Curve.from_scores, [0, 1], [0.2, 0.3], edges=edges), OptionError, "must be a list of at least one num")
        for edges in ("a", [None, 1], [[0.1, 0.2]], [0.2, 0.1], [1.0, 1.0], [], [0.1, float("nan")])
    ),
    # -- rows of indicators
    (partial(indicators, [[2, 0]], [[1, 0]]), LabelError, "y_true must be a matrix of 0 and 1"),
    (partial(indicators, [[1, 0]], csr_matrix([[3, 0]])), LabelError, "y_pred must be a matrix of 0 and 1"),
    (partial(indicators, [[1, 0]], csr_matrix([[1, 0, 0]])), LengthError, "the same shape"),
    (partial(indicators, [[1, 0]], [[1, 0]], labels=["a"]), LabelError, "must name the 2 columns; it names 1"),
    # -- ratings
    (partial(wide, [[None, None], [None, None]]), EmptyInputError, "every rating is missing"),
    (partial(wide, [1, 2, 3]), InputTypeError, "with a row a unit and a column a rater, not a list that holds int"),
    (partial(wide, np.zeros(3)), InputTypeError, "not an array of 1 dimension"),
    (partial(wide, [[1, 2], [1]]), LengthError, "row 0 has 2, row 1 has 1"),
    (partial(wide, [[0.5, 1.5]]), ContinuousLabelsError, "numbers that are not whole"),
    (partial(wide, [[1, 2]], labels=[1]), LabelError, "2"),
    (partial(wide, [[1, 2]], raters=["a"]), LengthError, "raters must name each of the 2 columns, not 1"),
    (partial(wide, [[1, 2]], raters=["a", "a"]), LabelError, "repeated: 'a'"),
    (partial(wide, [[1, 2]], sample_weight=[-1]), WeightError, "not negative"),
    (partial(wide, [[1, 2]], sample_weight=[1, 2]), LengthError, "expected 1, got 2"),
    (partial(long, frame_of([(None, "a", 1), ("u", "b", 2)])), MissingValuesError, "unit has 1 missing"),
    (partial(long, WEIGHTED, weight="w"), WeightError, "that of unit 'u' is 1 in one and 2 in another"),
    (partial(long, frame_of([("u", "a", 1)]), raters=["b"]), LabelError, "raters occur that raters="),
    (partial(Ratings.from_triples, [("a", "u", 1), ("a", 2)]), InputTypeError, "number 1 is"),
    (partial(Tallies.from_counts, [[0.5, 1]]), WeightError, "must hold whole numbers: how many raters gave each"),
    (partial(Tallies.from_counts, [[-1, 1]]), WeightError, r"0 or more and below 2\*\*31"),
    (partial(Tallies.from_counts, [1, 2]), LengthError, r"a column a label, not the shape \(2,\)"),
    # -- numeric ratings
    (partial(numbers, [["a", 1]]), ScoreError, "must hold numbers, not text"),
    (partial(numbers, [[1, 2], [1]]), LengthError, "row 0 has 2, row 1 has 1"),
    (partial(numbers, [1, 2, 3]), InputTypeError, "not one column"),
    (partial(numbers, [[np.inf, 1]]), ScoreError, "must be finite numbers; the first that is not is in row 0"),
    (partial(numbers, [[None, None]]), EmptyInputError, "every rating is missing"),
    (partial(numbers, {"a": 1}), InputTypeError, "not dict"),
    (partial(numbers, np.zeros((2, 2, 2))), LengthError, "1-D or 2-D"),
    (partial(numbers, [[1, 2]], raters=["a"]), LengthError, "each of the 2 columns"),
    (partial(numbers, [[1, 2]], sample_weight=[-1]), WeightError, "not negative"),
    (partial(numbers, [[1, 2]], cluster=[1, 2]), LengthError, "cluster"),
    (numbers([[1e200, -1e200], [1, 2]]).moments, ScoreError, "leave float64"),
    (numbers([[1e-200, 2e-200], [1e-200, 3e-200]]).moments, ScoreError, "too small for float64"),
]


@pytest.mark.parametrize(("call", "error", "words"), REFUSED, ids=lambda x: x if isinstance(x, str) else "")
def test_what_makes_no_state_is_refused_in_words(call: Callable[[], Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()
