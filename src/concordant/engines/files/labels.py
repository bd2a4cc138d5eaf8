"""Two columns of labels in files, of any number of rows: batch by batch to the pairs of labels that occur."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from concordant.engines.files.batch_groups import KEYS, SUMS, merged
from concordant.engines.files.label_batches import LabelBatches, TextLabelsError
from concordant.engines.files.resumed import Kept, resumed_batches
from concordant.engines.files.row_batches import place_in
from concordant.engines.label_groups import LabelGroups
from concordant.engines.unfit_rows import Gaps, refuse_bad_weights
from concordant.errors import MissingValuesError, WeightError
from concordant.inputs.files import no_rows
from concordant.inputs.joined_parts import joined
from concordant.inputs.reading_progress import Progress
from concordant.inputs.sources import DataFile
from concordant.states.merging import unit_of_squares

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
        As `concordant.inputs.files.read_columns` and `concordant.inputs.weights.check_weights` have them.
    NoNumbersError
        If the weights are no numbers.
    TooManyGroupsError
        If more than a million groups are more than half of the rows of a file, unless `any_number`.
    """

    def read(unit: int) -> LabelGroups:
        how: Any = {"any_number": any_number}
        if files[0].checkpoints is None:  # what was read by an earlier run is not read again as text
            with suppress(TextLabelsError):
                return _read(files, (truth, pred, weight), unit, progress, as_numbers=True, **how)
        return _read(files, (truth, pred, weight), unit, progress, as_numbers=False, **how)

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
    asked = {"truth": truth, "prediction": pred, "weight": weight, "unit": unit}
    found = _Readings(asked, any_number=any_number)
    named = list(dict.fromkeys(name for name in columns if name is not None))
    kept = Kept(asked, lambda: found.parts, found.go_on)
    how: Any = {"progress": progress, "kept": kept, "numbers": named if as_numbers else ()}
    resumed_batches(files, named, found.begin, forget=found.forget, **how)
    readings = found.parts
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


class _Readings:
    """The files that are read, each with what its batches say."""

    def __init__(self, asked: Mapping[str, Any], *, any_number: bool) -> None:
        self.parts: list[LabelBatches] = []
        self._asked = asked
        self._any_number = any_number
        self._within = False  # the file that begins next

    def begin(self, file: DataFile) -> Callable[[pl.DataFrame], None]:
        """Begin a file, or go on with the last one."""
        if self._within:
            self._within = False
            return self.parts[-1].take
        if self.parts and self.parts[-1].file is file:  # which is read again
            self.parts.pop()
        truth, pred, weight, unit = self._asked.values()
        start = sum(one.rows for one in self.parts)
        self.parts.append(LabelBatches(truth, pred, weight, file, unit, start, self._any_number))
        return self.parts[-1].take

    def forget(self) -> None:
        """Leave out the last file if it is damaged."""
        if self.parts and str(self.parts[-1].file.path) in (self.parts[-1].file.left_out or {}):
            self.parts.pop()

    def go_on(self, known: list[LabelBatches], within: bool) -> None:  # noqa: FBT001  (a callback)
        """Take what an earlier run has kept."""
        self.parts, self._within = known, within


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
