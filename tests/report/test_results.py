"""All other metrics: those that the states allow, without a choice of the caller, and no second time."""

from __future__ import annotations

import json

import numpy as np
import pytest

from concordant import evaluate

RNG = np.random.default_rng(12)
TRUTH = RNG.integers(0, 2, 300)
PROB = np.clip(0.5 + (TRUTH - 0.5) * 0.5 + RNG.normal(size=300) / 4, 0.01, 0.99).round(2)


def test_a_binary_page_has_every_family_and_nothing_twice() -> None:
    page = evaluate(TRUTH, PROB > 0.5, PROB)
    names = [result.name for result in page.further]
    assert len(names) == len(set(names)) > 40
    assert not set(names) & {result.name for result in page.results}
    assert {"jaccard", "scott_pi", "gini", "h_measure", "expected_calibration_error"} <= set(names)
    assert {"mean_absolute_error", "f_beta", "precision_at_k"}.isdisjoint(names)  # an order, or a choice


def test_without_probabilities_there_is_no_calibration() -> None:
    page = evaluate(TRUTH, y_score=PROB * 10)
    assert {result.heading for result in page.further} == {"Ranking by the score"}


def test_several_classes_are_averaged_and_ordered_ones_have_distances() -> None:
    truth, pred = RNG.integers(0, 4, 200), RNG.integers(0, 4, 200)
    plain = evaluate(truth, pred, task="multiclass")
    assert plain["jaccard"].options == {"average": "macro"}
    assert "mean_absolute_error" not in plain
    ordinal = evaluate(truth, pred, task="ordinal")
    assert ordinal["mean_absolute_error"].value == pytest.approx(abs(truth - pred).mean())


def test_a_name_leads_to_them_and_they_stand_in_the_json() -> None:
    page = evaluate(TRUTH, PROB > 0.5, PROB)
    assert (page["threat_score"].name, "gini" in page, "nonsense" in page) == ("jaccard", True, False)
    found = {one["name"]: one["value"] for one in json.loads(page.to_json())["further"]}
    assert found["gini"] == page["gini"].value
