"""How much two labels disagree: families of weights, penalties of a table and by chance."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache, partial
from typing import Any

import numpy as np

from concordant.errors import LabelError, LabelOrderError, OptionError
from concordant.metrics.arithmetic import ratio
from concordant.names import unknown_choice
from concordant.states import Counts
from concordant.states.tables import Cells, PairWeights, refuse_many
from concordant.typing import Distance, FloatArray, Floats, KappaWeights, Label, NumberArray

_SMALL = 32  # labels; of fewer, a matrix is faster
_WHOLE = 2.0**62  # sums of whole numbers below it are exact


def penalties(counts: Counts, weights: KappaWeights) -> Penalties:
    """Return `disagreement` as penalties, without a matrix where their form allows it."""
    size = len(counts.labels)
    if weights is None:  # every disagreement counts the same
        return _few_alike(size) if size <= _SMALL else Alike(size)
    if isinstance(weights, str) and weights in FAMILIES:
        if _are_few(counts.labels):
            return _of_few(counts.labels, weights)
        if weights == "quadratic":
            return Squares(label_values(counts.labels))
    return Penalties(disagreement(counts, weights))


def scaled_penalties(counts: Counts, weights: KappaWeights) -> Penalties:
    """Return `scaled_disagreement` as penalties."""
    return penalties(counts, None) if weights is None else Penalties(scaled_disagreement(counts, weights))


# How much the labels of a table disagree in all, and how much they would by chance.
#
# Both are sums over all pairs of labels. None of them needs an array of the size of the table beside it where every
# disagreement counts the same, or as the square of a distance.


class Penalties:
    """
    Disagreements v of two labels: a matrix (..., K, K), zero on its diagonal.

    `values` are those of the labels whose squared differences they are, (..., K); None of other penalties.
    """

    values: NumberArray | None = None

    def __init__(self, matrix: FloatArray) -> None:
        self._matrix = matrix

    @cached_property
    def matrix(self) -> FloatArray:
        """The disagreement of each pair of labels."""
        return self._matrix

    @property
    def fixed(self) -> bool:
        """Whether they do not depend on the rows; ordinal ones depend on how often each label occurs."""
        return True

    @property
    def _follow(self) -> bool:
        """Whether they are fixed, or follow from one value a label: then traced counts sum themselves."""
        return self.fixed or (self.values is not None and self.values.ndim == 1)

    def as_computed(self, values: FloatArray | None) -> Penalties:
        """Return penalties by these values, without the history of how they were computed."""
        return self if values is None or self.fixed else Squares(values)

    @cached_property
    def sum(self) -> float:
        """``sum_ij v_ij``."""
        return float(self.matrix.sum())

    def total(self, counts: Counts) -> Floats:
        """``sum_ij v_ij n_ij`` of each table."""
        if counts.cells is not None:
            return self._of_cells(counts.cells)
        table = counts.table
        if type(table) is np.ndarray and table.ndim == 2 and table.dtype.kind != "c" and len(table) <= _SMALL:
            return np.vdot(table, self.matrix)  # twice as quick where the call takes the time
        if table.ndim == 2 and not isinstance(table, np.ndarray) and self._follow:
            traced: Any = table  # which remembers how it was computed
            return traced.penalised_table(self)
        total: Floats = np.einsum("...ij,...ij->...", table, self.matrix)[()]
        return total

    def _of_cells(self, cells: Cells) -> Floats:
        """The total of a table of which only the occupied cells are kept; traced counts sum themselves."""
        counts: Any = cells.counts
        traced = self._follow and not isinstance(counts, np.ndarray)
        total: Floats = counts.penalised(self, cells) if traced else self.times(counts, cells).sum(-1)
        return total

    def times(self, numbers: Any, cells: Cells) -> Any:
        """Multiply numbers of cells by the penalties; without a matrix where these follow from the two labels."""
        return numbers * self.matrix[cells.truth, cells.prediction]

    def by_chance(self, rows: NumberArray, columns: NumberArray) -> Floats:
        """``sum_ij v_ij r_i c_j`` of margins (..., K)."""
        if type(rows) is np.ndarray and rows.ndim == 1:
            return rows.dot(self.matrix).dot(columns)  # in less than half the time of @
        if rows.ndim == 1:
            return (rows @ self.matrix) @ columns
        total: Floats = ((rows[..., None, :] @ self.matrix)[..., 0, :] * columns).sum(-1)
        return total


@lru_cache(_SMALL + 1)
def _few_alike(size: int) -> Penalties:
    return Penalties(1.0 - np.eye(size))


class Alike(Penalties):
    """Every disagreement of many labels counts the same."""

    def __init__(self, size: int) -> None:
        self._size = size

    @cached_property
    def matrix(self) -> FloatArray:
        """One, but for the diagonal."""
        return 1.0 - np.eye(self._size)

    @cached_property
    def sum(self) -> float:
        """One for each pair of two labels."""
        return float(self._size * (self._size - 1))

    def total(self, counts: Counts) -> Floats:
        """Add all but the diagonal: it is every (K + 1)-th cell, the first of each row of a table that is cut so."""
        size, stack = self._size, counts.stack
        if counts.cells is not None:
            return super().total(counts)
        table = counts.table
        if not isinstance(table, np.ndarray) and table.ndim == 2 and table.dtype.kind == "i":
            return (counts.total - counts.diagonal.sum(-1)) * 1.0
        off_diagonal = table.reshape(*stack, size * size)[..., :-1].reshape(*stack, size - 1, size + 1)[..., 1:]
        total: Floats = off_diagonal.sum((-2, -1)) * 1.0
        return total

    def _of_cells(self, cells: Cells) -> Floats:
        counts: Any = cells.counts
        if not isinstance(counts, np.ndarray) and counts.dtype.kind == "i":  # a difference of whole numbers is exact
            return (counts.sum(-1) - cells.diagonal.sum(-1)) * 1.0
        return (counts * (cells.truth != cells.prediction)).sum(-1) * 1.0

    def by_chance(self, rows: NumberArray, columns: NumberArray) -> Floats:
        """Multiply each row by the sum of all other columns, which is not a difference where one has nearly all."""
        largest = np.arange(self._size) == np.abs(columns).argmax(-1)[..., None]
        rest = np.where(largest, 0.0, columns).sum(-1)[..., None]
        others = np.where(largest, rest, columns.sum(-1)[..., None] - columns)
        total: Floats = (rows * others).sum(-1)
        return total


class Squares(Penalties):
    """Squared differences of values x of the labels, (..., K)."""

    values: NumberArray

    def __init__(self, values: NumberArray) -> None:
        self.values = values

    @property
    def fixed(self) -> bool:
        """Whether the values do not follow from the rows."""
        return isinstance(self.values, np.ndarray)

    @cached_property
    def matrix(self) -> FloatArray:
        """``(x_i - x_j)^2``."""
        difference: FloatArray = self.values[..., :, None] - self.values[..., None, :]
        return difference * difference

    def total(self, counts: Counts) -> Floats:
        """Of counts and whole values the sum is that of whole numbers, and exact as ``x'r x + x'c x - 2 x' T x``."""
        values = None if counts.cells is not None else self._whole(counts.table)
        if values is None:
            return super().total(counts)
        table = counts.table
        rows, columns = table.sum(-1), table.sum(-2)
        return float(values**2 @ (rows + columns) - 2 * (values @ (table @ values))) / 4.0

    def _of_cells(self, cells: Cells) -> Floats:
        whole = None if cells.counts.ndim > 1 else self._whole(cells.counts)
        if whole is None:
            return super()._of_cells(cells)
        difference = whole[..., cells.truth] - whole[..., cells.prediction]
        return float((cells.counts * difference * difference).sum(-1)) / 4.0

    def times(self, numbers: Any, cells: Cells) -> Any:
        """Multiply twice by the difference."""
        difference = self.values[..., cells.truth] - self.values[..., cells.prediction]
        return numbers * difference * difference

    def _whole(self, table: NumberArray) -> NumberArray | None:
        """Twice the values from their middle as whole numbers; None where they are none, or sums could overflow."""
        size = len(self.values)
        if size <= _SMALL or type(table) is not np.ndarray or table.dtype.kind != "i" or table.ndim > 2:
            return None
        middle = np.floor((self.values.min() + self.values.max()) / 2.0)
        twice = 2.0 * (self.values - middle)
        if not (np.rint(twice) == twice).all() or float(np.abs(twice).max()) ** 2 * 4.0 * table.sum() >= _WHOLE:
            return None
        whole: NumberArray = twice.astype(np.int64)
        return whole

    def by_chance(self, rows: NumberArray, columns: NumberArray) -> Floats:
        """``n_c sum x^2 r + n_r sum x^2 c - 2 sum x r sum x c`` of x from the mean of both, where nothing cancels."""
        if self.values.shape[-1] <= _SMALL:
            return super().by_chance(rows, columns)
        both = rows + columns
        mean = ratio((self.values * both).sum(-1), both.sum(-1))
        if (np.rint(self.values) == self.values).all():
            mean = np.rint(mean)  # whole numbers stay exact
        x = self.values - mean[..., None]
        first, second = (rows * x * x).sum(-1), (columns * x * x).sum(-1)
        crossed = (rows * x).sum(-1) * (columns * x).sum(-1)
        total: Floats = columns.sum(-1) * first + rows.sum(-1) * second - 2.0 * crossed
        return total


