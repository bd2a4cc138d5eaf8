"""The batches of one file with two columns of labels: their groups, and what is wrong in them and in which row."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from concordant.engines.files.archive import keepable
from concordant.engines.files.batch_groups import KEYS, grouped, merged
from concordant.engines.unfit_rows import BadWeights, Gaps
from concordant.inputs.csv_files import has_decimal_comma
from concordant.inputs.sources import DataFile
from concordant.inputs.text_values import ABSENT, as_numbers, kind_of, typed

if TYPE_CHECKING:
    import polars as pl

_FOLD = 1 << 16  # groups that wait to be added
_MANY = 1 << 20  # groups from which on they must be fewer than half of the rows


class NoNumbersError(Exception):
    """A column of weights holds something else; whoever reads all of it can say where."""


class TooManyGroupsError(Exception):
    """Most rows are a group of their own: groups take more memory than the columns."""


@keepable
@dataclass(slots=True)
class LabelBatches:
    """
    What the batches of one file have said so far.

    Parameters
    ----------
    truth, pred, weight : str, str, str or None
        The columns.
    file : DataFile
    unit : int
        Of the squares of weights.
    start : int
        How many rows the files before it have.
    any_number : bool
        Whether groups may be as many as rows.
    """

    truth: str
    pred: str
    weight: str | None
    file: DataFile
    unit: int
    start: int
    any_number: bool = True
    rows: int = 0
    weights_absent: int = 0
    bad_weights: BadWeights = field(default_factory=BadWeights)
    _parts: list[pl.DataFrame] = field(default_factory=list)
    _waiting: int = 0
    _gaps: dict[str, tuple[Gaps, Gaps]] = field(default_factory=dict)  # without a value; with words such as NA as well
    _kinds: set[str] = field(default_factory=set)

    def take(self, part: pl.DataFrame) -> None:
        """Add a batch."""
        weights = None if self.weight is None else self._weights(part[self.weight])
        found = grouped(part[self.truth], part[self.pred], weights, self.unit)
        for key, name in zip(KEYS, (self.truth, self.pred), strict=True):
            if found[key].null_count() or (self._is_text and found[key].str.strip_chars().is_in(ABSENT).any()):
                self._look_for_gaps(part[name], weights)
        self._parts.append(found)
        self._waiting += found.height
        self.rows += part.height
        if self._waiting > _FOLD:
            self._parts = [merged(self._parts)]
            if not self.any_number and self._parts[0].height > max(_MANY, self.rows // 2):
                raise TooManyGroupsError
            self._waiting = -self._parts[0].height  # many groups are added once for as many new ones

    @property
    def _is_text(self) -> bool:
        return self.file.kind == "csv"

    def _weights(self, column: pl.Series) -> npt.NDArray[np.float64]:
        import polars as pl

        if self._is_text:
            column = as_numbers(column, decimal_comma=has_decimal_comma(self.file))
        self._kinds |= {kind_of(column)} - {"nothing"}
        if len(self._kinds) > 1 or not (column.dtype.is_numeric() or column.dtype in (pl.Boolean, pl.Null)):
            raise NoNumbersError
        self.weights_absent += column.null_count()
        weights = column.cast(pl.Float64).fill_null(float("nan")).to_numpy()
        return self.bad_weights.taken(weights, self.start + self.rows)

    def _look_for_gaps(self, column: pl.Series, weights: npt.NDArray[np.float64] | None) -> None:
        gaps = column.is_null()
        if column.dtype.is_float():
            gaps = gaps | column.is_nan().fill_null(value=True)
        words = gaps | column.str.strip_chars().is_in(ABSENT).fill_null(value=True) if self._is_text else gaps
        for known, mask in zip(self._gaps.setdefault(column.name, (Gaps(), Gaps())), (gaps, words), strict=True):
            here = mask.to_numpy() if weights is None else mask.to_numpy() & (weights != 0)
            known.mark(here, self.start + self.rows)

    def groups(self) -> pl.DataFrame:
        """All groups of the file; a CSV column as what all of its labels are."""
        found = merged(self._parts)
        if not self._is_text:
            return found
        comma = has_decimal_comma(self.file)
        return merged([found.with_columns(typed(found[key], decimal_comma=comma).alias(key) for key in KEYS)])

    def gaps(self, groups: pl.DataFrame) -> dict[str, Gaps]:
        """Return the rows that lack a value in a column; of no column that lacks none."""
        import polars as pl

        found = {}
        for key, name in zip(KEYS, (self.truth, self.pred), strict=True):
            plain, with_words = self._gaps.get(name, (Gaps(), Gaps()))
            known = plain if groups[key].dtype == pl.String else with_words  # in text such words are labels
            if known.many:
                found[name] = known
        return found
