"""Labels as texts: cells of blanks are no labels, and labels that differ only by case or blanks are doubtful."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from concordant.inputs.encoded import Encoded
from concordant.typing import Label

_MOST = 3  # groups of labels in a sentence


def blanks_in(column: Encoded, declared: Sequence[Label] | None = None) -> list[Label]:
    """The labels of a column that are texts of nothing but blanks, unless they are declared."""
    kept = () if declared is None else tuple(declared)
    return [name for name in column.names or () if isinstance(name, str) and not name.strip() and name not in kept]


def doubt_of_spelling(labels: Sequence[Label]) -> str | None:
    """Say which labels are the same text but for case and blanks; None if there are none."""
    groups: dict[str, list[str]] = {}
    for label in labels:
        if isinstance(label, str):
            plain = " ".join(unicodedata.normalize("NFKC", label).split()).casefold()
            groups.setdefault(plain, []).append(label)
    alike = [" and ".join(map(repr, group)) for group in groups.values() if len(group) > 1]
    if not alike:
        return None
    more = f", and {len(alike) - _MOST} more such" if len(alike) > _MOST else ""
    return f"{'; '.join(alike[:_MOST])}{more} count as different labels: write them alike"
