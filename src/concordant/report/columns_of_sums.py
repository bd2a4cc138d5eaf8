"""Groups of equal labels as columns, beside what was added up of their scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from concordant.sources.columns import Columns
from concordant.sources.scores import ScoredSums

if TYPE_CHECKING:
    from concordant.report.class_columns_in_files import ClassColumns
    from concordant.report.scored_columns import ScoredColumns


def columns_of_sums(
    found: ScoredSums, names: ScoredColumns | ClassColumns, source: str | None, **of_scores: Any
) -> Columns:
    """Return what was added up as columns of these names; `of_scores` are the fields that hold the scores."""
    return Columns(
        found.truth,
        found.pred,
        None,
        found.weights,
        truth_name=names.truth,
        pred_name=names.pred or "y_pred",
        weight_name=names.weight or "sample_weight",
        source=source,
        times=found.times,
        squares=found.squares,
        rows=found.rows,
        cluster=found.cluster,
        cluster_name=names.cluster or "cluster",
        by_name=names.by or "by",
        missing=found.missing,
        **of_scores,
    )
