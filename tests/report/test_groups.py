"""Group by group: each part is evaluated like a page of its own, and differences are not over-read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2_contingency

from concordant import accuracy, evaluate, f1, roc_auc, scan
from concordant.inference.comparisons.difference import adjusted
from concordant.report import Evaluation
from concordant.report import groups as chapter
from concordant.sources import batches as row_limit

RNG = np.random.default_rng(5)
TRUTH = RNG.integers(0, 2, 600)
SCORE = np.clip(0.5 + (TRUTH - 0.5) * 0.4 + RNG.normal(size=600) / 4, 0.01, 0.99).round(3)
PRED = (SCORE > 0.5).astype(int)
GROUP = np.array(["north", "south", "isle"])[RNG.choice(3, 600, p=[0.5, 0.45, 0.05])]


def grouped(*columns: Any, **how: Any) -> tuple[Evaluation, Any]:
    page = evaluate(*columns, **how)
    assert page.groups is not None
    return page, page.groups


@pytest.mark.parametrize("cluster", [None, np.arange(600) // 3], ids=["rows", "clusters"])
def test_a_group_has_the_numbers_of_a_page_of_its_own(cluster: Any) -> None:
    page, groups = grouped(TRUTH, PRED, SCORE, by=GROUP, cluster=cluster)
    assert [group.label for group in groups.groups] == ["isle", "north", "south"]
    for group in groups.groups:
        here = group.label == GROUP
        alone = evaluate(TRUTH[here], PRED[here], SCORE[here], cluster=None if cluster is None else cluster[here])
        assert group.n == here.sum()
        for result in group.results:
            assert result.value == pytest.approx(alone[result.key].value, rel=1e-12)
            ours, theirs = result.interval, alone[result.key].interval
            assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), rel=1e-9, nan_ok=True)
    assert [result.key for result in groups.overall.results] == [result.key for result in group.results]
    assert groups.overall.results[0] is page.results[0]
    assert [result.name for result in groups.overall.results] == ["roc_auc", "brier_score", "recall", "accuracy"]


def test_order_of_numbers_and_of_categories() -> None:
    pd = pytest.importorskip("pandas")
    years = np.array([2010, 9, 300])[RNG.integers(0, 3, 600)]
    sites = pd.Series(pd.Categorical(GROUP, categories=["south", "isle", "north"], ordered=True))
    doses = np.array([10.5, 0.7, -1, 2])[RNG.integers(0, 4, 600)]  # categories, not scores
    for by, order in ((years, [9, 300, 2010]), (doses, [-1.0, 0.7, 2.0, 10.5]), (sites, ["south", "isle", "north"])):
        assert [group.label for group in grouped(TRUTH, PRED, by=by)[1].groups] == order


@pytest.mark.parametrize("most", [0, row_limit.MOST_ROWS], ids=["batches", "memory"])
@pytest.mark.parametrize("roles", [{"y_pred": "pred"}, {"y_score": "score"}], ids=["labels", "scores"])
def test_order_of_categories_in_parquet(
    roles: dict[str, str], most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pandas writes whether categories are ordered; files that order them differently have no order together."""
    pd = pytest.importorskip("pandas")
    monkeypatch.setattr(row_limit, "MOST_ROWS", most)
    names = ["south", "isle", "north"]

    def written(name: str, *, ordered: bool, names: list[str]) -> Path:
        sites = pd.Categorical(GROUP, categories=names, ordered=ordered)
        frame = pd.DataFrame({"truth": TRUTH, "pred": PRED, "score": SCORE, "site": sites})
        frame.to_parquet(path := tmp_path / name, row_group_size=100)
        return path

    kept = [written(name, ordered=True, names=names) for name in ("a.parquet", "b.parquet")]
    other = written("c.parquet", ordered=True, names=["north", "east", "south", "isle"])
    loose = written("d.parquet", ordered=False, names=names)
    for data, order in (
        (kept[0], names),
        (kept, names),
        (scan(kept), names),
        ([kept[0], other], sorted(names)),
        ([other, kept[0]], sorted(names)),
        (loose, sorted(names)),
    ):
        groups = evaluate("truth", data=data, by="site", **roles).groups
        assert groups is not None
        assert [group.label for group in groups.groups] == order


