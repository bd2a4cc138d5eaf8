"""The ordinal heat map: counts, penalty shares, kappa."""

import csv
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from concordant import Counts, explain, plots
from concordant.data import example
from concordant.errors import LabelOrderError

MS = Counts.from_table(
    [[38, 5, 0, 1], [33, 11, 3, 0], [10, 14, 5, 6], [3, 7, 3, 10]],
    ["certain", "probable", "possible", "doubtful"],
)


def draw(*data: Any, **options: Any) -> Axes:
    return plots.ordinal_agreement(*data, ax=Figure(figsize=(6, 6)).subplots(), **options)


def texts(ax: Axes, kind: str) -> list[str]:
    return [text.get_text() for text in ax.texts if text.get_gid() == kind]


def test_one_category_is_undefined_and_says_why() -> None:
    ax = draw([1, 1], [1, 1])
    assert ax.get_title() == "Quadratic weighted kappa undefined"
    said = " ".join(" ".join(text.get_text().split()) for text in ax.texts)
    assert "both raters use only the category 1, so chance alone would agree always (0/0)" in said


def test_no_rows_is_undefined_and_says_why() -> None:
    ax = draw(Counts.empty([1, 2, 3]))
    assert ax.get_title() == "Quadratic weighted kappa undefined"
    assert "there are no rows" in [text.get_text() for text in ax.texts]


def test_perfect_agreement_has_no_penalty() -> None:
    ax = draw([1, 2, 3], [1, 2, 3])
    assert ax.get_title() == "Quadratic weighted kappa 1.000"
    assert texts(ax, "note") == []


def test_counts_shares_and_kappa_of_the_two_neurologists() -> None:
    # penalty in ninths: 5 + 9 + 33 + 3 + 40 + 14 + 6 + 27 + 28 + 3 = 168
    ax = draw(MS, names=("New Orleans", "Winnipeg"))
    assert texts(ax, "cell") == [str(x) for x in MS.table.ravel()]
    assert texts(ax, "note") == [f"{100 * x / 168:.0f} %" for x in (5, 9, 33, 3, 40, 14, 6, 27, 28, 3)]
    assert ax.get_title() == "Quadratic weighted kappa 0.525"
    assert (ax.get_ylabel(), ax.get_xlabel()) == ("New Orleans", "Winnipeg")


def test_shares_are_those_of_the_explanation() -> None:
    share = explain.weighted_kappa(MS, weights="linear").share
    ax = draw(MS, weights="linear")
    assert texts(ax, "note") == [f"{100 * x:.0f} %" for x in share.ravel() if x > 0]
    assert ax.get_title() == "Linear weighted kappa 0.380"


def test_agreement_is_blue_and_penalty_orange_by_its_share() -> None:
    colours = np.asarray(draw(MS).images[0].get_array())
    blue = colours[..., 2] > colours[..., 0]
    np.testing.assert_array_equal(blue, np.eye(4, dtype=bool))
    assert colours[2, 0, :3].sum() < colours[1, 0, :3].sum()  # 10 rows two steps apart weigh more than 33 one apart


def test_no_weights_and_own_weights_are_named() -> None:
    assert draw(MS, weights=None).get_title() == "Cohen's kappa 0.208"
    own = np.abs(np.subtract.outer(range(4), range(4)))
    assert draw(MS, weights=own).get_title() == "Weighted kappa (own weights) 0.380"


def test_many_labels_show_counts_without_shares_and_no_zeros() -> None:
    ax = draw(np.arange(20), np.arange(20)[::-1])
    assert texts(ax, "note") == []
    assert [text for text in texts(ax, "cell") if text] == ["1"] * 20


def test_text_without_an_order_is_refused() -> None:
    with pytest.raises(LabelOrderError, match="Declare it from first to last"):
        draw(["low", "mid", "high"], ["low", "low", "high"])


def test_columns_of_the_bundled_example_give_the_published_table() -> None:
    found = example("ms")
    with found.path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    ax = draw([r[found.truth] for r in rows], [r[found.pred] for r in rows], labels=found.labels)
    assert texts(ax, "cell") == [str(x) for x in MS.table.ravel()]
