"""The score in each label of the truth, and the cut points."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import StepPatch

from concordant import plots
from concordant.decisions import ordinal_cut_points
from concordant.errors import InputTypeError, LabelError

RNG = np.random.default_rng(0)
TRUTH = RNG.choice(4, 400, p=[0.4, 0.3, 0.2, 0.1])
SCORE = TRUTH + RNG.normal(size=400)


def draw(*data: Any, **options: Any) -> Axes:
    return plots.ordinal_cut_points(*data, ax=Figure(figsize=(7, 4)).subplots(), **options)


def test_lines_stand_at_the_cut_points() -> None:
    cuts = ordinal_cut_points(TRUTH, SCORE)
    ax = draw(TRUTH, SCORE, cuts, names=("grade", "model"))
    assert [line.get_xdata()[0] for line in ax.lines if line.get_gid() == "cut"] == list(cuts.cut_points)
    assert [text.get_text() for text in ax.get_yticklabels()] == ["0", "1", "2", "3"]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("model", "grade")
    assert ax.get_title() == (
        f"cohen kappa {cuts.value:.3f} at the smooth cut points\ncross-validated {cuts.cross_validated_value:.3f}, "
        f"standard error {cuts.standard_error:.3f}, optimism {cuts.optimism:.3f}"
    )
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["gets this label", "gets another"]


def test_bins_are_blue_where_the_label_is_right() -> None:
    cuts = ordinal_cut_points(TRUTH, SCORE)
    ax = draw(TRUTH, SCORE, cuts)
    edges = [-np.inf, *cuts.cut_points, np.inf]
    for patch in (found for found in ax.patches if isinstance(found, StepPatch)):
        values, ends, place = patch.get_data()
        middle = (ends[1:] + ends[:-1]) / 2
        filled = values > place
        inside = (middle >= edges[place]) & (middle < edges[place + 1])
        blue = patch.get_facecolor()[:3] == to_rgba("tab:blue")[:3]
        assert (inside[filled] == blue).all()


def test_shares_of_right_rows_stand_beside() -> None:
    cuts = ordinal_cut_points([1, 1, 2, 2, 3], [0.0, 2.1, 2.0, 3.0, 4.0], method="exact", cv=None)
    ax = draw([1, 1, 2, 2, 3], [0.0, 2.1, 2.0, 3.0, 4.0], cuts)
    assert [text.get_text() for text in ax.texts if text.get_text().startswith("n =")] == [
        "n = 2\n100% right",
        "n = 2\n50% right",
        "n = 1\n100% right",
    ]


def test_infinite_scores_and_cuts_are_drawn_at_the_ends() -> None:
    cuts = ordinal_cut_points([1, 1, 2, 2], [-np.inf, 1.0, 2.0, np.inf], labels=[0, 1, 2, 3], cv=None, method="exact")
    ax = draw([1, 1, 2, 2], [-np.inf, 1.0, 2.0, np.inf], cuts)
    assert np.isfinite(ax.get_xlim()).all()
    assert len([line for line in ax.lines if line.get_gid() == "cut"]) == 1
    assert "n = 0" in [text.get_text() for text in ax.texts]


def test_heavy_tails_do_not_press_the_rest_into_a_few_bins() -> None:
    truth = RNG.integers(0, 4, 5000)
    score = truth + RNG.standard_cauchy(5000)
    low, high = draw(truth, score, ordinal_cut_points(truth, score, cv=None)).get_xlim()
    first, last = np.quantile(score, [0.05, 0.95])
    assert first - (last - first) < low < first
    assert last < high < last + (last - first)
    nearly_constant = np.where(np.arange(5000) < 30, truth - 2.0, 0.0)
    low, high = draw(truth, nearly_constant, ordinal_cut_points(truth, nearly_constant, cv=None)).get_xlim()
    assert low < -1.5


def test_other_labels_or_no_cut_points_are_refused() -> None:
    cuts = ordinal_cut_points(TRUTH, SCORE, cv=None)
    with pytest.raises(LabelError, match="labels must be those of the cut points"):
        draw(TRUTH, SCORE, cuts, labels=[3, 2, 1, 0])
    with pytest.raises(InputTypeError, match="not list"):
        draw(TRUTH, SCORE, [0.5, 1.5])
