"""Two columns of labels over one common set of labels; the classes, and which one is positive."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.errors import InputTypeError, LabelError, PositiveLabelError
from concordant.inputs.arrays import (
    PLAIN_INTEGERS,
    are_of_pandas,
    as_float32,
    below_one_another,
    is_plain,
    is_plain_integers,
    is_plain_numbers,
    is_series,
    plain_label,
    same_length,
    series_to_array,
)
from concordant.inputs.encoding import encode, encode_each, plain_labels, refuse_continuous
from concordant.inputs.label_values import Encoded, in_order, recoded, refuse_kinds
from concordant.inputs.rows import Mask, check_weights, kept_rows, numbers, rows_of, weights_and_least
from concordant.settings import threads_for
from concordant.typing import Label, Missing


def coded(true: Encoded, declared: tuple[Label, ...] | None) -> tuple[npt.NDArray[Any], tuple[Label, ...]]:
    """Codes 0..K-1 of the labels that occur, or of the declared ones."""
    if true.names is None and declared is not None and _are_codes(true.values, declared):
        return true.values, declared
    if true.names is None:
        kind = true.values.dtype.kind
        distinct = distinct_integers(true.values)
        names: tuple[Label, ...] = tuple(bool(x) for x in distinct) if kind == "b" else tuple(distinct.tolist())
        codes = _places(true.values, distinct)
    else:
        present = np.unique(true.values)
        every = true.names
        numeric = all(isinstance(name, (int, float)) for name in every)
        if true.ordered and declared is None and not numeric:
            names, codes = every, true.values
        else:
            found = tuple(every[i] for i in present)
            names = found if true.ordered else in_order(found)
            place = np.zeros(len(every), dtype=np.int64)
            at = {name: code for code, name in enumerate(names)}
            place[present] = [at[every[i]] for i in present]
            codes = place[true.values]
    if declared is None:
        return codes, names
    known = {label: code for code, label in enumerate(declared)}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise unknown_labels(unknown, declared)
    position = np.array([known[name] for name in names], dtype=np.int64)
    if not names or np.array_equal(position, np.arange(len(position))):
        return codes, declared
    return position[codes.astype(np.intp, copy=False)], declared  # bools would choose, not index


def _are_codes(values: npt.NDArray[Any], declared: tuple[Label, ...]) -> bool:
    """Whether the values are the places of the labels that are declared, which are 0, 1, ... themselves."""
    span = span_of(declared) if len(values) and values.dtype.kind in "iu" else None
    return span is not None and span[0] == 0 and values.min() >= 0 and values.max() <= span[1]


def _places(values: npt.NDArray[Any], distinct: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Where the values stand among the distinct ones; consecutive whole numbers tell it themselves."""
    if not len(distinct) or int(distinct[-1]) - int(distinct[0]) + 1 != len(distinct):
        return np.searchsorted(distinct, values)
    return values if distinct[0] == 0 else np.subtract(values, distinct[0], dtype=np.int64)


def unknown_labels(unknown: Sequence[Label], declared: tuple[Label, ...]) -> LabelError:
    """The error for labels that occur and were not declared."""
    shown = ", ".join(map(repr, unknown[:5])) + (", ..." if len(unknown) > 5 else "")
    known = ", ".join(map(repr, declared[:10])) + (", ..." if len(declared) > 10 else "")
    return LabelError(
        f"{len(unknown)} label{'s occur' if len(unknown) > 1 else ' occurs'} that labels= does not name: {shown}. "
        f"Declared are: {known}."
    )


