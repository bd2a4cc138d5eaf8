"""Numbers of units by raters from long tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from concordant.engines.frames.opened import opened
from concordant.errors import EmptyInputError, InputTypeError, ScoreError
from concordant.inputs.numeric_ratings import NumericRows
from concordant.inputs.ratings import check_long_numbers
from concordant.inputs.scores import measurement_column
from concordant.states.numeric_ratings import NumericRatings, RatingMoments
from concordant.typing import Frame, Label


def moments_from_long(frame: Frame, **how: Any) -> RatingMoments:
    """Sum the ratings of a long table."""
    return NumericRatings.from_long(frame, **how).moments()


def numeric_rows_from_long(
    frame: Frame,
    *,
    unit: str,
    rater: str,
    rating: str,
    weight: str | None,
    raters: Sequence[Label] | None,
    duplicates: str,
) -> NumericRows:
    """Lay the ratings of a long table out, a row a unit and a column a rater."""
    import narwhals as nw

    wrapped: Any = opened(frame, (unit, rater, rating, weight))
    if isinstance(wrapped, nw.LazyFrame):
        msg = "numbers of a lazy long table are not grouped where they live: collect it first, frame.collect()."
        raise InputTypeError(msg)
    units, people, numbers = (wrapped.get_column(name).to_native() for name in (unit, rater, rating))
    values = np.asarray(measurement_column(numbers, rating), np.float64)
    if np.isinf(values).any():
        msg = f"{rating} must hold finite numbers; row {int(np.isinf(values).argmax())} does not."
        raise ScoreError(msg)
    if len(values) and np.isnan(values).all():
        msg = "every rating is missing: there is nothing to measure. Are the missing markers what you mean?"
        raise EmptyInputError(msg)
    of_units = None if weight is None else wrapped.get_column(weight).to_native()
    rows = check_long_numbers(units, people, ~np.isnan(values), weight=of_units, raters=raters, duplicates=duplicates)
    table = np.full((rows.units, len(rows.raters)), np.nan)
    table[rows.unit, rows.rater] = values[rows.code]
    kept = ~np.isnan(table).all(1)
    weighed = np.ones(len(kept), np.bool_) if rows.weights is None else rows.weights > 0
    missing = int((~kept & weighed).sum())
    here = kept & weighed
    weights = None if rows.weights is None else rows.weights[here]
    return NumericRows(table[here], rows.raters, weights, here, missing)
