"""``concordant explain``: a kappa of labels, an AUC of a score, and the files of both."""

from __future__ import annotations

import json
import re
from pathlib import Path

import polars as pl
import pytest

from concordant import explain
from concordant.data import EXAMPLES

from .conftest import Csv, Run

# A published example of the QWK; without weights (0.4 - 0.14) / (1 - 0.14) by hand.
MEASUREMENTS = "anna,ben\n2,2\n2,2\n2,2\n3,3\n4,2\n5,1\n5,1\n5,1\n5,1\n5,3\n"


def as_json(run: Run, *arguments: object) -> dict[str, object]:
    ran = run("explain", *arguments, "--json", "-")
    assert (ran.code, ran.err) == (0, "")
    steps: dict[str, object] = ran.json
    return steps


def test_example_is_the_kappa_of_two_neurologists(run: Run) -> None:
    ms = EXAMPLES["ms"]
    frame = pl.read_csv(ms.path)
    steps = explain.quadratic_kappa(frame[ms.truth], frame[ms.pred], labels=ms.labels, names=(ms.truth, ms.pred))
    ran = run("explain", "--example")
    assert (ran.code, ran.out, ran.err) == (0, f"{steps}\n", "")


@pytest.mark.parametrize(("weights", "kappa"), [((), -0.13924050632911378), (("--weights", "none"), 13 / 43)])
def test_kappa_of_a_file(run: Run, csv: Csv, weights: tuple[str, ...], kappa: float) -> None:
    steps = as_json(run, csv(MEASUREMENTS), "--truth", "anna", "--pred", "ben", *weights)
    assert steps["kappa"] == pytest.approx(kappa, abs=1e-12)
    assert steps["names"] == ["anna", "ben"]
    assert steps["labels"] == [1, 2, 3, 4, 5]


def test_labels_declare_the_order_of_text_and_rows_are_weighted(run: Run, csv: Csv) -> None:
    path = csv("a,b,w\nlow,low,3\nmid,high,1\nhigh,high,1\nlow,mid,2\n")
    steps = as_json(run, path, "--truth", "a", "--pred", "b", "--labels", "low,mid,high", "--weight", "w")
    assert steps["labels"] == ["low", "mid", "high"]
    assert steps["observed"] == [[3, 2, 0], [0, 0, 1], [0, 0, 1]]


def test_auc_of_a_file(run: Run, csv: Csv) -> None:
    path = csv("y,s\n1,.5\n0,.25\n1,.2\n1,.3\n0,.1\n")
    steps = as_json(run, path, "--truth", "y", "--score", "s")
    assert steps["auc"] == pytest.approx(5 / 6)
    assert as_json(run, path, "--truth", "y", "--score", "s", "--pos-label", "0")["auc"] == pytest.approx(1 / 6)


def test_one_class_against_the_rest(run: Run, csv: Csv) -> None:
    path = csv("y,p1\n0,.33\n1,.29\n2,.35\n1,.40\n")
    line = (path, "--truth", "y", "--score", "p1")
    steps = as_json(run, *line, "--pos-label", "1")
    assert steps["classes"] == ["not 1", "1"]
    assert steps["auc"] == pytest.approx(0.5)


def test_missing_rows_of_several_classes_are_not_the_rest(run: Run, csv: Csv) -> None:
    path = csv("y,p1\n0,.3\n1,.2\n,.9\n2,.1\n")
    steps = as_json(run, path, "--truth", "y", "--score", "p1", "--pos-label", "1", "--missing", "drop")
    assert (steps["positives"], steps["negatives"], steps["missing"]) == (1, 2, 1)


@pytest.mark.parametrize("example", ["ms", "breast"])
def test_files(run: Run, tmp_path: Path, example: str) -> None:
    page, data = tmp_path / "steps.html", tmp_path / "steps.json"
    assert run("explain", "--example", example, "--html", page, "--json", data).code == 0
    text = page.read_text()
    assert text.startswith("<!doctype html>")
    assert f"({EXAMPLES[example].path.name})</title>" in text
    assert "Content-Security-Policy" in text
    assert not re.search(r"<link|<img|\ssrc=|https:", text)
    assert json.loads(data.read_text())["signature"]


@pytest.mark.parametrize(("name", "start"), [("x.svg", b"<?xml"), ("x.pdf", b"%PDF")])
def test_figures(run: Run, tmp_path: Path, name: str, start: bytes) -> None:
    assert run("explain", "--example", "--plot", tmp_path / name).code == 0
    assert (tmp_path / name).read_bytes().startswith(start)
    assert [path.name for path in tmp_path.iterdir()] == [name]
