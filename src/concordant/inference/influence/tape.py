"""Reverse-mode derivatives through NumPy's protocols."""

# ruff: noqa: ARG005  (every slope takes the result and all arguments)

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal

import numpy as np

from concordant.states import Counts
from concordant.states.tables import Cells, PairWeights, against_rest, sums_at
from concordant.typing import FloatArray

_VALUES = 64  # of a formula; each takes a pass back


def slopes_by_tape(formula: Callable[[Counts], Any], counts: Counts) -> FloatArray | None:
    """
    Return the derivative of a formula of shape S by each of the numbers that the counts hold, (numbers, *S).

    None if the formula does something that the tape does not know, or has many values.
    """
    numbers = traced(counts.numbers)
    try:
        with np.errstate(all="ignore"):
            value = formula(counts.with_numbers(numbers))  # type: ignore[arg-type]
    except UntraceableError:
        return None
    if not isinstance(value, Traced) or value.size > _VALUES:
        return None
    slopes = gradients(value, numbers).reshape(*value.shape, numbers.size)
    return np.asarray(np.moveaxis(slopes, -1, 0))


Pull = Callable[[Any], Any]
Slopes = Callable[..., tuple[Pull, ...]]  # result, arguments -> one for each argument


def _matmul(found: Any, a: Any, b: Any) -> tuple[Pull, ...]:
    del found
    if np.ndim(a) == 1 or np.ndim(b) == 1:
        return _vectors(a, b)
    return lambda g: g @ np.swapaxes(b, -1, -2), lambda g: np.swapaxes(a, -1, -2) @ g


def _vectors(a: Any, b: Any) -> tuple[Pull, ...]:
    """A product with a vector: of a table and a vector, or of two vectors."""
    if np.ndim(a) == 1 and np.ndim(b) == 1:
        return lambda g: g * b, lambda g: g * a
    if np.ndim(b) == 1:
        return lambda g: np.multiply.outer(g, b), lambda g: np.einsum("...ij,...i->j", a, g)
    return lambda g: np.einsum("...ij,...j->i", b, g), lambda g: np.asarray(a)[:, None] * np.asarray(g)[..., None, :]


SLOPES: dict[str, Slopes] = {
    "add": lambda r, a, b: (lambda g: g, lambda g: g),
    "subtract": lambda r, a, b: (lambda g: g, lambda g: -g),
    "multiply": lambda r, a, b: (lambda g: g * b, lambda g: g * a),
    "divide": lambda r, a, b: (lambda g: g / b, lambda g: -g * r / b),
    "negative": lambda r, a: (lambda g: -g,),
    "positive": lambda r, a: (lambda g: g,),
    "square": lambda r, a: (lambda g: 2 * g * a,),
    "sqrt": lambda r, a: (lambda g: np.where(r == 0, 0.0, g / (2 * r)),),  # at 0 no cell that holds rows can move it
    "exp": lambda r, a: (lambda g: g * r,),
    "log": lambda r, a: (lambda g: g / a,),
    "log1p": lambda r, a: (lambda g: g / (1 + a),),
    "absolute": lambda r, a: (lambda g: g * np.sign(a),),
    "power": lambda r, a, b: (lambda g: g * b * a ** (b - 1), lambda g: g * r * np.log(a)),
    "maximum": lambda r, a, b: (lambda g: g * (a >= b), lambda g: g * (b > a)),
    "minimum": lambda r, a, b: (lambda g: g * (a <= b), lambda g: g * (b < a)),
    "conjugate": lambda r, a: (lambda g: g,),
    "matmul": _matmul,
}


# Arrays that remember how they were computed, so that one pass back gives the derivative by every cell of a table.
#
# It is reverse-mode differentiation (Griewank & Walther 2008, Evaluating Derivatives, 2nd edition, SIAM, chapter 3)
# through NumPy's own protocols, `__array_ufunc__` and `__array_function__`: a formula is called as it stands with a
# `Traced` table in place of an array. The whole gradient costs a few times the formula, however many cells there are; a
# complex step costs one formula a cell. A formula that does something that is not known here raises `UntraceableError`.


