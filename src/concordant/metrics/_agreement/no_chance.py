"""Why an agreement beyond chance is undefined: chance alone would agree always."""

from __future__ import annotations

import numpy as np

from concordant.states import Counts


def same_category(counts: Counts) -> str:
    """Say why, for chance that follows from how often the raters use each category."""
    if counts.stack:
        reasons = lacking_in_stack(counts) or ["the weights make no difference between the categories that occur"]
        return f"in some tables {' or '.join(reasons)}"
    totals = counts.row_totals + counts.column_totals
    used = [label for label, total in zip(counts.labels, totals, strict=True) if total]
    if not used:
        return "there are no rows"
    if len(used) == 1:
        return f"both raters use only the category {used[0]!r}, so chance alone would agree always (0/0)"
    return "the weights make no difference between the categories that occur (0/0)"


def lacking_in_stack(counts: Counts) -> list[str]:
    """What some tables of a stack lack: rows, or a second category."""
    used = ((counts.row_totals + counts.column_totals) != 0).sum(-1)
    reasons = {0: "there are no rows", 1: "both raters use one and the same category"}
    return [reason for number, reason in reasons.items() if (used == number).any()]


def one_label(counts: Counts) -> str:
    """Say why, for chance that follows from how many labels are possible."""
    if np.any(np.asarray(counts.n) == 0):
        return "there are no rows" if not counts.stack else "in some tables there are no rows"
    if len(counts.labels) == 1:
        return (
            f"there is only the label {counts.labels[0]!r}, so chance alone would agree always (0/0); "
            "declare all possible labels: labels=[...]"
        )
    return "the weights make no difference between the labels (0/0)"
