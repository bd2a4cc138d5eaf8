"""What lines that can be typed end with and print: `lines.txt` and, of wrong lines, `errors.txt` are transcripts."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from .conftest import ESCAPE, Ran, Run, kept

PYTHON = re.compile(r"\b(?!(?:postive|postve|beta|cost)=)[a-z_]+=|`|\bNone\b|\bTrue\b|\by_(true|pred|score)\b")
SIGNS = {"ESC": ESCAPE, "NUL": "\0", "LONG": "x" * 300, "DEEP": "(" * 5000, "RAW": "\udcff"}


def transcript(name: str) -> list[Any]:
    """Each line of a transcript, with what stands below it."""
    text = re.sub(r"^#.*\n|^\n", "", Path(__file__).with_name(name).read_text("utf-8"), flags=re.MULTILINE)
    blocks = (block.split("\n    ") for block in re.split(r"\n(?=\S)", text.rstrip("\n")))
    return [pytest.param(line, parts, id=line) for line, *parts in blocks]


def words_of(line: str, folder: Path) -> list[str]:
    """The words of a line, with a new store, and the signs that no text file holds."""
    signs = {**SIGNS, "STORE": str(folder / "store")}
    return [re.sub("|".join(signs), lambda sign: signs[sign[0]], word) for word in shlex.split(line)]


@pytest.mark.parametrize(("line", "messages"), transcript("errors.txt"))
def test_a_wrong_line_is_told_what_to_do_in_one_line_without_python(
    run: Run, untouched: Path, line: str, messages: list[str]
) -> None:
    error = run(*shlex.split(line)).error
    assert [message for message in messages if message not in error] == []
    assert messages
    assert not PYTHON.search(error)


@pytest.mark.parametrize(("line", "parts"), transcript("lines.txt"))
def test_a_line_ends_with_its_code_and_prints_what_it_promises(
    run: Run, untouched: Path, tmp_path: Path, line: str, parts: list[str]
) -> None:
    code, *words = words_of(line, tmp_path)
    ran = run(*words)
    kept(ran, int(code))
    printed = " ".join((ran.err + ran.out).split())
    for part in parts:
        unwanted = part.removeprefix("not: ")
        assert (unwanted in printed) == (unwanted == part), part


@pytest.mark.parametrize(("line", "_"), [one for one in transcript("lines.txt") if "ESC" in one.id])
def test_no_control_character_reaches_a_screen(
    on_screen: Run, untouched: Path, tmp_path: Path, line: str, _: object
) -> None:
    code, *words = words_of(line, tmp_path)
    ran = on_screen(*words)
    kept(Ran(ran.code, ran.out.replace("\t", ""), ran.err), int(code))
