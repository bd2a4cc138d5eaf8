"""Metrics by threshold, distributions of scores, matrices by group, intervals in legends, the picture of a page."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.testing import assert_allclose
from sklearn.metrics import confusion_matrix, f1_score
from support.plots import draw as draw_with
from support.plots import drawn, legend, new_axes

import concordant as co
from concordant import best_threshold, plots
from concordant.decisions import ordinal_cut_points
from concordant.errors import InputTypeError, LabelError, LengthError, OptionError, UndefinedMetricWarning, WeightError
from concordant.states import Curve

GROUPS_RNG = np.random.default_rng(1)
S = GROUPS_RNG.beta(1.2, 2.5, 300)
LABELS = (GROUPS_RNG.random(300) < S).astype(int)
PREDICTED = (S > 0.4).astype(int)
G = GROUPS_RNG.choice(["a", "b", "c"], 300)


def test_the_line_is_the_metric_at_each_threshold() -> None:
    ax = plots.metric_by_threshold(LABELS, S, ["f1", "mcc"], ax=new_axes())
    assert legend(ax) == ["F1", "Matthews correlation"]
    x, values = drawn(ax, "curve")[0].get_data()
    for place in (0, 100, 299):
        assert_allclose(values[place], f1_score(LABELS, x[place] <= S), rtol=1e-12)
    assert len(drawn(ax, "band")) == 2


def test_the_band_is_the_interval_at_its_threshold() -> None:
    ax = plots.metric_by_threshold(LABELS, S, "recall", level=0.9, ax=new_axes())
    points = drawn(ax, "band")[0].get_paths()[0].vertices
    place = len(points) // 4
    threshold = points[place, 0]
    limits = sorted(y for x, y in points if x == threshold)
    expected = co.recall.interval(LABELS, (threshold <= S).astype(int), level=0.9)
    assert_allclose([limits[0], limits[-1]], [expected.low, expected.high], rtol=1e-9)


def test_options_go_to_the_metrics_that_take_them_and_others_are_refused() -> None:
    with pytest.raises(OptionError, match="is not one number of labels"):
        plots.metric_by_threshold(LABELS, S, "roc_auc")
    with pytest.raises(OptionError, match="none of the metrics has the option 'beta'"):
        plots.metric_by_threshold(LABELS, S, "recall", beta=2)
    with pytest.raises(OptionError, match="no metric is named"):
        plots.metric_by_threshold(LABELS, S, ())
    ax = plots.metric_by_threshold(LABELS, S, ["f_beta", "recall"], beta=2, level=None, ax=new_axes())
    assert legend(ax) == [f"{co.f_beta.facts.title} (beta 2)", "Recall"]
    assert drawn(ax, "band") == []


def test_histograms_hold_the_whole_of_each_class() -> None:
    ax = plots.score_distributions(LABELS, S, threshold=0.4, ax=new_axes())
    for patch, label, side in zip(drawn(ax, "class"), (1, 0), ("upwards", "downwards"), strict=True):
        top, edges, bottom = patch.get_data()
        assert_allclose((top - bottom).sum(), 1)
        inside = np.clip(S[label == LABELS], edges[0], edges[-1])
        assert_allclose(top - bottom, np.histogram(inside, edges)[0] / len(inside))
        assert legend(ax)[1 - label] == f"{label} (n = {np.sum(label == LABELS)}), {side}"
    assert next(text.get_text() for text in ax.texts) == f"{np.mean(S[LABELS == 1] >= 0.4):.1%} from here on"


@pytest.mark.parametrize("draw", [plots.score_distributions, plots.metric_by_threshold])
def test_edges_are_drawn_and_several_classes_refused(draw: Any) -> None:
    for y, s in (([0, 0], [0.1, 0.2]), ([], []), ([0, 1], [np.inf, 0.5]), ([0, 1], [0.5, 0.5])):
        assert isinstance(draw(y, s, labels=[0, 1], ax=new_axes()), Axes)
    assert isinstance(draw(Curve.from_scores(LABELS, S), ax=new_axes()), Axes)
    with pytest.raises(OptionError, match="one score of two classes"):
        draw([0, 1, 2], np.eye(3))


def test_each_group_has_its_matrix_with_the_labels_of_all() -> None:
    figure = Figure()
    found = plots.confusion_by_group(LABELS, PREDICTED, G, normalize=None, axes=figure.subplots(1, 3))
    for name, ax in zip("abc", found, strict=True):
        here = name == G
        assert ax.get_title() == f"{name} (n = {here.sum()})"
        shown = [int(text.get_text()) for text in ax.texts]
        assert shown == confusion_matrix(LABELS[here], PREDICTED[here], labels=[0, 1]).ravel().tolist()
    weight, three = np.full(300, 2), Figure().subplots(1, 3)
    weighted = plots.confusion_by_group(LABELS, PREDICTED, G, sample_weight=weight, normalize=None, axes=three)
    assert weighted[0].get_title() == f"a (n = {2 * np.sum(G == 'a')})"


def test_groups_that_cannot_be_shown() -> None:
    with pytest.raises(OptionError, match="24 matrices are the most"):
        plots.confusion_by_group(LABELS, PREDICTED, np.arange(300))
    with pytest.raises(LengthError, match="1 Axes came for 3 groups"):
        plots.confusion_by_group(LABELS, PREDICTED, G, axes=[new_axes()])


@pytest.mark.parametrize(
    ("draw", "metric", "points"),
    [
        (plots.roc_curve, co.roc_auc, co.roc_curve),
        (plots.precision_recall_curve, co.average_precision, co.precision_recall_curve),
    ],
)
def test_legends_hold_intervals_where_they_are_asked_for(draw: Any, metric: Any, points: Any) -> None:
    expected = metric.interval(LABELS, S)
    limits = f"({expected.low:.3f} to {expected.high:.3f})"
    assert limits in legend(draw(LABELS, S, level=0.95, ax=new_axes()))[0]
    classes = GROUPS_RNG.integers(0, 3, 90)
    scores = GROUPS_RNG.dirichlet([1, 1, 1], 90)
    assert all(" to " in says for says in legend(draw(classes, scores, level=0.95, ax=new_axes()))[:3])
    with pytest.raises(OptionError, match="does not hold its rows"):
        draw(points(LABELS, S), level=0.95)


def test_the_picture_of_a_page_is_its_intervals() -> None:
    page = co.evaluate(LABELS, PREDICTED, S)
    ax = page.plot(ax=new_axes())
    shown = [label.get_text() for label in ax.get_yticklabels()]
    assert len(shown) == sum(one.bounded for one in page.results)
    with pytest.raises(OptionError, match="no metric of this page has an interval"):
        co.evaluate(LABELS, PREDICTED, level=None).plot()


def test_numbers_of_near_cuts_stand_above_each_other() -> None:
    grades = np.digitize(S + GROUPS_RNG.normal(size=300) / 30, [0.2, 0.22, 0.24, 0.6])
    cuts = co.ordinal_cut_points(grades, S, cv=None)
    ax = plots.ordinal_cut_points(grades, S, cuts, ax=new_axes(7, 4))
    written = [text.get_text() for text in ax.texts if "n =" not in text.get_text()]
    assert written == [f"{cut:.4g}" for cut in cuts.cut_points]


# -- decision curves -----------------------------------------------------------------------------------------------

DECISION_RNG = np.random.default_rng(12)
P = DECISION_RNG.beta(1, 2, 150)
Y = (DECISION_RNG.random(150) < P).astype(int)
AT = [0.1, 0.2, 0.3, 0.5]


draw = partial(draw_with, plots.decision_curve, band=None)


def test_lines_are_those_of_the_metric() -> None:
    ax = draw(Y, P, thresholds=AT, prevalence=0.2, standardized=True)
    expected = co.decision_curve(Y, P, thresholds=AT, prevalence=0.2, standardized=True)
    (model,), (everyone,) = drawn(ax, "curve"), drawn(ax, "treat-all")
    assert_allclose(model.get_xdata(), AT)
    assert_allclose(model.get_ydata(), expected.net_benefit)
    assert_allclose(everyone.get_ydata(), expected.treat_all)
    assert legend(ax) == ["model", "treat all", "treat none"]
    assert ax.get_ylabel() == "net benefit / prevalence"
    assert draw(Y, P).get_ylabel() == "net benefit"


@pytest.mark.parametrize(("band", "part"), [("pointwise", "net_benefit"), ("simultaneous", "band")])
def test_the_band_is_that_of_the_intervals(band: str, part: str) -> None:
    ax = draw(Y, P, thresholds=AT, band=band, level=0.9, cluster=np.arange(150) // 2)
    (patch,) = drawn(ax, "band")
    found = co.decision_curve.interval(Y, P, thresholds=AT, level=0.9, cluster=np.arange(150) // 2)[part]
    heights = np.asarray(patch.get_paths()[0].vertices)[:, 1]
    assert_allclose([heights.min(), heights.max()], [found.low.min(), found.high.max()])


def test_a_second_model_shares_the_axes_and_what_it_is_compared_with() -> None:
    ax = draw(Y, P, name="first")
    draw(Y, P**2, name="second", ax=ax)
    assert legend(ax) == ["first", "second", "treat all", "treat none"]
    assert len(drawn(ax, "treat-all")) == len(drawn(ax, "treat-none")) == 1
    assert len({line.get_color() for line in drawn(ax, "curve")}) == 2
    draw(Y[:50], P[:50], name="of other rows", ax=ax)
    assert len(drawn(ax, "treat-all")) == 2


def test_several_classes_have_a_line_each_and_a_long_legend_stands_beside() -> None:
    prob = DECISION_RNG.dirichlet(np.ones(7), 150)
    ax = draw(DECISION_RNG.integers(0, 7, 150), prob)
    assert legend(ax) == [*"0123456", "treat all, of each", "treat none"]
    assert len(drawn(ax, "treat-all")) == 7
    assert ax.get_legend().get_bbox_to_anchor().x0 >= ax.bbox.x1


def test_undefined_has_no_line_and_the_legend_says_why() -> None:
    ax = draw([1, 1], [0.2, 0.3], prevalence=0.1, labels=[0, 1], band="pointwise")
    assert legend(ax) == ["model: undefined (only the class 1 occurs in y_true)", "treat none"]
    assert legend(draw([], [])) == ["model: undefined (there are no rows)", "treat none"]


def test_a_state_is_drawn_and_sums_of_weights_have_no_band() -> None:
    state = co.Curve.from_scores(Y, P)
    ax = draw(state, thresholds=AT, band="pointwise")
    assert_allclose(drawn(ax, "curve")[0].get_ydata(), co.decision_curve(Y, P, thresholds=AT).net_benefit)
    assert len(ax.collections) == 1
    weighted = replace(co.Curve.from_scores(Y, P, sample_weight=np.full(150, 0.5)), squares=None)
    with pytest.raises(WeightError, match="Give the rows themselves"):
        draw(weighted, band="pointwise")
    assert len(drawn(draw(weighted), "curve")) == 1


def test_what_is_refused() -> None:
    with pytest.raises(OptionError, match=r"^band must be 'pointwise', 'simultaneous' or None, not True"):
        draw(Y, P, band=True)
    with pytest.raises(InputTypeError, match=r"^y_prob is missing"):
        draw(Y)
    with pytest.raises(InputTypeError, match="leave out cluster"):
        draw(co.Curve.from_scores(Y, P), cluster=[1])
    with pytest.raises(OptionError, match=r"^thresholds must be numbers"):
        draw(Y, P, thresholds=[0.5, 0.1])


# -- the best threshold --------------------------------------------------------------------------------------------

RNG = np.random.default_rng(5)
TRUTH = RNG.random(200) < 0.3
SCORE = (TRUTH + RNG.normal(size=200)).round(1)


def line(ax: Axes, gid: str) -> tuple[np.ndarray, np.ndarray]:
    (found,) = drawn(ax, gid)
    if not hasattr(found, "get_xdata"):
        x, y = np.asarray(found.get_offsets(), float).T
        return x, y
    return np.asarray(found.get_xdata(), float), np.asarray(found.get_ydata(), float)


def spans(ax: Axes, gid: str) -> list[tuple[float, float]]:
    boxes = [patch.get_extents().transformed(ax.transData.inverted()) for patch in drawn(ax, gid)]
    return [(box.x0, box.x1) for box in boxes]


def test_the_line_is_the_metric_of_every_threshold() -> None:
    ax = plots.best_threshold(TRUTH, SCORE, "f1", cv=None)
    x, y = line(ax, "curve")
    assert_allclose(y, [f1_score(TRUTH, threshold <= SCORE) for threshold in x])
    assert y[-1] == 0  # above all scores nothing is called positive
    assert ax.lines[0].get_drawstyle() == "steps-pre"


def test_the_best_threshold_and_those_as_good_are_marked() -> None:
    best = best_threshold(TRUTH, SCORE, "cohen_kappa")
    ax = plots.best_threshold(TRUTH, SCORE, "cohen_kappa")
    assert [end.tolist() for end in line(ax, "best")] == [[best.threshold], [best.value]]
    assert spans(ax, "as-good")[0] == pytest.approx((best.low, best.high))
    assert line(ax, "folds")[0].tolist() == list(best.fold_thresholds)
    held = next(one for one in ax.lines if one.get_label() == "on rows that did not choose it")
    assert held.get_ydata()[0] == best.cross_validated_value
    first, second = ax.get_title().split("\n")
    assert first == f"cohen kappa {best.value:.3f} at the threshold {best.threshold:.4g}"
    assert second.startswith(f"cross-validated {best.cross_validated_value:.3f}, standard error")


def test_where_a_constraint_is_not_met_the_ground_is_grey() -> None:
    ax = plots.best_threshold(TRUTH, SCORE, "precision", constraint="recall >= 0.8", cv=None)
    ((left, right),) = spans(ax, "not-allowed")
    highest = max(score for score in SCORE if TRUTH[score <= SCORE].sum() >= 0.8 * TRUTH.sum())
    assert left == pytest.approx(highest)
    assert right == pytest.approx(ax.get_xlim()[1])
    assert ax.get_legend_handles_labels()[1] == ["not recall >= 0.8"]


def test_costs_options_and_positive_labels_are_those_of_the_search() -> None:
    words = np.where(TRUTH, "ill", "well")
    ax = plots.best_threshold(words, SCORE, "f_beta", beta=2, pos_label="ill", cv=None, name="model")
    best = best_threshold(words, SCORE, "f_beta", beta=2, pos_label="ill", cv=None)
    assert line(ax, "best")[1][0] == best.value
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("model", "f beta")
    ax = plots.best_threshold(TRUTH, SCORE, cost=[[0, 1], [5, 0]], cv=None)
    assert ax.get_ylabel() == "expected cost"


def test_infinite_scores_and_thresholds_stay_inside_the_picture() -> None:
    score = SCORE.copy()
    score[:3], score[3:6] = np.inf, -np.inf
    ax = plots.best_threshold(TRUTH, score, "f1")
    assert np.isfinite(ax.get_xlim()).all()
    ax = plots.best_threshold(TRUTH, SCORE, "recall", max_positives=0, cv=None)
    assert line(ax, "best")[0][0] == ax.get_xlim()[1]


def test_what_cannot_be_drawn_is_said() -> None:
    with pytest.raises(OptionError, match="no threshold has"):
        plots.best_threshold(TRUTH, SCORE, "f1", constraint="recall >= 0.99 and precision >= 0.99")
    with pytest.raises(InputTypeError, match="ax must be"):
        plots.best_threshold(TRUTH, SCORE, "f1", cv=None, ax="here")  # type: ignore[arg-type]
    with pytest.warns(UndefinedMetricWarning):
        ax = plots.best_threshold([0, 0, 0], [0.1, 0.2, 0.3], "recall", pos_label=1)
    assert ax.get_title() == "recall: no best threshold"


def test_what_was_found_before_is_not_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    best = best_threshold(TRUTH, SCORE, "f1")
    wanted = plots.best_threshold(TRUTH, SCORE, "f1")
    monkeypatch.setattr("concordant.decisions.thresholds.ThresholdTable", None)
    ax = plots.best_threshold(TRUTH, SCORE, "f1", best=best)
    assert ax.get_title() == wanted.get_title()
    assert [end.tolist() for end in line(ax, "best")] == [end.tolist() for end in line(wanted, "best")]


# -- cut points of ordered labels ----------------------------------------------------------------------------------

GRADES_RNG = np.random.default_rng(0)
GRADES = GRADES_RNG.choice(4, 400, p=[0.4, 0.3, 0.2, 0.1])
MARKS = GRADES + GRADES_RNG.normal(size=400)


def draw_cuts(*data: Any, **options: Any) -> Axes:
    return plots.ordinal_cut_points(*data, ax=new_axes(7, 4), **options)


def test_lines_stand_at_the_cut_points() -> None:
    cuts = ordinal_cut_points(GRADES, MARKS)
    ax = draw_cuts(GRADES, MARKS, cuts, names=("grade", "model"))
    assert [line.get_xdata()[0] for line in drawn(ax, "cut")] == list(cuts.cut_points)
    assert [text.get_text() for text in ax.get_yticklabels()] == ["0", "1", "2", "3"]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("model", "grade")
    assert ax.get_title() == (
        f"cohen kappa {cuts.value:.3f} at the smooth cut points\ncross-validated {cuts.cross_validated_value:.3f}, "
        f"standard error {cuts.standard_error:.3f}, optimism {cuts.optimism:.3f}"
    )
    assert legend(ax) == ["gets this label", "gets another"]


def test_shares_of_right_rows_stand_beside() -> None:
    cuts = ordinal_cut_points([1, 1, 2, 2, 3], [0.0, 2.1, 2.0, 3.0, 4.0], method="exact", cv=None)
    ax = draw_cuts([1, 1, 2, 2, 3], [0.0, 2.1, 2.0, 3.0, 4.0], cuts)
    shares = [text.get_text() for text in ax.texts if text.get_text().startswith("n =")]
    assert shares == ["n = 2\n100% right", "n = 2\n50% right", "n = 1\n100% right"]


def test_infinite_scores_and_cuts_are_drawn_at_the_ends() -> None:
    cuts = ordinal_cut_points([1, 1, 2, 2], [-np.inf, 1.0, 2.0, np.inf], labels=[0, 1, 2, 3], cv=None, method="exact")
    ax = draw_cuts([1, 1, 2, 2], [-np.inf, 1.0, 2.0, np.inf], cuts)
    assert np.isfinite(ax.get_xlim()).all()
    assert len(drawn(ax, "cut")) == 1
    assert "n = 0" in [text.get_text() for text in ax.texts]


def test_heavy_tails_do_not_press_the_rest_into_a_few_bins() -> None:
    truth = GRADES_RNG.integers(0, 4, 5000)
    score = truth + GRADES_RNG.standard_cauchy(5000)
    low, high = draw_cuts(truth, score, ordinal_cut_points(truth, score, cv=None)).get_xlim()
    first, last = np.quantile(score, [0.05, 0.95])
    assert first - (last - first) < low < first
    assert last < high < last + (last - first)


def test_other_labels_or_no_cut_points_are_refused() -> None:
    cuts = ordinal_cut_points(GRADES, MARKS, cv=None)
    with pytest.raises(LabelError, match="labels must be those of the cut points"):
        draw_cuts(GRADES, MARKS, cuts, labels=[3, 2, 1, 0])
    with pytest.raises(InputTypeError, match="not list"):
        draw_cuts(GRADES, MARKS, [0.5, 1.5])
