"""Pictures of explanations; an AUC step by step: its words, and the numbers that they hold."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from numpy.testing import assert_allclose

import concordant
from concordant import Counts, Curve, CurveStack
from concordant.errors import LengthError, MissingDependencyError
from concordant.explain import KappaExplanation, RocExplanation, quadratic_kappa, roc_auc
from concordant.figures import paint_matplotlib as _axes

MS = Counts.from_table([[38, 5], [33, 11]], ["certain", "probable"])


def cells(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.texts if text.get_gid() == "cell"]


def test_three_matrices_side_by_side() -> None:
    steps = KappaExplanation.of(MS, names=("New Orleans", "Winnipeg"))
    figure = steps.figure()
    o, w, e = figure.axes
    assert cells(o) == ["38", "5", "33", "11"]
    assert cells(w) == ["0", "1", "1", "0"]
    assert cells(e) == [f"{x:.1f}" for x in steps.expected.ravel()]
    assert [ax.get_title() for ax in figure.axes] == ["O: observed", "W: weights", "E: expected by chance"]
    title = "Quadratic weighted kappa = 1 \N{MINUS SIGN} Σ W·O / Σ W·E = 1 \N{MINUS SIGN} 38 / 43.82 = 0.133"
    assert figure.get_suptitle() == title
    assert (o.get_ylabel(), o.get_xlabel()) == ("New Orleans", "Winnipeg")
    assert plt.get_fignums() == []


def test_many_labels_fit() -> None:
    figure = quadratic_kappa(np.arange(30), np.arange(30)[::-1]).figure()
    observed, weights, _ = figure.axes
    assert [text for text in cells(observed) if text] == ["1"] * 30
    assert not any(cells(weights))
    assert weights.get_title() == "W: weights, by colour"
    assert max(figure.get_size_inches()) < 25


def test_strips_and_triangles_of_the_area() -> None:
    steps = roc_auc([1, 0, 1, 1, 0, 0], [0.5, 0.5, 0.2, 0.3, 0.2, 0.1])
    curve, ranking = steps.figure().axes
    rectangles = sorted(patch.get_bbox().extents.tolist() for patch in curve.patches)
    np.testing.assert_allclose(rectangles, [[0, 0, 1 / 3, 0], [1 / 3, 0, 2 / 3, 2 / 3], [2 / 3, 0, 1, 1]])
    (triangles,) = curve.collections
    corners = {tuple(corner) for corner in triangles.get_paths()[0].vertices.round(9).tolist()}
    assert corners >= {(0, 0), (round(1 / 3, 9), round(1 / 3, 9)), (round(2 / 3, 9), 1)}
    assert curve.get_title() == "AUC = (5 + 2 / 2) / 9 pairs = 0.667"
    assert [t.get_text() for t in ranking.texts if t.get_gid() == "sign"] == ["±", "±", "+", "±", "±", "\N{MINUS SIGN}"]


def test_ranking_of_many_rows_shows_shares_that_keep_the_number_of_positives() -> None:
    rng = np.random.default_rng(4)
    y = rng.integers(0, 2, 3000)
    _, ranking = roc_auc(y, y + rng.normal(size=3000)).figure().axes
    every, shares = (patch.get_data().values for patch in ranking.patches)
    assert (len(shares), every.sum()) == (400, 400)
    np.testing.assert_allclose(shares.mean(), y.mean())


def test_undefined_and_weighted_data_can_be_drawn() -> None:
    title = roc_auc([0, 1], [1, 2], sample_weight=[0.5, 2.5]).figure().axes[0].get_title()
    assert title == "AUC = 1.000 of the weighted pairs are concordant (ties half)"
    assert quadratic_kappa([1], [1]).figure().get_suptitle().endswith("1 \N{MINUS SIGN} 0 / 0 is undefined")
    curve, _ = roc_auc([1, 1], [0.1, 0.2]).figure().axes
    assert (curve.get_title(), len(curve.collections)) == ("undefined", 0)


def test_missing_matplotlib_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_axes, "find_spec", lambda name: None)
    for steps in (KappaExplanation.of(MS), roc_auc([0, 1], [1, 2])):
        with pytest.raises(MissingDependencyError, match=r'pip install "concordant\[plots\]"'):
            steps.figure()


# -- words ---------------------------------------------------------------------------------------------------------


def said(steps: Any) -> str:
    return " ".join(str(steps).split())


def test_twenty_rows_can_be_followed() -> None:
    text = str(roc_auc(TWENTY, SCORES))
    flat = " ".join(text.split())
    assert text.startswith("ROC AUC, step by step: 0.6800\nPositive (+) is True")
    assert "Positive (+) is True: 10 rows, P. Negative (-) is False: 10 rows, N." in flat
    marks = "".join("".join(line.split()[1:]) for line in text.splitlines() if line.strip().startswith("class"))
    assert marks == "".join("+" if positive else "-" for positive in TWENTY)
    assert "above all 0 0 10 10 0 0 0.90 1 0 9 10 0.1000 0" in flat
    assert "0.49 0.1000 0.5000 0.5000 0.0500 0.0500 0.0700 0.0700" in flat
    assert "Sum of the trapezoids = 0.68 = AUC" in flat
    assert "AUC = (concordant + tied / 2) / pairs = (68 + 0 / 2) / 100 = 0.68" in flat
    assert "the positive scores higher with a chance of 68.0 %; guessing gives 50 %." in flat


def test_ties_and_weights_are_explained() -> None:
    text = said(roc_auc([1, 0, 1, 1, 0, 0], [0.5, 0.5, 0.2, 0.3, 0.2, 0.1]))
    assert "score 0.5 0.5 0.3 0.2 0.2 0.1 class + - + + - -" in text
    assert "Rows with one score are tied" in text
    assert "there the curve is slanted" in text
    assert "The triangles above them are the tied pairs / 2: 2 / 2." in text
    assert "(5 + 2 / 2) / 9 = 0.666667" in text
    weighted = said(roc_auc([0, 1], [1, 2], sample_weight=[0.5, 2.0]))
    assert "The rows carry weights: see step 2" in weighted
    assert "Positive (+) is 1: 2.000 weight, P." in weighted


def test_long_data_show_the_first_and_last_and_how_many_are_left_out() -> None:
    rng = np.random.default_rng(2)
    y = rng.integers(0, 2, 5000)
    steps = roc_auc(y, y + rng.normal(size=5000))
    text = said(steps)
    assert "4,980 rows in between are not shown; all are in .thresholds, .tp and .fp." in text
    assert "4,989 of 5,001 thresholds are not shown" in text
    assert len(steps.thresholds) == 5001
    assert len(str(steps).splitlines()) < 100
    assert max(map(len, str(steps).splitlines())) <= 100
    ranks = re.findall(r"rank ([\d, ]+?) score", text)
    assert " ".join(ranks).split()[-1] == "5,000"


# -- numbers -------------------------------------------------------------------------------------------------------

TWENTY = [label == "P" for label in "PPNPPPNNPNPNPNNNPNPN"]
SCORES = [0.9, 0.8, 0.7, 0.6, 0.55, 0.51, 0.49, 0.43, 0.42, 0.39, 0.33, 0.31, 0.23, 0.22, 0.19, 0.15, 0.12, 0.11]
SCORES += [0.04, 0.01]


def test_no_row_is_undefined_and_says_so() -> None:
    steps = roc_auc([], [])
    assert np.isnan(steps.auc)
    assert steps.reason == "there are no rows"
    assert steps.tp.tolist() == [0]
    assert json.loads(json.dumps(steps.to_dict()))["thresholds"] == ["inf"]
    assert said(steps).endswith("The AUC is undefined: there are no rows.")


def test_one_class_is_undefined_and_says_so_without_a_warning() -> None:
    steps = roc_auc([1, 1], [0.1, 0.2])
    assert np.isnan(steps.auc)
    assert steps.reason == "only the class 1 occurs in y_true"
    assert (steps.pairs, steps.concordant) == (0, 0)
    assert steps.to_dict()["auc"] is None
    assert steps.to_dict()["fpr"] == [None, None, None]
    text = said(steps)
    assert "step by step: undefined" in text
    assert "Why: only the class 1 occurs in y_true, so there is no pair" in text
    assert "0.2 1 0 1 0 0.5000 -" in text


@pytest.mark.parametrize(("scores", "auc", "pairs"), [([2, 1], 0.0, (0, 0, 1)), ([1, 2], 1.0, (1, 0, 0))])
def test_perfect_and_inverted(scores: list[int], auc: float, pairs: tuple[int, int, int]) -> None:
    steps = roc_auc([0, 1], scores)
    assert (steps.auc, (steps.concordant, steps.tied, steps.discordant)) == (auc, pairs)
    warning = "worse than guessing (50 %). Is the positive class, or the sign of the score,"
    assert (warning in said(steps)) == (auc == 0)


def test_worked_by_hand_with_ties() -> None:
    # .5: + -   .3: +   .2: + -   .1: -
    steps = roc_auc([1, 0, 1, 1, 0, 0], [0.5, 0.5, 0.2, 0.3, 0.2, 0.1])
    assert steps.thresholds.tolist() == [np.inf, 0.5, 0.3, 0.2, 0.1]
    assert steps.tp.tolist() == [0, 1, 2, 3, 3]
    assert steps.fp.tolist() == [0, 1, 1, 2, 3]
    assert_allclose(steps.rectangles * 9, [0, 0, 0, 2, 3], atol=1e-12)
    assert_allclose(steps.trapezoids * 18, [0, 1, 0, 5, 6], atol=1e-12)
    assert (steps.concordant, steps.tied, steps.discordant) == (5, 2, 2)


@pytest.mark.parametrize("weighted", [False, True])
def test_area_pairs_and_metric_are_one_number(weighted: bool) -> None:
    rng = np.random.default_rng(11)
    y, s = rng.integers(0, 2, 300), rng.integers(0, 40, 300)
    w = rng.random(300) if weighted else None
    steps = roc_auc(y, s, sample_weight=w)
    assert_allclose(steps.auc, concordant.roc_auc(y, s, sample_weight=w), rtol=1e-13)
    assert_allclose(steps.trapezoids.sum(), steps.auc, rtol=1e-12)
    assert_allclose((steps.concordant + steps.tied / 2) / steps.pairs, steps.auc, rtol=1e-12)
    assert_allclose(steps.rectangles.sum() * steps.pairs, steps.concordant, rtol=1e-12)
    assert_allclose(steps.concordant + steps.tied + steps.discordant, steps.pairs, rtol=1e-12)
    if not weighted:
        apart = s[y == 1][:, None] - s[y == 0]
        assert (steps.concordant, steps.tied) == ((apart > 0).sum(), (apart == 0).sum())


def test_pairs_beyond_64_bits_do_not_overflow() -> None:
    steps = RocExplanation.of(Curve(np.array([1.0, 0.0]), np.array([[0, 2**40], [2**40, 0]]), (0, 1)))
    assert steps.concordant == 2.0**80
    assert steps.auc == 1.0


def test_positive_label_and_missing_rows() -> None:
    steps = roc_auc(["x", "y", None], [0.1, 0.2, 0.3], pos_label="x", missing="drop")
    assert steps.classes == ("y", "x")
    assert steps.auc == 0.0
    plain = steps.to_dict()
    assert (plain["missing"], plain["positives"], plain["negatives"]) == (1, 1, 1)
    assert plain["signature"].startswith("roc_auc|labels:y,x|")


def test_several_columns_are_refused_with_the_way_out() -> None:
    stack = CurveStack.from_scores([0, 1, 2], np.eye(3))
    for data in ((stack,), ([0, 1, 2], np.eye(3)), (stack.curves[0],)):
        with pytest.raises(LengthError, match=r"Take one class against the rest: explain.roc_auc\(y_true == label"):
            roc_auc(*data)
    assert roc_auc(stack.binary_curves()[0]).auc == 1.0
