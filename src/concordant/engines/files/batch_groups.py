"""One batch of two columns of labels: each pair of labels once, with its rows and weights, counted by the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.engines.files.chunked_pairs import count_chunks
from concordant.inputs.encoding import encode
from concordant.inputs.label_values import Encoded
from concordant.inputs.rows import divided_above_zero
from concordant.settings import threads_for

if TYPE_CHECKING:
    import polars as pl

KEYS = ("truth", "pred")
SUMS = ("rows", "weight", "squares")


def grouped(truth: pl.Series, pred: pl.Series, weights: npt.NDArray[Any] | None, unit: int) -> pl.DataFrame:
    """
    Count the pairs of a batch.

    Parameters
    ----------
    truth, pred : Series
        NaN is a missing label, as null is.
    weights : ndarray of float64 or None
        Finite, not negative.
    unit : int
        Of the squares: those of weights in units of ``2**unit``.

    Returns
    -------
    DataFrame
        The keys in the types of the columns, and ``rows``, ``weight`` and ``squares`` of each pair; without weights the
        last two are 0. Pairs come once or more often.
    """
    import polars as pl

    columns = [_without_nan(one) for one in (truth, pred)]
    rows = pl.DataFrame(dict(zip(KEYS, columns, strict=True)))
    if not any(one.null_count() for one in columns):
        found = _by_kernel(columns[0], columns[1], weights, unit)
        return _by_polars(rows, weights, unit) if found is None else found
    gaps = columns[0].is_null() | columns[1].is_null()
    here = ~gaps
    there = None if weights is None else weights[here.to_numpy()]
    lacking = None if weights is None else weights[gaps.to_numpy()]
    whole = grouped(columns[0].filter(here), columns[1].filter(here), there, unit)
    return pl.concat([whole, _by_polars(rows.filter(gaps), lacking, unit)])


def merged(parts: list[pl.DataFrame]) -> pl.DataFrame:
    """Add groups of the same pair."""
    import polars as pl

    return pl.concat(parts).group_by(KEYS, maintain_order=True).agg(pl.col(SUMS).sum())


def _by_polars(rows: pl.DataFrame, weights: npt.NDArray[Any] | None, unit: int) -> pl.DataFrame:
    """The same for any type of columns."""
    import polars as pl

    given = np.zeros(len(rows)) if weights is None else weights
    present = np.ones(len(rows), np.int64) if weights is None else (weights != 0).astype(np.int64)
    sums = (present, given, np.ldexp(given, -unit) ** 2)
    columns = [pl.Series(name, values) for name, values in zip(SUMS, sums, strict=True)]
    return merged([rows.with_columns(columns)])


def _by_kernel(truth: pl.Series, pred: pl.Series, weights: npt.NDArray[Any] | None, unit: int) -> pl.DataFrame | None:
    """The same for columns without gaps; None if their labels do not come back from codes, or are too many."""
    if not (_is_plain(truth.dtype) and _is_plain(pred.dtype)):
        return None
    if weights is None and _is_whole(truth.dtype) and _is_whole(pred.dtype):
        found = count_chunks(truth, pred)
        if found is not None:
            *codes, rows = found
            none = np.zeros(len(rows))
            return _frame(codes, (Encoded(codes[0]), Encoded(codes[1])), (truth, pred), (rows, none, none))
    return _counted(truth, pred, weights, unit)


def _counted(truth: pl.Series, pred: pl.Series, weights: npt.NDArray[Any] | None, unit: int) -> pl.DataFrame | None:
    """Count codes of both columns; None if there are too many different ones."""
    first, second = encode(truth, "truth"), encode(pred, "prediction")
    columns = _as_integers(first.values), _as_integers(second.values)
    threads = threads_for(len(truth))
    labels, rows, squares, too_many, places, _ = _kernels.count_pairs(*columns, weights, threads)
    if too_many:
        return None
    if weights is None:
        here, (rows,) = _listed(places, rows)
        weight = squares = np.zeros(len(rows))
    else:
        if unit:
            squares = _kernels.count_pairs(*columns, divided_above_zero(weights, unit), threads)[2]
        present = _kernels.count_pairs(*columns, (weights != 0).astype(np.float64), threads)[1].astype(np.int64)
        here, (weight, squares, rows) = _listed(places, rows, squares, present)
    return _frame([labels[place] for place in here], (first, second), (truth, pred), (rows, weight, squares))


def _as_integers(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return values.view(np.uint8) if values.dtype.kind == "b" else values


def _listed(places: Any, *tables: Any) -> tuple[Any, list[npt.NDArray[Any]]]:
    """Where the cells that hold rows lie, and their numbers."""
    if places is not None:
        return places, list(tables)
    here = np.nonzero(tables[-1])
    return here, [table[here] for table in tables]


def _frame(codes: Any, columns: tuple[Encoded, Encoded], given: tuple[pl.Series, pl.Series], sums: Any) -> pl.DataFrame:
    import polars as pl

    keys = [
        _labels(code, column, one.dtype).alias(name)
        for code, column, one, name in zip(codes, columns, given, KEYS, strict=True)
    ]
    kinds = (pl.Int64, pl.Float64, pl.Float64)
    # Lists: of an array Polars asks whether it is masked, and imports numpy.ma for that.
    added = (pl.Series(name, one.tolist(), kind) for name, one, kind in zip(SUMS, sums, kinds, strict=True))
    return pl.DataFrame([*keys, *added])


def _labels(codes: npt.NDArray[Any], column: Encoded, kind: Any) -> pl.Series:
    """The labels that codes stand for, in the type of their column."""
    import polars as pl

    if column.names is None:
        whole = pl.UInt64 if codes.dtype.kind == "u" else pl.Int64
        return pl.Series(codes.tolist(), dtype=whole).cast(kind)
    names = [column.names[code] for code in codes.tolist()]
    return pl.Series(names, dtype=pl.String).cast(kind) if _is_text(kind) else pl.Series(names).cast(kind)


def _without_nan(column: pl.Series) -> pl.Series:
    return column.fill_nan(None) if column.dtype.is_float() else column


def _is_plain(kind: Any) -> bool:
    """Whether labels of this type come back from their codes as they were."""
    import polars as pl

    return bool(kind.is_integer() or kind.is_float() or kind == pl.Boolean or _is_text(kind))


def _is_whole(kind: Any) -> bool:
    """Whether int64 holds every value of this type."""
    import polars as pl

    return kind in (pl.Int64, pl.Int32, pl.Int16, pl.Int8, pl.UInt8, pl.UInt16, pl.UInt32, pl.Boolean)


def _is_text(kind: Any) -> bool:
    import polars as pl

    return kind in (pl.String, pl.Categorical) or isinstance(kind, pl.Enum)
