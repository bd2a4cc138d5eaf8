"""Two columns of labels in files, of any number of rows: batch by batch to the pairs of labels that occur."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from concordant.engines.files.batch_groups import KEYS, SUMS, merged
from concordant.engines.files.label_batches import LabelBatches, TextLabelsError
from concordant.engines.files.row_batches import place_in
from concordant.engines.label_groups import LabelGroups
from concordant.engines.unfit_rows import Gaps, refuse_bad_weights
from concordant.errors import MissingValuesError, WeightError
from concordant.inputs.files import no_rows, take_batches
from concordant.inputs.joined_parts import joined
from concordant.inputs.reading_progress import Progress
from concordant.inputs.sources import DataFile
from concordant.states.state import unit_of_squares

if TYPE_CHECKING:
    import polars as pl


def label_groups(
    files: Sequence[DataFile],
    truth: str,
    pred: str,
    *,
    weight: str | None = None,
    any_number: bool = True,
    progress: Progress | None = None,
) -> LabelGroups:
    """
    Group the rows of files by their pair of labels; memory holds a batch and the groups.

    Parameters
    ----------
    files : sequence of DataFile
    truth, pred : str
        The columns of labels.
    weight : str, optional
        The column of weights.
    any_number : bool
        Whether there may be as many groups as rows, which then take more memory than the columns.
    progress : callable, optional
        Told how many rows are read, and of how many.

    Raises
    ------
    DataFileError, ColumnError, MissingValuesError, WeightError
        As `concordant.inputs.files.read_columns` and `concordant.inputs.rows.check_weights` have them.
    NoNumbersError
        If the weights are no numbers.
    TooManyGroupsError
        If more than a million groups are more than half of the rows of a file, unless `any_number`.
    """

    def read(unit: int) -> LabelGroups:
        columns = (truth, pred, weight)
        with suppress(TextLabelsError):
            return _read(files, columns, unit, progress, any_number=any_number, as_numbers=True)
        return _read(files, columns, unit, progress, any_number=any_number, as_numbers=False)

    found = read(0)
    unit = 0 if found.weights is None else unit_of_squares(found.weights)
    return read(unit) if unit else found


def _read(
    files: Sequence[DataFile],
    columns: tuple[str, str, str | None],
    unit: int,
    progress: Progress | None,
    *,
    any_number: bool,
    as_numbers: bool,
) -> LabelGroups:
    truth, pred, weight = columns
    readings: list[LabelBatches] = []

    def begin(file: DataFile) -> Callable[[pl.DataFrame], None]:
        if readings and readings[-1].file is file:  # which is read again
            readings.pop()
        start = sum(one.rows for one in readings)
        readings.append(LabelBatches(truth, pred, weight, file, unit, start, any_number))
        return readings[-1].take

    def forget() -> None:
        if readings and str(readings[-1].file.path) in (readings[-1].file.left_out or {}):
            readings.pop()

    named = list(dict.fromkeys(name for name in columns if name is not None))
    take_batches(files, named, begin, forget=forget, progress=progress, numbers=named if as_numbers else ())
    if not any(one.rows for one in readings):
        raise no_rows(files)
    _refuse_weights(readings)
    groups = _together(readings)
    if not len(groups.truth):  # rows without weight are in no group
        msg = f"none of the {groups.rows} rows has a weight above zero: nothing can be evaluated."
        raise WeightError(msg)
    for column in (groups.truth, groups.pred):
        if column.null_count() == len(column):
            raise _no_value(column.name, groups.rows)
    return groups


def _together(readings: Sequence[LabelBatches]) -> LabelGroups:
    """The groups of all files; raise if a column holds something else in one of them."""
    import polars as pl

    first = readings[0]
    parts = [(one, one.groups()) for one in readings]
    columns = []
    for key, name in zip(KEYS, (first.truth, first.pred), strict=True):
        named = [(one.file, part.select(part[key].alias(name))) for one, part in parts]
        columns.append(joined(named, [name])[name].alias(key))
    sums = pl.concat([part.select(SUMS) for _, part in parts])
    found = merged([pl.DataFrame([*columns, *sums])])
    lost: dict[str, Gaps] = {}
    for one, part in parts:
        for name, gaps in one.gaps(part).items():
            known = lost.setdefault(name, Gaps(0, gaps.first, _place(one, gaps.first, readings)))
            known.many += gaps.many
    return LabelGroups(
        found["truth"].alias(first.truth),
        found["pred"].alias(first.pred),
        found["rows"].to_numpy(),
        sum(one.rows for one in readings),
        None if first.weight is None else found["weight"].to_numpy(),
        None if first.weight is None else found["squares"].to_numpy(),
        lost,
    )


def _refuse_weights(readings: Sequence[LabelBatches]) -> None:
    """Raise if some weights are none, in any of the files."""
    rows = sum(one.rows for one in readings)
    if readings[0].weight is not None and sum(one.weights_absent for one in readings) == rows:
        raise _no_value(readings[0].weight, rows)
    for one in readings:
        one.bad_weights.gaps.place = _place(one, one.bad_weights.gaps.first, readings)
    first, *others = (one.bad_weights for one in readings)
    refuse_bad_weights(first.with_others(others))


def _place(one: LabelBatches, row: int | None, readings: Sequence[LabelBatches]) -> str | None:
    """Where a row is, if there are several files."""
    return None if row is None or len(readings) < 2 else place_in(one.file, row - one.start)


def _no_value(name: str, rows: int) -> MissingValuesError:
    return MissingValuesError(f"column {name!r} has no value in any of its {rows} rows: all are missing.")