def distinct_integers(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The distinct values of a column of integers, ascending."""
    labels, _, _, too_many, _, _ = _kernels.count_pairs(values, values, None, threads_for(len(values)))
    return np.unique(values) if too_many else labels


def two_classes(classes: tuple[Label, ...], pos_label: Label | None, *, ordered: bool) -> tuple[Label, Label]:
    """The negative and the positive class out of the labels that occur or are declared."""
    shown = ", ".join(map(repr, classes))
    if len(classes) > 2:
        msg = f"two classes are needed, but {len(classes)} labels occur: {shown}."
        raise LabelError(msg)
    classes = completed(classes, pos_label)
    if len(classes) < 2:
        msg = (
            f"only one label occurs ({shown or 'none'}), so the other class is unknown: "
            "declare both, labels=[negative, positive]."
        )
        raise PositiveLabelError(msg)
    if pos_label is None:
        if not ordered and shown:  # without rows labels of any type are taken as 0 and 1
            msg = (
                f"which of {classes[0]!r} and {classes[1]!r} is the positive class? Say it: "
                f"pos_label={classes[1]!r}, or declare labels=[negative, positive]."
            )
            raise PositiveLabelError(msg)
        return classes[0], classes[1]
    if pos_label not in classes:
        msg = f"pos_label={pos_label!r} does not occur; the labels are {shown}."
        raise PositiveLabelError(msg)
    return (classes[1], classes[0]) if pos_label == classes[0] else (classes[0], classes[1])


def completed(classes: tuple[Label, ...], pos_label: Label | None) -> tuple[Label, ...]:
    """Add the class that did not occur where the usual pair is plain: 0/1, -1/1, False/True."""
    if len(classes) >= 2:
        return classes
    if not classes:
        return (0, 1)
    only = classes[0]
    if pos_label is not None and pos_label != only:
        return (only, pos_label)
    if isinstance(only, bool):
        return (False, True)
    if only in (0, 1) and isinstance(only, int):
        return (0, 1)
    if only == -1 and isinstance(only, int):
        return (-1, 1)
    return classes if pos_label is None else (f"not {only}", only)


_MOST_DECLARED = 1 << 24


@dataclass(slots=True)  # made at every call: frozen would cost a microsecond
class LabelRows:
    """
    Checked rows of two label columns.

    `names` is None where `y_true` and `y_pred` hold the labels themselves (integers, or bools if `logical`);
    else they hold codes into `names`. `declared` are the labels that the caller gave, in their order. `kept` says which
    of the caller's rows are there; None if all. `times` says how many rows each of them stands for, whose weights are
    summed in `weights`; None: one.
    """

    y_true: npt.NDArray[Any]
    y_pred: npt.NDArray[Any]
    names: tuple[Label, ...] | None
    declared: tuple[Label, ...] | None
    ordered: bool
    logical: bool
    weights: npt.NDArray[Any] | None
    missing: int
    kept: Mask | None = None
    times: npt.NDArray[np.int64] | None = None


def check_labels(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Sequence[Label] | None = None,
    sample_weight: Any = None,
    missing: Missing = "raise",
    times: npt.NDArray[np.int64] | None = None,
) -> LabelRows:
    """Check two columns of labels and bring them to one set of labels; `times` as in `LabelRows`."""
    truth = plain_labels(y_true) if times is None and missing == "raise" else None
    prediction = None if truth is None else plain_labels(y_pred)
    if truth is not None and prediction is not None:
        same_length(truth, prediction, ("y_true", "y_pred"))
        logical = truth.dtype.kind == prediction.dtype.kind == "b"
        weights = None if sample_weight is None else check_weights(sample_weight, len(truth))
        declared = None if labels is None else check_declared(labels)
        return LabelRows(truth, prediction, None, declared, True, logical, weights, 0)
    (rows,) = check_label_columns(
        y_true, (y_pred,), labels=labels, sample_weight=sample_weight, missing=missing, times=times
    )
    return rows


def are_plain_labels(y_true: Any, y_pred: Any) -> bool:
    """Whether the kernels can read two columns of one length as whole numbers just as they are."""
    return is_plain(y_true, PLAIN_INTEGERS) and is_plain(y_pred, PLAIN_INTEGERS) and len(y_true) == len(y_pred)


def plain_rows(y_true: Any, y_pred: Any) -> LabelRows | None:
    """Take whole numbers of plain types, just as `check_labels` does without options; None of any other columns."""
    if not are_plain_labels(y_true, y_pred):
        return None
    return LabelRows(y_true, y_pred, None, None, True, y_true.dtype.kind == y_pred.dtype.kind == "b", None, 0)


def unread_rows(y_true: Any, y_pred: Any, sample_weight: Any) -> LabelRows | None:
    """
    Take weighted columns of plain types just as they are; None of any other.

    Nobody has checked the weights, nor whether floats are whole: the kernels do so while they add them up.
    """
    if not (is_plain_numbers(y_true) and is_plain_numbers(y_pred) and is_plain_numbers(sample_weight)):
        return None
    if not len(y_true) == len(y_pred) == len(sample_weight):
        return None
    logical = y_true.dtype.kind == y_pred.dtype.kind == "b"
    return LabelRows(y_true, y_pred, None, None, True, logical, sample_weight, 0)


def check_label_columns(
    y_true: Any,
    predictions: Sequence[Any],
    *,
    names: Sequence[str] = ("y_pred",),
    labels: Sequence[Label] | None = None,
    sample_weight: Any = None,
    missing: Missing = "raise",
    times: npt.NDArray[np.int64] | None = None,
) -> list[LabelRows]:
    """Check a truth and predictions of the same rows; a row where any of them is missing raises or is dropped."""
    whole = sample_weight is None and times is None and missing == "raise"
    if whole and all(map(is_plain_integers, (y_true, *predictions))):
        return _plain_columns(y_true, predictions, names, labels)
    what = ("y_true", *names)
    columns = encode_each((y_true, *predictions), what)
    for column, name in zip(columns[1:], names, strict=True):
        same_length(columns[0].values, column.values, ("y_true", name))
    masks = [(name, one.missing) for one, name in zip(columns, what, strict=True) if one.missing is not None]
    rows = len(columns[0].values)
    weights, least = (None, 1.0) if sample_weight is None else weights_and_least(sample_weight, rows)
    kept, dropped = kept_rows(masks, missing, weights, times, least=least)
    if kept is not None:
        weights, times, *columns = rows_of(kept, weights, times, *columns)
    declared = None if labels is None else check_declared(labels)
    for place, column in enumerate(columns):
        if declared is None:
            if column.continuous:
                refuse_continuous(column, what[place])
        elif column.names is not None:  # it settles the order: what the columns say about it does not matter
            columns[place] = replace(column, ordered=False)
    (truth, *others), known, ordered = common_labels(columns, what)
    ordered = declared is not None or ordered
    logical = known is None and truth.dtype.kind == "b" and all(other.dtype.kind == "b" for other in others)
    return [
        LabelRows(truth, other, known, declared, ordered, logical, weights, dropped, kept, times) for other in others
    ]


def _plain_columns(
    truth: npt.NDArray[Any],
    predictions: Sequence[npt.NDArray[Any]],
    names: Sequence[str],
    labels: Sequence[Label] | None,
) -> list[LabelRows]:
    """Whole numbers that the kernels read just as they are, where no row can be missing: nearly always."""
    for given, name in zip(predictions, names, strict=True):
        same_length(truth, given, ("y_true", name))
    declared = None if labels is None else check_declared(labels)
    logical = truth.dtype.kind == "b" and all(given.dtype.kind == "b" for given in predictions)
    return [LabelRows(truth, given, None, declared, True, logical, None, 0) for given in predictions]


def check_declared(labels: Sequence[Label]) -> tuple[Label, ...]:
    """Return declared labels as a tuple of plain Python values without repeats."""
    if isinstance(labels, (str, bytes)):
        msg = f"labels must be a list of labels in their order, not the text {labels!r}."
        raise InputTypeError(msg)
    listed = hasattr(labels, "__iter__") and getattr(labels, "ndim", 1) != 0
    if isinstance(labels, (set, frozenset, dict)) or not listed:
        msg = f"labels must be a list of labels in their order, not {type(labels).__name__}."
        raise InputTypeError(msg)
    if hasattr(labels, "__len__") and len(labels) > _MOST_DECLARED:
        msg = f"labels declares {len(labels)} labels, more than the {_MOST_DECLARED} that are allowed."
        raise LabelError(msg)
    plain = tuple(series_to_array(labels, "labels") if is_series(labels) else labels)
    if _kernels.are_consecutive(plain):
        return plain
    kinds = set(map(type, plain))
    if any(issubclass(kind, np.generic) for kind in kinds) or are_of_pandas(kinds):
        plain = tuple(map(plain_label, plain))
    try:
        if any(kind.__name__ in ("Decimal", "Fraction") for kind in kinds):
            plain = tuple(map(_plain_number, plain))
        once = len(set(plain)) == len(plain)
    except (TypeError, ValueError) as error:  # a NaN of Decimal that signals
        msg = f"labels must be hashable: {error}"
        raise LabelError(msg) from error
    if not once:
        repeated = sorted(repr(label) for label, times in Counter(plain).items() if times > 1)
        msg = f"labels must be different from each other; repeated: {', '.join(repeated)}."
        raise LabelError(msg)
    if not plain:
        msg = "labels must name at least one label."
        raise LabelError(msg)
    return plain


def _plain_number(label: Any) -> Any:
    """The number that a column of decimals or fractions holds for this one; any other label as it is."""
    if type(label).__name__ not in ("Decimal", "Fraction"):
        return label
    if math.isfinite(label) and label == int(label):
        return int(label)
    value = float(label)
    return math.nextafter(value, math.inf) if value.is_integer() else value  # a hair above 1 is not 1


def span_of(declared: tuple[Label, ...]) -> tuple[int, int] | None:
    """The first and the last of declared labels that are consecutive whole numbers; None of others."""
    first, last = declared[0], declared[-1]
    if type(first) is not int or type(last) is not int or last - first + 1 != len(declared) or abs(first) >= 2**62:
        return None
    return (first, last) if _kernels.are_consecutive(declared) else None


# How many rows of two columns of text, of categories or of whole numbers agree, compared where they lie.
#
# A share of equal rows needs no labels: to code text takes several times as long as to compare it. Only columns of
# which every value is a text, or a whole number, and none is missing, are compared here; of all others nothing is said.


_AT_ONCE = 1 << 20  # rows of float16 that become float32
_WORDS = 1 << 10  # of a dictionary of Arrow, all of which are looked at, for any number of rows
_FEW = 1 << 22  # rows; Polars compares categories with one thread, sooner than it gives the codes of few rows


def agreeing_rows(y_true: Any, y_pred: Any) -> tuple[int, int] | None:
    """
    Return how many rows of two columns agree, and how many there are.

    None where the columns are not of one kind of text or categories, have no rows or different numbers of them, lack
    values, or may be damaged: then `check_labels` says what they hold, or what is wrong.
    """
    kind = type(y_true)
    if kind is np.ndarray:
        read = _ARRAYS.get(y_true.dtype.char)
        return None if read is None else read(y_true, y_pred)
    if kind is not type(y_pred):
        return None
    if kind is list:
        return _of_objects(y_true, y_pred)
    compare = _LIBRARIES.get(kind.__module__.partition(".")[0])
    if compare is None or not (hasattr(kind, "dtype") or hasattr(kind, "type")):  # of the class: Polars makes each anew
        return None
    rows = len(y_true)
    if not 0 < rows == len(y_pred):
        return None
    agreeing = compare(y_true, y_pred)
    return None if agreeing is None else (agreeing, rows)


def which_texts_agree(y_true: Any, y_pred: Any) -> np.ndarray | None:
    """Return which rows of two columns of Polars' text are equal, as Polars says; None of others, as above."""
    pl = sys.modules.get("polars")
    if pl is None or not (isinstance(y_true, pl.Series) and isinstance(y_pred, pl.Series)):
        return None
    if not y_true.dtype == y_pred.dtype == pl.String or y_true.null_count() or y_pred.null_count():
        return None
    if not 0 < len(y_true) == len(y_pred):
        return None
    return (y_true == y_pred).to_numpy()  # type: ignore[no-any-return]


def agreeing_numbers(y_true: np.ndarray, y_pred: np.ndarray) -> int:
    """Count equal whole numbers of two columns of one length that the kernels read."""
    return _kernels.agreeing(y_true, y_pred, threads_for(len(y_true), y_true.itemsize + y_pred.itemsize))


def _of_arrays(y_true: np.ndarray, y_pred: Any) -> tuple[int, int] | None:
    """Count equal texts of NumPy."""
    kind = y_true.dtype.kind
    if type(y_pred) is not np.ndarray or y_pred.dtype.kind != kind or not y_true.ndim == y_pred.ndim == 1:
        return None
    if not 0 < len(y_true) == len(y_pred):
        return None
    if kind == "T":
        if hasattr(y_true.dtype, "na_object") or hasattr(y_pred.dtype, "na_object"):
            return None
        return int(np.count_nonzero(y_true == y_pred)), len(y_true)
    if not all(y.dtype.isnative and y.itemsize for y in (y_true, y_pred)):
        return None
    first, second = (np.ascontiguousarray(y).view(np.uint8).reshape(len(y), -1) for y in (y_true, y_pred))
    return int(np.count_nonzero(_kernels.equal_text(first, second, threads_for(len(first))))), len(first)


def _of_integers(y_true: np.ndarray, y_pred: Any) -> tuple[int, int] | None:
    """Count equal whole numbers that int64 holds."""
    if not (is_plain_integers(y_true) and is_plain_integers(y_pred) and 0 < len(y_true) == len(y_pred)):
        return None
    return agreeing_numbers(y_true, y_pred), len(y_true)


def _of_numbers(y_true: np.ndarray, y_pred: Any) -> tuple[int, int] | None:
    """Count equal whole numbers of one other type."""
    kind = y_true.dtype
    if type(y_pred) is not np.ndarray or y_pred.dtype != kind or not kind.isnative:
        return None
    if not y_true.ndim == y_pred.ndim == 1 or not 0 < len(y_true) == len(y_pred):
        return None
    if any(y.strides[0] % y.itemsize for y in (y_true, y_pred)):
        return None
    if kind.kind == "u":  # the same bits, also beyond 2**63
        return agreeing_numbers(y_true, y_pred), len(y_true)
    found = _of_halves(y_true, y_pred) if kind.char == "e" else _of_floats(y_true, y_pred)
    return None if found < 0 else (found, len(y_true))


def _of_floats(y_true: np.ndarray, y_pred: np.ndarray) -> int:
    """Count equal whole numbers; -1 if one is none."""
    return _kernels.agreeing_floats(y_true, y_pred, threads_for(len(y_true), 2 * y_true.itemsize))


def _of_halves(y_true: np.ndarray, y_pred: np.ndarray) -> int:
    """Count the same of float16, some rows at a time: all of them as float32 would leave the cache."""
    agreeing = 0
    for row in range(0, len(y_true), _AT_ONCE):
        found = _of_floats(*(as_float32(y[row : row + _AT_ONCE]) for y in (y_true, y_pred)))
        if found < 0:
            return found
        agreeing += found
    return agreeing


def _of_array_of_objects(y_true: np.ndarray, y_pred: Any) -> tuple[int, int] | None:
    if type(y_pred) is not np.ndarray or y_pred.dtype.char != "O" or not y_true.ndim == y_pred.ndim == 1:
        return None
    return _of_objects(y_true, y_pred)


def _of_objects(y_true: Any, y_pred: Any) -> tuple[int, int] | None:
    """Count equal objects of Python: texts, or whole numbers."""
    found = _kernels.agreeing_objects(y_true, y_pred)
    return None if found is None else (found, len(y_true))


def _of_polars(y_true: Any, y_pred: Any) -> int | None:
    """Count equal texts, or equal categories of one set of them."""
    pl = sys.modules["polars"]
    if not isinstance(y_true, pl.Series) or y_true.null_count() or y_pred.null_count():
        return None
    kind = y_true.dtype  # of an Enum Polars makes it anew each time, which takes as long as to compare 10,000 rows
    if isinstance(kind, pl.Enum) and len(y_true) <= _FEW:
        return _of_enum(y_true, y_pred)
    other = y_pred.dtype
    if kind == pl.String:
        return _of_texts(y_true, y_pred, checked=True) if other == pl.String else None
    if kind.is_integer() and other.is_integer():
        if any(str(one) in ("Int128", "UInt128") for one in (kind, other)):  # which NumPy does not have
            return None
        return _of_whole(y_true.to_numpy(), y_pred.to_numpy())
    known = kind == pl.Categorical and hasattr(getattr(kind, "categories", None), "to_series")  # in Polars 2
    if not (known or isinstance(kind, pl.Enum)) or kind != other:
        return None
    if len(y_true) <= _FEW:
        return int((y_true == y_pred).sum())
    first, second = (y.to_physical().to_numpy() for y in (y_true, y_pred))
    return agreeing_numbers(first, second)


def _of_enum(y_true: Any, y_pred: Any) -> int | None:
    """Count equal categories, also beside plain text; Polars itself refuses to compare them with anything else."""
    try:
        return int((y_true == y_pred).sum())
    except sys.modules["polars"].exceptions.PolarsError:
        return None


def _of_whole(y_true: np.ndarray, y_pred: np.ndarray) -> int | None:
    """Count equal whole numbers of a library that shows them to NumPy."""
    found = _of_integers(y_true, y_pred)
    return None if found is None else found[0]


def _of_pandas(y_true: Any, y_pred: Any) -> int | None:
    """Count the same of pandas; its categories may be anything, and only texts are compared."""
    pd = sys.modules["pandas"]
    kind, other = y_true.dtype, y_pred.dtype
    first, second = (getattr(y, "array", y) for y in (y_true, y_pred))
    if isinstance(kind, pd.StringDtype) and isinstance(other, pd.StringDtype):
        if kind.storage != "pyarrow" or other.storage != "pyarrow":
            return None
        return _of_texts(first.__arrow_array__(), second.__arrow_array__())
    if not (isinstance(kind, pd.CategoricalDtype) and isinstance(other, pd.CategoricalDtype)):
        return None
    words = kind.categories
    if words.inferred_type != "string" or not (words is other.categories or words.equals(other.categories)):
        return None
    codes = np.asarray(first.codes), np.asarray(second.codes)
    if min(int(code.min()) for code in codes) < 0:  # a row is missing
        return None
    return agreeing_numbers(*codes)


def _of_arrow(y_true: Any, y_pred: Any) -> int | None:
    """Count equal texts of Arrow."""
    pa = sys.modules["pyarrow"]
    types = pa.types
    if isinstance(y_true, pa.Array) and isinstance(y_pred, pa.Array) and types.is_integer(y_true.type):
        there = types.is_integer(y_pred.type) and not (y_true.null_count or y_pred.null_count)
        return _of_whole(y_true.to_numpy(), y_pred.to_numpy()) if there else None
    if isinstance(y_true, pa.DictionaryArray) and isinstance(y_pred, pa.DictionaryArray):
        return _of_dictionaries(y_true, y_pred)
    for y in (y_true, y_pred):
        kind = getattr(y, "type", None)
        if kind is None or not (types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)):
            return None
    return _of_texts(y_true, y_pred)


