"""Units that weigh something: what a variance over units asks of a panel, and of what two panels share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.inference.samples.units import Clusters
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import with_clusters
from concordant.typing import FloatArray


class WeightedUnits(ABC):
    """Units with their weights, and a value that they move."""

    @property
    @abstractmethod
    def weight(self) -> FloatArray:
        """The weight of the units, 0 of those that do not enter."""

    @property
    @abstractmethod
    def squares(self) -> FloatArray:
        """The sums of their squared weights."""

    @property
    @abstractmethod
    def value(self) -> FloatArray:
        """The value, shape S."""

    @property
    @abstractmethod
    def slopes(self) -> FloatArray:
        """How the weight of a unit moves the value, centred, (U, *S)."""

    @cached_property
    def n(self) -> float:
        """How many units enter, or their weight."""
        return float(self.weight.sum())

    @cached_property
    def worth(self) -> float:
        """How many units that count alike the units are worth (Kish)."""
        squares = float(self.squares.sum())
        return self.n * self.n / squares if squares else 0.0

    def centred(self, values: FloatArray) -> FloatArray:
        """Take off the mean over units."""
        mean = np.tensordot(self.weight, values, axes=1) / (self.n or np.nan)
        found: FloatArray = values - mean
        return found


class RatedUnits(WeightedUnits):
    """Units with their ratings, of which a metric is taken."""

    metric: Metric
    options: Mapping[str, Any]
    state: Any

    @property
    def signature(self) -> str:
        """What the value was computed with."""
        return with_clusters(self.metric.signature(self.state, **self.options), self.clusters)

    @property
    def undefined(self) -> str | None:
        """Why the value is undefined."""
        return self.metric.outcome(self.state, **self.options).reason

    @property
    @abstractmethod
    def sizes(self) -> npt.NDArray[np.int64]:
        """How many ratings each unit has."""

    @property
    @abstractmethod
    def clusters(self) -> Clusters | None:
        """Which units belong together."""

    @property
    @abstractmethod
    def counted(self) -> bool:
        """Whether units are counted, so that one of them can be left out."""

    @property
    @abstractmethod
    def left_out(self) -> FloatArray:
        """The metric without one unit of each kind, (U, *S)."""
