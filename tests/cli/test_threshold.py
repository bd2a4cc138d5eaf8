"""``concordant threshold``, and ``concordant predict`` by what it wrote."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from concordant.decisions import best_threshold, guaranteed_threshold, ordinal_cut_points
from concordant.result import BestThreshold, GuaranteedThreshold

from .conftest import Run


@pytest.fixture
def scans(tmp_path: Path) -> Path:
    rng = np.random.default_rng(3)
    ill = rng.random(300) < 0.3
    model = (ill + rng.normal(size=300)).round(2)
    path = tmp_path / "scans.csv"
    named = np.where(ill, "ill", "well")
    weight = rng.integers(1, 4, 300)
    pl.DataFrame({"ill": ill * 1, "named": named, "model": model, "weight": weight}).write_csv(path)
    return path


def test_it_prints_what_the_function_says(run: Run, scans: Path) -> None:
    frame = pl.read_csv(scans)
    ran = run("threshold", scans, "--truth", "ill", "--score", "model", "--metric", "f1")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{best_threshold(frame['ill'], frame['model'], 'f1')}\n"
    ran = run(
        *("threshold", scans, "--truth", "named", "--score", "model", "--pos-label", "ill", "--weight", "weight"),
        *("--metric", "f_beta", "--option", "beta=2", "--constraint", "recall >= 0.5"),
        *("--constraint", "precision >= 0.3", "--max-positives", 8, "--periods", 30, "--cv", 0),
    )
    found = best_threshold(
        frame["named"],
        frame["model"],
        "f_beta",
        beta=2,
        pos_label="ill",
        sample_weight=frame["weight"],
        constraint=["recall >= 0.5", "precision >= 0.3"],
        max_positives=8,
        periods=30,
        cv=None,
    )
    assert ran.out == f"{found}\n"
    assert "at most 8 positives in each of 30 periods" in ran.out


def test_two_prices_stand_for_the_expected_cost(run: Run, scans: Path) -> None:
    frame = pl.read_csv(scans)
    ran = run("threshold", scans, "--truth", "ill", "--score", "model", "--cost-fn", 10, "--cost-fp", 1)
    assert ran.out == f"{best_threshold(frame['ill'], frame['model'], cost=[[0, 1], [10, 0]])}\n"
    assert ran.out.startswith("expected cost")


def test_the_example_needs_no_columns(run: Run) -> None:
    ran = run("threshold", "--example", "--metric", "f1")
    assert ran.code == 0
    assert ran.out.startswith("f1 0.8768 at the threshold 0.535479")


def test_json_is_read_by_predict(run: Run, scans: Path, tmp_path: Path) -> None:
    rule = tmp_path / "threshold.json"
    columns = ("--truth", "named", "--score", "model", "--pos-label", "ill")
    ran = run("threshold", scans, *columns, "--metric", "cohen_kappa", "--json", rule)
    assert (ran.code, f"wrote {rule}" in ran.err) == (0, True)
    found = BestThreshold.from_dict(json.loads(rule.read_text()))
    assert found.metric == "cohen_kappa"
    ran = run("predict", scans, "--score", "model", "--rule", rule, "--name", "called")
    assert (ran.code, ran.err) == (0, "")
    frame = pl.read_csv(scans)
    assert ran.out == frame.with_columns(called=pl.Series(found.predict(frame["model"].to_numpy()))).write_csv()
    shown = run("threshold", scans, *columns, "--metric", "cohen_kappa", "--json", "-")
    assert json.loads(shown.out) == json.loads(rule.read_text())


def test_a_threshold_that_nothing_reaches_is_written_and_read(run: Run, scans: Path, tmp_path: Path) -> None:
    rule = tmp_path / "never.json"
    ran = run(
        *("threshold", scans, "--truth", "ill", "--score", "model", "--cost-fn", 1, "--cost-fp", 1000),
        *("--max-positives", 0, "--json", rule),
    )
    assert ran.code == 0
    assert json.loads(rule.read_text())["threshold"] == "inf"
    ran = run("predict", scans, "--score", "model", "--rule", rule)
    assert set(pl.read_csv(ran.out.encode())["prediction"]) == {0}


def test_rows_of_one_patient_stay_in_one_fold(run: Run, scans: Path) -> None:
    frame = pl.read_csv(scans)
    columns = ("--truth", "ill", "--score", "model", "--cluster", "weight", "--cv", 3)
    found = best_threshold(frame["ill"], frame["model"], "f1", cluster=frame["weight"], cv=3)
    assert run("threshold", scans, *columns, "--metric", "f1").out == f"{found}\n"
    cuts = ordinal_cut_points(frame["ill"], frame["model"], cluster=frame["weight"], cv=3)
    assert run("cutpoints", scans, *columns).out == f"{cuts}\n"


def test_the_picture_is_written(run: Run, scans: Path, tmp_path: Path) -> None:
    picture = tmp_path / "threshold.png"
    ran = run("threshold", scans, "--truth", "ill", "--score", "model", "--metric", "f1", "--plot", picture)
    assert (ran.code, f"wrote {picture}" in ran.err) == (0, True)
    assert picture.read_bytes().startswith(b"\x89PNG")


def said(run: Run, *arguments: object) -> str:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    return ran.err


def test_errors_are_one_line_in_the_words_of_the_options(run: Run, scans: Path) -> None:
    columns = ("threshold", scans, "--truth", "ill", "--score", "model")
    assert "--metric NAME, or --cost-fn PRICE --cost-fp PRICE" in said(run, *columns)
    assert "two prices are needed" in said(run, *columns, "--cost-fn", 3)
    assert "not by" not in said(run, *columns, "--metric", "f1", "--cost-fn", 3, "--cost-fp", 1)
    assert "is a metric of scores" in said(run, *columns, "--metric", "roc_auc")
    assert "no threshold has recall >= 0.99 and precision >= 0.99" in said(
        run, *columns, "--metric", "f1", "--constraint", "recall >= 0.99 and precision >= 0.99"
    )
    assert "a constraint is text such as" in said(run, *columns, "--metric", "f1", "--constraint", "recall")
    assert "one score is cut at a time" in said(
        run, "threshold", scans, "--truth", "ill", "--score", "model,weight", "--metric", "f1"
    )
    assert "this writes a picture; name a file that ends in .png" in said(
        run, *columns, "--metric", "f1", "--plot", "x.gif"
    )
    assert "concordant threshold FILE" in said(run, "threshold", "--metric", "f1")
    assert "--pos-label" in said(run, "threshold", scans, "--truth", "named", "--score", "model", "--metric", "f1")


def test_a_constraint_can_be_guaranteed_and_predict_reads_it(run: Run, scans: Path, tmp_path: Path) -> None:
    frame, rule = pl.read_csv(scans), tmp_path / "rule.json"
    columns = ("threshold", scans, "--truth", "ill", "--score", "model", "--constraint", "recall >= 0.8")
    ran = run(*columns, "--confidence", 0.9, "--json", rule)
    found = guaranteed_threshold(frame["ill"], frame["model"], "recall >= 0.8", confidence=0.9)
    assert (ran.code, ran.out) == (0, f"{found}\n")
    assert GuaranteedThreshold.from_dict(json.loads(rule.read_text())) == found
    called = run("predict", scans, "--score", "model", "--rule", rule)
    assert [int(line.split(",")[-1]) for line in called.out.splitlines()[1:]] == found.predict(frame["model"]).tolist()
    best = run(*columns, "--confidence", 0.9, "--metric", "f1")
    found = guaranteed_threshold(frame["ill"], frame["model"], "recall >= 0.8", confidence=0.9, metric="f1")
    assert best.out == f"{found}\n"


def test_errors_of_a_guarantee_are_one_line(run: Run, scans: Path) -> None:
    columns = ("threshold", scans, "--truth", "ill", "--score", "model", "--confidence", 0.95)
    assert "--confidence is that of a constraint" in said(run, *columns)
    bounded = (*columns, "--constraint", "recall >= 0.8")
    assert "predicted_prevalence <= 0.1" in said(run, *bounded, "--max-positives", 3)
    assert "leave one of the two out" in said(run, *bounded, "--plot", "x.png")
    assert "all rows must weigh the same" in said(run, *bounded, "--weight", "weight")
    assert "at least 2,995 are needed" in said(run, *columns, "--constraint", "recall >= 0.999")
    assert "between 0 and 1" in said(run, *columns[:-1], 95, "--constraint", "recall >= 0.8")
