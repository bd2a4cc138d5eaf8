"""Labels as texts: cells of blanks are no labels, and labels that differ only by case or blanks are doubtful."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from concordant.inputs.encoded import Encoded
from concordant.inputs.text_values import ABSENT
from concordant.typing import Label

_MOST = 3  # groups of labels in a sentence


def blanks_in(column: Encoded, declared: Sequence[Label] | None = None) -> list[Label]:
    """The labels of a column that are texts of nothing but blanks, unless they are declared."""
    kept = () if declared is None else tuple(declared)
    return [name for name in column.names or () if isinstance(name, str) and not name.strip() and name not in kept]


def reads_missing(label: Label) -> bool:
    """Whether a label is a word that often stands for a missing value."""
    return isinstance(label, str) and label.strip() in ABSENT


def alike(labels: Sequence[Label]) -> list[list[str]]:
    """Groups of texts that look the same but for case, blanks and how Unicode writes them."""
    groups: dict[str, list[str]] = {}
    for label in labels:
        if isinstance(label, str):
            groups.setdefault(" ".join(visible(label).split()).casefold(), []).append(label)
    return [group for group in groups.values() if len(group) > 1]


def visible(text: str) -> str:
    """Return a text with each sign in one form (NFKC), without signs that nobody sees: those of no width."""
    if text.isascii():
        return text
    return "".join(sign for sign in unicodedata.normalize("NFKC", text) if not _is_unseen(sign))


def _is_unseen(sign: str) -> bool:
    return unicodedata.category(sign) == "Cf" or "\ufe00" <= sign <= "\ufe0f"  # also variation selectors


def doubt_of_spelling(labels: Sequence[Label]) -> str | None:
    """Say which labels look the same but for case, blanks and how Unicode writes them; None if there are none."""
    groups = alike(labels)
    if not groups:
        return None
    shown = [
        " and ".join(map(ascii if len(set(map(visible, group))) == 1 else repr, group)) for group in groups[:_MOST]
    ]
    more = f", and {len(groups) - _MOST} more such" if len(groups) > _MOST else ""
    return f"{'; '.join(shown)}{more} count as different labels: write them alike"
