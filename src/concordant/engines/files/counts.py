"""Two columns of labels in files become `Counts`."""

from __future__ import annotations

from collections.abc import Sequence

from concordant.engines.arrays import counts_of_groups
from concordant.engines.files.label_batches import NoNumbersError
from concordant.engines.files.labels import label_groups
from concordant.engines.label_groups import LabelGroups
from concordant.engines.unfit_rows import said_of_gaps
from concordant.errors import WeightError
from concordant.inputs.labels import check_labels
from concordant.inputs.rows import refuse_counted
from concordant.inputs.scan import Scan
from concordant.states.counts import Counts
from concordant.typing import Label, Missing


def counts(
    scan: Scan,
    *,
    y_true: str,
    y_pred: str,
    labels: Sequence[Label] | None = None,
    sample_weight: str | None = None,
    missing: Missing = "raise",
) -> Counts:
    """Count two columns batch by batch."""
    groups = numeric_groups(scan, y_true, y_pred, sample_weight)
    if missing == "raise":
        refuse_counted(said_of_gaps(groups.lost))
    given = {"labels": labels, "sample_weight": groups.weights, "missing": missing, "times": groups.times}
    rows = check_labels(groups.truth, groups.pred, **given)  # type: ignore[arg-type]
    squares = groups.squares if groups.squares is None or rows.kept is None else groups.squares[rows.kept]
    return counts_of_groups(rows, squares)


def numeric_groups(scan: Scan, truth: str, pred: str, weight: str | None) -> LabelGroups:
    """Group the rows of files by their labels; raise for weights that are no numbers."""
    try:
        return label_groups(scan.files, truth, pred, weight=weight)
    except NoNumbersError as error:
        msg = f"sample_weight column {weight!r} must hold numbers."
        raise WeightError(msg) from error
