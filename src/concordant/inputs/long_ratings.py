"""Long tables of ratings, a row for each: unit, rater and label become integer codes, doubled ratings are settled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import DuplicateRatingError, LengthError, MissingValuesError, OptionError, WeightError
from concordant.inputs.classes import unknown_labels
from concordant.inputs.encoded import Encoded
from concordant.inputs.encoding import encode
from concordant.inputs.object_labels import in_order
from concordant.inputs.panels import check_raters, code_labels, refuse_all_missing
from concordant.inputs.weights import check_weights
from concordant.names import did_you_mean
from concordant.typing import Label

DUPLICATES = ("raise", "runs", "first", "last")
Codes = npt.NDArray[Any]


@dataclass(slots=True)
class LongRows:
    """
    Checked ratings, sorted by unit and rater; missing ones are gone.

    `units` is how many units there are, also of those that nobody rated; `weights` one number a unit; `names` what the
    units are called.
    """

    unit: Codes
    rater: Codes
    code: Codes
    units: int
    labels: tuple[Label, ...]
    ordered: bool
    raters: tuple[Label, ...]
    weights: npt.NDArray[Any] | None
    names: Sequence[Any] = ()


def check_long(
    unit: Any,
    rater: Any,
    label: Any,
    *,
    weight: Any = None,
    labels: Sequence[Label] | None = None,
    raters: Sequence[Label] | None = None,
    duplicates: str = "raise",
    missing_labels: Sequence[Label] = (),
) -> LongRows:
    """Check columns of one length; `rater` is None where raters are not known."""
    _check_duplicates(duplicates)
    of_units, unit_names = _named(unit, "unit")
    coded = code_labels(encode(label, "label"), labels, "label", missing_labels)
    _same_length(of_units, coded.codes, "label")
    weights = _weights_of_units(weight, of_units, unit_names)
    here = coded.codes >= 0
    refuse_all_missing(coded.codes, len(of_units))
    if rater is None:
        order = np.argsort(of_units, kind="stable")
        order = order[here[order]]
        none = np.zeros(len(order), np.int64)
        anonymous: Any = (coded.labels, coded.ordered, (), weights, unit_names)
        return LongRows(of_units[order], none, coded.codes[order], len(unit_names), *anonymous)
    of_units, of_raters, codes, names = _by_rater(
        of_units, unit_names, rater, raters, here, coded.codes[here], duplicates
    )
    named = (coded.labels, coded.ordered, names, weights, unit_names)
    return LongRows(of_units, of_raters, codes, len(unit_names), *named)


def check_long_numbers(
    unit: Any,
    rater: Any,
    here: npt.NDArray[np.bool_],
    *,
    weight: Any = None,
    raters: Sequence[Label] | None = None,
    duplicates: str = "raise",
) -> LongRows:
    """Check the columns beside numbers, of which those are rated that are `here`; codes are the rows of the numbers."""
    _check_duplicates(duplicates)
    of_units, unit_names = _named(unit, "unit")
    _same_length(of_units, here, "rating")
    weights = _weights_of_units(weight, of_units, unit_names)
    rows = np.flatnonzero(here)
    of_units, of_raters, rows, names = _by_rater(of_units, unit_names, rater, raters, here, rows, duplicates)
    return LongRows(of_units, of_raters, rows, len(unit_names), (), False, names, weights)


def _check_duplicates(duplicates: str) -> None:
    if duplicates not in DUPLICATES:
        msg = f"duplicates must be one of {', '.join(map(repr, DUPLICATES))}, not {duplicates!r}."
        raise OptionError(msg + did_you_mean(duplicates, DUPLICATES))


def _by_rater(
    of_units: Codes,
    unit_names: Sequence[Any],
    rater: Any,
    raters: Sequence[Label] | None,
    here: npt.NDArray[np.bool_],
    codes: Codes,
    duplicates: str,
) -> tuple[Codes, Codes, Codes, tuple[Label, ...]]:
    """Sort the ratings that are there by unit and rater, and settle doubled ones."""
    of_raters, names = _raters(rater, raters)
    _same_length(of_units, of_raters, "rater")
    of_units, of_raters = of_units[here], of_raters[here]
    order = np.lexsort((of_raters, of_units))
    of_units, of_raters, codes = of_units[order], of_raters[order], codes[order]
    again = (np.diff(of_units) == 0) & (np.diff(of_raters) == 0)
    if again.any():
        return _settled(of_units, of_raters, codes, names, again, duplicates, unit_names)
    return of_units, of_raters, codes, names


def _settled(
    unit: Codes,
    rater: Codes,
    code: Codes,
    names: tuple[Label, ...],
    again: Codes,
    duplicates: str,
    units: Sequence[Any],
) -> tuple[Codes, Codes, Codes, tuple[Label, ...]]:
    """Raise for ratings of the same unit by the same rater, keep one of them, or make them runs of the rater."""
    if duplicates == "raise":
        first = int(np.flatnonzero(again)[0])
        msg = (
            f"{int(again.sum())} ratings are of a unit that the same rater has rated already, the first of unit "
            f'{units[unit[first]]!r} by rater {names[rater[first]]!r}. Say what counts: duplicates="first", "last", or '
            '"runs", which takes the second rating for that of another rater (name, 2).'
        )
        raise DuplicateRatingError(msg)
    if duplicates in ("first", "last"):
        kept = np.append(True, ~again) if duplicates == "first" else np.append(~again, True)
        return unit[kept], rater[kept], code[kept], names
    begins = np.flatnonzero(np.append(True, ~again))
    run = np.arange(len(unit)) - np.repeat(begins, np.diff(np.append(begins, len(unit))))
    most = np.zeros(len(names), np.int64)
    np.maximum.at(most, rater, run)
    offset = np.concatenate([[0], np.cumsum(most + 1)])
    of_runs = tuple(
        name if place == 0 else (name, place + 1)
        for name, runs in zip(names, most.tolist(), strict=True)
        for place in range(runs + 1)
    )
    return unit, offset[rater] + run, code, of_runs


def _named(column: Any, what: str) -> tuple[Codes, list[Any]]:
    """Codes of the values of a column in the order of their names, and the names."""
    encoded = encode(column, what)
    _refuse_gaps(encoded, what)
    known, code = np.unique(encoded.values, return_inverse=True)
    names: list[Any] = known.tolist()
    if encoded.names is not None:
        names = [encoded.names[place] for place in names]
    return code.ravel(), names


def _refuse_gaps(column: Encoded, what: str) -> None:
    if column.missing is not None and column.missing.any():
        msg = (
            f"{what} has {int(column.missing.sum())} missing values (the first in row {int(column.missing.argmax())}): "
            f"say which {what} each rating belongs to."
        )
        raise MissingValuesError(msg)


def _raters(column: Any, declared: Sequence[Label] | None) -> tuple[Codes, tuple[Label, ...]]:
    """The rater of each rating, and the names of all raters."""
    code, names = _named(column, "rater")
    wanted = tuple(in_order(set(names))) if declared is None else check_raters(declared)
    place = {name: at for at, name in enumerate(wanted)}
    lacking = [name for name in names if name not in place]
    if lacking:
        msg = f"raters occur that raters=[...] does not name: {', '.join(map(repr, lacking[:5]))}. "
        raise type(unknown_labels(lacking, wanted))(msg + "Declare them, or leave their rows out.")
    return np.array([place[name] for name in names], np.int64)[code], wanted


def _weights_of_units(weight: Any, unit: Codes, names: Sequence[Any]) -> npt.NDArray[Any] | None:
    """One weight a unit; raise where the rows of a unit do not agree on it."""
    weights = check_weights(weight, len(unit))
    if weights is None:
        return None
    weights = weights.astype(np.float64)
    least, most = np.full(len(names), np.inf), np.full(len(names), -np.inf)
    np.minimum.at(least, unit, weights)
    np.maximum.at(most, unit, weights)
    if (least != most).any():
        first = int(np.flatnonzero(least != most)[0])
        msg = (
            f"the weight of a unit must be the same in all of its rows; that of unit {names[first]!r} is "
            f"{least[first]:g} in one and {most[first]:g} in another. Weights belong to units, not to ratings."
        )
        raise WeightError(msg)
    return most


def _same_length(first: Codes, second: Codes, what: str) -> None:
    if len(first) != len(second):
        msg = f"unit and {what} must have one value for each rating: {len(first)} and {len(second)}."
        raise LengthError(msg)
