"""Questions on stderr about labels that look like a slip: one written in two ways, a word for what is missing."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from concordant.cli.terminal import tell

_MOST = 5  # labels that are named
_NOTED: ContextVar[dict[str, None] | None] = ContextVar("noted", default=None)


@contextmanager
def asking() -> Iterator[None]:
    """Ask about all labels that a command reads, once it has ended without an error."""
    noted: dict[str, None] = {}
    token = _NOTED.set(noted)
    try:
        yield
        ask_about_labels(sorted(noted))
    finally:
        _NOTED.reset(token)


def note_labels(labels: Iterable[Any]) -> None:
    """Let these labels be asked about; whatever reads labels calls this, and no command has to."""
    noted = _NOTED.get()
    if noted is not None:
        noted.update((label, None) for label in labels if isinstance(label, str))


def ask_about_labels(labels: Sequence[Any], *, options: bool = True) -> None:
    """
    Ask about labels that look alike, and about words for a missing value.

    The `options` of the command that make labels one, or a word a missing value, are named if it has them.
    """
    from concordant.inputs.label_values import alike, reads_missing

    texts = [label for label in labels if isinstance(label, str)]
    groups = alike(texts)
    typed = [group for group in groups if len({label.strip().casefold() for label in group}) == 1]
    for group in typed[:_MOST]:
        answer = f"{_options([group])} makes them one" if options else "write it in one way"
        tell(f"did you mean one label by {' and '.join(map(repr, group))}? {answer}.")
    if more := typed[_MOST:]:
        answer = f"{_options(more)} makes each of them one" if options else "write each in one way"
        tell(f"{len(more):,} other labels come in several spellings, too: {answer}.")
    for group in [group for group in groups if group not in typed][:_MOST]:
        tell(f"{' and '.join(map(ascii, group))} look alike and are different labels: write them alike in the file.")
    words = list(filter(reads_missing, texts))
    if words:
        answer = " ".join(f"--na {shlex.quote(word)}" for word in words) + " takes it so" if options else "leave it out"
        tell(f"does {' or '.join(map(repr, words))} mean that the label is missing? {answer}.")


def _options(alikes: Sequence[Sequence[str]]) -> str:
    """What makes the labels of each group one."""
    strip = any(len(set(map(str.casefold, group))) > 1 for group in alikes)
    fold = any(len(set(map(str.strip, group))) > 1 for group in alikes)
    return " ".join(["--strip"] * strip + ["--ignore-case"] * fold)
