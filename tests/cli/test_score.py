"""``concordant score``: numbers without a page, standard input, rules for labels, quiet, completion."""

from __future__ import annotations

import csv as csv_format
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from numpy.testing import assert_allclose
from sklearn.metrics import cohen_kappa_score, f1_score, recall_score

from concordant import cohen_kappa
from concordant.data import example

from .conftest import Run

Csv = Callable[..., Path]

UNCLEAN = "t,p,s,g\nYes,yes ,93%,a\nno,no,12%,a\nyes,yes,80%,b\nNo,yes,-9,b\n-9,no,50%,b\nno,no,1%,b\n"
RULES = ("--na=-9", "--strip", "--ignore-case", "--missing", "drop")
TP = ("--truth", "t", "--pred", "p")


@pytest.mark.parametrize("command", ["score", "report"])
def test_words_for_missing_are_asked_about(run: Run, csv: Csv, command: str) -> None:
    file = csv('t,p\na,a\n" ",b\nb,b\nNA,a\nn/a,b\nyes,Yes\n')
    ran = run(command, file, *TP)
    assert "does ' ' or 'NA' or 'n/a' mean that the label is missing? --na ' ' --na NA --na n/a takes it so." in ran.err
    assert "did you mean one label by 'Yes' and 'yes'? --ignore-case makes them one." in ran.err
    again = run(command, file, *TP, "--na", " ", "--na", "NA", "--na", "n/a", "--missing", "drop", "--ignore-case")
    assert "does '" not in again.err
    assert "did you mean" not in again.err


@pytest.mark.parametrize(
    ("task", "said", "metric"),
    [
        ("multiclass", "Multi-class, as asked for", "F1, mean over classes"),
        ("ordinal", "Ordinal, as asked for", "Quadratic weighted kappa"),
        ("continuous", "Continuous: ", "Lin's concordance correlation"),
    ],
)
def test_the_kind_of_data_can_be_named(run: Run, csv: Csv, task: str, said: str, metric: str) -> None:
    file = csv("t,p\n" + "".join(f"{k % 5},{(k * 7 + k // 4) % 5}\n" for k in range(60)))
    ran = run("score", file, *TP, "--task", task)
    assert ran.code == 0
    assert ran.err.startswith(said)
    assert metric in ran.out


@pytest.mark.parametrize("start", ["score", "report", "gate"])
@pytest.mark.parametrize("column", ["pred", "score"])
@pytest.mark.parametrize("labels", ["xy", "01", "ab"])
def test_weights_that_are_all_zero_are_named_as_the_cause(
    run: Run, csv: Csv, start: str, column: str, labels: str
) -> None:
    low, high = labels
    cells = {"pred": (low, high), "score": (0.2, 0.7)}[column]
    file = csv(f"t,{column},w\n{low},{cells[0]},0\n{high},{cells[1]},0\n{high},{cells[0]},0\n")
    more = ["--metric", "accuracy", "--min", "0"] if start == "gate" else []
    ran = run(start, file, "--truth", "t", f"--{column}", column, "--weight", "w", "--pos-label", high, *more)
    assert (ran.code, ran.out) == (2, "")
    assert "rows has a weight above zero: nothing can be evaluated." in ran.err


def test_a_line_a_metric_and_what_was_assumed_on_stderr(run: Run) -> None:
    ran = run("score", "--example", "ms", "--metric", "qwk", "--metric", "accuracy")
    assert ran.code == 0
    first, second = ran.out.splitlines()
    interval = cohen_kappa.interval(*_ms(), weights="quadratic")
    assert (
        first == f"Cohen's kappa (weights quadratic)  {interval.value:.4f}  {interval.low:.4f} to {interval.high:.4f}"
    )
    assert second.startswith("Accuracy                           0.4295  0.35")
    assert ran.err.startswith("Ordinal")


def _ms() -> tuple[Any, Any]:
    known = example("ms")
    with known.path.open() as file:
        rows = list(csv_format.DictReader(file))
    place = {str(label): k for k, label in enumerate(known.labels or ())}
    return [place[row[known.truth]] for row in rows], [place[row[str(known.pred)]] for row in rows]


def test_numbers_are_those_of_scikit_learn_in_all_forms(run: Run) -> None:
    y, p = _ms()
    theirs = {"cohen_kappa": cohen_kappa_score(y, p, weights="linear"), "f1": f1_score(y, p, average="macro")}
    line = ("score", "--example", "ms", "--metric", "kappa", "--metric", "f1", "--weights", "linear", "--quiet")
    ran = run(*line, "--json")
    assert ran.err == ""
    found = {one["metric"]: one for one in json.loads(ran.out)["metrics"]}
    assert found["cohen_kappa"]["options"] == {"weights": "linear"}  # which f1 does not have
    rows = list(csv_format.DictReader(io.StringIO(run(*line, "--csv").out)))
    for place, (name, value) in enumerate(theirs.items()):
        assert_allclose(found[name]["value"], value, rtol=1e-12)
        assert_allclose(float(rows[place]["value"]), value, rtol=1e-12)
        assert float(rows[place]["low"]) == found[name]["interval"]["low"]
    assert run(*line, "--no-interval").out.splitlines()[1].split() == [
        "F1",
        "(average",
        "macro)",
        f"{theirs['f1']:.4f}",
    ]


