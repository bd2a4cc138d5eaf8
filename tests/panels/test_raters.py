"""Pairs of raters, raters, units and labels of a panel."""

from __future__ import annotations

import json
import warnings
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats
from support.samples import random_panel

from concordant import (
    Ratings,
    category_kappa,
    cohen_kappa,
    gwet_ac1,
    krippendorff_alpha,
    light_kappa,
    panels,
    positive_agreement,
    weighted_agreement,
)
from concordant.errors import IntervalWarning

MATRIX = random_panel(5, 60, 4)
CALLS: dict[str, Any] = {
    "pairwise": panels.pairwise,
    "rater_report": panels.rater_report,
    "unit_report": panels.unit_report,
    "label_report": panels.label_report,
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize(
    "rows",
    [
        [["a", "a"]],
        [["a", "b"], ["b", "a"]],
        [["a", None, None], [None, "b", None], [None, None, "a"]],
        [[True, False, True], [True, True, True]],
        [[1, None, None], [2, None, None], [1, 2, None]],
    ],
    ids=["one unit", "inverted", "no pair", "bools", "one pair"],
)
def test_edges_are_reported_and_not_raised(name: str, rows: Any) -> None:
    found = CALLS[name](rows)
    assert str(found)
    json.dumps(found.to_dict(), allow_nan=False)
    assert found == CALLS[name](rows)
    assert found.frame().height == len(next(iter(found.columns().values())))
    assert "<table>" in found._repr_html_()


def test_pairs_are_the_metric_of_two_columns() -> None:
    found = panels.pairwise(MATRIX)
    assert_allclose(found.mean, light_kappa(MATRIX))
    both = ~np.isnan(MATRIX[:, [0, 2]]).any(1)
    one = cohen_kappa.interval(*MATRIX[both][:, [0, 2]].T)
    assert_allclose([found.value[0, 2], found.low[2, 0], found.high[0, 2]], [one.value, one.low, one.high])
    assert found.units[0, 2] == both.sum()
    assert found.units[1, 1] == (~np.isnan(MATRIX[:, 1])).sum()
    docs = np.repeat(np.arange(20), 3)
    clustered = panels.pairwise(MATRIX, cluster=docs)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntervalWarning)
        expected = cohen_kappa.interval(*MATRIX[both][:, [0, 2]].T, cluster=docs[both])
    assert_allclose(clustered.low[0, 2], expected.low)
    assert_allclose(panels.pairwise(Ratings.from_wide(MATRIX, cluster=docs)).low, clustered.low)
    assert_allclose(clustered.value, found.value)


def test_severity_of_complete_numbers_is_a_paired_t_test_against_the_mean() -> None:
    whole = np.random.default_rng(3).integers(1, 6, (25, 4))
    found = panels.rater_report(whole)
    apart = whole - whole.mean(1, keepdims=True)
    raw = [stats.ttest_1samp(column, 0) for column in apart.T]
    assert_allclose([float(row.severity[0]) for row in found.raters], apart.mean(0), atol=1e-12)
    limits = [one.confidence_interval() for one in raw]
    assert_allclose([row.severity[0].low for row in found.raters], [one.low for one in limits])
    order = np.argsort([one.pvalue for one in raw])
    smallest = raw[order[0]].pvalue * 4
    assert_allclose(found.raters[order[0]].severity_p[0], min(smallest, 1.0))


def test_severity_in_clusters_counts_equal_units_of_a_cluster_each() -> None:
    rng = np.random.default_rng(11)
    rows, cluster = rng.integers(1, 4, (100, 3)), np.repeat(np.arange(10), 10)
    found = panels.rater_report(rows, cluster=cluster)
    apart = rows - rows.mean(1, keepdims=True)
    sums = (apart - apart.mean(0)).reshape(10, 10, 3).sum(1)
    se = np.sqrt(10 / 9 * np.square(sums).sum(0)) / 100  # the sandwich of clusters, from the rows
    assert_allclose([row.severity[0].se for row in found.raters], se)
    assert_allclose([row.severity[0].high for row in found.raters], apart.mean(0) + stats.t.ppf(0.975, 9) * se)


