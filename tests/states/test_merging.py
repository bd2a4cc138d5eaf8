"""What all states share: keys in messages, and tables that are too large to be shown or added."""

from __future__ import annotations

import numpy as np
import pytest

from concordant.errors import MergeError
from concordant.states.merging import plain_floats, require_same_key, times


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
