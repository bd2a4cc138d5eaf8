"""
What holds for every line that anybody can type.

The exit code is 0, 1 from a gate that failed, or 2 with one line on stderr and nothing on stdout. No traceback, no
control character of a label, a column or a file reaches the screen, and no file that is read is changed.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import polars as pl
import pytest
import typer

from concordant.cli import app as app_module
from concordant.cli import command as checked_command
from concordant.cli import output
from concordant.cli.output import check_writable, safe, write_text, write_whole
from concordant.cli.wording import in_options, parse_labels
from concordant.errors import LabelError, OptionError

from .conftest import MAIN, Csv, Ran, Run, kept

ESCAPE = "\x1b]0;OWNED\x07\x1b[31m"
TP = ("--truth", "t", "--pred", "p")
TS = ("--truth", "t", "--score", "s")
GATE = ("--metric", "accuracy", "--min", "0.1")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of all kinds, good and hostile."""
    path = tmp_path_factory.mktemp("contract")
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
    (path / "rows.csv").write_text("t,p,s\n")
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
def untouched(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder as the place to be; afterwards every file is what it was, and no other file is there."""
    monkeypatch.chdir(folder)
    before = {path.name: (path.is_symlink(), path.read_bytes()) for path in folder.iterdir()}
    yield folder
    after = {path.name: (path.is_symlink(), path.read_bytes()) for path in folder.iterdir()}
    assert after == before


GOOD: list[tuple[str, ...]] = [
    ("watch", "d.csv", "--store", "../states", *TP, "--once"),
    ("watch", "bad.csv", "--store", "../odd", "--truth", "t", "--pred", "t", "--labels", f"b,{ESCAPE}red", "--once"),
    ("report", "d.csv", *TP, "--json", "/dev/null", "--html", "/dev/null"),
    ("report", "huge.csv", *TS),
    ("report", "bad.csv", "--truth", "t", "--pred", f"{ESCAPE}p"),
    ("score", "bad.csv", "--truth", "t", "--pred", f"{ESCAPE}p", "--ignore-case", "--strip", "--na", ESCAPE),
    ("compare", "bad.csv", "--truth", "t", "--pred", "t", "--pred", f"{ESCAPE}p"),
    ("gate", "d.csv", *TP, "--metric", "expected_cost", "--option", "cost=[[0,1],[5,0]]", "--max", "9"),
    ("gate", "bad.csv", "--truth", "t", "--pred", f"{ESCAPE}p", "--metric", "accuracy", "--min", "0"),
    ("explain", "bad.csv", "--truth", "t", "--pred", f"{ESCAPE}p", "--weights", "none", "--json"),
    ("report", "d.csv", "--truth", "s", "--pred", "x", "--task", "continuous", "--by", "g", "--html", "-"),
    ("gate", "d.csv", "--truth", "h", "--pred", "g", "--metric", "pearson_correlation", "--min=-1", "--use", "lower"),
    ("report", "one.csv", *TS),
    (f"report\t{ESCAPE}.csv", "--truth", "t", "--pred", "p"),
]
FAILED: list[tuple[str, ...]] = [
    ("gate", "one.csv", *TP, "--labels", "0,1", "--metric", "cohen_kappa", "--min", "0"),
    ("gate", "d.csv", *TS, "--metric", "recall", "--min", "1", "--json"),
]
BAD: list[tuple[str, ...]] = [
    ("watch", "d.csv", "--store", "d.csv", *TP, "--once"),
    ("watch", "bad.csv", "--store", "../none", "--truth", "t", "--pred", f"{ESCAPE}p", "--once"),
    ("monitor", "no.parquet", "--window", "1d"),
    ("monitor", "gone", "--alert", f"{ESCAPE} drop 1"),
    ("agree", "d.csv", "--raters", ESCAPE),
    ("judge", "d.csv", "--judge", "p", "--human", ESCAPE),
    (ESCAPE,),
    ("report", f"no{ESCAPE}.csv", *TP),
    ("report", "d.csv", "--truth", ESCAPE, "--pred", "p"),
    ("report", "bad.csv", "--truth", "t"),
    ("report", "d.csv", *TP, f"--{ESCAPE}"),
    ("report", "d.csv", *TP, "--labels", ESCAPE),
    ("report", "d.csv", "link.csv", *TP),
    ("report", "d*.csv", "d.csv", *TP),
    ("report", "d.csv", *TP, "--html", f"{'x' * 300}.html"),
    ("report", "d.csv", *TP, "--html", "x\0.html"),
    ("report", "d.csv", *TP, "--html", f"no{ESCAPE}/x.html"),
    ("report", "d.csv", *TP, "--html", "-", "--json", "-"),
    ("report", "d.csv", *TP, "--html", "/dev/full"),
    ("report", "d.csv", *TP, "--level", "0.9999999999999999"),
    *(("report", name, *TP) for name in ("empty.csv", "rows.csv", "nan.csv", "no.parquet", "bad\udcff.csv")),
    *(("report", name, *TS) for name in ("nan.csv", "text.csv", "deep.json")),
    ("compare", "text.csv", "--truth", "t", "--pred", "p", "--pred", ESCAPE),
    ("gate", "d.csv", *TP, "--metric", "f_beta", "--option", "beta=()", "--min", "0"),
    ("gate", "d.csv", *TP, "--metric", "f_beta", "--option", "beta=1", "--option", "beta=2", "--min", "0"),
    ("gate", "d.csv", *TP, "--metric", "f_beta", "--option", f"beta={'(' * 5000}", "--min", "0"),
    ("gate", "d.csv", *TP, "--metric", "cohen_kappa", "--weights", "none", "--option", "weights=linear", "--min", "0"),
    ("gate", "d.csv", *TP, "--metric", ESCAPE, "--min", "0"),
    ("gate", "d.csv", *TP, "--gates", "bad.toml"),
    ("gate", "d.csv", *TP, "--gates", "cut.toml"),
    ("threshold", "d.csv", *TS, "--metric", "f1", "--constraint", ESCAPE),
    ("predict", "d.csv", "--score", "s", "--rule", "deep.json"),
    ("predict", "d.csv", "--score", "s", "--rule", "x\0"),
    ("metrics", ESCAPE),
    ("plan", "kappa", "--table", ESCAPE, "--width", "0.1"),
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
    by_words = {}

    def walk(group: typer.core.TyperGroup, words: tuple[str, ...]) -> None:
        for name in group.commands:
            command = group.get_command(None, name)
            if isinstance(command, typer.core.TyperGroup):
                walk(command, (*words, name))
            else:
                by_words[" ".join((*words, name))] = command

    walk(typer.main.get_command(app_module.app), ())  # type: ignore[arg-type]
    return by_words


COMMANDS = commands()


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


def test_no_output_is_a_rule(run: Run, untouched: Path) -> None:
    predict = run("predict", "d.csv", "--score", "s", "--rule", "rule.json", "--out", "rule.json")
    gate = run("gate", "d.csv", *TP, "--gates", "gates.toml", "--json", "gates.toml")
    assert all("would replace what is read" in ran.error for ran in (predict, gate))


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
PAIRS = "report FILE --truth a --pred b"
ERRORS = [
    ("report", "name a file: concordant report "),
    ("report FILE.csv --truth truth --pred pred", "no such file: FILE.csv; did you mean FILE?"),
    ("report --example brest", "There is no example named 'brest'. Did you mean 'breast'?"),
    ("report FILE --truth trut", "FILE: no column 'trut'; did you mean 'truth'?"),
    ("report FILE --truth truth --score q*", "--score 'q*' matches no column; the columns are: truth, pred,"),
    ("report FILE --pred p", "--truth COL says which column holds the truth (or the first rater)"),
    ("report FILE --truth truth", "--pred COL (predicted labels, or the second rater) or --score COL says what"),
    ("report FILE --truth truth --prd pred", "no such option: --prd"),
    ("report FILE --truth", "option '--truth' requires an argument. See concordant"),
    ("reprt", "no such command 'reprt'."),
    ("score --truth truth --pred pred -- FILE --json", "no such file: --json;"),
    ("score FILE --truth truth --pred pred --metric qq", "there is no metric 'qq'. See concordant metrics."),
    ("gate d.csv --min 70%", "--min '70%': a number is needed, such as 0.7."),
    ("report d.csv --level=", "--level '': a number is needed."),
]
ERRORS_OF_ROWS = [
    ("a,b\nyes,1\nyes,2\n", "report FILE --truth a --score b", "a holds one class only, 'yes'"),
    ("a,b\n1,\n0,\n", f"{PAIRS} --missing drop", "column 'b' has no value in any of its 2 rows: all are missing."),
    ("a,b\n1,1\n2,3\n", f"{PAIRS} --labels low,high", "3 labels occur that --labels does not name: '1', '2', '3'."),
    ("a,b\ntrue,true\n", f"{PAIRS} --pos-label yes", "--pos-label yes: column 'a' holds true and false."),
]


@pytest.mark.parametrize(("rows", "line", "message"), [*((ROWS, *error) for error in ERRORS), *ERRORS_OF_ROWS])
def test_an_error_names_what_was_meant(run: Run, csv: Csv, rows: str, line: str, message: str) -> None:
    file = str(csv(rows))
    assert run(*line.replace("FILE", file).split()).error.startswith(message.replace("FILE", file))


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--task", "regression", "choose one of binary, multiclass, ordinal, continuous."),
        ("--labels", "a,c", "1 label occurs that --labels does not name: 'b'. Declared are: 'a', 'c'."),
        ("--labels", "a,,b", "write the labels with commas between them, such as --labels low,mid,high."),
        ("--labels", "a,b,a", "--labels must be different from each other; repeated: 'a'."),
        ("--labels", "5..2", "a range goes from a smaller to a larger whole number."),
        ("--pos-label", "c", "--pos-label c is none of the labels 'a' and 'b'."),
        ("--html", "no/such/x.html", "--html no/such/x.html: the folder no/such does not exist; make it first."),
        ("--json", ".", "--json .: that is a folder; name a file in it."),
        ("--html", " ", "--html ' ': the name of the file is empty; name one that ends in .html or .htm."),
    ],
)
def test_an_error_names_the_option_and_its_value(run: Run, csv: Csv, option: str, value: str, message: str) -> None:
    assert run("report", csv(ROWS), *TWO, option, value).error.endswith(message)


@pytest.mark.parametrize("name", ["roc_auc", "qwk"])
@pytest.mark.parametrize("command", ["score", "explain"])
def test_a_metric_in_the_place_of_a_file(run: Run, csv: Csv, command: str, name: str) -> None:
    error = run(command, name, csv("t,s\n1,.5\n"), "--truth", "t", "--score", "s").error
    assert error.startswith(f"no such file: {name}. To name the metric, write --metric {name}.")


def test_text_labels_without_an_order_lead_to_no_weights(run: Run, csv: Csv) -> None:
    line = ("explain", csv("a,b\nlow,low\nmid,high\nhigh,high\n"), "--truth", "a", "--pred", "b")
    assert "--labels a,b,c. Or take no weights: --weights none." in run(*line).error
    assert run(*line, "--weights", "none").code == 0


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


def test_an_empty_name_is_not_this_folder(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("d.csv").write_text(ROWS)
    for words in (
        ("score", "", *TWO),
        ("watch", "d.csv", "--store", "", "--once", *TWO),
        ("monitor", ""),
        ("predict", "d.csv", "--score", "score", "--rule", ""),
    ):
        assert "is empty: name what is to be read" in run(*words).error, words
    assert [path.name for path in tmp_path.iterdir()] == ["d.csv"]


@pytest.mark.parametrize(
    ("words", "option"),
    [
        ("score FILE --truth truth --pred pred --weight=", "--weight is empty"),
        ("report FILE --truth truth --pred pred --by truth --by=", "--by truth, has an empty name"),
        ("gate FILE --raters= --metric fleiss_kappa --min 0", "--raters is empty"),
        ("plan raters FILE --raters truth,,pred", "--raters truth,,pred has an empty name"),
        ("report FILE --truth truth --score pred,,truth", "--score pred,,truth has an empty name"),
    ],
)
def test_an_empty_name_is_not_the_column_without_one(run: Run, csv: Csv, words: str, option: str) -> None:
    file = csv(",truth,pred\n0,a,a\n1,b,b\n2,b,a\n")
    error = run(*(file if word == "FILE" else word for word in words.split())).error
    assert error.startswith(f"{option}: name a column.")


# Messages in the words of options, and labels as typed


COLUMNS = {"y_true": "truth", "y_score": "score"}


@pytest.mark.parametrize(
    ("library", "command"),
    [
        ("Declare it: labels=[...].", "Declare it: --labels a,b,c."),
        ("declare labels=['x y', 'a,b'].", "declare --labels 'x y,\"a,b\"'."),
        ("declare labels=[negative, positive].", "declare --labels negative,positive."),
        ("say pos_label='no', or", "say --pos-label no, or"),
        ('say pos_label="it\'s", or', "say --pos-label 'it'\"'\"'s', or"),
        ('drop such rows with missing="drop".', "drop such rows with --missing drop."),
        ("use task='multiclass' if", "use --task multiclass if"),
        ("only 'a' occurs in y_true", "only 'a' occurs in 'truth'"),
        ("the label 'y_true' stays", "the label 'y_true' stays"),
        ("y_true has 1 missing (the first in row 0)", "'truth' has 1 missing (the first in row 1)"),
    ],
)
def test_messages_speak_of_options(library: str, command: str) -> None:
    assert in_options(library, COLUMNS) == command


def test_a_column_with_the_name_of_an_option_stays_a_column(run: Run, csv: Csv) -> None:
    file = csv("truth,score\n1,a\n0,b\n")
    error = run("report", file, "--truth", "truth", "--score", "score").error
    assert error.startswith("score must hold numbers, but row 1")


PYTHON = re.compile(r"\b[a-z_]+=|`|\bNone\b|\bTrue\b|\by_(true|pred|score)\b")
RATED = "a,b,c,y,s\n" + "".join(f"{k % 3},{(k + k % 2) % 3},{k % 2},{k % 2},0.{k % 10}\n" for k in range(30))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("judge FILE --judge a --human b,c --epsilon 3", "--epsilon must be a number at least 0 and below 1"),
        ("score FILE --truth a --pred b --metric f1 --average all", "--average all: choose one of binary, macro, "),
        (
            "plan kappa --expected 0.7 --width 0.1 --method foo",
            "--method foo: choose one of score, fisher, delta, logit.",
        ),
        ("plan proportion --expected 2 --width 0.1", "--expected must be a number between 0 and 1"),
        ("plan proportion --expected 0.9 --against 0.8 --alternative equivalence", "needs --margin, the greatest diff"),
        ("plan auc --expected 0.7 --width 0.1 --cluster-size 3", "--cluster-size needs --icc, how alike the rows"),
        ("plan raters --kappa 3 --half-width 0.1", "--kappa must be between 0 and 1"),
        ("report FILE --truth a --pred b --task continuous --labels 0,1", "leave out --labels and --pos-label."),
        ("threshold FILE --truth y --score s --metric f1 --cv 1", "at least 2, or 0 for no cross-validation, not 1."),
        ("cutpoints FILE --truth a --score s --cv 1", "--cv must be a whole number of folds"),
        ("agree FILE --unit a --rater b --label c", "--duplicates first, last, or runs, which takes"),
    ],
)
def test_errors_speak_no_python(run: Run, csv: Csv, line: str, message: str) -> None:
    file = str(csv(RATED))
    error = run(*line.replace("FILE", file).split()).error
    assert message in error
    assert not PYTHON.search(error.replace(file, "")), error


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
