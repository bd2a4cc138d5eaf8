"""``concordant report``: examples, roles of columns, labels, files that are written."""

from __future__ import annotations

import csv as csv_format
import io
import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest
from numpy.testing import assert_allclose
from sklearn.metrics import cohen_kappa_score, f1_score, recall_score
from support.pages import Parts, parts_of

import concordant
from concordant import cohen_kappa
from concordant.cli.command import EXAMPLES as LISTED
from concordant.data import EXAMPLES, example, panel_example, ratings_example

from .conftest import Run

Csv = Callable[..., Path]

BINARY = "truth,pred,score,w\nno,no,0.1,1\nno,yes,0.6,1\nyes,yes,0.4,2\nyes,yes,0.9,1\n"


def numbers(run: Run, *arguments: object) -> dict[str, float]:
    ran = run("report", *arguments, "--json", "-")
    assert ran.err == ""
    assert ran.code == 0
    return values_in(ran.out)


def values_in(page: str) -> dict[str, float]:
    return {found["key"]: found["value"] for found in json.loads(page)["results"]}


def test_example_alone_is_the_breast_example(run: Run) -> None:
    ran = run("report", "--example")
    assert ran.code == 0
    assert ran.err == ""
    assert ran.out.startswith("569 breast tumours, benign or malignant, with a chance of malignancy.\n")
    assert "569 rows of breast.csv: truth 'truth', prediction 'prediction', score 'malignancy'" in ran.out
    assert ran.out == run("report", "--example", "breast").out == run("report", "--example=breast").out


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_and_the_command_it_suggests_give_the_same_numbers(run: Run, name: str, tmp_path: Path) -> None:
    page = tmp_path / "page.json"
    ran = run("report", "--example", name, "--json", page)
    assert ran.code == 0
    words = shlex.split(ran.out.strip().splitlines()[-1].partition(": ")[2])
    assert words[:2] == ["concordant", "report"]
    given = [EXAMPLES[name].path if word == "FILE" else word for word in words[2:]]
    assert numbers(run, *given) == values_in(page.read_text(encoding="utf-8"))


def test_help_lists_the_examples(run: Run) -> None:
    assert ", ".join(EXAMPLES) == LISTED
    assert "--example" in run("report", "--help").out


