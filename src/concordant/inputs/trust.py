"""Probabilities that are taken on trust: of those of a row only the one that counts is read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_TRUSTED = ContextVar("trusted", default=False)


@contextmanager
def trust_probabilities() -> Iterator[None]:
    """
    Take it on trust, within a ``with`` block, that rows of probabilities of several classes are such.

    Else every number of a matrix with one column a class is read, to refuse one that is no probability and rows that
    do not sum to one. `log_loss` asks each row for the probability of what happened alone: on trust it reads no more,
    which of many rows and a thousand classes takes a tenth of the time. That one must still be a probability, and every
    label one of the classes. Metrics that ask for all probabilities of a row read and check them here too, as do those
    of two classes, whose second probability is the rest.

    The value is the same to the last bit where the rows are what they are trusted to be. Where they are not, it is
    that of the numbers that were read, without a word.

    Examples
    --------
    >>> from concordant import log_loss, trust_probabilities
    >>> weights = [[2.0, 0.5, 0.1], [0.2, 0.25, 9.0]]
    >>> with trust_probabilities():
    ...     round(log_loss([1, 0], weights, labels=[0, 1, 2]), 4)
    1.1513
    """
    before = _TRUSTED.set(True)
    try:
        yield
    finally:
        _TRUSTED.reset(before)


def are_trusted() -> bool:
    """Whether a caller takes rows of probabilities on trust."""
    return _TRUSTED.get()