def _are_few(labels: tuple[Label, ...]) -> bool:
    """Whether labels are so few whole numbers that what follows from them is kept; True is another label than 1."""
    return len(labels) <= _SMALL and set(map(type, labels)) == {int}


@lru_cache(_SMALL)
def _of_few(labels: tuple[Label, ...], weights: str) -> Penalties:
    return Penalties(FAMILIES[weights](labels))


def disagreement(counts: Counts, weights: KappaWeights) -> FloatArray:
    """Return the matrix V of disagreements, zero on the diagonal; its scale does not matter to a kappa."""
    refuse_many(counts.labels)
    if weights is None:
        return 1.0 - np.eye(len(counts.labels))
    if callable(weights):
        return _distances(weights, counts.labels)
    if not isinstance(weights, str):
        return _own_matrix(counts, weights)[0]
    if weights not in FAMILIES:
        raise unknown_choice("weights", weights, (None, *FAMILIES), "a matrix", "a function of two labels")
    return FAMILIES[weights](counts.labels)


def scaled_disagreement(counts: Counts, weights: KappaWeights) -> FloatArray:
    """
    Return ``V = 1 - W`` for coefficients to which the scale matters.

    The widest disagreement is 1 (W = 0), as Gwet defines the families; agreement weights of the caller's stay as given.
    """
    if weights is None or isinstance(weights, str) or callable(weights):
        penalty, from_agreement = disagreement(counts, weights), False
    else:
        penalty, from_agreement = _own_matrix(counts, weights)
    largest = penalty.max(initial=0.0)
    return penalty if from_agreement or largest in (0.0, 1.0) else penalty / largest


