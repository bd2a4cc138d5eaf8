"""One reading of columns: what a column holds is told by its role, in every command, however many rows and files."""

from __future__ import annotations

import gzip
import json
import math
import random
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np
import polars as pl
import pytest
from support.files import read_in_batches

from concordant import accuracy, best_threshold, brier_score, evaluate, log_loss, ordinal_cut_points, roc_auc, scan
from concordant.errors import (
    ColumnError,
    LabelWarning,
    LengthError,
    MissingValuesError,
    OptionError,
    ScoreError,
    WeightError,
)
from concordant.monitoring import StateTable
from concordant.report import batches as page_batches
from concordant.sources import batches, csv_files, source
from concordant.sources.files import find_files
from concordant.states import Counts

from .conftest import Csv, Run

Table = dict[str, list[str]]
PAIR, RATED = "--truth t --pred p", "--truth b --score s --pos-label Yea"
LABELLED = {
    "report": [PAIR, f"{PAIR} --weight w", f"{PAIR} --by g", f"{PAIR} --cluster c"],
    "score": [f"{PAIR} --metric accuracy --by g --weight w", f"{PAIR} --metric cohen_kappa --cluster c"],
    "compare": [f"{PAIR} --pred q --metric accuracy", f"{PAIR} --pred q --metric accuracy --cluster c"],
    "gate": [f"{PAIR} --metric accuracy --min 0 --by g", "--raters t,p,q --metric krippendorff_alpha --min=-1"],
    "agree": ["--raters t,p,q --cluster c", "--unit u --rater r --label t"],
    "judge": ["--judge q --human t,p --by g --item u", "--judge q --human t,p --cluster c"],
    "flips": ["--old p --new q --pass Laa --cluster c"],
    "explain": [f"{PAIR} --weights none"],
    "plan pilot": [f"{PAIR} --metric accuracy --width 0.2 --runs 50"],
}
SCORED = {
    "report": [RATED, f"{RATED} --by g", f"{RATED} --weight w"],
    "score": [f"{RATED} --metric roc_auc --by g"],
    "gate": [f"{RATED} --metric roc_auc --min 0"],
    "explain": [RATED],
    "threshold": [f"{RATED} --metric f1", f"{RATED} --metric f1 --cluster c"],
    "cutpoints": ["--truth b --score s --labels Nay,Yea"],
    "plan pilot": [f"{RATED} --metric roc_auc --width 0.3 --runs 50"],
}
LABELS = [  # what stands for three labels; the order as text is kept
    ("01", "1", "x"),
    ("1", "1.0", "x"),
    ("100000", "1e5", "x"),
    ("0", "1", "unknown"),
    ("True", "true", "unknown"),
    (str(2**53), str(2**53 + 1), "x"),
]
TWO = [("01", "1"), ("1", "1.0"), ("0", "unknown"), ("True", "true")]
NAMES = [("01", "1"), ("1", "1.0"), ("1", "2"), ("100000", "1e5"), ("NA", "null"), ("2024-01-01", "x")]
IDS = [
    {f"{kind}{k:02d}": name(k) for kind in "CU" for k in range(30)}
    for name in ("{:03d}".format, lambda k: str(2**53 + k))
]
FORMS: list[tuple[str, str, tuple[int, ...]]] = [  # how a file is called, what separates, and where it is cut
    ("rows.csv", ",", ()),
    ("rows.csv.gz", ",", (15, 40)),
    ("rows.tsv", "\t", (15, 40)),
    ("rows.csv", ";", (40,)),
]


