"""`concordant curve`: the points are those of the metrics, and the picture is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.calibration import calibration_curve
from sklearn.metrics import roc_curve

import concordant
from concordant.figures.figure import Limits
from concordant.plots import calibration

from .conftest import Csv, Run

RNG = np.random.default_rng(5)
TRUTH = RNG.integers(0, 2, 120)
SCORE = np.round(np.clip(0.25 * TRUTH + 0.75 * RNG.random(120), 0, 1), 4)
OTHER = np.round(RNG.random(120), 2)


@pytest.fixture
def file(csv: Csv) -> Path:
    rows = zip(TRUTH, SCORE, OTHER, np.arange(120) // 4, 1 + TRUTH, strict=True)
    return csv("y,s,o,g,w\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))


def points(run: Run, kind: str, *words: object) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = run("curve", kind, *words, "--json").json["models"][0]["points"]
    return found


def test_points_of_a_roc_curve_lie_on_that_of_scikit_learn(run: Run, file: Path) -> None:
    fpr, tpr, thresholds = roc_curve(TRUTH, SCORE, drop_intermediate=False)
    known = {round(t, 6): (x, y) for t, x, y in zip(thresholds[1:], fpr[1:], tpr[1:], strict=True)}
    found = points(run, "roc", file, "--truth", "y", "--score", "s", "--points", "7")
    assert len(found) == 7
    for row in found:
        assert (row["false_positive_rate"], row["recall"]) == pytest.approx(known[round(row["threshold"], 6)])
        expected = concordant.recall.interval(TRUTH, (row["threshold"] <= SCORE).astype(int))
        assert (row["low"], row["high"]) == pytest.approx((expected.low, expected.high))


def test_clusters_and_weights_reach_the_band(run: Run, file: Path) -> None:
    line = (file, "--truth", "y", "--score", "s", "--points", "4")
    plain, clustered, weighted = (
        points(run, "pr", *line, *more) for more in ((), ("--cluster", "g"), ("--weight", "w"))
    )
    assert [row["precision"] for row in plain] == [row["precision"] for row in clustered]
    assert [row["low"] for row in plain] != [row["low"] for row in clustered]
    expected = concordant.precision(TRUTH, (weighted[1]["threshold"] <= SCORE).astype(int), sample_weight=1 + TRUTH)
    assert weighted[1]["precision"] == pytest.approx(expected)


def test_bins_are_those_of_scikit_learn_and_an_empty_one_is_empty(run: Run, csv: Csv, file: Path) -> None:
    observed, predicted = calibration_curve(TRUTH, SCORE, n_bins=5)
    found = points(run, "calibration", file, "--truth", "y", "--score", "s", "--bins", "5")
    assert [row["observed"] for row in found] == pytest.approx(observed)
    assert [row["predicted"] for row in found] == pytest.approx(predicted)
    far = csv("y,s\n" + "0,0.1\n1,0.9\n0,0.1\n1,0.9\n" * 5, "far.csv")
    assert points(run, "calibration", far, "--truth", "y", "--score", "s", "--bins", "3")[1]["observed"] is None


def test_net_benefit_by_its_definition(run: Run, file: Path) -> None:
    for row in points(run, "decision", file, "--truth", "y", "--score", "s", "--points", "5"):
        t, called = row["threshold"], row["threshold"] <= SCORE
        benefit = np.mean(called & (TRUTH == 1)) - np.mean(called & (TRUTH == 0)) * t / (1 - t)
        assert row["net_benefit"] == pytest.approx(benefit)
        assert row["low"] < benefit < row["high"]


@pytest.mark.parametrize("kind", ["roc", "pr", "calibration", "decision"])
def test_models_side_by_side_as_table_csv_and_picture(run: Run, file: Path, tmp_path: Path, kind: str) -> None:
    line = ("curve", kind, file, "--truth", "y", "--score", "s", "--score", "o")
    ran = run(*line, "--plot", tmp_path / "x.svg", "--csv")
    assert ran.code == 0
    assert ("no bands, as it shows several models" in ran.err) == (kind != "calibration")
    assert "no bands" not in run(*line[:-2], "--plot", tmp_path / "y.svg").err + run(*line).err
    head, *rows = ran.out.splitlines()
    assert head.startswith("model,")
    assert {row.split(",")[0] for row in rows} == {"s", "o"}
    assert "<svg" in (tmp_path / "x.svg").read_text()
    assert "low" in run(*line).out


@pytest.mark.parametrize("more", [(), ("--cluster", "g"), ("--weight", "w"), ("--level", "0.8")])
def test_bars_of_the_calibration_picture_are_the_limits_of_the_table(
    run: Run, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    drawn: list[Any] = []
    monkeypatch.setattr(calibration, "draw", lambda figure, ax: drawn.append(figure))
    line = (file, "--truth", "y", "--score", "s", "--bins", "5", *more)
    found = points(run, "calibration", *line)
    assert run("curve", "calibration", *line, "--plot", tmp_path / "x.svg").code == 0
    bars = next(mark for mark in drawn[0].marks if isinstance(mark, Limits))
    assert list(bars.low) == pytest.approx([row["low"] for row in found])
    assert list(bars.high) == pytest.approx([row["high"] for row in found])