def _own_matrix(counts: Counts, weights: KappaWeights) -> tuple[FloatArray, bool]:
    """Return penalties (zero diagonal) as they are, or agreement weights (unit diagonal) as 1 - w and True."""
    size = len(counts.labels)
    try:
        matrix = np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise OptionError(f"a matrix of weights must hold numbers: {error}") from error
    if matrix.shape != (size, size):
        msg = f"a matrix of weights for {size} labels must have the shape ({size}, {size}), not {matrix.shape}."
        raise OptionError(msg)
    if not counts.ordered and not np.array_equal(matrix, matrix.T):
        raise LabelOrderError(
            "a matrix of weights that is not symmetric speaks of the labels in an order, and these have none. "
            "Declare it: labels=[...]."
        )
    diagonal = np.diagonal(matrix)
    if not np.isfinite(matrix).all():
        raise OptionError("a matrix of weights must hold finite numbers.")
    if (diagonal == 0).all() and (matrix >= 0).all():
        return matrix, False
    if (diagonal == 1).all() and (matrix <= 1).all():
        return 1.0 - matrix, True
    raise OptionError(
        "a matrix of weights holds either penalties (0 on the diagonal, none negative) or agreements "
        "(1 on the diagonal, none larger)."
    )


def steps(counts: Counts, within: float | None = None) -> PairWeights:
    """Return ``|x_i - x_j|`` for each pair of labels, or whether it is at most `within`."""
    weights = _steps_of_few if _are_few(counts.labels) else _steps_of
    return weights(counts.labels, within)


def _steps_of(labels: tuple[Label, ...], within: float | None) -> PairWeights:
    values = label_values(labels)

    def weight(true: Any, predicted: Any) -> Any:
        apart = np.abs(values[true] - values[predicted])
        return apart if within is None else apart <= within

    return PairWeights(weight, len(labels))


_steps_of_few = lru_cache(_SMALL)(_steps_of)


# The families of weights: how much two labels disagree, as a function of where the labels stand.
#
# The definitions of Gwet 2014, Handbook of Inter-Rater Reliability, 4th ed., written as disagreement V, zero on the
# diagonal and without the division by the largest. The squared differences of Krippendorff 2011 for interval
# (quadratic), ratio, circular and polar (bipolar) data are the same.


def label_values(labels: tuple[Label, ...]) -> FloatArray:
    """Numeric labels stand at their values (1, 3, 7 are not 1, 2, 3), other labels at their positions from 0."""
    try:
        return np.array(labels if are_numbers(labels) else range(len(labels)), dtype=np.float64)
    except OverflowError as error:
        raise LabelError(
            "numeric labels stand at their values here, and one of them is larger than any float. "
            "Write such labels as text if they are names, or divide them by a common factor."
        ) from error


def are_numbers(labels: tuple[Label, ...]) -> bool:
    """Whether all labels are numbers, and so stand at their values."""
    return all(issubclass(kind, (int, float)) and kind is not bool for kind in set(map(type, labels)))


def label_ranks(labels: tuple[Label, ...]) -> FloatArray:
    """Positions from 0 in the order of the values."""
    return np.argsort(np.argsort(label_values(labels))).astype(np.float64)