def test_example_before_another_option(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    assert run("report", "--example", "--json", out).code == 0
    assert json.loads(out.read_text())["n"] == 569


def test_options_choose_other_columns_of_an_example(run: Run) -> None:
    assert "continuous score" not in run("report", "--example", "party", "--pred", "prediction").out
    assert "continuous score" in run("report", "--example", "party").out


def test_example_and_file_exclude_each_other(run: Run, csv: Csv) -> None:
    path = csv(BINARY)
    ran = run("report", path, "--example", "ms")
    assert (ran.code, ran.err) == (2, f"concordant: --example brings its own file; leave out {path}.\n")


def test_predictions_and_scores_of_a_file(run: Run, csv: Csv) -> None:
    found = numbers(run, csv(BINARY), "--truth", "truth", "--pred", "pred", "--score", "score")
    assert found["roc_auc"] == 0.75
    assert found["recall|pos_label:yes"] == 1.0 if "recall|pos_label:yes" in found else found["recall"] == 1.0
    assert found["accuracy"] == 0.75


def test_the_page_is_that_of_evaluate(run: Run, csv: Csv) -> None:
    path = csv(BINARY)
    page = concordant.evaluate("truth", "pred", data=path)
    printed = run("report", path, "--truth", "truth", "--pred", "pred").out
    assert f"{page['accuracy'].value:.4f}" in printed
    assert "4 rows of rows.csv: truth 'truth', prediction 'pred'" in printed


def test_row_weights(run: Run, csv: Csv) -> None:
    found = numbers(run, csv(BINARY), "--truth", "truth", "--pred", "pred", "--weight", "w")
    assert found["accuracy"] == 0.8


def test_the_positive_label(run: Run, csv: Csv) -> None:
    options = (csv(BINARY), "--truth", "truth", "--pred", "pred")
    assert numbers(run, *options, "--pos-label", "no")["recall"] == 0.5
    assert numbers(run, *options, "--labels", "yes,no")["recall"] == 0.5
    assert numbers(run, *options, "--pos-label", "yes")["recall"] == 1.0


def test_labels_are_numbers_in_a_column_of_numbers(run: Run, csv: Csv) -> None:
    path = csv("a,b\n1,1\n2,3\n3,3\n7,2\n")
    ran = run("report", path, "--truth", "a", "--pred", "b", "--labels", "1,2,3,7", "--task", "ordinal", "--json", "-")
    assert json.loads(ran.out)["labels"] == [1, 2, 3, 7]


def test_a_range_of_labels(run: Run, csv: Csv) -> None:
    path = csv("a,b\n0,1\n2,3\n3,3\n")
    ran = run("report", path, "--truth", "a", "--pred", "b", "--labels", "0..4", "--json", "-")
    assert json.loads(ran.out)["labels"] == [0, 1, 2, 3, 4]


def test_labels_of_true_and_false(run: Run, csv: Csv) -> None:
    path = csv("a,b\ntrue,true\nfalse,true\nfalse,false\n")
    options = ("report", path, "--truth", "a", "--pred", "b")
    assert json.loads(run(*options, "--pos-label", "false", "--json", "-").out)["pos_label"] is False


def test_a_comma_inside_a_label(run: Run, csv: Csv) -> None:
    path = csv('a,b\n"x, y",z\nz,z\n')
    ran = run("report", path, "--truth", "a", "--pred", "b", "--labels", '"x, y",z', "--json", "-")
    assert json.loads(ran.out)["labels"] == ["x, y", "z"]


CLASSES = "t,p_a,p_b,p_c\na,.7,.2,.1\nb,.2,.5,.3\nc,.1,.1,.8\na,.3,.4,.3\n"


@pytest.mark.parametrize(
    "score",
    [
        ["--score", "p_a", "--score", "p_b", "--score", "p_c"],
        ["--score", "p_a,p_b,p_c"],
        ["--score", "p_*"],
        ["--score", "p_a", "--score", "p_[bc]"],
        ["--score", "p_a, p_?"],
    ],
)
def test_scores_of_several_classes(run: Run, csv: Csv, score: list[str]) -> None:
    ran = run("report", csv(CLASSES), "--truth", "t", *score, "--json", "-")
    assert ran.err == ""
    assert json.loads(ran.out)["columns"]["score"] == ["p_a", "p_b", "p_c"]


def test_a_column_whose_name_has_a_comma(run: Run, csv: Csv) -> None:
    path = csv('t,"s,1"\n0,.1\n1,.9\n1,.8\n')
    assert numbers(run, path, "--truth", "t", "--score", "s,1")["roc_auc"] == 1.0


def test_several_files_and_patterns(run: Run, csv: Csv, tmp_path: Path) -> None:
    csv(BINARY, "a.csv")
    csv(BINARY, "b.csv")
    options = ("--truth", "truth", "--pred", "pred")
    ran = run("report", tmp_path / "a.csv", tmp_path / "b.csv", *options)
    assert ran.out.startswith("8 rows of a.csv and 1 more: truth")
    assert run("report", tmp_path / "?.csv", *options).out.startswith("8 rows of ?.csv: truth")


def test_missing_values_are_refused_or_dropped(run: Run, csv: Csv) -> None:
    path = csv("a,b\n1,1\n0,\n0,1\n1,0\n0,0\n")
    refused = run("report", path, "--truth", "a", "--pred", "b")
    assert refused.err == (
        "concordant: b has 1 missing (the first in row 2). Remove them, or drop such rows with --missing drop.\n"
    )
    dropped = run("report", path, "--truth", "a", "--pred", "b", "--missing", "drop")
    assert dropped.code == 0
    assert "1 row was dropped because a value was missing; 4 are left." in dropped.out


def test_what_is_undefined_stands_on_the_page_and_nothing_on_stderr(process: Run, csv: Csv) -> None:
    path = csv("a,b\nyes,no\nno,no\nno,no\n")
    ran = process("report", path, "--truth", "a", "--pred", "b")
    assert (ran.code, ran.err) == (0, "")
    assert "undefined: no row is predicted positive" in " ".join(ran.out.split())


def test_files_are_written_and_named_on_stderr(run: Run, tmp_path: Path) -> None:
    page, data = tmp_path / "page.html", tmp_path / "data.json"
    ran = run("report", "--example", "ms", "--html", page, "--json", data)
    assert ran.code == 0
    assert [line.split(" (")[0] for line in ran.err.splitlines()] == [f"wrote {page}", f"wrote {data}"]
    assert page.read_text().lower().startswith("<!doctype html>")
    assert json.loads(data.read_text())["source"] == "ms_winnipeg.csv"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.json", "page.html"]


def test_json_on_stdout_is_alone_there(run: Run) -> None:
    ran = run("report", "--example", "--json", "-")
    assert ran.err == ""
    assert json.loads(ran.out)["task"] == "binary"


def test_the_page_speaks_of_options(run: Run, csv: Csv) -> None:
    lines = run("report", csv(BINARY), "--truth", "truth", "--pred", "pred").out.splitlines()
    of_python = [line for line in lines if line.strip().startswith("concordant.")]  # of findings without a command
    printed = " ".join(" ".join(line for line in lines if line not in of_python).split())
    assert "pos_label" not in printed
    assert "labels=[" not in printed
    assert "--pos-label no" in printed


def intervals(run: Run, *arguments: object) -> dict[str, dict[str, object]]:
    data = json.loads(run("report", *arguments, "--json", "-").out)
    return {found["key"]: found["interval"] for found in data["results"]}


def test_intervals_with_their_level_or_none(run: Run) -> None:
    usual, wide = intervals(run, "--example", "ms"), intervals(run, "--example", "ms", "--level", "0.99")
    key = "cohen_kappa|weights:quadratic"
    assert usual[key]["level"] == 0.95
    assert wide[key]["low"] < usual[key]["low"]  # type: ignore[operator]
    assert "95 % interval" in run("report", "--example", "ms").out
    assert set(intervals(run, "--example", "ms", "--no-intervals").values()) == {None}
    assert "interval" not in run("report", "--example", "ms", "--no-intervals").out
    assert run("report", "--example", "--level", "95").err == (
        "concordant: --level 95: a share between 0 and 1 is needed, such as 0.95.\n"
    )


def test_groups_and_clusters(run: Run, csv: Csv) -> None:
    rows = "".join(f"{k % 2},{(k % 2) ^ (k % 5 == 0)},{'AB'[k % 3 > 0]},{k // 3}\n" for k in range(120))
    path = csv(f"t,p,site,doc\n{rows}")
    options = (path, "--truth", "t", "--pred", "p")
    ran = run("report", *options, "--by", "site", "--cluster", "doc")
    assert ran.code == 0
    assert "cluster 'doc', group 'site'" in ran.out
    assert "By site (in brackets: 95 % interval)" in ran.out
    assert "Rows of one doc belong together (40 clusters)" in ran.out
    assert intervals(run, *options)["accuracy"] != intervals(run, *options, "--cluster", "doc")["accuracy"]
    assert run("report", *options, "--by", "sit").err == f"concordant: {path}: no column 'sit'; did you mean 'site'?\n"


def test_groups_together(run: Run, csv: Csv) -> None:
    rows = "".join(f"{k % 2},{(k % 2) ^ (k % 5 == 0)},{'ABC'[k % 3]}\n" for k in range(120))
    options = ("report", csv(f"t,p,site\n{rows}"), "--truth", "t", "--pred", "p", "--by", "site")
    ran = run(*options, "--simultaneous", "max-t", "--adjust", "fdr")
    assert ran.code == 0
    assert "By site (in brackets: simultaneous 95 % interval)" in ran.out
    assert "Each site less the rest, p (FDR)" in ran.out
    said = run(*options, "--simultaneous", "tukey").err
    assert said == "concordant: --simultaneous tukey: choose one of bonferroni, max-t.\n"


def test_groups_on_a_terminal(on_screen: Run, csv: Csv) -> None:
    rows = "".join(f"{k % 2},{(k % 2) ^ (k % 5 == 0)},{'AB'[k % 3 > 0]}\n" for k in range(120))
    ran = on_screen("report", csv(f"t,p,site\n{rows}"), "--truth", "t", "--pred", "p", "--by", "site")
    assert max(map(len, ran.plain.splitlines())) <= 80
    assert "By site" in ran.plain
    assert "Each site less the rest, p\n" in ran.plain
    assert "Holm" not in ran.plain  # two sites make one comparison
    assert "all rows" in ran.plain


@pytest.mark.parametrize(
    ("cells", "rules"),
    [
        (("ill", "well", "not rated"), ["--na", "not rated", "--missing", "drop"]),
        ((" ill", "well", "well "), ["--strip"]),
        (("Ill", "well", "ill"), ["--ignore-case"]),
    ],
)
def test_commands_of_findings_read_labels_as_the_page_did(
    run: Run, csv: Csv, cells: tuple[str, str, str], rules: list[str]
) -> None:
    rows = [f"{cells[0]},0.8", f"{cells[1]},0.1", f"{cells[2]},0.7", f"{cells[0]},0.2", f"{cells[1]},0.3"] * 40
    path = csv("t,p\n" + "\n".join(rows) + "\n", "with blanks.csv")
    page = run("report", path, "--truth", "t", "--score", "p", "--pos-label", "well", "--json", *rules)
    assert page.code == 0, page.err
    commands = [found["command"] for found in json.loads(page.out)["findings"]["findings"] if found.get("command")]
    assert commands
    for command in commands:
        ran = run(*shlex.split(command)[1:])
        assert ran.code == 0, (command, ran.err)
        assert all(rule in shlex.split(command) for rule in rules), command


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


PANEL = panel_example("judge_panel").path
ROWS = [
    "truth,old,new,p_old,p_new",
    *(
        f"{'yes' if k % 3 else 'no'},{'yes' if k % 4 else 'no'},{'yes' if k % 3 and k % 7 else 'no'},"
        f"{k % 4 / 4},{k % 3 / 3 - 0.01 * (k % 7)}"
        for k in range(84)
    ),
]


@pytest.fixture
def models(tmp_path: Path) -> Path:
    path = tmp_path / "models.csv"
    path.write_text("\n".join(ROWS))
    return path


def page_of(run: Run, *words: Any) -> Parts:
    ran = run(*words, "--html", "-")
    assert (ran.code, ran.err) == (0, "")
    assert len(ran.out) < 400_000
    return parts_of(ran.out)


def numbers_of(run: Run, *words: Any) -> Any:
    return json.loads(run(*words, "--json", "-").out)


@pytest.mark.parametrize(
    ("words", "figures"),
    [
        (("--pred", "new", "--pred", "old"), {"differences", "models"}),
        (
            ("--score", "p_new", "--score", "p_old"),
            {"differences", "models", "at-threshold", "roc", "precision-recall", "cost"},
        ),
        (
            (
                "--pred",
                "new",
                "--pred",
                "old",
                "--metric",
                "accuracy",
                "--margin",
                "0.1",
                "--alternative",
                "equivalence",
            ),
            {"differences", "models"},
        ),
    ],
)
def test_a_comparison_has_its_differences_and_curves(run: Run, models: Path, words: Any, figures: set[str]) -> None:
    asked = ("compare", models, "--truth", "truth", *words)
    parts, found = page_of(run, *asked), numbers_of(run, *asked)
    assert {str(a["id"]) for tag, a in parts.tags if tag == "figure"} == figures
    assert json.loads(parts.held["script"][1]) == found
    assert found["metrics"][0]["says"][0] in parts.text
    for metric in found["metrics"]:
        assert f"{metric['comparisons'][0]['difference']:+.4f}".replace("+0.0000", "0.0000") in parts.text
    if "--margin" in words:
        assert sum(a.get("class") == "margin" for _, a in parts.tags) == 2


def test_three_models_have_all_pairs(run: Run, models: Path) -> None:
    text = models.read_text().splitlines()
    models.write_text("\n".join([f"{text[0]},third", *(f"{line},no" for line in text[1:])]))
    asked = ("compare", models, "--truth", "truth", "--pred", "new", "--pred", "old", "--pred", "third")
    parts = page_of(run, *asked, "--metric", "accuracy")
    for pair in ("new less old", "new less third", "old less third"):
        assert pair in parts.text
    assert "p (Holm)" in parts.text


def test_a_panel_has_its_coefficients_for_these_raters_and_others(run: Run) -> None:
    asked = ("agree", PANEL, "--raters", "ann,bob,eve")
    parts, found = page_of(run, *asked), numbers_of(run, *asked)
    assert json.loads(parts.held["script"][1]) == found
    assert "Krippendorff's alpha is " in parts.text
    assert {"coefficients-picture", "labels-picture"} <= set(parts.ids)
    for one in (*found["these_raters"], *found["such_raters"]):
        assert f"{one['low']:.4f} to {one['high']:.4f}" in parts.text


def test_a_panel_has_its_raters_labels_and_hardest_units(run: Run) -> None:
    asked = ("agree", ratings_example("anaesthetists").path, "--unit", "patient", "--rater", "anaesthetist")
    asked = (*asked, "--label", "grade", "--duplicates", "runs", "--labels", "1,2,3,4", "--weights", "quadratic")
    parts, found = page_of(run, *asked), numbers_of(run, *asked)
    assert {"severity-picture", "raters-picture"} <= set(parts.ids)
    for name in ("rater_report", "label_report", "unit_report"):
        assert found[name]["sentence"] in parts.text
    assert "rates 0.18 higher than the raters on average" in parts.text
    assert "2, 2, 2, 3, 3, 4, 3" in parts.text


def test_a_judge_has_its_questions_with_their_figures(run: Run) -> None:
    asked = ("judge", PANEL, "--judge", "gpt,llama", "--human", "ann,bob,eve", "--margin", "0.05", "--by", "topic")
    asked = (*asked, "--runs", "gpt_2", "--pass", "pass", "--chosen", "random")
    parts, said = page_of(run, *asked), run(*asked).out
    found = numbers_of(run, *asked)
    assert json.loads(parts.held["script"][1]) == found
    assert found["gap"]["sentence"] in parts.text
    assert "margin=" not in parts.text
    for line in said.splitlines():
        if line.endswith("?"):
            assert line in parts.text
    assert {"gap", "gap-difference", "matrix", "severity", "slices", "pass-rate", "runs", "judges"} <= set(parts.ids)


def test_a_page_in_a_file_leaves_the_words_on_stdout(run: Run, tmp_path: Path) -> None:
    asked = ("judge", PANEL, "--judge", "gpt", "--human", "ann")
    ran = run(*asked, "--html", tmp_path / "judge.html")
    assert ran.out == run(*asked).out
    page = (tmp_path / "judge.html").read_text("utf-8")
    assert "For more" in parts_of(page).text
    assert "<p>For more" not in page  # the section is called so


def test_a_panel_that_says_nothing_says_so(run: Run, tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text("a,b\nx,\n,y\n")
    parts = page_of(run, "agree", tmp_path / "one.csv", "--raters", "a,b")
    assert "undefined" in parts.text
    assert not any(str(value) == "nan" for _, attributes in parts.tags for value in attributes.values())


FRAME = pl.DataFrame({"t": ["no", "no", "yes", "yes"] * 5, "p": ["no", "yes", "yes", "yes"] * 5})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for year in (2025, 2026):
        (tmp_path / f"year={year}").mkdir()
        FRAME.write_parquet(tmp_path / f"year={year}" / "part.parquet")
    return tmp_path


def test_a_folder_is_reported_as_one(run: Run, folder: Path) -> None:
    ran = run("report", folder, "--truth", "t", "--pred", "p", "--json", "-")
    page = json.loads(ran.out)
    assert (ran.code, page["n"], page["results"][0]["value"]) == (0, 40, 1.0)
    assert page["source"] == str(folder)


def test_a_folder_names_a_column_of_groups(run: Run, folder: Path) -> None:
    ran = run("report", folder, "--truth", "t", "--pred", "p", "--by", "year", "--json", "-")
    assert [group["label"] for group in json.loads(ran.out)["by"]["groups"]] == [2025, 2026]


def test_a_gate_takes_a_folder(run: Run, folder: Path) -> None:
    words = ("gate", folder, "--truth", "t", "--pred", "p", "--metric", "accuracy")
    assert run(*words, "--min", "0.7").code == 0
    assert run(*words, "--min", "0.8").code == 1


def test_the_damaged_one_of_many_is_named(run: Run, folder: Path) -> None:
    bad = folder / "year=2026" / "part.parquet"
    bad.write_bytes(bad.read_bytes()[:-20])
    ran = run("report", folder, "--truth", "t", "--pred", "p")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"concordant: {bad} cannot be read as Parquet")


def test_text_weights_are_told_by_their_row(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    path.write_text("t,p,w\n0,1,1\n1,1,x\n")
    ran = run("report", path, "--truth", "t", "--pred", "p", "--weight", "w")
    said = "--weight w: numbers are needed, but row 2 holds 'x'. Say --na x if it means missing."
    assert (ran.code, ran.err) == (2, f"concordant: {said}\n")
