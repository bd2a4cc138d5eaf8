"""Derivatives of a formula by every cell of its table, in reverse mode, through NumPy's protocols."""

# ruff: noqa: ARG005  (every slope takes the result and all arguments)

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import isfinite
from typing import Any, Literal

import numpy as np

from concordant.states import Counts
from concordant.states.tables import Cells, against_rest, sums_at
from concordant.typing import FloatArray

Pull = Callable[[Any], Any]
Back = tuple["Traced", Pull]
Slopes = Callable[..., tuple[Pull, ...]]  # result, arguments -> one for each argument

_VALUES = 64  # of a formula; each takes a pass back


def slopes_by_tape(formula: Callable[[Counts], Any], counts: Counts) -> FloatArray | None:
    """
    Return the derivative of a formula of shape S by each of the numbers that the counts hold, (numbers, *S).

    None if the formula does something that the tape does not know, or has many values.
    """
    numbers = Traced(counts.numbers)
    try:
        with np.errstate(all="ignore"):
            value = formula(counts.with_numbers(numbers))  # type: ignore[arg-type]
    except UntraceableError:
        return None
    if not isinstance(value, Traced) or value.size > _VALUES:
        return None
    slopes = gradients(value, numbers).reshape(*value.shape, numbers.size)
    return np.asarray(np.moveaxis(slopes, -1, 0))


def slopes_of_stack(formula: Callable[[Counts], Any], counts: Counts) -> tuple[FloatArray, FloatArray] | None:
    """Return the value of each table of a stack, and its derivative by its own cells; None as of `slopes_by_tape`."""
    numbers = Traced(counts.numbers)
    try:
        values = formula(counts.with_numbers(numbers))  # type: ignore[arg-type]
    except UntraceableError:
        return None
    if not isinstance(values, Traced) or values.shape != counts.stack:
        return None
    slopes = gradients(values.sum(), numbers)  # no table moves the value of another
    return np.asarray(values.value), slopes.reshape(*counts.stack, -1)


class UntraceableError(TypeError):
    """A formula does what the tape does not know."""


# Arrays that remember how they were computed, so that one pass back gives the derivative by every cell of a table.
#
# It is reverse-mode differentiation (Griewank & Walther 2008, Evaluating Derivatives, 2nd edition, SIAM, chapter 3)
# through NumPy's own protocols, `__array_ufunc__` and `__array_function__`: a formula is called as it stands with a
# `Traced` table in place of an array. The whole gradient costs a few times the formula, however many cells there are; a
# complex step costs one formula a cell. A formula that does something that is not known here raises `UntraceableError`.


