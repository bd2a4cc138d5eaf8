"""
The option `prevalence` of metrics: their value in a population with other shares of the classes.

Sensitivity and specificity, or the scores within each class, are taken to be those of the data; only the mix of the
classes is another ("label shift"). So the rows of each class of the truth are weighted, and the formula is taken as it
stands. Data whose classes were sampled apart (cases and controls) speak of a population in this way only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy as np

from concordant.errors import OptionError
from concordant.states import Counts, Curve, CurveStack, SampleCounts
from concordant.typing import Label, Prevalence

State = TypeVar("State", bound=Counts | Curve | CurveStack | SampleCounts)


def at_prevalence(state: State, prevalence: Prevalence, pos_label: Label | None = None) -> State:
    """The state with the wanted shares of the classes; itself where none are wanted."""
    if prevalence is None:
        return state
    if isinstance(state, SampleCounts):
        msg = (
            "prevalence= is for rows with one label each; the labels of rows with several have each a prevalence of "
            "its own. Take them one by one."
        )
        raise OptionError(msg)
    given: Any = state
    positive = (pos_label,) if isinstance(state, Counts) else ()  # a curve knows its positive class
    found: State = given.at_prevalence(prevalence, *positive)
    return found


def why_at_prevalence(
    state: State, prevalence: Prevalence, why: Callable[[State], str | None], pos_label: Label | None = None
) -> str | None:
    """Say which class the data lack for such a population; else why the value is undefined in it."""
    if prevalence is None:
        return why(state)
    mixed = at_prevalence(state, prevalence, pos_label)
    if not np.isnan(mixed.n).any():
        return why(mixed)
    if np.ndim(mixed.n):
        return "some tables lack rows of a class that the prevalence gives a share"
    classes, totals = _classes(state, pos_label)
    wanted = prevalence if isinstance(prevalence, Mapping) else {}
    lacking = [repr(x) for x, rows in zip(classes, totals.tolist(), strict=True) if not rows and wanted.get(x, 1) > 0]
    if len(lacking) == len(classes):
        return "there are no rows"
    return f"no row of y_true is in the class {', '.join(lacking)}, to which the prevalence gives a share"


def _classes(state: Any, pos_label: Label | None) -> tuple[tuple[Label, ...], Any]:
    """The classes and the rows of each."""
    if isinstance(state, Counts):
        whole = state if len(state.labels) > 1 else state.binary(pos_label)
        return whole.labels, whole.row_totals
    curve = state.curves[0] if isinstance(state, CurveStack) else state
    return curve.classes, curve.weights.sum(0)
