"""What the errors of a judge go with: time."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import polars as pl
import pytest
from support.samples import random_panel

from concordant import judging


def judged(seed: int = 1) -> dict[str, Any]:
    matrix = random_panel(seed, 90, 4, 3)
    return {"judge": matrix[:, 0], "humans": matrix[:, 1:], "window": np.repeat([1, 2.5, 3], 30)}


def test_windows_are_those_of_their_items() -> None:
    data = judged()
    found = judging.over_time(**data)
    one: Any
    for one, name in zip(found.windows, (1.0, 2.5, 3.0), strict=True):
        here = data["window"] == name
        expected = judging.gap(judge=data["judge"][here], humans=data["humans"][here])
        errors: Any = judging.judge_errors(judge=data["judge"][here], humans=data["humans"][here])
        assert one.gap.value == pytest.approx(expected.difference.value)
        assert one.gap.se == pytest.approx(expected.difference.se)
        assert one.severity.value == pytest.approx(errors.severity.value)


def test_a_judge_that_drifts_is_seen() -> None:
    rng = np.random.default_rng(2)
    human, month = rng.integers(0, 2, 400), np.repeat(np.arange(8), 50)
    right = rng.random(400) < 0.95 - 0.05 * month
    frame = pl.DataFrame(
        {"gpt": np.where(right, human, 1 - human), "ann": human, "day": [date(2026, 1 + int(m), 1) for m in month]}
    )
    found = judging.over_time(frame, judge="gpt", humans="ann", window="day")
    assert "falls by" in found.sentence
    assert found.trend.slope.low > 0
    assert found.windows[0].gap is None
    assert str(found).count("\n") == 10
    direct = judging.error_slope(error=1.0 - right, covariate=month)
    assert found.trend.slope.se == pytest.approx(direct.slope.se)


def test_the_order_of_windows_can_be_said() -> None:
    data = judged() | {"window": np.repeat(["spring", "summer", "autumn"], 30)}
    found = judging.over_time(**data, windows=["spring", "summer", "autumn"])
    assert [one.name for one in found.windows] == ["spring", "summer", "autumn"]


def test_windows_of_few_items_are_doubted() -> None:
    rng = np.random.default_rng(3)
    people = rng.integers(0, 2, (80, 2))
    judge = np.where(rng.random(80) < 0.8, people[:, 0], 1 - people[:, 0])
    few = judging.over_time(judge=judge, humans=people, window=np.repeat([1, 2, 3], [3, 37, 40]))
    assert few.reason == "1 window of fewer than 30 items: the interval of the gap is too narrow there"
    assert judging.over_time(judge=judge, humans=people, window=np.repeat([1, 2], 40)).reason is None
