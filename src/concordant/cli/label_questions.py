"""Questions on stderr about labels that look like a slip: one spelled in two ways, a word for what is missing."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

from concordant.cli.terminal import tell
from concordant.inputs.text_values import ABSENT


def ask_about_labels(labels: Sequence[Any]) -> None:
    """Name the options that make labels one that differ in capitals or blanks alone, or a word a missing value."""
    texts = [label for label in labels if isinstance(label, str)]
    groups: dict[str, list[str]] = {}
    for label in texts:
        groups.setdefault(label.strip().casefold(), []).append(label)
    for alike in groups.values():
        if len(alike) > 1:
            bare, folded = set(map(str.strip, alike)), set(map(str.casefold, alike))
            options = ["--strip"] * (len(folded) > 1) + ["--ignore-case"] * (len(bare) > 1)
            tell(f"did you mean one label by {' and '.join(map(repr, alike))}? {' '.join(options)} makes them one.")
    words = [label for label in texts if label.strip() in ABSENT]
    if words:
        typed = " ".join(f"--na {shlex.quote(word)}" for word in words)
        tell(f"does {' or '.join(map(repr, words))} mean that the label is missing? {typed} takes it so.")
