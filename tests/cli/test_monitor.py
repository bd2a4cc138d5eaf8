"""concordant watch and monitor: count what arrives, once; say what has changed; the exit code is the alert."""

from __future__ import annotations

import io
import json
import shutil
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from support.samples import USUAL, part, rows_of

from concordant import Monitor, StateTable

from .conftest import Ran, Run

ROWS = rows_of(900, days=6)
WHOLE = StateTable.from_rows(ROWS, **USUAL)
COLUMNS = ("--truth", "truth", "--pred", "label", "--score", "score", "--by", "land", "--time", "at", "--window", "1d")
LABELS = ("--labels", "no,yes")


@pytest.fixture
def arriving(tmp_path: Path) -> Path:
    """A folder into which two files of three have come."""
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(2):
        pl.DataFrame(part(ROWS, 300 * number, 300 * (number + 1))).write_csv(folder / f"{number}.csv")
    return folder


def count(run: Run, *words: object) -> str:
    """Count once, with what is said of it on stderr."""
    ran = run("watch", *words, "--once")
    assert ran.out == ""
    return ran.err


def test_a_damaged_file_is_left_out_until_it_is_whole(run: Run, tmp_path: Path) -> None:
    """The files behind it are counted, and it counts as soon as it can be read."""
    (folder := tmp_path / "in").mkdir()
    for number in range(3):
        pl.DataFrame(part(ROWS, 300 * number, 300 * (number + 1))).write_parquet(folder / f"{number}.parquet")
    whole = (folder / "1.parquet").read_bytes()
    (folder / "1.parquet").write_bytes(whole[:-200])
    line = (folder, "--store", tmp_path / "states")
    assert f"{folder / '1.parquet'} cannot be read" in count(run, *line, *COLUMNS, *LABELS)
    (folder / "3.parquet").touch()
    for new in (600, 0):
        told = count(run, *line, *COLUMNS, *LABELS, "--skip-corrupt")
        for name in ("1.parquet", "3.parquet"):
            assert f"not counted: {folder / name}" in told
        assert f"{new} new rows; 600 in" in told
    (folder / "1.parquet").write_bytes(whole)
    (folder / "3.parquet").unlink()
    assert "300 new rows; 900 in" in count(run, *line, "--skip-corrupt")
    assert StateTable.read(tmp_path / "states") == WHOLE


def test_each_file_counts_once(run: Run, arriving: Path, tmp_path: Path) -> None:
    store = ("--store", tmp_path / "states")
    assert "600 new rows; 600 in" in count(run, arriving, *store, *COLUMNS, *LABELS)
    pl.DataFrame(part(ROWS, 600, 900)).write_csv(arriving / "2.csv")
    assert "300 new rows; 900 in" in count(run, arriving, *store, "--close", "2d")
    assert "0 new rows; 900 in" in count(run, arriving, *store)
    assert StateTable.read(tmp_path / "states") == WHOLE
    with (arriving / "2.csv").open("a") as grown:
        grown.write((arriving / "0.csv").read_text().splitlines()[1] + "\n")
    assert "1 new rows; 901 in" in count(run, arriving, *store)
    shutil.copy(arriving / "1.csv", arriving / "copy.csv")
    again = count(run, arriving, *store)
    assert f"0 rows of {arriving / 'copy.csv'}: it has the same bytes as {arriving / '1.csv'}" in again
    assert "0 new rows; 901 in" in again
    (arriving / "1.csv").write_text((arriving / "0.csv").read_text()[:-100])
    assert "was changed after its rows were counted" in count(run, arriving, *store)


