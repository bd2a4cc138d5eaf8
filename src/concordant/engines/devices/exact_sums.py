"""
Sums of floats in no order at all, and still the same to the last bit on every run.

A device adds rows in whatever order it likes, and sums of floats depend on that order. Sums of whole numbers do not. So
each weight is taken as a whole number of 93 bits below the greatest weight of its group, in three parts of 31 bits,
and these are added. What is cut off is below 2**-93 of the greatest weight, so that the sum of n < 2**31 of them is off
by less than 2**-62 of itself before it is rounded to a float.
"""

from __future__ import annotations

from typing import Any

from concordant.engines.devices.operations import Operations

_PART = 31
_PARTS = 3
_BIAS, _MANTISSA = 1023, 52


def exact_sums(weights: Any, places: Any, size: int, operations: Operations) -> Any:
    """
    Sum weights by their place.

    Parameters
    ----------
    weights : array of float64, shape (n,)
        Finite and not negative, n < 2**31.
    places : array of int64, shape (n,)
        The group of each row, below `size`.
    size : int
        The number of groups.
    operations : Operations
        Of the library of both.

    Returns
    -------
    array of float64, shape (size,)
        On the device; nothing waits for it.
    """
    xp = operations.xp
    exponents = operations.exponents(operations.greatest(places, weights, size))
    rest = scaled(weights, -exponents[places], operations)
    total = operations.double(exponents) * 0.0
    parts = []
    for _ in range(_PARTS):
        rest = rest * 2.0**_PART
        part = xp.floor(rest)
        rest = rest - part
        parts.append(operations.added(places, operations.whole(part), size))
    carry = parts[-1] * 0
    for number, part in zip(range(_PARTS, 0, -1), reversed(parts), strict=True):
        whole = part + carry
        carry = whole >> _PART
        total = total + operations.double(whole & (2**_PART - 1)) * 2.0 ** (-_PART * number)
    return scaled(total + operations.double(carry), exponents, operations)


def scaled(numbers: Any, exponents: Any, operations: Operations) -> Any:
    """Multiply by powers of two, in two steps that float64 holds; `ldexp` of PyTorch goes through float32."""
    half = exponents >> 1
    return numbers * _power(half, operations) * _power(exponents - half, operations)


def _power(exponents: Any, operations: Operations) -> Any:
    return operations.bits((exponents + _BIAS) << _MANTISSA, floats=True)
