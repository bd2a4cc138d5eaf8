"""CurveStack: several curves side by side, one a class or one a label. Their lengths differ, so no array holds them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, Self, TypeVar

import numpy as np

from concordant.errors import MergeError, OptionError
from concordant.inputs.arrays import on_device
from concordant.inputs.scores import ScoreRows, check_scores
from concordant.states.curve import Curve
from concordant.states.merging import plain_labels, require_same_key, same_key
from concordant.states.sound import require_sound, unsound_stack
from concordant.states.stored import StoredState
from concordant.typing import Column, Frame, Label, Missing

_VERSION = 1
T = TypeVar("T")


@dataclass(frozen=True, eq=False, repr=False)
class OnDemand(Sequence[T], Generic[T]):
    """Items that are made one by one when they are asked for, and then forgotten."""

    size: int
    make: Callable[[int], T]

    def __len__(self) -> int:
        """How many there are."""
        return self.size

    def __getitem__(self, place: Any) -> Any:
        """Make one of them, or a tuple of several."""
        which = range(self.size)[place]
        return self.make(which) if isinstance(which, int) else tuple(map(self.make, which))

    def __eq__(self, other: object) -> bool:
        """Whether all items are equal."""
        return tuple(self) == tuple(other) if isinstance(other, (OnDemand, tuple)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """As the tuple that they would be."""
        return repr(tuple(self))


@dataclass(frozen=True, eq=False, repr=False)
class CurvesOnDemand(OnDemand[Curve]):
    """Curves of all classes by the scores of each, and those of each class against the rest, which take less memory."""

    against_rest: Callable[[int], Curve]
    class_rows: Callable[[], Any] | None = None  # the rows of each class, or their weight
    counted: ScoreRows | None = None  # the rows behind them, if they have no weights


@dataclass(frozen=True, slots=True, eq=False)
class CurveStack:
    """
    Curves of the columns of a matrix of scores.

    Attributes
    ----------
    curves : tuple of Curve
        Several classes: column k sorted, with the weight of every class at each of its scores. Several
        labels at once: one two-class curve a label.
    outputs : tuple
        The class or label of each column.
    multilabel : bool
        Whether the columns are labels that can occur together, not classes that exclude each other.

    Examples
    --------
    >>> from concordant.states import CurveStack
    >>> stack = CurveStack.from_scores([0, 1, 2], [[0.8, 0.1, 0.1], [0.2, 0.7, 0.1], [0.3, 0.3, 0.4]])
    >>> stack.outputs, len(stack)
    ((0, 1, 2), 3)
    """

    curves: Sequence[Curve]
    outputs: tuple[Label, ...]
    multilabel: bool = False

    @classmethod
    def from_scores(
        cls,
        y_true: Column,
        y_score: Column,
        *,
        labels: Sequence[Label] | None = None,
        sample_weight: Column | None = None,
        missing: Missing = "raise",
    ) -> CurveStack:
        """Sort and group a matrix of scores (n, K): one column a class, or one a label if y_true is (n, K) too."""
        reading: Any = {"labels": labels, "sample_weight": sample_weight, "missing": missing}
        if on_device(y_true, y_score):
            from concordant.engines.devices.curves import curve_stack
            from concordant.engines.devices.device_rows import check_device_scores

            return curve_stack(check_device_scores(y_true, y_score, **reading))
        return cls.from_rows(check_scores(y_true, y_score, **reading))

    @classmethod
    def from_rows(cls, rows: ScoreRows) -> CurveStack:
        """Sort and group the columns of checked rows."""
        from concordant.engines.arrays import curve_stack

        return curve_stack(rows)

    @classmethod
    def from_frame(
        cls,
        frame: Frame,
        *,
        y_true: str,
        y_score: Sequence[str],
        labels: Sequence[Label] | None = None,
        sample_weight: str | None = None,
        missing: Missing = "raise",
    ) -> CurveStack:
        """
        Sort and group one column of scores a class of an eager or lazy frame.

        A lazy frame is grouped where it lives, once for each column: every distinct score comes back.
        """
        from concordant.engines.frames.curve_stacks import curve_stack

        roles: Any = {"y_true": y_true, "y_score": y_score, "sample_weight": sample_weight}
        return curve_stack(frame, labels=labels, missing=missing, **roles)

    @classmethod
    def empty(cls, outputs: Sequence[Label], *, multilabel: bool = False) -> Self:
        """Return the neutral element of adding: no row, for these classes or labels."""
        classes = (0, 1) if multilabel else tuple(outputs)
        return cls(tuple(Curve.empty(classes) for _ in outputs), tuple(outputs), multilabel)

    @property
    def key(self) -> dict[str, Any]:
        """What must be equal to add two states."""
        return {"outputs": self.outputs, "multilabel": self.multilabel}

    @property
    def n(self) -> Any:
        """The number of rows or the sum of weights."""
        return self._whole[0].n if self.curves else 0

    @property
    def missing(self) -> int:
        """How many rows were dropped because a value was missing."""
        return self._whole[0].missing if self.curves else 0

    @property
    def _whole(self) -> Sequence[Curve]:
        """The curves of which each tells how many rows there are."""
        counted = isinstance(self.curves, CurvesOnDemand) and self.curves.counted is not None
        return self.binary_curves() if counted else self.curves

    def __add__(self, other: CurveStack) -> Self:
        """Add the rows of two states."""
        if not isinstance(other, CurveStack):
            return NotImplemented
        require_same_key("CurveStack", self.key, other.key)
        return type(self)(
            tuple(a + b for a, b in zip(self.curves, other.curves, strict=True)),
            self.outputs,
            self.multilabel,
        )

    def __mul__(self, factor: float) -> Self:
        """Repeat every row `factor` times."""
        return type(self)(tuple(curve * factor for curve in self.curves), self.outputs, self.multilabel)

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same rows of the same outputs."""
        if not isinstance(other, CurveStack):
            return NotImplemented
        return same_key(self.key, other.key) and self.curves == other.curves

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        """The number of curves."""
        return len(self.curves)

    def __iter__(self) -> Iterator[Curve]:
        """The curves as they are."""
        return iter(self.curves)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold; `from_dict` reads it back to the last bit."""
        return {
            "state": "curve_stack",
            "version": _VERSION,
            "outputs": plain_labels(self.outputs),
            "multilabel": self.multilabel,
            "curves": [curve.to_dict() for curve in self.curves],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """
        Read what `to_dict` wrote.

        Raises
        ------
        StateFormatError
            If a field is absent, or holds what no rows give; the message says which.
        """
        stored = StoredState(data, "curve_stack", _VERSION, ("outputs", "multilabel", "curves"))
        outputs, multilabel = stored.labels("outputs"), stored.flag("multilabel")
        curves = tuple(Curve.from_dict(curve) for curve in stored.listed("curves", "curves"))
        if len(curves) != len(outputs):
            stored.refuse_all(f"{len(outputs)} outputs need as many curves, not {len(curves)}")
        if any(len(curve.classes) != 2 if multilabel else curve.classes != outputs for curve in curves):
            stored.refuse_all("each curve needs two classes of one label, or the classes of all outputs")
        if any((c.missing, c.edges is None) != (curves[0].missing, curves[0].edges is None) for c in curves):
            stored.refuse_all("its curves do not have the same rows")
        require_sound("curve_stack", unsound_stack([curve.weights for curve in curves], multilabel=multilabel))
        return cls(curves, outputs, multilabel)

    def binary_curves(self) -> Sequence[Curve]:
        """One two-class curve an output: each class against the rest, or each label."""
        if self.multilabel:
            return self.curves
        if isinstance(self.curves, CurvesOnDemand):
            return OnDemand(len(self.curves), self.curves.against_rest)
        return tuple(curve.one_vs_rest(label) for curve, label in zip(self.curves, self.outputs, strict=True))

    def pooled(self) -> Curve:
        """All decisions of all outputs as rows of one two-class curve (micro average)."""
        if not self.curves:
            msg = "an empty stack has no curve to pool."
            raise MergeError(msg)
        curves = (Curve(c.scores, c.weights, (False, True), c.edges) for c in self.binary_curves())
        total = next(curves)
        for curve in curves:
            total = total + curve
        return replace(total, missing=self.missing)

    def at_prevalence(self, prevalence: Mapping[Label, float]) -> CurveStack:
        """Return the curves of a population with other shares of the classes: see `Curve.at_prevalence`."""
        if self.multilabel:
            msg = (
                "prevalence= is for classes that exclude each other; labels that can occur together have each a "
                "prevalence of its own. Take them one by one."
            )
            raise OptionError(msg)
        mixed = partial(_at_prevalence, self.curves, prevalence)
        if not isinstance(self.curves, CurvesOnDemand):
            return CurveStack(tuple(map(mixed, range(len(self.curves)))), self.outputs)
        rest = partial(_one_vs_rest, mixed, self.outputs)
        return CurveStack(CurvesOnDemand(len(self.curves), mixed, rest), self.outputs)

    def support(self) -> np.ndarray[Any, np.dtype[Any]]:
        """The number of positives, or their weight, of each output."""
        return np.array([curve.weights[:, 1].sum() for curve in self.binary_curves()])


def _at_prevalence(curves: Sequence[Curve], prevalence: Mapping[Label, float], place: int) -> Curve:
    return curves[place].at_prevalence(prevalence)


def _one_vs_rest(curve: Callable[[int], Curve], outputs: tuple[Label, ...], place: int) -> Curve:
    return curve(place).one_vs_rest(outputs[place])