def test_an_error_before_any_row_is_counted_leaves_the_store_new(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("y,percent,share\n1,93%,0.93\n0,12%,0.12\n")
    line = (tmp_path / "a.csv", "--store", tmp_path / "states", "--truth", "y", "--score")
    assert "percent must hold numbers" in count(run, *line, "percent")
    assert "2 new rows; 2 in" in count(run, *line, "share")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (("watch", "IN", "--store", "STATES", "--score", "score", "--once"), "leave out all columns and labels"),
        (("watch", "IN", "--store", "STATES", "--by", "lnad", "--once"), "and these are to be counted with --by lnad"),
        (("monitor", "STATES", "--html", "-"), "name a file"),
        (("monitor", "STATES", "--alert", "auc falls"), "such as 'roc_auc drop 0.01'"),
        (("monitor", "STATES", "--alert", "acuracy drop 0.1"), "there is no metric 'acuracy'. Did you mean accuracy"),
        (("monitor", "STATES", "--against", "nowhere"), '"previous", "trailing"'),
    ],
)
def test_lines_that_cannot_be_run(run: Run, arriving: Path, gap: Path, line: tuple[str, ...], message: str) -> None:
    places = {"IN": arriving, "NEW": gap.with_name("new"), "STATES": gap}
    assert message in run(*(places.get(word, word) for word in line)).error


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("1,0.7,04.03.2026 10:00", "or as --time-format says ('%d.%m.%Y %H:%M')"),
        ("1,0.7,", "(the first in row 1 of FILE)"),
        ("7,0.7,2026-03-04", "does not name: 7."),
        ("1,7,2026-03-04", "the first in row 1 of FILE: 7.0"),
        ("1,,2026-03-04", "column 'p' has no value"),
        ("1,x,2026-03-04", "holds 'x'"),
    ],
)
def test_an_error_names_the_file_of_its_row_once(run: Run, tmp_path: Path, row: str, message: str) -> None:
    (tmp_path / "1.csv").write_text("y,p,at\n1,0.7,2026-03-01 10:00\n")
    line = ("watch", tmp_path, "--store", tmp_path / "states", "--once")
    columns = ("--truth", "y", "--score", "p", "--labels", "0,1", "--time", "at", "--window", "1d")
    assert run(*line, *columns).code == 0
    (tmp_path / "2.csv").write_text(f"y,p,at\n{row}\n")
    error = run(*line).error
    assert message.replace("FILE", str(tmp_path / "2.csv")) in error
    assert error.count("2.csv") == 1


def test_a_group_is_the_same_in_every_file(run: Run, tmp_path: Path) -> None:
    """Whatever else its column holds there: numbers alone, text, other decimals, truths."""
    for name, column in zip("abcd", ("01234 7 7", "01234 7 x7", "7.0 01234 2.5", "7 7 true"), strict=True):
        pl.DataFrame({"p": [0.1, 0.2, 0.3], "zip": column.split()}).write_csv(tmp_path / f"{name}.csv")
    words = ("watch", tmp_path / "?.csv", "--store", tmp_path / "states", "--score", "p", "--by", "zip", "--once")
    assert run(*words).code == 0
    groups = StateTable.read(tmp_path / "states").by_group()
    counted = {group: states.n for (group,), states in groups.items()}
    assert counted == {"01234": 3, "7": 6, "x7": 1, "2.5": 1, "True": 1}


def test_columns_of_groups_are_named_with_commas_or_one_by_one(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "in.csv").write_text('p,g,h,"a,b"\n0.1,x,1,u\n0.2,y,1,v\n0.3,x,2,v\n')
    for by, groups in (
        (("--by", "g,h"), {("x", "1"), ("y", "1"), ("x", "2")}),
        (("--by", "g", "--by", "h"), {("x", "1"), ("y", "1"), ("x", "2")}),
        (("--by", "a,b"), {("u",), ("v",)}),
    ):
        store = tmp_path / "".join(by)
        count(run, tmp_path / "in.csv", "--store", store, "--score", "p", *by)
        assert {*StateTable.read(store).by_group()} == groups
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"p": 0.1, "g": "x", "h": 1}\n'))
    assert run("watch", "-", "--store", tmp_path / "lines", "--score", "p", "--by", "g,h").code == 0
    assert {*StateTable.read(tmp_path / "lines").by_group()} == {("x", "1")}