def _of_dictionaries(y_true: Any, y_pred: Any) -> int | None:
    """Count equal words of one dictionary, each of whose words is a text that stands there once."""
    words = y_true.dictionary
    if y_true.type != y_pred.type or len(words) > max(_WORDS, len(y_true)) or y_true.null_count or y_pred.null_count:
        return None
    if not words.equals(y_pred.dictionary):
        return None
    try:
        known = words.to_pylist()
    except UnicodeDecodeError:
        return None
    if set(map(type, known)) != {str} or len(set(known)) != len(known):
        return None
    codes = y_true.indices.to_numpy(), y_pred.indices.to_numpy()
    if not all(map(is_plain_integers, codes)):
        return None
    threads = threads_for(len(y_true), 2 * codes[0].itemsize)
    found = _kernels.agreeing_within(*codes, 0, len(known) - 1, threads)
    return None if found < 0 else found  # a row names a word that is not there


def _of_texts(y_true: Any, y_pred: Any, *, checked: bool = False) -> int | None:
    """Compare Arrow's text; `checked` says that its bytes are known to be UTF-8: Arrow itself takes any."""
    return _kernels.agreeing_texts(y_true, y_pred, checked, threads_for(len(y_true)))


_ARRAYS = {
    **dict.fromkeys("UT", _of_arrays),
    **dict.fromkeys("bhilqBHI?", _of_integers),
    "O": _of_array_of_objects,
    **dict.fromkeys("LQefd", _of_numbers),  # L is plain where it has 32 bits
}
_LIBRARIES = {"polars": _of_polars, "pandas": _of_pandas, "pyarrow": _of_arrow}


