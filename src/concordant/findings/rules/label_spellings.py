"""Labels that differ only in the way they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

import numpy as np

from concordant.findings.evidence import Evidence
from concordant.findings.rule import Said, rule
from concordant.findings.wording import counted
from concordant.inputs.label_values import visible
from concordant.typing import Label

_MOST = 300  # labels whose letters are compared pair by pair
_RARE = 0.02  # of all labels of both columns
_LETTERS = 5
_WORD = r"[^\W\d_]"
_JOINING = rf"(?<={_WORD})-+(?=\w)|(?<=\w)-+(?={_WORD})|(?<={_WORD})[\s_]+-+[\s_]+|[\s_]+-+[\s_]+(?={_WORD})"
_DOTS = rf"(?<={_WORD})\.+|\.+(?!\d)"


@rule(
    severity="wrong conclusion likely",
    asks="Do labels differ only by case, blanks or spelling?",
    tasks=("binary", "multiclass", "ordinal"),
)
def label_spellings(evidence: Evidence) -> Said | None:
    """Speak where two labels look the same but for case, blanks and marks, or a rare one is a letter off."""
    used = {label: evidence.true.get(label, 0) + (evidence.predicted or {}).get(label, 0) for label in evidence.labels}
    texts = [label for label in evidence.labels if used[label]]
    groups: dict[str, list[Label]] = {}
    for label in texts:
        groups.setdefault(_plain(str(label)), []).append(label)
    alike = [tuple(group) for group in groups.values() if len(group) > 1]
    if not alike:
        pairs = _misspelt([label for label in texts if isinstance(label, str)], used)
        alike = [pair for pair in pairs if _written_apart(evidence, pair) != 0]  # else words that both columns know
    if not alike:
        return None
    first = max(alike, key=lambda group: (_written_apart(evidence, group), min(used[label] for label in group)))
    apart = _written_apart(evidence, first)
    written = ascii if len({visible(str(label)) for label in first}) == 1 else repr  # two that look the same
    shown = " and ".join(
        written(label) if evidence.weighted else f"{written(label)} ({counted(used[label])})" for label in first
    )
    more = len(alike) - 1
    others = f" There {'is' if more == 1 else 'are'} {more} more such case{'' if more == 1 else 's'}." if more else ""
    away, kept = min(first, key=lambda label: used[label]), max(first, key=lambda label: used[label])
    pair = f"{{{written(away)}: {written(kept)}}}"
    return Said(
        sentence=f"{shown} are counted as different labels.{others}",
        meaning="They look like one class. Each row where the columns write it differently counts as an error."
        if apart
        else "They look like one class, which is counted as several. No row has two spellings of it.",
        next_step="Write them alike in both columns, then look again."
        if apart
        else "If they are one class, write them alike in both columns and look again.",
        python=f"[{pair}.get(label, label) for label in y_true]",
        command=None,
        numbers={
            "labels": len(first),
            "cases": len(alike),
            "rows": evidence.rows(used[away]),
            "apart": evidence.rows(apart),
        },
        severity=None if apart else "worth knowing",
    )


def _plain(text: str) -> str:
    """
    A label without case, blanks and the marks that join words; a number as its value, so that 1.0 is 1.

    A sign at either end (B-), before a number or between two (1-2) joins no words.
    """
    text = visible(text).strip()
    if re.fullmatch(r"[+-]?\d+(\.\d+)?", text):
        return repr(float(text))
    for marks in (_JOINING, _DOTS, r"[\s_]+"):
        text = re.sub(marks, " ", text)
    return re.sub(" +", " ", text).casefold().strip() or text


def _written_apart(evidence: Evidence, group: tuple[Label, ...]) -> float:
    """In how many rows the two columns write different ones of these labels."""
    if evidence.counts is None:
        return 0.0
    places = [evidence.counts.labels.index(label) for label in group if label in evidence.counts.labels]
    part = evidence.counts.among(places)
    return float(part.sum() - np.trace(part))


def _misspelt(labels: list[str], used: dict[Label, float]) -> Iterator[tuple[Label, ...]]:
    """Pairs of words that are one letter apart (changed, missing, or swapped), where one is rare and not both."""
    total = sum(used.values())
    words = [label for label in labels if len(label) >= _LETTERS and not any(sign.isdigit() for sign in label)]
    if len(words) > _MOST:
        return
    for first, second in combinations(words, 2):
        few, many = sorted((used[first], used[second]))
        if few < _RARE * total and few < many / 5 and _one_letter_apart(first.casefold(), second.casefold()):
            yield first, second


def _one_letter_apart(first: str, second: str) -> bool:
    if abs(len(first) - len(second)) > 1:
        return False
    if first[1:] == second or second[1:] == first:  # typical and atypical
        return False
    pairs = enumerate(zip(first, second, strict=False))
    start = next((k for k, (a, b) in pairs if a != b), min(len(first), len(second)))
    a, b = first[start:], second[start:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[:2][::-1] and a[2:] == b[2:])
