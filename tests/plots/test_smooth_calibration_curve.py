"""The picture of the smooth calibration curve: line, band and histogram."""

from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.testing import assert_allclose

import concordant
from concordant import plots
from concordant.errors import OptionError, ScoreError

RNG = np.random.default_rng(2)
P = RNG.random(120)
Y = (RNG.random(120) < P).astype(int)


def draw(*data: Any, ax: Axes | None = None, **options: Any) -> Axes:
    return plots.smooth_calibration_curve(*data, ax=ax or Figure().subplots(), **options)


def legend(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.get_legend().get_texts()]


def with_gid(ax: Axes, gid: str) -> list[Any]:
    return [artist for artist in [*ax.lines, *ax.collections, *ax.patches] if artist.get_gid() == gid]


def test_no_rows_has_no_line() -> None:
    assert legend(draw(concordant.Curve.empty())) == ["ICI undefined (there are no rows)", "calibrated"]


def test_one_class_is_drawn() -> None:
    assert legend(draw([1, 1], [0.2, 0.3], labels=[0, 1])) == ["ICI 0.750", "calibrated"]


def test_line_and_band_are_those_of_the_metric() -> None:
    ax = draw(Y, P, span=0.9)
    curve = concordant.smooth_calibration_curve(Y, P, span=0.9)
    band = concordant.smooth_calibration_curve.interval(Y, P, span=0.9)["observed"]
    (line,) = with_gid(ax, "curve")
    assert_allclose(line.get_xdata(), curve.predicted)
    assert_allclose(line.get_ydata(), curve.observed)
    (drawn,) = with_gid(ax, "band")
    heights = drawn.get_paths()[0].vertices[:, 1]
    assert_allclose([heights.min(), heights.max()], [band.low.min(), band.high.max()])
    assert legend(ax)[0] == f"ICI {concordant.integrated_calibration_index(Y, P, span=0.9):.3f}"


def test_a_curve_that_is_built_already_gives_the_same_band() -> None:
    first, second = (with_gid(draw(*data), "band")[0] for data in ((Y, P), (concordant.Curve.from_scores(Y, P),)))
    assert_allclose(first.get_paths()[0].vertices, second.get_paths()[0].vertices)


def test_the_histogram_holds_all_rows_and_stays_below() -> None:
    bars = with_gid(draw(Y, P), "histogram")
    heights = np.array([bar.get_height() for bar in bars])
    rows = np.histogram(P, 50, (0, 1))[0]
    assert_allclose(heights / heights.max(), rows / rows.max())
    assert all(bar.get_y() + bar.get_height() < 0 for bar in bars)


def test_band_and_histogram_can_be_left_out() -> None:
    ax = draw(Y, P, level=None, histogram=False)
    assert not with_gid(ax, "band")
    assert not with_gid(ax, "histogram")


def test_weights_and_clusters_reach_the_band() -> None:
    width = {}
    for name, options in {"rows": {}, "clusters": {"cluster": np.repeat(np.arange(120), 2)}}.items():
        ax = draw(np.repeat(Y, 2), np.repeat(P, 2), **options)
        vertices = with_gid(ax, "band")[0].get_paths()[0].vertices
        width[name] = np.ptp(vertices[np.abs(vertices[:, 0] - 0.5) < 0.05, 1])
    assert width["clusters"] > width["rows"]
    (line,) = with_gid(draw(Y, P, sample_weight=P), "curve")
    assert_allclose(line.get_ydata(), concordant.smooth_calibration_curve(Y, P, sample_weight=P).observed)


def test_several_classes_give_a_line_each_and_the_macro_mean() -> None:
    prob = RNG.dirichlet([2, 2, 2], 60)
    truth = RNG.integers(0, 3, 60)
    ax = draw(truth, prob)
    assert len(with_gid(ax, "curve")) == 3
    assert not with_gid(ax, "band")
    mean = concordant.integrated_calibration_index(truth, prob)
    assert ax.get_legend().get_title().get_text().endswith(f"macro mean: ICI {mean:.3f}")


def test_models_can_be_compared_in_one_picture() -> None:
    ax = draw(Y, P, name="first")
    draw(Y, P**2, name="second", ax=ax)
    assert [words.split(":")[0] for words in legend(ax)] == ["first", "calibrated", "second"]
    assert len({band.get_facecolor()[0].tobytes() for band in with_gid(ax, "band")}) == 2


@pytest.mark.parametrize(("wrong", "error"), [({"span": 0}, OptionError), ({"level": 1.5}, OptionError)])
def test_wrong_options_are_refused(wrong: Any, error: Any) -> None:
    with pytest.raises(error):
        draw(Y, P, **wrong)


def test_scores_that_are_no_probabilities_are_refused() -> None:
    with pytest.raises(ScoreError):
        draw(Y, 2 * P)
