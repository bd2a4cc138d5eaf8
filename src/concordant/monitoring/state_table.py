"""StateTable: the states of every window and group, which are counted once and asked about later."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from concordant.monitoring.definition import Definition
from concordant.monitoring.long_cells import LongCells
from concordant.monitoring.page_of_states import page_of
from concordant.monitoring.rows_to_cells import GroupNumbers, cells_of
from concordant.monitoring.store import place_of, read_store, write_table
from concordant.monitoring.windowed_states import WindowedStates
from concordant.typing import Label, Missing

if TYPE_CHECKING:
    from concordant.report import Evaluation


class StateTable(WindowedStates):
    """
    States of rows under windows of time and groups: numbers of rows in cells, in one long table.

    Adding tables, or the windows of one, adds whole numbers: no order of rows, batches, windows or writers changes a
    bit. No row is kept.

    Attributes
    ----------
    definition : Definition
        What was counted.
    groups : tuple of tuples
        The groups, one text for each column of `by`; None where it was missing.
    cells : LongCells

    Notes
    -----
    Two tables add if their definitions are equal, else `MergeError`.

    Examples
    --------
    >>> from concordant import StateTable, roc_auc
    >>> rows = {"truth": [0, 1, 1, 0], "score": [0.2, 0.8, 0.3, 0.4], "land": ["FI", "FI", "SE", "SE"]}
    >>> table = StateTable.from_rows(rows, y_true="truth", y_score="score", labels=[0, 1], by="land")
    >>> table.groups
    (('FI',), ('SE',))
    >>> roc_auc.of(table.states().curve), roc_auc.of(table.where(land="SE").states().curve)
    (0.75, 0.0)
    """

    # -- from data ------------------------------------------------------------------------------------------------

    @classmethod
    def from_rows(
        cls,
        rows: Any,
        *,
        y_true: str | None = None,
        y_pred: str | None = None,
        y_score: str | None = None,
        labels: Sequence[Label] | None = None,
        by: str | Sequence[str] | None = None,
        time: str | None = None,
        window: str | None = None,
        scale: Any = "probability",
        bits: int = 8,
        missing: Missing = "raise",
    ) -> Self:
        """
        Count the rows of a frame in memory.

        Parameters
        ----------
        rows : eager data frame, mapping of columns, or list of mappings
        y_true, y_pred, y_score : str
            Columns of the truth, of predicted labels, and of the score or probability of the second label. Without a
            truth only changes of predictions and scores can be seen.
        labels : sequence
            All labels in their order; needed where there is a column of labels.
        by : str or sequence of str, optional
            Columns that make groups. Values are told apart by their text.
        time, window : str, optional
            The column of the time of a row, and how long a window is: ``"15m"``, ``"1h"``, ``"1d"``, ``"7d"``.
        scale : {"probability", "real"}
            That of the scores.
        bits : int
            How finely scores are told apart, see `ScoreKey`. With 8 an AUC of smooth scores is certain to about 0.0003,
            see ``metric.bounds_of``.
        missing : {"raise", "drop"}
            What to do with rows that lack a value.
        """
        asked: Any = {"y_true": y_true, "y_pred": y_pred, "y_score": y_score, "labels": labels, "by": by}
        definition = Definition.of(**asked, time=time, window=window, scale=scale, bits=bits)
        groups = GroupNumbers()
        found = cells_of(rows, definition, groups, missing)
        return cls.of(definition, tuple(groups.numbers), LongCells.joined(found.parts))

    @classmethod
    def like(cls, states: WindowedStates) -> Self:
        """Return the same states as a table."""
        return cls(states.definition, states.groups, states.cells)

    @classmethod
    def read(cls, path: str | Path, *, skip_damaged: bool = False) -> Self:
        """
        Read a store: the latest state of each writer, added up.

        Parameters
        ----------
        path : str or Path
            A folder that a `Monitor` writes, or one file of a table.
        skip_damaged : bool
            Leave damaged files out, with a warning that names them, in place of an error.

        Raises
        ------
        DataFileError
            If there is no store, or a file of it is damaged.
        StateFormatError
            If a file is of a later version.
        """
        return cls.like(read_store(place_of(path), skip_damaged=skip_damaged))

    def write(self, path: str | Path) -> None:
        """
        Write the table as one Parquet file, whole or not at all; a file that is there already is not replaced.

        Raises
        ------
        DataFileError
            If it cannot be written.
        """
        write_table(self, place_of(path))

    def evaluate(self, *, level: float | None = 0.95) -> Evaluation:
        """
        Return the page of all rows of the table, and of each group.

        It is the page of `concordant.evaluate`, from the states alone: scores were counted in buckets, so that metrics
        of scores come with certain bounds.

        Raises
        ------
        OptionError
            If the table has no truth.
        EmptyInputError
            If it holds no row.
        """
        return page_of(self, level=level)
