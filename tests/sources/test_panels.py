"""Ratings and tallies of lazy frames are those of the rows, whose columns they collect."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from support.files import LAZY
from support.samples import random_panel

from concordant.errors import ColumnError, DuplicateRatingError, OptionError
from concordant.states import NumericRatings, Ratings, Tallies

COLUMNS: dict[str, Any] = {"unit": "item", "rater": "who", "label": "grade"}

engines = pytest.mark.parametrize("engine", LAZY)


def rows() -> pl.DataFrame:
    """The long form, in an order that is not that of the units; a missing rating is null."""
    matrix = random_panel(5, 60, 4)
    unit, rater = (part.ravel() for part in np.indices(matrix.shape))
    frame = pl.DataFrame({"item": unit, "who": np.array(list("abcd"))[rater], "grade": matrix.ravel()})
    frame = frame.with_columns(pl.col("grade").fill_nan(None).cast(pl.Int64), weight=(pl.col("item") % 3) + 0.5)
    return frame.sample(fraction=1.0, shuffle=True, seed=1)


@engines
def test_states_are_those_of_the_rows(engine: str) -> None:
    frame = rows()
    lazy = LAZY[engine](frame)
    assert Ratings.from_long(lazy, **COLUMNS) == Ratings.from_long(frame, **COLUMNS)
    how: Any = {"unit": "item", "label": "grade", "weight": "weight"}
    assert Tallies.from_long(lazy, **how) == Tallies.from_long(frame, **how)
    numbers: Any = {"unit": "item", "rater": "who", "rating": "grade"}
    assert NumericRatings.from_long(lazy, **numbers) == NumericRatings.from_long(frame, **numbers)


@engines
def test_what_cannot_be_read_says_why(engine: str) -> None:
    frame = LAZY[engine](pl.DataFrame({"item": [1, 1, 2], "who": ["a", "a", "b"], "grade": [1, 2, 1]}))
    with pytest.raises(DuplicateRatingError):
        Ratings.from_long(frame, **COLUMNS)
    with pytest.raises(OptionError, match="needs the rows in their order"):
        Ratings.from_long(frame, **COLUMNS, duplicates="first")
    with pytest.raises(ColumnError, match="no column 'items'"):
        Ratings.from_long(frame, unit="items", rater="who", label="grade")


@engines
@pytest.mark.parametrize("name", ["^.*$", 'p"q', "a b"])
def test_names_of_columns_are_no_patterns(engine: str, name: str) -> None:
    frame = rows()
    whole = Ratings.from_long(frame, **COLUMNS, weight="weight")
    for role, column in {**COLUMNS, "weight": "weight"}.items():
        given = {**COLUMNS, "weight": "weight", role: name}
        assert Ratings.from_long(LAZY[engine](frame.rename({column: name})), **given) == whole