def test_what_a_rater_does_beside_the_others_by_hand() -> None:
    rows = [["a", "a", "b"], ["a", "a", "a"], ["b", "b", "a"], ["a", "b", None]]
    first, _, third = panels.rater_report(rows).raters
    assert (first.ratings, first.alone) == (4, 0)
    assert (third.ratings, third.alone, third.usage.tolist()) == (3, 0, [2, 1])
    assert_allclose(float(third.agreement), 1 / 3)
    assert_allclose(float(third.difference), 1 / 3 - 1)
    assert_allclose([float(one) for one in third.severity], [0.0, 0.0], atol=1e-12)
    change = krippendorff_alpha(rows) - krippendorff_alpha([row[:2] for row in rows])
    assert_allclose(float(third.change), change)


def panel_with(bad: str, rng: np.random.Generator, units: int = 200) -> Any:
    """Five raters who are right in 80 %; what the last one, or the last two, do instead."""
    truth = rng.integers(0, 4, units)
    rows = np.where(rng.random((units, 5)) < 0.8, truth[:, None], rng.integers(0, 4, (units, 5)))
    if bad in ("over-uses", "both"):
        rows[:, 4] = np.where(rng.random(units) < 0.4, 0, rows[:, 4])
    if bad in ("rates higher", "both"):
        rows[:, 3] = np.where(rng.random(units) < 0.5, np.minimum(rows[:, 3] + 1, 3), rows[:, 3])
    return rows


@pytest.mark.parametrize(("bad", "expected"), [("over-uses", {4}), ("rates higher", {3}), ("both", {3, 4})])
@pytest.mark.parametrize("scale", ["labels", "numbers"])
def test_who_is_far_off_does_not_make_the_others_stand_out(bad: str, expected: set[int], scale: Any) -> None:
    rng = np.random.default_rng(12)
    found = [panels.rater_report(panel_with(bad, rng), scale=scale) for _ in range(25)]
    assert sum(expected <= set(one.flagged) for one in found) >= 24
    assert sum(bool(set(one.flagged) - expected) for one in found) <= 4  # of 25, before: 13 to 25
    assert all(one.worst in expected for one in found)


def test_the_worst_rater_is_named_first_with_the_coefficient_without_him() -> None:
    rows = panel_with("both", np.random.default_rng(3))
    found = panels.rater_report(rows, raters=["ann", "bob", "cem", "eve", "rex"], scale="labels")
    assert {row.rater for row in found.worst_first[:2]} == {"eve", "rex"}
    changes = [float(row.change) for row in found.worst_first[2:]]
    assert changes == sorted(changes)
    without = max(krippendorff_alpha(np.delete(rows, rater, axis=1)) for rater in range(5))
    assert_allclose(found.value, krippendorff_alpha(rows))
    assert f"alpha would rise most, from {found.value:.2f} to {without:.2f}." in found.sentence
    assert found.lines()[0].endswith("alpha if rater removed (minus that of all)")
    assert found.lines()[1].lstrip().startswith(str(found.worst_first[0].rater))
    assert found.lines()[1].endswith(f"{without:.2f} ({without - found.value:+.2f})")
    second = found.worst_first[1]
    assert any("left out)" in flag for row in found.worst_first[:2] for flag in row.flags), second.flags
    two = panels.rater_report(rows[:, 3:])
    assert two.worst is None
    assert np.isnan(two.raters[0].change)


@pytest.mark.parametrize("scale", ["labels", "numbers"])
@pytest.mark.parametrize("weighted", [False, True])
def test_changes_are_those_of_comparing_the_panel_with_each_rest(scale: Any, weighted: bool) -> None:
    rng = np.random.default_rng(1)
    rows = np.where(rng.random((50, 4)) < 0.3, np.nan, rng.integers(0, 3, (50, 4)))
    state = Ratings.from_wide(rows, sample_weight=rng.choice([0.5, 1.0, 2.0], 50) if weighted else None)
    for row in panels.rater_report(state, scale=scale, metric="gwet_ac1").raters:
        others = [rater for rater in range(4) if rater != row.rater]
        expected: Any = gwet_ac1.compare(state, a=[0, 1, 2, 3], b=others)
        assert_allclose(
            [row.change.value, row.change.low, row.change.high, row.change.se],
            [expected.difference, expected.low, expected.high, expected.se],
        )