def distance(values: FloatArray) -> FloatArray:
    """Return ``|x_i - x_j|``."""
    return np.abs(values[:, None] - values[None, :])


def _linear(labels: tuple[Label, ...]) -> FloatArray:
    """Return the distance of the values."""
    return distance(label_values(labels))


def _ordinal(labels: tuple[Label, ...]) -> FloatArray:
    """Return how many pairs of labels lie between two, these included: only the order counts, not the values."""
    ranks = distance(label_ranks(labels))
    return ranks * (ranks + 1.0) / 2.0


def _ratio_family(labels: tuple[Label, ...]) -> FloatArray:
    """Return the squared difference relative to the sum; other labels than numbers count as 1, 2, 3, ..."""
    values = label_values(labels) + (not are_numbers(labels))
    if (values < 0).any():
        raise OptionError(f'weights="ratio" need labels that are not negative; {values.min():g} is.')
    total = values[:, None] + values[None, :]
    return (distance(values) / np.where(total == 0, 1.0, total)) ** 2


def _circular(labels: tuple[Label, ...]) -> FloatArray:
    """Return the squared sine of half the angle; the last label is followed by the first, in the same step."""
    steps = np.diff(np.sort(label_values(labels)))
    if not np.allclose(steps, steps[:1], rtol=1e-9, atol=0.0):
        shown = ", ".join(f"{value:g}" for value in np.sort(label_values(labels))[:10])
        raise OptionError(
            f'weights="circular" need labels in equal steps, to know where the circle closes, not {shown}. '
            "Declare all labels of the circle: labels=[...]."
        )
    return np.sin(np.pi * distance(label_ranks(labels)) / len(labels)) ** 2


def _bipolar(labels: tuple[Label, ...]) -> FloatArray:
    """Return the squared distance relative to the distances from both poles, the least and the greatest label."""
    values = label_values(labels)
    low, high = values.min(initial=np.inf), values.max(initial=-np.inf)
    total = values[:, None] + values[None, :]
    from_poles = (total - 2.0 * low) * (2.0 * high - total)
    squares = distance(values) ** 2
    return squares / np.where(squares == 0, 1.0, from_poles)


@lru_cache(_SMALL)
def _distances(distance: Distance, labels: tuple[Label, ...]) -> FloatArray:
    """Return the distance of each pair of labels by a function of two; it is called once for each."""
    try:
        matrix = np.array([[float(distance(one, two)) for two in labels] for one in labels])
    except OptionError:  # labels are no sets
        raise
    except (TypeError, ValueError) as error:
        raise OptionError(f"weights must give a number for any two labels: {error}") from error
    matrix = matrix.reshape(len(labels), len(labels))
    if not (np.isfinite(matrix).all() and (matrix >= 0).all() and (np.diagonal(matrix) == 0).all()):
        raise OptionError("a distance of two labels must be finite, at least 0, and 0 of a label from itself.")
    if not np.array_equal(matrix, matrix.T):
        i, j = np.argwhere(matrix != matrix.T)[0]
        raise OptionError(
            f"a distance must be the same from either label: from {labels[i]!r} to {labels[j]!r} it is "
            f"{matrix[i, j]:g}, and from {labels[j]!r} to {labels[i]!r} {matrix[j, i]:g}."
        )
    matrix.setflags(write=False)
    return matrix


def _jaccard(one: Label, two: Label) -> float:
    """Return the share of the members of either set that are not in both."""
    first, second = _members(one, "jaccard"), _members(two, "jaccard")
    return 1.0 - len(first & second) / len(first | second) if first != second else 0.0


def _masi(one: Label, two: Label) -> float:
    """Return 1 less the Jaccard index, times 2/3 of a set in the other, or 1/3 of sets that overlap otherwise."""
    first, second = _members(one, "masi"), _members(two, "masi")
    if first == second:
        return 0.0
    monotonicity = 2 / 3 if first <= second or second <= first else 1 / 3
    return 1.0 - monotonicity * len(first & second) / len(first | second)


def _members(label: Label, name: str) -> frozenset[Any]:
    """Return a label as the set that it is."""
    if isinstance(label, (frozenset, tuple)):
        return frozenset(label)
    raise OptionError(f'weights="{name}" are of labels that are sets, such as frozenset({{"a", "b"}}), not {label!r}.')


FAMILIES: dict[str, Callable[[tuple[Label, ...]], FloatArray]] = {
    "linear": _linear,
    "quadratic": lambda labels: _linear(labels) ** 2,
    "ordinal": _ordinal,
    "radical": lambda labels: np.sqrt(_linear(labels)),
    "ratio": _ratio_family,
    "circular": _circular,
    "bipolar": _bipolar,
    "jaccard": partial(_distances, _jaccard),
    "masi": partial(_distances, _masi),
}
