"""Krippendorff's alpha of two raters: edges, options, papers, the definition, other software, identities."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest
from metrics.cases import PENALTIES, PYTHON, by_irrcac, by_package, counts_of

from concordant import krippendorff_alpha
from concordant.errors import LabelOrderError, OptionError, UndefinedMetricWarning
from concordant.states import Counts

LEVELS: tuple[Any, ...] = ("nominal", "ordinal", "interval", "ratio", "circular", "bipolar")


# -- edges ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("y_true", "y_pred", "value"),
    [
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], -0.5),
        ([0, 1, 0, 1], [1, 0, 1, 0], -0.75),  # -1 + 1/n
        ([0], [1], 0.0),  # one row: nothing else to pair the ratings with
        ([0, 1], [1, 1], 0.0),
    ],
)
def test_edges(y_true: Any, y_pred: Any, value: float, level: Any) -> None:
    assert krippendorff_alpha(y_true, y_pred, level_of_measurement=level) == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (([], []), "there are no rows"),
        (([3, 3], [3, 3]), "both raters use only the category 3, so chance alone would agree always (0/0)"),
    ],
)
def test_equal_and_constant_is_undefined(rows: Any, reason: str, level: Any) -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(krippendorff_alpha(*rows, level_of_measurement=level))
    assert str(caught[0].message) == f"krippendorff_alpha: {reason}"


def test_weights_that_sum_to_less_than_one_rating_are_undefined() -> None:
    with pytest.warns(UndefinedMetricWarning) as caught:
        assert math.isnan(krippendorff_alpha([0, 1], [1, 0], sample_weight=[0.2, 0.1]))
    assert str(caught[0].message) == (
        "krippendorff_alpha: the weights sum to 0.3, not even to one rating, so ratings cannot be paired"
    )


# -- options -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"level_of_measurement": "ordinal", "weights": "linear"},
            "give either level_of_measurement or weights, not both: level_of_measurement='ordinal' names its own ",
        ),
        ({"weights": np.array(PENALTIES)[:3, :3]}, "krippendorff_alpha does not tell the raters apart: its matrix of "),
    ],
)
def test_options_that_mean_nothing_are_refused(options: Any, message: str) -> None:
    with pytest.raises(OptionError, match=f"^{re.escape(message)}"):
        krippendorff_alpha([0, 1, 2], [0, 1, 1], **options)


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


# -- other software ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", PYTHON, ids=lambda case: case["name"])
def test_values_of_the_package_krippendorff(case: Any) -> None:
    # krippendorff.alpha(ratings, value_domain=labels, level_of_measurement=level)
    for level, value in case["krippendorff"].items():
        alpha = krippendorff_alpha.of(counts_of(case), level_of_measurement=level)
        assert alpha == pytest.approx(value, rel=1e-12, abs=1e-14)


@pytest.mark.parametrize(("counts", "weights", "value"), by_irrcac("krippendorff_alpha"))
def test_values_of_irrcac(counts: Any, weights: Any, value: float) -> None:
    # irrCAC.table.CAC(table, weights=...).krippendorff(), irrCAC.raw.CAC(ratings, ...).krippendorff()
    assert krippendorff_alpha.of(counts, weights=weights) == pytest.approx(value, rel=1e-12, abs=1e-14)


@pytest.mark.parametrize(("counts", "value"), by_package("pycm", "krippendorff_alpha"))
def test_values_of_pycm(counts: Any, value: float) -> None:
    assert krippendorff_alpha.of(counts) == pytest.approx(value, rel=1e-12)  # pycm.ConfusionMatrix(...).Alpha


# -- identities ----------------------------------------------------------------------------------------------------


def test_a_stack_says_what_its_tables_lack() -> None:
    tables = np.array([np.full((2, 2), 0.1), np.ones((2, 2)), np.zeros((2, 2))])
    with pytest.warns(UndefinedMetricWarning) as caught:
        value = krippendorff_alpha.of(Counts(tables, (0, 1)))
    assert np.isnan(value).tolist() == [True, False, True]
    assert str(caught[0].message) == (
        "krippendorff_alpha: in some tables the weights sum to 0.5 or less, not even to one rating or there are no rows"
    )
