"""Metrics by threshold, distributions of scores, matrices by group, intervals in legends, the picture of a page."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.testing import assert_allclose
from sklearn.metrics import confusion_matrix, f1_score

import concordant as co
from concordant import plots
from concordant.errors import LengthError, OptionError
from concordant.states import Curve

RNG = np.random.default_rng(1)
S = RNG.beta(1.2, 2.5, 300)
Y = (RNG.random(300) < S).astype(int)
P = (S > 0.4).astype(int)
G = RNG.choice(["a", "b", "c"], 300)


def axes() -> Any:
    return Figure().subplots()


def legend(ax: Axes) -> list[str]:
    found = ax.get_legend()
    return [] if found is None else [text.get_text() for text in found.get_texts()]


def drawn(ax: Axes, gid: str) -> list[Any]:
    return [one for one in (*ax.lines, *ax.collections, *ax.patches) if one.get_gid() == gid]


def test_the_line_is_the_metric_at_each_threshold() -> None:
    ax = plots.metric_by_threshold(Y, S, ["f1", "mcc"], ax=axes())
    assert legend(ax) == ["F1", "Matthews correlation"]
    x, values = drawn(ax, "metric")[0].get_data()
    for place in (0, 100, 299):
        assert_allclose(values[place], f1_score(Y, x[place] <= S), rtol=1e-12)
    assert len(drawn(ax, "band")) == 2


def test_the_band_is_the_interval_at_its_threshold() -> None:
    ax = plots.metric_by_threshold(Y, S, "recall", level=0.9, ax=axes())
    points = drawn(ax, "band")[0].get_paths()[0].vertices
    place = len(points) // 4
    threshold = points[place, 0]
    limits = sorted(y for x, y in points if x == threshold)
    expected = co.recall.interval(Y, (threshold <= S).astype(int), level=0.9)
    assert_allclose([limits[0], limits[-1]], [expected.low, expected.high], rtol=1e-9)


@pytest.mark.parametrize(
    ("metric", "options", "said"),
    [
        ("roc_auc", {}, "is not one number of labels"),
        ("recall", {"beta": 2}, "none of the metrics has the option 'beta'"),
        ((), {}, "no metric is named"),
    ],
)
def test_metrics_that_a_threshold_does_not_decide(metric: Any, options: Any, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        plots.metric_by_threshold(Y, S, metric, **options)


def test_options_and_names_of_elsewhere() -> None:
    ax = plots.metric_by_threshold(Y, S, ["f_beta", "recall"], beta=2, level=None, ax=axes())
    assert legend(ax) == [f"{co.f_beta.facts.title} (beta 2)", "Recall"]
    assert drawn(ax, "band") == []


def test_histograms_have_the_area_1_in_both_classes() -> None:
    ax = plots.score_distributions(Y, S, threshold=0.4, ax=axes())
    for patch, label in zip(drawn(ax, "class"), (1, 0), strict=True):
        values, edges, _ = patch.get_data()
        assert_allclose(values @ np.diff(edges), 1)
        assert legend(ax)[1 - label] == f"{label} (n = {np.sum(label == Y)})"
    assert next(text.get_text() for text in ax.texts) == f"{np.mean(S[Y == 1] >= 0.4):.1%} from here on"


@pytest.mark.parametrize("draw", [plots.score_distributions, plots.metric_by_threshold])
def test_edges_are_drawn_and_several_classes_refused(draw: Any) -> None:
    for y, s in (([0, 0], [0.1, 0.2]), ([], []), ([0, 1], [np.inf, 0.5]), ([0, 1], [0.5, 0.5])):
        assert isinstance(draw(y, s, labels=[0, 1], ax=axes()), Axes)
    assert isinstance(draw(Curve.from_scores(Y, S), ax=axes()), Axes)
    with pytest.raises(OptionError, match="one score of two classes"):
        draw([0, 1, 2], np.eye(3))


def test_each_group_has_its_matrix_with_the_labels_of_all() -> None:
    figure = Figure()
    found = plots.confusion_by_group(Y, P, G, normalize=None, axes=figure.subplots(1, 3))
    for name, ax in zip("abc", found, strict=True):
        here = name == G
        assert ax.get_title() == f"{name} (n = {here.sum()})"
        shown = [int(text.get_text()) for text in ax.texts]
        assert shown == confusion_matrix(Y[here], P[here], labels=[0, 1]).ravel().tolist()
    weighted = plots.confusion_by_group(
        Y, P, G, sample_weight=np.full(300, 2), normalize=None, axes=Figure().subplots(1, 3)
    )
    assert weighted[0].get_title() == f"a (n = {2 * np.sum(G == 'a')})"


def test_groups_that_cannot_be_shown() -> None:
    with pytest.raises(OptionError, match="24 matrices are the most"):
        plots.confusion_by_group(Y, P, np.arange(300))
    with pytest.raises(LengthError, match="1 Axes came for 3 groups"):
        plots.confusion_by_group(Y, P, G, axes=[axes()])


@pytest.mark.parametrize(
    ("draw", "metric", "points"),
    [
        (plots.roc_curve, co.roc_auc, co.roc_curve),
        (plots.precision_recall_curve, co.average_precision, co.precision_recall_curve),
    ],
)
def test_legends_hold_intervals_where_they_are_asked_for(draw: Any, metric: Any, points: Any) -> None:
    expected = metric.interval(Y, S)
    limits = f"({expected.low:.3f} to {expected.high:.3f})"
    assert limits in legend(draw(Y, S, level=0.95, ax=axes()))[0]
    classes = RNG.integers(0, 3, 90)
    scores = RNG.dirichlet([1, 1, 1], 90)
    assert all(" to " in says for says in legend(draw(classes, scores, level=0.95, ax=axes()))[:3])
    with pytest.raises(OptionError, match="does not hold its rows"):
        draw(points(Y, S), level=0.95)


def test_the_picture_of_a_page_is_its_intervals() -> None:
    page = co.evaluate(Y, P, S)
    ax = page.plot(ax=axes())
    shown = [label.get_text() for label in ax.get_yticklabels()]
    assert len(shown) == sum(one.bounded for one in page.results)
    with pytest.raises(OptionError, match="no metric of this page has an interval"):
        co.evaluate(Y, P, level=None).plot()


def test_numbers_of_near_cuts_stand_above_each_other() -> None:
    grades = np.digitize(S + RNG.normal(size=300) / 30, [0.2, 0.22, 0.24, 0.6])
    cuts = co.ordinal_cut_points(grades, S, cv=None)
    ax = plots.ordinal_cut_points(grades, S, cuts, ax=Figure(figsize=(7, 4)).subplots())
    written = [text.get_text() for text in ax.texts if "n =" not in text.get_text()]
    assert written == [f"{cut:.4g}" for cut in cuts.cut_points]
