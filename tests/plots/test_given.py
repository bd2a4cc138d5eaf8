"""Columns or a state."""

from collections.abc import Callable

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from concordant import Counts, Curve, CurveStack, plots
from concordant.errors import InputTypeError, LengthError


@pytest.fixture
def ax() -> Axes:
    return Figure().subplots()


def test_a_state_draws_the_same_as_its_columns(ax: Axes) -> None:
    y, p = [0, 1, 2, 2, 1], [0, 2, 2, 1, 1]
    first = plots.confusion_matrix(y, p, ax=ax)
    second = plots.confusion_matrix(Counts.from_labels(y, p), ax=Figure().subplots())
    assert [t.get_text() for t in first.texts] == [t.get_text() for t in second.texts]


def test_a_curve_and_a_stack_are_taken_as_the_only_argument(ax: Axes) -> None:
    curve = Curve.from_scores([0, 1, 1], [0.2, 0.9, 0.1])
    assert len(plots.roc_curve(curve, ax=ax).lines[0].get_xdata()) == 4
    stack = CurveStack.from_scores([0, 1, 2], np.eye(3))
    assert len(plots.precision_recall_curve(stack, ax=Figure().subplots()).get_legend().get_texts()) == 4


@pytest.mark.parametrize("plot", [plots.confusion_matrix, plots.ordinal_agreement])
def test_one_column_of_labels_is_refused(plot: Callable[..., Axes]) -> None:
    with pytest.raises(
        InputTypeError, match=r"y_pred is missing: give two columns \(labels\), or a Counts as the only"
    ):
        plot([0, 1])


@pytest.mark.parametrize("plot", [plots.roc_curve, plots.precision_recall_curve])
def test_labels_without_scores_are_refused(plot: Callable[..., Axes]) -> None:
    with pytest.raises(InputTypeError, match=r"y_score is missing: give two columns \(labels and scores\), or a Curve"):
        plot([0, 1])


def test_a_state_with_columns_is_refused() -> None:
    with pytest.raises(InputTypeError, match="a Counts holds its labels and rows already; leave out y_pred, labels"):
        plots.confusion_matrix(Counts.empty([0, 1]), [0], labels=[0, 1])
    with pytest.raises(InputTypeError, match="a Curve holds its labels and rows already; leave out pos_label"):
        plots.roc_curve(Curve.empty(), pos_label=1)


def test_a_stack_of_tables_is_refused() -> None:
    with pytest.raises(LengthError, match=r"these counts are a stack \(3 x 2 x 2\); take one of them: counts\[0\]"):
        plots.confusion_matrix(Counts.from_labels([0, 1, 2], [0, 1, 1]).one_vs_rest())