def test_a_class_that_a_group_lacks_is_undefined_with_the_reason() -> None:
    page, groups = grouped(TRUTH, PRED, SCORE, by=TRUTH)
    first = groups.groups[0].results[0]
    assert (first.name, first.defined, first.reason) == ("roc_auc", False, "only the class 0 occurs in y_true")
    assert "undefined [1]" in str(page)
    assert "[1] only the class 0 occurs in y_true" in str(page)
    against_rest = groups.groups[0].against_rest[0]
    assert not against_rest.tested
    assert "only the class 0 occurs in y_true" in str(against_rest.reason)
    assert "no test [" in str(page)


def test_small_groups_and_comparisons_are_pointed_out() -> None:
    groups = grouped(TRUTH, PRED, by=GROUP)[1]
    assert [group.small for group in groups.groups] == [True, False, False]
    said = " ".join(groups.remarks)
    assert "'isle' has fewer than 100 rows: too few to rely on the intervals." in said
    assert "no group is shown to differ from the rest." in said
    assert "3 groups are compared" in said
    assert "one interval in 20 misses its true value" in said


# Tests against the rest, and intervals that hold at once

WORSE = np.where((GROUP == "south") & (RNG.random(600) < 0.35), 1 - TRUTH, PRED)


@pytest.mark.parametrize(
    ("adjust", "heading"),
    [("holm", "p (Holm)"), ("fdr", "p (FDR)"), ("fdr-by", "p (FDR-BY)"), (None, "difference from the rest")],
)
def test_a_group_against_the_rest_is_compare_independent(adjust: Any, heading: str) -> None:
    page, groups = grouped(TRUTH, WORSE, SCORE, by=GROUP, adjust=adjust)
    p_values = []
    for group in groups.groups:
        here = group.label == GROUP
        alone = accuracy.compare_independent((TRUTH[here], WORSE[here]), (TRUTH[~here], WORSE[~here]), method="mover")
        found = group.against_rest[3].comparison
        assert (found.difference, found.p_value) == pytest.approx((alone.difference, alone.p_value))
        assert found.names == (group.label, "the rest")
        p_values.append(alone.p_value)
    shown = [group.against_rest[3].p_value for group in groups.groups]
    np.testing.assert_allclose(shown, adjusted(np.array(p_values), adjust))
    assert heading in str(page)


@pytest.mark.parametrize("adjust", ["holm", "fdr", "fdr-by", None])
@pytest.mark.parametrize("several", [False, True])
def test_two_groups_make_one_comparison_whose_p_is_not_adjusted(several: bool, adjust: Any) -> None:
    truth = RNG.integers(0, 3, 600) if several else TRUTH
    south, worse = GROUP == "south", RNG.random(600) < np.where(GROUP == "south", 0.3, 0.2)
    page, groups = grouped(truth, np.where(worse, (truth + 1) % (2 + several), truth), by=south, adjust=adjust)
    first, second = (group.against_rest for group in groups.groups)
    for one, other in zip(first, second, strict=True):
        a, b = one.comparison, other.comparison
        assert one.p_value == other.p_value == a.p_value == b.p_value
        np.testing.assert_allclose((a.difference, a.low, a.high), (-b.difference, -b.high, -b.low), atol=1e-12)
    place = [one.comparison.metric for one in first if one.comparison is not None].index("accuracy")
    by_chi_squared = chi2_contingency([np.bincount(worse[south == k], minlength=2) for k in (0, 1)], correction=False)
    assert first[place].p_value == pytest.approx(by_chi_squared.pvalue, rel=0.1)
    assert "(Holm)" not in str(page)
    assert "one comparison: its p is not adjusted for the number of metrics" in " ".join(groups.remarks)


def test_a_finding_about_two_groups_has_the_p_value_of_one_comparison() -> None:
    pred = np.where((GROUP == "south") & (RNG.random(600) < 0.2), 1 - TRUTH, TRUTH)
    page, groups = grouped(TRUTH, pred, by=GROUP == "south")
    (found,) = (one for one in page.findings if one.rule == "group_differs")
    p_values = [one.comparison.p_value for one in groups.groups[0].against_rest if one.comparison is not None]
    assert found.numbers["p_value"] == min(p_values)
    assert "groups differ" not in found.sentence


