"""G and D studies, limits of agreement, Spearman-Brown: edges, other software, identities."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import f
from support.files import TESTS
from support.samples import cases_of_numbers, random_numbers

from concordant import (
    d_study,
    g_study,
    intraclass_correlation,
    limits_of_agreement,
    spearman_brown,
    spearman_brown_raters,
)
from concordant.errors import IntervalWarning
from concordant.inference.quantiles import two_sided
from concordant.metrics.agreement.variance_components import reml
from concordant.states import RatingMoments

OF_R: dict[str, Any] = {
    case["group"]: case for case in json.loads((TESTS / "reference" / "g_study.json").read_text())["cases"]
}
CUBE = np.array(OF_R["g_study"]["ratings"])
JUDGES = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]


# -- edges -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("design", ["crossed", "nested"])
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_a_rater_without_a_rating_is_none_of_a_study(missing: float, design: Any) -> None:
    rows = random_numbers(6, 15, 3, missing=missing)
    wide = np.insert(rows, 1, np.nan, axis=1)
    found, plain = (g_study(one, design=design) for one in (wide, rows))
    assert (found.sizes, found.method) == (plain.sizes, plain.method)
    assert_allclose(list(found.components.values()), list(plain.components.values()), rtol=1e-6, atol=1e-12)
    one, other = (d_study(study, raters=2).limits["dependability"] for study in (found, plain))
    assert_allclose(one, other, rtol=1e-5)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([[3, 5]] * 5, "-2 on average, 95% of differences lie between -2 and -2 (n = 5); no interval: the differences"),
        ([[3, 3, 3], [4, 4, 4]], "by between 0 and 0 (n = 2); no interval: the raters do not differ"),
    ],
)
def test_limits_of_equal_differences_are_said_in_words(rows: Any, words: str) -> None:
    with pytest.warns(IntervalWarning, match="do not"):
        shown = str(limits_of_agreement(rows))
    assert words in shown
    assert "nan" not in shown
    assert "-0 " not in shown


@pytest.mark.parametrize("ratings", [[[2, 2, 2]] * 4 + [[2, None, 2]], np.full((3, 2, 2), 7.0)], ids=["gaps", "cube"])
def test_a_study_of_constants_says_that_they_do_not_vary(ratings: Any) -> None:
    found = g_study(ratings)
    assert str(found.reason).startswith("the ratings do not vary")
    means = str(d_study(found))
    for shown in (str(found), means):
        assert "nan" not in shown
        assert "doubt: the ratings do not vary" in shown
    assert "undefined" in means


def test_units_that_lack_a_rating_are_counted() -> None:
    rows: Any = [*JUDGES, [1, None, 2, 3]]
    found = limits_of_agreement(rows)
    assert (found.n, found.left_out) == (6, 1)
    assert "1 units that lack a rating are left out" in str(found)


# -- other software --------------------------------------------------------------------------------------------------


def test_two_facets_beside_mean_squares_of_r() -> None:
    found = g_study(CUBE)
    assert list(found.components) == list(OF_R["g_study"]["expected"])
    assert_allclose(list(found.components.values()), list(OF_R["g_study"]["expected"].values()), rtol=1e-9)


def test_limits_of_two_raters_beside_the_noncentral_t_of_r() -> None:
    case = OF_R["limits"]
    expected = case["expected"]
    found = limits_of_agreement(case["first"], case["second"])
    for name in ("bias", "low", "high"):
        assert_allclose(getattr(found, name).value, expected[name])
    assert_allclose([found.high.low, found.high.high], expected["exact"], rtol=1e-9)
    near = limits_of_agreement(case["first"], case["second"], method="bland-altman")
    assert_allclose([near.high.low, near.high.high], expected["bland_altman"], rtol=1e-9)


@pytest.mark.parametrize("case", cases_of_numbers("loam"), ids=lambda case: case["name"])
def test_limits_with_the_mean_beside_loamr(case: dict[str, Any]) -> None:
    found, expected = limits_of_agreement(case["input"]["ratings"]), case["expected"]
    assert_allclose(found.high.value, expected["loam"], rtol=1e-12)
    assert_allclose([found.high.low, found.high.high], expected["loam_ci95"], rtol=1e-12)
    assert_allclose([found.low.low, found.low.high], [-x for x in expected["loam_ci95"][::-1]], rtol=1e-12)


@pytest.mark.parametrize("case", cases_of_numbers("gtheory"), ids=lambda case: case["name"])
def test_one_facet_beside_gtheory(case: dict[str, Any]) -> None:
    rows, expected = case["input"]["ratings"], case["expected"]
    found = g_study(rows)
    if min(found.components.values()) < 0:  # gtheory takes REML, which has no negative variances
        assert found.reason is not None
        by_reml = reml(RatingMoments.from_wide(rows), "two-way")
        value = by_reml.units / (by_reml.units + by_reml.error / len(rows[0]))
        assert_allclose(value, expected["d_study_same_raters"]["generalizability"], rtol=1e-5)
        return
    assert_allclose(list(found.components.values()), list(expected["var"].values()), rtol=1e-5)
    means, values = d_study(found, raters=len(rows[0])), expected["d_study_same_raters"]
    ours = [means.generalizability, means.dependability, means.sem_relative, means.sem_absolute]
    names = ("generalizability", "dependability", "sem_rel", "sem_abs")
    assert_allclose(np.ravel(ours), [values[name] for name in names], rtol=1e-5)


# -- identities ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_a_d_study_of_the_same_raters_is_the_average_intraclass_correlation(missing: float) -> None:
    rows = random_numbers(2, missing=missing)
    found = d_study(rows, raters=[1, 4])
    for place, unit in enumerate(("single", "average")):
        options: Any = {"unit": unit}
        assert_allclose(found.dependability[place], intraclass_correlation(rows, **options), rtol=1e-9)
        same = intraclass_correlation(rows, type="consistency", **options)
        assert_allclose(found.generalizability[place], same, rtol=1e-9)
    nested = d_study(g_study(rows, design="nested"), raters=1)
    assert_allclose(nested.dependability[0], intraclass_correlation(rows, model="one-way"), rtol=1e-9)


def test_two_facets_of_which_one_does_nothing_are_one() -> None:
    rows = random_numbers(3, 12, 4)
    found = g_study(np.repeat(rows[:, :, None], 3, axis=2)).components
    one = g_study(rows).components
    assert_allclose([found["unit"], found["rater"], found["unit:rater"]], list(one.values()), rtol=1e-9)
    assert_allclose([found["occasion"], found["unit:rater:occasion"]], 0.0, atol=1e-12)


def test_limits_of_generalizability_leave_each_unit_out() -> None:
    for rows, raters, occasions in ((random_numbers(4, 15, 3, missing=0.1), 3, 1), (CUBE, 3, 2)):
        found = d_study(rows, raters=raters, occasions=occasions)
        n = len(rows)
        left = [d_study(np.delete(rows, u, 0), raters=raters, occasions=occasions) for u in range(n)]
        each = -np.log1p(-np.array([study.generalizability[0] for study in left]))
        low, high = -np.log1p(-found.limits["generalizability"][0])
        se = math.sqrt((n - 1) / n * ((each - each.mean()) ** 2).sum())
        assert_allclose((high - low) / 2, two_sided(0.95, n - 1) * se, rtol=1e-5)


def test_limits_of_dependability_hold_the_variance_of_raters_and_occasions() -> None:
    units, raters = np.linspace(0.0, 5.0, 12), np.array([0.0, 1.0, 0.5])
    rows = np.add.outer(units, raters)  # without errors a quotient of two mean squares: an F distribution
    squares = 3 * np.var(units, ddof=1) / (12 * np.var(raters, ddof=1))
    expected = [1 / (1 + 3 / (12 * squares / f.ppf(tail, 11, 2))) for tail in (0.975, 0.025)]
    assert_allclose(d_study(rows, raters=1).limits["dependability"][0], expected, atol=0.01)
    twice = np.repeat(rows[:, :, None], 4, axis=2) + np.array([0.0, 2.0, 0.0, 1.0])
    assert_allclose(d_study(twice, raters=1, occasions=10**6).limits["dependability"][0], expected, atol=0.01)


def test_the_number_of_raters_is_the_least_that_is_enough() -> None:
    found = d_study(JUDGES, raters=range(1, 20))
    needed = found.raters_needed(0.8, of="dependability")
    assert needed == found.raters[found.dependability >= 0.8][0]
    one = intraclass_correlation(JUDGES)
    assert needed == math.ceil(spearman_brown_raters(one, 0.8))
    constant = g_study([[1.0, 2.0], [3.0, 2.0], [4.0, 5.0]])
    constant.components["unit"] = 0.0
    assert d_study(constant).raters_needed(0.5) == math.inf


def test_spearman_brown_and_its_inverse() -> None:
    one, four = intraclass_correlation(JUDGES), intraclass_correlation(JUDGES, unit="average")
    assert_allclose(spearman_brown(one, 4), four)
    assert_allclose(spearman_brown_raters(one, four), 4)
    assert spearman_brown_raters(0.0, 0.5) == spearman_brown_raters(-0.3, 0.5) == math.inf
    assert math.isnan(spearman_brown(-0.5, 4))


def test_sums_are_enough_for_a_study_without_limits() -> None:
    moments = RatingMoments.from_wide(JUDGES)
    assert g_study(moments) == g_study(JUDGES)
    assert d_study(moments).limits == {}
    assert "0.909 " in str(d_study(moments, raters=4))
    assert "0.909 (0.6" in str(d_study(JUDGES, raters=4))
    assert json.dumps(g_study(JUDGES).to_dict())
    assert json.dumps(limits_of_agreement(JUDGES).to_dict())