Back = tuple["Traced", Pull]
FUNCTIONS: dict[Any, Callable[..., Any]] = {}  # of NumPy, by the function itself: see `functions`


_FLAT = {np.sign, np.rint, np.floor}  # which no small change moves
Terms = list[tuple[str, Any]]  # what a cell (i, j) gets: a term of its row, of its column, of the diagonal, penalties
Keep = Callable[["Traced", Pull, Any], None]


@dataclass(frozen=True, slots=True)
class FromCells:
    """What passes an adjoint back to listed cells, and `by_label` to any cell of their table, also an empty one."""

    pull: Pull
    by_label: Callable[[Any], Terms]

    def __call__(self, adjoint: Any) -> Any:
        """Pass back to the cells that are listed."""
        return self.pull(adjoint)


class UntraceableError(TypeError):
    """A formula does what the tape does not know."""


class Traced(np.lib.mixins.NDArrayOperatorsMixin):
    """
    An array and where it came from.

    Attributes
    ----------
    value : ndarray
        What a formula would have without the tape.
    back : tuple of (Traced, callable)
        What it was made of; the callable turns its adjoint into what it adds to that of its source.
    weights : PairWeights or None
        Those that the numbers of a table were multiplied by; None of what is no such product.
    """

    def __init__(self, value: Any, back: tuple[Back, ...] = (), weights: PairWeights | None = None) -> None:
        self.value, self.back, self.weights = np.asarray(value), back, weights

    shape = property(lambda self: self.value.shape)
    ndim = property(lambda self: self.value.ndim)
    size = property(lambda self: self.value.size)
    dtype = property(lambda self: self.value.dtype)

    def __array__(self, *args: Any, **options: Any) -> Any:
        """Refuse: an array would forget the tape."""
        raise UntraceableError

    def __float__(self) -> float:
        """Refuse: a number would forget it, too."""
        raise UntraceableError

    def __len__(self) -> int:
        return len(self.value)

    def __bool__(self) -> bool:
        return bool(self.value)

    def __iter__(self) -> Iterator[Traced]:
        return (self[place] for place in range(len(self)))

    def __array_ufunc__(self, ufunc: Any, method: str, *given: Any, where: Any = True, out: Any = None) -> Any:
        """Compute as NumPy does; remember what has a slope."""
        if method != "__call__":
            raise UntraceableError
        values = [plain(one) for one in given]
        if out is None and where is True:
            found = ufunc(*values)
        else:
            if any(isinstance(one, Traced) for one in (where, *(out or ()))):
                raise UntraceableError
            found = ufunc(*values, where=where, out=None if out is None else tuple(np.array(one) for one in out))
        if isinstance(found, tuple):
            raise UntraceableError
        if found.dtype.kind == "b" or ufunc in _FLAT:
            return found
        slopes = SLOPES.get(ufunc.__name__)
        if slopes is None:
            raise UntraceableError
        pulls = slopes(found, *values)
        return Traced(
            found,
            tuple(
                (source, _pull(source.shape, pull, where))
                for source, pull in zip(given, pulls, strict=True)
                if isinstance(source, Traced)
            ),
        )

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        """Hand over to the functions that are known."""
        del types
        if function not in FUNCTIONS:
            raise UntraceableError
        return FUNCTIONS[function](*args, **options)

    def __getitem__(self, place: Any) -> Traced:
        def pull(adjoint: Any) -> Any:
            if _of_last_axis(place):
                return sums_at(adjoint, place[1], self.shape[-1])
            out = np.zeros(self.shape)
            if _repeats(place):
                np.add.at(out, place, adjoint)
            else:
                out[place] = adjoint
            return out

        return Traced(self.value[place], ((self, pull),))

    def sum(self, axis: Any = None, keepdims: bool = False, **options: Any) -> Traced:  # noqa: FBT001, FBT002
        """Add along axes."""
        if options:
            raise UntraceableError

        def pull(adjoint: Any) -> Any:
            if axis is not None and not keepdims:
                adjoint = np.expand_dims(adjoint, axis)
            return np.broadcast_to(adjoint, self.shape)

        margin = None if keepdims or self.ndim > 2 else "columns" if self.ndim == 2 and axis in (0, -2) else "rows"
        back = pull if margin is None else FromCells(pull, lambda adjoint: [(margin, adjoint)])
        return Traced(self.value.sum(axis, keepdims=keepdims), ((self, back),))

    def reshape(self, *shape: Any) -> Traced:
        """Take the same numbers in another shape."""
        return Traced(self.value.reshape(*shape), ((self, lambda adjoint: np.reshape(adjoint, self.shape)),))

    def ravel(self) -> Traced:
        """Take the same numbers in one row."""
        return self.reshape(-1)

    @property
    def T(self) -> Traced:  # noqa: N802
        """The transpose."""
        return Traced(self.value.T, ((self, np.transpose),))

    def weighed(self, each: Any, weights: PairWeights) -> Traced:
        """Multiply the numbers of a table by weights of their labels, `each` its own."""
        return Traced(each * self.value, ((self, lambda adjoint: adjoint * each),), weights)

    def penalised_table(self, penalties: Any) -> Traced:
        """Add the cells of one table, each times the penalty of its two labels, which may follow from values."""
        still, table = penalties.as_computed(plain(penalties.values)), self.value
        matrix, values = still.matrix, still.values
        pull = FromCells(lambda adjoint: adjoint * matrix, lambda adjoint: [("penalties", (adjoint, still))])
        back: tuple[Back, ...] = ((self, pull),)
        if not penalties.fixed:
            both = table + table.T
            slopes = 2.0 * (both.sum(-1) * values - both @ values)
            back += ((penalties.values, lambda adjoint: adjoint * slopes),)
        return Traced(np.einsum("ij,ij->", table, matrix), back)

    def against_rest(self) -> Traced:
        """Cut a table into one table of two labels for each label; the sums go back where they came from."""

        def pull(adjoint: Any) -> Any:
            neither, wrong, missed, found = (adjoint[..., row, column] for row, column in np.ndindex(2, 2))
            out = np.asarray((missed - neither)[..., :, None] + (wrong - neither)[..., None, :])
            out += neither.sum(-1)[..., None, None]
            every = np.arange(self.shape[-1])
            out[..., every, every] += found - missed - wrong + neither
            return out

        return Traced(against_rest(self.value), ((self, FromCells(pull, _against_rest_by_label)),))

    def against_rest_of(self, cells: Cells) -> Traced:
        """Do so with the numbers of cells."""
        true, predicted = cells.truth, cells.prediction

        def pull(adjoint: Any) -> Any:
            neither, wrong, missed, found = (adjoint[..., row, column] for row, column in np.ndindex(2, 2))
            apart = (missed - neither)[..., true] + (wrong - neither)[..., predicted]
            return neither.sum(-1)[..., None] + np.where(true == predicted, (found - neither)[..., true], apart)

        return Traced(cells.against_rest(self.value), ((self, FromCells(pull, _against_rest_by_label)),))

    def margin_of(self, cells: Cells, margin: Literal["rows", "columns"]) -> Traced:
        """Add the numbers of cells by their true label or by the predicted one; each moves the sum of its own."""
        places = cells.truth if margin == "rows" else cells.prediction
        pull = FromCells(lambda adjoint: adjoint[..., places], lambda adjoint: [(margin, adjoint)])
        return Traced(sums_at(self.value, places, cells.labels), ((self, pull),))

    def diagonal_of(self, cells: Cells) -> Traced:
        """Take the numbers of cells whose two labels are the same, by this label."""
        right = np.flatnonzero(cells.truth == cells.prediction)
        labels = cells.truth[right]

        def pull(adjoint: Any) -> Any:
            out = np.zeros((*adjoint.shape[:-1], self.shape[-1]))
            out[..., right] = adjoint[..., labels]
            return out

        found = sums_at(self.value[..., right], labels, cells.labels)
        return Traced(found, ((self, FromCells(pull, lambda adjoint: [("diagonal", adjoint)])),))

    def penalised(self, penalties: Any, cells: Cells) -> Traced:
        """Add the numbers of cells, each times the penalty of its two labels, which may follow from values."""
        still = penalties.as_computed(plain(penalties.values))
        pull = FromCells(lambda adjoint: still.times(adjoint, cells), lambda adjoint: [("penalties", (adjoint, still))])
        back: tuple[Back, ...] = ((self, pull),)
        if not penalties.fixed:
            moves = 2.0 * self.value * (still.values[cells.truth] - still.values[cells.prediction])
            slopes = sums_at(moves, cells.truth, cells.labels) - sums_at(moves, cells.prediction, cells.labels)
            back += ((penalties.values, lambda adjoint: adjoint * slopes),)
        return Traced(still.times(self.value, cells).sum(-1), back)

    def prod(self, axis: int) -> Traced:
        """Multiply along an axis; each factor moves the product by that of the others."""

        def pull(adjoint: Any) -> Any:
            moved = np.moveaxis(self.value, axis, -1)
            ones = np.ones((*moved.shape[:-1], 1))
            before = np.concatenate([ones, np.cumprod(moved[..., :-1], -1)], -1)
            after = np.concatenate([np.cumprod(moved[..., :0:-1], -1)[..., ::-1], ones], -1)
            return np.expand_dims(adjoint, axis) * np.moveaxis(before * after, -1, axis)

        return Traced(self.value.prod(axis), ((self, pull),))

    def max(self, axis: Any = None, keepdims: bool = False, **options: Any) -> Traced:  # noqa: FBT001, FBT002
        """Take the greatest along an axis; the first of several that are equal moves it."""
        if axis is None or not self.size:
            raise UntraceableError
        found = self.value.max(axis, keepdims=True, **options)
        here = self.value == found
        here &= np.cumsum(here, axis) == 1

        def pull(adjoint: Any) -> Any:
            return here * (adjoint if keepdims else np.expand_dims(adjoint, axis))

        return Traced(found if keepdims else np.squeeze(found, axis), ((self, pull),))

    def astype(self, dtype: Any, **options: Any) -> Traced:
        """Take another kind of numbers, if it has the same values."""
        if np.dtype(dtype).kind != "f":
            raise UntraceableError
        return Traced(self.value.astype(dtype, **options), ((self, lambda adjoint: adjoint),))

    def argmax(self, axis: int) -> Any:
        """Where the greatest is, which no small change moves."""
        return self.value.argmax(axis)

    def all(self, *args: Any, **options: Any) -> Any:
        """Whether all are not zero."""
        return self.value.all(*args, **options)

    def any(self, *args: Any, **options: Any) -> Any:
        """Whether one is not zero."""
        return self.value.any(*args, **options)


