"""``concordant report``: examples, roles of columns, labels, files that are written."""

from __future__ import annotations

import csv as csv_format
import io
import json
import shlex
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.testing import assert_allclose
from sklearn.metrics import cohen_kappa_score, f1_score
from support.pages import Parts, parts_of

from concordant import cohen_kappa, recall, specificity
from concordant.data import EXAMPLES, example, panel_example, ratings_example

from .conftest import Csv, Run

TP = ("--truth", "t", "--pred", "p")

LABELS = ("--truth", "truth", "--pred", "pred")
BINARY = "truth,pred,score,w\nno,no,0.1,1\nno,yes,0.6,1\nyes,yes,0.4,2\nyes,yes,0.9,1\n"


def numbers(run: Run, *arguments: object) -> dict[str, float]:
    ran = run("report", *arguments, "--json", "-")
    assert (ran.code, ran.err) == (0, "")
    return {result["key"]: result["value"] for result in ran.json["results"]}


def test_example_alone_is_the_breast_example(run: Run) -> None:
    ran = run("report", "--example")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(
        "Concordant report: breast.csv\n569 breast tumours, benign or malignant, with a chance of malig"
    )
    assert "569 rows of breast.csv: truth 'truth', prediction 'prediction', score 'malignancy'" in ran.out
    assert ran.out == run("report", "--example", "breast").out == run("report", "--example=breast").out


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_and_the_command_it_suggests_give_the_same_numbers(run: Run, name: str) -> None:
    ran = run("report", "--example", name)
    words = shlex.split(ran.out.strip().splitlines()[-1])
    assert words[:2] == ["concordant", "report"]
    typed = [EXAMPLES[name].path if word == "FILE" else word for word in words[2:]]
    assert numbers(run, *typed) == numbers(run, "--example", name)


def test_predictions_scores_weights_and_the_positive_label(run: Run, csv: Csv) -> None:
    options = (csv(BINARY), *LABELS)
    values = numbers(run, *options, "--score", "score")
    assert [values[name] for name in ("roc_auc", "recall", "accuracy")] == [0.75, 1.0, 0.75]
    assert numbers(run, *options, "--weight", "w")["accuracy"] == 0.8
    assert numbers(run, *options, "--pos-label", "no")["recall"] == 0.5
    assert numbers(run, *options, "--labels", "yes,no")["recall"] == 0.5


CLASSES = "t,p_a,p_b,p_c\na,.7,.2,.1\nb,.2,.5,.3\nc,.1,.1,.8\na,.3,.4,.3\n"


@pytest.mark.parametrize("names", [["p_a", "p_b", "p_c"], ["p_a,p_b,p_c"], ["p_a, p_?"]])
def test_scores_of_several_classes(run: Run, csv: Csv, names: list[str]) -> None:
    words = [word for name in names for word in ("--score", name)]
    assert run("report", csv(CLASSES), "--truth", "t", *words, "--json").json["columns"]["score"] == [
        "p_a",
        "p_b",
        "p_c",
    ]


def test_a_column_whose_name_has_a_comma(run: Run, csv: Csv) -> None:
    path = csv('t,"s,1"\n0,.1\n1,.9\n1,.8\n')
    assert numbers(run, path, "--truth", "t", "--score", "s,1")["roc_auc"] == 1.0


def test_several_files_and_patterns(run: Run, csv: Csv, tmp_path: Path) -> None:
    csv(BINARY, "a.csv")
    csv(BINARY, "b.csv")
    ran = run("report", tmp_path / "a.csv", tmp_path / "b.csv", *LABELS)
    assert "\n8 rows of a.csv and 1 more: truth" in ran.out
    assert "\n8 rows of ?.csv: truth" in run("report", tmp_path / "?.csv", *LABELS).out


def test_files_are_written_and_named_on_stderr(run: Run, tmp_path: Path) -> None:
    page, data = tmp_path / "page.html", tmp_path / "data.json"
    ran = run("report", "--example", "ms", "--html", page, "--json", data)
    assert [line.split(" (")[0] for line in ran.err.splitlines()] == [f"wrote {page}", f"wrote {data}"]
    assert page.read_text().lower().startswith("<!doctype html>")
    assert json.loads(data.read_text())["source"] == "ms_winnipeg.csv"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.json", "page.html"]