class Traced(np.lib.mixins.NDArrayOperatorsMixin):
    """
    An array and where it came from.

    Attributes
    ----------
    value : ndarray
        What a formula would have without the tape.
    back : tuple of (Traced, callable)
        What it was made of; the callable turns its adjoint into what it adds to that of its source.
    """

    def __init__(self, value: Any, back: tuple[Back, ...] = ()) -> None:
        self.value, self.back = np.asarray(value), back

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

    def __getattr__(self, name: str) -> Any:
        """Refuse what arrays have and the tape does not know."""
        raise UntraceableError

    def __len__(self) -> int:
        return len(self.value)

    def __bool__(self) -> bool:
        return bool(self.value)

    def __iter__(self) -> Iterator[Traced]:
        return (self[index] for index in range(len(self)))

    def __array_ufunc__(
        self, ufunc: Any, method: str, *arguments: Any, where: Any = True, out: Any = None, **options: Any
    ) -> Any:
        """Compute as NumPy does; remember what has a slope."""
        if ufunc in (np.add, np.multiply) and method == "reduce" and where is True and out is None:
            reduced = self.sum if ufunc is np.add else self.prod
            return reduced(**{"axis": 0, **options})
        if method != "__call__" or options:
            raise UntraceableError
        values = [plain(array) for array in arguments]
        if out is None and where is True:
            result = ufunc(*values)
        else:
            if any(isinstance(array, Traced) for array in (where, *(out or ()))):
                raise UntraceableError
            result = ufunc(*values, where=where, out=None if out is None else tuple(np.array(array) for array in out))
        if isinstance(result, tuple):
            raise UntraceableError
        if result.dtype.kind == "b" or ufunc is np.rint:  # which no small change moves
            return result
        slopes = SLOPES.get(ufunc.__name__)
        if slopes is None:
            raise UntraceableError
        pairs = zip(arguments, slopes(result, *values), strict=True)
        back = ((source, _pull(source.shape, pull, where)) for source, pull in pairs if isinstance(source, Traced))
        return Traced(result, tuple(back))

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        """Call the traced form of the function."""
        del types
        if function not in FUNCTIONS:
            raise UntraceableError
        return FUNCTIONS[function](*args, **options)

    def __getitem__(self, index: Any) -> Traced:
        entries = index if isinstance(index, tuple) else (index,)
        repeats = any(isinstance(entry, (list, np.ndarray)) for entry in entries)  # it can name a number twice
        of_last_axis = len(entries) == 2 and entries[0] is Ellipsis and isinstance(entries[1], np.ndarray)

        def pull(adjoint: Any) -> Any:
            if of_last_axis:
                return sums_at(adjoint, entries[1], self.shape[-1])
            out = np.zeros(self.shape)
            if repeats:
                np.add.at(out, index, adjoint)
            else:
                out[index] = adjoint
            return out

        return Traced(self.value[index], ((self, pull),))

    def sum(self, axis: Any = None, keepdims: bool = False, **options: Any) -> Traced:  # noqa: FBT001, FBT002
        """Add along axes."""
        if options:
            raise UntraceableError

        def pull(adjoint: Any) -> Any:
            if axis is not None and not keepdims:
                adjoint = np.expand_dims(adjoint, axis)
            return np.broadcast_to(adjoint, self.shape)

        return Traced(self.value.sum(axis, keepdims=keepdims), ((self, pull),))

    def reshape(self, *shape: Any) -> Traced:
        """Take the same numbers in another shape."""
        return Traced(self.value.reshape(*shape), ((self, lambda adjoint: np.reshape(adjoint, self.shape)),))

    def penalised_table(self, penalties: Any) -> Traced:
        """Add the cells of one table, each times the penalty of its two labels, which may follow from values."""
        fixed, table = penalties.as_computed(plain(penalties.values)), self.value
        matrix, values = fixed.matrix, fixed.values
        back: tuple[Back, ...] = ((self, lambda adjoint: adjoint * matrix),)
        if not penalties.fixed:
            both = table + table.T
            slopes = 2.0 * (both.sum(-1) * values - both @ values)
            back += ((penalties.values, lambda adjoint: adjoint * slopes),)
        return Traced(np.einsum("ij,ij->", table, matrix), back)

    def against_rest(self) -> Traced:
        """The table of each label against the rest, (K, 2, 2)."""

        def pull(adjoint: Any) -> Any:
            neither, wrong, missed, right = (adjoint[..., row, column] for row, column in np.ndindex(2, 2))
            out = np.asarray((missed - neither)[..., :, None] + (wrong - neither)[..., None, :])
            out += neither.sum(-1)[..., None, None]
            diagonal = np.arange(self.shape[-1])
            out[..., diagonal, diagonal] += right - missed - wrong + neither
            return out

        return Traced(against_rest(self.value), ((self, pull),))

    def against_rest_of(self, cells: Cells) -> Traced:
        """The same from the numbers of cells."""
        true, predicted = cells.truth, cells.prediction

        def pull(adjoint: Any) -> Any:
            neither, wrong, missed, right = (adjoint[..., row, column] for row, column in np.ndindex(2, 2))
            of_wrong = (missed - neither)[..., true] + (wrong - neither)[..., predicted]
            return neither.sum(-1)[..., None] + np.where(true == predicted, (right - neither)[..., true], of_wrong)

        return Traced(cells.against_rest(self.value), ((self, pull),))

    def margin_of(self, cells: Cells, margin: Literal["rows", "columns"]) -> Traced:
        """Add the numbers of cells by their true label or by the predicted one; each moves the sum of its own."""
        labels = cells.truth if margin == "rows" else cells.prediction
        return Traced(sums_at(self.value, labels, cells.labels), ((self, lambda adjoint: adjoint[..., labels]),))

    def diagonal_of(self, cells: Cells) -> Traced:
        """Take the numbers of cells whose two labels are the same, by this label."""
        right = np.flatnonzero(cells.truth == cells.prediction)
        labels = cells.truth[right]

        def pull(adjoint: Any) -> Any:
            out = np.zeros((*adjoint.shape[:-1], self.shape[-1]))
            out[..., right] = adjoint[..., labels]
            return out

        diagonal = sums_at(self.value[..., right], labels, cells.labels)
        return Traced(diagonal, ((self, pull),))

    def penalised(self, penalties: Any, cells: Cells) -> Traced:
        """Add the numbers of cells, each times the penalty of its two labels, which may follow from values."""
        fixed = penalties.as_computed(plain(penalties.values))
        back: tuple[Back, ...] = ((self, lambda adjoint: fixed.times(adjoint, cells)),)
        if not penalties.fixed:
            moves = 2.0 * self.value * (fixed.values[cells.truth] - fixed.values[cells.prediction])
            slopes = sums_at(moves, cells.truth, cells.labels) - sums_at(moves, cells.prediction, cells.labels)
            back += ((penalties.values, lambda adjoint: adjoint * slopes),)
        return Traced(fixed.times(self.value, cells).sum(-1), back)

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
        greatest = self.value.max(axis, keepdims=True, **options)
        first = self.value == greatest
        first &= np.cumsum(first, axis) == 1

        def pull(adjoint: Any) -> Any:
            return first * (adjoint if keepdims else np.expand_dims(adjoint, axis))

        return Traced(greatest if keepdims else np.squeeze(greatest, axis), ((self, pull),))

    def min(self, axis: Any) -> Traced:
        """Take the least along an axis; the first of several that are equal moves it."""
        least: Traced = -(-self).max(axis)
        return least

    def astype(self, dtype: Any, **options: Any) -> Traced:
        """Take another dtype, if it has the same values."""
        if np.dtype(dtype).kind != "f":
            raise UntraceableError
        return Traced(self.value.astype(dtype, **options), ((self, lambda adjoint: adjoint),))

    def argmax(self, axis: int) -> Any:
        """Where the greatest is, which no small change moves."""
        return self.value.argmax(axis)


