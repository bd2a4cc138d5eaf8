"""Questions on stderr about labels that look like a slip: one spelled in two ways, a word for what is missing."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

from concordant.cli.terminal import tell
from concordant.inputs.text_values import ABSENT

_MOST = 5  # labels that are named


def ask_about_labels(labels: Sequence[Any]) -> None:
    """Name the options that make labels one that differ in capitals or blanks alone, or a word a missing value."""
    texts = [label for label in labels if isinstance(label, str)]
    groups: dict[str, list[str]] = {}
    for label in texts:
        groups.setdefault(label.strip().casefold(), []).append(label)
    alikes = [alike for alike in groups.values() if len(alike) > 1]
    for alike in alikes[:_MOST]:
        tell(f"did you mean one label by {' and '.join(map(repr, alike))}? {_options([alike])} makes them one.")
    if more := alikes[_MOST:]:
        tell(f"{len(more):,} other labels come in several spellings, too: {_options(more)} makes each of them one.")
    words = [label for label in texts if label.strip() in ABSENT]
    if words:
        typed = " ".join(f"--na {shlex.quote(word)}" for word in words)
        tell(f"does {' or '.join(map(repr, words))} mean that the label is missing? {typed} takes it so.")


def _options(alikes: Sequence[Sequence[str]]) -> str:
    """What makes the labels of each group one."""
    strip = any(len(set(map(str.casefold, alike))) > 1 for alike in alikes)
    fold = any(len(set(map(str.strip, alike))) > 1 for alike in alikes)
    return " ".join(["--strip"] * strip + ["--ignore-case"] * fold)
