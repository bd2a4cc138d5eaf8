"""``concordant report``: examples, roles of columns, labels, files that are written."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

import concordant
from concordant.cli.command import EXAMPLES as LISTED
from concordant.data import EXAMPLES

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