def test_the_page_speaks_of_options(run: Run, csv: Csv) -> None:
    lines = run("report", csv(BINARY), *LABELS).out.splitlines()
    of_python = [line for line in lines if line.strip().startswith("concordant.")]  # of findings without a command
    printed = " ".join(" ".join(line for line in lines if line not in of_python).split())
    assert "pos_label" not in printed
    assert "labels=[" not in printed
    assert "--pos-label no" in printed


def test_reasons_of_groups_name_their_columns(run: Run, csv: Csv) -> None:
    rows = "".join(f"{int(k % 7 == 0)},{k % 11 / 10},{'ab'[k % 2]}\n" for k in range(60))
    told = run("score", csv("y,s,g\n" + rows), "--truth", "y", "--score", "s", "--by", "g", "--json").out
    assert "rows of 'y' are 1" in told
    assert "y_true" not in told


def test_a_wide_kappa_is_planned_from_its_table(run: Run) -> None:
    lines = run("report", "--example", "ms").out.splitlines()
    (line,) = (line for line in lines if line.strip().startswith("concordant plan kappa"))
    assert lines[lines.index(line) - 1].endswith("This plans an interval 0.1 wide.")
    assert "a quadratic weighted kappa of 0.525, the table as given" in run(*shlex.split(line)[1:]).out


def test_groups_on_a_terminal(on_screen: Run, csv: Csv) -> None:
    rows = (f"{k % 2},{(k % 2) ^ (k % 5 == 0)},{'ABB'[k % 3]}" for k in range(120))
    ran = on_screen("report", csv("\n".join(["t,p,site", *rows]) + "\n"), *TP, "--by", "site")
    assert max(map(len, ran.plain.splitlines())) <= 80
    assert "By site" in ran.plain
    assert "from the rest" in ran.plain
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
    commands = [finding["command"] for finding in page.json["findings"]["findings"] if finding.get("command")]
    assert commands
    for command in commands:
        ran = run(*shlex.split(command)[1:])
        assert ran.code == 0, (command, ran.err)
        assert all(rule in shlex.split(command) for rule in rules), command


UNCLEAN = "t,p,s,g\nYes,yes ,93%,a\nno,no,12%,a\nyes,yes,80%,b\nNo,yes,-9,b\n-9,no,50%,b\nno,no,1%,b\n"
RULES = ("--na=-9", "--strip", "--ignore-case", "--missing", "drop")


def test_a_line_a_metric_and_what_was_assumed_on_stderr(run: Run) -> None:
    ran = run("score", "--example", "ms", "--metric", "qwk", "--metric", "accuracy")
    first, second = ran.out.splitlines()
    kappa = cohen_kappa.interval(*_ms(), weights="quadratic")
    assert first == f"Quadratic weighted kappa (QWK)  {kappa.value:.4f}  {kappa.low:.4f} to {kappa.high:.4f}"
    assert second.startswith("Accuracy                        0.4295  0.35")
    assert ran.err.startswith("Ordinal")


def _ms() -> tuple[Any, Any]:
    ms = example("ms")
    rows, index = pl.read_csv(ms.path), {label: k for k, label in enumerate(ms.labels or ())}
    first, second = (rows[name].replace_strict(index).to_numpy() for name in (ms.truth, str(ms.pred)))
    return first, second


def test_numbers_are_those_of_scikit_learn_in_all_forms(run: Run) -> None:
    y, p = _ms()
    expected = {"cohen_kappa": cohen_kappa_score(y, p, weights="linear"), "f1": f1_score(y, p, average="macro")}
    line = ("score", "--example", "ms", "--metric", "kappa", "--metric", "f1", "--weights", "linear", "--quiet")
    ran = run(*line, "--json")
    assert ran.err == ""
    metrics = {metric["metric"]: metric for metric in ran.json["metrics"]}
    assert metrics["cohen_kappa"]["options"] == {"weights": "linear"}  # which f1 does not have
    rows = csv_format.DictReader(io.StringIO(run(*line, "--csv").out))
    for row, (name, value) in zip(rows, expected.items(), strict=True):
        assert_allclose(metrics[name]["value"], value, rtol=1e-12)
        assert_allclose(float(row["value"]), value, rtol=1e-12)
        assert float(row["low"]) == metrics[name]["interval"]["low"]
    shown = run(*line, "--no-interval").out.splitlines()[1]
    assert " ".join(shown.split()) == f"F1, mean over classes {expected['f1']:.4f}"


