"""A kappa step by step: its words in a terminal and in HTML, and the numbers that they hold."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant import Counts, cohen_kappa
from concordant.errors import LengthError
from concordant.explain import KappaExplanation, quadratic_kappa, weighted_kappa


def said(steps: Any) -> str:
    """The text with single spaces."""
    return " ".join(str(steps).split())


def test_every_number_of_the_two_neurologists_can_be_followed() -> None:
    text = str(KappaExplanation.of(MS, names=("New Orleans", "Winnipeg")))
    flat = " ".join(text.split())
    assert text.startswith("Quadratic weighted kappa, step by step: 0.5246\n149 rows. ")
    titles = re.findall(r"^\d\. .*", text, re.MULTILINE)
    assert [title[:2] for title in titles] == ["1.", "2.", "3.", "4.", "5."]
    assert "Labels in their order: certain < probable < possible < doubtful." in flat
    assert "w(i, j) = (i - j)^2 / 3^2, with i and j the places 0 to 3 of the labels." in flat
    assert "e(doubtful, certain) = 23 x 84 / 149 = 12.97" in flat
    assert "33 x 1 + 3 x 1 + 10 x 4 + 14 x 1 + 6 x 1 + 3 x 9 + 7 x 4 + 3 x 1) / 9 = 168 / 9 = 18.6667" in flat
    assert "kappa = 1 - 18.6667 / 39.2632 = 0.524576" in flat
    assert "on the way from chance (0) to perfect agreement (1), 52.5 % is done." in flat
    assert "10 rows are 'possible' in New Orleans and 'certain' in Winnipeg and carry 23.8 % of the penalty (" in flat
    assert "(chance expects 19.7)." in flat


def test_each_kind_of_weights_is_explained() -> None:
    assert "every disagreement counts the same" in said(KappaExplanation.of(MS, weights=None))
    assert "w(i, j) = |i - j| / 3, with" in said(KappaExplanation.of(MS, weights="linear"))
    own = said(KappaExplanation.of(MS, weights=np.abs(np.subtract.outer(range(4), range(4)))))
    assert "The weights that were given, as penalties" in own
    numbers = said(quadratic_kappa([1, 3, 7], [3, 7, 1]))
    assert "w(i, j) = (i - j)^2 / 6^2, with i and j the labels as numbers" in numbers
    ordinal = said(KappaExplanation.of(MS, weights="ordinal"))
    assert ordinal.startswith("Ordinal weighted kappa, step by step: ")
    assert "w(i, j) = d (d + 1) / 2 for labels d places apart. Divided by the largest" in ordinal
    ratio = said(KappaExplanation.of(MS, weights="ratio"))
    assert "w(i, j) = ((i - j) / (i + j))^2. i and j are the places 1 to 4 of the labels. Divided" in ratio
    assert "i and j are the labels as numbers." in said(weighted_kappa([1, 3, 7], [3, 7, 1], weights="radical"))


def test_meaning_for_each_kind_of_result() -> None:
    assert "worse than chance" in said(quadratic_kappa([1, 2, 3], [3, 2, 1]))
    assert "no better and no worse than chance" in said(of_table(np.ones((2, 2), int)))
    assert "1 is the largest value that a kappa can have" in said(quadratic_kappa([1, 2], [1, 2]))
    steps = quadratic_kappa([0, 0, 0], [4, 4, 4], names=("first", "second"))
    constant = said(steps)
    assert (steps.numerator, steps.denominator, steps.kappa) == (3.0, 3.0, 0.0)
    assert "first uses only '0', so what is observed is what chance expects" in constant
    names = ["strongly disagree with it", "strongly agree with it"]
    assert "strongl…ith it" in str(KappaExplanation.of(Counts.from_table([[1, 0], [1, 0]], names)))


def of_table(table: Any) -> KappaExplanation:
    return KappaExplanation.of(Counts.from_table(table))


def test_one_row_is_singular_and_weights_are_named() -> None:
    text = said(quadratic_kappa([4, 1, 1], [2, 1, 2]))
    assert "1 row is '4' in y_true and '2' in y_pred and carries 80.0 % of the penalty" in text
    weighted = said(quadratic_kappa([4, 1, 1], [2, 1, 2], sample_weight=[0.5, 1, 1]))
    assert "Rows of weight 0.500 are '4' in y_true and '2' in y_pred and carry 66.7 % of the penalty" in weighted


def test_many_labels_are_cut_in_the_middle_and_it_says_so() -> None:
    y = np.arange(40)
    steps = weighted_kappa(y, np.roll(y, 1), weights="linear")
    text = str(steps)
    assert "There are 40 labels: the tables show the first and the last ones" in " ".join(text.split())
    assert max(len(line) for line in text.splitlines()) <= 110
    assert "(28 smaller terms)" in " ".join(text.split())
    assert "The 5 largest of 40:" in text
    assert re.search(r"^   4 .*\n   \.\.\. .*\n   35 ", text, re.MULTILINE)


def test_html_shades_the_largest_penalty_most_and_sets_no_text_colour() -> None:
    page = KappaExplanation.of(MS).to_html()
    last = page[page.rindex("<table") :]
    strongest = max(re.findall(r'class="s([0-9]+)">([^<]+)', last), key=lambda pair: int(pair[0]))
    assert strongest == ("20", "23.8")
    assert ".s20{background:rgba(231,99,0,0.560)}" in page
    assert not re.search(r"[;{\"]color:", page)


# -- numbers -------------------------------------------------------------------------------------------------------

A, B = [2, 2, 2, 3, 4, 5, 5, 5, 5, 5], [2, 2, 2, 3, 2, 1, 1, 1, 1, 3]
MS = Counts.from_table(
    [[38, 5, 0, 1], [33, 11, 3, 0], [10, 14, 5, 6], [3, 7, 3, 10]], ["certain", "probable", "possible", "doubtful"]
)


def test_no_rows_is_undefined_and_says_so() -> None:
    steps = quadratic_kappa([], [])
    assert np.isnan(steps.kappa)
    assert steps.reason == "there are no rows"
    assert (steps.numerator, steps.denominator) == (0.0, 0.0)
    assert json.loads(json.dumps(steps.to_dict()))["kappa"] is None
    assert said(steps).endswith("The kappa is undefined: there are no rows.")


def test_one_category_is_undefined_and_says_so_without_a_warning() -> None:
    steps = quadratic_kappa([3, 3], [3, 3])
    assert np.isnan(steps.kappa)
    assert np.isnan(steps.share).all()
    assert steps.to_dict()["share"] == [[None]]
    text = said(steps)
    assert "step by step: undefined" in text
    assert "kappa = 1 - 0 / 0 is undefined" in text
    assert "Why: both raters use only the category 3, so chance alone would agree always (0/0)." in text
    assert "There is only one label, so there is nothing to weigh." in text


def test_worked_by_hand() -> None:
    # (1 x (4-2)^2 + 4 x (5-1)^2 + 1 x (5-3)^2) / 4^2 = 72 / 16 = 4.5
    # E: rows 2: 3, 3: 1, 4: 1, 5: 5; columns 1: 4, 2: 4, 3: 2
    steps = quadratic_kappa(A, B)
    assert steps.labels == (1, 2, 3, 4, 5)
    assert steps.numerator == 4.5
    assert_allclose(steps.denominator, 3.95, rtol=1e-14)
    assert_allclose(steps.kappa, -0.13924050632911378, rtol=1e-14)
    assert_allclose(steps.expected[4], [2.0, 2.0, 1.0, 0.0, 0.0], rtol=1e-15)
    assert_allclose(steps.share[4, 0], 64 / 72, rtol=1e-15)
    assert steps.weights[0].tolist() == [0.0, 0.0625, 0.25, 0.5625, 1.0]


@pytest.mark.parametrize("weights", [None, "linear", "quadratic", [[0, 1, 5], [2, 0, 1], [9, 1, 0]]])
def test_kappa_is_one_minus_numerator_over_denominator(weights: Any) -> None:
    rng = np.random.default_rng(7)
    y, p, w = rng.integers(0, 3, 60), rng.integers(0, 3, 60), rng.random(60)
    steps = weighted_kappa(y, p, weights=weights, sample_weight=w)
    assert_allclose(steps.kappa, 1 - steps.numerator / steps.denominator, rtol=1e-13)
    assert steps.kappa == cohen_kappa(y, p, weights=weights, sample_weight=w)
    assert_allclose(steps.numerator, (steps.weights * steps.observed).sum(), rtol=1e-14)
    assert_allclose(steps.denominator, (steps.weights * steps.expected).sum(), rtol=1e-14)
    assert_allclose([steps.share.sum(), steps.expected_share.sum()], 1.0, rtol=1e-14)


def test_weights_are_scaled_to_one_at_the_label_values() -> None:
    steps = weighted_kappa([1, 3, 7], [3, 7, 1], weights="quadratic")
    assert_allclose(steps.weights, np.array([[0, 4, 36], [4, 0, 16], [36, 16, 0]]) / 36, rtol=1e-15)
    assert weighted_kappa([1, 3, 7], [3, 7, 1], weights="linear").weights.max() == 1.0
    assert weighted_kappa([1, 3], [3, 1], weights=None).weights.tolist() == [[0, 1], [1, 0]]


def test_own_weights_stay_as_given_and_agreements_become_penalties() -> None:
    assert weighted_kappa([1, 2], [2, 1], weights=[[0, 7], [3, 0]]).weights.tolist() == [[0, 7], [3, 0]]
    steps = weighted_kappa([1, 2], [2, 1], weights=[[1, 0.5], [0.5, 1]])
    assert steps.weights.tolist() == [[0, 0.5], [0.5, 0]]
    assert steps.scheme == "own"


def test_a_stack_is_refused() -> None:
    with pytest.raises(LengthError, match="one table at a time"):
        KappaExplanation.of(Counts.from_labels(A, B).one_vs_rest())


def test_plain_data_are_json_and_hold_every_part() -> None:
    steps = quadratic_kappa(["b", "a", None], ["a", "a", "b"], labels=["a", "b"], missing="drop", names=("x", "y"))
    assert "2 rows (1 more left out, a value is missing)." in said(steps)
    plain = json.loads(json.dumps(steps.to_dict()))
    assert (plain["labels"], plain["names"], plain["n"], plain["missing"]) == (["a", "b"], ["x", "y"], 2, 1)
    assert (plain["observed"], plain["expected"], plain["kappa"]) == ([[1, 0]] * 2, [[1.0, 0.0]] * 2, 0.0)
    assert plain["share"] == [[0.0, 0.0], [1.0, 0.0]]
    assert plain["signature"].startswith("cohen_kappa|weights:quadratic|labels:a,b|n:2|missing:1|v:")
