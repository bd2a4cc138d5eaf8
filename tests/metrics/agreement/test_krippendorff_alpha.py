"""Krippendorff's alpha of two raters: edges, options, papers, the definition, other software, identities."""

from __future__ import annotations

from typing import Any

import pytest

from concordant import krippendorff_alpha
from concordant.errors import LabelOrderError

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


# -- papers and by hand --------------------------------------------------------------------------------------------


def test_the_examples_of_krippendorff_2011() -> None:
    meg, owen = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    assert krippendorff_alpha(meg, owen) == pytest.approx(1 - 19 * 8 / (2 * 14 * 6), rel=1e-14)  # 0.095
    ben, gerry = list("aabbdcccedda"), list("babbbccceddd")
    assert krippendorff_alpha(ben, gerry) == pytest.approx(0.692, abs=5e-4)


# -- identities ----------------------------------------------------------------------------------------------------
