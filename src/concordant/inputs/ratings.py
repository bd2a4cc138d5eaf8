"""Labels that many raters gave: wide matrices and long tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import (
    ColumnError,
    DuplicateRatingError,
    EmptyInputError,
    InputTypeError,
    LabelError,
    LengthError,
    MissingValuesError,
    WeightError,
)
from concordant.inputs.arrays import (
    PLAIN_INTEGERS,
    host_array,
    is_plain_matrix,
    is_polars_frame,
    library_of,
    plain_label,
)
from concordant.inputs.encoding import encode, refuse_continuous
from concordant.inputs.label_values import Encoded, check_missing_labels, in_order, marked_rows
from concordant.inputs.labels import check_declared, coded, common_labels, unknown_labels
from concordant.inputs.rows import check_weights
from concordant.names import require_choice, require_columns
from concordant.settings import threads_for
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
    labels: Sequence[Label] | None = None,
    missing_labels: Sequence[Label] = (),
    **options: Any,
) -> LongRows:
    """Check columns of one length, `options` as `check_long_codes`; `rater` is None where raters are not known."""
    ratings = code_labels(encode(label, "label"), labels, "label", missing_labels)
    rows = check_long_codes(unit, rater, ratings.codes, ratings.codes >= 0, "label", **options)
    return replace(rows, labels=ratings.labels, ordered=ratings.ordered)


def check_long_codes(
    unit: Any,
    rater: Any,
    codes: Codes,
    rated: npt.NDArray[np.bool_],
    what: str,
    *,
    weight: Any = None,
    raters: Sequence[Label] | None = None,
    duplicates: str = "raise",
) -> LongRows:
    """Check the columns beside ratings, of which each row has a code, in the rows that are `rated`."""
    require_choice("duplicates", duplicates, DUPLICATES)
    of_units, unit_names = _named(unit, "unit")
    _same_length(of_units, codes, what)
    weights = _weights_of_units(weight, of_units, unit_names, rated)
    refuse_all_missing(rated)
    names: tuple[Label, ...] = ()
    of_raters = np.zeros(len(of_units), np.int64)
    if rater is not None:
        of_raters, names = _raters(rater, raters)
        _same_length(of_units, of_raters, "rater")
    order = np.flatnonzero(rated)
    order = order[np.lexsort((of_raters[order], of_units[order]))]
    of_units, of_raters, codes = of_units[order], of_raters[order], codes[order]
    rows = LongRows(of_units, of_raters, codes, len(unit_names), (), False, names, weights, unit_names)
    return rows if rater is None else _without_repeats(rows, duplicates)


def _without_repeats(rows: LongRows, duplicates: str) -> LongRows:
    """Raise for ratings of the same unit by the same rater, keep one of them, or make them runs of the rater."""
    unit, rater = rows.unit, rows.rater
    again = (np.diff(unit) == 0) & (np.diff(rater) == 0)
    if not again.any():
        return rows
    if duplicates == "raise":
        first = int(np.flatnonzero(again)[0])
        raise DuplicateRatingError(
            f"{int(again.sum())} ratings are of a unit that the same rater has rated already, the first of unit "
            f"{rows.names[unit[first]]!r} by rater {rows.raters[rater[first]]!r}. Say what counts: "
            'duplicates="first", "last", or "runs", which takes the second rating for that of another rater (name, 2).'
        )
    if duplicates in ("first", "last"):
        kept = np.append(True, ~again) if duplicates == "first" else np.append(~again, True)
        return replace(rows, unit=unit[kept], rater=rater[kept], code=rows.code[kept])
    begins = np.flatnonzero(np.append(True, ~again))
    run = np.arange(len(unit)) - np.repeat(begins, np.diff(np.append(begins, len(unit))))
    most = np.zeros(len(rows.raters), np.int64)
    np.maximum.at(most, rater, run)
    offset = np.concatenate([[0], np.cumsum(most + 1)])
    of_runs = tuple(
        name if k == 0 else (name, k + 1)
        for name, runs in zip(rows.raters, most.tolist(), strict=True)
        for k in range(runs + 1)
    )
    return replace(rows, rater=offset[rater] + run, raters=of_runs)


def _named(column: Any, what: str) -> tuple[Codes, list[Any]]:
    """Codes of the values of a column in the order of their names, and the names."""
    encoded = encode(column, what)
    if encoded.missing is not None and encoded.missing.any():
        raise MissingValuesError(
            f"{what} has {int(encoded.missing.sum())} missing values (the first in row {int(encoded.missing.argmax())})"
            f": say which {what} each rating belongs to."
        )
    distinct, code = np.unique(encoded.values, return_inverse=True)
    names: list[Any] = distinct.tolist()
    if encoded.names is not None:
        names = [encoded.names[index] for index in names]
    return code.ravel(), names


def _raters(column: Any, declared: Sequence[Label] | None) -> tuple[Codes, tuple[Label, ...]]:
    """The rater of each rating, and the names of all raters."""
    code, names = _named(column, "rater")
    raters = tuple(in_order(set(names))) if declared is None else check_raters(declared)
    index_of = {name: index for index, name in enumerate(raters)}
    unknown = [name for name in names if name not in index_of]
    if unknown:
        msg = f"raters occur that raters=[...] does not name: {', '.join(map(repr, unknown[:5]))}. "
        raise LabelError(msg + "Declare them, or leave their rows out.")
    return np.array([index_of[name] for name in names], np.int64)[code], raters


def _weights_of_units(
    weight: Any, unit: Codes, names: Sequence[Any], rated: npt.NDArray[np.bool_]
) -> npt.NDArray[Any] | None:
    """One weight a unit; raise where the rows of a unit that are `rated` do not agree on it."""
    weights = check_weights(weight, len(unit), lambda: ~rated)
    if weights is None:
        return None
    known = np.zeros(len(names), np.bool_)
    known[unit[rated]] = True
    weights = np.where(known[unit], weights, weights != 0).astype(np.float64)  # others are dropped, if they are there
    counted = rated | ~known[unit]
    least, most = np.full(len(names), np.inf), np.full(len(names), -np.inf)
    np.minimum.at(least, unit[counted], weights[counted])
    np.maximum.at(most, unit[counted], weights[counted])
    if (least != most).any():
        first = int(np.flatnonzero(least != most)[0])
        raise WeightError(
            f"the weight of a unit must be the same in all of its rows; that of unit {names[first]!r} is "
            f"{least[first]:g} in one and {most[first]:g} in another. Weights belong to units, not to ratings."
        )
    return most


def _same_length(first: Codes, second: Codes, what: str) -> None:
    if len(first) != len(second):
        raise LengthError(f"unit and {what} must have one value for each rating: {len(first)} and {len(second)}.")


MISSING = -1
_MOST_INT8 = 127  # labels
_FEW_ROWS = 10  # of which nothing is told of a column
_FEW_IDS, _RATIO, _REPEATS, _BY_CHANCE = 20, 3, 10, 1e-6


@dataclass(slots=True)
class CodedLabels:
    """Codes of labels, -1 where a rating is missing, and the labels that they are codes of."""

    codes: Codes
    labels: tuple[Label, ...]
    ordered: bool


@dataclass(slots=True)
class PanelRows:
    """
    Checked ratings of units (rows) by raters (columns).

    `codes` has the shape (n, r); -1 is a missing rating. `weights` has one number a unit, None if they count alike;
    `times` says how many units have the ratings of each row, None: each row is one unit.
    """

    codes: Codes
    labels: tuple[Label, ...]
    ordered: bool
    raters: tuple[Label, ...]
    weights: npt.NDArray[Any] | None
    times: npt.NDArray[np.int64] | None = None


def check_wide(
    matrix: Any,
    *,
    raters: Sequence[Label] | None = None,
    labels: Sequence[Label] | None = None,
    sample_weight: Any = None,
    missing_labels: Sequence[Label] = (),
    each: bool = False,
) -> PanelRows:
    """Check a matrix, or a frame, of units by raters; `each`: keep a row a unit, also where many are alike."""
    if library_of(matrix) is not None:
        matrix = host_array(matrix, "the matrix of ratings")
    distinct = None if each or sample_weight is not None else distinct_ratings(matrix)
    times, by_rater = None, is_frame(matrix)
    if distinct is not None:
        column, times, width = distinct
        rows, names = len(times), rater_names(raters, width)
    elif by_rater:
        column, rows, names = _of_frame(matrix, raters, declared=labels is not None)
    else:
        column, rows, names = _of_matrix(matrix, raters)
    ratings = code_labels(column, labels, "the matrix of ratings", missing_labels)
    codes = ratings.codes.reshape(len(names), rows).T if by_rater else ratings.codes.reshape(rows, len(names))
    weights = check_weights(sample_weight, rows, lambda: np.all(codes < 0, axis=1))
    if weights is not None:
        weights = weights.astype(np.float64)
    refuse_all_missing(codes >= 0)
    if labels is None:
        _refuse_other_columns(codes, ratings.labels, names)
    return PanelRows(codes, ratings.labels, ratings.ordered, names, weights, times)


def _refuse_other_columns(codes: Codes, labels: tuple[Label, ...], raters: tuple[Label, ...]) -> None:
    """
    Raise for a column of something else than ratings: of ids, or one of a table with a row a rating.

    A rater may use a label of its own, and raters may never agree. But a column is no rater where the others share
    labels and none of its many ratings of several labels occurs elsewhere (the chance of that is below one in a
    million); nor is a column of ids, with three times as many values as all others together. Numbers are judged by the
    second rule alone, as measurements differ; of two columns the ids must not repeat, or have no value of the other.
    """
    texts = any(isinstance(label, str) for label in labels)
    if len(raters) < 2 or len(codes) < _FEW_ROWS or (len(labels) < _FEW_IDS and not texts):
        return
    other = _other_column(codes, len(labels), texts=texts)
    if other is None:
        return
    index, own, size, some = other
    shown = ", ".join(repr(labels[code]) for code in some[:3])
    raise LabelError(
        f"{own} of the {size} values of {raters[index]!r} ({shown}, ...) occur in no other column: it is no rater like "
        "the others. Leave out a column of ids; a table with a row a rating is read by unit, rater and label "
        "(Ratings.from_long). If all are ratings, declare the labels: labels=[...]."
    )


def _other_column(codes: Codes, k: int, *, texts: bool) -> tuple[int, int, int, list[int]] | None:
    """The index of a column without ratings, how many of its values no other has, of how many, and which; or None."""
    r = codes.shape[1]
    cells = np.bincount((codes + np.arange(1, r * (k + 1), k + 1)).ravel(), minlength=r * (k + 1))
    used = cells.reshape(r, k + 1)[:, 1:]
    alone = (used > 0) & ((used > 0).sum(0) == 1)
    size, own, kinds = used.sum(1), np.where(alone, used, 0).sum(1), (used > 0).sum(1)
    elsewhere = (used > 0).any(0).sum() - alone.sum(1)
    ids = (kinds >= _FEW_IDS) & (kinds * _REPEATS >= size) & (kinds >= _RATIO * elsewhere) & (elsewhere > 1)
    ids &= (r > 2) | (kinds == size) | (own == size)
    strange = ids & (2 * own >= size)
    whole = (own == size).all() and (size >= _FEW_ROWS).all()
    if texts and r > 2 and whole and np.count_nonzero(kinds > 1) > 1:  # a table with a row a rating
        strange |= kinds == kinds.max()
    elif texts:
        shared = size - own
        chance = (1 - (shared.sum() - shared + 1) / (size.sum() - size + 2)) ** size
        strange |= (own == size) & (kinds > 1) & (chance < _BY_CHANCE)
    if not strange.any():
        return None
    index = int(strange.argmax())
    return index, int(own[index]), int(size[index]), np.flatnonzero(alone[index]).tolist()


def refuse_all_missing(rated: npt.NDArray[np.bool_]) -> None:
    """Raise where there are units, and nobody rated any of them."""
    if len(rated) and not rated.any():
        msg = "every rating is missing: there is nothing to measure. Are the missing markers what you mean?"
        raise EmptyInputError(msg)


def code_labels(
    column: Encoded, labels: Sequence[Label] | None, what: str, missing_labels: Sequence[Label] = ()
) -> CodedLabels:
    """Turn encoded labels into codes of the declared ones, else of those that occur."""
    declared = None if labels is None else check_declared(labels)
    if declared is None:
        refuse_continuous(column, what)
    marks = check_missing_labels(missing_labels)
    marked = marked_rows(column, marks) if marks else None
    missing = column.missing if marked is None else column.missing_mask | marked
    present = column if missing is None else column[~missing]
    if declared is not None and column.names is None:
        types = set(map(_typed, declared))
        unknown = [label for label in coded(present, None)[1] if _typed(label) not in types]
        if unknown:
            raise unknown_labels(unknown, declared)
    codes, names = coded(present, declared)
    few = np.int8 if len(names) <= _MOST_INT8 else np.int32
    codes = codes.astype(few if column.names is None else np.intp, copy=False)
    if missing is not None:
        spread = np.full(len(column.values), MISSING, np.int32)
        spread[~missing] = codes
        codes = spread
    return CodedLabels(codes, names, declared is not None or column.names is None or column.ordered)


def _typed(label: Label) -> Any:
    """True is another label than 1."""
    return (isinstance(label, bool), label)


def is_frame(data: Any) -> bool:
    """Whether it is a table of a data frame library (none is imported to find out)."""
    return not isinstance(data, (np.ndarray, list, tuple)) and (
        hasattr(type(data), "columns")  # to ask a lazy frame itself can be slow
        or hasattr(data, "columns")
        or type(data).__module__.startswith("pyarrow")
        or hasattr(data, "__narwhals_dataframe__")
    )


def _of_frame(frame: Any, raters: Sequence[Label] | None, *, declared: bool) -> tuple[Encoded, int, tuple[Label, ...]]:
    """Encode the columns of a frame one by one, as their types can differ, and bring them to the same labels."""
    advice = "Collect a lazy frame first, or give it in long form to Ratings.from_long."
    what_is_read = "ratings must be a matrix or an eager frame of units x raters"
    opened = frame if is_polars_frame(frame) else opened_frame(frame, advice, what_is_read)
    names = columns_of_raters(opened, raters)
    series = [opened.get_column(name) for name in names]
    what = [f"rater {name!r}" for name in names]
    columns = [
        encode(column if opened is frame else column.to_native(), name)
        for column, name in zip(series, what, strict=True)
    ]
    if not declared:
        for column, name in zip(columns, what, strict=True):
            refuse_continuous(column, name)
    return joined(columns, what, declared=declared), len(opened), tuple(names)


def columns_of_raters(opened: Any, raters: Sequence[Label] | None) -> list[Any]:
    """The names of the columns that hold ratings; names of pandas need not be texts."""
    names: list[Any] = list(opened.columns) if raters is None else list(raters)
    require_columns(opened.columns, names)
    if not names:
        raise LengthError("a frame of ratings needs a column for each rater, and there is none.")
    return names


def opened_frame(
    frame: Any, advice: str = "Collect a lazy frame first.", what: str = "ratings must be a matrix or an eager frame"
) -> Any:
    """Open a frame of another library by narwhals, which takes as long to import as a small frame to read."""
    import narwhals as nw
    from narwhals.exceptions import DuplicateError

    try:
        return nw.from_native(frame, eager_only=True)
    except DuplicateError as error:
        names: list[Any] = list(frame.columns if hasattr(frame, "iloc") else frame.column_names)
        twice = [name for name, repeats in Counter(map(repr, names)).items() if repeats > 1]
        msg = f"several columns of the frame are called {', '.join(twice[:5])}: give each column a name of its own."
        raise ColumnError(msg) from error
    except TypeError as error:
        if isinstance(frame, Mapping):
            advice = "Make it a frame first, such as polars.DataFrame(data)."
        raise InputTypeError(f"{what}, not {type(frame).__name__}. {advice}") from error


def joined(columns: Sequence[Encoded], what: Sequence[str], *, declared: bool) -> Encoded:
    """Bring columns of one length to the same labels, and set them one after the other."""
    has_ratings = [column.missing is None or not column.missing.all() for column in columns]
    rated = [_filled(column) for column in compress(columns, has_ratings)]
    if declared:
        rated = [replace(column, ordered=False) if column.names is not None else column for column in rated]
    if not rated:
        size = sum(len(column.values) for column in columns)
        return Encoded(np.zeros(size, np.int64), None, True, np.ones(size, np.bool_))
    values, names, ordered = common_labels(rated, list(compress(what, has_ratings)))
    rest = iter(values)
    parts = [
        next(rest) if some else np.zeros(len(column.values), values[0].dtype)
        for column, some in zip(columns, has_ratings, strict=True)
    ]
    missing = None
    if any(column.missing is not None for column in columns):
        missing = np.concatenate([column.missing_mask for column in columns])
    if names is None and any(part.dtype.kind != "b" for part in values):
        parts = [part.astype(np.int64) if part.dtype.kind == "b" else part for part in parts]
    return Encoded(np.concatenate(parts), names, ordered, missing, any(column.continuous for column in columns))


def _filled(column: Encoded) -> Encoded:
    """Put a value that occurs where one is missing, so that a table of codes can be read."""
    if column.missing is None or not column.missing.any():
        return column
    some = column.values[int(np.flatnonzero(~column.missing)[0])]
    return replace(column, values=np.where(column.missing, some, column.values), missing=None)


def _of_matrix(matrix: Any, raters: Sequence[Label] | None) -> tuple[Encoded, int, tuple[Label, ...]]:
    """Encode all ratings of a matrix at once."""
    mask = np.ma.getmaskarray(matrix).ravel() if isinstance(matrix, np.ma.MaskedArray) else None
    if isinstance(matrix, (list, tuple)):
        rows, width, flat = _of_lists(matrix)
    elif hasattr(matrix, "__array__"):
        array = np.asarray(matrix if mask is None else np.ma.getdata(matrix))
        if array.ndim != 2:
            raise _no_matrix(f"an array of {array.ndim} dimension{'s' * (array.ndim != 1)}")
        (rows, width), flat = array.shape, array.ravel()
    else:
        raise _no_matrix(type(matrix).__name__)
    names = rater_names(raters, width)
    if mask is None:
        return encode(flat, "the matrix of ratings"), rows, names
    return encode(flat[~mask], "the matrix of ratings").among(mask), rows, names


def _of_lists(matrix: Sequence[Any]) -> tuple[int, int, Any]:
    rows = [row.tolist() if isinstance(row, np.ndarray) else row for row in matrix]
    other = next((row for row in rows if not isinstance(row, (list, tuple))), rows)
    if other is not rows:
        raise _no_matrix(f"a list that holds {type(other).__name__}")
    width = refuse_ragged(list(map(len, rows)))
    return len(rows), width, [value for row in rows for value in row]


def refuse_ragged(sizes: Sequence[int]) -> int:
    """Return how many ratings every row has; raise if the rows differ."""
    width = sizes[0] if sizes else 0
    row = next((row for row, size in enumerate(sizes) if size != width), None)
    if row is not None:
        raise LengthError(
            f"ratings must have one value for each rater in every row: row 0 has {width}, row {row} has "
            f"{sizes[row]}. Put None where a rater did not rate."
        )
    return width


def _no_matrix(came: str) -> InputTypeError:
    msg = (
        f"ratings must be a matrix with a row a unit and a column a rater, not {came}. "
        "Long tables go to Ratings.from_long, counts of labels to Tallies.from_counts; two raters are two arguments."
    )
    return InputTypeError(msg)


def rater_names(raters: Sequence[Label] | None, width: int) -> tuple[Label, ...]:
    """The names of the raters: those given, else 0, 1, 2, ..."""
    if raters is None:
        return tuple(range(width))
    names = check_raters(raters)
    if len(names) != width:
        raise LengthError(f"raters must name each of the {width} columns, not {len(names)}.")
    return names


def check_raters(raters: Sequence[Label]) -> tuple[Label, ...]:
    """Return the names of raters as a tuple without repeats."""
    if isinstance(raters, (str, bytes)) or not hasattr(raters, "__iter__") or getattr(raters, "ndim", 1) == 0:
        raise InputTypeError(f"raters must be a list of the names of the raters, not {raters!r}.")
    names = tuple(map(plain_label, raters))
    if len(set(names)) != len(names):
        repeated = sorted({repr(name) for name in names if names.count(name) > 1})
        raise LabelError(f"raters must be different from each other; repeated: {', '.join(repeated)}.")
    return names


_TABLE = 1 << 22  # rows that differ, of all that could
_LABELS = 1 << 16  # from the least to the greatest


def distinct_ratings(matrix: Any) -> tuple[Encoded, npt.NDArray[np.int64], int] | None:
    """
    Return the ratings of the distinct rows, one after the other, how often each row occurs, and the number of raters.

    None for what is no array of whole numbers and NaN, or can have too many different rows.
    """
    if not is_plain_matrix(matrix, PLAIN_INTEGERS + "df") or not matrix.size:
        return None
    if matrix.shape[1] >= _TABLE.bit_length():  # too many, also of one label
        return None
    threads = threads_for(matrix.size)
    low, high, whole, _ = _kernels.rating_range(matrix, threads)
    base = high - low + 2  # one digit for a missing rating
    if not whole or low > high or base > _LABELS or float(base) ** matrix.shape[1] > _TABLE:
        return None
    return _read_back(_kernels.count_profiles(matrix, low, base, threads), low, base, matrix)


def _read_back(
    times: npt.NDArray[np.int64], low: int, base: int, matrix: npt.NDArray[Any]
) -> tuple[Encoded, npt.NDArray[np.int64], int]:
    """The rows that the numbers of a table stand for."""
    raters = matrix.shape[1]
    used = np.flatnonzero(times)
    powers = base ** np.arange(raters - 1, -1, -1, dtype=np.int64)
    digits = (used[:, None] // powers % base).ravel()
    missing = digits == base - 1
    values = np.where(missing, 0, digits) + low
    whole: Any = values.astype(np.bool_) if matrix.dtype.kind == "b" else values
    return Encoded(whole, None, True, missing if missing.any() else None), times[used], raters
