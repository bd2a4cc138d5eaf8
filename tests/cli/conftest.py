"""How the tests call the command: in this process, on a terminal of 80 columns, or as a process of its own."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from numpy.testing import assert_allclose

from concordant.cli import main

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
MAIN = "import sys; from concordant.cli import main; sys.exit(main())"


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def plain(self) -> str:
        """What was printed, without colours and spaces at the ends of lines."""
        text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", self.out)
        return "\n".join(line.rstrip() for line in text.splitlines())

    @property
    def json(self) -> Any:
        """What was printed, read as JSON."""
        return json.loads(self.out)

    @property
    def error(self) -> str:
        """The one line of an error, with which nothing is printed."""
        assert (self.code, self.out) == (2, "")
        assert self.err.startswith("concordant: ")
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1
        return self.err.removeprefix("concordant: ").rstrip("\n")


Run = Callable[..., Ran]
Csv = Callable[..., Path]


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command with its output piped."""

    def call(*arguments: object) -> Ran:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        shown = capsys.readouterr()
        return Ran(code, shown.out, shown.err)

    return call


@pytest.fixture
def on_screen(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command on a terminal of that many columns."""

    def call(*arguments: object, columns: int = 80) -> Ran:
        out, err = Screen(), Screen()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            patch.setenv("COLUMNS", str(columns))
            patch.setenv("TERM", "xterm-256color")
            code = main([str(argument) for argument in arguments])
        return Ran(code, out.getvalue(), err.getvalue())

    return call


@pytest.fixture
def process() -> Run:
    """Run the command as a process of its own."""

    def call(*arguments: object, **environment: str) -> Ran:
        line = [sys.executable, "-c", MAIN, *map(str, arguments)]
        done = subprocess.run(line, capture_output=True, text=True, check=False, env={**os.environ, **environment})
        return Ran(done.returncode, done.stdout, done.stderr)

    return call


@pytest.fixture
def csv(tmp_path: Path) -> Csv:
    """Write rows of a CSV file."""

    def write(text: str, name: str = "rows.csv") -> Path:
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


def assert_same_record(found: Any, expected: Any) -> None:
    """Assert the same text, and the same numbers but for their last digits."""
    if isinstance(expected, dict):
        assert found.keys() == expected.keys()
        for key, value in expected.items():
            assert_same_record(found[key], value)
    elif isinstance(expected, list):
        for one, other in zip(found, expected, strict=True):
            assert_same_record(one, other)
    elif isinstance(expected, float):
        assert_allclose(found, expected, rtol=1e-9, atol=1e-12)
    else:
        assert found == expected


def kept(ran: Ran, code: int | None = None) -> None:
    """Assert what every line promises."""
    assert ran.code in (0, 1, 2)
    if code is not None:
        assert ran.code == code, ran.err
    for text in (COLOUR.sub("", ran.out), COLOUR.sub("", ran.err)):
        # the script of a page holds tabs
        assert not CONTROL.search(text.replace("\t", "") if text.startswith("<!") else text)
    assert "Traceback" not in ran.err
    assert "unexpected" not in ran.err
    if ran.code == 2:
        assert ran.out == ""
        assert ran.err.count("\n") == 1, ran.err
        assert ran.err.startswith("concordant: ")
