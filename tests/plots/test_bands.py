"""Pointwise confidence bands of ROC and precision-recall curves."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from numpy.testing import assert_allclose
from support.plots import draw as draw_with
from support.plots import drawn

import concordant as co
from concordant import plots
from concordant.errors import InputTypeError, OptionError
from concordant.plots.bands import curve_band
from concordant.plots.given import curves_given
from concordant.result import RocCurve

RNG = np.random.default_rng(3)
Y = np.repeat([0, 1], [140, 60])
S = Y + RNG.normal(size=200)
CLUSTER = RNG.integers(0, 40, 200)
BOTH = [plots.roc_curve, plots.precision_recall_curve]


def band_drawn(ax: Axes) -> np.ndarray:
    (band,) = drawn(ax, "band")
    return np.asarray(band.get_paths()[0].vertices)


draw = partial(draw_with, band=True)


def band_of(y: Any, s: Any, **reading: Any) -> Any:
    reading = {"data": None, **reading}
    return curve_band("roc", curves_given(co.roc_curve, RocCurve, y, s, name=None, **reading), level=0.95)


@pytest.mark.parametrize("plot", BOTH)
def test_names_in_a_frame_give_the_band_of_their_columns(plot: Any) -> None:
    frame = pl.DataFrame({"y": Y, "s": S, "c": CLUSTER})
    columns = draw(plot, Y, S, cluster=CLUSTER, level=0.9)
    for data in (frame, frame.lazy()):
        named = draw(plot, "y", "s", cluster="c", data=data, level=0.9)
        assert named.get_legend().get_texts()[0].get_text() == columns.get_legend().get_texts()[0].get_text()
        assert_allclose(
            band_drawn(named).mean(0), band_drawn(columns).mean(0), atol=0.01
        )  # rows may come in another order
    assert_allclose(band_drawn(draw(plot, "y", "s", cluster="c", data=frame, level=0.9)), band_drawn(columns))


@pytest.mark.parametrize("plot", BOTH)
def test_the_legend_names_the_band_and_the_interval_of_the_area_respects_clusters(plot: Any) -> None:
    area = co.roc_auc if plot is plots.roc_curve else co.average_precision
    expected = area.interval(Y, S, cluster=CLUSTER, level=0.9)
    legend = draw(plot, Y, S, cluster=CLUSTER, level=0.9).get_legend()
    first, second = (text.get_text() for text in legend.get_texts()[:2])
    assert first.endswith(f"({expected.low:.3f} to {expected.high:.3f})")
    assert second == "90 % confidence interval"


def test_the_band_is_near_the_bootstrap_interval_of_the_sensitivity() -> None:
    y = np.repeat([0, 1], [700, 300])
    s = y + np.random.default_rng(1).normal(size=1000)
    band = band_of(y, s)
    for specificity in (0.5, 0.8, 0.9):
        found = co.sensitivity_at_specificity.interval(y, s, specificity=specificity, interpolate=True)
        at = np.abs(band.x - (1 - specificity)).argmin()
        assert_allclose([band.low[at], band.high[at]], [found.low, found.high], atol=0.012)


def test_rows_that_are_repeated_say_no_more_than_one_of_each_if_they_are_a_cluster() -> None:
    alone = band_of(Y, S)
    repeated = np.repeat(Y, 5), np.repeat(S, 5)
    together = band_of(*repeated, cluster=np.repeat(np.arange(200), 5))
    careless = band_of(*repeated)
    widths = [float((band.high - band.low)[10:60].mean()) for band in (alone, together, careless)]
    assert widths[1] == pytest.approx(widths[0], rel=0.08)
    assert widths[2] == pytest.approx(widths[0] / np.sqrt(5), rel=0.12)


def test_where_every_draw_is_1_the_band_still_has_a_width() -> None:
    band = band_of([0, 0, 0, 1, 1, 1], [1, 2, 3, 4, 5, 6])
    assert (band.low[:-1] < 1).all()
    assert (band.low > 0.3).all()
    assert_allclose(band.high, 1)


def test_the_lower_edge_of_a_roc_band_never_falls() -> None:
    ill = np.repeat(np.random.default_rng(4).random(400) < 0.06, 3)
    score = np.random.default_rng(5).normal(2 * ill)
    band, curve = band_of(ill, score, cluster=np.arange(1200) // 3), co.roc_curve(ill, score)
    assert (np.diff(band.low) >= 0).all()
    assert (band.low <= np.interp(band.x, curve.fpr, curve.tpr)).all()


def test_a_curve_and_weights_have_a_band_and_one_class_has_none() -> None:
    curve = co.Curve.from_scores(Y, S)
    assert_allclose(band_drawn(draw(plots.roc_curve, curve)), band_drawn(draw(plots.roc_curve, Y, S)))
    assert len(band_drawn(draw(plots.roc_curve, Y, S, sample_weight=RNG.random(200)))) > 100
    assert not draw(plots.roc_curve, [1, 1], [0.2, 0.3]).collections


def test_what_has_no_band_is_refused() -> None:
    with pytest.raises(OptionError, match="a band is that of one curve whose rows are known"):
        draw(plots.roc_curve, [0, 1, 2], np.eye(3))
    with pytest.raises(OptionError, match="a band is that of one curve whose rows are known"):
        draw(plots.roc_curve, co.roc_curve(Y, S))
    with pytest.raises(InputTypeError, match="leave out cluster"):
        draw(plots.roc_curve, co.Curve.from_scores(Y, S), cluster=CLUSTER)