@pytest.fixture(params=["whole", "in batches"])
def _size(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the rows for few, and for many."""
    if request.param == "in batches":
        monkeypatch.setattr(batches, "MOST_ROWS", 0)
        monkeypatch.setattr(csv_files, "_LOOKED_AT", 5)
        monkeypatch.setattr(page_batches, "LOOKED_AT", 5)
        read_in_batches(monkeypatch, 7)


def table(rows: int = 60) -> Table:
    """Rows whose labels, groups and ids are words; the third label stands in the last rows alone."""
    draw = random.Random(1)
    truth = sorted(draw.choices(["Laa", "Lbb", "Lcc"], k=rows), key="Lcc".__eq__)

    def beside(right: float) -> list[str]:
        return [label if draw.random() < right or label == "Lcc" else draw.choice(["Laa", "Lbb"]) for label in truth]

    return {
        "t": truth,
        "p": beside(0.7),
        "q": beside(0.5),
        "b": ["Yea" if label == "Lbb" else "Nay" for label in truth],
        "s": [f"{min(max(0.3 + 0.4 * (label == 'Lbb') + draw.gauss(0, 0.2), 0), 1):.2f}" for label in truth],
        "w": draw.choices(["0.5", "1", "2"], k=rows),
        "g": [f"G{k % 2}" for k in range(rows)],
        "c": [f"C{k // 3:02d}" for k in range(rows)],
        "u": [f"U{k // 2:02d}" for k in range(rows)],
        "r": [f"R{k % 2}" for k in range(rows)],
    }


def write(rows: Table, folder: Path, form: tuple[str, str, tuple[int, ...]] = FORMS[0]) -> Path:
    """Write a file, or several into a folder."""
    name, separator, cuts = form
    size = len(rows["t"])
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for number, (start, end) in enumerate(zip((0, *cuts), (*cuts, size), strict=True)):
        lines = [
            separator.join(rows),
            *(separator.join(row) for row in list(zip(*rows.values(), strict=True))[start:end]),
        ]
        text = ("\n".join(lines) + "\n").encode()
        (folder / f"{number}{name}").write_bytes(gzip.compress(text) if name.endswith("gz") else text)
    return folder


def spelled(rows: Table, spelling: Mapping[str, str], columns: str = "tpqbgcur") -> Table:
    return {name: [spelling.get(x, x) if name in columns else x for x in column] for name, column in rows.items()}


def replaced(text: str, spelling: Mapping[str, str]) -> str:
    return re.sub("|".join(spelling), lambda word: spelling[word[0]], text) if spelling else text


def alike(found: Any, expected: Any) -> bool:
    """The same numbers and names, without what is said of how labels look, and of chance in the order of clusters."""
    if isinstance(expected, dict):
        said = {"signature", "findings", "remarks", "remark", "reason", "sentence", "against_rest"}
        keys = expected.keys() - said
        return keys == found.keys() - said and all(alike(found[key], expected[key]) for key in keys)
    if isinstance(expected, list):
        return len(found) == len(expected) and all(map(alike, found, expected))
    if isinstance(expected, float):
        return math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-12)
    return str(found).replace("'", "") == str(expected).replace("'", "")


def lines_of(table: Mapping[str, Sequence[str]], role: str = "") -> list[str]:
    return [f"{command} {words}" for command, options in table.items() for words in options if role in words]


def spellings(words: Sequence[str], others: Sequence[Sequence[str]]) -> list[dict[str, str]]:
    return [dict(zip(words, other, strict=True)) for other in others]


LIKE_WORDS: list[tuple[str, list[dict[str, str]], str]] = [
    *((line, spellings(("Laa", "Lbb", "Lcc"), LABELS), "") for line in lines_of(LABELLED)),
    *((line, spellings(("Nay", "Yea"), TWO), "--text b") for line in lines_of(SCORED)),
    *((line, spellings(("G0", "G1"), NAMES), "") for line in [*lines_of(LABELLED, " g"), *lines_of(SCORED, " g")]),
    *((line, spellings(("R0", "R1"), NAMES), "") for line in lines_of(LABELLED, " r ")),
    *((line, IDS, "") for line in [*lines_of(LABELLED, " c"), *lines_of(LABELLED, " u")]),
]


@pytest.mark.usefixtures("_size")
@pytest.mark.parametrize(("line", "spellings", "more"), LIKE_WORDS)
def test_every_spelling_counts_as_words_do(run: Run, tmp_path: Path, line: str, spellings: Any, more: str) -> None:
    command, options = line.split(" --", 1)
    form = [] if "gate --raters" in line else ["--json"]
    expected = run(*command.split(), write(table(), tmp_path), *f"--{options} {more}".split(), *form)
    assert expected.code == 0, expected.err
    forms = [one for one in FORMS if "score" not in options or "gz" not in one[0]]  # packed rows are not counted
    for number, spelling in enumerate(spellings):
        folder = write(spelled(table(), spelling), tmp_path, forms[number % len(forms)])
        found = run(*command.split(), folder, *replaced(f"--{options} {more}", spelling).split(), *form)
        assert found.code == 0, found.err
        wanted = replaced(expected.out, spelling)
        assert alike(found.json, json.loads(wanted)) if form else found.out.replace("'", "") == wanted.replace("'", "")


NOT_NUMBERS = {  # the last row of the second file
    "report --truth b --score s": ("s", "high"),
    "report --truth b --pred t --weight w": ("w", "heavy"),
    "score --truth b --pred t --metric accuracy --weight w --by g": ("w", "heavy"),
    "compare --truth b --score w --score s --metric roc_auc": ("s", "high"),
    "gate --truth b --score s --metric roc_auc --min 0": ("s", "high"),
    "explain --truth b --score s --pos-label Yea": ("s", "high"),
    "threshold --truth b --score s --metric f1 --pos-label Yea": ("s", "high"),
    "cutpoints --truth b --score s --labels Nay,Yea": ("s", "high"),
    "plan pilot --truth b --score s --metric roc_auc --width 0.3": ("s", "high"),
    "score --truth b --score s --metric roc_auc --na .": ("s", "high"),
}
CALLS: dict[str, Any] = {
    "s": [
        lambda data: evaluate("b", y_score="s", data=data),
        lambda data: brier_score.interval("b", "s", pos_label="Yea", data=data),
        lambda data: best_threshold("b", "s", "f1", pos_label="Yea", data=data),
    ],
    "w": [
        lambda data: evaluate("b", "b", sample_weight="w", data=data),
        lambda data: accuracy("b", "b", sample_weight="w", data=data),
    ],
}


@pytest.mark.usefixtures("_size")
@pytest.mark.parametrize("line", NOT_NUMBERS)
def test_text_among_numbers_is_named_with_file_and_row(run: Run, tmp_path: Path, line: str) -> None:
    (name, word), rows = NOT_NUMBERS[line], table()
    rows[name][-1] = word
    rows[name][3] = "NA"  # which is missing, or a weight that is none
    command, options = line.split(" --", 1)
    for form in (FORMS[0], FORMS[1], FORMS[3]):
        folder = write(rows, tmp_path, form)
        path = max(folder.iterdir())
        said = f"{name} must hold numbers, but row {60 - max((0, *form[2]))} of {path} holds '{word}'."
        error = run(*command.split(), folder, *f"--{options}".split()).error
        assert error == f"{said} Say --na {word} if it means missing."
        for call in CALLS[name]:
            with pytest.raises(WeightError if name == "w" else ScoreError) as caught:
                call(folder)
            assert str(caught.value) == said.replace(f"row {60 - max((0, *form[2]))}", f"row {59 - max((0, *form[2]))}")


@pytest.mark.usefixtures("_size")
def test_a_day_without_any_score_is_missing_ones(tmp_path: Path) -> None:
    rows = table()
    rows["s"][40:] = ["NA"] * 20
    page = evaluate("b", y_score="s", missing="drop", data=write(rows, tmp_path, FORMS[1]))
    assert (page.n, page.n_missing) == (40, 20)


@pytest.mark.usefixtures("_size")
@pytest.mark.parametrize("line", [*lines_of(LABELLED, "--truth"), *lines_of(SCORED)])
def test_a_missing_value_is_named_with_file_and_row(run: Run, tmp_path: Path, line: str) -> None:
    rows, (command, options) = table(), line.split(" --", 1)
    for name in "tbs":
        rows[name][45] = ""
    folder = write(rows, tmp_path, FORMS[1])
    error = run(*command.split(), folder, *f"--{options}".split()).error
    assert f"1 missing (the first in row 46, which is row 6 of {folder / '2rows.csv.gz'})" in error
    for call in (*CALLS["s"], lambda data: accuracy.interval("t", "p", data=data)):
        with pytest.raises(MissingValuesError, match=r"the first in row 45, which is row 5 of .*2rows\.csv\.gz\)"):
            call(folder)


@pytest.mark.usefixtures("_size")
@pytest.mark.parametrize("line", [*lines_of(LABELLED, " g"), *lines_of(LABELLED, "--raters")])
def test_marks_of_missing_values_do_not_make_labels_or_names_text(run: Run, tmp_path: Path, line: str) -> None:
    command, options = line.split(" --", 1)
    words = [*f"--{options}".split(), *(["--missing", "drop"] if "--truth" in line else [])]
    outs = []
    for mark in (".", ""):
        rows = spelled(table(), {"Laa": "0", "Lbb": "1", "Lcc": "2", "G0": "3", "G1": "20"})
        for name, row in (("t", 5), ("p", 9), ("g", 12)):
            rows[name][row] = mark
        outs.append(run(*command.split(), write(rows, tmp_path), *words, "--na", "."))
    assert outs[0].out == outs[1].out
    assert (outs[0].code, outs[1].code) == (0, 0), outs[0].err


@pytest.mark.filterwarnings("ignore::concordant.errors.LabelWarning")
@pytest.mark.parametrize(
    ("rows", "text"),
    [
        ('"","t","p","n"\n"1","01","1",2\n"2","1","1",2\n', False),  # quotes say nothing, a warning what to do
        ('\n\n"t","p","n"\n"1","2",2\n"2","2",2\n', False),
        ("t,p\n1.0,1\n0.0,0\n", False),
        ("t,p\n1.0,1\n0.0,zero\n", True),
    ],
)
def test_what_makes_labels_text(csv: Csv, rows: str, text: bool) -> None:
    page = evaluate("t", "p", data=csv(rows))
    assert all(isinstance(label, str) == text for label in page.labels)
    assert all(isinstance(label, str) for label in evaluate("t", "p", data=scan(csv(rows), text=["p"])).labels)


@pytest.mark.filterwarnings("ignore::concordant.errors.LabelWarning")
@pytest.mark.usefixtures("_size")
def test_a_declared_text_makes_the_labels_of_a_call_text(tmp_path: Path) -> None:
    def values(data: Path, first: str, second: str) -> list[Any]:
        labels: Any = [first, second]
        return [
            evaluate("b", y_score="s", data=data, pos_label=second, level=None)["roc_auc"].value,
            evaluate("b", "b", data=data, labels=labels).labels == (first, second),
            accuracy("b", "b", data=data, labels=labels),
            roc_auc("b", "s", data=data, pos_label=second),
            best_threshold("b", "s", "f1", data=data, pos_label=second, cv=None).threshold,
            best_threshold("b", "s", "f1", data=data, labels=labels, cv=None).threshold,
            ordinal_cut_points("b", "s", data=data, labels=labels, cv=None).cut_points,
            Counts.by_group(data, by="g", y_true="b", y_pred="b", labels=labels)["01"].n,
            Counts.from_frame(scan(data), y_true="b", y_pred="b", labels=labels).table.tolist(),
        ]

    groups = {"G0": "01", "G1": "1"}
    words = values(write(spelled(table(), groups), tmp_path / "words"), "Nay", "Yea")
    assert values(write(spelled(table(), {**groups, "Nay": "01", "Yea": "1"}), tmp_path / "codes"), "01", "1") == words


@pytest.mark.usefixtures("_size")
@pytest.mark.parametrize("line", [f"{PAIR} --by g", f"{PAIR} --cluster c", f"{RATED} --by g"])
def test_words_for_missing_among_ids_that_are_numbers(run: Run, tmp_path: Path, line: str) -> None:
    numbers = {f"{kind}{k}": f"{k + 9}" for kind in ("G", "C", "C0") for k in range(20)}
    name, words = line[-1], (*line.split(), "--json")
    rows = table()
    rows[name][7] = "NA"
    assert run("report", write(rows, tmp_path), *words).json["n"] == 60  # among other names it is one
    error = run("report", write(spelled(rows, numbers), tmp_path), *words).error
    assert error.startswith(f"{name} has 1 missing (the first in row 8)")
    found = run("report", tmp_path, *words, "--missing", "drop").json
    assert (found["n"], found["n_missing"]) == (59, 1)


def test_a_column_of_text_that_is_absent_is_an_error(run: Run, csv: Csv) -> None:
    path = csv("t,p\n01,1\n1,1\n")
    assert "no column 'q'" in run("report", path, *PAIR.split(), "--text", "q").error
    with pytest.raises(ColumnError, match="no column 'q'"):
        scan(path, text=["q"])
    with pytest.raises(OptionError, match=r"text=\['t'\]"):
        scan(path, text="t")


@pytest.mark.usefixtures("_size")
def test_a_column_of_two_roles(run: Run, tmp_path: Path) -> None:
    rows = spelled(table(), {"Laa": "01", "Lbb": "1", "Lcc": "7"})
    folder = write({**rows, "v": [f"{k % 3}.50" for k in range(60)]}, tmp_path)
    for more in ("--by t", "--cluster t", "--by p"):
        assert run("report", folder, *PAIR.split(), *more.split(), "--json").json["labels"] == [1, 7]
    assert run("report", folder, *PAIR.split(), "--weight", "v", "--cluster", "v").code == 0
    page = run("report", folder, *PAIR.split(), "--by", "t", "--text", "p", "--json").json
    assert [group["label"] for group in page["by"]["groups"]] == ["01", "1", "7"]


def test_folders_are_named_as_they_are_written(run: Run, tmp_path: Path) -> None:
    for name in ("01", "1", "2"):
        write(table(), tmp_path / f"hospital={name}")
    words = (tmp_path, *PAIR.split(), "--metric", "accuracy", "--by", "hospital", "--json")
    assert [group["group"] for group in run("score", *words).json["groups"]] == ["01", "1", "2"]


def test_units_items_and_raters_are_shown_as_they_are_written(run: Run, tmp_path: Path) -> None:
    names = {"Laa": "01", "Lbb": "1", "Lcc": "2", "R0": "07", "R1": "7", **{f"U{k:02d}": f"{k:03d}" for k in range(30)}}
    folder, out = write(spelled(table(), names), tmp_path / "in"), tmp_path / "out.csv"
    long = (folder, "--unit", "u", "--rater", "r", "--label", "t", "--text", "t")
    found = run("agree", *long, "--consensus", out, "--json").json
    assert found["labels"] == ["01", "1", "2"]
    assert [rater["rater"] for rater in found["rater_report"]["raters"]] == ["07", "7"]
    assert {*found["unit_report"]["units"]} <= {f"{k:03d}" for k in range(30)}
    assert out.read_text().startswith("u,label,share,tied,ratings\n000,")
    page = run("agree", *long, "--html", "-").out
    assert all(f">{name}<" in page for name in ("07", "7"))
    words = "--judge q --human t,p --item u --by r --text t --json"
    judged = run("judge", folder, *words.split()).out
    assert re.search(r'"item": "0\d\d"', judged)
    assert '"name": "07"' in judged


def test_predict_leaves_other_columns_as_they_are_written(run: Run, csv: Csv, tmp_path: Path) -> None:
    rule = tmp_path / "rule.json"
    assert run("threshold", write(table(), tmp_path / "in"), *RATED.split(), "--metric", "f1", "--json", rule).code == 0
    rows = ["id,when,none,s,note", '007,2024-01-01,,0.10,"a ""b"", c"', "1e5,NA,,1e-1,null", "+1,TRUE,,.5, x "]
    found = run("predict", csv("\n".join(rows) + "\n"), "--score", "s", "--rule", rule).out.splitlines()
    assert [line.rpartition(",")[0] for line in found] == rows
    for row, said in (("8,high", "must hold numbers, but row 2 of FILE holds 'high'."), ("8,NA", "the first in row 2")):
        path = csv(f"id,s\n007,0.1\n{row}\n")
        assert said.replace("FILE", str(path)) in run("predict", path, "--score", "s", "--rule", rule).error


def watched(run: Run, folder: Path, head: str, files: str, line: str) -> Any:
    folder.mkdir()
    for number, rows in enumerate(files.split("|")):
        (folder / f"{number}.csv").write_text("\n".join([head, *rows.split(" "), ""]))
    store = folder.with_name("states")
    ran = run("watch", folder, "--store", store, *line.split(), "--once")
    return StateTable.read(store) if ran.code == 0 else ran.err


@pytest.mark.parametrize(
    ("files", "line", "labels", "groups"),
    [
        ("0,1,a 1,1,a|0,unknown,a", "--labels 0,1,unknown", ("0", "1", "unknown"), {()}),
        ("01,1,01 1,1,1|1,1,1", "--labels 01,1 --by g", ("01", "1"), {("01",), ("1",)}),
        ("0.0,1.0,1 1.0,1.0,1|1,0,1", "--by g", (0, 1), {("1",)}),
        ("0,1,1704067200|1,1,1704153600.5", "--labels 0,1 --time g --window 1d", (0, 1), {()}),
    ],
)
def test_days_that_are_watched(run: Run, tmp_path: Path, files: str, line: str, labels: Any, groups: Any) -> None:
    states = watched(run, tmp_path / "in", "t,p,g", files, f"{PAIR} {line}")
    assert (states.definition.labels, {*states.groups}) == (labels, groups)


@pytest.mark.parametrize(
    ("head", "files", "line", "message"),
    [
        ("t,p", "0,1|1,1 0,", f"{PAIR} --labels 0,1", "p has 1 missing (the first in row 2 of IN/1.csv). Rem"),
        ("t,s", "0,.1 1,.2|1,.3 0,x", "--truth t --score s", "s must hold numbers, but row 2 of IN/1.csv holds"),
        (
            "t,p,g",
            "0,1,1704067200000",
            f"{PAIR} --labels 0,1 --time g --window 1d",
            "seconds since 1970, or as --time-format",
        ),
    ],
)
def test_days_that_cannot_be_watched(run: Run, tmp_path: Path, head: str, files: str, line: str, message: str) -> None:
    folder = tmp_path / "in"
    assert message.replace("IN", str(folder)) in watched(run, folder, head, files, line)


@pytest.mark.parametrize("quoted", ["", '"'])
@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (["01", "1"], "the labels '01' and '1' are one number, 1. If they are different labels"),
        ([" 1", "1"], None),
        ([" 1", "01"], "the labels '01' and '1' are one number, 1. If they are different labels"),
        (["02138", "10001"], "labels such as '02138' are read as numbers, 2138. If they are codes"),
        (["0", "10"], None),
        (["01", "x"], None),
    ],
)
def test_codes_that_are_read_as_numbers_are_pointed_out_once(
    run: Run, csv: Csv, labels: list[str], message: str | None, quoted: str
) -> None:
    path = csv("\n".join(["y,p", *(f"{label},{label}" for label in (labels[0], f"{quoted}2{quoted}", *labels)), ""]))
    expected = [] if message is None else [f"column 'y': {message}, say that the column holds text: "]
    err = run("score", path, "--truth", "y", "--pred", "p", "--metric", "accuracy", "--no-interval").err
    assert [line for line in expected if err.count(line) != 1] == []
    assert bool(expected) == ("hold" in err) == ("text: --text y." in err)
    with catch_warnings(record=True) as caught:
        simplefilter("always")
        batches.read_columns(source.with_roles([path] * 2, labels=["y", "p"]), ["y", "p"])
    assert [str(warning.message)[: len(expected[0])] for warning in caught] == expected
    assert {warning.category for warning in caught} <= {LabelWarning}


def test_names_with_blanks_are_quoted(run: Run, csv: Csv) -> None:
    path = csv("Grade ,s\n0,0.2\n1,1.1\n01,1.4\n2,2.2\nN/A,1.3\n")
    asked = run("report", path, "--truth", "Grade ", "--score", "s")
    assert "say that the column holds text: --text 'Grade '." in asked.err
    assert "concordant: 'Grade ' has 1 missing (the first in row 5)." in asked.err


def test_declared_labels_may_be_an_array(csv: Csv) -> None:
    path = csv("t,p,s\n" + "0,0,.1\n1,0,.4\n1,1,.8\n" * 4)
    for data in (path, pl.read_csv(path)):
        labels: Any = np.array([0, 1])
        assert accuracy("t", "p", data=data, labels=labels) == 2 / 3
        assert roc_auc("t", "s", data=data, labels=labels) == 1
        assert best_threshold("t", "s", "f1", data=data, labels=labels, cv=None).value == 1
        assert ordinal_cut_points("t", "s", data=data, labels=labels, cv=None).value == 1
        assert Counts.by_group(data, by="t", y_true="t", y_pred="p", labels=labels)[0].n == 4


def test_several_columns_of_scores_elsewhere_are_read_by_their_roles(csv: Csv) -> None:
    path = csv("y,p0,p1,p2\n" + "0,.8,.1,.1\n1,.1,.8,.1\n2,.1,.1,.8\n" * 4)
    scores = ["p0", "p1", "p2"]
    for data in (path, path.as_uri()):
        assert log_loss("y", scores, data=data, labels=["0", "1", "2"]) == pytest.approx(-math.log(0.8))


def test_a_file_that_has_changed_is_looked_at_again(csv: Csv) -> None:
    file = find_files(csv("y,p\n0,1\n"))[0]
    assert csv_files.refuse_holes(file)
    csv('y,p\n"0",01\n')
    assert not csv_files.refuse_holes(file)


def test_rows_without_a_group_are_counted_in_engines(run: Run, tmp_path: Path) -> None:
    frame = pl.DataFrame({"t": [0, 1] * 50, "p": [0, 1, 1, 1] * 25, "g": ["a", "b", "a", None] * 25})
    with pytest.raises(MissingValuesError, match=r"g has 25 missing\."):
        evaluate("t", "p", data=frame.lazy(), by="g")
    frame.write_parquet(path := tmp_path / "x.parquet")
    line = ("score", path.as_uri(), *PAIR.split(), "--metric", "accuracy", "--by", "g")
    assert "25 rows were dropped because a value was missing; 75 are left." in run(*line, "--missing", "drop").err
    assert "g has 25 missing" in run(*line).error


def test_a_damaged_file_that_is_left_out_hides_no_missing_value(run: Run, tmp_path: Path) -> None:
    for name, text in {"a": "t,p\n1,1\n0,1\n", "b": "", "c": "t,p\n1,1\n,0\n"}.items():
        (tmp_path / f"{name}.csv").write_text(text)
    error = run("report", *sorted(tmp_path.glob("*.csv")), *PAIR.split(), "--skip-corrupt").error
    assert "t has 1 missing (the first in row 4" in error


@pytest.mark.usefixtures("_size")
def test_a_third_label_in_the_last_row_is_named(csv: Csv) -> None:
    rows = "t,s\n" + "no,.1\nyes,.9\n" * 30
    with pytest.raises(LengthError, match=r"s is one column of scores.*'maybe'"):
        evaluate("t", y_score="s", data=csv(rows + "maybe,.5\n"))


@pytest.mark.parametrize("unit", [2.0**-60, 2.0**60])
@pytest.mark.parametrize("more", ["", "--cluster g"])
def test_weights_mean_the_same_in_any_unit(run: Run, csv: Csv, unit: float, more: str) -> None:
    rows = [(k % 2, k % 3 > 0, 1 + k % 5 % 3, k // 4) for k in range(40)]
    line = f"--truth y --pred p --weight w --metric accuracy --metric cohen_kappa --quiet {more}".split()
    shown = []
    for scale in (unit, 1.0):
        lines = ["y,p,w,g", *(f"{y},{p:d},{scale * w!r},{g}" for y, p, w, g in rows), ""]
        ran = run("score", csv("\n".join(lines)), *line)
        shown.append((ran.out, ran.err))
    assert shown[0] == shown[1]
    assert "to" in shown[0][0]


@pytest.mark.parametrize("most", [0, 2_000_000])
@pytest.mark.parametrize("line", ["--score s", "--score t,u,v --labels 0,1,2", "--score u,v,w --labels 0,1,2"])
def test_scores_that_are_no_probabilities_are_refused(
    run: Run, csv: Csv, line: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "MOST_ROWS", most)
    rows = "y,s,t,u,v,w\n1,-1,7,0.25,0.5,0.5\n0,0.5,6,0.25,0.5,1\n1,0.25,6,1,0.5,0.5\n"
    path = csv(rows if "v" not in line else f"{rows}2,1,6,0.5,0.5,0.5\n")
    ran = run("score", path, "--truth", "y", "--metric", "log_loss", *line.split())
    assert "log_loss needs probabilities, and these scores are none: " in ran.error
    assert ("row 3 sums to 2." in ran.error) == (bool(most) and "u,v,w" in line)
