"""A stored interval, comparison or rule with anything in it changed is refused, or read as it says."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from mutations import accepted, alike, as_written

from concordant import accuracy, cohen_kappa
from concordant.decisions import (
    DecisionRule,
    LabelThresholds,
    best_threshold,
    decide,
    guaranteed_threshold,
    ordinal_cut_points,
)
from concordant.errors import ConcordantError

TRUTH, A, B = [0, 1] * 20, [0, 1] * 15 + [1, 0] * 5, [0, 0] * 20
SCORE = np.arange(40) * 7 % 13 / 13
RECORDS: dict[str, Any] = {
    "interval": accuracy.interval(TRUTH, A),
    "comparison": cohen_kappa.compare(TRUTH, A, B, margin=0.1, alternative="non-inferiority"),
    "threshold": best_threshold(TRUTH, SCORE, "f1", constraint={"recall": (0.1, None)}),
    "guaranteed": guaranteed_threshold([0, 1] * 200, np.tile([0.25, 0.75], 200), "recall >= 0.5"),
    "cuts": ordinal_cut_points([0, 1, 2, 1] * 10, SCORE),
    "rule": decide([[0.2, 0.5, 0.3], [0.6, 0.3, 0.1]], "cohen_kappa", weights="quadratic").rule,
    "rule that never says yes": DecisionRule(np.eye(2), np.array([-np.inf, 0.0]), ("no", "yes")),
    "thresholds of labels": LabelThresholds(np.array([0.5, np.inf]), ("a", "b")),
}


@pytest.mark.parametrize("name", RECORDS)
def test_whatever_is_changed_is_refused_or_read_as_it_says(name: str) -> None:
    record: Any = type(RECORDS[name])
    data = json.loads(json.dumps(RECORDS[name].to_dict()))
    assert alike(record.from_dict(data).to_dict(), data)
    read = 0
    for what, changed, found in accepted(record.from_dict, data):
        read += 1
        again, stored = found.to_dict(), {**getattr(record, "stored_defaults", {}), **changed}
        assert alike(as_written(again), as_written({field: stored.get(field) for field in again})), what
        assert str(found), what
        if hasattr(found, "predict"):
            _predicts(found, what)
    assert read > 0  # a name may be any text


def _predicts(found: Any, what: str) -> None:
    with suppress(ConcordantError):  # there is no threshold to decide by
        assert len(found.predict([0.5, -np.inf])) == 2, what
