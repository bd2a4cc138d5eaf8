"""Everything a user can mend: exit code 2, one line that says how, no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Ran, Run

Csv = Callable[..., Path]

ROWS = "truth,pred,score,word\na,a,0.1,x\nb,a,0.7,y\nb,b,0.8,NA\n"


def said(ran: Ran) -> str:
    """The one line of an error."""
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("concordant: ")
    assert ran.err.endswith("\n")
    assert ran.err.count("\n") == 1
    return ran.err.removeprefix("concordant: ").rstrip("\n")


def test_no_such_file(run: Run, csv: Csv) -> None:
    path = csv(ROWS, "results.csv")
    wrong = path.with_name("result.csv")
    assert said(run("report", wrong, "--truth", "truth", "--pred", "pred")) == (
        f"no such file: {wrong}; did you mean {path}?"
    )


@pytest.mark.parametrize("name", ["roc_auc", "auc", "qwk", "f1_score"])
@pytest.mark.parametrize("command", ["score", "report", "explain"])
def test_a_metric_in_the_place_of_a_file(run: Run, csv: Csv, command: str, name: str) -> None:
    ran = run(command, name, csv("t,s\n1,.5\n"), "--truth", "t", "--score", "s")
    assert ran.code == 2
    assert f"no such file: {name}" in ran.err
    assert f"--metric {name}" in ran.err


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a file system that no one can add a file to")
@pytest.mark.parametrize(("option", "file"), [("--html", "/proc/x.html"), ("--json", "/proc/self/x.json")])
def test_a_place_that_cannot_be_written_is_found_before_any_work(run: Run, option: str, file: str) -> None:
    ran = run("report", "absent.csv", "--truth", "t", "--pred", "p", option, file)
    assert ran.code == 2
    assert f"{option} {file}: the folder" in ran.err
    assert "may not be written to" in ran.err


def test_no_such_column(run: Run, csv: Csv) -> None:
    path = csv(ROWS)
    assert said(run("report", path, "--truth", "trth", "--pred", "pred")) == (
        f"{path}: no column 'trth'; did you mean 'truth'?"
    )
    assert said(run("report", path, "--truth", "truth", "--score", "scor")) == (
        f"{path}: no column 'scor'; did you mean 'score'?"
    )
    assert said(run("report", path, "--truth", "truth", "--score", "q*")) == (
        "--score 'q*' matches no column; the columns are: truth, pred, score, word."
    )


def test_text_where_numbers_are_needed(run: Run, csv: Csv) -> None:
    path = csv("truth,score,w\na,0.5,1\nb,NA,2\nb,high,3\n")
    expected = "--score score: numbers are needed, but row 3 holds 'high'. Say --na high if it means missing."
    assert said(run("report", path, "--truth", "truth", "--score", "score")) == expected
    assert said(run("explain", path, "--truth", "truth", "--score", "score")) == expected
    path = csv("truth,pred,w\na,a,1\nb,b,heavy\n")
    assert said(run("report", path, "--truth", "truth", "--pred", "pred", "--weight", "w")) == (
        "--weight w: numbers are needed, but row 2 holds 'heavy'. Say --na heavy if it means missing."
    )


def test_empty_file_and_file_without_rows(run: Run, csv: Csv) -> None:
    path = csv("")
    assert said(run("report", path, "--truth", "a", "--pred", "b")) == f"{path} is empty: it holds no rows."
    path = csv("a,b\n")
    assert said(run("report", path, "--truth", "a", "--pred", "b")) == f"{path}: no rows, only names of columns."


def test_one_class_only(run: Run, csv: Csv) -> None:
    path = csv("a,b\nyes,1\nyes,2\n")
    line = said(run("report", path, "--truth", "a", "--score", "b"))
    assert line.startswith("a holds one class only, 'yes'")
    assert "--labels a,b,c" in line


def test_all_missing(run: Run, csv: Csv) -> None:
    path = csv("a,b\n1,\n0,\n")
    assert said(run("report", path, "--truth", "a", "--pred", "b", "--missing", "drop")) == (
        "column 'b' has no value in any of its 2 rows: all are missing."
    )
    assert said(run("report", csv("a,b\n1,\n,0\n"), "--truth", "a", "--pred", "b", "--missing", "drop")) == (
        "no row is complete: of 2 rows, 2 have a missing value in one of a, b."
    )


def test_options_that_are_forgotten_come_with_the_columns(run: Run, csv: Csv) -> None:
    path = csv(ROWS)
    assert said(run("report")) == "name a file: concordant report FILE --truth COL --pred COL, or try --example."
    assert said(run("report", path, "--pred", "pred")) == (
        "--truth COL says which column holds the truth (or the first rater); the columns are: truth, pred, score, word."
    )
    assert said(run("report", path, "--truth", "truth")) == (
        "--pred COL (predicted labels, or the second rater) or --score COL says what to compare it with; "
        "the columns are: truth, pred, score, word."
    )
    assert said(run("report", path, "--truth", "trut")) == f"{path}: no column 'trut'; did you mean 'truth'?"


def test_calls_that_are_wrong_point_to_the_help(run: Run, csv: Csv) -> None:
    path = csv(ROWS)
    line = said(run("report", path, "--truth", "truth", "--prd", "pred"))
    assert line.startswith("no such option: --prd")
    assert "--pred" in line
    assert line.endswith("See concordant report --help.")
    assert said(run("report", path, "--truth")).startswith("option '--truth' requires an argument. See concordant")
    assert said(run("reprt")).startswith("no such command 'reprt'.")


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("--task", "regression", "--task regression: choose one of binary, multiclass, ordinal, continuous."),
        ("--missing", "skip", "--missing skip: choose one of raise, drop."),
        ("--labels", "a,c", "1 label occurs that --labels does not name: 'b'. Declared are: 'a', 'c'."),
        ("--labels", "a", "--labels names only 'a'; declare all classes, two or more."),
        (
            "--labels",
            "a,,b",
            "--labels 'a,,b': write the labels with commas between them, such as --labels low,mid,high.",
        ),
        ("--labels", "a,b,a", "--labels must be different from each other; repeated: 'a'."),
        ("--labels", "5..2", "--labels 5..2: a range goes from a smaller to a larger whole number."),
        ("--pos-label", "c", "--pos-label c is none of the labels 'a' and 'b'."),
        (
            "--html",
            "no/such/folder/x.html",
            "--html no/such/folder/x.html: the folder no/such/folder does not exist; make it first.",
        ),
        ("--json", ".", "--json .: that is a folder; name a file in it."),
        ("--json", "", "--json '': the name of the file is empty; name one that ends in .json."),
        ("--html", " ", "--html ' ': the name of the file is empty; name one that ends in .html or .htm."),
    ],
)
def test_values_of_options(run: Run, csv: Csv, option: str, value: str, expected: str) -> None:
    assert said(run("report", csv(ROWS), "--truth", "truth", "--pred", "pred", option, value)) == expected


def test_labels_of_another_type_than_the_column(run: Run, csv: Csv) -> None:
    path = csv("a,b,c\n1,1,true\n2,3,false\n")
    assert said(run("report", path, "--truth", "a", "--pred", "b", "--labels", "low,high")) == (
        "--labels low: column 'a' holds numbers (such as 1), and 'low' is not a number."
    )
    assert said(run("report", path, "--truth", "c", "--pred", "c", "--pos-label", "yes")) == (
        "--pos-label yes: column 'c' holds true and false."
    )


def test_unknown_example(run: Run) -> None:
    assert said(run("report", "--example", "brest")).startswith(
        "There is no example named 'brest'. Did you mean 'breast'?"
    )


def test_text_labels_without_an_order(run: Run, csv: Csv) -> None:
    path = csv("a,b\nlow,low\nmid,high\nhigh,high\n")
    line = said(run("explain", path, "--truth", "a", "--pred", "b"))
    assert "--labels a,b,c. Or take no weights: --weights none." in line
    assert run("explain", path, "--truth", "a", "--pred", "b", "--weights", "none").code == 0


def test_an_interrupt_is_quiet(run: Run, csv: Csv, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("concordant.sources.batches.first_rows", interrupted)
    ran = run("report", csv(ROWS), "--truth", "truth", "--pred", "pred")
    assert (ran.code, ran.out, ran.err) == (130, "", "")


def test_a_missing_typer_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("concordant.cli.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "typer", None)
    assert said(run("report", "--example")) == 'the command line needs typer: pip install "concordant[cli]"'


def test_missing_polars_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    assert said(run("report", "--example")) == 'reading files needs Polars: pip install "concordant[cli]"'


def test_own_mistakes_are_one_line_and_2_and_debug_shows_where(
    run: Run, csv: Csv, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        message = "a mistake\nof ours \x1b[31m"
        raise RuntimeError(message)

    monkeypatch.setattr("concordant.sources.batches.first_rows", broken)
    line = "unexpected RuntimeError: a mistake of ours \\x1b[31m. This is a bug in Concordant; --debug shows where."
    arguments = ["report", csv(ROWS), "--truth", "truth", "--pred", "pred"]
    assert said(run(*arguments)) == line
    ran = run(*arguments, "--debug")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Traceback (most recent call last):")
    assert ran.err.endswith(f"concordant: {line}\n")
    assert "\x1b" not in ran.err


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="pipes of POSIX")
@pytest.mark.parametrize("arguments", [["metrics", "--json"], ["--version"]])
def test_a_reader_that_leaves_is_no_error(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-c", "import sys; from concordant.cli import main; sys.exit(main())", *arguments],
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize(
    "words",
    [
        ("score", ""),
        ("report", "", "--html", "page.html"),
        ("gate", "", "--metric", "accuracy", "--min", "0.1"),
        ("compare", "d.csv", "", "--pred", "truth"),
        ("watch", "", "--store", "states", "--once"),
        ("watch", "d.csv", "--store", "", "--once"),
        ("monitor", ""),
        ("predict", "d.csv", "--score", "score", "--rule", ""),
    ],
)
def test_an_empty_name_is_not_this_folder(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("d.csv").write_text(ROWS)
    columns = () if words[0] in ("monitor", "predict") else ("--truth", "truth", "--pred", "pred")
    assert "is empty: name what is to be read" in said(run(*words, *columns))
    assert [path.name for path in tmp_path.iterdir()] == ["d.csv"]


TWO = ("--truth", "truth", "--pred", "pred")


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("score", *TWO, "--weight", ""), "--weight is empty"),
        (("score", "--truth", "truth", "--pred", ""), "--pred is empty"),
        (("report", *TWO, "--by", "truth", "--by", ""), "--by truth, has an empty name"),
        (("compare", *TWO, "--pred", ""), "--pred pred, has an empty name"),
        (("gate", "--raters", "", "--metric", "fleiss_kappa", "--min", "0"), "--raters is empty"),
        (("agree", "--raters", "truth,pred,"), "--raters truth,pred, has an empty name"),
        (("plan", "raters", "--raters", "truth,,pred"), "--raters truth,,pred has an empty name"),
        (("judge", "--judge", "pred", "--human", "truth,,pred"), "--human truth,,pred has an empty name"),
        (("report", "--truth", "truth", "--score", "pred,,truth"), "--score pred,,truth has an empty name"),
    ],
)
def test_an_empty_name_is_not_the_column_without_one(run: Run, csv: Csv, words: tuple[str, ...], option: str) -> None:
    place = 2 if words[0] == "plan" else 1
    ran = run(*words[:place], csv(",truth,pred\n0,a,a\n1,b,b\n2,b,a\n"), *words[place:])
    assert f"{option}: name a column." in " ".join(said(ran).split())


def test_what_stands_after_two_dashes_is_a_file(run: Run, csv: Csv, monkeypatch: pytest.MonkeyPatch) -> None:
    path = csv(ROWS)
    monkeypatch.chdir(path.parent)
    assert said(run("score", "--truth", "truth", "--pred", "pred", "--", path, "--json")).startswith(
        "no such file: --json;"
    )
    ran = run("score", "--truth", "truth", "--pred", "pred", "--json", "--", path)
    assert (ran.code, ran.out[:1]) == (0, "{")


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("gate", "d.csv", "--min", "70%"), "--min '70%': a number is needed, such as 0.7."),
        (("gate", "d.csv", "--min", "0,7"), "--min '0,7': a number is needed, such as 0.7."),
        (("report", "d.csv", "--level", ""), "--level '': a number is needed."),
        (("cutpoints", "d.csv", "--cv", "2.5"), "--cv '2.5': a whole number is needed."),
        (("plan", "proportion", "--expected", "90 %"), "--expected '90 %': a number is needed, such as 0.9."),
        (("plan", "proportion", "--expected", "0.9", "--width", "x"), "--width 'x': a number is needed."),
    ],
)
def test_what_is_no_number_is_named(run: Run, words: tuple[str, ...], what: str) -> None:
    assert said(run(*words)) == what


@pytest.mark.parametrize("command", [("score",), ("gate", "--min", "0.5"), ("compare", "--pred", "word")])
def test_an_unknown_metric_leads_to_the_list_in_the_terminal(run: Run, csv: Csv, command: tuple[str, ...]) -> None:
    line = (*command, csv(ROWS), "--truth", "truth", "--pred", "pred", "--metric", "qqqqqqqq")
    assert said(run(*line)) == "there is no metric 'qqqqqqqq'. See concordant metrics."
