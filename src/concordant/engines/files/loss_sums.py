"""Moments of losses, chunk after chunk of rows: the same sums, to the last bit, as of all rows in memory."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace

import numpy as np

from concordant.engines import arrays
from concordant.inputs.scores import ScoreRows
from concordant.settings import get_threads
from concordant.states.moments import Loss, Moments, unit_of_weight

CHUNK = 1 << 18  # rows: the kernels merge the moments of so many rows, one chunk after the other


class LossSums:
    """
    The moments of some losses of the rows so far.

    The kernels cut rows into chunks of `CHUNK` rows and merge their moments in order. So does `add`: of rows that come
    in multiples of a chunk, whatever comes last, the moments are those of a single call.
    """

    def __init__(self, losses: dict[str, Loss]) -> None:
        self.losses = losses
        self.sums: dict[str, Moments] = {}

    def copy(self) -> LossSums:
        """Return the same to go on from; moments do not change."""
        other = LossSums(self.losses)
        other.sums = dict(self.sums)
        return other

    def add(self, rows: ScoreRows) -> None:
        """Add rows of two classes with probabilities."""
        with self.adding(rows, busy=0):
            pass

    @contextmanager
    def adding(self, rows: ScoreRows, busy: int = 1) -> Iterator[None]:
        """Add rows of two classes with probabilities, while so many threads of the caller do something else."""
        work = [(name, start) for start in range(0, len(rows.scores), CHUNK) for name in self.losses]

        def one(item: tuple[str, int]) -> Moments:
            name, start = item
            here = slice(start, start + CHUNK)
            weights = None if rows.weights is None else rows.weights[here]
            chunk = replace(rows, y_true=rows.y_true[here], scores=rows.scores[here], weights=weights)
            return arrays.loss_moments(chunk, self.losses[name])

        threads = get_threads()
        with ThreadPoolExecutor(max(min(threads - busy, len(work)), 1)) as pool:
            parts = pool.map(one, work) if threads > 1 else map(one, work)
            yield
            for (name, _), found in zip(work, parts, strict=True):
                known = self.sums.get(name)
                self.sums[name] = found if known is None else merged(known, found)


def merged(into: Moments, other: Moments) -> Moments:
    """
    Add moments as the kernels do: Chan, Golub and LeVeque (1983), eqs. 1.5a-b, in their order of operations.

    ``Moments.__add__`` takes the smaller of two weights first, which gives the same but for the last bit.
    """
    if unit_of_weight(into.weight) or unit_of_weight(other.weight) or not (into.weight and other.weight):
        return into + other
    weight = into.weight + other.weight
    share = other.weight / weight
    with np.errstate(invalid="ignore"):  # an infinite loss: its spread is undefined, its mean infinite
        step = other.mean - into.mean
        between = step[:, None] * step[None, :] * (into.weight * share)
        mean = np.where(np.isinf(into.mean), into.mean, into.mean + step * share)
        comoment = into.comoment + (other.comoment + between)
    return replace(into, weight=weight, squares=into.squares + other.squares, mean=mean, comoment=comoment)
