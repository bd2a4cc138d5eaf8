"""What pictures are given: records that draw themselves, columns, states and Axes."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from support.plots import drawn, legend, new_axes

import concordant as co
from concordant import Counts, Curve, decisions, plots
from concordant.errors import InputTypeError, LengthError, MissingDependencyError
from concordant.figures import paint_matplotlib
from concordant.result import Interval, Intervals
from concordant.result.decisions import ThresholdRule
from concordant.result.record import Pictured, PicturedCurve

RANDOM = np.random.default_rng(1)
PROB = RANDOM.beta(1.2, 2.5, 200)
TRUTH = (RANDOM.random(200) < PROB).astype(int)
A, B = (np.where(RANDOM.random(200) < share, TRUTH, 1 - TRUTH) for share in (0.8, 0.7))
GRADES = np.digitize(PROB + RANDOM.normal(size=200) / 10, [0.2, 0.4])
RECORDS: dict[str, Callable[[], Any]] = {
    "RocCurve": lambda: co.roc_curve(TRUTH, PROB),
    "PrecisionRecallCurve": lambda: co.precision_recall_curve(TRUTH, PROB),
    "DetCurve": lambda: co.det_curve(TRUTH, PROB),
    "GainCurve": lambda: co.gain_curve(TRUTH, PROB),
    "LiftCurve": lambda: co.lift_curve(TRUTH, PROB),
    "DecisionCurve": lambda: co.decision_curve(TRUTH, PROB),
    "CalibrationCurve": lambda: co.calibration_curve(TRUTH, PROB),
    "CorpReliabilityCurve": lambda: co.corp_reliability_curve(TRUTH, PROB),
    "SmoothCalibrationCurve": lambda: co.smooth_calibration_curve(TRUTH, PROB),
    "Interval": lambda: co.accuracy.interval(TRUTH, A),
    "Intervals": lambda: co.recall.interval(TRUTH, A, average=None),
    "Comparison": lambda: co.cohen_kappa.compare(TRUTH, A, B),
    "Comparisons": lambda: co.cohen_kappa.compare(TRUTH, A, B, 1 - A),
    "BestThreshold": lambda: co.best_threshold(TRUTH, PROB, "f1"),
    "GuaranteedThreshold": lambda: co.guaranteed_threshold(TRUTH, PROB, "recall >= 0.6"),
    "LimitsOfAgreement": lambda: co.limits_of_agreement(PROB, PROB[::-1]),
    "DStudy": lambda: co.d_study(PROB.reshape(50, 4)),
    "Pairwise": lambda: co.panels.pairwise(GRADES.reshape(50, 4)),
    "RaterReport": lambda: co.panels.rater_report(GRADES.reshape(50, 4)),
    "UnitReport": lambda: co.panels.unit_report(GRADES.reshape(50, 4)),
    "CutPoints": lambda: decisions.ordinal_cut_points(GRADES, PROB),
}
CURVES = {
    plots.roc_curve: co.roc_curve,
    plots.precision_recall_curve: co.precision_recall_curve,
    plots.det_curve: co.det_curve,
    plots.gain_curve: co.gain_curve,
    plots.lift_curve: co.lift_curve,
    plots.decision_curve: co.decision_curve,
    plots.calibration_curve: co.calibration_curve,
    plots.smooth_calibration_curve: co.smooth_calibration_curve,
}
UNDEFINED = {  # of one class, or of no rows
    "RocCurve": lambda: co.roc_curve([0, 0], [0.1, 0.2], labels=[0, 1], undefined="nan"),
    "no rows of a ROC curve": lambda: co.roc_curve([], []),
    "no rows": lambda: co.precision_recall_curve([], [], labels=[0, 1]),
    "GainCurve": lambda: co.gain_curve([0, 0], [0.1, 0.2], labels=[0, 1]),
    "LiftCurve": lambda: co.lift_curve([0, 0], [0.1, 0.2], labels=[0, 1]),
    "DetCurve": lambda: co.det_curve([0, 0], [0.1, 0.2], labels=[0, 1]),
    "Interval": lambda: Interval(np.nan, np.nan, np.nan, reason="no rows"),
    "Intervals": lambda: Intervals(*(np.array([np.nan, 1.0]) for _ in range(4)), 0.95, "t", 2, "m", "m"),
    "none": lambda: Intervals(*(np.zeros(0) for _ in range(4)), 0.95, "t", 2, "m", "m"),
    "BestThreshold": lambda: co.best_threshold([1, 1], [0.1, 0.2], "matthews_correlation", labels=[0, 1], cv=None),
    "infinite": lambda: co.best_threshold([0, 0, 1], [0.1, 0.9, 0.2], cost=[[0, 9], [1, 0]], cv=None),
}


def test_every_record_with_a_picture_is_here() -> None:
    bases = (Pictured, PicturedCurve, ThresholdRule)
    names = {one.__name__ for base in bases for one in base.__subclasses__() if one.__module__ in sys.modules}
    assert names - {base.__name__ for base in bases} == RECORDS.keys()


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_draws_itself(name: str) -> None:
    found = RECORDS[name]()
    assert type(found).__name__ == name
    ax = new_axes()
    assert found.plot(ax) is ax
    assert (ax.figure.axes, plt.get_fignums()) == ([ax], [])
    ax.figure.canvas.draw()
    assert ax.lines or ax.images
    assert ax.get_xlabel() or ax.get_title()


@pytest.mark.parametrize("plot", CURVES)
def test_the_record_draws_what_its_columns_draw(plot: Callable[..., Axes]) -> None:
    columns, record = plot(TRUTH, PROB, ax=new_axes()), plot(CURVES[plot](TRUTH, PROB), ax=new_axes())
    lines = ([line.get_xydata() for line in drawn(ax, "curve")] for ax in (columns, record))
    np.testing.assert_allclose(*lines, rtol=1e-12)
    assert columns.get_xlabel() == record.get_xlabel()
    assert columns.get_ylabel() == record.get_ylabel()
    if plot in (plots.roc_curve, plots.precision_recall_curve):  # whose legends hold areas
        assert legend(columns) == legend(record)


@pytest.mark.parametrize("plot", CURVES)
def test_columns_beside_a_record_are_refused(plot: Callable[..., Axes]) -> None:
    found = CURVES[plot](TRUTH, PROB)
    with pytest.raises(InputTypeError, match="holds its labels and rows already; leave out"):
        plot(found, PROB, ax=new_axes())
    with pytest.raises(InputTypeError, match="is missing: give two columns"):
        plot(TRUTH, ax=new_axes())


REST = np.column_stack([1 - PROB, PROB / 2, PROB / 2])


def _named(ax: Axes) -> list[str]:
    return [text.split(":")[0] for text in legend(ax)]


@pytest.mark.parametrize("plot", CURVES)
def test_the_records_of_several_classes_are_named_after_them(plot: Callable[..., Axes]) -> None:
    found = CURVES[plot](np.array(["low", "mid", "high"])[GRADES], REST, labels=["low", "mid", "high"])
    assert [one.label for one in found] == ["low", "mid", "high"]
    assert _named(plot(found, ax=new_axes()))[:3] == ["low", "mid", "high"]
    assert _named(found[1].plot(new_axes()))[0] == "mid"
    assert pickle.loads(pickle.dumps(found[1])).label == "mid"


def test_records_without_a_class_are_named_by_their_place() -> None:
    one = co.roc_curve(TRUTH, PROB)
    assert one.label is None
    assert _named(plots.roc_curve([one, one], ax=new_axes())) == ["curve 1", "curve 2", "chance"]
    assert replace(one, label="x") == one, "the name is not part of the result"


@pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning")
@pytest.mark.parametrize("name", UNDEFINED)
def test_what_is_undefined_is_drawn_without_a_line(name: str) -> None:
    ax = UNDEFINED[name]().plot(new_axes())
    ax.figure.canvas.draw()


def test_a_forest_has_a_line_each() -> None:
    found = {"all": co.accuracy.interval(TRUTH, A), "classes": co.recall.interval(TRUTH, A, average=None)}
    ax = plots.forest(found, ax=new_axes())
    assert [text.get_text() for text in ax.get_yticklabels()] == ["all", "classes, 0", "classes, 1"]
    numbers = [text.get_text() for text in ax.texts]
    one = found["all"]
    assert numbers[0] == f"{one.value:.3f} ({one.low:.3f} to {one.high:.3f})"
    limits = next(line.get_xdata() for line in ax.lines if line.get_gid() == "interval")
    assert list(limits) == [one.low, one.high]


def test_a_forest_of_comparisons_has_lines_at_zero_and_at_the_margin() -> None:
    found = co.cohen_kappa.compare(TRUTH, A, B, margin=0.1, alternative="equivalence")
    ax = found.plot(new_axes())
    assert [line.get_xdata()[0] for line in drawn(ax, "reference")] == [0.0]
    assert [line.get_xdata()[0] for line in drawn(ax, "margin")] == [-0.1, 0.1]
    assert [text.get_text() for text in ax.get_yticklabels()] == ["A \N{MINUS SIGN} B"]


def test_a_forest_refuses_what_is_no_interval_and_wrong_names() -> None:
    with pytest.raises(InputTypeError, match=r"takes results of metric.interval or metric.compare, not float"):
        plots.forest([0.5], ax=new_axes())
    with pytest.raises(LengthError, match="2 names came for 1 lines; give one each"):
        plots.forest(co.accuracy.interval(TRUTH, A), names=["a", "b"], ax=new_axes())


def test_ranges_name_the_labels_and_the_cuts() -> None:
    cuts = RECORDS["CutPoints"]()
    ax = cuts.plot(new_axes())
    assert [text.get_text() for text in ax.texts if text.get_gid() == "label"] == ["0", "1", "2"]
    assert [line.get_xdata()[0] for line in drawn(ax, "cut")] == list(cuts.cut_points)
    with pytest.raises(InputTypeError, match="must be a BestThreshold, a GuaranteedThreshold or CutPoints, not float"):
        plots.score_ranges(0.5, ax=new_axes())


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
def test_without_axes_a_new_figure_of_pyplot_is_made(plot: Plot, data: tuple[Any, Any]) -> None:
    mine, axes = plt.subplots()
    ax = plot(*data)
    assert isinstance(ax, Axes)
    assert ax.figure is not mine
    assert not axes.has_data()
    assert len(plt.get_fignums()) == 2


@pytest.mark.parametrize(("plot", "data"), ALL)
def test_arrays_of_axes_and_a_lack_of_matplotlib_say_what_to_do(
    plot: Plot, data: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InputTypeError, match=r"ax must be matplotlib Axes, not ndarray; .* take one, such as axes\[0"):
        plot(*data, ax=Figure().subplots(1, 2))
    monkeypatch.setattr(paint_matplotlib, "find_spec", lambda name: None)
    with pytest.raises(MissingDependencyError, match=r'need matplotlib.*: pip install "concordant\[plots\]"'):
        plot(*data)


def test_matplotlib_is_imported_only_when_something_is_drawn() -> None:
    code = "import sys, concordant.plots, concordant.explain; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_faint_lines_follow_the_style_of_the_caller() -> None:
    with plt.style.context("dark_background"):
        ax = plots.roc_curve(*SCORES)
        chance = next(line for line in ax.lines if line.get_gid() == "chance")
        assert chance.get_color() == "#ffffff"


def test_a_state_with_columns_and_a_stack_of_tables_are_refused() -> None:
    with pytest.raises(InputTypeError, match="a Counts holds its labels and rows already; leave out y_pred, labels"):
        plots.confusion_matrix(Counts.empty([0, 1]), [0], labels=[0, 1])
    with pytest.raises(InputTypeError, match="a Curve holds its labels and rows already; leave out pos_label"):
        plots.roc_curve(Curve.empty(), pos_label=1)
    with pytest.raises(LengthError, match=r"these counts are a stack \(3 x 2 x 2\); take one of them: counts\[0\]"):
        plots.confusion_matrix(Counts.from_labels([0, 1, 2], [0, 1, 1]).one_vs_rest())


@pytest.mark.parametrize("kept", [pl.DataFrame, pl.LazyFrame, "file"])
def test_columns_are_found_by_name_in_data(kept: Any, tmp_path: Path) -> None:
    columns = {
        "y": [1, 2, 2, 3, 3, 1],
        "p": [1, 2, 3, 3, 2, 1],
        "s": [0.9, 2.1, 2.6, 2.9, 2.2, 1.4],
        "w": [1, 2, 1, 1, 3, 1],
    }
    data = kept(columns) if kept != "file" else tmp_path / "rows.csv"
    if kept == "file":
        pl.DataFrame(columns).write_csv(data)
    for plot in (plots.confusion_matrix, plots.ordinal_agreement):
        for weight in (None, "w"):
            named = plot("y", "p", sample_weight=weight, data=data)
            given = plot(columns["y"], columns["p"], sample_weight=weight and columns[weight])
            assert [text.get_text() for text in named.texts] == [text.get_text() for text in given.texts]
    cuts = decisions.ordinal_cut_points(columns["y"], columns["s"], method="exact", cv=None)
    named = plots.ordinal_cut_points("y", "s", cuts, data=data)
    given = plots.ordinal_cut_points(columns["y"], columns["s"], cuts)
    assert [text.get_text() for text in named.texts] == [text.get_text() for text in given.texts]
