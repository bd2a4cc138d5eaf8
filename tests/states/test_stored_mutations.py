"""A stored state with anything in it changed is refused by our own error, or read as a state that rows can give."""

from __future__ import annotations

import faulthandler
import json
import math
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mutations import alike, mutated

from concordant import accuracy, average_precision, brier_score, cohen_kappa, pearson_correlation, roc_auc
from concordant.errors import ConcordantError, StateFormatError, UndefinedMetricWarning
from concordant.states import Counts, Curve, CurveStack, Moments, SampleCounts

STORED = Path(__file__).parent / "stored"
STATES: dict[str, Any] = {
    "counts": (Counts, [(accuracy, 0, 1), (cohen_kappa, -1, 1)]),
    "curve": (Curve, [(roc_auc, 0, 1), (average_precision, 0, 1)]),
    "curve_stack": (CurveStack, [(roc_auc, 0, 1), (average_precision, 0, 1)]),
    "moments": (Moments, [(pearson_correlation, -1, 1), (brier_score, 0, 2)]),
    "sample_counts": (SampleCounts, [(accuracy, 0, 1)]),
}


@pytest.fixture(autouse=True)
def _time_limit() -> Iterator[None]:
    """End the whole process after a minute: a loop in a kernel hears no signal."""
    faulthandler.dump_traceback_later(60, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


def _is_sound(state: Any, ends: list[tuple[Any, float, float]]) -> bool:
    """Whether it adds up and its metrics are inside their ranges."""
    assert state + state * 0 == state
    assert state * 0 + state == state
    try:
        twice = state + state
    except ConcordantError:  # too many rows for 64-bit integers
        twice = state
    found = [np.ravel(metric.of(one)) for one in (state, twice) for metric, _, _ in ends if _takes(metric, one)]
    limits = [(low, high) for one in (state, twice) for metric, low, high in ends if _takes(metric, one)]
    return all(
        ((values >= low - 1e-9) & (values <= high + 1e-9) | np.isnan(values) | np.isposinf(values)).all()
        for values, (low, high) in zip(found, limits, strict=True)
    )


def _takes(metric: Any, state: Any) -> bool:
    try:
        metric.of(state)
    except ConcordantError:
        return False
    return True


@pytest.mark.parametrize("path", sorted(STORED.glob("v1/*.json")), ids=lambda path: path.stem)
def test_whatever_is_changed_is_refused_or_sound(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    state, ends = STATES[data["state"]]
    read = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        warnings.filterwarnings("ignore", "overflow|invalid value", RuntimeWarning)  # sums of weights of 1e300
        for what, changed in mutated(data):
            try:
                found = state.from_dict(changed)
            except StateFormatError:
                continue
            except Exception as error:  # noqa: BLE001 - the test is that there is no other
                pytest.fail(f"{what}: {type(error).__name__}: {error}")
            read += 1
            again = found.to_dict()
            extra = changed.keys() - again.keys()
            assert alike(again, {name: changed[name] for name in changed if name not in extra}), what
            assert _is_sound(found, ends), what
    assert read > 0  # labels are anything, so that something is always read


def test_an_infinite_mean_has_no_spread() -> None:
    data = json.loads((STORED / "v1" / "moments_infinite.json").read_text(encoding="utf-8"))
    assert math.isinf(Moments.from_dict(data).mean[0])
    with pytest.raises(StateFormatError, match="a co-moment of finite quantities is NaN"):
        Moments.from_dict(data | {"mean": [1.0]})