def test_weights_of_any_size_mean_the_same() -> None:
    plain = panels.rater_report(MATRIX)
    for size in (2.0, 1e18, 1e-18):
        found = panels.rater_report(MATRIX, sample_weight=np.full(60, size))
        for part in ("difference", "agreement"):
            ours, theirs = ([getattr(row, part) for row in one.raters] for one in (found, plain))
            assert_allclose([one.se for one in ours], [one.se for one in theirs])
        assert_allclose([row.severity[0].low for row in found.raters], [row.severity[0].low for row in plain.raters])
        whole = panels.dawid_skene(Ratings.from_wide(MATRIX, sample_weight=np.full(60, size)))
        assert_allclose([one.low for one in whole.accuracy], [one.low for one in panels.dawid_skene(MATRIX).accuracy])


def test_raters_who_share_no_unit_are_not_compared() -> None:
    rows = [[1, 2, None, None]] * 10 + [[None, None, 4, 2]] * 10
    found = panels.rater_report(rows)
    assert "2 groups that share no unit" in str(found.reason)
    assert_allclose([float(row.severity[0]) for row in found.raters], [-0.5, 0.5, 1.0, -1.0], atol=1e-12)


def test_units_come_in_the_order_of_their_disagreement() -> None:
    names = [f"u{place}" for place in range(60)]
    found = panels.unit_report(MATRIX, unit=names, weights="quadratic")
    how: Any = {"labels": [1, 2, 3], "weights": "quadratic", "undefined": np.nan}
    at = {name: weighted_agreement(MATRIX[[place]], **how) for place, name in enumerate(names)}
    assert_allclose(found.agreement, [at[name] for name in found.units], atol=1e-12)
    known = found.agreement[~np.isnan(found.agreement)]
    assert (np.diff(known) >= 0).all()
    assert_allclose(known.mean(), weighted_agreement(MATRIX, weights="quadratic"))
    assert found.given[0] == tuple(x for x in MATRIX[names.index(str(found.units[0]))] if x == x)
    assert panels.unit_report(MATRIX, unit=names, weights="quadratic", most=5).units == found.units[:5]
    state = panels.unit_report(Ratings.from_wide(MATRIX), weights="quadratic")
    assert (state.total, state.split) == (found.total, found.split)
    even = panels.unit_report([["a", "b"], ["a", "a"]])
    assert_allclose(even.entropy, [1.0, 0.0])
    assert_allclose(panels.unit_report([[1, 3, 5]]).spread, [2.0])


def test_the_flag_of_less_agreement_and_the_largest_over_use_come_first() -> None:
    rng = np.random.default_rng(2)
    truth = rng.choice(4, 200, p=[0.4, 0.3, 0.2, 0.1])
    rows = np.where(rng.random((200, 4)) < 0.85, truth[:, None], rng.integers(0, 4, (200, 4)))
    rows[:, 3] = rng.choice([1, 2, 2, 3], 200)
    flags = panels.rater_report(rows, scale="labels").raters[3].flags
    assert flags[0] == "agrees less with the others than they do with each other"
    shares = [int(flag.split()[2]) for flag in flags[1:]]
    assert len(shares) > 1
    assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize(("other", "part"), [("b", "Most of the disagreement"), ("c", "The largest part of the dis")])
def test_most_of_the_disagreement_is_more_than_half_of_it(other: str, part: str) -> None:
    found = panels.label_report([["a", "b"], ["a", other], ["b", "c"], ["a", "a"], ["b", "b"], ["a", "b"]])
    assert part in str(found.sentence)
    assert (found.merges[0].share > 0.5) == part.startswith("Most")


