"""The page of a panel: which coefficient to report, and what its intervals are of."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from support.samples import random_panel

from concordant import Ratings, intraclass_correlation, krippendorff_alpha, panels

ROWS = np.where(random_panel(3, 60, 4) > 0, random_panel(3, 60, 4), np.nan)
TEXT = [["a", "a", "b"], ["b", "b", "b"], ["a", "a", "a"], ["a", "b", "b"]] * 10


@pytest.mark.parametrize(
    ("over", "such"),
    [
        ("units", None),
        ("raters", "other raters like these on these units"),
        ("units and raters", "other raters and other units like these"),
    ],
)
def test_each_interval_says_what_it_is_of(over: Any, such: str | None) -> None:
    found = panels.agree(TEXT, over=over)
    expected = {"these_raters": "these raters on other units like these"} | ({"such_raters": such} if such else {})
    assert found.targets == expected
    assert found.to_dict()["targets"] == expected
    alpha: Any = krippendorff_alpha.interval(TEXT)
    assert f"Report Krippendorff's alpha, {alpha.value:.2f}" in found.sentence
    assert f"is {alpha.low:.2f} to {alpha.high:.2f} for these raters on other units like these" in found.sentence
    if such is not None:
        other: Any = krippendorff_alpha.interval(TEXT, over=over)
        assert f"and {other.low:.2f} to {other.high:.2f} for {such}." in found.sentence
    assert "near misses" not in found.sentence


def test_the_coefficient_to_report_goes_with_the_labels() -> None:
    plain, weighted = panels.agree(ROWS), panels.agree(ROWS, weights="linear")
    assert plain.recommended == weighted.recommended == "krippendorff_alpha"
    assert 'with weights="linear" near misses count less' in plain.sentence
    assert "near misses" not in weighted.sentence
    numbers = panels.agree(ROWS, level_of_measurement="interval")
    assert numbers.recommended == "ICC(A,1), agreement"
    icc: Any = intraclass_correlation.interval(ROWS)
    assert f"Report ICC(A,1), {icc.value:.2f}" in numbers.sentence
    assert numbers.sentence in str(numbers)
    assert "Cohen's kappa" in panels.agree([row[:2] for row in TEXT]).sentence
    assert panels.agree(Ratings.from_wide(TEXT).tallies()).recommended == "krippendorff_alpha"


def test_nothing_is_recommended_where_nothing_is_defined() -> None:
    found = panels.agree([["a", "a"]] * 5)
    assert (found.recommended, found.sentence) == ("", "")