def _against_rest_by_label(adjoint: Any) -> Terms:
    """What tables of each label against all others pass back, (K, 2, 2)."""
    neither, wrong, missed, found = (adjoint[..., row, column] for row, column in np.ndindex(2, 2))
    right = found - missed - wrong + neither
    return [("rows", neither.sum(-1) + missed - neither), ("columns", wrong - neither), ("diagonal", right)]


def plain(given: Any) -> Any:
    """The array without the tape."""
    return given.value if isinstance(given, Traced) else given


def terms_by_label(value: Traced, source: Traced) -> Terms:
    """
    Return what the derivative of one value by the number in any cell of a table is the sum of.

    `source` are the numbers of a table or of listed cells. Raises where the value comes of them otherwise than by sums
    of cells. Terms of cells that were weighed first stand beside the weights, as "weighed".
    """
    found: Terms = []

    def keep(parent: Traced, pull: Pull, adjoint: Any) -> None:
        if not isinstance(pull, FromCells) or (parent is not source and parent.back[0][0] is not source):
            raise UntraceableError
        terms = pull.by_label(adjoint)
        found.extend(terms if parent is source else [("weighed", (parent.weights, terms))])

    _gradient(_in_order(value), np.ones(value.shape), source, keep)
    return found


def gradients(value: Traced, source: Traced) -> Any:
    """Return the derivative of each number of `value`, of shape S, by those of `source`: (*S, *source)."""
    order = _in_order(value)
    found = []
    for place in np.ndindex(value.shape):
        seed = np.zeros(value.shape)
        seed[place] = 1.0
        found.append(_gradient(order, seed, source))
    every = found[0] if len(found) == 1 else np.array(found)  # one is not copied
    return every.reshape(*value.shape, *source.shape)


