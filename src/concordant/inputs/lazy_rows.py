"""Rows of a lazy frame in batches: of Polars by its streaming engine, of DuckDB by a stream of Arrow batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from concordant.errors import DataFileError
from concordant.inputs.batches import batches
from concordant.inputs.enum_order import as_enums, words_of_enums

if TYPE_CHECKING:
    import narwhals as nw
    import polars as pl


@dataclass(frozen=True, eq=False)
class LazyRows:
    """
    A lazy frame that is read as files are.

    Attributes
    ----------
    native : LazyFrame of Polars, or relation of DuckDB
    names : tuple of str
        The columns of it.
    """

    native: Any
    names: tuple[str, ...]
    kind: Literal["frame"] = "frame"
    path: str = "the lazy frame"

    @cached_property
    def _enums(self) -> dict[str, list[str]]:
        import narwhals as nw

        return words_of_enums(nw.from_native(self.native))

    @classmethod
    def of(cls, frame: nw.LazyFrame[Any]) -> LazyRows | None:
        """Take a lazy frame that narwhals wrapped; None if its engine gives no batches."""
        known = frame.implementation.is_polars() or frame.implementation.is_duckdb()
        return cls(frame.to_native(), tuple(frame.collect_schema().names())) if known else None

    @property
    def _is_polars(self) -> bool:
        import polars as pl

        return isinstance(self.native, pl.LazyFrame)

    def _chosen(self, columns: Sequence[str]) -> Any:
        if self._is_polars:
            import polars as pl

            return self.native.select(pl.nth(self.names.index(name)) for name in columns)  # a name can be a pattern
        return self.native.select(*(_quoted(name) for name in columns))

    def batches(self, columns: Sequence[str], rows: int) -> Iterator[pl.DataFrame]:
        """Yield about `rows` rows at a time."""
        chosen = self._chosen(columns)
        with reading():
            if self._is_polars:
                yield from batches(chosen, rows)
            else:
                yield from (as_enums(batch, self._enums) for batch in _of_arrow(chosen, rows))

    def head(self, columns: Sequence[str], rows: int) -> pl.DataFrame:
        """Return the first rows."""
        with reading():
            chosen = self._chosen(columns)
            found: pl.DataFrame = chosen.head(rows).collect() if self._is_polars else chosen.limit(rows).pl()
            return as_enums(found, self._enums)

    def distinct(self, column: str) -> pl.Series:
        """Return the different values of a column."""
        with reading():
            chosen = self._chosen([column])
            found: pl.DataFrame = chosen.unique().collect() if self._is_polars else chosen.distinct().pl()
            return as_enums(found, self._enums).to_series()

    def count(self) -> int:
        """Count the rows, in the engine of the frame."""
        import polars as pl

        with reading():
            if self._is_polars:
                found = self.native.select(pl.len()).collect().item()
            else:
                found = self.native.aggregate("count(*)").fetchall()[0][0]
        return int(found)


def _quoted(name: str) -> str:
    """A name of a column in SQL."""
    return '"' + name.replace('"', '""') + '"'


def _of_arrow(relation: Any, rows: int) -> Iterator[pl.DataFrame]:
    import polars as pl

    stream: Callable[[int], Any] = getattr(relation, "to_arrow_reader", None) or relation.fetch_arrow_reader
    for batch in stream(rows):
        yield pl.DataFrame(pl.from_arrow(batch))


@contextmanager
def reading(what: str = "the lazy frame") -> Iterator[None]:
    """Turn what an engine says against its frame into one line of ours."""
    import polars.exceptions as pe

    try:
        yield
    except (pe.PolarsError, pe.PanicException, OSError) as error:
        first = str(error).strip().partition("\n")[0].rstrip(".")
        msg = f"{what} cannot be read ({first})."
        if "range request" in first.lower():
            msg = f"{what}: the server gives no parts of a file (range requests); download the file and give its path."
        raise DataFileError(msg) from error
