"""What the sweep measures: one combination of work, container, rows and labels, and what was found there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

OURS = "concordant"
NUMBER = "the number itself"  # beside an interval or a comparison stands the time of the plain metric

Calls = dict[str, Callable[[], object]]


@dataclass(frozen=True, order=True)
class Spec:
    """
    One point of the sweep.

    `labels` is the number of labels; for scores the number of distinct ones, where 0 means that all differ.
    """

    work: str
    column: str
    rows: int
    labels: int
    weighted: bool = False

    def __str__(self) -> str:
        weights = ", weighted" if self.weighted else ""
        labels = f", {self.labels:,} {'distinct' if self.work in SCORED else 'labels'}" if self.labels else ""
        return f"{self.work}, {self.column}{weights}, {self.rows:,} rows{labels}"

    def at(self, axis: str, value: int) -> Spec:
        """The same point elsewhere on one axis, "rows" or "labels"."""
        return replace(self, **{axis: value})


SCORED = ("roc_auc", "roc_curve", "brier_score", "log_loss")


@dataclass(frozen=True)
class Job:
    """A point that is ready to run: the calls on its arrays, and how much work one call is."""

    calls: Calls = field(repr=False)
    units: float


@dataclass(frozen=True)
class Point:
    """What was measured at a point: the least seconds of each call, why a call gave none, and whom nobody asked."""

    spec: Spec
    threads: int
    units: float
    seconds: dict[str, float]
    failed: dict[str, str] = field(default_factory=dict)
    unasked: tuple[str, ...] = ()  # peers that were too slow nearby

    @property
    def ours(self) -> float:
        """Our seconds; infinite where our call failed."""
        return self.seconds.get(OURS, float("inf"))

    @property
    def rivals(self) -> dict[str, float]:
        """The seconds of every peer, over ours."""
        return {name: took / self.ours for name, took in self.seconds.items() if name not in (OURS, NUMBER)}
