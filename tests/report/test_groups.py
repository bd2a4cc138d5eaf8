"""Group by group: each part is evaluated like a page of its own, and differences are not over-read."""

from __future__ import annotations

import json

import numpy as np
import pytest

from concordant import evaluate
from concordant.errors import ContinuousLabelsError, OptionError
from concordant.report.text import page_text

RNG = np.random.default_rng(5)
TRUTH = RNG.integers(0, 2, 600)
SCORE = np.clip(0.5 + (TRUTH - 0.5) * 0.4 + RNG.normal(size=600) / 4, 0.01, 0.99).round(3)
PRED = (SCORE > 0.5).astype(int)
GROUP = np.array(["north", "south", "isle"])[RNG.choice(3, 600, p=[0.5, 0.45, 0.05])]


def test_a_group_has_the_numbers_of_a_page_of_its_own() -> None:
    page = evaluate(TRUTH, PRED, SCORE, by=GROUP)
    assert page.groups is not None
    assert [group.label for group in page.groups.groups] == ["isle", "north", "south"]
    for group in page.groups.groups:
        here = group.label == GROUP
        alone = evaluate(TRUTH[here], PRED[here], SCORE[here])
        assert group.n == here.sum()
        for result in group.results:
            assert result.value == pytest.approx(alone[result.key].value, rel=1e-12)
            ours, theirs = result.interval, alone[result.key].interval
            assert ours is not None
            assert theirs is not None
            assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), rel=1e-9, nan_ok=True)
    assert [result.key for result in page.groups.overall.results] == [result.key for result in group.results]
    assert page.groups.overall.results[0] is page.results[0]


def test_the_main_metrics_are_the_first_of_each_heading() -> None:
    page = evaluate(TRUTH, PRED, SCORE, by=GROUP)
    assert page.groups is not None
    assert [result.name for result in page.groups.overall.results] == ["roc_auc", "brier_score", "recall", "accuracy"]


def test_order_of_numbers_and_of_categories() -> None:
    pd = pytest.importorskip("pandas")
    years = np.array([2010, 9, 300])[RNG.integers(0, 3, 600)]
    page = evaluate(TRUTH, PRED, by=years)
    assert page.groups is not None
    assert [group.label for group in page.groups.groups] == [9, 300, 2010]
    order = pd.Categorical(GROUP, categories=["south", "isle", "north"], ordered=True)
    page = evaluate(TRUTH, PRED, by=pd.Series(order))
    assert page.groups is not None
    assert [group.label for group in page.groups.groups] == ["south", "isle", "north"]


def test_a_class_that_a_group_lacks_is_undefined_with_the_reason() -> None:
    page = evaluate(TRUTH, PRED, SCORE, by=TRUTH)
    assert page.groups is not None
    first = page.groups.groups[0].results[0]
    assert (first.name, first.defined, first.reason) == ("roc_auc", False, "only the class 0 occurs in y_true")
    assert "undefined [1]" in str(page)
    assert "[1] only the class 0 occurs in y_true" in str(page)


def test_small_groups_and_comparisons_are_pointed_out() -> None:
    page = evaluate(TRUTH, PRED, by=GROUP)
    assert page.groups is not None
    assert [group.small for group in page.groups.groups] == [True, False, False]
    said = " ".join(page.groups.remarks)
    assert "'isle' has fewer than 100 rows: too few to rely on the intervals." in said
    assert "the intervals of all groups overlap, so that their order is not settled." in said
    assert "3 groups are compared" in said
    assert "one interval in 20 misses its true value" in said


def test_groups_that_lie_apart_are_named() -> None:
    pred = np.where(GROUP == "north", TRUTH, RNG.integers(0, 2, 600))
    page = evaluate(TRUTH, pred, by=GROUP)
    assert page.groups is not None
    assert any(
        "the intervals of 'isle' and 'north', 'north' and 'south' do not overlap" in said
        for said in page.groups.remarks
    )


def test_without_intervals_only_the_size_is_remarked() -> None:
    page = evaluate(TRUTH, PRED, by=GROUP, level=None)
    assert page.groups is not None
    assert page.groups.remarks == ("'isle' has fewer than 100 rows: too few to rely on the intervals.",)
    assert "interval)" not in page_text(page)


def test_clusters_hold_within_groups() -> None:
    patient = np.arange(600) // 3
    page = evaluate(TRUTH, PRED, by=GROUP, cluster=patient)
    assert page.groups is not None
    here = GROUP == "north"
    alone = evaluate(TRUTH[here], PRED[here], cluster=patient[here])["recall"].interval
    found = page.groups.groups[1].results[0]
    assert found.name == "recall"
    assert found.interval is not None
    assert alone is not None
    assert (found.interval.low, found.interval.high) == pytest.approx((alone.low, alone.high), rel=1e-9)


def test_ordinal_and_multiclass_groups() -> None:
    truth = RNG.integers(0, 4, 600)
    pred = np.clip(truth + RNG.integers(-1, 2, 600), 0, 3)
    page = evaluate(truth, pred, truth + RNG.normal(size=600), by=GROUP)
    assert page.groups is not None
    assert page.groups.overall.results[0].key == "cohen_kappa|weights:quadratic"
    here = GROUP == "south"
    alone = evaluate(truth[here], pred[here], labels=[0, 1, 2, 3], task="ordinal")
    assert page.groups.groups[2].results[0].value == pytest.approx(alone["cohen_kappa|weights:quadratic"].value)
    scores = RNG.dirichlet(np.ones(4), 600)
    many = evaluate(truth, pred, scores, by=GROUP, task="multiclass")
    assert many.groups is not None
    keys = [result.key for result in many.groups.overall.results]
    assert keys == ["accuracy", "balanced_accuracy", "roc_auc|average:macro", "brier_score"]
    assert [result.key for result in many.groups.groups[1].results] == keys


def test_text_json_and_html_hold_every_group() -> None:
    page = evaluate(TRUTH, PRED, SCORE, by=GROUP)
    text = str(page)
    assert max(map(len, text.splitlines())) <= 100
    data = json.loads(page.to_json())["by"]
    assert [group["label"] for group in data["groups"]] == ["isle", "north", "south"]
    assert data["all"]["n"] == 600
    html = page.to_html()
    for group in ("isle", "north", "south", "all rows"):
        assert f'<th scope="row">{group}</th>' in html
        assert f"  {group} " in text


def test_groups_are_few_and_no_measurements() -> None:
    with pytest.raises(OptionError, match="by has 600 different values; a page by group holds up to 200 groups"):
        evaluate(TRUTH, PRED, by=np.arange(600))
    with pytest.raises(ContinuousLabelsError):
        evaluate(TRUTH, PRED, by=SCORE)