def stacked_labels(columns: Sequence[Any], names: Sequence[str], *, declared: bool = False) -> Any:
    """
    Stack columns of labels.

    Columns of one type of Polars stay of that type. Others become their labels: whole numbers, floats and decimals that
    are equal are one label, and an order that one of the columns declares holds for all.

    Raises
    ------
    InputTypeError
        If labels of two columns can never be equal (text and numbers).
    ContinuousLabelsError
        If a column holds numbers that are not whole and no labels are `declared`.
    """
    same = below_one_another(columns)
    if same is not None:
        return same
    encoded = [encode(column, name) for column, name in zip(columns, names, strict=True)]
    if not declared:
        for column, name in zip(encoded, names, strict=True):
            refuse_continuous(column, name)
    values, known, ordered = common_labels(encoded, names)
    stack, gaps = np.concatenate(values), np.concatenate([_gaps(column) for column in encoded])
    if known is None and not gaps.any():
        return stack
    labels = stack.astype(object) if known is None else _objects(known)[stack]
    labels[gaps] = None
    return _ordered_text(labels, known) if ordered and known and all(isinstance(x, str) for x in known) else labels


def stacked_numbers(columns: Sequence[Any], names: Sequence[str]) -> Any:
    """Stack columns of scores; whole numbers beside floats become floats."""
    same = below_one_another(columns)
    if same is not None:
        return same
    return np.concatenate([numbers(column, name) for column, name in zip(columns, names, strict=True)])


