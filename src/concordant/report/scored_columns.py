"""Labels of two classes and one score in files: what their page needs, in batches, for more rows than memory holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from concordant.engines.arrays import WideScoresError
from concordant.errors import ConcordantError, LabelError, OptionError
from concordant.report.bucketed import Exact, wants_order
from concordant.report.checked_rows import check_rows
from concordant.report.columns_of_sums import columns_of_sums
from concordant.report.positive import find_positive
from concordant.report.scoring import LOSSES, OF_TWO
from concordant.report.task import LOOKED_AT, find_classes
from concordant.sources import batches as row_limit
from concordant.sources.batches import LazyRows, first_rows
from concordant.sources.columns import Columns
from concordant.sources.files import DataFile, Source, find_files
from concordant.sources.scores import ScoredRows
from concordant.sources.source import Scan
from concordant.states.buckets import BucketCurve
from concordant.states.state import unit_of_squares
from concordant.typing import Label, Missing

if TYPE_CHECKING:
    import polars as pl

Rows: TypeAlias = "Sequence[DataFile] | LazyRows"

_TWO = 2


@dataclass(frozen=True, slots=True)
class ScoredColumns:
    """The names of the columns, and what the caller says of the classes."""

    truth: str
    score: str
    pred: str | None = None
    weight: str | None = None
    labels: Sequence[Label] | None = None
    pos_label: Label | None = None
    by: str | None = None
    cluster: str | None = None

    @property
    def labelled(self) -> list[str]:
        """The columns of labels."""
        return [self.truth] if self.pred is None else list(dict.fromkeys([self.truth, self.pred]))


def scored_in_files(
    source: Source | LazyRows, columns: ScoredColumns, missing: Missing, progress: Any = None, *, exact: Exact = False
) -> ScoredRows | None:
    """
    Read labels and scores of files, or of a lazy frame, in batches, if there are more than two million rows.

    None where the columns are to be read as they are: there are fewer rows, the labels are not two, the weights are so
    small or large that their squares leave float64, or there are too many whole scores that float64 does not tell
    apart.
    """
    from concordant.sources.batches import OtherTypeError
    from concordant.sources.scores import OtherClassesError

    files: Rows = source if isinstance(source, LazyRows) else find_files(source)
    if not row_limit.many_rows(files) or columns.score in columns.labelled or not _can_group(columns):
        return None
    for every in (False, True):  # where the first rows do not tell the classes, all do
        look = classes_looked_at(files, columns, every=every)
        if look is None:
            continue
        try:
            found = _checked(files, columns, _read(files, columns, look, missing, progress), look, missing, progress)
        except (OtherClassesError, OtherTypeError):
            continue
        except WideScoresError:
            return None
        if found is None or not wants_order(exact, found):
            return found
        return _made_exact(files, columns, found, look, missing, progress)
    return None


def _made_exact(
    files: Rows, columns: ScoredColumns, found: ScoredRows, look: _Look, missing: Missing, progress: Any
) -> ScoredRows:
    """Read the scores again, in their order."""
    from concordant.sources.ordered import exact_scores

    if columns.weight is not None or not isinstance(found.curve, BucketCurve):
        msg = "exact=True needs rows without weights: sums of weights in another order differ in their last digits."
        raise OptionError(msg)
    others = [name for name in (*columns.labelled, columns.by) if name is not None and name != columns.truth]
    how: Any = {"types": look[1], "others": others, "missing": missing, "progress": progress}
    return replace(found, exact=exact_scores(files, columns.truth, columns.score, found.curve, **how))


def _can_group(columns: ScoredColumns) -> bool:
    """Whether groups of rows can be taken: their column has no other role."""
    return columns.by not in (*columns.labelled, columns.score, columns.weight) or columns.by is None


_Look = tuple[tuple[Label, Label], "dict[str, pl.DataType]"]


def _read(files: Rows, columns: ScoredColumns, look: _Look, missing: Missing, progress: Any) -> Any:
    from concordant.sources.score_batches import scored_rows

    pair, types = look
    given: Any = {
        "pred": columns.pred,
        "weight": columns.weight,
        "missing": missing,
        "progress": progress,
        "by": columns.by,
    }
    losses = {name: LOSSES[name] for name in OF_TWO}
    return scored_rows(files, columns.truth, columns.score, pair=pair, types=types, losses=losses, **given)


def _checked(
    files: Rows, columns: ScoredColumns, found: ScoredRows, look: _Look, missing: Missing, progress: Any
) -> ScoredRows | None:
    """Read once more if the positive class is another one by all rows, as where the rarer of two names is meant."""
    if found.weights is not None and (unit_of_squares(found.weights) or int(found.times.sum()) <= row_limit.MOST_ROWS):
        return None
    try:
        pair = pair_of(columns_of(found, columns), columns)
    except LabelError:  # one class only: the page says so
        return found
    if pair is None or pair == found.pair:
        return found if pair is not None else None
    again: ScoredRows = _read(files, columns, (pair, look[1]), missing, progress)
    return again


def classes_looked_at(files: Rows, columns: ScoredColumns, *, every: bool = False) -> _Look | None:
    """
    Return the two classes and the types of the columns of labels, by the first rows or by all.

    None where these rows do not tell them, or tell others than two.
    """
    series = _all_labels(files, columns) if every else _first_labels(files, columns)
    known = {label for one in series.values() for label in one.head(_TWO + 1).to_list()}
    if columns.labels is not None and not (len(columns.labels) == _TWO and known <= set(columns.labels)):
        return None
    few = columns.labels is None and len(known) < _TWO
    if not known or len(known) > _TWO or (few and not every):
        return None
    given = Columns(series[columns.truth], None, None, None, truth_name=columns.truth)
    try:
        pair = pair_of(given, columns)
    except ConcordantError:
        if every and few:  # one class in all rows
            raise
        return None  # whoever reads all rows has the same error
    if pair is None:
        return None
    types = {name: one.dtype for name, one in series.items()}
    if columns.by is not None:
        types[columns.by] = _head(files, [columns.by])[columns.by].dtype
    return pair, types


def _first_labels(files: Rows, columns: ScoredColumns) -> dict[str, pl.Series]:
    """The labels of the first rows."""
    head = _head(files, columns.labelled)
    return {name: _distinct(head[name]) for name in columns.labelled}


def _head(files: Rows, columns: list[str]) -> pl.DataFrame:
    if isinstance(files, LazyRows):
        return files.head(columns, LOOKED_AT)
    return first_rows(files, columns, LOOKED_AT)


def _all_labels(files: Rows, columns: ScoredColumns) -> dict[str, pl.Series]:
    """The labels of all rows; that takes a pass over the columns of labels."""
    from concordant.sources.label_batches import numeric_groups

    if isinstance(files, LazyRows):
        return {name: _distinct(files.distinct(name)) for name in columns.labelled}
    pred = columns.pred or columns.truth
    found = numeric_groups(Scan(tuple(files), ()), columns.truth, pred, columns.weight)
    return {columns.truth: _distinct(found.truth), pred: _distinct(found.pred)}


def _distinct(column: pl.Series) -> pl.Series:
    plain = column.fill_nan(None) if column.dtype.is_float() else column
    return plain.drop_nulls().unique(maintain_order=True)


def pair_of(given: Columns, columns: ScoredColumns) -> tuple[Label, Label] | None:
    """The negative and the positive class of these labels; None if there are not two."""
    classes = find_classes(check_rows(given, "drop"), columns.labels, given, columns.pos_label)
    return find_positive(classes, columns.pos_label)[0] if len(classes.labels) == _TWO else None


def columns_of(found: ScoredRows, columns: ScoredColumns, source: str | None = None) -> Columns:
    """Return the groups of labels as columns, beside what was added up of the scores."""
    return columns_of_sums(found, columns, source, score_names=(columns.score,), scored=found)