def test_times_are_read_as_they_are_written_and_the_store_keeps_the_form(run: Run, tmp_path: Path) -> None:
    stores = []
    for name, rows in (
        ("usual", "0.1,2026-03-01T10:00:00\n0.2,2026-12-02T00:30:00\n"),
        ("own", "0.1,01.03.2026 10:00\n0.2,02.12.2026 00:30\n"),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.csv").write_text(f"p,at\n{rows}")
        stores.append(tmp_path / f"states of {name}")
    line = ("--score", "p", "--time", "at", "--window", "1d")
    count(run, tmp_path / "usual", "--store", stores[0], *line)
    assert "must hold dates or times" in count(run, tmp_path / "own", "--store", stores[1], *line)
    form = ("--time-format", "%d.%m.%Y %H:%M")
    assert "2 new rows" in count(run, tmp_path / "own", "--store", stores[1], *line, *form)
    assert StateTable.read(stores[1]) == StateTable.read(stores[0])
    (tmp_path / "own" / "b.csv").write_text("p,at\n0.5,03.12.2026 00:00\n")
    assert "1 new rows; 3 in" in count(run, tmp_path / "own", "--store", stores[1])
    (tmp_path / "own" / "c.csv").write_text("p,at\n0.5,2026-12-03\n")
    assert "their text as --time-format '%d.%m.%Y %H:%M'" in count(run, tmp_path / "own", "--store", stores[1])
    (tmp_path / "own" / "c.csv").unlink()
    (tmp_path / "own" / "d.csv").write_text("p,at\n0.5,04.12.2026 00:00\n")
    wrong = count(run, tmp_path / "own", "--store", stores[1], "--time-format", "%Y")
    assert "their text as --time-format '%Y'" in wrong
    assert "1 new rows; 4 in" in count(run, tmp_path / "own", "--store", stores[1])  # which has kept its own form
    assert "--time-format says how" in run("watch", tmp_path, "--store", "x", "--score", "p", *form, "--once").error


@pytest.mark.parametrize(
    ("more", "new"), [("\n0.3,1\n", 1), ("\r\n0.3,1\r\n", 1), ("\n", 0), ("5,1\n", None), ("5\n0.3,1\n", None)]
)
def test_a_last_row_that_was_cut_is_told(run: Run, tmp_path: Path, more: str, new: int | None) -> None:
    path, store = tmp_path / "in.csv", tmp_path / "states"
    path.write_bytes(b"p,g\n0.1,1\n0.2,1")
    assert run("watch", path, "--store", store, "--score", "p", "--by", "g", "--once").code == 0
    with path.open("ab") as grown:
        grown.write(more.encode())
    found = run("watch", path, "--store", store, "--once")
    if new is None:
        assert (found.code, "before it was whole" in found.err) == (2, True)
    else:
        assert f"{new} new rows; {2 + new} in" in found.err


def test_lines_of_a_log_count_once(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        json.dumps({**row, "at": row["at"].isoformat() + "Z", "_partition": place % 3, "_offset": 7 + place // 3})
        for place, row in enumerate(pl.DataFrame(ROWS).to_dicts())
    ]
    store = tmp_path / "states"

    def piped(some: list[str], *more: str) -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(some) + "\n"))
        return run("watch", "-", "--store", store, *more)

    assert "600 new rows" in piped(lines[:600], *COLUMNS, *LABELS).err
    assert "300 new rows; 900 in" in piped(lines[450:]).err
    assert StateTable.read(store) == WHOLE
    gap = piped([lines[0].replace('"_offset": 7', '"_offset": 400')])
    assert gap.code == 2
    assert "partition 0: rows 307 to 399 are missing" in gap.err
    assert "1 new rows" in piped([lines[0].replace('"_offset": 7', '"_offset": 400')], "--allow-gaps").err
    assert "line 2 of the stream is no JSON" in piped([lines[0], "{"]).err
    assert "no JSON object, but list" in piped(["[]"]).err
    damaged = io.TextIOWrapper(io.BytesIO(lines[0].encode() + b"\n\xff\n"), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", damaged)
    assert "cannot be read after line" in run("watch", "-", "--store", store).err
    assert "--labels names all labels" in run("watch", "-", "--store", tmp_path / "new", *COLUMNS).err


def test_an_alert_is_the_exit_code(run: Run, tmp_path: Path) -> None:
    rows = {name: column.copy() for name, column in ROWS.items()}
    worse = rows["at"] >= rows["at"].min() + 3 * 86_400_000_000
    rows["score"][worse] = 1 - rows["score"][worse]
    folder, store = tmp_path / "in", tmp_path / "states"
    folder.mkdir()
    pl.DataFrame(rows).write_parquet(folder / "all.parquet")
    run("watch", folder, "--store", store, *COLUMNS, *LABELS, "--once")
    alerts = ("--alert", "roc_auc drop 0.1", "--alert", "scores psi 0.5", "--alert", "true labels v 0.2")
    found = run("monitor", store, "--window", "3d", "--metric", "roc_auc", *alerts)
    assert found.code == 1
    words = " ".join(found.plain.split())
    assert "1 of 3 alerts went off." in words
    assert "roc_auc drop 0.1 ALERT ROC AUC in all rows: 0." in words
    assert "scores psi 0.5 quiet no alert: " in words
    assert run("monitor", store, "--window", "3d", "--no-groups", *alerts[2:]).code == 0
    page = tmp_path / "page.html"
    assert run("monitor", store, "--no-groups", "--metric", "f1", "--html", page).code == 0
    assert all(title in page.read_text() for title in ("From window to window", "Changes", "By land"))
    told = json.loads(run("monitor", store, "--no-groups", "--json", "--alert", "f1 change 0.1").out)
    assert told["alert"] is (told["alerts"][0]["fired"])
    assert [one["name"] for one in told["changes"] if one["group"] is None][4] == "f1"
    assert (len(told["window"]), told["undecided"], told["first_window"]) == (2, False, False)
    fixed = run("monitor", store, "--metric", "f1", "--against", "2026-03-01..2026-03-02", "--no-groups")
    assert "compared with 2026-03-01 00:00 to 2026-03-03 00:00" in fixed.plain
    other = run("monitor", store, "--against", store, "--no-groups", "--metric", "f1")
    assert "2026-03-06 00:00 to 2026-03-07 00:00 UTC, compared with 2026-03-01 00:00 to 2026-03-07" in other.plain


def test_the_page_of_labels_by_alphabet_is_of_names(run: Run, tmp_path: Path) -> None:
    rows = {"t": list("abcabcabcc"), "q": list("abccbcabca"), "at": ["2026-03-01", "2026-03-02"] * 5}
    pl.DataFrame(rows).write_csv(tmp_path / "in.csv")
    columns = ("--truth", "t", "--pred", "q", "--time", "at", "--window", "1d", "--labels", "a,b,c")
    assert "10 new rows" in count(run, tmp_path / "in.csv", "--store", tmp_path / "states", *columns)
    page = tmp_path / "page.html"
    for task, said in (((), "Task: multiclass"), (("--task", "ordinal"), "Task: ordinal")):
        assert run("monitor", tmp_path / "states", "--html", page, *task).code == 0
        assert said in page.read_text()


def test_rows_that_lack_a_value_are_counted_apart(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("t,q\n1,1\n,1\n0,\n0,0\n")
    line = (tmp_path / "in.csv", "--store", tmp_path / "states", "--truth", "t", "--pred", "q", "--missing", "drop")
    assert "; 2 in " in (told := count(run, *line))
    assert told.rstrip().endswith(", and 2 more lack a value and are left out")


def test_an_average_is_named_as_the_command_can(run: Run, tmp_path: Path) -> None:
    rows = {"t": list("abcc") * 2, "q": list("abca") * 2, "at": ["2026-03-01", "2026-03-02"] * 4, "g": list("uuuuvvvv")}
    pl.DataFrame(rows).write_csv(tmp_path / "in.csv")
    columns = ("--truth", "t", "--pred", "q", "--by", "g", "--time", "at", "--window", "1d", "--labels", "a,b,c")
    count(run, tmp_path / "in.csv", "--store", tmp_path / "states", *columns)
    error = run("monitor", tmp_path / "states", "--metric", "f1").error
    assert error.endswith("Name its average where there are names for it: f1_macro, recall_weighted.")


ALERTS = [
    *("roc_auc drop 0.5", "accuracy rise 0.5", "f1 change 0.9", "calibration change 0.9", "scores psi 9"),
    *("scores ks 0.9", "true labels psi 9", "true labels v 0.9", "predicted labels psi 9", "predicted labels v 0.9"),
]


@pytest.fixture
def gap(tmp_path: Path) -> Path:
    """A store that has rows of the first day, and of the third to the sixth."""
    day = (ROWS["at"] - ROWS["at"].min()) // 86_400_000_000
    with Monitor.open(tmp_path / "states", **USUAL) as live:
        live.update({name: column[day != 1] for name, column in ROWS.items()})
    return tmp_path / "states"


@pytest.mark.parametrize(
    ("more", "code", "said"),
    [
        ("--window 1d", 0, "quiet"),
        ("--window 4d --against 2026-03-02..2026-03-02", 1, "UNDECIDED"),
        ("--window 4d", 0, "quiet"),
        ("--window 6d", 0, "quiet"),
        ("--window 6d --against 2020-01-01..2020-01-02", 1, "UNDECIDED"),
    ],
)
def test_alerts_without_a_reference_are_not_quiet(run: Run, gap: Path, more: str, code: int, said: str) -> None:
    line = ("monitor", gap, *more.split(), *(word for alert in ALERTS for word in ("--alert", alert)))
    found = run(*line, "--json")
    told = found.json
    assert (found.code, told["alert"], told["undecided"]) == (code, False, said == "UNDECIDED")
    assert told["first_window"] is (more == "--window 6d")
    text = " ".join(run(*line).plain.split())
    for verdict in told["alerts"]:
        why = verdict["lines"][0]
        assert verdict["undecided"] is why.startswith("cannot be decided: ") is (said == "UNDECIDED")
        assert ("there is no reference yet" in why) is told["first_window"]
        assert f"{verdict['alert']['text']} {said} {why}" in text
    assert ("- This is the first window" in text) is told["first_window"]


def test_an_alert_whose_number_is_undefined_is_not_quiet(run: Run, tmp_path: Path) -> None:
    """Of all rows, or of one group; where another group goes off, the alert does."""
    day = (ROWS["at"] - ROWS["at"].min()) // 86_400_000_000
    one_class = {**ROWS, "truth": np.where((day == 5) & (ROWS["land"] == "FI"), "no", ROWS["truth"])}
    none = {**ROWS, "truth": np.where(day == 5, "no", ROWS["truth"])}
    for name, rows in (("group", one_class), ("all", none), ("constant", {**ROWS, "truth": np.full(900, "no")})):
        with Monitor.open(tmp_path / name, **USUAL) as live:
            live.update(rows)

    def judged(name: str, alert: str, *more: str) -> tuple[int, str, list[str | None]]:
        found = run("monitor", tmp_path / name, "--alert", alert, "--json", *more)
        [verdict] = found.json["alerts"]
        return found.code, verdict["lines"][0], verdict["groups"]

    code, line, groups = judged("all", "roc_auc drop 0.5", "--no-groups")
    assert (code, groups) == (1, [None])
    assert "only the class 'no' occurs" in line
    assert judged("group", "roc_auc drop 0.5") == (1, line.replace("all rows", "FI"), ["FI"])
    assert judged("group", "roc_auc drop 0.5", "--no-groups")[0] == 0
    assert judged("constant", "true labels psi 0.1")[0] == judged("constant", "true labels v 0.1")[0] == 0


def test_metrics_of_alerts_have_all_their_names(run: Run, gap: Path) -> None:
    alerts = ("--alert", "auc drop 0.9", "--alert", "AUROC drop 0.9", "--alert", "qwk drop 0.9")
    found = run("monitor", gap, "--no-groups", "--metric", "kappa", *alerts, "--json").json
    assert [one["alert"]["name"] for one in found["alerts"]] == ["roc_auc", "roc_auc", "qwk"]
    assert [one["name"] for one in found["changes"]][:3] == ["cohen_kappa", "roc_auc", "qwk"]
    assert found["changes"][0]["now"] == found["changes"][2]["now"]  # of two labels
