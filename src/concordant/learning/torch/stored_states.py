"""States in checkpoints: of the kind that the metric takes, with its labels, and unchanged by reading."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from concordant.errors import ConcordantError, StateFormatError
from concordant.metrics.definition.metric import Metric
from concordant.states import Counts, Curve, CurveStack, Moments, SampleCounts
from concordant.typing import Label

_STATES: dict[str, Any] = {
    "counts": Counts,
    "curve": Curve,
    "curve_stack": CurveStack,
    "moments": Moments,
    "sample_counts": SampleCounts,
}
_NAMES = ("labels", "classes")  # where a state keeps the labels of the truth


def stored_state(stored: Any, metric: Metric, labels: tuple[Label, ...] | None) -> Any:
    """
    Return the state that was stored, None if there were no rows.

    Raises
    ------
    StateFormatError
        If it is another kind of state, of other labels, holds what rows cannot give, or reading would change it.
    """
    if stored is None:
        return None
    kind = stored.get("state") if isinstance(stored, Mapping) else None
    if not isinstance(kind, str) or kind not in _STATES:
        msg = f"the state must be one of {', '.join(_STATES)}, not {kind!r}."
        raise StateFormatError(msg)
    state = _read(_STATES[kind], stored)
    if not isinstance(state, metric.takes):
        msg = f"{metric.name} takes other states than {kind!r}."
        raise StateFormatError(msg)
    for name in _NAMES:
        found = getattr(state, name, None)
        if labels is not None and isinstance(found, tuple) and found != labels:
            msg = f"the state does not fit: it is of the labels {found}, not of {labels}."
            raise StateFormatError(msg)
    for name in ("table", "squares", "weights", "counts"):
        part = getattr(state, name, None)
        if isinstance(part, np.ndarray) and part.dtype.kind in "if" and not (part >= 0).all():
            msg = f"{name} of the stored state holds negative or undefined numbers, and rows are counted."
            raise StateFormatError(msg)
    return state


def _read(kind: Any, stored: Mapping[str, Any]) -> Any:
    """The state, if reading it changes nothing."""
    try:
        state = kind.from_dict(stored)
        again = state.to_dict()
    except ConcordantError as error:
        msg = f"the state cannot be read: {error}"
        raise StateFormatError(msg) from error
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        msg = f"the state holds something else where numbers and labels belong: {error}"
        raise StateFormatError(msg) from error
    changed = [name for name, value in again.items() if not _same(stored.get(name), value)]
    if changed:
        msg = f"reading would change {', '.join(changed)} of the stored state, so it is none that was written."
        raise StateFormatError(msg)
    return state


def _same(stored: Any, again: Any) -> bool:
    """Whether plain data are equal, also in their types: true is not 1, and undefined numbers are equal."""
    if isinstance(again, (list, tuple)) or isinstance(stored, (list, tuple)):
        both = isinstance(stored, (list, tuple)) and isinstance(again, (list, tuple)) and len(stored) == len(again)
        return both and all(map(_same, stored, again))
    if isinstance(again, dict) and isinstance(stored, Mapping):
        return set(again) == set(stored) and all(_same(stored[name], value) for name, value in again.items())
    if isinstance(stored, bool) != isinstance(again, bool):
        return False
    equal = stored == again
    return bool(equal) or (stored != stored and again != again)  # noqa: PLR0124  (NaN)