def plain(array: Any) -> Any:
    """The array without the tape."""
    return array.value if isinstance(array, Traced) else array


def gradients(value: Traced, source: Traced) -> Any:
    """Return the derivative of each number of `value`, of shape S, by those of `source`: (*S, *source)."""
    order = _in_order(value)
    rows = []
    for index in np.ndindex(value.shape):
        seed = np.zeros(value.shape)
        seed[index] = 1.0
        rows.append(_gradient(order, seed, source))
    gradient = rows[0] if len(rows) == 1 else np.array(rows)  # a single row is not copied
    return gradient.reshape(*value.shape, *source.shape)


def _gradient(order: list[Traced], seed: Any, source: Traced) -> Any:
    """Pass back once from the last of `order`."""
    adjoints = {id(order[-1]): seed}
    summed: set[int] = set()  # whose adjoints are arrays of this call, and so can be added to in place
    with np.errstate(all="ignore"):  # slopes at the edge of where a formula is defined
        for node in reversed(order):
            adjoint = adjoints.pop(id(node), None) if node is not source else None
            if adjoint is None:
                continue
            for parent, pull in node.back:
                more, key = pull(adjoint), id(parent)
                total = adjoints.get(key)
                if total is None:
                    adjoints[key] = more
                elif key in summed:
                    total += more
                else:
                    adjoints[key] = np.asarray(total + more)
                    summed.add(key)
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
        if not isfinite(moved.sum() if moved.ndim else moved.item()):
            # An infinite slope of what the value does not depend on.
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


def _matmul(result: Any, a: Any, b: Any) -> tuple[Pull, ...]:
    del result
    if np.ndim(a) == 1 and np.ndim(b) == 1:
        return lambda g: g * b, lambda g: g * a
    if np.ndim(b) == 1:
        return lambda g: np.multiply.outer(g, b), lambda g: np.einsum("...ij,...i->j", a, g)
    if np.ndim(a) == 1:
        return lambda g: np.einsum(
            "...ij,...j->i", b, g
        ), lambda g: np.asarray(a)[:, None] * np.asarray(g)[..., None, :]
    return lambda g: g @ np.swapaxes(b, -1, -2), lambda g: np.swapaxes(a, -1, -2) @ g


