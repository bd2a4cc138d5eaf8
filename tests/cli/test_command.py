"""
What holds for every line that anybody can type.

The exit code is 0, 1 from a gate that failed, or 2 with one line on stderr and nothing on stdout. No traceback, no
control character of a label, a column or a file reaches the screen, and no file that is read is changed.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO

import polars as pl
import pytest

from concordant.cli import app as app_module
from concordant.cli import command as checked_command
from concordant.cli import output
from concordant.cli.output import check_writable, safe, write_text, write_whole
from concordant.cli.wording import in_options, parse_labels
from concordant.errors import LabelError, OptionError

from .conftest import MAIN, Csv, Run, commands, kept

COMMANDS = dict(commands())

TP = ("--truth", "t", "--pred", "p")
GATE = ("--metric", "accuracy", "--min", "0.1")


def test_every_command_is_checked() -> None:
    assert [name for name, one in COMMANDS.items() if not isinstance(one, checked_command.CheckedCommand)] == []


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


def test_every_output_has_its_endings() -> None:
    assert {option for _, option in OUTPUTS} == set(output._ENDINGS)


@pytest.mark.parametrize(
    ("name", "option"), [pair for pair in OUTPUTS if "files" in {p.name for p in COMMANDS[pair[0]].params}]
)
@pytest.mark.parametrize("place", ["d.csv", "link.csv", "hard.csv", "./../contract0/d.csv"])
def test_no_output_is_an_input(run: Run, untouched: Path, name: str, option: str, place: str) -> None:
    place = place.replace("contract0", untouched.name)
    needed = [param.opts[0] for param in COMMANDS[name].params if param.required and param.opts[0].startswith("--")]
    ran = run(*name.split(), "d.csv", option, place, *(f"{one}=accuracy" for one in needed))
    kept(ran, 2)
    assert "would replace what is read" in ran.err


BUG = "This is a bug in Concordant; --debug shows where."


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (BaseException("a panic\nof ours \x1b[31m"), f"unexpected BaseException: a panic of ours \\x1b[31m. {BUG}"),
        (SystemExit(1), "it ended without a message"),
        (MemoryError(), "there is not enough memory for this."),
        (OSError(28, "No space left on device", "x.csv"), "x.csv: No space left on device."),
    ],
)
def test_no_error_looks_like_a_failed_gate_and_debug_shows_where(
    run: Run, untouched: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, message: str
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("concordant.report.batches.first_rows", broken)
    assert run("gate", "d.csv", *TP, *GATE).error == message
    ran = run("gate", "d.csv", *TP, *GATE, "--debug")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Traceback (most recent call last):")
    assert ran.err.endswith(f"concordant: {message}\n")
    assert "\x1b" not in ran.err


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
    """What is printed past `write_line`, `write_data` and `note` could hold a control character of somebody's label."""
    folder = Path(app_module.__file__).parent
    for path in folder.glob("*.py"):
        if path.name not in ("output.py", "__init__.py"):
            assert not re.search(r"(?<![.\w])print\(|std(out|err)\.write\(", path.read_text("utf-8")), path.name


# Errors


ROWS = "truth,pred,score,word\na,a,0.1,x\nb,a,0.7,y\nb,b,0.8,NA\n"
TWO = ("--truth", "truth", "--pred", "pred")


@pytest.mark.parametrize(("package", "work"), [("typer", "the command line"), ("polars", "reading files")])
def test_a_package_that_is_not_installed_is_named(
    run: Run, monkeypatch: pytest.MonkeyPatch, package: str, work: str
) -> None:
    for name in [name for name in sys.modules if name.startswith("concordant.cli.") and package == "typer"]:
        monkeypatch.delitem(sys.modules, name)  # imported once more, which fails before any other is
    monkeypatch.setitem(sys.modules, package, None)
    error = run("report", "--example").error.lower()
    assert error == f'{work} needs {package}: pip install "concordant[cli]"'


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a file system that no one can add a file to")
def test_a_place_that_cannot_be_written_is_found_before_any_work(run: Run) -> None:
    error = run("report", "absent.csv", "--truth", "t", "--pred", "p", "--html", "/proc/x.html").error
    assert error == "--html /proc/x.html: the folder /proc may not be written to."


