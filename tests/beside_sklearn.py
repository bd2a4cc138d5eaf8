"""Call a function of ours and scikit-learn's of the same name on the same arguments, and compare all that users see."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import sklearn.calibration
import sklearn.metrics
from numpy.testing import assert_allclose

import concordant.sklearn
from concordant.errors import ConcordantError


@dataclass
class Seen:
    """What a call did: its value or its error, and its warnings."""

    value: Any
    error: Exception | None
    warned: set[tuple[str, str]]


def theirs(name: str) -> Any:
    """Scikit-learn's function."""
    return getattr(sklearn.metrics, name, None) or getattr(sklearn.calibration, name)


def seen(function: Any, *args: Any, **options: Any) -> Seen:
    """Call a function; NumPy's own remarks (RuntimeWarning) are no message to users."""
    value, error = None, None
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = function(*args, **options)
        except Exception as raised:  # noqa: BLE001
            error = raised
    warned = {(w.category.__name__, str(w.message)) for w in caught if w.category is not RuntimeWarning}
    return Seen(value, error, warned)


def assert_same(name: str, *args: Any, messages: bool = True, **options: Any) -> Any:
    """
    Assert that ours and scikit-learn's give the same value and warnings, or errors of one class; return ours.

    Our errors say it in our words. `messages` says whether warnings are compared.
    """
    mine = seen(getattr(concordant.sklearn, name), *args, **options)
    other = seen(theirs(name), *args, **options)
    if other.error is not None:
        assert isinstance(mine.error, ConcordantError), f"{name}: {mine}, scikit-learn raises {other.error!r}"
        kinds = [kind for kind in (ValueError, TypeError, ZeroDivisionError) if isinstance(other.error, kind)]
        assert all(isinstance(mine.error, kind) for kind in kinds), f"{mine.error!r} for {other.error!r}"
        return None
    if mine.error is not None:
        raise mine.error
    assert_same_value(mine.value, other.value)
    if messages:
        assert mine.warned == other.warned
    return mine.value


def assert_same_value(mine: Any, other: Any) -> None:
    """Assert equal values of equal types (NumPy's floats are floats)."""
    if isinstance(other, dict):
        assert list(mine) == list(other)
        for key in other:
            assert_same_value(mine[key], other[key])
    elif isinstance(other, (tuple, list)):
        assert type(mine) is type(other)
        assert len(mine) == len(other)
        for one, two in zip(mine, other, strict=True):
            assert_same_value(one, two)
    elif isinstance(other, np.ndarray):
        assert isinstance(mine, np.ndarray)
        assert mine.shape == other.shape
        assert mine.dtype.kind == other.dtype.kind
        if not np.array_equal(mine, other, equal_nan=True):
            assert_allclose(mine, other, rtol=1e-9, atol=1e-12)
    elif isinstance(other, float):
        assert isinstance(mine, float)
        if mine != other:
            assert_allclose(mine, other, rtol=1e-9, atol=1e-12)
    else:
        assert type(mine) is type(other)
        assert mine == other


KINDS = (
    "int64", "int8", "uint64", "bool", "float", "text", "objects", "list", "list of text", "pandas", "pandas nullable",
    "categorical", "pandas text", "polars", "polars text", "polars categorical", "arrow", "arrow dictionary", "column",
)  # fmt: skip
MATRICES = ("dense", "bools", "csr", "csc array", "frame", "polars frame", "lists")


def column(kind: str, codes: Any) -> Any:
    """The same labels in one of the forms that users have them in."""
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    codes = np.asarray(codes)
    text = np.array(["b", "a", "ccc", "d", "e"])[codes]
    forms: dict[str, Any] = {
        "int64": lambda: codes * 2 - 1,
        "int8": lambda: codes.astype(np.int8),
        "uint64": lambda: codes.astype(np.uint64),
        "bool": lambda: codes > 0,
        "float": lambda: codes.astype(float),
        "text": lambda: text,
        "objects": lambda: text.astype(object),
        "list": codes.tolist,
        "list of text": text.tolist,
        "pandas": lambda: pd.Series(codes),
        "pandas nullable": lambda: pd.Series(codes, dtype="Int64"),
        "categorical": lambda: pd.Series(pd.Categorical(text, categories=["e", "d", "ccc", "b", "a"], ordered=True)),
        "pandas text": lambda: pd.Series(text),
        "polars": lambda: pl.Series(codes),
        "polars text": lambda: pl.Series(text),
        "polars categorical": lambda: pl.Series(text, dtype=pl.Categorical),
        "arrow": lambda: pa.array(codes),
        "arrow dictionary": lambda: pa.array(text.tolist()).dictionary_encode(),
        "column": lambda: codes[:, None],
    }
    return forms[kind]()


def matrix(kind: str, indicators: Any) -> Any:
    """The same indicators in one of the forms that users have them in."""
    import pandas as pd
    import polars as pl
    from scipy import sparse

    indicators = np.asarray(indicators)
    forms: dict[str, Any] = {
        "dense": lambda: indicators,
        "bools": lambda: indicators.astype(bool),
        "csr": lambda: sparse.csr_matrix(indicators),
        "csc array": lambda: sparse.csc_array(indicators),
        "frame": lambda: pd.DataFrame(indicators),
        "polars frame": lambda: pl.DataFrame(indicators),
        "lists": indicators.tolist,
    }
    return forms[kind]()
