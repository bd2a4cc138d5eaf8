"""The page of what has changed: alerts first, a picture for each metric, every window in its place."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest

from concordant import StateTable
from concordant.documents.blocks import Document, Paragraph, Picture, Section
from concordant.documents.html import as_html
from concordant.documents.text import as_text
from concordant.errors import OptionError
from concordant.figures.figure import Band, Line, Rule
from concordant.figures.paint_svg import svg
from concordant.figures.trends import MOST_TRENDS, Trend, trend_figure
from concordant.monitoring import compare_windows, values_in_windows
from concordant.monitoring.alerts import judge_alert, parse_alert
from concordant.monitoring.report import monitoring_document

ROLES: dict[str, Any] = {"y_true": "truth", "y_score": "score", "labels": [0, 1], "time": "at", "window": "1d"}


def table_of(days: list[int], groups: int = 2, **roles: Any) -> StateTable:
    """Sixty rows a day and group, of which the model orders fewer well from day 6 on."""
    rng = np.random.default_rng(2)
    day, group = (column.ravel() for column in np.meshgrid(np.repeat(days, 60), range(groups)))
    truth = rng.integers(0, 2, len(day))
    score = np.round(np.clip(0.5 + 0.3 * (truth - 0.5) * (day < 6) + rng.normal(0, 0.15, len(day)), 0, 1), 3)
    at = np.datetime64("2026-03-01", "us") + day.astype("timedelta64[D]")
    rows = {"truth": truth, "score": score, "at": at, "land": np.array([f"land {k}" for k in range(groups)])[group]}
    return StateTable.from_rows(rows, **{**ROLES, "by": "land", **roles})


def page_of(table: StateTable, *alerts: str, **how: Any) -> Document:
    report = compare_windows(table, "2d", against="trailing 4d", metrics=["roc_auc", "brier_score"])
    return monitoring_document(report, [judge_alert(parse_alert(text), report) for text in alerts], table, **how)


def section(document: Document, name: str) -> Section:
    return next(block for block in document.blocks if isinstance(block, Section) and block.name == name)


def figures(document: Document) -> dict[str, Any]:
    (picture,) = section(document, "trends").blocks
    assert isinstance(picture, Picture)
    return {figure.name: figure for figure in picture.figures}


def test_alerts_that_went_off_come_first() -> None:
    document = page_of(table_of(list(range(8))), "scores psi 5", "roc_auc drop 0.1")
    first = document.blocks[0]
    assert isinstance(first, Paragraph)
    assert (first.text, first.role) == ("1 of 2 alerts went off.", "verdict")
    words = " ".join(as_text(document).split())
    assert words.index("roc_auc drop 0.1 ALERT") < words.index("scores psi 5 quiet")


@pytest.mark.parametrize("adjust", ["holm", None])
def test_metrics_have_titles_and_what_is_not_there_is_said_in_words(adjust: Any) -> None:
    day = np.repeat(np.arange(4), 50)
    truth = np.where(day < 2, np.arange(200) % 2, 0)
    at = np.datetime64("2026-03-01", "us") + day.astype("timedelta64[D]")
    rows = {"truth": truth, "score": np.linspace(0.1, 0.9, 200), "at": at, "land": (np.arange(200) % 3).astype(str)}
    table = StateTable.from_rows(rows, **{**ROLES, "by": "land"})
    metrics = ["roc_auc", "brier_score", "f1", "accuracy", "qwk"]
    report = compare_windows(table, "2d", metrics=metrics, adjust=adjust)
    alerts = ("roc_auc drop 0.1", "accuracy change 0.0", "qwk drop 0.1", "scores ks 0.1", "calibration change 0")
    verdicts = [judge_alert(parse_alert(text), report) for text in alerts]
    words = " ".join(as_text(monitoring_document(report, verdicts, table)).split())
    for text in alerts:
        words = words.replace(text, "")
    assert "ROC AUC undefined 0.5000 undefined none" in words
    assert "Quadratic weighted kappa (QWK)" in words
    for never in ("roc_auc", "brier_score", "nan", "no p-value", "adjusted none"):
        assert never not in words
    assert ("adjusted p" in words) == ("p (Holm)" in words) == (adjust is not None)


def test_each_window_stands_in_its_place() -> None:
    """Day 3 has no row: the lines are broken there, and what is drawn is what `values_in_windows` gives."""
    table = table_of([0, 1, 2, 4, 5, 6, 7])
    figure = figures(page_of(table))["trend-roc_auc"]
    assert figure.x.names == [f"03-{day:02}" for day in range(1, 9)]
    band = next(mark for mark in figure.marks if isinstance(mark, Band))
    lines = {mark.label: mark.y for mark in figure.marks if isinstance(mark, Line)}
    of_all = {one.window: one for one in values_in_windows(table, "roc_auc")}
    for k in range(8):
        one = of_all.get(datetime(2026, 3, 1 + k, tzinfo=UTC))
        expected = [np.nan] * 3 if one is None else [one.value, one.low, one.high]
        np.testing.assert_array_equal([lines["all rows"][k], band.low[k], band.high[k]], expected)
    group = {one.window.day: one.value for one in values_in_windows(table, "roc_auc", per="window and group")[1::2]}
    np.testing.assert_array_equal(lines["land 1"], [group.get(1 + k, np.nan) for k in range(8)])
    rules = {(rule.role, rule.axis): rule.at for rule in figure.marks if isinstance(rule, Rule)}
    change = compare_windows(table, "2d", against="trailing 4d", metrics=["roc_auc"]).of("roc_auc")
    assert change is not None
    assert rules == {("cut", "x"): 5.5, ("reference", "y"): change.before}


def test_many_windows_are_joined_as_the_report_joins_them() -> None:
    """
    Of 44 days the last window of 10 days ends with the last day, and the first has the 4 days that are left.

    The first day of the last window has no row.
    """
    table = table_of([day for day in range(1, 45) if day != 35])
    report = compare_windows(table, "10d", metrics=["roc_auc"])
    figure = figures(monitoring_document(report, (), table, window="10d"))["trend-roc_auc"]
    assert figure.x.names == ["02-24", "03-06", "03-16", "03-26", "04-05"]
    assert "One point: 10d" in figure.note
    change = report.of("roc_auc")
    lines = {mark.label: mark.y for mark in figure.marks if isinstance(mark, Line)}
    np.testing.assert_array_equal(lines["all rows"][-2:], [change.before, change.now])
    first = table.window("2026-03-02", "2026-03-05").where(land="land 1")
    assert lines["land 1"][0] == values_in_windows(first, "roc_auc", per="group")[0].value
    assert {rule.at for rule in figure.marks if isinstance(rule, Rule) and rule.role == "cut"} == {3.5}


def test_the_largest_of_many_subgroups_are_drawn() -> None:
    document = page_of(table_of(list(range(8)), groups=12))
    for figure in figures(document).values():
        assert sum(isinstance(mark, Line) for mark in figure.marks) == MOST_TRENDS
        assert f"the {MOST_TRENDS - 1} largest of 12 subgroups" in figure.note


def test_the_file_is_whole_and_holds_the_report_of_the_window() -> None:
    table = table_of(list(range(8)))
    html = as_html(page_of(table, latest=table.trailing("2d"), source="<b>states</b>"))
    assert "<b>states</b>" not in html
    assert all(title in html for title in ("From window to window", "The latest window", "Every threshold"))


def test_of_delayed_truth_only_shifts_are_told() -> None:
    table = table_of(list(range(8)), y_true=None, labels=None)
    report = compare_windows(table, "2d")
    document = monitoring_document(report, (), table)
    assert not [block for block in document.blocks if isinstance(block, Section) and block.name == "trends"]
    assert "scores" in as_text(document)
    with pytest.raises(OptionError, match="holds no truth"):
        monitoring_document(report, (), table, latest=table)


@pytest.mark.parametrize(("window", "many"), [("1d", 8), ("1d", 90), ("1h", 40)])
def test_the_stamps_of_windows_leave_room_for_each_other(window: str, many: int) -> None:
    stamps = [f"03-{k:02}" if window == "1d" else f"03-01 {k:02}:00" for k in range(many)]
    values = np.linspace(0.2, 0.8, many)
    drawn = str(svg(trend_figure([Trend("all rows", values, values, values)], stamps, name="t", title="ROC AUC")))
    ticks = [(float(x), name) for x, name in re.findall(r'<text x="([\d.]+)"[^>]*middle[^>]*>(03-[^<]*)<', drawn)]
    assert 2 <= len(ticks) <= many
    gaps = np.diff([x for x, _ in ticks])
    assert gaps.min() > 6.0 * max(len(name) for _, name in ticks)  # a digit of 12 units is 6.7 wide at most
