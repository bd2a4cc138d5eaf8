"""The figures of explanations: what stands in them equals the parts. How they look is tested with the plots."""

import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from concordant import Counts
from concordant.errors import LengthError, MissingDependencyError
from concordant.explain import KappaExplanation, quadratic_kappa, roc_auc
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


def test_undefined_kappa_says_so_in_the_title() -> None:
    assert quadratic_kappa([1], [1]).figure().get_suptitle().endswith("1 \N{MINUS SIGN} 0 / 0 is undefined")


def test_plot_makes_a_figure_of_pyplot_or_takes_axes() -> None:
    steps = KappaExplanation.of(MS)
    axes = steps.plot()
    assert plt.get_fignums() == [axes[0].figure.number]
    figure = Figure()
    mine = figure.subplots(1, 3)
    assert steps.plot(mine) == tuple(mine)
    assert figure.get_suptitle() == ""  # the figure of the caller keeps its title
    with pytest.raises(LengthError, match="three Axes are needed, for O, W and E, not 2"):
        steps.plot(figure.subplots(1, 2))


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
    triangles = [c for c in curve.collections if c.get_gid() == "triangle"]
    rectangles = [c for c in curve.collections if c.get_gid() == "rectangle"]
    assert (len(rectangles), len(triangles)) == (3, 2)
    extent = rectangles[1].get_paths()[0].get_extents()
    np.testing.assert_allclose([extent.x0, extent.x1, extent.y1], [1 / 3, 2 / 3, 2 / 3])
    assert curve.get_title() == "AUC = (5 + 2 / 2) / 9 pairs = 0.667"
    assert [t.get_text() for t in ranking.texts if t.get_gid() == "sign"] == ["±", "±", "+", "±", "±", "\N{MINUS SIGN}"]


def test_ranking_of_many_rows_shows_shares_that_keep_the_number_of_positives() -> None:
    rng = np.random.default_rng(4)
    y = rng.integers(0, 2, 3000)
    _, ranking = roc_auc(y, y + rng.normal(size=3000)).figure().axes
    shares = np.asarray(ranking.images[0].get_array())
    assert shares.shape == (1, 400)
    np.testing.assert_allclose(shares.mean(), y.mean())


def test_undefined_auc_has_no_area() -> None:
    curve, _ = roc_auc([1, 1], [0.1, 0.2]).figure().axes
    assert curve.get_title() == "undefined"
    assert len(curve.collections) == 0


def test_empty_and_weighted_data_can_be_drawn() -> None:
    assert roc_auc([], []).figure().axes[0].get_title() == "undefined"
    title = roc_auc([0, 1], [1, 2], sample_weight=[0.5, 2.5]).figure().axes[0].get_title()
    assert title == "AUC = 1.000 of the weighted pairs are concordant (ties half)"
    assert quadratic_kappa([], []).figure().get_suptitle().endswith("is undefined")


def test_roc_plot_takes_two_axes() -> None:
    steps = roc_auc([0, 1], [1, 2])
    mine = Figure().subplots(2, 1)
    assert steps.plot(mine) == tuple(mine)
    with pytest.raises(LengthError, match="two Axes are needed, for the curve and the ranking, not 3"):
        steps.plot(Figure().subplots(3, 1))
    assert len(steps.plot()) == 2


def test_missing_matplotlib_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_axes, "find_spec", lambda name: None)
    for steps in (KappaExplanation.of(MS), roc_auc([0, 1], [1, 2])):
        for draw in (steps.figure, steps.plot):
            with pytest.raises(MissingDependencyError, match=r'pip install "concordant\[plots\]"'):
                draw()
