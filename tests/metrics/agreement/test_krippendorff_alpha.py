"""Krippendorff's alpha of two raters: edges, options, papers, the definition, other software, identities."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from concordant import krippendorff_alpha
from concordant.errors import LabelOrderError, UndefinedMetricWarning
from concordant.states import Counts

LEVELS: tuple[Any, ...] = ("nominal", "ordinal", "interval", "ratio", "circular", "bipolar")


# -- options -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS[1:])
def test_every_level_but_the_nominal_one_needs_an_order(level: Any) -> None:
    text = ["low", "high", "mid", "high"], ["low", "mid", "mid", "high"]
    with pytest.raises(LabelOrderError, match=r"^krippendorff_alpha needs the order of the labels"):
        krippendorff_alpha(*text, level_of_measurement=level)
    declared = krippendorff_alpha(*text, level_of_measurement=level, labels=["low", "mid", "high"])
    expected = krippendorff_alpha([1, 3, 2, 3], [1, 2, 2, 3], level_of_measurement=level)
    assert declared == pytest.approx(expected, rel=1e-13)
    assert krippendorff_alpha(*text) == krippendorff_alpha(*text, labels=["mid", "low", "high"])


def test_the_ordinal_level_takes_numbers_in_their_order() -> None:
    truth, pred = np.array([1, 3, 7, 7, 3, 1]), np.array([1, 7, 7, 3, 3, 3])
    options: dict[str, Any] = {"level_of_measurement": "ordinal"}
    expected = krippendorff_alpha(truth, pred, **options)
    assert krippendorff_alpha(truth, pred, labels=[7, 1, 5, 3], **options) == pytest.approx(expected, rel=1e-14)
    assert krippendorff_alpha(truth**2, pred**2, **options) == expected


# -- papers and by hand --------------------------------------------------------------------------------------------


def test_the_examples_of_krippendorff_2011() -> None:
    meg, owen = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    assert krippendorff_alpha(meg, owen) == pytest.approx(1 - 19 * 8 / (2 * 14 * 6), rel=1e-14)  # 0.095
    ben, gerry = list("aabbdcccedda"), list("babbbccceddd")
    assert krippendorff_alpha(ben, gerry) == pytest.approx(0.692, abs=5e-4)


# -- identities ----------------------------------------------------------------------------------------------------


def test_a_stack_says_what_its_tables_lack() -> None:
    tables = np.array([np.full((2, 2), 0.1), np.ones((2, 2)), np.zeros((2, 2))])
    with pytest.warns(UndefinedMetricWarning) as caught:
        value = krippendorff_alpha.of(Counts(tables, (0, 1)))
    assert np.isnan(value).tolist() == [True, False, True]
    assert str(caught[0].message) == (
        "krippendorff_alpha: in some tables the weights sum to 0.5 or less, not even to one rating or there are no rows"
    )
