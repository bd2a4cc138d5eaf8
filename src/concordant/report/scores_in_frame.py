"""Labels and scores in a lazy frame: what their page needs, computed where the rows live."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from concordant.report.bucketed import Exact, wants_order
from concordant.report.class_columns_in_files import ClassColumns, classes_of, order_and_losses
from concordant.report.scored_columns import ScoredColumns, pair_of
from concordant.report.scoring import LOSSES, OF_TWO, other_number
from concordant.sources.columns import Columns
from concordant.sources.frames import PRED, TRUTH, WEIGHT, Roles, WholeRows, many_groups, score, whole_rows
from concordant.sources.labels import label_groups
from concordant.sources.ordered import has_windows, in_order
from concordant.sources.scores import ClassScores, ScoredRows, class_scores, scored_rows
from concordant.typing import Missing

if TYPE_CHECKING:
    import narwhals as nw

_TWO = 2
_MOST_PAIRS = 1_000_000  # of labels


def scored_in_frame(
    frame: nw.LazyFrame[Any], columns: ScoredColumns, missing: Missing, *, exact: Exact = False
) -> ScoredRows | None:
    """
    Let the engine of a lazy frame add up labels of two classes and one score; buckets and sums come home.

    With `exact` further queries sum along the order of the scores.

    None where the labels are not two.
    """
    roles = Roles(columns.truth, (columns.score,), columns.pred, columns.weight, columns.by, columns.cluster)
    rows = whole_rows(frame, roles, missing)
    given = _labels(rows, _TWO * _TWO)
    pair = None if given is None else pair_of(given, columns)
    if pair is None:
        return None
    found = scored_rows(rows, pair, {name: LOSSES[name] for name in OF_TWO})
    if not wants_order(exact, found) or (exact == "auto" and not has_windows(rows.frame)):
        return found
    return in_order(rows.frame, TRUTH, score(0), found)


def classes_in_frame(frame: nw.LazyFrame[Any], columns: ClassColumns, missing: Missing) -> ClassScores | None:
    """
    Let the engine of a lazy frame add up labels and one score a class.

    None where there are too many labels to bring home.
    """
    roles = Roles(columns.truth, columns.scores, columns.pred, columns.weight, columns.by, columns.cluster)
    rows = whole_rows(frame, roles, missing)
    given = _labels(rows, _MOST_PAIRS)
    classes = None if given is None else classes_of(given, columns)
    if classes is None:
        return None
    if len(classes.labels) != len(columns.scores):
        raise other_number(len(columns.scores), classes)
    order, losses = order_and_losses(classes, columns)
    return class_scores(rows.reordered(order), classes.labels, losses)


def _labels(rows: WholeRows, most: int) -> Columns | None:
    """The labels of the rows, each pair once; None if there are too many pairs."""
    rows.require_rows()
    named = (TRUTH,) if rows.roles.pred is None else (TRUTH, PRED)
    if many_groups(rows.frame, named) > most:
        return None
    found = label_groups(rows.frame, named[0], named[-1], weight=WEIGHT if rows.weighted else None)
    pred = None if rows.roles.pred is None else found.pred
    return Columns(
        found.truth,
        pred,
        None,
        found.weights,
        truth_name=rows.roles.truth,
        pred_name=rows.roles.pred or "y_pred",
        times=found.times,
        squares=found.squares,
        rows=found.rows,
    )