@pytest.mark.parametrize(
    "content",
    [b"t\tp\n1\t1\n0\t1\n1\t1\n", b'{"t": 1, "p": 1}\n{"t": 0, "p": 1}\n{"t": 1, "p": 1}\n'],
    ids=["tsv", "ndjson"],
)
def test_standard_input_is_a_file(run: Run, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(content), isatty=lambda: False))
    ran = run("score", "-", "--metric", "precision", "--json", *TP, "--quiet")
    assert ran.code == 0, ran.err
    assert (ran.json["source"], ran.json["n"]) == ("stdin", 3)


@pytest.mark.parametrize(
    ("content", "terminal", "message"),
    [
        (b"", False, "standard input is empty: the command before the pipe printed nothing."),
        (b"", True, "- is standard input, and nothing is piped into it"),
        (b"\x1f\x8b\x08", False, "standard input is packed by gzip: gunzip -c FILE | concordant ... -"),
        (b"a,1\nb,2\n", False, "stdin: no column 't'; columns: 'a', '1'. If that is a row of data, write a line with"),
        (b"t,p\n\xe9,1\n", False, "stdin is not UTF-8 text; save it as UTF-8. One way: iconv"),
        (b'[{"t": 1}]', False, "stdin begins with a JSON array ([...]); write one object a line. One way: jq"),
    ],
)
def test_standard_input_is_named_in_errors(
    run: Run, monkeypatch: pytest.MonkeyPatch, content: bytes, terminal: bool, message: str
) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(content), isatty=lambda: terminal))
    assert run("score", "-", *TP).error.startswith(message)
    assert "can be read once" in run("score", "-", "-", *TP).error


def test_rules_for_labels_hold_together_and_a_declared_spelling_wins(run: Run, csv: Csv) -> None:
    base = (csv(UNCLEAN), *TP, *RULES)
    page = run("report", *base, "--json").json
    assert (page["labels"], page["n"], page["n_missing"]) == (["no", "yes"], 5, 1)
    declared = run("report", *base, "--labels", "No,YES", "--json")
    assert declared.json["labels"] == ["No", "YES"]


def test_of_many_labels_in_two_spellings_some_are_named(run: Run, csv: Csv) -> None:
    path = csv("t,p\n" + "".join(f"label {k},Label {k}\n" for k in range(40)))
    asked = run("score", path, *TP, "--metric", "accuracy").err
    assert asked.count("did you mean one label by") == 5
    assert "35 other labels come in several spellings, too: --ignore-case makes each of them one." in asked


@pytest.mark.parametrize(
    ("second", "named"), [("yes", ["--ignore-case"]), ("Yes ", ["--strip"]), ("yes ", ["--strip", "--ignore-case"])]
)
def test_the_options_that_a_question_names_answer_it(run: Run, csv: Csv, second: str, named: list[str]) -> None:
    path = csv(f"t,p\nYes,Yes\n{second},Yes\nno,no\nYes,no\n")
    line = ("score", path, *TP, "--metric", "accuracy")
    assert f"did you mean one label by 'Yes' and {second!r}? {' '.join(named)} makes them one." in run(*line).err
    answered = run(*line, *named, "--json")
    assert "did you mean" not in answered.err
    assert answered.json["metrics"][0]["value"] == 0.75


def test_the_answers_to_all_questions_are_one_line_that_runs(run: Run, csv: Csv) -> None:
    rows = ["clean,clean", "phish,phish"] * 9 + ["Clean,clean", "clean ,clean", "phissh ,phish", "NA,phish"]
    line = ("score", csv("\n".join(["t,p", *rows, ""])), *TP, "--metric", "accuracy", "--missing", "drop")
    asked = run(*line).err
    assert "did you mean 'clean' by" not in asked
    options = "--strip --ignore-case --na NA --rename phissh=phish"
    assert f"all of that at once: {options}." in asked
    answered = run(*line, *options.split(), "--json")
    assert "did you mean" not in answered.err
    assert answered.json["metrics"][0]["value"] == 1


