"""Any frame that narwhals knows, and its columns by their names, whatever these are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from concordant.errors import ColumnError, InputTypeError, WeightError
from concordant.inputs.remote_scan import RemoteScan
from concordant.names import require_columns
from concordant.typing import Frame

if TYPE_CHECKING:
    import narwhals as nw


def opened(frame: Frame, columns: Sequence[str | None]) -> nw.DataFrame[Any] | nw.LazyFrame[Any]:
    """Wrap a frame and check that it has the columns; the message names the nearest ones."""
    import narwhals

    frame = frame.frame() if isinstance(frame, RemoteScan) else frame
    try:
        wrapped: nw.DataFrame[Any] | nw.LazyFrame[Any] = narwhals.from_native(frame)
    except TypeError as error:
        msg = f"expected a data frame that narwhals knows (pandas, Polars, DuckDB, ...), got {type(frame).__name__}."
        raise InputTypeError(msg) from error
    except narwhals.exceptions.DuplicateError as error:
        msg = f"the frame has columns of the same name: {' '.join(str(error).split())}. Rename them."
        raise ColumnError(msg) from error
    require_columns(wrapped.collect_schema().names(), columns)
    return wrapped


def chosen(frame: nw.LazyFrame[Any], name: str) -> nw.Expr:
    """A column of a lazy frame. Polars takes names such as "^.*$" as patterns, DuckDB and others "*" as all columns."""
    import narwhals as nw

    if frame.implementation.is_polars():
        return nw.nth(frame.collect_schema().names().index(name))
    if name == "*":
        msg = f"a column of a lazy {frame.implementation} frame cannot be named '*', which there means all; rename it."
        raise ColumnError(msg)
    return nw.col(name)


def column_of(frame: nw.DataFrame[Any], name: str | None) -> Any:
    """Return a column of an eager frame as its own library has it; None for none."""
    return None if name is None else frame.get_column(name).to_native()


def weight_of(frame: nw.LazyFrame[Any], name: str) -> tuple[nw.Expr, nw.Expr]:
    """The weight as a float, and whether it is no weight (some engines hold NaN for the greatest number)."""
    import narwhals as nw

    kind = frame.collect_schema()[name]
    if not (kind.is_numeric() or kind == nw.Boolean):
        msg = f"sample_weight column {name!r} must hold numbers, not {kind}."
        raise WeightError(msg)
    weight = chosen(frame, name).cast(nw.Float64)
    return weight, ~((weight >= 0) & (weight < float("inf"))).fill_null(value=False)


def refuse_weights(bad: int, name: str | None) -> None:
    """Raise if some weights are none."""
    if bad:
        msg = f"sample_weight column {name!r} must hold finite numbers that are not negative; {bad} are not."
        raise WeightError(msg)


def in_unit_of_two(weight: nw.Expr, unit: int) -> nw.Expr:
    """Weights divided by ``2**unit``; by its halves, one after the other, as the whole can be beyond floats."""
    half = 2.0 ** -(unit // 2)  # units are even
    return weight * half * half if unit else weight