def test_an_interrupt_is_quiet(run: Run, csv: Csv, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("concordant.report.batches.first_rows", interrupted)
    ran = run("report", csv(ROWS), *TWO)
    assert (ran.code, ran.out, ran.err) == (130, "", "")


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="pipes of POSIX")
@pytest.mark.parametrize("arguments", [["metrics", "--json"], ["--version"]])
def test_a_reader_that_leaves_is_no_error(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    line = [sys.executable, "-c", MAIN, *arguments]
    done = subprocess.run(line, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


# Messages in the words of options, and labels as typed


COLUMNS = {"y_true": "truth", "y_score": "score"}


@pytest.mark.parametrize(
    ("library", "command"),
    [
        ("Declare it: labels=[...].", "Declare it: --labels a,b,c."),
        ("declare labels=['x y', 'a,b'].", "declare --labels 'x y,\"a,b\"'."),
        ("declare labels=[negative, positive].", "declare --labels negative,positive."),
        ("say pos_label='no', or", "say --pos-label no, or"),
        ('say pos_label="it\'s", or', 'say --pos-label "it\'s", or'),
        ('drop such rows with missing="drop".', "drop such rows with --missing drop."),
        ("use task='multiclass' if", "use --task multiclass if"),
        ("only 'a' occurs in y_true", "only 'a' occurs in 'truth'"),
        ("the label 'y_true' stays", "the label 'y_true' stays"),
        ("y_true has 1 missing (the first in row 0)", "'truth' has 1 missing (the first in row 1)"),
    ],
)
def test_messages_speak_of_options(library: str, command: str) -> None:
    assert in_options(library, COLUMNS) == command


@pytest.mark.parametrize(
    ("typed", "column", "labels"),
    [
        (["1,2.5,3.0"], pl.Series([1.0]), [1, 2.5, 3]),
        (["-1..2"], pl.Series([1]), [-1, 0, 1, 2]),
        (["0..2"], pl.Series(["a"]), ["0", "1", "2"]),
        (["a, b ,c"], pl.Series(["a"]), ["a", "b", "c"]),
        (['"a,b",c'], pl.Series(["a"]), ["a,b", "c"]),
        (["a..b"], pl.Series(["a"]), ["a..b"]),
        (["false,true"], pl.Series([True]), [False, True]),
    ],
)
def test_labels_take_the_type_of_the_column(typed: list[str], column: pl.Series, labels: list[object]) -> None:
    parsed = parse_labels(typed, column)
    assert parsed == labels
    assert [type(label) for label in parsed] == [type(label) for label in labels]


@pytest.mark.parametrize("typed", ["", "a,", "0..99999999"])
def test_labels_that_are_no_list(typed: str) -> None:
    with pytest.raises(LabelError, match="--labels"):
        parse_labels([typed], pl.Series(["a"]))


# Files that are written


def test_a_file_is_replaced_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.txt"
    path.write_text("old")
    write_text(path, "new ü")
    assert path.read_text(encoding="utf-8") == "new ü"
    assert capsys.readouterr().err == f"wrote {path} (1 kB)\n"
    assert list(tmp_path.iterdir()) == [path]


def test_after_an_error_the_old_file_is_there_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("old")

    def half(beside: IO[bytes]) -> None:
        beside.write(b"ha")
        message = "the disk is full"
        raise RuntimeError(message)

    with pytest.raises(RuntimeError, match="the disk is full"):
        write_whole(path, half)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.html").write_text("old")
    (tmp_path / "link.html").symlink_to(tmp_path / "real.html")
    path = check_writable("--html", str(tmp_path / "link.html"))
    assert path is not None
    write_text(path, "new")
    assert (tmp_path / "link.html").is_symlink()
    assert (tmp_path / "real.html").read_text() == "new"


@pytest.mark.skipif(not Path(os.devnull).is_char_device(), reason="devices of POSIX")
def test_a_device_stays_a_device(capsys: pytest.CaptureFixture[str]) -> None:
    write_text(Path(os.devnull), "text")
    assert Path(os.devnull).is_char_device()
    assert capsys.readouterr().err == ""


def test_a_private_file_stays_private_and_a_new_one_is_as_usual(tmp_path: Path) -> None:
    private, plain, new = (tmp_path / name for name in ("private", "plain", "new"))
    private.touch(mode=0o600)
    plain.touch()
    for path in (private, new):
        write_text(path, "text")
    assert private.stat().st_mode & 0o777 == 0o600
    assert (private.read_text(), new.stat().st_mode) == ("text", plain.stat().st_mode)


def test_no_link_beside_the_place_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also not one whose name was guessed: the file beside is made anew, or not at all."""
    monkeypatch.setattr("secrets.token_hex", lambda _: "guessed")
    victim = tmp_path / "victim.txt"
    victim.write_text("precious")
    (tmp_path / ".concordant-guessed").symlink_to(victim)
    with pytest.raises(OptionError, match="cannot be written"):
        write_text(tmp_path / "x.html", "page")
    assert victim.read_text() == "precious"
    assert not (tmp_path / "x.html").exists()


@pytest.mark.parametrize(
    ("option", "name"), [("--html", "x.pdf"), ("--json", "x"), ("--plot", "-"), ("--out", "x.csv.gz")]
)
def test_nothing_is_written_into_a_file_that_is_named_as_something_else(option: str, name: str) -> None:
    with pytest.raises(OptionError, match="name a file that ends in"):
        check_writable(option, name)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("a\rb\tc\x7f", "a\\rb\\tc\\x7f"),
        ("\u202eright to left", "\\u202eright to left"),
        ("\udcff", "\\udcff"),
        ("größer 5\u00a0% …", "größer 5\u00a0% …"),
    ],
)
def test_no_control_character_is_shown(text: str, shown: str) -> None:
    assert safe(text) == shown