SLOPES: dict[str, Slopes] = {
    "add": lambda r, a, b: (lambda g: g, lambda g: g),
    "subtract": lambda r, a, b: (lambda g: g, lambda g: -g),
    "multiply": lambda r, a, b: (lambda g: g * b, lambda g: g * a),
    "divide": lambda r, a, b: (lambda g: g / b, lambda g: -g * r / b),
    "negative": lambda r, a: (lambda g: -g,),
    "sqrt": lambda r, a: (lambda g: np.where(r == 0, 0.0, g / (2 * r)),),  # at 0 no cell that holds rows can move it
    "log": lambda r, a: (lambda g: g / a,),
    "log1p": lambda r, a: (lambda g: g / (1 + a),),
    "absolute": lambda r, a: (lambda g: g * np.sign(a),),
    "power": lambda r, a, b: (lambda g: g * b * a ** (b - 1), lambda g: g * r * np.log(a)),
    "maximum": lambda r, a, b: (lambda g: g * (a >= b), lambda g: g * (b > a)),
    "minimum": lambda r, a, b: (lambda g: g * (a <= b), lambda g: g * (b < a)),
    "matmul": _matmul,
}


def _diagonal(array: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Traced:
    if offset or {axis1 % array.ndim, axis2 % array.ndim} != {array.ndim - 2, array.ndim - 1}:
        raise UntraceableError

    def pull(adjoint: Any) -> Any:
        out = np.zeros(array.shape)
        diagonal = np.arange(array.shape[-1])
        out[..., diagonal, diagonal] = adjoint
        return out

    return Traced(np.diagonal(array.value, 0, -2, -1), ((array, pull),))


def _where(condition: Any, *arguments: Any) -> Any:
    if isinstance(condition, Traced) or len(arguments) != 2:
        raise UntraceableError
    sides = zip(arguments, (condition, np.logical_not(condition)), strict=True)
    back = tuple(
        (array, lambda g, side=side, shape=array.shape: summed_to(np.where(side, g, 0.0), shape))
        for array, side in sides
        if isinstance(array, Traced)
    )
    return Traced(np.where(condition, *(plain(array) for array in arguments)), back)


def _swapaxes(array: Any, axis1: int, axis2: int) -> Traced:
    return Traced(np.swapaxes(array.value, axis1, axis2), ((array, lambda g: np.swapaxes(g, axis1, axis2)),))


def _sort(array: Any, axis: int = -1) -> Traced:
    order = np.argsort(array.value, axis, kind="stable")

    def pull(adjoint: Any) -> Any:
        out = np.zeros(array.shape)
        np.put_along_axis(out, order, adjoint, axis)
        return out

    return Traced(np.take_along_axis(array.value, order, axis), ((array, pull),))


def _cumsum(array: Any, axis: int) -> Traced:
    def pull(adjoint: Any) -> Any:
        return np.flip(np.cumsum(np.flip(adjoint, axis), axis), axis)

    return Traced(np.cumsum(array.value, axis), ((array, pull),))


def _einsum(subscripts: str, *arguments: Any, **options: Any) -> Traced:
    """Pass back by an einsum with the result in place of the argument; each letter occurs elsewhere as well."""
    if options or "->" not in subscripts:
        raise UntraceableError
    inputs, output = subscripts.split("->")
    names = inputs.split(",")
    values = [plain(array) for array in arguments]

    def pull_of(argument: int) -> Callable[[Any], Any]:
        others = [k for k in range(len(names)) if k != argument]
        letters = output + "".join(names[k] for k in others)
        if any(letter not in letters for letter in names[argument].replace(".", "")):
            raise UntraceableError
        back = ",".join([output, *(names[k] for k in others)]) + "->" + names[argument]
        return lambda g: np.einsum(back, g, *(values[k] for k in others))

    back = tuple((array, pull_of(k)) for k, array in enumerate(arguments) if isinstance(array, Traced))
    return Traced(np.einsum(subscripts, *values), back)


def _untraced(function: Any, *arguments: Any, **options: Any) -> Any:
    """The result of a function that no small change moves."""
    return function(*(plain(array) for array in arguments), **options)


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.diagonal: _diagonal,
    np.where: _where,
    np.swapaxes: _swapaxes,
    np.real: lambda array: array,
    np.sort: _sort,
    np.cumsum: _cumsum,
    np.einsum: _einsum,
}
for _function in (np.count_nonzero, np.shape, np.iscomplexobj, np.ones_like, np.zeros_like, np.result_type):
    FUNCTIONS[_function] = partial(_untraced, _function)
