"""``concordant cutpoints`` and ``concordant predict``."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from concordant.decisions import ordinal_cut_points
from concordant.result import CutPoints

from .conftest import Run


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
