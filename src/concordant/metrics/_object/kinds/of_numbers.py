"""Numbers that many raters gave to units, also beside those of a system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.errors import InputTypeError, OptionError, WeightError
from concordant.metrics._object.kind import Kind
from concordant.metrics._object.kinds.of_panels import refuse_more_panels
from concordant.states import (
    Counts,
    NumericRatings,
    RatingMoments,
    Ratings,
    Tallies,
    TallySums,
)
from concordant.typing import Column, Label

if TYPE_CHECKING:
    from concordant.metrics._object.metric import Metric


_MOST_WEIGHT = 1e60  # of the units of a metric that depends on their number
NUMBER_STATES = (NumericRatings, RatingMoments, Ratings)


def _read_numbers(ratings: Any, *, raters: Sequence[Label] | None = None, sample_weight: Column | None = None) -> Any:
    """A state as it is; a matrix or a frame as `NumericRatings`."""
    if isinstance(ratings, NUMBER_STATES):
        given = {"raters": raters, "sample_weight": sample_weight}
        twice = [f"{name}=" for name, value in given.items() if value is not None]
        if twice:
            msg = f"a {type(ratings).__name__} is read already: {', '.join(twice)} cannot change it."
            raise OptionError(msg)
        return ratings
    if isinstance(ratings, (Counts, Tallies, TallySums)):
        msg = (
            f"{type(ratings).__name__} hold labels that nobody in particular gave; numbers of raters are a matrix, "
            "Ratings of numeric labels, NumericRatings or RatingMoments."
        )
        raise InputTypeError(msg)
    return NumericRatings.from_wide(ratings, raters, sample_weight)


def _numbers(metric: Metric, state: Any, options: Mapping[str, Any]) -> Any:
    del metric, options
    return state


def _check_numbers(metric: Metric, state: Any, options: Mapping[str, Any]) -> None:
    """Raise for sums where the formula asks for the units, and for weights of which floats hold no third power."""
    if not metric.facts.scale_free and getattr(state, "weighted", False) and np.any(np.asarray(state.n) > _MOST_WEIGHT):
        msg = (
            f"the weights of these units add up to more than {_MOST_WEIGHT:.0e}, and {metric.name} depends on how many "
            "units there are: divide all weights by one number."
        )
        raise WeightError(msg)
    if isinstance(state, RatingMoments) and metric.numbers is not None and not metric.numbers.by_sums(options):
        msg = f"{metric.name} needs the units, and RatingMoments hold their sums: keep NumericRatings."
        raise InputTypeError(msg)


NUMBERS = Kind("numbers", NUMBER_STATES, _read_numbers, refuse_more_panels, _numbers, _check_numbers)


def _read_beside_system(
    ratings: Any, system: Column, *, raters: Sequence[Label] | None = None, sample_weight: Column | None = None
) -> NumericRatings:
    """The numbers of raters, and of a system as the last of them."""
    return NumericRatings.beside_system(ratings, system, raters, sample_weight)


SYSTEM = Kind("numbers", (NumericRatings,), _read_beside_system, refuse_more_panels, _numbers, _check_numbers)
