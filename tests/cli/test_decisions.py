"""``concordant threshold``, and ``concordant predict`` by what it wrote."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from concordant.decisions import best_threshold, guaranteed_threshold, ordinal_cut_points
from concordant.result import BestThreshold, CutPoints, GuaranteedThreshold

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


def test_threshold_it_prints_what_the_function_says(run: Run, scans: Path) -> None:
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


def test_threshold_json_is_read_by_predict(run: Run, scans: Path, tmp_path: Path) -> None:
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


def test_threshold_the_picture_is_written(run: Run, scans: Path, tmp_path: Path) -> None:
    picture = tmp_path / "threshold.png"
    ran = run("threshold", scans, "--truth", "ill", "--score", "model", "--metric", "f1", "--plot", picture)
    assert (ran.code, f"wrote {picture}" in ran.err) == (0, True)
    assert picture.read_bytes().startswith(b"\x89PNG")


def threshold_said(run: Run, *arguments: object) -> str:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    return ran.err


def test_errors_are_one_line_in_the_words_of_the_options(run: Run, scans: Path) -> None:
    columns = ("threshold", scans, "--truth", "ill", "--score", "model")
    assert "--metric NAME, or --cost-fn PRICE --cost-fp PRICE" in threshold_said(run, *columns)
    assert "two prices are needed" in threshold_said(run, *columns, "--cost-fn", 3)
    assert "not by" not in threshold_said(run, *columns, "--metric", "f1", "--cost-fn", 3, "--cost-fp", 1)
    assert "is a metric of scores" in threshold_said(run, *columns, "--metric", "roc_auc")
    assert "no threshold has recall >= 0.99 and precision >= 0.99" in threshold_said(
        run, *columns, "--metric", "f1", "--constraint", "recall >= 0.99 and precision >= 0.99"
    )
    assert "a constraint is text such as" in threshold_said(run, *columns, "--metric", "f1", "--constraint", "recall")
    assert "one score is cut at a time" in threshold_said(
        run, "threshold", scans, "--truth", "ill", "--score", "model,weight", "--metric", "f1"
    )
    assert "this writes a picture; name a file that ends in .png" in threshold_said(
        run, *columns, "--metric", "f1", "--plot", "x.gif"
    )
    assert "concordant threshold FILE" in threshold_said(run, "threshold", "--metric", "f1")
    assert "--pos-label" in threshold_said(
        run, "threshold", scans, "--truth", "named", "--score", "model", "--metric", "f1"
    )


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
    assert "--confidence is that of a constraint" in threshold_said(run, *columns)
    bounded = (*columns, "--constraint", "recall >= 0.8")
    assert "predicted_prevalence <= 0.1" in threshold_said(run, *bounded, "--max-positives", 3)
    assert "leave one of the two out" in threshold_said(run, *bounded, "--plot", "x.png")
    assert "all rows must weigh the same" in threshold_said(run, *bounded, "--weight", "weight")
    assert "at least 2,995 are needed" in threshold_said(run, *columns, "--constraint", "recall >= 0.999")
    assert "between 0 and 1" in threshold_said(run, *columns[:-1], 95, "--constraint", "recall >= 0.8")


@pytest.fixture
def essays(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    grade = rng.choice([1, 2, 3, 4], 300, p=[0.4, 0.3, 0.2, 0.1])
    model = (grade + rng.normal(size=300)).round(2)
    names = np.array(["poor", "fair", "good", "best"])[grade - 1]
    path = tmp_path / "essays.csv"
    weight = rng.integers(1, 4, 300)
    pl.DataFrame({"grade": grade, "name": names, "model": model, "weight": weight}).write_csv(path)
    return path


def test_it_prints_what_the_function_says(run: Run, essays: Path) -> None:
    frame = pl.read_csv(essays)
    ran = run("cutpoints", essays, "--truth", "grade", "--score", "model")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{ordinal_cut_points(frame['grade'], frame['model'])}\n"
    ran = run(
        *("cutpoints", essays, "--truth", "name", "--score", "model", "--labels", "poor,fair,good,best"),
        *("--weights", "none", "--method", "exact", "--weight", "weight", "--cv", 0),
    )
    found = ordinal_cut_points(
        frame["name"],
        frame["model"],
        weights=None,
        method="exact",
        labels=["poor", "fair", "good", "best"],
        sample_weight=frame["weight"],
        cv=None,
    )
    assert ran.out == f"{found}\n"
    assert "cross-validated" not in ran.out


def test_json_is_read_by_predict(run: Run, essays: Path, tmp_path: Path) -> None:
    cuts = tmp_path / "cuts.json"
    ran = run("cutpoints", essays, "--truth", "grade", "--score", "model", "--metric", "f1", "--json", cuts)
    assert ran.code == 0
    assert f"wrote {cuts}" in ran.err
    found = CutPoints.from_dict(json.loads(cuts.read_text()))
    assert found.metric == "f1"
    ran = run("predict", essays, "--score", "model", "--rule", cuts, "--name", "given")
    assert (ran.code, ran.err) == (0, "")
    frame = pl.read_csv(essays)
    wanted = frame.with_columns(given=pl.Series(found.predict(frame["model"].to_numpy())))
    assert ran.out == wanted.write_csv()
    out = tmp_path / "out.csv"
    ran = run("predict", essays, "--score", "model", "--rule", cuts, "--out", out)
    assert (ran.code, ran.out, ran.err) == (0, "", f"wrote {out} (300 rows)\n")
    assert pl.read_csv(out)["prediction"].to_list() == wanted["given"].to_list()
    shown = run("cutpoints", essays, "--truth", "grade", "--score", "model", "--metric", "f1", "--json", "-")
    assert json.loads(shown.out) == json.loads(cuts.read_text())


def test_the_picture_is_written(run: Run, essays: Path, tmp_path: Path) -> None:
    picture = tmp_path / "cuts.png"
    ran = run("cutpoints", essays, "--truth", "grade", "--score", "model", "--plot", picture)
    assert ran.code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def said(run: Run, *arguments: object) -> str:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    return ran.err


def test_what_is_wrong_is_said_in_options(run: Run, essays: Path, tmp_path: Path) -> None:
    base = ("cutpoints", essays, "--score", "model")
    assert "--labels a,b,c" in said(run, *base, "--truth", "name")
    assert "not for precision" in said(run, *base, "--truth", "grade", "--metric", "precision")
    assert "--weights cubic: choose one of" in said(run, *base, "--truth", "grade", "--weights", "cubic")
    wrong = said(run, *base, "--truth", "grade", "--metric", "f1", "--weights", "linear")
    assert "--weights belong to a kappa, not to --metric f1." in wrong
    assert "--method best: choose one of smooth, exact." in said(run, *base, "--truth", "grade", "--method", "best")
    assert "this writes a picture; name a file that ends in .png" in said(
        run, *base, "--truth", "grade", "--plot", tmp_path / "cuts.txt"
    )
    assert "--score w*" in said(run, "cutpoints", essays, "--truth", "grade", "--score", "w*,model")
    assert "numbers are needed" in said(run, "cutpoints", essays, "--truth", "grade", "--score", "name")


def test_what_predict_cannot_read_is_said(run: Run, essays: Path, tmp_path: Path) -> None:
    cuts = tmp_path / "cuts.json"
    assert run("cutpoints", essays, "--truth", "grade", "--score", "model", "--json", cuts).code == 0
    assert "concordant predict FILE --score COL --rule JSON" in said(run, "predict", essays)
    missing = said(run, "predict", essays, "--score", "model", "--rule", tmp_path / "none.json")
    assert "No such file" in missing
    assert "this file holds neither cut points" in said(run, "predict", essays, "--score", "model", "--rule", essays)
    assert "no column 'modell'" in said(run, "predict", essays, "--score", "modell", "--rule", cuts)
    taken = said(run, "predict", essays, "--score", "model", "--rule", cuts, "--name", "grade")
    assert "a column 'grade' already" in taken
    gaps = tmp_path / "gaps.csv"
    gaps.write_text("id,model\n1,0.5\n2,\n")
    assert "first in row 2" in said(run, "predict", gaps, "--score", "model", "--rule", cuts)


@pytest.mark.parametrize("kind", ["csv", "parquet", "arrow", "ndjson"])
def test_text_labels_and_infinite_cuts_reach_predict(run: Run, essays: Path, tmp_path: Path, kind: str) -> None:
    frame, cuts, new = pl.read_csv(essays), tmp_path / "cuts.json", tmp_path / f"new.{kind}"
    write = {"csv": frame.write_csv, "parquet": frame.write_parquet, "arrow": frame.write_ipc}
    write.get(kind, frame.write_ndjson)(new)
    order = "none,poor,fair,good,best,perfect"  # the first and the last do not occur
    ran = run("cutpoints", new, "--truth", "name", "--score", "model", "--labels", order, "--method", "exact")
    assert "none | -inf | poor" in ran.out
    ran = run("cutpoints", new, "--truth", "name", "--score", "model", "--labels", order, "--json", cuts)
    assert ran.code == 0
    found = ordinal_cut_points(frame["name"], frame["model"], labels=order.split(","))
    assert CutPoints.from_dict(json.loads(cuts.read_text())) == found
    ran = run("predict", new, "--score", "model", "--rule", cuts)
    assert (ran.code, ran.err) == (0, "")
    given = pl.read_csv(ran.out.encode())["prediction"].to_list()
    assert given == found.predict(frame["model"].to_numpy()).tolist()


def test_an_order_in_the_file_serves(run: Run, tmp_path: Path) -> None:
    grades = pl.Series("grade", ["low", "mid", "high", "high", "low", "mid"] * 4, dtype=pl.Enum(["low", "mid", "high"]))
    pl.DataFrame([grades, pl.Series("model", [0.1, 0.5, 0.9, 0.8, 0.2, 0.4] * 4)]).write_parquet(tmp_path / "e.parquet")
    cuts = tmp_path / "cuts.json"
    ran = run("cutpoints", tmp_path / "e.parquet", "--truth", "grade", "--score", "model", "--json", cuts)
    assert ran.out.startswith("cut points (smooth): low | 0.3 | mid | 0.65 | high")
    ran = run("predict", tmp_path / "e.parquet", "--score", "model", "--rule", cuts)
    assert pl.read_csv(ran.out.encode())["prediction"].to_list() == grades.to_list()


def test_what_is_missing_or_cannot_be_written_is_said(run: Run, essays: Path, tmp_path: Path) -> None:
    assert "concordant cutpoints FILE --truth COL --score COL" in said(run, "cutpoints")
    lacking = said(run, "cutpoints", essays, "--truth", "grade")
    assert "--score COL says which column is to be cut; the columns are: grade, name" in lacking
    assert "--pred" not in lacking
    folds = said(run, "cutpoints", essays, "--truth", "grade", "--score", "model", "--cv", 1)
    assert "--cv must be a whole number of folds, at least 2, or 0 for no cross-validation, not 1." in folds
    cuts, nested = tmp_path / "cuts.json", tmp_path / "nested.parquet"
    assert run("cutpoints", essays, "--truth", "grade", "--score", "model", "--json", cuts).code == 0
    pl.DataFrame({"model": [1.0, 2.0], "words": [["a"], ["b", "c"]]}).write_parquet(nested)
    assert "'words' holds lists or records" in said(run, "predict", nested, "--score", "model", "--rule", cuts)
    broken = json.loads(cuts.read_text()) | {"cut_points": [3, 2, 1]}
    cuts.write_text(json.dumps(broken))
    assert "this file holds neither cut points" in said(run, "predict", essays, "--score", "model", "--rule", cuts)


Csv = Callable[..., Path]


def test_half_grades_are_written_as_numbers(run: Run, csv: Csv, tmp_path: Path) -> None:
    rows = [f"{grade},{grade + 0.1 * (k % 5)}" for k in range(40) for grade in (0, 0.5, 1, 1.5, 2)]
    file, rule = csv("\n".join(["grade,model", *rows, ""])), tmp_path / "cuts.json"
    chosen = ("--truth", "grade", "--score", "model", "--labels", "0,0.5,1,1.5,2", "--json", str(rule))
    assert run("cutpoints", str(file), *chosen).code == 0
    done = run("predict", str(file), "--score", "model", "--rule", str(rule))
    assert done.code == 0, done.err
    assert {line.split(",")[-1] for line in done.out.splitlines()[1:]} <= {"0.0", "0.5", "1.0", "1.5", "2.0"}


def test_a_rule_with_a_number_of_thousands_of_digits_is_refused(run: Run, csv: Csv, tmp_path: Path) -> None:
    rule = tmp_path / "long.json"
    rule.write_text('{"result": ' + "9" * 5000 + "}", encoding="utf-8")
    done = run("predict", str(csv("model\n1\n")), "--score", "model", "--rule", str(rule))
    assert done.code == 2
    assert "this file holds neither cut points" in done.err
