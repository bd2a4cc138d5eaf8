"""Names of types that the public signatures use."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

Label: TypeAlias = Hashable
Labels: TypeAlias = Sequence[Label]
Column: TypeAlias = Any  # anything that NumPy can view, a list, or a Series of pandas, Polars, Arrow, ...
Frame: TypeAlias = Any  # an eager or lazy frame that narwhals knows


class SupportsArray(Protocol):
    """What NumPy can view: arrays, series and frames."""

    def __array__(self) -> Any: ...


# Numbers in rows, and columns: not text, which `numpy.typing.ArrayLike` lets pass.
Numbers: TypeAlias = SupportsArray | Sequence[float] | Sequence[Sequence[float]] | Sequence[SupportsArray]

IntArray: TypeAlias = npt.NDArray[np.integer[Any]]
FloatArray: TypeAlias = npt.NDArray[np.float64]
NumberArray: TypeAlias = npt.NDArray[Any]  # int64 or float64 (complex in derivatives)
Floats: TypeAlias = Any  # a number, or an array over a stack of states

Average: TypeAlias = Literal["binary", "macro", "micro", "weighted", "samples"] | None
Prevalence: TypeAlias = float | Mapping[Label, float] | None  # of the positive class, or of every class
MultiClass: TypeAlias = Literal["ovr", "ovo"]
Reduction: TypeAlias = Literal["classwise", "top_label"]  # several classes: each against the rest, or the predicted one
Missing: TypeAlias = Literal["raise", "drop"]
Scheme: TypeAlias = Literal["rows", "stratified", "poisson"]  # what a bootstrap draws
Undefined: TypeAlias = Literal["nan", "raise"] | float
SetDistance: TypeAlias = Literal["jaccard", "masi"]  # of labels that are sets
WeightFamily: TypeAlias = (
    Literal["linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"] | SetDistance
)
Distance: TypeAlias = Callable[[Any, Any], float]  # of two labels
KappaWeights: TypeAlias = WeightFamily | Distance | npt.ArrayLike | None  # of every weighted agreement of two raters
Level: TypeAlias = Literal["nominal", "ordinal", "interval", "ratio", "circular", "bipolar"]  # of measurement
