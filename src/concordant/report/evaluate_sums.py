"""The page of rows that were added up elsewhere: groups of equal labels, and states of scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from concordant.report.evaluate_classes import evaluate_classes
from concordant.report.evaluate_columns import roles_of
from concordant.report.evaluation import Evaluation
from concordant.report.group_results import Chances
from concordant.sources.columns import Columns
from concordant.typing import Label


def evaluate_sums(
    columns: Columns, labels: Sequence[Label], pos_label: Label | None, level: float | None
) -> Evaluation:
    """Return the page of columns that hold each kind of row once, with how often it occurs."""
    page = evaluate_classes(columns, labels, pos_label, None, "drop", Chances(level))
    return replace(page, columns=roles_of(columns)).in_columns()
