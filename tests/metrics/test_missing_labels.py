"""Labels that do not count: rows with one of them are left out, whatever holds them, and are counted as dropped."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import concordant
from concordant import (
    accuracy,
    average_precision,
    brier_score,
    calibration_slope,
    cohen_kappa,
    f1,
    gwet_ac1,
    log_loss,
    roc_auc,
)
from concordant.errors import LabelError, MissingValuesError, OptionError, UndefinedMetricWarning
from concordant.metrics.definition.kinds import LABELS
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts
from metrics.cases import CALL, METRICS, assert_same, cases_of, example_of

OF_LABELS = [metric for metric in METRICS if metric.kind is LABELS]
OF_SCORES = [metric for metric in METRICS if "missing_labels" in metric.kind.reading and metric.kind is not LABELS]


def rows(n: int = 300) -> tuple[Any, ...]:
    random = np.random.default_rng(5)
    truth, first, second = (random.integers(-1, 3, n) for _ in range(3))
    agree = random.random((2, n)) < 0.6
    return truth, np.where(agree[0], truth, first), np.where(agree[1], truth, second)


@pytest.mark.parametrize("metric", [*OF_LABELS, *OF_SCORES], ids=lambda metric: metric.name)
def test_every_metric_leaves_out_rows_of_either_column_of_labels(metric: Metric) -> None:
    for case in cases_of(metric):
        if "indicators" in case.kind:
            continue
        truth, other = (np.tile(column.T, 3).T for column in vars(example_of(case.kind)).values())
        kept = np.arange(len(truth)) % 5 != 1
        truth[~kept] = 9
        if metric.kind is LABELS:
            other[2::7] = 8
            kept &= other != 8
        expected = case(truth[kept], other[kept])
        for how in ({}, {"missing": "drop"}):
            assert_same(case(truth, other, missing_labels=[9, 8], **how), expected, case)
        if metric.kind is LABELS:
            reading = {**CALL[case.kind], **case._of_state(wanted=True)}
            state = metric.state(truth, other, missing_labels=(8, 9), **reading)
            assert state.missing == len(truth) - kept.sum()


def scored(truth: Any) -> tuple[Any, Any]:
    """Scores of two models beside truths of which some are -1."""
    random = np.random.default_rng(3)
    return tuple(np.clip(0.4 * (truth == 1) + 0.6 * random.random(300), 0.01, 0.99).round(2) for _ in range(2))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("metric", "options"),
    [
        (accuracy, {}),
        (cohen_kappa, {"weights": "quadratic"}),
        (f1, {"average": "macro"}),
        (gwet_ac1, {}),
        *((metric, {}) for metric in (roc_auc, average_precision, brier_score, log_loss, calibration_slope)),
    ],
)
def test_intervals_and_comparisons_are_those_of_the_rows_that_are_left(metric: Metric, options: dict[str, Any]) -> None:
    truth, first, second = rows()
    kept = (truth >= 0) & (first >= 0)
    if metric in OF_SCORES:
        truth = truth.clip(-1, 1)
        kept, (first, second) = truth >= 0, scored(truth)
    random = np.random.default_rng(1)
    beside = {"sample_weight": random.random(300) + 0.5, "cluster": random.integers(0, 40, 300)}
    for given_ in ({}, beside):
        of_left = {name: column[kept] for name, column in given_.items()}
        found = metric.interval(truth, first, missing_labels=[-1], **given_, **options)
        expected = metric.interval(truth[kept], first[kept], **of_left, **options)
        for part in ("value", "low", "high", "n"):
            assert getattr(found, part) == getattr(expected, part)
        assert f"|missing:{300 - kept.sum()}|" in found.signature
    test = metric.test(truth[kept], first[kept], against=0.3, **options)
    assert metric.test(truth, first, missing_labels=[-1], against=0.3, **options).p_value == test.p_value
    kept &= (truth if metric in OF_SCORES else second) >= 0
    options = {"draws": 100, **options}
    compared = metric.compare(truth, first, second, missing_labels=[-1], **options)
    expected = metric.compare(truth[kept], first[kept], second[kept], **options)
    assert (compared.difference, compared.p_value) == (expected.difference, expected.p_value)


@pytest.mark.parametrize("weight", [None, "w"])
def test_named_columns_of_frames_queries_and_files(weight: str | None, tmp_path: Path) -> None:
    truth, first, second = rows()
    columns = {"t": truth, "a": first, "b": second, "w": np.arange(300) % 4 / 2}
    frame = pl.DataFrame(columns)
    frame.write_csv(tmp_path / "rows.csv")
    frame.write_parquet(tmp_path / "rows.parquet")
    options: dict[str, Any] = {"missing_labels": [-1], "sample_weight": weight}
    direct = options | {"sample_weight": None if weight is None else columns[weight]}
    value = cohen_kappa(truth, first, **direct)
    difference = accuracy.compare(truth, first, second, **direct).difference
    dropped = Counts.from_labels(truth, first, **direct).missing
    for data in (
        pd.DataFrame(columns),
        frame,
        frame.lazy(),
        concordant.scan(tmp_path / "rows.csv"),
        tmp_path / "rows.parquet",
    ):
        assert cohen_kappa("t", "a", data=data, **options) == pytest.approx(value)
        assert accuracy.compare("t", "a", "b", data=data, **options).difference == pytest.approx(difference)
        assert f"|missing:{dropped}|" in cohen_kappa.interval("t", "a", data=data, **options).signature
        if not isinstance(data, Path):
            assert Counts.from_frame(data, y_true="t", y_pred="a", **options).missing == dropped


@pytest.mark.parametrize(
    ("truth", "prediction", "marks", "labels"),
    [
        (["a", "?", "b", "b"], ["a", "b", "", "b"], ["?", ""], ("a", "b")),
        ([1.0, -1.0, 2.0], [1, 2, 2], [-1], (1, 2)),
        ([True, True, False], [True, False, False], [5], (False, True)),
        ([date(2026, 1, 1), date(1900, 1, 1)], [date(2026, 1, 1)] * 2, [date(1900, 1, 1)], (date(2026, 1, 1),)),
        (np.array(["no", "yes", "n/a"]), np.array(["no", "yes", "yes"]), ["n/a"], ("no", "yes")),
        (np.array([1, 255], np.uint8), np.array([1, 1], np.uint8), [255, -1, 300, "x", float("nan")], (1,)),
        (
            pd.Categorical(["low", "?", "high"], ["low", "?", "high"], ordered=True),
            pd.Categorical(["high", "low", "high"], ["low", "?", "high"], ordered=True),
            ["?"],
            ("low", "high"),
        ),
        (pl.Series(["u", "v"], dtype=pl.Enum(["u", "v"])), ["u", "u"], np.array(["v"]), ("u",)),
    ],
)
def test_labels_of_every_type_are_forgotten(truth: Any, prediction: Any, marks: Any, labels: tuple[Any, ...]) -> None:
    counts = Counts.from_labels(truth, prediction, missing_labels=marks)
    assert counts.labels == labels
    assert counts.n + counts.missing == len(truth)


def test_declared_labels_and_missing_values_beside_them() -> None:
    truth, prediction = ["a", "?", "b", None], ["a", "a", "?", "b"]
    with pytest.raises(MissingValuesError, match=r"y_true has 1 missing \(the first in row 3\)"):
        Counts.from_labels(truth, prediction, missing_labels=["?"])
    counts = Counts.from_labels(truth, prediction, labels=["b", "?", "a"], missing_labels=["?"], missing="drop")
    assert (counts.labels, counts.table.tolist(), counts.missing) == (("b", "a"), [[0, 0], [0, 1]], 3)
    assert Counts.from_labels(["?", "a"], [None, "a"], missing_labels=["?"]).missing == 1  # left out anyhow
    assert Counts.from_labels(["?", "a"], ["a", "a"], missing_labels=["?"], sample_weight=[0, 1]).missing == 0
    assert Counts.from_labels(["?", "a"], ["a", "a"], missing_labels=["?"], sample_weight=[np.nan, 1]).n == 1
    with pytest.raises(LabelError, match="1 label occurs that labels= does not name: 'c'"):
        Counts.from_labels(["c", "?"], ["a", "a"], labels=["a"], missing_labels=["?"])
    with pytest.warns(UndefinedMetricWarning, match="there are no rows"):
        assert np.isnan(accuracy(["?"], ["a"], missing_labels=["?"]))


@pytest.mark.parametrize("metric", [roc_auc, brier_score])
def test_columns_of_scores(metric: Metric, tmp_path: Path) -> None:
    truth = rows()[0].clip(-1, 1)
    first, kept = scored(truth)[0], truth != -1
    value, low = metric(truth[kept], first[kept]), metric.interval(truth[kept], first[kept]).low
    how: dict[str, Any] = {"missing_labels": [-1]}
    frame = pl.DataFrame({"t": truth, "s": first})
    frame.write_csv(tmp_path / "rows.csv")
    for data in (frame, frame.lazy(), tmp_path / "rows.csv", concordant.scan(tmp_path / "rows.csv")):
        assert metric("t", "s", data=data, **how) == pytest.approx(value)
        assert metric.interval("t", "s", data=data, **how).low == pytest.approx(low)
    names = np.array(["?", "no", "yes"])[truth + 1]
    declared = metric(names, first, labels=["no", "?", "yes"], missing_labels=["?"])
    assert declared == metric(names, first, pos_label="yes", missing_labels=["?"]) == value


def test_a_page_leaves_them_out_and_says_so(tmp_path: Path) -> None:
    truth, first, _ = rows()
    score, group = np.linspace(0, 1, 300), np.arange(300) % 3
    kept = (truth != -1) & (first != -1)
    expected = concordant.evaluate(truth[kept], first[kept], by=group[kept])
    frame = pl.DataFrame({"t": truth, "a": first, "g": group})
    frame.write_parquet(tmp_path / "rows.parquet")
    pages = [concordant.evaluate(truth, first, by=group, missing_labels=[-1])]
    pages += [
        concordant.evaluate("t", "a", by="g", data=data, missing_labels=[-1])
        for data in (frame, frame.lazy(), tmp_path / "rows.parquet")
    ]
    for page in pages:
        assert (page.n, page.n_missing, page.labels) == (expected.n, 300 - kept.sum(), (0, 1, 2))
        assert [result.value for result in page.results] == [result.value for result in expected.results]
        assert page["accuracy"].interval.low == expected["accuracy"].interval.low
        assert f"{300 - kept.sum()} rows were dropped because a value was missing, or -1" in str(page)
    scored = concordant.evaluate(np.where(truth == 2, -1, truth), y_score=score, missing_labels=[-1])
    alone = (truth == 0) | (truth == 1)
    assert scored["roc_auc"].value == concordant.roc_auc(truth[alone], score[alone])
    with pytest.raises(OptionError, match="missing_labels= is for rows of labels"):
        concordant.evaluate(score, score**2, task="continuous", missing_labels=[-1])
    with pytest.raises(MissingValuesError, match="no row is complete"):
        concordant.evaluate(["?", "?"], ["a", "b"], missing_labels=["?"])
