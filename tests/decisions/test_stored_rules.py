"""Stored rules: every field is changed in many ways; what is read is what was stored, or it is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from mutations import as_written, places, replaced

from concordant import best_threshold, decide, guaranteed_threshold, ordinal_cut_points
from concordant.decisions.from_probabilities import DecisionRule, LabelThresholds
from concordant.errors import StateFormatError
from concordant.result import BestThreshold, CutPoints, GuaranteedThreshold

RNG = np.random.default_rng(3)
TRUTH = RNG.choice(3, 200, p=[0.5, 0.3, 0.2])
SCORE = TRUTH + RNG.normal(size=200)
CHANCES = RNG.dirichlet([1, 1, 1], 60)


def _stored() -> dict[str, tuple[Any, Any]]:
    """A record of each kind with its class, also empty and undefined ones."""
    two = (TRUTH > 0).astype(int)
    return {
        "cut points": (CutPoints, ordinal_cut_points(TRUTH, SCORE)),
        "cut points of text": (CutPoints, ordinal_cut_points(["b", "a"] * 20, [2.0, 1.0] * 20, labels=["a", "b"])),
        "cut points of one label": (CutPoints, ordinal_cut_points([1, 1], [0.0, 1.0], labels=[0, 1, 2], cv=None)),
        "threshold": (BestThreshold, best_threshold(two, SCORE, "f1", constraint="recall >= 0.5")),
        "threshold without folds": (BestThreshold, best_threshold(two, SCORE, "accuracy", cv=None)),
        "guarantee": (GuaranteedThreshold, guaranteed_threshold(two, SCORE, "recall >= 0.6", metric="f1")),
        "rule": (DecisionRule, decide(CHANCES, "cohen_kappa", weights="quadratic").rule),
        "rule of two": (DecisionRule, decide(CHANCES[:, 0], "f1").rule),
        "rule that never says yes": (DecisionRule, DecisionRule(np.eye(2), np.array([-np.inf, 0.0]), ("no", "yes"))),
        "thresholds of labels": (LabelThresholds, decide(CHANCES, "f1", multilabel=True).rule),
        "a label never": (LabelThresholds, LabelThresholds(np.array([0.5, np.inf]), ("a", "b"))),
    }


pytestmark = pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning")
KINDS = [
    "cut points",
    "cut points of text",
    "cut points of one label",
    "threshold",
    "threshold without folds",
    "guarantee",
    "rule",
    "rule of two",
    "rule that never says yes",
    "thresholds of labels",
    "a label never",
]
NEW: list[Any] = [None, True, -1, -0.5, 0, 1.9, 10**400, "nan", "inf", "-inf", "x", [], {}, [[]], [None], {"a": 1}]


@pytest.fixture(scope="module")
def records() -> dict[str, tuple[Any, Any]]:
    return _stored()


def _mutations(data: Any) -> Iterator[tuple[tuple[Any, ...], Any]]:
    for path in places(data, 2):
        old = data
        for key in path:
            old = old[key]
        near = [-old, old + 0.5] if isinstance(old, (int, float)) and not isinstance(old, bool) else []
        turned = [old[::-1], old + old, old[:-1]] if isinstance(old, list) else []
        for value in (*NEW, *near, *turned):
            if value != old or isinstance(value, bool) != isinstance(old, bool):
                yield path, replaced(data, path, value)


@pytest.mark.parametrize("kind", KINDS)
def test_goes_through_json(kind: str, records: Any) -> None:
    record, found = records[kind]
    stored = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    again = record.from_dict(stored)
    assert again == found
    assert hash(again) == hash(found)
    assert json.loads(json.dumps(again.to_dict())) == stored


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_read_is_what_was_stored_or_it_is_refused(kind: str, records: Any) -> None:
    record, found = records[kind]
    stored = json.loads(json.dumps(found.to_dict()))
    refused = tried = 0
    for path, wrong in _mutations(stored):
        tried += 1
        try:
            again = record.from_dict(wrong)
        except StateFormatError:
            refused += 1
            continue
        assert as_written(again.to_dict()) == as_written(wrong), path
    assert tried > 80
    assert refused > 0.6 * tried  # the rest is another record of the same kind, or a remark


CONTRADICTIONS: list[tuple[str, dict[str, Any], str]] = [
    ("cut points", {"labels": [0, 1, 1]}, "labels that differ"),
    ("cut points", {"n": -3.0}, "n must be a number, 0 or more, not -3.0"),
    ("cut points", {"standard_error": -0.1}, "standard_error must be .* not -0.1"),
    ("cut points", {"groups": 1.9}, "groups must be a whole number"),
    ("cut points", {"better": "up"}, "better must be one of"),
    ("cut points", {"cut_points": ["nan", "nan"]}, "there is a value and no cut points"),
    ("threshold", {"low": 9.0, "high": -9.0}, "must lie between low and high"),
    ("threshold", {"threshold": 0.123}, "must lie between low and high"),
    ("threshold", {"classes": [1, 1]}, "labels that differ"),
    ("threshold", {"optima": -1}, "optima must be a whole number"),
    ("threshold", {"n": 5.0}, "rows are in cells, of 5"),
    ("guarantee", {"intervals": [[5.0, 4.0]]}, "pairs of a lower and an upper end"),
    ("guarantee", {"confidence": 1.5}, "confidence must be a number from 0 to 1"),
    ("rule", {"gains": [[1.0, 0.0], [0.0, 1.0]]}, "gains must be finite numbers, 3 rows"),
    ("rule", {"offsets": ["nan", 0.0, 0.0]}, "offsets must be 3 numbers below infinity"),
    ("thresholds of labels", {"thresholds": ["nan", 0.5, 0.5]}, "thresholds must be 3 numbers"),
]


@pytest.mark.parametrize(("kind", "change", "message"), CONTRADICTIONS)
def test_contradictions_are_named(kind: str, change: dict[str, Any], message: str, records: Any) -> None:
    record, found = records[kind]
    with pytest.raises(StateFormatError, match=message):
        record.from_dict({**found.to_dict(), **change})


def test_negative_cells_of_a_point_are_refused(records: Any) -> None:
    stored = records["threshold"][1].to_dict()
    for change, message in (
        ({"tp": -1.0}, "tp must be a number, 0 or more"),
        ({"recall": 0.1}, "recall is not that of its cells"),
    ):
        with pytest.raises(StateFormatError, match=message):
            BestThreshold.from_dict({**stored, "point": {**stored["point"], **change}})


@pytest.mark.parametrize("record", [CutPoints, BestThreshold, GuaranteedThreshold, DecisionRule, LabelThresholds])
@pytest.mark.parametrize("data", [None, 3, "rule", [], {}, {"result": "x", "version": 1}, {"version": True}])
def test_other_data_are_refused(record: Any, data: Any) -> None:
    with pytest.raises(StateFormatError):
        record.from_dict(data)


def test_rules_decide_as_before(records: Any) -> None:
    for kind in ("rule", "thresholds of labels"):
        record, found = records[kind]
        again = record.from_dict(json.loads(json.dumps(found.to_dict())))
        assert again.apply(CHANCES).tolist() == found.apply(CHANCES).tolist()
