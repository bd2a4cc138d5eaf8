"""What metrics are called elsewhere: in scikit-learn, in torchmetrics, in packages of R, in speech."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from concordant.metrics._object.beside_module import read_facts

_FILE = "elsewhere.json"  # key of a name -> metric, options, note; made by scripts/write_names.py, also the names here
_AVERAGES = ("macro", "micro", "weighted", "samples")


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """
    A name that a metric has elsewhere.

    Attributes
    ----------
    name : str
        The name as it is written there.
    options : dict
        The options with which the metric here is the same.
    note : str or None
        What that name means, where tools differ. A name that two metrics claim, or one metric with different options,
        is never guessed: the message lists every meaning.
    """

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)
    note: str | None = None


def elsewhere(name: str, note: str | None = None, /, **options: Any) -> Elsewhere:
    """Return a name that the metric has elsewhere, with the options that make it the same."""
    return Elsewhere(name, options, note)


def in_torchmetrics(name: str, /, **of_several: Any) -> tuple[Elsewhere, ...]:
    """Return the names of a class of torchmetrics: of two classes, of several (with options), of several labels."""
    return (
        Elsewhere(f"Binary{name}"),
        *(Elsewhere(f"{kind}{name}", of_several) for kind in ("Multiclass", "Multilabel")),
    )


def averaged(name: str) -> tuple[Elsewhere, ...]:
    """Return the names that carry an average: ``f1_macro`` and ``macro_f1``."""
    return tuple(
        Elsewhere(written, {"average": average})
        for average in _AVERAGES
        for written in (f"{name}_{average}", f"{average}_{name}")
    )


def key_of(name: str) -> str:
    """Return a name without capitals, spaces and signs, so that ``F1-score``, ``f1_score`` and ``F1Score`` are one."""
    return re.sub(r"[\W_]+", "", name.lower().replace("@", "at"))


def as_call(metric: str, options: Mapping[str, Any]) -> str:
    """Return ``cohen_kappa(..., weights="quadratic")``; without options the name alone."""
    shown = ", ".join(
        f'{name}="{value}"' if isinstance(value, str) else f"{name}={value!r}" for name, value in options.items()
    )
    return f"{metric}(..., {shown})" if shown else metric


@dataclass(frozen=True, slots=True)
class Meaning:
    """A metric here that a name means: its name, options that make it the same, and what to know of that."""

    metric: str
    options: Mapping[str, Any]
    note: str | None = None

    def __str__(self) -> str:
        """The call, and what to know of it."""
        called = as_call(self.metric, self.options)
        return called if self.note is None else f"{called} ({self.note})"


def meanings(name: str) -> list[Meaning]:
    """Return what a name of elsewhere means here: several where it means different things, none if it is not known."""
    return [Meaning(*one) for one in read_facts(_FILE).get(key_of(name), ())]


def listed_meanings(name: str, found: Iterable[Meaning]) -> str:
    """Return the sentence that says what a name can mean."""
    return f"{name!r} means different things elsewhere: {', or '.join(map(str, found))}."