def test_without_a_metric_those_of_the_page(run: Run) -> None:
    titles = run("score", "--example", "breast", "--quiet").out
    assert all(word in titles for word in ("ROC AUC", "F1", "Brier score"))


def test_groups_are_taken_by_the_labels_of_the_whole(run: Run, csv: Csv) -> None:
    path = csv("t,p,g\n1,1,a\n0,1,a\n1,0,b\n1,1,b\n")
    ran = run("score", path, *TP, "--metric", "recall", "--by", "g", "--json", "--quiet")
    data = json.loads(ran.out)
    assert data["metrics"][0]["value"] == recall_score([1, 0, 1, 1], [1, 1, 0, 1])
    assert {one["group"]: one["metrics"][0]["value"] for one in data["groups"]} == {"a": 1.0, "b": 0.5}


def test_an_undefined_number_says_why_and_csv_leaves_it_empty(run: Run, csv: Csv) -> None:
    path = csv("t,p\n0,0\n0,0\n")
    line = ("score", path, *TP, "--labels", "0,1", "--metric", "recall", "--quiet")
    assert run(*line).out.startswith("Recall  undefined: ")
    assert run(*line, "--csv").out.splitlines()[1].startswith("recall,,,,,")


@pytest.mark.parametrize(
    ("content", "more"),
    [
        (b"t,p\n1,1\n0,1\n1,1\n", ()),
        (b"t\tp\n1\t1\n0\t1\n1\t1\n", ()),
        (b'{"t": 1, "p": 1}\n{"t": 0, "p": 1}\n{"t": 1, "p": 1}\n', ()),
    ],
)
def test_standard_input_is_a_file(
    run: Run, monkeypatch: pytest.MonkeyPatch, content: bytes, more: tuple[str, ...]
) -> None:
    for command in (("score", "-", "--metric", "precision", "--json"), ("report", "-", "--json")):
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(content), isatty=lambda: False))
        ran = run(*command, *TP, "--quiet", *more)
        assert ran.code == 0, ran.err
        assert json.loads(ran.out)["source"] == "stdin"


def test_standard_input_is_named_in_errors(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def given(content: bytes, *, terminal: bool = False) -> str:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(content), isatty=lambda: terminal))
        ran = run("score", "-", *TP)
        assert (ran.code, ran.out) == (2, "")
        return ran.err

    assert given(b"") == "concordant: standard input is empty: the command before the pipe printed nothing.\n"
    assert "nothing is piped into it" in given(b"", terminal=True)
    assert given(b"truth,p\n1,1\n").startswith("concordant: stdin: no column 't'")
    assert "If that is a row of data, write a line with the names" in given(b"a,1\nb,2\n")
    assert "iconv" in given(b"t,p\n\xe9,1\n")
    ran = run("score", "-", "-", *TP)
    assert "can be read once" in ran.err


def test_rules_for_labels_hold_for_every_command_that_reads(run: Run, csv: Csv) -> None:
    path = csv(UNCLEAN)
    base = (path, *TP, *RULES)
    page = json.loads(run("report", *base, "--json").out)
    assert (page["labels"], page["n"], page["n_missing"]) == (["no", "yes"], 5, 1)
    assert json.loads(run("score", *base, "--metric", "f1", "--json").out)["metrics"][0]["value"] == 0.8
    assert run("gate", *base, "--metric", "f1", "--min", "0.7").code == 0
    panel = json.loads(run("agree", path, "--raters", "t,p", *RULES[:3], "--json").out)
    assert panel["labels"] == ["no", "yes"]


def test_a_declared_spelling_wins_and_unclean_labels_are_pointed_out(run: Run, csv: Csv) -> None:
    path = csv(UNCLEAN)
    declared = run("report", path, *TP, *RULES, "--labels", "No,YES", "--json")
    assert json.loads(declared.out)["labels"] == ["No", "YES"]
    said = run("score", path, *TP, "--metric", "accuracy").err
    assert "did you mean one label by 'Yes' and 'yes' and 'yes '? --strip --ignore-case makes them one." in said


def test_models_that_are_compared_are_asked_about_too(run: Run, csv: Csv) -> None:
    path = csv("t,a,b\n" + "cat,cat ,CAT\ndog,dog,dog\n" * 20)
    said = run("compare", path, "--truth", "t", "--pred", "a", "--pred", "b", "--metric", "accuracy").err
    assert "did you mean one label by 'CAT' and 'cat' and 'cat '? --strip --ignore-case makes them one." in said


