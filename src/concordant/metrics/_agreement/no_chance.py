"""Why an agreement beyond chance is undefined: chance alone would agree always."""

from __future__ import annotations

from typing import Any

import numpy as np

from concordant.metrics._agreement.pair_sums import pair_sums
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


def same_label(state: Any) -> str:
    """Say why, for chance that follows from how often the raters of a panel use each label."""
    if isinstance(state, Counts):
        return same_category(state)
    sums = pair_sums(state)
    if np.ndim(sums.n):
        return "in some panels no unit has two ratings, or only one label is used"
    if lacking := no_pairs(sums):
        return lacking
    used = [label for label, total in zip(state.labels, sums.ratings, strict=True) if total]
    if len(used) == 1:
        return f"only {used[0]!r} is used, so chance alone would agree always (0/0)"
    return "the weights make no difference between the labels that occur (0/0)"


def no_pairs(sums: Any) -> str | None:
    """Say so where no unit of a panel has two ratings."""
    if not np.any(sums.n):
        return "there are no ratings"
    return "no unit has two ratings" if not np.all(sums.pairs_n) else None


def one_possible(state: Any) -> str:
    """Say why, for chance that follows from how many labels are possible."""
    if isinstance(state, Counts):
        return one_label(state)
    lacking = no_pairs(pair_sums(state))
    if lacking:
        return lacking
    if len(state.labels) == 1:
        return f"there is only the label {state.labels[0]!r} (0/0); declare all possible labels: labels=[...]"
    return "the weights make no difference between the labels (0/0)"
