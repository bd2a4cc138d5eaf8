"""What all states share: keys in messages, and tables that are too large to be shown or added."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from concordant.errors import MergeError, OptionError
from concordant.states import (
    BucketCurve,
    Counts,
    Curve,
    CurveStack,
    Moments,
    NumericRatings,
    RatingMoments,
    Ratings,
    SampleCounts,
    TallySums,
)
from concordant.states.state import plain_floats, require_same_key, times

RATED = [[1, 2, 1], [2, 1, 1]]
COUNTED: dict[str, Any] = {
    "bucket curve": BucketCurve.from_scores([0, 1], [0.2, 0.3]),
    "counts": Counts.from_labels([0, 1], [0, 0]),
    "curve": Curve.from_scores([0, 1], [0.2, 0.3]),
    "curve stack": CurveStack.from_scores([0, 1, 2], np.eye(3)),
    "listed counts": Counts.from_labels(range(100), [*range(1, 100), 0]),
    "numeric ratings": NumericRatings.from_wide(RATED),
    "rating moments": RatingMoments.from_wide(RATED),
    "ratings": Ratings.from_wide(RATED),
    "sample counts": SampleCounts.from_indicators([[1, 0], [0, 1], [1, 1]], [[1, 0], [1, 1], [0, 1]]),
    "tallies": Ratings.from_wide(RATED).tallies(),
}
SUMMED: dict[str, Any] = {
    "moments": Moments.from_measurements([1, 2], [2, 3]),
    "tally sums": TallySums.from_tallies(Ratings.from_wide(RATED)),
}


def test_long_keys_are_cut_in_messages() -> None:
    with pytest.raises(MergeError) as caught:
        require_same_key("Counts", {"labels": tuple(range(500))}, {"labels": tuple(range(501))})
    assert len(str(caught.value)) < 600
    assert "..." in str(caught.value)


def test_edges_are_compared_by_value() -> None:
    edges = np.array([0.0, 1.0])
    require_same_key("Curve", {"edges": edges}, {"edges": edges.copy()})
    for other in (None, np.array([0.0, 2.0]), np.array([0.0])):
        with pytest.raises(MergeError, match="different edges"):
            require_same_key("Curve", {"edges": edges}, {"edges": other})


def test_numbers_that_json_lacks_are_written_as_text() -> None:
    assert plain_floats(np.array([1.0, np.inf, -np.inf, np.nan])) == [1.0, "inf", "-inf", "nan"]


def test_whole_numbers_times_whole_numbers_stay_whole() -> None:
    table = np.array([[2, 0], [0, 1]])
    assert times(table, 3).dtype == np.int64
    assert times(table, 3.0).dtype == np.float64
    assert times(table[:0, :0], 2**62).shape == (0, 0)


@pytest.mark.parametrize("state", COUNTED.values(), ids=COUNTED)
def test_rows_beyond_64_bits_are_refused_and_never_wrap(state: Any) -> None:
    most = 2**63 // state.n
    whole = state * (most - 1)
    assert whole.n == state.n * (most - 1)
    with pytest.raises(OptionError, match="exceeds 64-bit integers"):
        state * 2**62
    with pytest.raises(OptionError, match="exceeds 64-bit integers"):
        whole * 2
    with pytest.raises(MergeError, match="exceeds 64-bit integers"):
        whole + whole


@pytest.mark.parametrize("state", [*COUNTED.values(), *SUMMED.values()], ids=[*COUNTED, *SUMMED])
def test_rows_repeated_beyond_the_floats_are_refused(state: Any) -> None:
    with pytest.raises(OptionError, match="exceeds float64"):
        state * 1e306 * 1e6
