"""Confusion matrices and the agreement of ordered labels: texts are counts and shares, colours follow them."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from matplotlib.axes import Axes
from support.plots import draw as draw_with
from support.plots import drawn

from concordant import Counts, plots
from concordant.errors import LabelOrderError, OptionError

Y, P = ["a", "a", "b", "c", "c", "c"], ["a", "b", "b", "a", "c", "c"]


draw = partial(draw_with, plots.confusion_matrix)


def cells(ax: Axes) -> list[list[str]]:
    texts = [text.get_text() for text in drawn(ax, "cell")]
    size = int(len(texts) ** 0.5)
    return [texts[i * size : (i + 1) * size] for i in range(size)]


def test_matrices_of_no_label_no_row_and_one_label() -> None:
    assert [text.get_text() for text in draw([], []).texts] == ["no rows"]
    assert cells(draw(Counts.empty(["a", "b"]))) == [["0", "0"], ["0", "0"]]
    assert cells(draw([1, 1], [1, 1])) == [["2"]]


def test_cells_hold_the_counts_truth_down_prediction_across() -> None:
    ax = draw(Y, P)
    assert cells(ax) == [["1", "1", "0"], ["0", "1", "0"], ["1", "0", "2"]]
    assert (ax.get_ylabel(), ax.get_xlabel()) == ("truth", "prediction")
    for ticks in (ax.get_xticklabels(), ax.get_yticklabels()):
        assert [tick.get_text() for tick in ticks] == ["a", "b", "c"]
    place = next(text for text in ax.texts if text.get_text() == "2").get_position()
    assert place == (2, 2.0)
    assert ax.yaxis_inverted()
    assert cells(draw([0, 1], [0, 1], sample_weight=[0.123456, 20.0])) == [["0.123", "0"], ["0", "20"]]


@pytest.mark.parametrize(
    ("normalize", "expected", "title"),
    [
        ("true", [["50%", "50%", "0%"], ["0%", "100%", "0%"], ["33%", "0%", "67%"]], "% of each row"),
        ("pred", [["50%", "50%", "0%"], ["0%", "50%", "0%"], ["50%", "0%", "100%"]], "% of each column"),
        ("all", [["17%", "17%", "0%"], ["0%", "17%", "0%"], ["17%", "0%", "33%"]], "% of all rows"),
    ],
)
def test_shares_of_rows_columns_or_everything(normalize: str, expected: list[list[str]], title: str) -> None:
    ax = draw(Y, P, normalize=normalize)
    assert cells(ax) == expected
    assert ax.get_title() == title


def test_shares_of_nothing_and_shares_near_zero() -> None:
    assert cells(draw([0, 0], [0, 1], normalize="true")) == [["50%", "50%"], ["-", "-"]]
    assert cells(draw(Counts.from_table([[999, 1], [0, 1]]), normalize="true"))[0] == ["100%", "<1%"]


def test_a_share_has_the_same_colour_in_every_picture() -> None:
    tables = map(Counts.from_table, ([[1, 1], [0, 1]], [[5, 5], [5, 5]]))
    half = [np.asarray(draw(table, normalize="true").images[0].get_array())[0, 0] for table in tables]
    np.testing.assert_array_equal(*half)


def test_thirty_labels_leave_empty_cells_blank_and_texts_inside_their_cells() -> None:
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 30, 3000)
    ax = plots.confusion_matrix(truth, (truth + rng.integers(0, 3, 3000)) % 30)
    ax.figure.canvas.draw()
    shown = [text for text in ax.texts if text.get_text()]
    assert len(shown) == 90
    assert "0" not in {text.get_text() for text in shown}
    side = ax.get_window_extent().width / 30
    assert max(text.get_window_extent().width for text in shown) < side


@pytest.mark.parametrize("labels", [200, 1_200])
def test_cells_too_small_to_read_have_colours_alone(labels: int) -> None:
    truth = np.arange(labels)
    ax = plots.confusion_matrix(truth, np.roll(truth, 1))
    assert not ax.texts
    (image,) = ax.images
    colours = np.asarray(image.get_array())
    assert colours.shape[:2] == (labels, labels)
    assert len(np.unique(colours.reshape(-1, colours.shape[2]), axis=0)) == 2
    ticks, names = ax.get_yticks(), [tick.get_text() for tick in ax.get_yticklabels()]
    assert names == [str(int(tick)) for tick in ticks]
    assert 50 < len(names) < labels


def test_long_names_are_cut_in_the_middle_and_slanted() -> None:
    names = ["a very long name of the first class", "a very long name of the second class"]
    ax = draw([0, 1], [0, 1], class_names=names)
    shown = [tick.get_text() for tick in ax.get_yticklabels()]
    assert shown == ["a very long …first class", "a very long …econd class"]
    assert {tick.get_rotation() for tick in ax.get_xticklabels()} == {40.0} or ax.get_window_extent().width > 300


def test_wrong_options_say_what_is_possible() -> None:
    with pytest.raises(OptionError, match="normalize must be 'true', 'pred', 'all' or None, not 'rows'"):
        draw(Y, P, normalize="rows")
    with pytest.raises(OptionError, match=r"class_names must be a list of 3 names, one a label, not \['x'\]"):
        draw(Y, P, class_names=["x"])
    with pytest.raises(OptionError, match="class_names must be a list of 3 names, one a label, not 'abc'"):
        draw(Y, P, class_names="abc")
    with pytest.raises(LabelOrderError, match="Declare it from first to last"):
        draw_ordinal(["low", "mid", "high"], ["low", "low", "high"])


# -- ordered labels ------------------------------------------------------------------------------------------------

MS = Counts.from_table(
    [[38, 5, 0, 1], [33, 11, 3, 0], [10, 14, 5, 6], [3, 7, 3, 10]], ["certain", "probable", "possible", "doubtful"]
)


draw_ordinal = partial(draw_with, plots.ordinal_agreement)


def texts(ax: Axes, kind: str) -> list[str]:
    return [text.get_text() for text in drawn(ax, kind)]


def test_an_undefined_kappa_says_why() -> None:
    ax = draw_ordinal(Counts.empty([1, 2, 3]))
    assert ax.get_title() == "Quadratic weighted kappa undefined"
    assert "there are no rows" in [text.get_text() for text in ax.texts]
    ax = draw_ordinal([1, 1], [1, 1])
    assert ax.get_title() == "Quadratic weighted kappa undefined"
    shown = " ".join(" ".join(text.get_text().split()) for text in ax.texts)
    assert "both raters use only the category 1, so chance alone would agree always (0/0)" in shown


def test_counts_shares_and_kappa_of_the_two_neurologists() -> None:
    # penalty in ninths: 5 + 9 + 33 + 3 + 40 + 14 + 6 + 27 + 28 + 3 = 168
    ax = draw_ordinal(MS, names=("New Orleans", "Winnipeg"))
    assert texts(ax, "cell") == [str(x) for x in MS.table.ravel()]
    assert texts(ax, "note") == [f"{100 * x / 168:.0f} %" for x in (5, 9, 33, 3, 40, 14, 6, 27, 28, 3)]
    assert ax.get_title() == "Quadratic weighted kappa 0.525"
    assert (ax.get_ylabel(), ax.get_xlabel()) == ("New Orleans", "Winnipeg")


def test_no_weights_and_own_weights_are_named() -> None:
    assert draw_ordinal(MS, weights=None).get_title() == "Cohen's kappa 0.208"
    assert draw_ordinal(MS, weights="linear").get_title() == "Linear weighted kappa 0.380"
    own = np.abs(np.subtract.outer(range(4), range(4)))
    assert draw_ordinal(MS, weights=own).get_title() == "Weighted kappa (own weights) 0.380"


def test_many_labels_show_counts_without_shares_and_no_zeros() -> None:
    ax = draw_ordinal(np.arange(20), np.arange(20)[::-1])
    assert texts(ax, "note") == []
    assert [text for text in texts(ax, "cell") if text] == ["1"] * 20
