"""Labels in every container that users hold, made from whole numbers, and what each container's users write."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

import numpy as np

BLOCK = 1_000_000  # more rows repeat a block of so many


@dataclass(frozen=True)
class Column:
    """
    How a container is made of codes, and which lines it is compared with.

    `lines` names the family of obvious lines; `most_rows` and `most_labels` bound what is tried.
    """

    make: Callable[[np.ndarray, int], Any]
    lines: str = "numpy"
    most_rows: int = 100_000_000
    most_labels: int = 8192
    make_second: Callable[[np.ndarray, int], Any] | None = None
    declared: bool = False


@lru_cache(maxsize=1)
def codes(rows: int, labels: int) -> tuple[np.ndarray, np.ndarray]:
    """A truth and a prediction that is right in 70 of 100 rows. The last label occurs, so that the range is known."""
    truth, pred = _block(min(rows, BLOCK), labels, right=0.7)
    return np.resize(truth, rows), np.resize(pred, rows)


def another_prediction(rows: int, labels: int) -> np.ndarray:
    """A second prediction of the same truth, right in 60 of 100 rows."""
    return np.resize(_block(min(rows, BLOCK), labels, right=0.6)[1], rows)


def _block(rows: int, labels: int, *, right: float) -> tuple[np.ndarray, np.ndarray]:
    truth = np.random.default_rng(0).integers(0, labels, rows)
    truth[0] = labels - 1
    random = np.random.default_rng(int(100 * right))
    return truth, np.where(random.random(rows) < right, truth, random.integers(0, labels, rows))


def weights(rows: int) -> np.ndarray:
    """Weights between 1/2 and 3/2."""
    return np.resize(np.random.default_rng(5).random(min(rows, BLOCK)) + 0.5, rows)


def occurring(a: np.ndarray, b: np.ndarray, labels: int) -> int:
    """How many labels occur."""
    return labels if len(a) >= 20 * labels else len(np.union1d(a, b))


@lru_cache(maxsize=8)
def names(labels: int, pattern: str = "c{:05d}") -> list[str]:
    """The labels as text, in the order of their codes."""
    return [pattern.format(k) for k in range(labels)]


PACKAGES = {"pandas": "pandas", "Polars": "polars", "Arrow": "pyarrow"}  # what the name of a container begins with


@lru_cache(maxsize=256)
def installed(column: str) -> bool:
    """Whether the package of a container is there."""
    return all(find_spec(package) for word, package in PACKAGES.items() if word in column)


def _object(x: np.ndarray, k: int) -> np.ndarray:
    return np.array(names(k), dtype=object)[x]


def _pandas(dtype: str) -> Callable[[np.ndarray, int], Any]:
    def make(x: np.ndarray, k: int) -> Any:
        import pandas as pd

        if dtype == "category":
            return pd.Series(pd.Categorical.from_codes(x, categories=names(k)))
        if dtype in {"int64", "Int64"}:
            return pd.Series(x).astype(dtype)
        return pd.Series(_object(x, k), dtype=dtype)

    return make


def _polars(kind: str, pattern: str = "c{:05d}") -> Callable[[np.ndarray, int], Any]:
    def make(x: np.ndarray, k: int) -> Any:
        import polars as pl

        if kind == "Int64":
            return pl.Series(x)
        text = pl.Series(names(k, pattern)).gather(pl.Series(x))
        return text.cast(pl.Enum(names(k, pattern)) if kind == "Enum" else getattr(pl, kind))

    return make


def _arrow(kind: str) -> Callable[[np.ndarray, int], Any]:
    def make(x: np.ndarray, k: int) -> Any:
        import pyarrow as pa

        if kind == "int64":
            return pa.array(x)
        if kind == "dictionary":
            return pa.DictionaryArray.from_arrays(pa.array(x.astype(np.int32)), pa.array(names(k)))
        return pa.array(names(k)).take(pa.array(x)).cast(getattr(pa, kind)())

    return make


def _numbers() -> dict[str, Column]:
    most = {"int8": 128, "uint8": 256, "bool": 2, "float16": 2048, "int16": 8192, "uint16": 8192}
    dtypes = (*most, *("int32", "int64", "uint32", "uint64", "float32", "float64"))
    plain = {t: Column(lambda x, _, t=t: x.astype(t, copy=False), most_labels=most.get(t, 8192)) for t in dtypes}
    return plain | {
        "int64, labels declared": Column(lambda x, _: x, declared=True),
        "int64, strided": Column(lambda x, _: np.repeat(x, 2)[::2], most_rows=10_000_000),
        "int64, far apart": Column(lambda x, _: x * 1_000_003, "frame", 1_000_000),
        "int64, sorted": Column(lambda x, _: np.sort(x), most_rows=1_000_000),
        "int64, one label mostly": Column(lambda x, k: np.where(np.arange(len(x)) % 100, k - 1, x)),
        "uint8, one label mostly": Column(
            lambda x, k: np.where(np.arange(len(x)) % 100, k - 1, x).astype(np.uint8), most_labels=256
        ),
        "int64 beside int8": Column(
            lambda x, _: x, most_labels=128, make_second=lambda x, _: x.astype(np.int8), most_rows=10_000_000
        ),
        "list of int": Column(lambda x, _: x.tolist(), "list", 1_000_000),
        "list of str": Column(lambda x, k: _object(x, k).tolist(), "list", 1_000_000),
        "object of int": Column(lambda x, _: x.astype(object), "frame", 1_000_000),
    }


def _texts() -> dict[str, Column]:
    most = 1_000_000
    long = "a category whose name is rather long {:05d}"
    return {
        "object of str": Column(_object, "frame", most),
        "object of str, each its own": Column(
            lambda x, k: np.array(np.array(names(k))[x].tolist(), dtype=object), "frame", most
        ),
        "NumPy <U": Column(lambda x, k: np.array(names(k))[x], "frame", most),
        "NumPy StringDType": Column(lambda x, k: np.array(names(k), np.dtypes.StringDType())[x], "python", most),
        "pandas int64": Column(_pandas("int64"), "pandas"),
        "pandas Int64": Column(_pandas("Int64"), "pandas", most),
        "pandas str": Column(_pandas("str"), "pandas", most),
        "pandas object": Column(_pandas("object"), "pandas", most),
        "pandas categorical": Column(_pandas("category"), "pandas categorical"),
        "Polars Int64": Column(_polars("Int64"), "polars"),
        "Polars String": Column(_polars("String"), "polars", most),
        "Polars String, long": Column(_polars("String", long), "polars", most),
        "Polars Categorical": Column(_polars("Categorical"), "polars", most),
        "Polars Enum": Column(_polars("Enum"), "polars", 10_000_000),
        "Arrow int64": Column(_arrow("int64"), "arrow"),
        "Arrow string": Column(_arrow("string"), "arrow", most),
        "Arrow large_string": Column(_arrow("large_string"), "arrow", most),
        "Arrow string_view": Column(_arrow("string_view"), "arrow", most),
        "Arrow dictionary": Column(_arrow("dictionary"), "arrow", 10_000_000),
    }


COLUMNS: dict[str, Column] = {**_numbers(), **_texts()}