def _objects(labels: tuple[Label, ...]) -> npt.NDArray[Any]:
    return np.fromiter(labels, object, len(labels))


def _gaps(column: Encoded) -> npt.NDArray[np.bool_]:
    return np.zeros(len(column.values), bool) if column.missing is None else column.missing


def _ordered_text(labels: npt.NDArray[Any], order: tuple[Label, ...]) -> Any:
    import polars as pl

    return pl.Series("column", labels.tolist(), dtype=pl.Enum([str(label) for label in order]))


_SPAN = 1 << 16  # from the least label to the greatest, of a table of codes


def common_labels(
    columns: Sequence[Encoded], what: Sequence[str]
) -> tuple[list[npt.NDArray[Any]], tuple[Label, ...] | None, bool]:
    """
    Bring columns of one length to the same names.

    Returns
    -------
    list of ndarray of int
        The rows of each column: codes into the names, or the labels themselves.
    tuple or None
        The names; None where the integers are the labels.
    bool
        Whether the order of the names means something.
    """
    every = [column.names for column in columns]
    if _are_same(every):
        return [column.values for column in columns], every[0], any(column.ordered for column in columns)
    named = next(place for place, names in enumerate(every) if names is not None)
    columns = [*_with_names(columns[:named]), *(one for column in columns[named:] for one in _with_names([column]))]
    columns = _beside_ordered(columns)
    common, ordered = columns[0].names or (), columns[0].ordered
    for column, name in zip(columns[1:], what[1:], strict=True):
        common, ordered = _union(common, column.names or (), (ordered, column.ordered), (what[0], name))
    place = {name: code for code, name in enumerate(common)}
    return [_recoded(column, common, place) for column in columns], common, ordered