def test_labels_that_are_too_many_for_one_score_are_named_with_the_options_that_join_them(run: Run, csv: Csv) -> None:
    line = ("report", csv("t,s\n No,1\nNo,2\nno,3\nYes,4\nN/A,5\n"), "--truth", "t", "--score", "s")
    error = run(*line).error
    assert "If 'N/A' means that the label is missing, say --na N/A. ' No' and 'No' and 'no' count as" in error
    assert "write them alike, or say --strip --ignore-case if only blanks and capitals differ." in error
    assert run(*line, "--strip", "--ignore-case", "--na", "N/A", "--missing", "drop").code == 0


@pytest.mark.parametrize(
    ("command", "ratings"),
    [
        (["score", "--metric", "qwk"], "--metric concordance_correlation"),
        (["compare", "--pred", "q", "--metric", "qwk"], "--metric concordance_correlation"),
        (["report"], "--task continuous"),
    ],
)
def test_what_is_said_of_decimals_in_place_of_labels_can_be_typed(
    run: Run, csv: Csv, command: list[str], ratings: str
) -> None:
    file = csv(
        "t,p,q\n" + "".join(f"{k % 3},{k % 3 + 0.1 * (k % 7):.1f},{k % 3 + 0.2 * (k % 5):.1f}\n" for k in range(60))
    )
    name, *more = command
    error = run(name, file, *TP, *more).error
    as_scores = [word.replace("--pred", "--score") for word in (*TP, *more)]
    assert f"give their column as --score; if both columns are ratings on one scale, say {ratings}." in error
    assert run(name, file, *as_scores).code == 0
    as_ratings = [word for word in more if word not in ("--metric", "qwk")]
    assert run(name, file, *TP, *as_ratings, *ratings.split()).code == 0
    one = run("threshold", file, "--truth", "t", "--score", "p", "--metric", "f1").error
    line = f"concordant cutpoints {file} --truth t --score p"
    assert one.endswith(f"Of ordered classes, {line} finds where to cut.")
    assert run(*line.split()[1:]).code == 0


# Pages of other commands


PANEL = panel_example("judge_panel").path
YES = ["no", "yes"]
CELLS = [
    (YES[k % 3 > 0], YES[k % 4 > 0], YES[k % 3 > 0 and k % 7 > 0], k % 4 / 4, k % 3 / 3 + 0.01 * (k % 7))
    for k in range(84)
]
MODELS = "\n".join(["truth,old,new,p_old,p_new", *(",".join(map(str, row)) for row in CELLS)])


def page_of(run: Run, *words: Any) -> tuple[Parts, Any]:
    """The page, and the numbers in it, which are those of the JSON."""
    ran = run(*words, "--html", "-")
    assert (ran.code, ran.err) == (0, "")
    assert len(ran.out) < 400_000
    parts, record = parts_of(ran.out), run(*words, "--json", "-").json
    assert json.loads(parts.held["script"][1]) == record
    return parts, record


@pytest.mark.parametrize(
    ("words", "figures"),
    [
        ("--pred new --pred old", "differences models matrix-0 matrix-1"),
        ("--score p_new --score p_old", "differences models at-threshold roc precision-recall cost"),
        (
            "--pred new --pred old --metric accuracy --margin 0.1 --alternative equivalence",
            "differences models matrix-0 matrix-1",
        ),
    ],
)
def test_a_comparison_has_its_differences_and_curves(run: Run, csv: Csv, words: str, figures: str) -> None:
    parts, record = page_of(run, "compare", csv(MODELS), "--truth", "truth", "--labels", "no,yes", *words.split())
    assert {str(a["id"]) for tag, a in parts.tags if tag == "figure"} == set(figures.split())
    assert record["metrics"][0]["says"][0] in parts.text
    differences = [metric["comparisons"][0]["difference"] for metric in record["metrics"]]
    assert any(one is not None for one in differences)
    for one in differences:
        assert one is None or f"{one:+.4f}".replace("+0.0000", "0.0000") in parts.text
    if "--margin" in words:
        assert sum(a.get("class") == "margin" for _, a in parts.tags) == 2