def test_of_many_labels_in_two_spellings_some_are_named(run: Run, csv: Csv) -> None:
    path = csv("t,p\n" + "".join(f"label {k},Label {k}\n" for k in range(40)))
    said = run("score", path, *TP, "--metric", "accuracy").err
    assert said.count("did you mean one label by") == 5
    assert "35 other labels come in several spellings, too: --ignore-case makes each of them one." in said


@pytest.mark.parametrize(
    ("second", "named"),
    [("yes", ["--ignore-case"]), ("Yes ", ["--strip"]), ("yes ", ["--strip", "--ignore-case"])],
)
def test_the_options_that_a_question_names_answer_it(run: Run, csv: Csv, second: str, named: list[str]) -> None:
    path = csv(f"t,p\nYes,Yes\n{second},Yes\nno,no\nYes,no\n")
    line = ("score", path, *TP, "--metric", "accuracy")
    assert f"did you mean one label by 'Yes' and {second!r}? {' '.join(named)} makes them one." in run(*line).err
    answered = run(*line, *named, "--json")
    assert "did you mean" not in answered.err
    assert json.loads(answered.out)["metrics"][0]["value"] == 0.75


def test_a_column_without_a_name_is_listed(run: Run, csv: Csv) -> None:
    said = run("score", csv(",t,p\n0,a,a\n1,b,a\n")).err
    assert said.endswith("the columns are: '' (without a name), t, p.\n")


def test_numbers_with_signs_and_words_name_the_next_step(run: Run, csv: Csv) -> None:
    percent = run("score", csv(UNCLEAN), "--truth", "t", "--score", "s", *RULES)
    assert percent.err.endswith("row 1 holds '93%'. Write shares without the sign, 0.93 for 93%.\n")
    word = csv("t,s\n1,0.9\n0,unknown\n1,0.4\n0,0.1\n", "word.csv")
    line = ("score", word, "--truth", "t", "--score", "s", "--metric", "auc", "--missing", "drop", "--quiet")
    assert run(*line).err.endswith("Say --na unknown if it means missing.\n")
    assert run(*line, "--na", "unknown").out.startswith("ROC AUC  1.0000")
    dates = csv("t,s\n1,03.01.2026\n0,04.01.2026\n", "dates.csv")
    assert run("score", dates, *line[2:]).err.endswith("No value in it is a number: name another column.\n")
    thousands = csv("t;s\n1;1.234,5\n0;800,5\n", "thousands.csv")
    assert run("score", thousands, *line[2:]).err.endswith("a decimal point and nothing between thousands, 1234.5.\n")


def test_options_that_no_metric_takes_are_refused(run: Run) -> None:
    line = ("score", "--example", "ms", "--metric", "f1", "--metric", "accuracy")
    assert "none of f1, accuracy has the option 'weights'" in run(*line, "--weights", "linear").err
    assert "belong to a metric: name it" in run("score", "--example", "ms", "--weights", "linear").err
    assert "would both write to stdout" in run(*line, "--json", "-", "--csv", "-").err


def test_the_shell_completes_metrics_and_columns(run: Run, csv: Csv, monkeypatch: pytest.MonkeyPatch) -> None:
    path = csv("truth,guess\n1,1\n")
    monkeypatch.setenv("_CONCORDANT_COMPLETE", "complete_bash")

    def completed(*words: object) -> list[str]:
        monkeypatch.setenv("COMP_WORDS", " ".join(map(str, ("concordant", *words))))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        ran = run()
        assert ran.code == 0
        return ran.out.split()

    assert completed("score", "--metric", "kapp") == ["kappa", "kappa_max"]
    assert completed("score", path, "--truth", "tr") == ["truth"]
    assert completed("gate", path, "--truth", "truth", "--pred", "g") == ["guess"]
    assert completed("score", "none.csv", "--truth", "t") == []


ORDERED = "t,s\nwell,0.1\nill,0.9\nunknown,0.4\nill,0.6\nwell,0.3\n"


@pytest.mark.parametrize("command", [["score"], ["gate", "--min", "0"]])
def test_errors_name_options_that_the_command_has(run: Run, csv: Csv, command: list[str]) -> None:
    line = (*command, csv(ORDERED), "--truth", "t", "--score", "s", "--metric", "roc_auc")
    without = run(*line)
    assert without.err.endswith("declare the order of the labels, --labels a,b,c.\n")
    ordered = run(*line, "--labels", "well,unknown,ill")
    assert "and this is one score on the scale of ordered labels: take concordance_correlation" in ordered.err
    positive = run(*line, "--na", "unknown", "--missing", "drop")
    assert positive.err.endswith("nothing says it: --pos-label ill or --pos-label well?\n")
    assert not any("--task" in ran.err for ran in (without, ordered, positive))
