"""``concordant compare``: the table, the words, JSON, and what it refuses."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from concordant.metrics import get
from concordant.report import compare_models
from concordant.report.choices import CALIBRATION
from concordant.result.wording import signed

from .conftest import Csv, Run, assert_same_record

AB = ("--truth", "truth", "--pred", "a", "--pred", "b")

RNG = np.random.default_rng(4)
TRUTH = RNG.integers(0, 2, 240)
MODELS = {
    name: np.where(RNG.random(240) < wrong, 1 - TRUTH, TRUTH) for name, wrong in (("a", 0.1), ("b", 0.3), ("c", 0.3))
}
SCORES = {f"p_{name}": (0.5 + 0.3 * (model - 0.5) + RNG.random(240) / 10).round(3) for name, model in MODELS.items()}

PREDS, SCORED = {"y_pred": ["a", "b"]}, {"y_score": {"p_a": "p_a", "p_b": "p_b"}}


@pytest.fixture
def rows(csv: Csv) -> Path:
    columns = {"truth": np.array(["no", "yes"])[TRUTH], "doc": np.arange(240) // 4}
    columns |= {"site": np.repeat(["x", "y", "z"], [120, 100, 20]), "half": np.arange(240) % 2}
    columns |= {name: np.array(["no", "yes"])[model] for name, model in MODELS.items()} | SCORES
    lines = [",".join(map(str, row)) for row in zip(*columns.values(), strict=True)]
    return csv("\n".join([",".join(columns), *lines]) + "\n")


def test_two_models_on_one_metric(run: Run, rows: Path) -> None:
    ran = run("compare", rows, *AB, "--metric", "cohen_kappa")
    expected = get("cohen_kappa").compare(TRUTH, MODELS["a"], MODELS["b"])
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Concordant comparison: a, b\n240 rows of rows.csv: truth 'truth', models a, b.\n")
    shown = [f"{value:.4f}" for value in expected.values]
    assert f"Cohen's kappa {' '.join(shown)} +{expected.difference:.4f}" in " ".join(ran.out.split())
    assert f"{expected.low:.4f} to {expected.high:.4f}" in ran.out
    assert f"Cohen's kappa: a is better than b, by {expected.difference:.4f}" in ran.out


def test_without_a_metric_all_of_the_report(run: Run, rows: Path) -> None:
    record = run("compare", rows, *AB, "--score", "p_a", "--score", "p_b", "--json", "-").json
    metrics = {metric["name"]: metric for metric in record["metrics"]}
    page = run("report", rows, *AB[:4], "--score", "p_a", "--json", "-").json
    of_calibration = {choice.metric for choice in CALIBRATION}  # of which a difference says little
    results = [result for result in page["results"] if result["name"] not in of_calibration]
    assert list(metrics) == [result["name"] for result in results]
    for result in results:
        if metrics[result["name"]]["values"]:
            assert metrics[result["name"]]["values"]["a"] == pytest.approx(result["value"])


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize(
    ("words", "models", "how"),
    [
        ("--pred a --pred b --metric recall --pos-label no", PREDS, {"metrics": "recall", "pos_label": "no"}),
        (
            "--pred a --pred b --metric f1 --cluster doc --by site",
            PREDS,
            {"metrics": "f1", "cluster": "doc", "by": "site"},
        ),
        ("--pred a --pred b --weight doc --by half", PREDS, {"sample_weight": "doc", "by": "half"}),
        ("--pred a --pred b --cluster doc --by half,site", PREDS, {"cluster": "doc", "by": ["half", "site"]}),
        ("--score p_a --score p_b --by site --level 0.9", SCORED, {"by": "site", "level": 0.9}),
        ("--score p_a --score p_b --threshold 0.5 --threshold 0.6", SCORED, {"threshold": (0.5, 0.6)}),
        ("--score p_a --score p_b --threshold 0.55 --metric f1", SCORED, {"threshold": 0.55, "metrics": "f1"}),
        (
            "--pred a --pred b --metric accuracy --alternative superiority",
            PREDS,
            {"metrics": "accuracy", "alternative": "superiority"},
        ),
    ],
)
def test_the_numbers_are_those_of_the_library(run: Run, rows: Path, words: str, models: Any, how: Any) -> None:
    found = run("compare", rows, "--truth", "truth", *words.split(), "--json", "-").json
    expected = compare_models("truth", **models, **how, data=rows)
    assert_same_record(found, {**json.loads(json.dumps(expected.to_dict())), "source": str(rows)})
    shown = run("compare", rows, "--truth", "truth", *words.split()).out
    for group, part in expected.groups.items():
        [line, *_] = [text for text in shown.splitlines() if text.strip().startswith(f"{group} ({part.n} rows)")]
        assert signed(part.metrics[0].pairs[0].difference) in line
    page = run("compare", rows, "--truth", "truth", *words.split(), "--html", "-").out
    for text in (shown, page):
        assert ("Is the difference the same in all groups?" in text) == bool(expected.interactions)
        assert (expected.not_tested or "") in " ".join(text.split())
        assert (f"P-values are not adjusted for the {len(expected.groups)} groups" in text) == bool(expected.groups)


def test_rows_that_lack_a_value_are_refused_or_left_out_of_all(run: Run, csv: Csv) -> None:
    path = csv("truth,a,b\n1,1,1\n0,,0\n0,1,0\n1,0,\n0,0,1\n1,1,0\n")
    options = ("compare", path, *AB, "--metric", "accuracy")
    assert run(*options).error == (
        "a has 1 missing (the first in row 2) and b has 1 missing (the first in row 4). "
        "Remove them, or drop such rows with --missing drop."
    )
    dropped = run(*options, "--missing", "drop")
    assert (dropped.code, dropped.err) == (0, "2 of 6 rows have a missing value and are left out\n")
    head = "4 rows of rows.csv (2 more dropped, as a value is missing)"
    assert head in dropped.out
    page = run(*options, "--missing", "drop", "--html", "-").out
    assert page.count(head) == 1
    assert "on the same 4 rows (2 rows with missing values were excluded)" in page
    assert run(*options, "--missing", "drop", "--json", "-").json["n_missing"] == 2


def test_a_terminal_of_80_columns(on_screen: Run, rows: Path) -> None:
    ran = on_screen("compare", rows, *AB)
    assert max(map(len, ran.plain.splitlines())) <= 80
    assert "In words" in ran.plain


@pytest.mark.parametrize("metric", ["recall", "f1"])
def test_scores_in_place_of_labels_lead_to_the_command_that_cuts_them(
    run: Run, csv: Csv, tmp_path: Path, metric: str
) -> None:
    lines = [f"{k % 2},{k % 2 + k * 7 % 11 / 5},{k % 2 + k * 5 % 13 / 4},g{k // 2}" for k in range(80)]
    file = csv("y,one,two,g\n" + "\n".join(lines) + "\n,1,1,g0\n")
    ran = run(
        "compare", file, "--truth", "y", "--score", "one", "--score", "two", "--metric", metric, "--missing", "drop"
    )
    error = ran.err.splitlines()[-1]
    assert " needs predicted labels of each model, and --score names scores. " in error
    line = shlex.split(error.partition("first: concordant ")[2].partition(" --json")[0])
    assert line[0] == "threshold"
    for score in ("one", "two"):
        line[line.index("--score") + 1] = score
        rule, out = tmp_path / "rule.json", tmp_path / f"{score}.csv"
        assert run(*line, "--json", rule).code == 0
        source = file if score == "one" else tmp_path / "one.csv"
        assert run("predict", source, "--score", score, "--rule", rule, "--out", out, "--name", f"p_{score}").code == 0
    preds = ("--pred", "p_one", "--pred", "p_two")
    assert (
        run("compare", tmp_path / "two.csv", "--truth", "y", *preds, "--metric", metric, "--missing", "drop").code == 0
    )


@pytest.mark.parametrize(
    ("other", "code", "words"),
    [
        ("floats", 0, ""),
        ("text", 2, "text holds text (such as '0') and whole holds numbers (such as 0); convert one of them"),
    ],
)
def test_columns_of_two_kinds(run: Run, tmp_path: Path, other: str, code: int, words: str) -> None:
    """Grades that are whole numbers in one column and floats in the next are compared; others are refused by name."""
    grades = pl.Series("whole", MODELS["b"])
    columns = {"floats": grades.cast(pl.Float64), "text": grades.cast(pl.String)}
    pl.DataFrame({"truth": TRUTH, "whole": MODELS["a"], other: columns[other]}).write_parquet(tmp_path / "x.parquet")
    line = ("compare", tmp_path / "x.parquet", "--truth", "truth", "--pred", "whole", "--pred", other)
    ran = run(*line, "--metric", "accuracy")
    assert (ran.code, words in ran.err, ran.err.count("\n")) == (code, True, 1 if code else 0)
    if not code:
        expected = get("accuracy").compare(TRUTH, MODELS["a"], MODELS["b"])
        assert f"whole is better than {other}, by {expected.difference:.4f}" in ran.out


def test_scores_on_the_scale_of_ordered_labels_are_rounded_for_metrics_of_labels(run: Run, csv: Csv) -> None:
    rng = np.random.default_rng(3)
    grade = rng.integers(1, 6, 200)
    scores = {name: (grade + rng.normal(0, width, 200)).round(2) for name, width in (("old", 1.1), ("new", 0.7))}
    rows = zip(grade, *scores.values(), strict=True)
    file = csv("grade,old,new\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
    line = ("compare", file, "--truth", "grade", "--score", "old", "--score", "new")
    rounded = [np.clip(np.floor(score + 0.5), 1, 5).astype(int) for score in scores.values()]
    expected = get("cohen_kappa").compare(grade, *rounded, weights="quadratic")
    ran = run(*line, "--metric", "qwk", "--json", "-")
    (pair,) = ran.json["metrics"][0]["comparisons"]
    assert (pair["difference"], pair["low"]) == pytest.approx((expected.difference, expected.low))
    assert "each score is rounded to the nearest label" in run(*line).out
    report = run("report", file, "--truth", "grade", "--score", "old", "--json", "-").json
    assert pair["values"][0] == pytest.approx(report["results"][0]["value"])
