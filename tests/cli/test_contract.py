"""
What holds for every line that anybody can type.

The exit code is 0, 1 from a gate that failed, or 2 with one line on stderr and nothing on stdout. No traceback, no
control character of a label, a column or a file reaches the screen, and no file that is read is changed.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from concordant.cli import app as app_module
from concordant.cli import command as checked_command

from .conftest import Ran, Run

ESCAPE = "\x1b]0;OWNED\x07\x1b[31m"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

TP = ("--truth", "t", "--pred", "p")
LABELS = ("--pass-rate", "0.8", "--sensitivity", "0.9", "--specificity", "0.85")
TS = ("--truth", "t", "--score", "s")
GATE = ("--metric", "accuracy", "--min", "0.1")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of all kinds, good and hostile."""
    made = tmp_path_factory.mktemp("contract")
    lines = ["t,p,s,f,g,h,x"]
    for k in range(60):
        row = (k % 2, int(k % 2 == (k % 7 > 0)), k * 37 % 100 / 100, float(k % 2), k % 3, (k + (k % 5 == 0)) % 3)
        lines.append(",".join(map(str, (*row, k % 3 + k % 10 / 10))))
    (made / "d.csv").write_text("\n".join(lines) + "\n")
    (made / "link.csv").symlink_to(made / "d.csv")
    os.link(made / "d.csv", made / "hard.csv")
    (made / "bad.csv").write_text(f"t,{ESCAPE}p\n" + f"{ESCAPE}red,b\nb,b\n" * 9)
    (made / f"{ESCAPE.replace('/', '')}.csv").write_text("t,p\n1,1\n0,0\n")
    (made / "empty.csv").write_text("")
    (made / "one.csv").write_text("t,p,s\n1,1,1\n1,1,1\n")
    (made / "rows.csv").write_text("t,p,s\n")
    (made / "nan.csv").write_text("t,p,s\n1,,nan\n0,1,\n")
    (made / "text.csv").write_text("t,p,s\na,b,c\nb,a,d\n")
    (made / "three.csv").write_text("t,p\na,b\nb,c\nc,a\n")
    (made / "huge.csv").write_text("t,p,s,x,y\n1,1,1e308,1e308,1e308\n0,0,-1e308,-1e308,1e-308\n0,1,1e-308,3.5,0\n")
    (made / "zip.csv.gz").write_bytes(b"\x1f\x8b\x08\x00\xff\xff\xff\xff" + bytes(range(60)))
    (made / "no.parquet").write_bytes(b"PAR1" + bytes(40) + b"PAR1")
    (made / "deep.json").write_text("[" * 100_000)
    (made / "rule.json").write_text('{"result": "threshold"}')
    (made / "gates.toml").write_text('[[gate]]\nmetric = "accuracy"\nmin = 0.1\n')
    (made / "bad.toml").write_text(f'[[gate]]\nmetric = "{json.dumps(ESCAPE)[1:-1]}"\nmin = 0.1\n')
    (made / "cut.toml").write_bytes(b"\xff\xfe[[gate")
    return made