def test_three_models_have_all_pairs(run: Run, csv: Csv) -> None:
    head, *rows = MODELS.split("\n")
    path = csv("\n".join([f"{head},third", *(f"{row},no" for row in rows)]))
    words = "--truth truth --labels no,yes --pred new --pred old --pred third --metric accuracy"
    parts, _ = page_of(run, "compare", path, *words.split())
    assert all(words in parts.text for words in ("new minus old", "new minus third", "old minus third", "p (Holm)"))


def test_a_panel_has_its_coefficients_for_these_raters_and_others(run: Run) -> None:
    parts, record = page_of(run, "agree", PANEL, "--raters", "ann,bob,eve")
    assert "Krippendorff's alpha is " in parts.text
    assert {"coefficients-picture", "labels-picture"} <= set(parts.ids)
    for coefficient in (*record["these_raters"], *record["such_raters"]):
        assert f"{coefficient['low']:.4f} to {coefficient['high']:.4f}" in parts.text


def test_a_panel_has_its_raters_labels_and_hardest_units(run: Run) -> None:
    words = "--unit patient --rater anaesthetist --label grade --duplicates runs --labels 1,2,3,4 --weights quadratic"
    parts, record = page_of(run, "agree", ratings_example("anaesthetists").path, *words.split())
    assert {"severity-picture", "raters-picture"} <= set(parts.ids)
    for name in ("rater_report", "label_report", "unit_report"):
        assert record[name]["sentence"] in parts.text
    assert "rates 0.18 higher than the raters on average" in parts.text
    assert "2, 2, 2, 3, 3, 4, 3" in parts.text


def test_a_judge_has_its_questions_with_their_figures(run: Run) -> None:
    words = "--judge gpt,llama --human ann,bob,eve --margin 0.05 --by topic --runs gpt_2 --pass pass --chosen random"
    line = ("judge", PANEL, *words.split())
    parts, record = page_of(run, *line)
    assert record["gap"]["sentence"] in parts.text
    assert parts.text.index("People would pass") < parts.text.index("What is the true pass rate?")
    assert "margin=" not in parts.text
    for text in run(*line).out.splitlines():
        assert not text.endswith("?") or text in parts.text or "other judges" in text
    assert {"gap", "gap-difference", "matrix", "severity", "slices", "pass-rate", "runs", "judges"} <= set(parts.ids)


def test_a_page_in_a_file_leaves_the_words_on_stdout(run: Run, tmp_path: Path) -> None:
    line = ("judge", PANEL, "--judge", "gpt", "--human", "ann")
    assert run(*line, "--html", tmp_path / "judge.html").out == run(*line).out
    page = (tmp_path / "judge.html").read_text("utf-8")
    assert "For more" in parts_of(page).text
    assert "<p>For more" not in page  # the section is called so


def test_a_panel_that_says_nothing_says_so(run: Run, csv: Csv) -> None:
    parts, _ = page_of(run, "agree", csv("a,b\nx,\n,y\n"), "--raters", "a,b")
    assert "undefined" in parts.text
    assert not any(str(value) == "nan" for _, attributes in parts.tags for value in attributes.values())


CLEANING = [
    "",
    "--strip --ignore-case",
    "--na -9 --na 'not rated' --missing drop",
    "--rename ill=Ill --ignore-case",
    "--strip --rename ILL=ill",
    "--text y --strip --ignore-case",
    "--labels well,ill --strip --ignore-case",
]


@pytest.mark.parametrize("cleaning", CLEANING)
@pytest.mark.parametrize(
    ("command", "mark"),
    [
        ("report", "or write: "),
        ("score --metric auc", "or write: "),
        ("compare --metric recall", "cut the scores first: "),
    ],
)
def test_a_proposed_line_keeps_how_labels_are_read(run: Run, csv: Csv, command: str, mark: str, cleaning: str) -> None:
    words = ("ill", "well", "ILL" if "case" in cleaning or "ILL" in cleaning else "ill", "well")
    words = (*words, "ill " if "--strip" in cleaning else "ill", "not rated" if "--na" in cleaning else "well")
    lines = [f"{words[k % 6]},{k * 7 % 11 / 5},{k * 5 % 13 - 3},{k % 20}" for k in range(60)]
    positive = () if "--labels" in cleaning else ("--pos-label", "Ill" if "=Ill" in cleaning else "ill")
    columns = (csv("y,one,other,who\n" + "\n".join(lines)), "--truth", "y", "--score", "one", "--score", "other")
    name, *more = command.split()
    error = run(name, *columns, *more, "--cluster", "who", *positive, *shlex.split(cleaning)).err
    line = shlex.split(error.partition(f"{mark}concordant ")[2].partition(" finds where")[0].strip().removesuffix("."))
    line = line[: line.index("--json")] if "--json" in line else line
    ran = run(*line)
    assert (ran.code, ran.out != "") == (0, True), ran.err
    assert set(shlex.split(cleaning)) <= set(line)