def test_labels_have_the_values_of_the_metrics() -> None:
    found = panels.label_report(MATRIX)
    assert_allclose([float(row.specific) for row in found.labels], positive_agreement(MATRIX, average=None))
    assert_allclose([float(row.kappa) for row in found.labels], category_kappa(MATRIX))
    assert_allclose(np.triu(found.confused, 1).sum(), 1.0)
    first = found.merges[0]
    joined = np.where(first.labels[1] == MATRIX, first.labels[0], MATRIX)
    assert_allclose([first.before, first.after], [krippendorff_alpha(MATRIX), krippendorff_alpha(joined)])
    assert_allclose(first.share, found.confused.max())
    neighbours = panels.label_report(MATRIX, weights="linear").merges
    assert {one.labels for one in neighbours} == {(1, 2), (2, 3)}
    assert panels.label_report(Ratings.from_wide(MATRIX).tallies()).merges == found.merges
    doubted = panels.label_report([["yes", "Yes "], ["no", "no"], ["yes", "no"]])
    assert "'Yes ' and 'yes' count as different labels" in str(doubted.reason)


@pytest.mark.parametrize("cluster", [None, np.arange(100) // 2])
def test_a_rare_label_that_one_rater_gave_a_few_times_flags_nobody(cluster: Any) -> None:
    rows = np.zeros((100, 5), np.int64)
    rows[:5, 0] = 1
    numbers_of, labels_of = (panels.rater_report(rows, scale=scale, cluster=cluster) for scale in ("numbers", "labels"))
    assert numbers_of.flagged == labels_of.flagged == ()
    assert numbers_of.raters[0].severity_p[0] == pytest.approx(labels_of.raters[0].severity_p[1], rel=0.1)


@pytest.mark.parametrize("scale", ["numbers", "labels"])
def test_the_severities_of_two_raters_are_one_comparison(scale: Any) -> None:
    rng = np.random.default_rng(6)
    first = rng.integers(1, 4, 80)
    second = np.clip(first + (rng.random(80) < 0.3), 1, 3)
    report = panels.rater_report(np.stack([first, second], 1), scale=scale)
    one, other = (row.severity_p for row in report.raters)
    assert one == pytest.approx(other)
    if scale == "numbers":
        assert one[0] == pytest.approx(stats.ttest_rel(first, second).pvalue, rel=1e-6)
    else:
        assert min(one) < 0.05 / 3
        assert "percentage points" in report.sentence


@pytest.mark.parametrize("raters", [2, 5, 7, 20])
@pytest.mark.parametrize("missing", [0.0, 0.4])
def test_severities_are_those_of_least_squares_and_sum_to_zero(raters: int, missing: float) -> None:
    rng = np.random.default_rng(raters)
    for units in (10, 50, 300):
        matrix = rng.integers(1, 7, (units, raters)).astype(float)
        matrix[rng.random(matrix.shape) < missing] = np.nan
        unit, rater = np.nonzero(~np.isnan(matrix))
        design = np.zeros((len(unit), units + raters))
        design[np.arange(len(unit)), unit] = design[np.arange(len(unit)), units + rater] = 1
        pulls = np.linalg.pinv(design)[units:]
        pulls -= pulls.mean(0)
        effects = pulls @ matrix[unit, rater]
        report = panels.rater_report(matrix, scale="numbers")
        moved = np.zeros((units, raters))  # of Satterthwaite's degrees of freedom: the variance that each unit gives
        np.add.at(moved, unit, pulls.T**2)
        df = moved.sum(0) ** 2 / (moved**2).sum(0) - 1
        value, se, high = np.array([[x.value, x.se, x.high] for x in (row.severity[0] for row in report.raters)]).T
        assert_allclose((high - value) / se, stats.t.ppf(0.975, df), rtol=1e-6)
        within = np.array([np.var(row[row == row], ddof=1) if (row == row).sum() > 1 else 0.0 for row in matrix])
        chance = np.sqrt(within @ moved) if raters > 2 else 0.0  # which of the ratings of a unit is whose
        p = 2 * stats.t.sf(np.abs(value) / np.maximum(se, chance), df)
        least = min(p.min() * (raters if raters > 2 else 1), 1.0)  # Holm's adjustment
        assert_allclose(min(row.severity_p[0] for row in report.raters), least, rtol=1e-6)
        assert_allclose([float(row.severity[0]) for row in report.raters], effects - effects.mean(), atol=1e-10)
        each = panels.rater_report(matrix, scale="numbers", cluster=range(units))  # clusters of one unit are units
        assert_allclose([row.severity[0].se for row in each.raters], [row.severity[0].se for row in report.raters])
