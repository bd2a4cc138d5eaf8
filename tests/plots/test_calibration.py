"""Smooth calibration curves, Bland-Altman plots and D studies: lines, bands, points and histograms."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.testing import assert_allclose
from support.plots import draw as draw_with
from support.plots import drawn, legend
from support.samples import random_numbers

import concordant
from concordant import d_study, limits_of_agreement, plots
from concordant.errors import InputTypeError, OptionError, ScoreError

BAND = "95 % confidence interval"
RNG = np.random.default_rng(2)
P = RNG.random(120)
Y = (RNG.random(120) < P).astype(int)


draw = partial(draw_with, plots.smooth_calibration_curve)


def test_no_rows_have_no_line_and_one_class_has_one() -> None:
    assert legend(draw(concordant.Curve.empty())) == ["ICI undefined (there are no rows)", "calibrated"]
    assert legend(draw([1, 1], [0.2, 0.3], labels=[0, 1])) == ["ICI 0.750", BAND, "calibrated"]


def test_line_and_band_are_those_of_the_metric() -> None:
    ax = draw(Y, P, span=0.9)
    curve = concordant.smooth_calibration_curve(Y, P, span=0.9)
    band = concordant.smooth_calibration_curve.interval(Y, P, span=0.9)["observed"]
    (line,) = drawn(ax, "curve")
    assert_allclose(line.get_xdata(), curve.predicted)
    assert_allclose(line.get_ydata(), curve.observed)
    (band_drawn,) = drawn(ax, "band")
    heights = band_drawn.get_paths()[0].vertices[:, 1]
    assert_allclose([heights.min(), heights.max()], [band.low.min(), band.high.max()])
    assert legend(ax)[0] == f"ICI {concordant.integrated_calibration_index(Y, P, span=0.9):.3f}"
    (of_state,) = drawn(draw(concordant.Curve.from_scores(Y, P), span=0.9), "band")
    assert_allclose(of_state.get_paths()[0].vertices, band_drawn.get_paths()[0].vertices)


def test_the_histogram_holds_all_rows_and_stays_below() -> None:
    (bars,) = drawn(draw(Y, P), "histogram")
    tops, _, floor = bars.get_data()
    heights = tops - floor
    rows = np.histogram(P, 50, (0, 1))[0]
    assert_allclose(heights / heights.max(), rows / rows.max(), atol=1e-12)
    assert (tops < 0).all()
    ax = draw(Y, P, level=None, histogram=False)
    assert drawn(ax, "band") == drawn(ax, "histogram") == []


def test_weights_and_clusters_reach_the_band() -> None:
    width = {}
    for name, options in {"rows": {}, "clusters": {"cluster": np.repeat(np.arange(120), 2)}}.items():
        ax = draw(np.repeat(Y, 2), np.repeat(P, 2), **options)
        vertices = drawn(ax, "band")[0].get_paths()[0].vertices
        width[name] = np.ptp(vertices[np.abs(vertices[:, 0] - 0.5) < 0.05, 1])
    assert width["clusters"] > width["rows"]
    (line,) = drawn(draw(Y, P, sample_weight=P), "curve")
    assert_allclose(line.get_ydata(), concordant.smooth_calibration_curve(Y, P, sample_weight=P).observed)


def test_options_and_scores_that_make_no_curve_are_refused() -> None:
    for options in ({"span": 0}, {"level": 1.5}):
        with pytest.raises(OptionError):
            draw(Y, P, **options)
    with pytest.raises(ScoreError):
        draw(Y, 2 * P)


# -- measurements and ratings --------------------------------------------------------------------------------------

ROWS = random_numbers(5, 20, 4)


def test_two_raters_have_their_differences_and_limits() -> None:
    found = limits_of_agreement(ROWS[:, :2], raters=["ann", "bob"])
    ax = found.plot()
    (points,) = drawn(ax, "point")
    assert_allclose(points.get_offsets(), np.column_stack([ROWS[:, :2].mean(1), ROWS[:, 0] - ROWS[:, 1]]))
    heights = [line.get_ydata()[0] for line in (*drawn(ax, "limit"), *drawn(ax, "bias"))]
    assert_allclose(heights, [found.low.value, found.high.value, found.bias.value])
    assert len(drawn(ax, "interval-of-limit")) == 3
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("mean of both", "ann \N{MINUS SIGN} bob")


def test_many_raters_are_held_against_their_mean() -> None:
    ax = plots.bland_altman(ROWS, raters=["ann", "bob", "eve", "gpt"])
    assert len(drawn(ax, "point")) == 4
    assert legend(ax) == ["ann", "bob", "eve", "gpt"]
    assert len(drawn(plots.bland_altman(np.tile(ROWS, 3)), "point")) == 12


def test_of_many_rows_squares_show_how_many_lie_together() -> None:
    ax = plots.bland_altman(random_numbers(1, 3000, 2))
    assert not drawn(ax, "point")
    squares = drawn(ax, "bar")
    assert len(squares) > 50
    assert len({square.get_alpha() for square in squares}) > 2


def test_a_d_study_is_a_line_for_each_coefficient_and_number_of_occasions() -> None:
    ax = d_study(ROWS, raters=range(1, 6)).plot()
    curves = drawn(ax, "curve")
    assert [line.get_label() for line in curves] == ["generalizability", "dependability"]
    assert_allclose(curves[1].get_ydata(), d_study(ROWS, raters=range(1, 6)).dependability)
    assert len(drawn(ax, "band")) == 2
    assert len(drawn(ax, "margin")) == 1
    cube = np.random.default_rng(1).normal(size=(8, 3, 2)) + np.arange(8)[:, None, None]
    two = plots.d_study(cube, occasions=[1, 2], show="dependability", target=None)
    names = [line.get_label() for line in drawn(two, "curve")]
    assert names == ["dependability, 1 occasion", "dependability, 2 occasions"]
    assert not drawn(two, "margin")


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(OptionError, match="show must be one or both"):
        plots.d_study(ROWS, show="reliability")  # type: ignore[arg-type]
    with pytest.raises(InputTypeError, match="holds its ratings and options already"):
        plots.bland_altman(limits_of_agreement(ROWS), coverage=0.9)
    with pytest.raises(InputTypeError, match="holds its designs already"):
        plots.d_study(d_study(ROWS), raters=4)
    with pytest.raises(InputTypeError, match="ax must be matplotlib Axes"):
        plots.bland_altman(ROWS, ax="here")  # type: ignore[arg-type]


def bars(ax: Axes) -> list[Any]:
    return [line.get_ydata() for line in ax.lines if line.get_label() == "_error" and len(line.get_ydata()) == 2]


def test_bars_of_bins_are_the_limits_of_clusters() -> None:
    options: dict[str, Any] = {"n_bins": 3, "cluster": np.arange(len(Y)) // 2}
    limits: Any = concordant.calibration_curve.interval(Y, P, **options, level=0.8)
    ax = plots.calibration_curve(Y, P, **options, level=0.8, ax=Figure().subplots())
    assert_allclose(bars(ax), np.column_stack([limits["observed"].low, limits["observed"].high]))
    assert_allclose(
        bars(plots.calibration_curve(Y, P, **options, ax=Figure().subplots())),
        bars(plots.calibration_curve(Y, P, **options, level=0.95, ax=Figure().subplots())),
    )


def test_bars_of_bins_are_standard_errors_where_no_level_is_given() -> None:
    curve = concordant.calibration_curve(Y, P, n_bins=3)
    observed, error = np.asarray(curve.observed), 1.96 * np.asarray(curve.standard_error)
    ax = plots.calibration_curve(Y, P, n_bins=3, ax=Figure().subplots())
    assert_allclose(bars(ax), np.column_stack([observed - error, observed + error]).clip(0, 1))


def test_bars_of_each_class() -> None:
    truth, prob = np.arange(60) % 3, np.random.default_rng(1).dirichlet([1, 1, 1], 60)
    limits: Any = concordant.calibration_curve.interval(truth, prob, n_bins=2)
    ax = plots.calibration_curve(truth, prob, n_bins=2, level=0.95, ax=Figure().subplots())
    ends = [np.column_stack([limits[label]["observed"].low, limits[label]["observed"].high]) for label in range(3)]
    assert_allclose(bars(ax), np.concatenate(ends))


def test_a_record_has_no_rows_for_limits() -> None:
    with pytest.raises(OptionError, match="does not hold its rows"):
        plots.calibration_curve(concordant.calibration_curve(Y, P), level=0.9)
