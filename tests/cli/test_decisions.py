"""``concordant threshold`` and ``cutpoints``, and ``concordant predict`` by what they wrote."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from sklearn.metrics import cohen_kappa_score, f1_score

from concordant import cohen_kappa
from concordant.decisions import best_threshold, guaranteed_threshold, ordinal_cut_points
from concordant.result import BestThreshold, CutPoints, GuaranteedThreshold

from .conftest import Csv, Run

ILL = ("--truth", "ill", "--score", "model")
GRADE = ("--truth", "grade", "--score", "model")


@pytest.fixture
def scans(tmp_path: Path) -> Path:
    rng = np.random.default_rng(3)
    ill = rng.random(300) < 0.3
    model = (ill + rng.normal(size=300)).round(2)
    named, weight = np.where(ill, "ill", "well"), rng.integers(1, 4, 300)
    path = tmp_path / "scans.csv"
    pl.DataFrame({"ill": ill * 1, "named": named, "model": model, "weight": weight}).write_csv(path)
    return path


def test_threshold_prints_what_the_function_says(run: Run, scans: Path) -> None:
    frame = pl.read_csv(scans)
    ran = run("threshold", scans, *ILL, "--metric", "f1")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{best_threshold(frame['ill'], frame['model'], 'f1')}\n"
    ran = run(
        *("threshold", scans, "--truth", "named", "--score", "model", "--pos-label", "ill", "--weight", "weight"),
        *("--metric", "f_beta", "--option", "beta=2", "--constraint", "recall >= 0.5"),
        *("--constraint", "precision >= 0.3", "--max-positives", 8, "--periods", 30, "--cv", 0),
    )
    wishes: Any = {"constraint": ["recall >= 0.5", "precision >= 0.3"], "max_positives": 8, "periods": 30}
    how: Any = {"beta": 2, "pos_label": "ill", "sample_weight": frame["weight"], "cv": None}
    expected = best_threshold(frame["named"], frame["model"], "f_beta", **how, **wishes)
    assert ran.out == f"{expected}\n"
    assert "at most 8 positives in each of 30 periods" in ran.out


def test_a_score_that_points_the_wrong_way_is_told(run: Run, scans: Path) -> None:
    turned = ("--truth", "named", "--score", "model", "--pos-label", "well")
    ran = run("threshold", scans, *turned, "--metric", "f1")
    assert "below 0.5: the score points the wrong way. If lower values speak for 'well'" in ran.out


def test_two_prices_stand_for_the_expected_cost(run: Run, scans: Path) -> None:
    frame = pl.read_csv(scans)
    ran = run("threshold", scans, *ILL, "--cost-fn", 10, "--cost-fp", 1)
    assert ran.out == f"{best_threshold(frame['ill'], frame['model'], cost=[[0, 1], [10, 0]])}\n"
    assert ran.out.startswith("expected cost")


@pytest.mark.parametrize(
    ("command", "options", "result"),
    [
        ("threshold", "--truth ill --score model --metric cohen_kappa", BestThreshold),
        ("cutpoints", "--truth grade --score model --metric f1", CutPoints),
    ],
)
def test_a_rule_is_read_by_predict(
    run: Run, scans: Path, essays: Path, tmp_path: Path, command: str, options: str, result: Any
) -> None:
    file, rule, out = scans if command == "threshold" else essays, tmp_path / "rule.json", tmp_path / "out.csv"
    ran = run(command, file, *options.split(), "--json", rule)
    assert (ran.code, f"wrote {rule}" in ran.err) == (0, True)
    record = json.loads(rule.read_text())
    assert run(command, file, *options.split(), "--json", "-").json == record
    chosen, frame = result.from_dict(record), pl.read_csv(file)
    labels = pl.Series(chosen.predict(frame["model"].to_numpy()))
    ran = run("predict", file, "--score", "model", "--rule", rule, "--name", "called")
    assert (ran.code, ran.out, ran.err) == (0, frame.with_columns(called=labels).write_csv(), "")
    ran = run("predict", file, "--score", "model", "--rule", rule, "--out", out)
    assert (ran.code, ran.out, ran.err) == (0, "", f"wrote {out} ({round(out.stat().st_size / 1e3)} kB)\n")
    assert pl.read_csv(out)["prediction"].to_list() == labels.to_list()


@pytest.mark.parametrize("cv", ["4", "weight"])
@pytest.mark.parametrize(
    ("line", "result"),
    [
        (("threshold", "--truth", "ill", "--metric", "f1"), BestThreshold),
        (("cutpoints", "--truth", "grade"), CutPoints),
    ],
)
def test_labels_out_of_fold_are_by_the_rules_of_the_other_folds(
    run: Run, scans: Path, essays: Path, tmp_path: Path, line: tuple[str, ...], result: Any, cv: str
) -> None:
    file, out = scans if line[0] == "threshold" else essays, tmp_path / "out.csv"
    words = (line[0], file, *line[1:], "--score", "model", "--cv", cv, "--json", "-", "--predictions", out)
    ran = run(*words, "--name", "called")
    assert (ran.code, ran.err) == (0, f"wrote {out} ({round(out.stat().st_size / 1e3)} kB)\n")
    frame, rows = pl.read_csv(file), pl.read_csv(out)
    assert rows[frame.columns].equals(frame)
    assert rows.columns == [*frame.columns, *(["called_fold"] if cv == "4" else []), "called"]
    found = result.from_dict(ran.json)
    fold = rows["called_fold" if cv == "4" else "weight"].to_numpy()
    assert list(found.folds) == sorted({*fold.tolist()})
    truth, score, called = (rows[name].to_numpy() for name in (line[2], "model", "called"))
    rules = found.fold_thresholds if line[0] == "threshold" else found.fold_cut_points
    for name, rule in zip(found.folds, rules, strict=True):
        here = fold == name
        expected = np.searchsorted(np.atleast_1d(rule), score[here], side="right")
        assert called[here].tolist() == (expected + (line[0] == "cutpoints")).tolist()
    metric = f1_score if line[0] == "threshold" else partial(cohen_kappa_score, weights="quadratic")
    assert metric(truth, called) == pytest.approx(found.cross_validated_value)


def test_cut_points_stand_beside_rounding_with_what_they_gain(run: Run, essays: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    ran = run("cutpoints", essays, "--truth", "grade", "--score", "model", "--predictions", out)
    rows = pl.read_csv(out)
    truth, cut = rows["grade"].to_list(), rows["prediction"].to_list()
    rounded = [min(max(int(np.floor(score + 0.5)), min(truth)), max(truth)) for score in rows["model"]]
    kappas = [cohen_kappa_score(truth, labels, weights="quadratic") for labels in (rounded, cut)]
    pair = cohen_kappa.compare(truth, cut, rounded, weights="quadratic")
    last = ran.out.splitlines()[-1]
    assert last.startswith(f"scores rounded to the nearest label {kappas[0]:.4f}: out of fold the cut points ")
    assert f" {abs(kappas[1] - kappas[0]):.4f} (" in last
    assert f"{pair.low:.4f} to {pair.high:.4f}" in last
    assert "rounded" not in run("cutpoints", essays, "--truth", "grade", "--score", "model", "--cv", "0").out


def test_rows_without_a_score_have_no_label_out_of_fold(run: Run, csv: Csv, tmp_path: Path) -> None:
    rows, out = "".join(f"{k % 2},{k % 2 + k % 7 / 3:.2f},{k % 3}\n" for k in range(40)), tmp_path / "out.csv"
    line = ("threshold", csv(f"y,s,fold\n{rows},0.5,1\n1,,2\n"), "--truth", "y", "--score", "s", "--metric", "f1")
    assert run(*line, "--missing", "drop", "--cv", "fold", "--predictions", out).code == 0
    assert pl.read_csv(out)["prediction"].is_null().arg_true().to_list() == [40, 41]
    for words, message in (
        (("--predictions", out, "--name", "s"), "a column 's' already: choose another name, --name"),
        (("--cv", "fold", "--predictions", out, "--name", "s"), "a column 's' already: choose another name, --name"),
        (("--cv", "0", "--predictions", out), "--cv N or --cv COL says which folds."),
        (("--cv", "30", "--predictions", out, "--na", "0"), "there are no labels out of fold, as cross-validation in"),
        (("--predictions", "-"), "CSV is not written to stdout"),
    ):
        assert message in run(*line, "--missing", "drop", *words).error


def test_a_threshold_that_nothing_reaches_is_written_and_read(run: Run, scans: Path, tmp_path: Path) -> None:
    rule = tmp_path / "never.json"
    prices = ("--cost-fn", 1, "--cost-fp", 1000, "--max-positives", 0)
    assert run("threshold", scans, *ILL, *prices, "--json", rule).code == 0
    assert json.loads(rule.read_text())["threshold"] == "inf"
    ran = run("predict", scans, "--score", "model", "--rule", rule)
    assert set(pl.read_csv(ran.out.encode())["prediction"]) == {0}


@pytest.mark.parametrize("more", [{"cluster": "weight", "cv": 3}, {"cv": "weight"}], ids=["clusters", "own folds"])
def test_rows_are_dealt_to_folds_as_asked(run: Run, scans: Path, more: dict[str, Any]) -> None:
    frame = pl.read_csv(scans)
    line = (scans, *ILL, *(word for name, value in more.items() for word in (f"--{name}", value)))
    columns = (frame["ill"], frame["model"])
    folds: Any = {name: frame[value] if value == "weight" else value for name, value in more.items()}
    assert run("threshold", *line, "--metric", "f1").out == f"{best_threshold(*columns, 'f1', **folds)}\n"
    assert run("cutpoints", *line).out.startswith(f"{ordinal_cut_points(*columns, **folds)}\n")


@pytest.mark.parametrize("line", [("threshold", "--metric", "f1"), ("cutpoints",)])
def test_the_picture_is_written(run: Run, scans: Path, tmp_path: Path, line: tuple[str, ...]) -> None:
    picture = tmp_path / "rule.png"
    ran = run(*line, scans, *ILL, "--plot", picture)
    assert (ran.code, f"wrote {picture}" in ran.err) == (0, True)
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_constraint_can_be_guaranteed_and_predict_reads_it(run: Run, scans: Path, tmp_path: Path) -> None:
    frame, rule = pl.read_csv(scans), tmp_path / "rule.json"
    line = ("threshold", scans, *ILL, "--constraint", "recall >= 0.8", "--confidence", 0.9)
    how: Any = (frame["ill"], frame["model"], "recall >= 0.8")
    ran, expected = run(*line, "--json", rule), guaranteed_threshold(*how, confidence=0.9)
    assert (ran.code, ran.out) == (0, f"{expected}\n")
    assert GuaranteedThreshold.from_dict(json.loads(rule.read_text())) == expected
    called = pl.read_csv(run("predict", scans, "--score", "model", "--rule", rule).out.encode())
    assert called["prediction"].to_list() == expected.predict(frame["model"]).tolist()
    expected = guaranteed_threshold(*how, confidence=0.9, metric="f1")
    assert run(*line, "--metric", "f1").out == f"{expected}\n"


@pytest.fixture
def essays(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    grade = rng.choice([1, 2, 3, 4], 300, p=[0.4, 0.3, 0.2, 0.1])
    model = (grade + rng.normal(size=300)).round(2)
    names, weight = np.array(["poor", "fair", "good", "best"])[grade - 1], rng.integers(1, 4, 300)
    path = tmp_path / "essays.csv"
    pl.DataFrame({"grade": grade, "name": names, "model": model, "weight": weight}).write_csv(path)
    return path


def test_cutpoints_prints_what_the_function_says(run: Run, essays: Path) -> None:
    frame = pl.read_csv(essays)
    ran = run("cutpoints", essays, *GRADE)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"{ordinal_cut_points(frame['grade'], frame['model'])}\n")
    ran = run(
        *("cutpoints", essays, "--truth", "name", "--score", "model", "--labels", "poor,fair,good,best"),
        *("--weights", "none", "--method", "exact", "--weight", "weight", "--cv", 0),
    )
    how: Any = {"weights": None, "method": "exact", "sample_weight": frame["weight"], "cv": None}
    expected = ordinal_cut_points(frame["name"], frame["model"], labels=["poor", "fair", "good", "best"], **how)
    assert ran.out == f"{expected}\n"
    assert "cross-validated" not in ran.out


def test_what_predict_cannot_read_is_said(run: Run, essays: Path, tmp_path: Path) -> None:
    cuts, nested = tmp_path / "cuts.json", tmp_path / "nested.parquet"
    assert run("cutpoints", essays, *GRADE, "--json", cuts).code == 0
    pl.DataFrame({"model": [1.0, 2.0], "words": [["a"], ["b", "c"]]}).write_parquet(nested)
    line = ("predict", essays, "--score", "model", "--rule")
    assert "no column 'modell'" in run("predict", essays, "--score", "modell", "--rule", cuts).error
    assert "a column 'grade' already" in run(*line, cuts, "--name", "grade").error
    assert "'words' holds what CSV cannot: lists" in run("predict", nested, "--score", "model", "--rule", cuts).error
    for damaged in (json.dumps(json.loads(cuts.read_text()) | {"cut_points": [3, 2, 1]}), "9" * 5000):
        cuts.write_text(f'{{"result": {damaged}}}' if damaged.isdigit() else damaged)
        assert "this file holds neither cut points" in run(*line, cuts).error


@pytest.mark.parametrize("kind", ["csv", "parquet", "arrow", "ndjson"])
def test_text_labels_and_infinite_cuts_reach_predict(run: Run, essays: Path, tmp_path: Path, kind: str) -> None:
    frame, cuts, new = pl.read_csv(essays), tmp_path / "cuts.json", tmp_path / f"new.{kind}"
    write = {"csv": frame.write_csv, "parquet": frame.write_parquet, "arrow": frame.write_ipc}
    write.get(kind, frame.write_ndjson)(new)
    order = "none,poor,fair,good,best,perfect"  # the first and the last do not occur
    line = ("cutpoints", new, "--truth", "name", "--score", "model", "--labels", order)
    assert "none | -inf | poor" in run(*line, "--method", "exact").out
    assert run(*line, "--json", cuts).code == 0
    expected = ordinal_cut_points(frame["name"], frame["model"], labels=order.split(","))
    assert CutPoints.from_dict(json.loads(cuts.read_text())) == expected
    ran = run("predict", new, "--score", "model", "--rule", cuts)
    assert (ran.code, ran.err) == (0, "")
    predicted = pl.read_csv(ran.out.encode())["prediction"].to_list()
    assert predicted == expected.predict(frame["model"].to_numpy()).tolist()


def test_an_order_in_the_file_serves(run: Run, tmp_path: Path) -> None:
    grades = pl.Series("grade", ["low", "mid", "high", "high", "low", "mid"] * 4, dtype=pl.Enum(["low", "mid", "high"]))
    pl.DataFrame([grades, pl.Series("model", [0.1, 0.5, 0.9, 0.8, 0.2, 0.4] * 4)]).write_parquet(tmp_path / "e.parquet")
    cuts = tmp_path / "cuts.json"
    ran = run("cutpoints", tmp_path / "e.parquet", "--truth", "grade", "--score", "model", "--json", cuts)
    assert ran.out.startswith("cut points (smooth): low | 0.30 | mid | 0.65 | high")
    ran = run("predict", tmp_path / "e.parquet", "--score", "model", "--rule", cuts)
    assert pl.read_csv(ran.out.encode())["prediction"].to_list() == grades.to_list()


def test_a_column_without_a_name_keeps_none(run: Run, csv: Csv, tmp_path: Path) -> None:
    """Pandas writes its index under an empty name."""
    rows = [f"{k},{k % 3},{k % 3 + 0.1 * (k % 5)}" for k in range(60)]
    file, rule, out = csv("\n".join([",grade,model", *rows, ""])), tmp_path / "cuts.json", tmp_path / "labels.csv"
    assert run("cutpoints", file, *GRADE, "--json", rule, "--predictions", out).code == 0
    for text in (out.read_text(), run("predict", file, "--score", "model", "--rule", rule).out):
        assert pl.read_csv(text.encode()).columns[:3] == ["", "grade", "model"]


def test_half_grades_are_written_as_numbers(run: Run, csv: Csv, tmp_path: Path) -> None:
    rows = [f"{grade},{grade + 0.1 * (k % 5)}" for k in range(40) for grade in (0, 0.5, 1, 1.5, 2)]
    file, rule = csv("\n".join(["grade,model", *rows, ""])), tmp_path / "cuts.json"
    assert run("cutpoints", file, *GRADE, "--labels", "0,0.5,1,1.5,2", "--json", rule).code == 0
    predicted = run("predict", file, "--score", "model", "--rule", rule).out.splitlines()[1:]
    assert {line.split(",")[-1] for line in predicted} <= {"0.0", "0.5", "1.0", "1.5", "2.0"}


def test_a_missing_score_has_an_empty_label_if_that_is_asked_for(
    run: Run, essays: Path, tmp_path: Path, csv: Csv
) -> None:
    rule = tmp_path / "rule.json"
    assert run("cutpoints", essays, "--truth", "grade", "--score", "model", "--json", rule).code == 0
    file = csv("id,model\na,\nb,0.1\nc,NaN\nd,9\n", "new.csv")
    line = ("predict", file, "--score", "model", "--rule", rule)
    advice = "row 1, which has no label. Remove such rows, or leave their labels empty with --missing empty."
    assert advice in run(*line).error
    labelled = pl.read_csv(run(*line, "--missing", "empty").out.encode())
    low, high = CutPoints.from_dict(json.loads(rule.read_text())).predict([0.1, 9.0]).tolist()
    assert labelled["prediction"].to_list() == [None, low, None, high]
    assert labelled["id"].to_list() == list("abcd")


def test_a_file_of_decimal_commas_is_written_as_one(run: Run, csv: Csv, tmp_path: Path) -> None:
    rows = [(grade, grade + 0.37 * (k % 3) - 0.4) for k, grade in enumerate([1, 1.5, 2] * 20)]
    file = csv("id;grade;model\n" + "".join(f"a,b;{grade};{model:.2f}\n".replace(".", ",") for grade, model in rows))
    rule, out = tmp_path / "rule.json", tmp_path / "out.csv"
    line = (*GRADE, "--labels", "1,1.5,2")
    run("cutpoints", file, *line, "--json", rule)
    assert run("predict", file, "--score", "model", "--rule", rule, "--out", out).code == 0
    head, first, *_ = out.read_text().splitlines()
    assert (head, first[:12]) == ("id;grade;model;prediction", "a,b;1;0,60;1")
    assert run("cutpoints", out, *line).out == run("cutpoints", file, *line).out
    again = run("score", out, "--truth", "grade", "--pred", "prediction", "--labels", "1,1.5,2", "--metric", "accuracy")
    assert again.code == 0, again.err
    points = csv("id,grade,model\nc,1,0.6\n", "points.csv")
    error = run("predict", file, points, "--score", "model", "--rule", rule, "--out", out).error
    assert error.startswith(f"{file} has decimal commas and {points} has none, and one file cannot have both")