def test_commands_of_findings_rename_what_their_columns_hold(run: Run, csv: Csv) -> None:
    rows = [
        f"{('well', 'ill', 'Ill')[(k % 9 == 0) + (k % 18 == 0)]},{k * 7 % 40 / 100},{('well', 'wel')[k % 2]}"
        for k in range(180)
    ]
    rules = ("--rename", "Ill=ill", "--rename", "wel=well")
    ran = run("report", csv("\n".join(("y,p,q", *rows))), "--truth", "y", "--score", "p", "--pred", "q", *rules)
    lines = [shlex.split(line) for line in ran.out.splitlines() if line.strip().startswith("concordant threshold")]
    assert lines
    for line in lines:
        assert "Ill=ill" in line
        assert "wel=well" not in line
        assert run(*line[1:]).code == 0


MARKER = "y,s,g\n" + "".join(f"{('no', 'yes')[k % 2]},{20 + k * 7 % 23 + 6 * (k % 2)},{k % 3}\n" for k in range(60))


def test_a_chosen_threshold_gives_the_table_at_it(run: Run, csv: Csv) -> None:
    file = csv(MARKER)
    line = (file, "--truth", "y", "--score", "s", "--threshold", "32")
    frame = pl.read_csv(file)
    called = np.where(frame["s"].to_numpy() >= 32, "yes", "no")
    found = run("report", *line, "--json").json
    assert "'yes' is predicted from a score of 32 on." in found["assumptions"][-1]
    values = {one["key"]: one["value"] for one in found["results"]}
    assert values["recall"] == recall(frame["y"], called, pos_label="yes")
    assert values["specificity"] == specificity(frame["y"], called, pos_label="yes")
    (whole, *groups) = run("score", *line, "--metric", "recall", "--by", "g", "--csv").out.splitlines()[1:]
    assert float(whole.split(",")[3]) == values["recall"]
    ones = (frame["g"] == 1).to_numpy()
    assert float(groups[1].split(",")[3]) == recall(frame["y"].to_numpy()[ones], called[ones], pos_label="yes")
    assert "say where to cut, --threshold NUMBER" in run("score", *line[:5], "--metric", "recall").error


@pytest.mark.parametrize(
    "line",
    [
        "score {} --truth t --score s --weight w",
        "score {} --truth n --pred g --weight w",
        "score {} --truth n --score s --weight w --task continuous",
        "report {} --truth t --score s --weight w --by g",
        "report {} --truth n --pred g --weight w --by t",
        "report {} --truth t --pred p --weight w --cluster n",
        "compare {} --truth t --score s --score q --weight w --by g",
        "compare {} --truth n --pred g --pred t --weight w --labels 0..6",
    ],
)
@pytest.mark.parametrize("heavy", [1e19, 1e-300])
def test_weights_too_far_apart_are_told_without_a_warning_of_numpy(run: Run, csv: Csv, line: str, heavy: float) -> None:
    rng = np.random.default_rng(1)
    truth, third, week = (np.arange(60) // size % size for size in (2, 3, 7))
    s, q = (np.round(rng.random(60) * 0.6 + 0.4 * truth, 3), np.round(rng.random(60), 3))
    weight = np.where(np.arange(60) == 5, heavy, 1.0)
    frame = pl.DataFrame({"t": truth, "p": (s > 0.5) * 1, "s": s, "q": q, "w": weight, "g": third, "n": week})
    ran = run(*line.format(csv(frame.write_csv())).split())  # a warning is an error here
    assert (ran.code, "encountered" in ran.err) == (0, False), ran.err
