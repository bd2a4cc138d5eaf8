"""The picture of the decision curve: its lines are those of the metric, its band is that of its intervals."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from numpy.testing import assert_allclose

import concordant
from concordant import plots
from concordant.errors import InputTypeError, OptionError, WeightError

RNG = np.random.default_rng(12)
P = RNG.beta(1, 2, 150)
Y = (RNG.random(150) < P).astype(int)
AT = [0.1, 0.2, 0.3, 0.5]


def draw(*data: Any, ax: Axes | None = None, **options: Any) -> Axes:
    return plots.decision_curve(*data, ax=ax or Figure().subplots(), **{"band": None, **options})


def legend(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.get_legend().get_texts()]


def lines(ax: Axes, gid: str = "curve") -> list[Line2D]:
    return [line for line in ax.lines if line.get_gid() == gid]


def test_lines_are_those_of_the_metric() -> None:
    ax = draw(Y, P, thresholds=AT, prevalence=0.2, standardized=True)
    expected = concordant.decision_curve(Y, P, thresholds=AT, prevalence=0.2, standardized=True)
    (model,), (everyone,) = lines(ax), lines(ax, "treat all")
    assert_allclose(model.get_xdata(), AT)
    assert_allclose(model.get_ydata(), expected.net_benefit)
    assert_allclose(everyone.get_ydata(), expected.treat_all)
    assert legend(ax) == ["model", "treat all", "treat none"]
    assert ax.get_ylabel() == "net benefit / prevalence"
    assert draw(Y, P).get_ylabel() == "net benefit"


@pytest.mark.parametrize(("band", "part"), [("pointwise", "net_benefit"), ("simultaneous", "band")])
def test_the_band_is_that_of_the_intervals(band: str, part: str) -> None:
    ax = draw(Y, P, thresholds=AT, band=band, level=0.9, cluster=np.arange(150) // 2)
    (patch,) = [one for one in ax.collections if one.get_gid() == "band"]
    found = concordant.decision_curve.interval(Y, P, thresholds=AT, level=0.9, cluster=np.arange(150) // 2)[part]
    heights = np.asarray(patch.get_paths()[0].vertices)[:, 1]
    assert_allclose([heights.min(), heights.max()], [found.low.min(), found.high.max()])


def test_a_second_model_shares_the_axes_and_what_it_is_compared_with() -> None:
    ax = draw(Y, P, name="first")
    draw(Y, P**2, name="second", ax=ax)
    assert legend(ax) == ["first", "second", "treat all", "treat none"]
    assert len(lines(ax, "treat all")) == len(lines(ax, "treat none")) == 1
    assert len({line.get_color() for line in lines(ax)}) == 2


def test_models_of_other_rows_have_their_own_line_of_treating_all() -> None:
    ax = draw(Y, P, name="here")
    draw(Y[:50], P[:50], name="there", ax=ax)
    assert len(lines(ax, "treat all")) == 2
    assert legend(ax) == ["here", "there", "treat all", "treat none"]


def test_several_classes_have_a_line_each_and_a_long_legend_stands_beside() -> None:
    prob = RNG.dirichlet(np.ones(7), 150)
    ax = draw(RNG.integers(0, 7, 150), prob)
    assert legend(ax) == [*"0123456", "treat all, of each", "treat none"]
    assert len(lines(ax, "treat all")) == 7
    assert ax.get_legend().get_bbox_to_anchor().x0 >= ax.bbox.x1


def test_undefined_has_no_line_and_the_legend_says_why() -> None:
    ax = draw([1, 1], [0.2, 0.3], prevalence=0.1, labels=[0, 1], band="pointwise")
    assert legend(ax) == ["model: undefined (only the class 1 occurs in y_true)", "treat none"]
    assert legend(draw([], [])) == ["model: undefined (there are no rows)", "treat none"]


def test_a_state_is_drawn_and_sums_of_weights_have_no_band() -> None:
    state = concordant.Curve.from_scores(Y, P)
    ax = draw(state, thresholds=AT, band="pointwise")
    assert_allclose(lines(ax)[0].get_ydata(), concordant.decision_curve(Y, P, thresholds=AT).net_benefit)
    assert len(ax.collections) == 1
    weighted = replace(concordant.Curve.from_scores(Y, P, sample_weight=np.full(150, 0.5)), squares=None)
    with pytest.raises(WeightError, match="Give the rows themselves"):
        draw(weighted, band="pointwise")
    assert len(lines(draw(weighted))) == 1


def test_a_useless_model_does_not_stretch_the_axis() -> None:
    ax = draw(Y, 1 - P)
    assert -0.2 < ax.get_ylim()[0] < 0
    ax = draw(np.zeros(20, int), np.linspace(0, 1, 20), labels=[0, 1])
    assert ax.get_ylim()[0] < 0 < ax.get_ylim()[1]


def test_what_is_refused() -> None:
    with pytest.raises(OptionError, match=r'^band must be "pointwise", "simultaneous" or None, not True'):
        draw(Y, P, band=True)
    with pytest.raises(InputTypeError, match=r"^y_prob is missing"):
        draw(Y)
    with pytest.raises(InputTypeError, match="leave out cluster"):
        draw(concordant.Curve.from_scores(Y, P), cluster=[1])
    with pytest.raises(OptionError, match=r"^thresholds must be numbers"):
        draw(Y, P, thresholds=[0.5, 0.1])
