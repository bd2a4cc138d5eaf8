"""The words that explain an AUC."""

import re
from typing import Any

import numpy as np

from concordant.explain import roc_auc

TWENTY = [label == "P" for label in "PPNPPPNNPNPNPNNNPNPN"]
SCORES = [0.9, 0.8, 0.7, 0.6, 0.55, 0.51, 0.49, 0.43, 0.42, 0.39, 0.33, 0.31, 0.23, 0.22, 0.19, 0.15, 0.12, 0.11]
SCORES += [0.04, 0.01]


def said(steps: Any) -> str:
    return " ".join(str(steps).split())


def test_no_rows_is_one_sentence() -> None:
    assert said(roc_auc([], [])).endswith("The AUC is undefined: there are no rows.")


def test_one_class_shows_the_counts_and_says_why() -> None:
    text = said(roc_auc([1, 1], [0.1, 0.2]))
    assert "step by step: undefined" in text
    assert "Why: only the class 1 occurs in y_true, so there is no pair" in text
    assert "0.2 1 0 1 0 0.5000 -" in text


def test_twenty_rows_can_be_followed() -> None:
    text = str(roc_auc(TWENTY, SCORES))
    flat = " ".join(text.split())
    assert text.startswith("ROC AUC, step by step: 0.6800\n===")
    assert "Positive (+) is True: 10 rows, P. Negative (-) is False: 10 rows, N." in flat
    marks = "".join("".join(line.split()[1:]) for line in text.splitlines() if line.strip().startswith("class"))
    assert marks == "".join("+" if positive else "-" for positive in TWENTY)
    assert "above all 0 0 10 10 0 0 0.90 1 0 9 10 0.1000 0" in flat
    assert "0.49 0.1000 0.5000 0.5000 0.0500 0.0500 0.0700 0.0700" in flat
    assert "Sum of the trapezoids = 0.68 = AUC" in flat
    assert "AUC = (concordant + tied / 2) / pairs = (68 + 0 / 2) / 100 = 0.68" in flat
    assert "the positive scores higher with a chance of 68.0 %; guessing gives 50 %." in flat
    assert "not shown" not in flat


def test_ties_are_explained() -> None:
    text = said(roc_auc([1, 0, 1, 1, 0, 0], [0.5, 0.5, 0.2, 0.3, 0.2, 0.1]))
    assert "score 0.5 0.5 0.3 0.2 0.2 0.1 class + - + + - -" in text
    assert "Rows with one score are tied" in text
    assert "there the curve is slanted" in text
    assert "The triangles above them are the tied pairs / 2: 2 / 2." in text
    assert "(5 + 2 / 2) / 9 = 0.666667" in text


def test_worse_than_guessing_asks_for_the_direction() -> None:
    assert "worse than guessing (50 %). Is the positive class, or the sign of the score," in said(
        roc_auc([0, 1], [2, 1])
    )


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


def test_weighted_rows_have_no_ranking_of_signs() -> None:
    text = said(roc_auc([0, 1], [1, 2], sample_weight=[0.5, 2.0]))
    assert "The rows carry weights: see step 2" in text
    assert "Positive (+) is 1: 2.000 weight, P." in text


def test_html_holds_the_same_steps_and_escapes_labels() -> None:
    steps = roc_auc(["<no>", "yes"], [1, 2], pos_label="yes")
    page = steps.to_html()
    assert re.findall(r"<h4>(\d)\.", page) == ["1", "2", "3", "4"]
    assert "<no>" not in page
    assert "&lt;no&gt;" in page
    assert steps._repr_html_() == page