def _gradient(order: list[Traced], seed: Any, source: Traced, keep: Keep | None = None) -> Any:
    """Pass back once from the last of `order`; `keep` takes what would reach the table in place of adding it up."""
    adjoints = {id(order[-1]): seed}
    summed: set[int] = set()  # whose adjoints are sums that were made here, and so can be added to in place
    with np.errstate(all="ignore"):  # slopes at the edge of where a formula is defined
        for node in reversed(order):
            adjoint = adjoints.pop(id(node), None) if node is not source else None
            if adjoint is None:
                continue
            for parent, pull in node.back:
                if keep is not None and (parent is source or parent.weights is not None):
                    keep(parent, pull, adjoint)
                    continue
                more, name = pull(adjoint), id(parent)
                known = adjoints.get(name)
                if known is None:
                    adjoints[name] = more
                elif name in summed:
                    known += more
                else:
                    adjoints[name] = np.asarray(known + more)
                    summed.add(name)
    return adjoints.get(id(source), np.zeros(source.shape))


def _in_order(last: Traced) -> list[Traced]:
    """All that a value was made of, each before what was made of it."""
    order: list[Traced] = []
    seen: set[int] = set()
    waiting: list[Traced | None] = [last]
    opened: list[Traced] = []
    while waiting:
        node = waiting.pop()
        if node is None:  # all that the last one opened was made of is in order
            order.append(opened.pop())
        elif id(node) not in seen:
            seen.add(id(node))
            opened.append(node)
            waiting.append(None)
            waiting += [parent for parent, _ in node.back]
    return order


