"""Where pictures are drawn, and what happens without matplotlib."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from concordant import plots
from concordant.errors import InputTypeError, MissingDependencyError
from concordant.figures import paint_matplotlib as _axes

LABELS = ([0, 1, 1, 0], [0, 1, 0, 0])
SCORES = ([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
Plot = Callable[..., Axes]
ALL: list[tuple[Plot, tuple[Any, Any]]] = [
    (plots.confusion_matrix, LABELS),
    (plots.ordinal_agreement, LABELS),
    (plots.roc_curve, SCORES),
    (plots.precision_recall_curve, SCORES),
]


@pytest.mark.parametrize(("plot", "data"), ALL)
def test_given_axes_are_used_and_returned_and_pyplot_is_left_alone(plot: Plot, data: tuple[Any, Any]) -> None:
    figure = Figure()
    ax = figure.subplots()
    assert plot(*data, ax=ax) is ax
    assert figure.axes == [ax]
    assert plt.get_fignums() == []


@pytest.mark.parametrize(("plot", "data"), ALL)
def test_without_axes_a_new_figure_of_pyplot_is_made_and_the_current_one_kept_clean(
    plot: Plot, data: tuple[Any, Any]
) -> None:
    mine, axes = plt.subplots()
    ax = plot(*data)
    assert isinstance(ax, Axes)
    assert ax.figure is not mine
    assert not axes.has_data()
    assert len(plt.get_fignums()) == 2


@pytest.mark.parametrize(("plot", "data"), ALL)
def test_an_array_of_axes_is_refused(plot: Plot, data: tuple[Any, Any]) -> None:
    with pytest.raises(
        InputTypeError, match=r"ax must be matplotlib Axes, not ndarray; .* take one, such as axes\[0\]"
    ):
        plot(*data, ax=Figure().subplots(1, 2))


@pytest.mark.parametrize(("plot", "data"), ALL)
def test_missing_matplotlib_says_how_to_install_it(
    plot: Plot, data: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_axes, "find_spec", lambda name: None)
    with pytest.raises(MissingDependencyError, match=r'pip install "concordant\[plots\]"'):
        plot(*data)


def test_matplotlib_is_imported_only_when_something_is_drawn() -> None:
    code = "import sys, concordant.plots, concordant.explain; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_faint_lines_follow_the_style_of_the_caller() -> None:
    with plt.style.context("dark_background"):
        ax = plots.roc_curve(*SCORES)
        chance = next(line for line in ax.lines if line.get_gid() == "chance")
        assert chance.get_color() == "#ffffff"
