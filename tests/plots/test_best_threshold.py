"""The picture of a metric at every threshold: what is drawn, not how it looks."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.axes import Axes

from concordant import best_threshold, plots
from concordant.errors import InputTypeError, OptionError, UndefinedMetricWarning

RNG = np.random.default_rng(5)
TRUTH = RNG.random(200) < 0.3
SCORE = (TRUTH + RNG.normal(size=200)).round(1)


def line(ax: Axes, gid: str) -> tuple[np.ndarray, np.ndarray]:
    (found,) = [one for one in ax.lines if one.get_gid() == gid]
    return np.asarray(found.get_xdata(), float), np.asarray(found.get_ydata(), float)


def spans(ax: Axes, gid: str) -> list[tuple[float, float]]:
    found = [patch for patch in ax.patches if patch.get_gid() == gid]
    return [(box.x0, box.x1) for box in (patch.get_extents().transformed(ax.transData.inverted()) for patch in found)]


def test_the_line_is_the_metric_of_every_threshold() -> None:
    ax = plots.best_threshold(TRUTH, SCORE, "f1", cv=None)
    x, y = line(ax, "curve")
    for threshold, value in zip(x, y, strict=True):
        if threshold > SCORE.max():
            continue  # the end of the picture
        called = threshold <= SCORE
        hits = (called & TRUTH).sum()
        assert value == pytest.approx(2 * hits / (called.sum() + TRUTH.sum()))
    assert y[-1] == 0  # above all scores nothing is called positive
    assert ax.lines[0].get_drawstyle() == "steps-pre"


def test_the_best_threshold_and_those_as_good_are_marked() -> None:
    best = best_threshold(TRUTH, SCORE, "cohen_kappa")
    ax = plots.best_threshold(TRUTH, SCORE, "cohen_kappa")
    assert [end.tolist() for end in line(ax, "best")] == [[best.threshold], [best.value]]
    assert spans(ax, "as good")[0] == pytest.approx((best.low, best.high))
    assert line(ax, "folds")[0].tolist() == list(best.fold_thresholds)
    held = next(one for one in ax.containers if one.get_label() == "on rows that did not choose it")
    assert held.lines[0].get_ydata()[0] == best.cross_validated_value
    first, second = ax.get_title().split("\n")
    assert first == f"cohen kappa {best.value:.3f} at the threshold {best.threshold:.4g}"
    assert second.startswith(f"cross-validated {best.cross_validated_value:.3f}, standard error")


def test_where_a_constraint_is_not_met_the_ground_is_grey() -> None:
    ax = plots.best_threshold(TRUTH, SCORE, "precision", constraint="recall >= 0.8", cv=None)
    ((left, right),) = spans(ax, "not allowed")
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


def test_many_thresholds_are_thinned() -> None:
    truth = RNG.random(50_000) < 0.2
    ax = plots.best_threshold(truth, truth + RNG.normal(size=50_000), "f1", cv=None)
    assert len(line(ax, "curve")[0]) <= 16_004


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
    monkeypatch.setattr("concordant.decisions.thresholds.held_out", None)
    ax = plots.best_threshold(TRUTH, SCORE, "f1", best=best)
    assert ax.get_title() == wanted.get_title()
    assert [end.tolist() for end in line(ax, "best")] == [end.tolist() for end in line(wanted, "best")]
