"""The forms of the intraclass correlation: from components, from mean squares, and their names in the literature."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from concordant.errors import OptionError
from concordant.metrics._arithmetic.ratio import ratio
from concordant.metrics._reliability.components import Components, Model
from concordant.metrics._reliability.mean_squares import MeanSquares
from concordant.metrics._reliability.moments_of import number_of_ratings, number_of_units
from concordant.names import did_you_mean
from concordant.states import RatingMoments
from concordant.typing import FloatArray

Type = Literal["agreement", "consistency"]
Unit = Literal["single", "average"]

_CHOICES: dict[str, tuple[Any, ...]] = {
    "model": ("two-way", "one-way"),
    "type": ("agreement", "consistency"),
    "unit": ("single", "average"),
    "method": (None, "anova", "reml"),
    "raters": ("random", "fixed"),
}


def check_form(**chosen: Any) -> None:
    """Raise for a word that is none of those of its option, and for forms that do not exist."""
    for name, value in chosen.items():
        known = _CHOICES[name]
        if not isinstance(value, str | None) or value not in known:
            words = ", ".join(map(repr, known))
            hint = did_you_mean(value, [word for word in known if word]) if isinstance(value, str) else ""
            msg = f"{name} must be one of {words}, not {value!r}.{hint}"
            raise OptionError(msg)
    if chosen.get("raters") == "fixed":
        if chosen.get("model") == "one-way" or chosen.get("type") == "agreement":
            msg = (
                'raters="fixed" takes the raters for the only ones there are: it goes with model="two-way" and '
                'type="consistency".'
            )
            raise OptionError(msg)
        if chosen.get("method") == "anova":
            msg = 'raters="fixed" and "random" are the same by method="anova"; they differ by method="reml".'
            raise OptionError(msg)
    if chosen.get("model") == "one-way" and chosen.get("type") == "consistency":
        msg = 'type="consistency" asks who rated, which a one-way model does not know: take model="two-way".'
        raise OptionError(msg)


def from_components(found: Components, type: Type, many: Any) -> FloatArray:
    """The share of the variance that is of units, of the mean of `many` ratings."""
    error = found.error + (found.raters if type == "agreement" else 0.0)
    return np.asarray(ratio(found.units, found.units + error / many))


def from_mean_squares(ms: MeanSquares, model: Model, type: Type, unit: Unit) -> FloatArray:
    """McGraw & Wong 1996, table 4; Shrout & Fleiss 1979, pp. 423-426."""
    k = float(ms.k)
    many = k - 1.0 if unit == "single" else 0.0
    if model == "one-way":
        return np.asarray(ratio(ms.units - ms.within, ms.units + many * ms.within))
    if type == "consistency":
        return np.asarray(ratio(ms.units - ms.error, ms.units + many * ms.error))
    apart = (k if unit == "single" else 1.0) * (ms.raters - ms.error) / ms.n
    return np.asarray(ratio(ms.units - ms.error, ms.units + many * ms.error + apart))


def averaged(moments: RatingMoments, model: Model) -> Any:
    """Of how many ratings the average is: all raters; of a one-way model k0, the number of ratings of a unit."""
    if model == "two-way" or moments.complete:
        return float(len(moments.raters))
    many, n = number_of_ratings(moments), number_of_units(moments)
    squares = (moments.weight * moments.sizes**2).sum(-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return (many - squares / many) / (n - 1.0)


def name_of(model: Model, type: Type, unit: Unit) -> str:
    """The name that McGraw & Wong gave to a form: ICC(A,1)."""
    letter = "1" if model == "one-way" else "A" if type == "agreement" else "C"
    return f"ICC({letter},{'1' if unit == 'single' else 'k'})"
