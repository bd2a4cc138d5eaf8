"""The picture of the precision-recall curve: steps whose area is the average precision."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from numpy.testing import assert_allclose

import concordant
from concordant import plots

Y, S = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]


def draw(*data: Any, ax: Axes | None = None, **options: Any) -> Axes:
    return plots.precision_recall_curve(*data, ax=ax or Figure().subplots(), **options)


def legend(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.get_legend().get_texts()]


def lines(ax: Axes, kind: str = "curve") -> list[Line2D]:
    return [line for line in ax.lines if line.get_gid() == kind]


def test_no_positive_row_has_no_line_and_the_legend_says_why() -> None:
    ax = draw([0, 0], [0.2, 0.3])
    assert legend(ax) == ["AP undefined (no row of y_true is positive (1))", "prevalence 0.000 (chance)"]


def test_no_rows_has_neither_line_nor_prevalence() -> None:
    assert legend(draw(concordant.Curve.empty())) == ["AP undefined (no row of y_true is positive (1))"]


def test_line_is_the_curve_of_the_metric_after_its_start_at_recall_zero() -> None:
    (line,) = lines(draw(Y, S))
    expected = concordant.precision_recall_curve(Y, S)
    assert_allclose(line.get_xdata()[1:], expected.recall)
    assert_allclose(line.get_ydata()[1:], expected.precision)
    assert line.get_xydata()[0].tolist() == [0.0, expected.precision[0]]
    assert line.get_drawstyle() == "steps-pre"


def test_area_under_the_steps_is_the_average_precision() -> None:
    rng = np.random.default_rng(3)
    y, s = rng.integers(0, 2, 200), rng.integers(0, 9, 200)
    (line,) = lines(draw(y, s))
    area = (np.diff(line.get_xdata()) * line.get_ydata()[1:]).sum()  # steps-pre: the height at the right end
    assert_allclose(area, concordant.average_precision(y, s), rtol=1e-12)


def test_prevalence_is_a_level_line() -> None:
    ax = draw([0, 0, 0, 1], S)
    (line,) = lines(ax, "prevalence")
    assert set(line.get_ydata()) == {0.25}
    assert legend(ax) == ["AP 1.000", "prevalence 0.250 (chance)"]


def test_two_models_share_one_line_of_prevalence() -> None:
    ax = draw(Y, S, name="first")
    draw(Y, [1, 2, 3, 4], name="second", ax=ax)
    assert legend(ax) == ["first: AP 0.833", "prevalence 0.500 (chance)", "second: AP 1.000"]


def test_several_classes_give_a_line_and_a_prevalence_each() -> None:
    y, s = [0, 1, 2, 1], np.eye(3)[[0, 1, 2, 2]]
    ax = draw(y, s)
    assert len(lines(ax)) == 3
    assert [line.get_ydata()[0] for line in lines(ax, "prevalence")] == [0.25, 0.5, 0.25]
    means = concordant.average_precision(y, s, average=None)
    assert legend(ax)[:3] == [f"{k}: AP {mean:.3f}" for k, mean in enumerate(means)]
    assert ax.get_legend().get_title().get_text() == f"each class against the rest\nmacro mean: AP {means.mean():.3f}"


def test_a_listed_threshold_above_all_scores_has_no_mark() -> None:
    ax = draw(Y, S, thresholds=[9.0, 0.5])
    assert [line.get_xydata()[0].tolist() for line in lines(ax, "threshold")] == [[0.5, 1.0]]
    assert [text.get_text() for text in ax.texts] == ["0.5"]


def test_prevalence_can_be_left_out() -> None:
    assert legend(draw(Y, S, prevalence=False)) == ["AP 0.833"]