def test_tests_of_groups_name_the_labels() -> None:
    names = np.array(["ill", "well"])
    page, groups = grouped(names[TRUTH], names[PRED], by=TRUTH, labels=["well", "ill"])
    assert "of the truth is positive (positive class 'ill')" in str(groups.groups[1].against_rest[0].reason)
    assert "positive class 1" not in str(page)


@pytest.mark.parametrize("roles", [("y", "p"), ("y", None, "s")])
def test_states_of_many_rows_are_tested_as_rows_are(monkeypatch: pytest.MonkeyPatch, roles: Any) -> None:
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"y": TRUTH, "p": WORSE, "s": SCORE, "g": GROUP})
    _, expected = grouped(*roles, data=frame, by="g")
    monkeypatch.setattr(chapter, "_MOST_ROWS", 0)
    _, found = grouped(*roles, data=frame, by="g")
    assert found.tested
    for group, other in zip(found.groups, expected.groups, strict=True):
        for one, rows in zip(group.against_rest, other.against_rest, strict=True):
            pair = [(x.p_value, y.difference, y.low, y.high) for x in (one, rows) if (y := x.comparison) is not None]
            np.testing.assert_allclose(pair[0], pair[1], rtol=1e-9, atol=1e-12)


def test_differences_from_the_rest_are_said() -> None:
    said = " ".join(grouped(TRUTH, WORSE, by=GROUP)[1].remarks)
    assert "'north', 'south' differ from the rest" in said
    assert "adjusted for the groups of each metric (Holm), not for the number of metrics" in said


def test_clusters_that_cross_groups_are_not_tested() -> None:
    _, crossing = grouped(TRUTH, PRED, by=GROUP, cluster=np.arange(600) // 3)
    assert not crossing.tested
    assert any("rows in several groups, so that the groups are not independent" in said for said in crossing.remarks)
    place = np.array([list(np.flatnonzero(label == GROUP)).index(k) // 3 for k, label in enumerate(GROUP)])
    _, within = grouped(TRUTH, PRED, by=GROUP, cluster=np.char.add(GROUP, place.astype(str)))
    assert within.tested


def test_no_tests_without_intervals_or_of_one_group() -> None:
    for page, groups in (grouped(TRUTH, PRED, by=GROUP, level=None), grouped(TRUTH, PRED, by=["x"] * 600)):
        assert not groups.tested
        assert "difference from the rest" not in str(page)


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize(("way", "alone"), [("max-t", 0.95 ** (1 / 3)), ("bonferroni", 1 - 0.05 / 3)])
def test_simultaneous_intervals_of_groups(way: Any, alone: float) -> None:
    page, groups = grouped(TRUTH, PRED, SCORE, by=GROUP, simultaneous=way)
    for group in groups.groups:
        here = group.label == GROUP
        for place, metric, column in ((0, roc_auc, SCORE), (3, accuracy, PRED)):
            found, usual = group.results[place].interval, metric.interval(TRUTH[here], column[here], level=alone)
            assert (found.low, found.high) == pytest.approx((usual.low, usual.high), rel=1e-9)
            assert (found.level, found.simultaneous) == (0.95, way)
    overall = groups.overall.results[3].interval
    assert overall.simultaneous is None
    assert "simultaneous 95 % interval" in str(page)
    assert f"hold all at once in 95 % of samples, metric by metric ({way})" in " ".join(groups.remarks)


def test_simultaneous_intervals_of_classes() -> None:
    truth = RNG.integers(0, 4, 600)
    pred = np.where(RNG.random(600) < 0.7, truth, RNG.integers(0, 4, 600))
    page = evaluate(truth, pred, task="multiclass", simultaneous="max-t")
    found = next(metric for metric in page.per_class if metric.name == "f1")
    usual = f1.interval(truth, pred, average=None, simultaneous="max-t")
    assert found.intervals is not None
    assert [one.low for one in found.intervals] == pytest.approx(usual.low.tolist())
    assert "The intervals of all classes of a metric hold at once in 95 % of samples (max-t)." in str(page)