def _with_names(columns: Sequence[Encoded]) -> Sequence[Encoded]:
    """Turn whole numbers into codes of names, to join them with numbers that are not whole or with objects."""
    if not columns or columns[0].names is not None:
        return columns
    names, codes = np.unique(np.concatenate([column.values for column in columns]), return_inverse=True)
    return [Encoded(part, tuple(names.tolist())) for part in np.split(codes, len(columns))]


def _beside_ordered(columns: Sequence[Encoded]) -> Sequence[Encoded]:
    """Leave out words that no row holds of columns without an order, where they are no words of those with one."""
    if len({column.ordered for column in columns}) == 1:
        return columns
    declared = {name for column in columns if column.ordered for name in column.names or ()}
    return [one if one.ordered or declared.issuperset(one.names or ()) else _occurring(one) for one in columns]


def _occurring(column: Encoded) -> Encoded:
    """Name only the words that occur."""
    names = column.names or ()
    occurs = np.bincount(column.values, minlength=len(names)) > 0
    if occurs.all():
        return column
    places = (np.cumsum(occurs) - 1).clip(0).astype(np.uint32)
    held = tuple(name for name, there in zip(names, occurs.tolist(), strict=True) if there)
    return replace(column, values=recoded(column.values, places), names=held)


def _union(
    first: tuple[Label, ...], second: tuple[Label, ...], ordered: tuple[bool, bool], what: tuple[str, str]
) -> tuple[tuple[Label, ...], bool]:
    """The labels of two columns, in the declared order if there is one, else sorted; and whether they are ordered."""
    if _are_same([first, second]):
        return first, any(ordered)  # one of them may be plain text
    refuse_kinds(first, second, what)
    if all(_is_number(name) for name in (*first, *second)):
        return tuple(sorted({*first, *second})), True  # type: ignore[type-var]
    if any(ordered):
        both = all(ordered)
        true_leads = len(first) >= len(second) if both else ordered[0]
        long, short = (first, second) if true_leads else (second, first)
        if both and [x for x in long if x in set(short)] != list(short):
            msg = (
                f"{what[0]} and {what[1]} declare different orders of their labels: {first} and {second}. "
                "Give both columns the same categories, or declare labels=[...]."
            )
            raise LabelError(msg)
        unknown = [name for name in short if name not in set(long)]
        if not unknown:
            return long, True
    return in_order(dict.fromkeys((*first, *second))), False  # two runs in order, which are merged and not sorted


