"""Bars: each on the scale of its own metric, with the mark of chance."""

from __future__ import annotations

import math

import numpy as np
import pytest

from concordant import evaluate
from concordant.metrics import find, get
from concordant.report.bars import Row, rows_of
from concordant.report.notes import Notes

RNG = np.random.default_rng(11)
TRUTH = RNG.integers(0, 2, 60)
SCORE = np.clip(0.5 + (TRUTH - 0.5) * 0.1 + RNG.normal(size=60) / 4, 0.01, 0.99)
PAGE = evaluate(TRUTH, RNG.permutation(TRUTH), SCORE)  # no better than chance: agreement reaches below 0
ROWS = rows_of([*PAGE.results, *PAGE.further], Notes())
BARS = {row.result.key: row for row in ROWS if row.bar is not None}


def test_no_bar_without_an_interval_or_a_bounded_scale() -> None:
    for row in ROWS:
        bounds = get(row.result.name).facts.range
        assert bounds is not None
        drawn = row.result.bounded and bounds[1] == 1 and bounds[0] in (0, -1)
        assert (row.bar is not None) is drawn


@pytest.mark.parametrize("row", BARS.values(), ids=BARS)
def test_a_bar_is_drawn_on_the_scale_of_its_metric(row: Row) -> None:
    interval, bar = row.result.interval, row.bar
    assert interval is not None
    assert bar is not None
    bounds = get(row.result.name).facts.range
    least = -1 if interval.low < 0 else 0
    assert bounds is not None
    assert least >= bounds[0]
    assert f"on a scale from {least} to 1" in bar.says
    assert bar.value == pytest.approx(100 * (row.result.value - least) / (1 - least), abs=0.01)
    assert bar.left == pytest.approx(100 * (interval.low - least) / (1 - least), abs=0.01)


def test_one_metric_below_zero_leaves_the_scale_of_the_others() -> None:
    assert BARS["cohen_kappa"].bar is not None
    assert "from -1 to 1" in BARS["cohen_kappa"].bar.says
    for name in ("positive_agreement", "accuracy", "roc_auc", "expected_calibration_error"):
        if name in BARS:
            assert "from 0 to 1" in BARS[name].bar.says  # type: ignore[union-attr]


def test_all_bars_of_one_metric_share_a_scale() -> None:
    other = evaluate(TRUTH, TRUTH)["cohen_kappa"]
    below = PAGE["cohen_kappa"]
    says = [row.bar.says for row in rows_of([other, below], Notes()) if row.bar is not None]
    assert all("from -1 to 1" in said for said in says)


@pytest.mark.parametrize("name", ["cohen_kappa", "scott_pi", "gwet_ac1", "krippendorff_alpha", "brennan_prediger"])
def test_corrected_agreement_has_the_mark_of_chance_at_0(name: str) -> None:
    bar = BARS[name].bar
    assert bar is not None
    assert bar.chance == pytest.approx(50 if "from -1" in bar.says else 0)
    assert bar.says.endswith("chance at 0")


def test_what_is_corrected_is_0_where_agreement_is_that_of_chance() -> None:
    """A table of independent raters with equal margins, for each metric that says so."""
    table = np.full((2, 2), 25)
    truth, pred = np.repeat([0, 0, 1, 1], table.ravel()), np.repeat([0, 1, 0, 1], table.ravel())
    corrected = [metric for metric in find() if metric.facts.corrected]
    assert {metric.name for metric in corrected} >= {"cohen_kappa", "scott_pi", "gwet_ac1", "gwet_ac2"}
    for metric in corrected:
        options = dict.fromkeys(metric.required_options, "linear")
        for value in np.ravel(metric(truth, pred, **options)):  # one, or one a label
            assert math.isclose(value, 0, abs_tol=0.006), metric.name  # alpha corrects for small samples
