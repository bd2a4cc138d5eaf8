"""How data become counts: columns of labels, matrices of indicators, and frames where they live."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from concordant.inputs.arrays import is_matrix, on_device
from concordant.inputs.indicators import IndicatorRows, check_indicator_rows
from concordant.inputs.labels import LabelRows, check_labels, plain_rows, unread_rows
from concordant.states.by_group import ByGroup
from concordant.typing import Column, Frame, Label, Missing

if TYPE_CHECKING:
    from concordant.states.counts import Counts


@cache  # to import it takes a tenth of a small call, each time
def _engine() -> Callable[[LabelRows], Counts]:
    from concordant.engines.arrays.counts import counts

    return counts


@cache
def _many() -> Callable[[LabelRows], Counts]:
    from concordant.engines.arrays.counts import counts_of_rows

    return counts_of_rows


@cache
def _unread() -> Callable[[LabelRows], Counts | None]:
    from concordant.engines.arrays.counts import counts_of_unread

    return counts_of_unread


@cache
def _few() -> Callable[[Column, Column], Counts | None]:
    from concordant.engines.arrays.few_counts import counts_of_few

    return counts_of_few


class CountsFromData(ByGroup):
    """The ways from data to `Counts`: each checks them, and asks the engine of the place where they live."""

    __slots__ = ()

    @classmethod
    def from_labels(
        cls,
        y_true: Column,
        y_pred: Column,
        *,
        labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
    ) -> Counts:
        """
        Count pairs of labels.

        Parameters
        ----------
        y_true, y_pred : array-like of shape (n,)
            Labels: numbers, text, bools or other hashable values; a list, an array, or a series of
            pandas, Polars, Arrow. Two matrices of 0 and 1 of shape (n, L) give one 2 x 2 table a label.
        labels : sequence, optional
            All labels in their order. Default: those that occur, numbers in numeric order.
        sample_weight : array-like of shape (n,), optional
            One weight a row, finite and not negative.
        missing : {"raise", "drop"}
            What to do with missing labels.

        Raises
        ------
        InputError
            If the columns cannot be read as labels; the message says why.
        """
        if labels is sample_weight is None and missing == "raise":
            few = _few()(y_true, y_pred)
            if few is not None:
                return few
            plain = plain_rows(y_true, y_pred)
            if plain is not None:
                return _many()(plain)
        if labels is None and sample_weight is not None and missing == "raise":
            unread = unread_rows(y_true, y_pred, sample_weight)
            if unread is not None and (counted := _unread()(unread)) is not None:
                return counted
        if is_matrix(y_true):
            return cls.from_indicators(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing)
        if on_device(y_true, y_pred):
            from concordant.engines.devices.counts import counts
            from concordant.engines.devices.device_rows import check_device_labels

            return counts(
                check_device_labels(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing)
            )
        rows = check_labels(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing)
        return cls.from_rows(rows)

    @classmethod
    def from_rows(cls, rows: LabelRows) -> Counts:
        """Count checked rows."""
        return _engine()(rows)

    @classmethod
    def from_indicators(
        cls,
        y_true: Column,
        y_pred: Column,
        *,
        labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
    ) -> Counts:
        """
        Count two matrices of 0 and 1 with one column a label (multi-label data): a stack (L, 2, 2).

        `labels` names the columns; the tables have the labels 0 and 1. The matrices may be scipy-sparse.
        """
        if on_device(y_true, y_pred):
            from concordant.engines.devices.device_rows import check_device_labels
            from concordant.engines.devices.indicators import counts_of_indicators

            return counts_of_indicators(
                check_device_labels(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing)
            )
        return cls.from_indicator_rows(
            check_indicator_rows(y_true, y_pred, labels=labels, sample_weight=sample_weight, missing=missing)
        )

    @classmethod
    def from_indicator_rows(cls, rows: IndicatorRows) -> Counts:
        """Count checked rows with one column a label."""
        from concordant.engines.arrays import counts_of_indicators

        return counts_of_indicators(rows)

    @classmethod
    def from_frame(
        cls,
        frame: Frame,
        *,
        y_true: str,
        y_pred: str,
        labels: Sequence[Label] | None = None,
        sample_weight: str | None = None,
        missing: Missing = "raise",
    ) -> Counts:
        """
        Count two columns of an eager or lazy frame.

        A lazy frame (Polars, DuckDB, Dask, PySpark, Ibis) is grouped by both columns where it lives; only the
        table comes back.
        """
        from concordant.engines.frames.counts import counts

        return counts(frame, y_true=y_true, y_pred=y_pred, labels=labels, sample_weight=sample_weight, missing=missing)