def _are_same(names: list[tuple[Label, ...] | None]) -> bool:
    try:
        return names.count(names[0]) == len(names)
    except ValueError:  # NumPy compares a time with each value of a tuple
        return False


def _is_number(label: Label) -> bool:
    return isinstance(label, (int, float)) and not isinstance(label, bool)


def _recoded(column: Encoded, common: tuple[Label, ...], place: dict[Label, int]) -> npt.NDArray[Any]:
    if _are_same([common, column.names]):
        return column.values
    names = column.names or ()
    return recoded(column.values, np.fromiter(map(place.__getitem__, names), np.uint32, len(names)))


def codes_of(values: npt.NDArray[Any], names: tuple[Label, ...] | None, labels: tuple[Label, ...]) -> Any:
    """
    The places of values among the labels of the state that was made of them.

    `names` are those that the values are codes of; None if the values are the labels.
    """
    if names is not None:
        place = {label: code for code, label in enumerate(labels)}
        table = np.array([place.get(name, -1) for name in names], np.intp)
        return table[values]
    known = _whole_labels(labels)
    low, high = (int(known.min()), int(known.max())) if known.size else (0, 0)
    if known.dtype.kind == "i" and high - low < _SPAN:  # a look at a table is several times as fast as a search
        if high - low + 1 == len(known) and (known[1:] > known[:-1]).all():
            return values.astype(np.intp, copy=False) - low if low else values.astype(np.intp, copy=False)
        table = np.zeros(high - low + 1, np.intp)
        table[known - low] = np.arange(len(known))
        return table[values.astype(known.dtype, copy=False) - low]
    order = np.argsort(known)
    return order[np.searchsorted(known[order], values.astype(known.dtype, copy=False))]


def _whole_labels(labels: tuple[Label, ...]) -> npt.NDArray[Any]:
    """The numbers among the labels, as whole numbers."""
    if set(map(type, labels)) == {int}:
        return np.array(labels)
    return np.array([int(label) for label in labels if isinstance(label, (int, float))])