def _pull(shape: tuple[int, ...], pull: Pull, where: Any) -> Pull:
    """Undo the broadcasting of a source, and pass nothing where nothing was computed."""

    def back(adjoint: Any) -> Any:
        moved = np.asarray(pull(adjoint))
        if where is not True:
            moved = np.where(where, moved, 0.0)
        if not isfinite(
            moved.sum() if moved.ndim else moved.item()
        ):  # an infinite slope of what the value does not depend on
            moved = np.where(np.broadcast_to(adjoint, moved.shape) == 0, 0.0, moved)
        return summed_to(moved, shape)

    return back


def summed_to(adjoint: Any, shape: tuple[int, ...]) -> Any:
    """Add an adjoint over the axes along which its source was repeated."""
    if adjoint.shape == shape:
        return adjoint
    adjoint = adjoint.sum(tuple(range(adjoint.ndim - len(shape)))) if adjoint.ndim > len(shape) else adjoint
    axes = tuple(axis for axis, size in enumerate(shape) if size == 1 and adjoint.shape[axis] != 1)
    adjoint = adjoint.sum(axes, keepdims=True) if axes else adjoint
    return np.broadcast_to(adjoint, shape)


def _of_last_axis(place: Any) -> bool:
    """Whether an index takes numbers out of the last axis alone."""
    return isinstance(place, tuple) and len(place) == 2 and place[0] is Ellipsis and isinstance(place[1], np.ndarray)


def _repeats(place: Any) -> bool:
    """Whether an index can name a number twice."""
    return any(isinstance(one, (list, np.ndarray)) for one in (place if isinstance(place, tuple) else (place,)))


def traced(array: Any) -> Traced:
    """Return an array with a tape, on which all functions of this module are known."""
    return Traced(array)