@pytest.fixture
def untouched(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder as the place to be; afterwards every file is what it was, and no other file is there."""
    monkeypatch.chdir(folder)
    before = {path.name: (path.is_symlink(), path.read_bytes()) for path in folder.iterdir()}
    yield folder
    after = {path.name: (path.is_symlink(), path.read_bytes()) for path in folder.iterdir()}
    assert after == before


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


GOOD: list[tuple[str, ...]] = [
    ("report", "d.csv", *TP),
    ("report", "d.csv", *TS, "--cluster", "g", "--by", "g"),
    ("watch", "d.csv", "--store", "../states", *TP, "--once"),
    ("watch", "bad.csv", "--store", "../odd", "--truth", "t", "--pred", "t", "--labels", f"b,{ESCAPE}red", "--once"),
    ("watch", "d.csv", "--store", "../scores", *TS, "--by", "g", "--labels", "0,1", "--once"),
    ("report", "d.csv", *TP, "--html", "-"),
    ("report", "d.csv", *TP, "--json"),
    ("report", "d.csv", *TP, "--json", "/dev/null", "--html", "/dev/null"),
    ("report", "d.csv", "--truth", "g", "--score", "x"),
    ("report", "huge.csv", *TS),
    ("report", "bad.csv", "--truth", "t", "--pred", f"{ESCAPE}p"),
    ("report", "bad.csv", "--truth", "t", "--pred", f"{ESCAPE}p", "--json", "-"),
    ("score", "d.csv", *TP, "--metric", "mcc", "--by", "g"),
    ("score", "bad.csv", "--truth", "t", "--pred", f"{ESCAPE}p", "--ignore-case", "--strip", "--na", ESCAPE),
    ("score", "bad.csv", "--truth", "t", "--pred", f"{ESCAPE}p", "--csv"),
    ("compare", "d.csv", "--truth", "t", "--pred", "p", "--pred", "f"),
    ("compare", "d.csv", "--truth", "t", "--score", "p", "--score", "s", "--json"),
    ("compare", "bad.csv", "--truth", "t", "--pred", "t", "--pred", f"{ESCAPE}p"),
    ("gate", "d.csv", *TP, *GATE),
    ("gate", "d.csv", *TP, *GATE, "--json"),
    ("gate", "d.csv", *TP, "--gates", "gates.toml", "--json", "-"),
    ("gate", "d.csv", *TP, "--metric", "f_beta", "--option", "beta=2", "--min", "0"),
    ("gate", "d.csv", *TP, "--metric", "expected_cost", "--option", "cost=[[0,1],[5,0]]", "--max", "9"),
    ("gate", "d.csv", *TP, "--metric", "gwet_ac2", "--weights", "linear", "--min=-1"),
    ("gate", "d.csv", *TS, "--metric", "precision_at_k", "--option", "k=5", "--min", "0"),
    ("gate", "bad.csv", "--truth", "t", "--pred", f"{ESCAPE}p", "--metric", "accuracy", "--min", "0"),
    ("agree", "d.csv", "--raters", "t,p"),
    ("agree", "d.csv", "--raters", "t,p", "--json"),
    ("judge", "d.csv", "--judge", "p", "--human", "t"),
    ("judge", "d.csv", "--judge", "p", "--human", "t", "--json"),
    ("explain", "d.csv", *TP),
    ("explain", "d.csv", *TS, "--html", "-"),
    ("explain", "bad.csv", "--truth", "t", "--pred", f"{ESCAPE}p", "--weights", "none"),
    ("explain", "bad.csv", "--truth", "t", "--pred", f"{ESCAPE}p", "--weights", "none", "--json"),
    ("report", "d.csv", "--truth", "s", "--pred", "x", "--task", "continuous", "--by", "g", "--html", "-"),
    ("gate", "d.csv", "--truth", "s", "--pred", "x", "--metric", "concordance_correlation", "--min=-1"),
    ("gate", "d.csv", "--truth", "h", "--pred", "g", "--metric", "pearson_correlation", "--min=-1", "--use", "lower"),
    ("compare", "d.csv", "--truth", "s", "--pred", "x", "--pred", "f", "--metric", "concordance_correlation"),
    ("cutpoints", "d.csv", "--truth", "g", "--score", "x", "--json"),
    ("threshold", "d.csv", *TS, "--metric", "f1", "--json", "-"),
    ("metrics",),
    ("metrics", "kappa", "--json"),
    ("plan", "proportion", "--expected", "0.9", "--width", "0.05", "--json"),
    ("plan", "labels", "--judged", "4000", *LABELS, "--half-width", "0.02", "--json"),
    ("plan", "pilot", "d.csv", *TP, "--metric", "accuracy", "--width", "0.4", "--runs", "50", "--json"),
    ("predict", "--help"),
    ("report", "one.csv", *TP),
    ("report", "one.csv", *TS),
    (f"report\t{ESCAPE}.csv", "--truth", "t", "--pred", "p"),
]
FAILED: list[tuple[str, ...]] = [
    ("gate", "d.csv", *TP, "--metric", "accuracy", "--min", "1"),
    ("gate", "one.csv", *TP, "--labels", "0,1", "--metric", "cohen_kappa", "--min", "0"),
    ("gate", "d.csv", *TS, "--metric", "recall", "--min", "1", "--json"),
]
BAD: list[tuple[str, ...]] = [
    ("watch", "d.csv", "--store", "d.csv", *TP, "--once"),
    ("watch", "bad.csv", "--store", "../none", "--truth", "t", "--pred", f"{ESCAPE}p", "--once"),
    ("watch", "nan.csv", "--store", "../nans", *TS, "--labels", "0,1", "--once"),
    ("watch", "no.parquet", "--store", "../none", *TP, "--once"),
    ("monitor", "d.csv"),
    ("monitor", "no.parquet", "--window", "1d"),
    ("monitor", "gone", "--alert", f"{ESCAPE} drop 1"),
    ("reprt",),
    ("agree", "d.csv", "--raters", ESCAPE),
    ("agree", "d.csv"),
    ("judge", "d.csv", "--judge", "p", "--human", ESCAPE),
    ("judge", "d.csv"),
    (ESCAPE,),
    ("report", f"no{ESCAPE}.csv", *TP),
    ("report", "d.csv", "--truth", ESCAPE, "--pred", "p"),
    ("report", "bad.csv", "--truth", "t"),
    ("report", "d.csv", *TP, f"--{ESCAPE}"),
    ("report", "d.csv", *TP, "--labels", ESCAPE),
    ("report", "d.csv", *TP, "--pos-label", ESCAPE),
    ("report", "nofile.csv", *TP),
    ("report", "d.csv", "d.csv", *TP),
    ("report", "d.csv", "link.csv", *TP),
    ("report", "d.csv", "hard.csv", *TP),
    ("report", "d*.csv", "d.csv", *TP),
    ("report", "d.csv", "--truth", "t", "--score", "s", "--score", "p"),
    ("report", "d.csv", *TP, "--html", "x.pdf"),
    ("report", "d.csv", *TP, "--html", f"{'x' * 300}.html"),
    ("report", "d.csv", *TP, "--html", "x\0.html"),
    ("report", "d.csv", *TP, "--html", f"no{ESCAPE}/x.html"),
    ("report", "d.csv", *TP, "--html", "-", "--json", "-"),
    ("report", "d.csv", *TP, "--html", "/dev/full"),
    ("report", "d.csv", *TP, "--level", "0.9999999999999999"),
    ("report", "d.csv", *TP, "--level", "nan"),
    ("report", "d.csv", *TP, "--task", ESCAPE),
    *(("report", name, *TP) for name in ("empty.csv", "rows.csv", "nan.csv", "no.parquet", "bad\udcff.csv")),
    *(("report", name, *TS) for name in ("nan.csv", "text.csv", "deep.json")),
    ("report", "d.csv", "--truth", "x", "--pred", "p"),
    ("report", "text.csv", *TP, "--task", "continuous"),
    ("gate", "d.csv", "--truth", "s", "--pred", "x", *GATE),
    ("compare", "d.csv", "--truth", "t", "--pred", "p"),
    ("compare", "d.csv", "--truth", "t", "--pred", "p", "--pred", "s"),
    ("compare", "text.csv", "--truth", "t", "--pred", "p", "--pred", ESCAPE),
    ("compare", "d.csv", "--truth", "t", "--pred", "p", "--pred", "f", "--metric", "f_beta"),
    ("gate", "d.csv", *TP, "--metric", "f_beta", "--min", "0"),
    ("gate", "d.csv", *TP, "--metric", "f_beta", "--option", "beta=()", "--min", "0"),
    ("gate", "d.csv", *TP, "--metric", "f_beta", "--option", "beta=1", "--option", "beta=2", "--min", "0"),
    ("gate", "d.csv", *TP, "--metric", "f_beta", "--option", f"beta={'(' * 5000}", "--min", "0"),
    ("gate", "d.csv", *TP, "--metric", "cohen_kappa", "--weights", "none", "--option", "weights=linear", "--min", "0"),
    ("gate", "d.csv", *TP, "--metric", "f1", "--average", "none", "--min", "0"),
    ("gate", "d.csv", *TP, "--metric", ESCAPE, "--min", "0"),
    ("gate", "d.csv", *TP, "--metric", "specificity", "--min", "2", "--metric", "recall"),
    ("gate", "d.csv", "--truth", "t", "--pred", "p", "--pred", "f", *GATE),
    ("gate", "d.csv", *TP, "--metric", "accuracy", "--min", "nan"),
    ("gate", "d.csv", *TP, "--gates", "gates.toml", "--min", "0.99"),
    ("gate", "d.csv", *TP, "--gates", "gates.toml", "--option", "beta=1"),
    ("gate", "d.csv", *TP, "--gates", "bad.toml"),
    ("gate", "d.csv", *TP, "--gates", "cut.toml"),
    ("gate", "d.csv", *TP, "--gates", "."),
    ("gate", "d.csv", *TP, *GATE, "--json", "d.csv"),
    ("explain", "d.csv", *TP, "--plot", "-"),
    ("explain", "three.csv", *TP),
    ("cutpoints", "d.csv", "--truth", "g", "--score", "x", "--metric", "f_beta"),
    ("cutpoints", "d.csv", "--truth", "g", "--score", "x", "--plot", "d.csv"),
    ("threshold", "d.csv", *TS, "--metric", "f_beta"),
    ("threshold", "d.csv", *TS, "--metric", "f1", "--constraint", ESCAPE),
    ("predict", "d.csv", "--score", "s", "--rule", "deep.json"),
    ("predict", "d.csv", "--score", "s", "--rule", "rule.json"),
    ("predict", "d.csv", "--score", "s", "--rule", "x\0"),
    ("predict", "d.csv", "--score", "s", "--rule", "d.csv"),
    ("metrics", ESCAPE),
    ("metrics", "--json", "kappa"),
    ("plan", "proportion", "--expected", "0.9", "--expected", "0.8", "--width", "0.05"),
    ("plan", "proportion", "--expected", "nan", "--width", "0.05"),
    ("plan", "labels", "--judged", "4000", *LABELS, "--half-width", "2"),
    ("plan", "kappa", "--table", ESCAPE, "--width", "0.1"),
    ("plan", "pilot", "d.csv", *TP, "--metric", "f_beta", "--width", "0.4"),
]


def lines() -> Iterator[object]:
    for code, table in ((0, GOOD), (1, FAILED), (2, BAD)):
        for line in table:
            words = (*line[0].split("\t"), *line[1:])
            yield pytest.param(words, code, id=f"{code}: {' '.join(words)}"[:70].encode("unicode_escape").decode())


@pytest.mark.parametrize(("words", "code"), list(lines()))
def test_every_line_keeps_the_contract(run: Run, untouched: Path, words: tuple[str, ...], code: int) -> None:
    kept(run(*words), code)


@pytest.mark.parametrize("words", [line for line in [*GOOD, *BAD] if any(ESCAPE in word for word in line)])
def test_no_control_character_reaches_a_screen(on_screen: Run, untouched: Path, words: tuple[str, ...]) -> None:
    ran = on_screen(*words[0].split("\t"), *words[1:])
    kept(Ran(ran.code, ran.out.replace("\t", ""), ran.err))


def commands() -> dict[str, typer.core.TyperCommand]:
    """Every command by its words."""
    found = {}

    def walk(group: typer.core.TyperGroup, words: tuple[str, ...]) -> None:
        for name, one in group.commands.items():
            if isinstance(one, typer.core.TyperGroup):
                walk(one, (*words, name))
            else:
                found[" ".join((*words, name))] = one

    walk(typer.main.get_command(app_module.app), ())  # type: ignore[arg-type]
    return found


COMMANDS = commands()


def test_every_command_is_checked_and_stands_in_the_table() -> None:
    tried = {" ".join(line) for line in [*GOOD, *BAD]}
    for name, command in COMMANDS.items():
        assert isinstance(command, checked_command.CheckedCommand), name
        assert any(line.startswith(name.split()[0]) for line in tried), name


@pytest.mark.parametrize("name", list(COMMANDS))
def test_an_option_with_one_value_is_given_once(run: Run, untouched: Path, name: str) -> None:
    for param in COMMANDS[name].params:
        if param.multiple or getattr(param, "is_flag", False) or not param.opts[0].startswith("-"):
            continue
        ran = run(*name.split(), param.opts[0], "1", param.opts[0], "2")
        kept(ran, 2)
        assert f"{param.opts[0]} is given 2 times" in ran.err


OUTPUTS = [
    (name, param.opts[0])
    for name, command in COMMANDS.items()
    for param in command.params
    if "OUT" in str(getattr(param, "metavar", ""))
]


def test_every_output_is_known() -> None:
    assert {option for _, option in OUTPUTS} == {f"--{name}" for name in checked_command._OUTPUTS}


@pytest.mark.parametrize(
    ("name", "option"), [pair for pair in OUTPUTS if "files" in {p.name for p in COMMANDS[pair[0]].params}]
)
@pytest.mark.parametrize("place", ["d.csv", "link.csv", "hard.csv", "./../contract0/d.csv"])
def test_no_output_is_an_input(run: Run, untouched: Path, name: str, option: str, place: str) -> None:
    place = place.replace("contract0", untouched.name)
    ran = run(*name.split(), "d.csv", option, place, *(("--metric", "accuracy") if name == "plan pilot" else ()))
    kept(ran, 2)
    assert "would replace what is read" in ran.err


@pytest.mark.parametrize("option", ["--rule", "--gates"])
def test_no_output_is_a_rule(run: Run, untouched: Path, option: str) -> None:
    place = {"--rule": "rule.json", "--gates": "gates.toml"}[option]
    words = {
        "--rule": ("predict", "d.csv", "--score", "s", "--rule", place, "--out", place),
        "--gates": ("gate", "d.csv", *TP, "--gates", place, "--json", place),
    }[option]
    ran = run(*words)
    kept(ran, 2)
    assert "would replace what is read" in ran.err


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (RuntimeError("odd"), "unexpected RuntimeError: odd. This is a bug in Concordant; --debug shows where."),
        (
            BaseException("panic"),
            "unexpected BaseException: panic. This is a bug in Concordant; --debug shows where.",
        ),
        (SystemExit(1), "it ended without a message"),
        (MemoryError(), "there is not enough memory for this."),
        (RecursionError("deep"), "unexpected RecursionError: deep. This is a bug"),
        (OSError(28, "No space left on device", "x.csv"), "x.csv: No space left on device."),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid"), "unexpected UnicodeDecodeError: "),
    ],
)
def test_no_error_looks_like_a_failed_gate(
    run: Run, untouched: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, said: str
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("concordant.sources.batches.first_rows", broken)
    ran = run("gate", "d.csv", *TP, *GATE)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"concordant: {said}")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="devices of Linux")
@pytest.mark.parametrize("to", [">&-", "> /dev/full", ">&- 2>&-"])
def test_a_stdout_that_takes_nothing_is_2(untouched: Path, to: str) -> None:
    call = f'"{sys.executable}" -m concordant gate d.csv {" ".join((*TP, *GATE))} {to}'
    done = subprocess.run(["sh", "-c", call], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == (0 if "2>" in to else 1)
    assert "Traceback" not in done.stderr


def test_a_sign_that_the_encoding_lacks_is_written_out(process: Run, tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    path.write_text("t,p\nä,ä\nb,b\n", encoding="utf-8")
    ran = process("report", path, *TP, PYTHONIOENCODING="ascii")
    assert (ran.code, ran.err) == (0, "")
    assert r"\xe4" in ran.out


def test_words_are_printed_in_one_place() -> None:
    """What is printed past `say`, `say_data` and `tell` could hold a control character of somebody's label."""
    folder = Path(app_module.__file__).parent
    for path in folder.glob("*.py"):
        if path.name not in ("output.py", "__init__.py"):
            assert not re.search(r"(?<![.\w])print\(|std(out|err)\.write\(", path.read_text("utf-8")), path.name
