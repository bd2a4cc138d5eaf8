"""ROC and precision-recall curves: lines are those of the metrics, legends say what they are."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from numpy.testing import assert_allclose
from support.plots import draw, drawn, legend

import concordant
from concordant import plots
from concordant.errors import IntervalWarning, OptionError

Y, S = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]


draw_roc = partial(draw, plots.roc_curve)
draw_precision_recall = partial(draw, plots.precision_recall_curve)


def curves(ax: Axes) -> list[Any]:
    return drawn(ax, "curve")


def marked(ax: Axes) -> list[list[list[float]]]:
    """The thresholds that are marked on each curve."""
    return [
        np.asarray(points.get_offsets()).tolist() for points in drawn(ax, "operating-point") if points in ax.collections
    ]


# -- ROC -----------------------------------------------------------------------------------------------------------


def test_undefined_curves_have_no_line_and_the_legend_says_why() -> None:
    ax = draw_roc([1, 1], [0.2, 0.3])
    assert legend(ax) == ["AUC undefined (only the class 1 occurs in y_true)", "chance"]
    assert len(curves(ax)[0].get_xdata()) == 0
    assert legend(draw_roc(concordant.Curve.empty())) == ["AUC undefined (there are no rows)", "chance"]


def test_line_is_the_curve_of_the_metric() -> None:
    ax = draw_roc(Y, S)
    expected = concordant.roc_curve(Y, S)
    (line,) = curves(ax)
    assert_allclose(line.get_xdata(), expected.fpr)
    assert_allclose(line.get_ydata(), expected.tpr)
    assert legend(ax) == ["AUC 0.750", "chance"]
    assert legend(draw_roc(Y, S, chance=False)) == ["AUC 0.750"]
    options: dict[str, Any] = {"pos_label": "p", "sample_weight": [1.0, 2.0, 3.0, 4.0]}
    (line,) = curves(draw_roc(list("nnpp"), S, **options))
    assert_allclose(line.get_ydata(), concordant.roc_curve(list("nnpp"), S, **options).tpr)


def test_several_classes_give_a_line_each_and_the_macro_mean() -> None:
    y = [0, 1, 2, 1]
    s = [[0.34, 0.33, 0.33], [0.4, 0.29, 0.32], [0.33, 0.35, 0.33], [0.34, 0.33, 0.33]]
    ax = draw_roc(y, s)
    assert legend(ax) == ["0: AUC 0.500", "1: AUC 0.125", "2: AUC 0.667", "chance"]
    assert ax.get_legend().get_title().get_text() == "each class against the rest\nmacro mean: AUC 0.431"
    for line, expected in zip(curves(ax), concordant.roc_curve(y, s), strict=True):
        assert_allclose(line.get_xdata(), expected.fpr)


def test_colours_of_ten_classes_differ_and_the_eleventh_is_dashed() -> None:
    y = np.arange(12)
    lines = curves(draw_roc(y, np.eye(12)))
    assert len({line.get_color() for line in lines[:10]}) == 10
    assert lines[0].get_color() == lines[10].get_color()
    assert lines[0].get_linestyle() != lines[10].get_linestyle()


def test_models_can_be_compared_in_one_picture() -> None:
    ax = draw_roc(Y, S, name="first")
    draw_roc(Y, [1, 2, 3, 4], name="second", ax=ax)
    assert legend(ax) == ["first: AUC 0.750", "second: AUC 1.000", "chance"]
    assert len({line.get_color() for line in curves(ax)}) == 2
    ax = draw_precision_recall(Y, S, name="first")
    draw_precision_recall(Y, [1, 2, 3, 4], name="second", ax=ax)
    assert legend(ax) == ["first: AP 0.833", "second: AP 1.000", "prevalence 0.500 (chance)"]


def test_listed_thresholds_stand_where_the_counts_of_that_threshold_are() -> None:
    ax = draw_roc(Y, S, thresholds=[0.5, 0.35, 0.0, 9.0])
    assert marked(ax) == [[[0.0, 0.5], [0.5, 1.0], [1.0, 1.0], [0.0, 0.0]]]
    assert [text.get_text() for text in ax.texts] == ["0.5", "0.35", "0", "9"]
    assert [text.get_ha() for text in ax.texts] == ["left", "left", "right", "left"]
    ax = draw_roc([0, 1, 2], np.eye(3), thresholds=[0.5])
    assert (len(marked(ax)), len(ax.texts)) == (3, 0)


@pytest.mark.parametrize("wrong", ["half", [0.5, float("nan")], [None], 0.5])
def test_thresholds_that_are_no_numbers_are_refused(wrong: Any) -> None:
    with pytest.raises(OptionError, match="thresholds must be True, False or a list of numbers, not"):
        draw_roc(Y, S, thresholds=wrong)


# -- precision and recall ------------------------------------------------------------------------------------------


def test_line_is_the_curve_of_the_metric_after_its_start_at_recall_zero() -> None:
    (line,) = curves(draw_precision_recall(Y, S))
    expected = concordant.precision_recall_curve(Y, S)
    assert_allclose(line.get_xdata()[1:], expected.recall)
    assert_allclose(line.get_ydata()[1:], expected.precision)
    assert line.get_xydata()[0].tolist() == [0.0, expected.precision[0]]
    assert line.get_drawstyle() == "steps-pre"


def test_prevalence_is_a_level_line() -> None:
    ax = draw_precision_recall([0, 0, 0, 1], S)
    (line,) = drawn(ax, "prevalence")
    assert set(line.get_ydata()) == {0.25}
    assert legend(ax) == ["AP 1.000", "prevalence 0.250 (chance)"]
    assert legend(draw_precision_recall(Y, S, prevalence=False)) == ["AP 0.833"]


def test_several_classes_give_a_line_and_a_prevalence_each() -> None:
    y, s = [0, 1, 2, 1], np.eye(3)[[0, 1, 2, 2]]
    ax = draw_precision_recall(y, s)
    assert len(curves(ax)) == 3
    assert [line.get_ydata()[0] for line in drawn(ax, "prevalence")] == [0.25, 0.5, 0.25]
    means = concordant.average_precision(y, s, average=None)
    assert legend(ax)[:3] == [f"{k}: AP {mean:.3f}" for k, mean in enumerate(means)]
    assert ax.get_legend().get_title().get_text() == f"each class against the rest\nmacro mean: AP {means.mean():.3f}"


def test_a_listed_threshold_above_all_scores_has_no_mark() -> None:
    ax = draw_precision_recall(Y, S, thresholds=[9.0, 0.5])
    assert marked(ax) == [[[0.5, 1.0]]]
    assert [text.get_text() for text in ax.texts] == ["0.5"]


def test_a_band_of_few_clusters_says_so() -> None:
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, 60)
    score = truth + rng.normal(size=60)
    with pytest.raises(OptionError, match="names one cluster; at least two"):
        plots.roc_curve(truth, score, band=True, cluster=np.ones(60))
    with pytest.warns(IntervalWarning, match="the band rests on only 4 clusters"):
        plots.roc_curve(truth, score, band=True, cluster=np.arange(60) % 4)


def test_a_dollar_in_a_name_is_no_formula() -> None:
    ax = plots.roc_curve([0, 1, 1, 0], [0.1, 0.6, 0.8, 0.4], name="$x_{$")
    ax.figure.canvas.draw()
    ax = plots.confusion_matrix(["$a_{$", "b"], ["b", "b"])
    ax.figure.canvas.draw()