def _of(function: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def known(made: Callable[..., Any]) -> Callable[..., Any]:
        FUNCTIONS[function] = made
        return made

    return known


for _untraced in (np.isnan, np.ndim, np.shape, np.ones_like, np.zeros_like, np.result_type, np.iscomplexobj, np.size):
    FUNCTIONS[_untraced] = lambda *given, _function=_untraced, **options: _function(
        *(plain(one) for one in given), **options
    )


@_of(np.sum)
def _sum(array: Any, axis: Any = None, **options: Any) -> Any:
    return array.sum(axis, **options)


@_of(np.diagonal)
def _diagonal(array: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Traced:
    if offset or {axis1 % array.ndim, axis2 % array.ndim} != {array.ndim - 2, array.ndim - 1}:
        raise UntraceableError

    def pull(adjoint: Any) -> Any:
        out = np.zeros(array.shape)
        every = np.arange(array.shape[-1])
        out[..., every, every] = adjoint
        return out

    back = FromCells(pull, lambda adjoint: [("diagonal", adjoint)]) if array.ndim == 2 else pull
    return Traced(np.diagonal(array.value, 0, -2, -1), ((array, back),))


@_of(np.trace)
def _trace(array: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Traced:
    found: Traced = _diagonal(array, offset, axis1, axis2).sum(-1)
    return found


@_of(np.where)
def _where(condition: Any, *given: Any) -> Any:
    if isinstance(condition, Traced) or len(given) != 2:
        raise UntraceableError
    found = np.where(condition, *(plain(one) for one in given))
    here = (condition, np.logical_not(condition))
    back = tuple(
        (one, lambda g, side=side, shape=one.shape: summed_to(np.where(side, g, 0.0), shape))
        for one, side in zip(given, here, strict=True)
        if isinstance(one, Traced)
    )
    return Traced(found, back)


@_of(np.stack)
def _stack(arrays: Any, axis: int = 0) -> Traced:
    found = np.stack([plain(one) for one in arrays], axis)
    back = tuple(
        (one, lambda g, place=place: np.take(g, place, axis)) for place, one in enumerate(arrays)
        if isinstance(one, Traced)
    )  # fmt: skip
    return Traced(found, back)


@_of(np.swapaxes)
def _swapaxes(array: Any, axis1: int, axis2: int) -> Traced:
    return Traced(np.swapaxes(array.value, axis1, axis2), ((array, lambda g: np.swapaxes(g, axis1, axis2)),))


@_of(np.outer)
def _outer(a: Any, b: Any) -> Any:
    return a[:, None] * b[None, :]


@_of(np.real)
def _real(array: Any) -> Any:
    return array


@_of(np.sort)
def _sort(array: Any, axis: int = -1) -> Traced:
    place = np.argsort(array.value, axis, kind="stable")

    def pull(adjoint: Any) -> Any:
        out = np.zeros(array.shape)
        np.put_along_axis(out, place, adjoint, axis)
        return out

    return Traced(np.take_along_axis(array.value, place, axis), ((array, pull),))


@_of(np.cumsum)
def _cumsum(array: Any, axis: int) -> Traced:
    def pull(adjoint: Any) -> Any:
        return np.flip(np.cumsum(np.flip(adjoint, axis), axis), axis)

    return Traced(np.cumsum(array.value, axis), ((array, pull),))


@_of(np.nan_to_num)
def _nan_to_num(array: Any) -> Any:
    return _where(np.isfinite(array.value), array, np.nan_to_num(array.value))


@_of(np.clip)
def _clip(array: Any, low: Any, high: Any) -> Any:
    return np.minimum(np.maximum(array, low), high)


@_of(np.einsum)
def _einsum(subscripts: str, *given: Any, **options: Any) -> Traced:
    """Pass back by an einsum with the result in the place of the argument; each letter occurs elsewhere as well."""
    if options or "->" not in subscripts:
        raise UntraceableError
    inputs, output = subscripts.split("->")
    names = inputs.split(",")
    values = [plain(one) for one in given]

    def pull_of(place: int) -> Callable[[Any], Any]:
        others = [k for k in range(len(names)) if k != place]
        known = output + "".join(names[k] for k in others)
        if any(letter not in known for letter in names[place].replace(".", "")):
            raise UntraceableError
        back = ",".join([output, *(names[k] for k in others)]) + "->" + names[place]
        return lambda g: np.einsum(back, g, *(values[k] for k in others))

    back = tuple((one, pull_of(place)) for place, one in enumerate(given) if isinstance(one, Traced))
    return Traced(np.einsum(subscripts, *values), back)
