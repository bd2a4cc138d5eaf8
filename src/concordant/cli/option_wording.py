"""Messages of the library rewritten for the command line: options instead of arguments, columns by name."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from concordant.errors import ConcordantError

_VALUE = r"('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|[^\s,.;:)]+)"
_OPTIONS = {"missing": "--missing", "pos_label": "--pos-label", "task": "--task", "weights": "--weights"}


def in_options(text: str, columns: Mapping[str, str] | None = None) -> str:
    """
    Rewrite ``labels=[...]`` as ``--labels a,b,c``, ``y_true`` as the column's name, and so on.

    Rows are counted from 1, as in any editor; the library counts from 0, as in Python.
    """
    text = text.replace("labels=[...]", "--labels a,b,c").replace(
        ", or use an ordered categorical or a Polars Enum", ""
    )
    text = re.sub(r"\bthe first in row (\d+)", lambda found: f"the first in row {int(found[1]) + 1}", text)
    text = re.sub(
        r"\b(the first in row \d+, which is row) (\d+) of",
        lambda found: f"{found[1]} {int(found[2]) + 1} of",
        text,
    )
    text = text.replace("allow_doubt=True", "--allow-doubt").replace("exact=True", "--exact")
    text = text.replace("See concordant.metrics.names()", "See concordant metrics")
    text = re.sub(r"^labels must", "--labels must", text)
    text = re.sub(r"\bmargin=(?=\d)", "--margin ", text)
    text = re.sub(r"^cv must be (.*), or None for", r"--cv must be \1, or 0 for", text)
    text = re.sub(r"\blabels=\[([^\]]*)\]", lambda found: f"--labels {_listed(found[1])}", text)
    text = re.sub(r"\blabels=", "--labels", text)
    text = re.sub(r"(?<=: give )((?!weights)\w+=[^'].*)\.$", lambda found: f"--option {shlex.quote(found[1])}.", text)
    for argument, option in _OPTIONS.items():
        text = re.sub(rf"\b{argument}={_VALUE}", partial(_as_option, option), text)
    text = re.sub(r"`?\bpos_label\b`?", "--pos-label", text).replace("`labels`", "--labels")
    for argument, column in (columns or {}).items():
        text = re.sub(rf"(?<!')\b{argument}\b(?!')", repr(column).replace("\\", r"\\"), text)
    return text


@contextmanager
def errors_in_options(columns: Mapping[str, str]) -> Iterator[None]:
    """Rewrite the message of an error; it stays the same kind of error."""
    try:
        yield
    except ConcordantError as error:
        raise type(error)(in_options(str(error), columns)) from error


def _as_option(option: str, found: re.Match[str]) -> str:
    return f"{option} {_plain(found[1])}"


def _plain(value: str) -> str:
    """A Python value as one would type it in a shell."""
    try:
        value = str(ast.literal_eval(value))
    except (ValueError, SyntaxError):
        return value
    return shlex.quote(value)


def _listed(inside: str) -> str:
    try:
        labels = [str(label) for label in ast.literal_eval(f"[{inside}]")]
    except (ValueError, SyntaxError):
        labels = [label.strip() for label in inside.split(",")]
    quoted = [f'"{label}"' if "," in label else label for label in labels]
    return shlex.quote(",".join(quoted))
