"""The page of a panel: which coefficient to report, and what its intervals are of."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.samples import random_panel

from concordant import Ratings, intraclass_correlation, krippendorff_alpha, measurement_error, panels

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


def test_the_page_of_labels() -> None:
    rows = [["a", "a", "a"]] * 50 + [["a", "a", "b"]] * 8 + [["b", "b", "b"]] * 2
    found = panels.agree(rows)
    assert found.head.startswith("60 units, 3 raters, 3 ratings a unit (100% of the grid), labels a, b")
    assert "is higher because 92% of the ratings are 'a'" in found.sentence
    assert panels.agree(Ratings.from_wide(rows).tallies()).raters is None
    assert panels.agree(rows) == found
    assert found.to_dict()["labels"] == ["a", "b"]
    assert panels.agree(np.zeros((0, 3))).head == "0 units"
    one = panels.agree([["a", None], ["b", None], [None, None]])
    assert one.head.endswith(", 2 with one rating only, 1 more without any")
    assert "undefined" in str(one)
    assert one.single == 2


def test_labels_that_are_sets_are_printed_by_their_members() -> None:
    one, two = frozenset({"health"}), frozenset({"sport", "health"})
    rows = [[one, one, two], [two, two, two], [one, one, one]] * 4
    for answer in (panels.agree(rows), panels.label_report(rows), panels.rater_report(rows)):
        table = str(answer).replace(str(answer.sentence), "")
        assert "{health" in table
        assert "frozenset" not in table


NUMBERS = [[3, 4, 3], [5, 5, 4], [1, 2, 1], [4, 4, 5], [2, 2, 2], [5, 4, 5], [1, 1, 2], [3, 3, 4], [2, 3, 2], [4, 5, 4]]
GAPS: Any = [*NUMBERS[:9], [4, None, 5]]
TWOS = {"cluster": [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]}
BOTH = {"over": "units and raters"}
JACKKNIFE = {"se": "jackknife"}


@pytest.mark.parametrize(
    ("rows", "how", "these", "such"),
    [
        (NUMBERS, {}, JACKKNIFE, {}),
        ([[*row, None] for row in NUMBERS], {}, JACKKNIFE, {}),  # a column without a rating is no rater
        (GAPS, {}, JACKKNIFE, BOTH),
        (NUMBERS, TWOS, {}, BOTH),
        (GAPS, TWOS, {}, BOTH),
        (NUMBERS, {"sample_weight": [0.5] * 10}, {}, BOTH),
    ],
)
@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
def test_numbers_have_intraclass_correlations_beside_the_kappas(rows: Any, how: Any, these: Any, such: Any) -> None:
    found = panels.agree(rows, level_of_measurement="interval", **how)
    icc, sem = intraclass_correlation.interval, measurement_error.interval
    assert found.weights == "quadratic"
    assert found.these_raters == panels.agree(rows, weights="quadratic", **how).these_raters
    expected: Any = {
        "ICC(A,1), agreement": (icc(rows, **how, **these), icc(rows, **how, **such)),
        "ICC(C,1), consistency": (icc(rows, type="consistency", **how), None),
        "SEM, of agreement": (sem(rows, **how, **these), sem(rows, **how, **BOTH)),
    }
    for name, pair in expected.items():
        assert name in str(found)
        assert [one and one.method for one in found.reliability[name]] == [one and one.method for one in pair]
        for one, other in zip(found.reliability[name], pair, strict=True):
            if one is not None:
                assert_allclose([one, one.low, one.high, one.se], [other, other.low, other.high, other.se], rtol=1e-7)
    assert panels.agree(Ratings.from_wide(NUMBERS).tallies(), level_of_measurement="interval").reliability == {}
