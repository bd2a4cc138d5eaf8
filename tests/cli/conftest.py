"""How the tests call the command: in this process, on a terminal of 80 columns, or as a process of its own."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from numpy.testing import assert_allclose
from typer.main import get_command

from concordant.cli import main
from concordant.cli.app import app
from concordant.data import panel_example

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
ESCAPE = "\x1b]0;OWNED\x07\x1b[31m"
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


def commands() -> Iterator[tuple[str, Any]]:
    """Every command by the words that call it."""
    group: Any = get_command(app)
    for name in group.commands:
        command = group.get_command(None, name)
        for below in getattr(command, "commands", [""]):
            yield f"{name} {below}".strip(), command.get_command(None, below) if below else command


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


STUDY = [
    f"{k % 2},{k % 5 * (k % 2) and 1},{(k % 2 + k % 4 / 2) / 3:.2f},{k % 3},{k % 3},{(k + (k % 7 == 0)) % 3},"
    f"{(k + (k % 4 == 0)) % 3},{k},2026-01-0{1 + k // 10}T00:00:00\n"
    for k in range(60)
]
FILES = {
    "rows.csv": "truth,pred,score,word\na,a,0.1,x\nb,a,0.7,y\nb,b,0.8,NA\n",
    "text-scores.csv": "truth,score\n1,a\n0,b\n",
    "unnamed.csv": ",truth,pred\n0,a,a\n1,b,b\n2,b,a\n",
    "one-class.csv": "a,b\nyes,1\nyes,2\n",
    "empty-column.csv": "a,b\n1,\n0,\n",
    "numbers.csv": "a,b\n1,1\n2,3\n",
    "truths.csv": "a,b\ntrue,true\n",
    "words.csv": "a,b\nlow,low\nmid,high\nhigh,high\n",
    "study.csv": "".join(["y,p,s,g,a,b,c,u,t\n", *STUDY]),
    "grades.csv": "a,b,c\n" + "".join(f"{k % 3 + 1},{(k + k % 2) % 3 + 1},{k % 3 + 1}\n" for k in range(30)),
    "states.csv": "y,s\n" + "ill,0.7\nwell,0.2\n" * 9,
    "marker.csv": "y,s,g\n" + "yes,37,0\nno,32,1\nyes,30,2\nno,25,0\n" * 9,
    "slips.csv": "y,p\n" + "positive,positive\n" * 20 + "negative,negative\n" * 19 + "postive,positive\n",
    "rated.csv": "a,b,c,y,s\n" + "".join(f"{k % 3},{(k + k % 2) % 3},{k % 2},{k % 2},0.{k % 10}\n" for k in range(30)),
    "models.csv": "truth,a,b,c,p_a,p_b\n" + "yes,yes,no,no,0.9,0.4\nno,no,no,yes,0.2,0.6\nyes,yes,yes,no,0.6,0.7\n" * 9,
    "scans.csv": "ill,named,model,weight\n" + "1,ill,0.7,2\n0,well,0.1,1\n1,ill,0.6,1\n0,well,0.3,3\n" * 9,
    "essays.csv": "grade,name,model,weight\n" + "1,poor,0.9,1\n2,fair,2.2,2\n3,good,2.6,1\n" * 9,
    "raters.csv": "t,new,old,third\n" + "1,1,1,0\n0,0,0,0\n1,1,0,1\n0,0,1,0\n" * 9,
    "few.csv": "t,p,q\n" + "a,a,a\nb,b,b\na,b,a\n" * 2,
    "marks.csv": "y,p\n"
    + "".join(f"{('1', '2', '3', '-', 'NA', '3')[k % 6]},{k % 6 + k % 5 / 7}\n" for k in range(60)),
    "rounded.csv": "y,p_a,p_b,p_c\na,0.2,0.3,0.5\nb,0.3333,0.3333,0.3333\nc,0.5,0.25,0.25\n",
    "no-sum.csv": "y,p_a,p_b,p_c\na,0.2,0.3,0.5\nb,0.3333,0.3333,0.3333\nc,0.51,0.25,0.25\n",
    "gaps.csv": "gpt,ann\n" + "1,1\n0,0\n1,0\n1,\n" * 10,
    "doubts.csv": "t,s\nwell,0.1\nill,0.9\nunknown,0.4\nill,0.6\nwell,0.3\n",
    "percent.csv": "t,s\nYes,93%\nno,12%\n",
    "dates.csv": "t,s\n1,03.01.2026\n0,04.01.2026\n",
    "commas.csv": "t;s\n1;1.234,5\n0;800,5\n",
    "none.csv": "a,b\n" + "none,some\nsome,some\nnone,none\n" * 6,
    "blanks.csv": "id,a,b\nq1,Yes ,yes\nq2,yes,yes\nq3,no, \nq4,no,yes\nq5,,\n",
    "kinds.csv": "j,h,k,kind\n" + "a,a,a,news\nb,a,a,News \na,b,b,code\nb,b,b,code\n" * 8,
    "long.csv": "u,who,l\n" + "".join(f"{u},{'anna' if u else 'Anna'},{u % 2}\n{u},ben,{u % 2}\n" for u in range(9)),
    "pilot.csv": "patient,truth,new\n" + "".join(f"{k // 4},{k % 2},{(k + (k % 5 == 0)) % 2}\n" for k in range(120)),
    "answers.csv": "truth,new,old\n" + "yes,yes,no\n" * 8 + "no,no,no\n" * 9 + "yes,no,no\n" + "no,yes,yes\n" * 2,
    "wide.csv": "doc,ann,bob,one\n" + "".join(f"{k},{k % 3},{k % 4 % 3},x\n" for k in range(30)),
}


@pytest.fixture(scope="session")
def places(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of all kinds, good and hostile."""
    path = tmp_path_factory.mktemp("places")
    for name, text in FILES.items():
        (path / name).write_text(text)
    shutil.copy(panel_example("judge_panel").path, path / "items.csv")
    lines = ["t,p,s,f,g,h,x"]
    for k in range(60):
        row = (k % 2, int(k % 2 == (k % 7 > 0)), k * 37 % 100 / 100, float(k % 2), k % 3, (k + (k % 5 == 0)) % 3)
        lines.append(",".join(map(str, (*row, k % 3 + k % 10 / 10))))
    (path / "d.csv").write_text("\n".join(lines) + "\n")
    (path / "link.csv").symlink_to(path / "d.csv")
    os.link(path / "d.csv", path / "hard.csv")
    (path / "bad.csv").write_text(f"t,{ESCAPE}p\n" + f"{ESCAPE}red,b\nb,b\n" * 9)
    (path / f"{ESCAPE.replace('/', '')}.csv").write_text("t,p\n1,1\n0,0\n")
    (path / "empty.csv").write_text("")
    (path / "one.csv").write_text("t,p,s\n1,1,1\n1,1,1\n")
    (path / "header.csv").write_text("t,p,s\n")
    (path / "nan.csv").write_text("t,p,s\n1,,nan\n0,1,\n")
    (path / "text.csv").write_text("t,p,s\na,b,c\nb,a,d\n")
    (path / "huge.csv").write_text("t,p,s,x,y\n1,1,1e308,1e308,1e308\n0,0,-1e308,-1e308,1e-308\n0,1,1e-308,3.5,0\n")
    (path / "zip.csv.gz").write_bytes(b"\x1f\x8b\x08\x00\xff\xff\xff\xff" + bytes(range(60)))
    (path / "no.parquet").write_bytes(b"PAR1" + bytes(40) + b"PAR1")
    (path / "deep.json").write_text("[" * 100_000)
    (path / "rule.json").write_text('{"result": "threshold"}')
    (path / "gates.toml").write_text('[[gate]]\nmetric = "accuracy"\nmin = 0.1\n')
    (path / "bad.toml").write_text(f'[[gate]]\nmetric = "{json.dumps(ESCAPE)[1:-1]}"\nmin = 0.1\n')
    (path / "cut.toml").write_bytes(b"\xff\xfe[[gate")
    return path


@pytest.fixture
def untouched(places: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder as the place to be; afterwards every file is what it was, and no other file is there."""
    monkeypatch.chdir(places)
    before = {path.name: (path.is_symlink(), path.read_bytes()) for path in places.iterdir()}
    yield places
    after = {path.name: (path.is_symlink(), path.read_bytes()) for path in places.iterdir()}
    assert after == before
