"""The same numbers in every container, type and byte order have the same value, in both faces."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse

import concordant
import concordant.sklearn as named

RNG = np.random.default_rng(3)
ROWS = 40
TRUTH = RNG.integers(0, 2, ROWS)
GUESS = np.where(RNG.random(ROWS) < 0.7, TRUTH, 1 - TRUTH)
SCORES = np.round((TRUTH + RNG.normal(size=ROWS)) * 4) / 4  # of few digits: a half-precision number holds them
PROBABILITIES = np.round(RNG.random(ROWS) * 14 + 1) / 16
WEIGHTS = RNG.integers(1, 5, ROWS)

ORDERS = "<>"
INTEGERS = ["?", *(order + kind for order in ORDERS for kind in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"))]
FLOATS = ["g", *(order + kind for order in ORDERS for kind in ("f2", "f4", "f8"))]


class Own(np.ndarray):
    pass


def field(x: Any) -> Any:
    """A field of records: the steps are no whole number of elements."""
    records = np.zeros(x.shape, np.dtype([("pad", "u1"), ("x", x.dtype)]))
    records["x"] = x
    return records["x"]


def unaligned(x: Any) -> Any:
    view = np.frombuffer(bytearray(1 + x.nbytes), x.dtype, x.size, 1).reshape(x.shape)
    view[...] = x
    return view


def read_only(x: Any) -> Any:
    copy = x.copy()
    copy.flags.writeable = False
    return copy


class Interface:
    """What only NumPy's own protocol reads."""

    def __init__(self, x: Any) -> None:
        self.x = x

    def __len__(self) -> int:
        return len(self.x)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.asarray(self.x, dtype)


ARRAYS: dict[str, Callable[[Any], Any]] = {
    "array": lambda x: x,
    "every second": lambda x: np.repeat(x, 2, axis=0)[::2],
    "backwards": lambda x: x[::-1].copy()[::-1],
    "field": field,
    "unaligned": unaligned,
    "read only": read_only,
    "subclass": lambda x: x.view(Own),
    "masked": np.ma.masked_array,
    "interface": Interface,
}
COLUMNS: dict[str, Callable[[Any], Any]] = ARRAYS | {
    "of a matrix": lambda x: np.stack([x, x], axis=1)[:, 1],
    "one column": lambda x: x[:, None],
    "list": lambda x: x.tolist(),
    "tuple": lambda x: tuple(x.tolist()),
    "list of numpy numbers": list,
    "objects": lambda x: x.astype(object),
    "memory": memoryview,
    "pandas": pd.Series,
    "pandas array": lambda x: pd.Series(x).array,
    "pandas frame": lambda x: pd.DataFrame({"x": x}),
    "polars": lambda x: pl.Series(x.astype(x.dtype.newbyteorder("="))),
    "arrow": lambda x: pa.array(x.astype(x.dtype.newbyteorder("="))),
}
MATRICES: dict[str, Callable[[Any], Any]] = {name: make for name, make in ARRAYS.items() if name != "interface"} | {
    "columns first": np.asfortranarray,
    "list": lambda x: x.tolist(),
    "list of arrays": list,
    "pandas frame": pd.DataFrame,
}

LABELS = {"native": concordant.cohen_kappa, "named": named.f1_score}
OF_SCORES = {"native": concordant.roc_auc, "named": named.roc_auc_score}
OF_PROBABILITIES = {"native": concordant.brier_score, "named": named.log_loss}
NOT_IN_SCIKIT_LEARN = ("objects", "memory")
FLAT = ("one column", "pandas frame")  # scikit-learn takes labels so, but not weights


def same(function: Any, given: tuple[Any, ...], plain: tuple[Any, ...], kind: str, rtol: float = 1e-12) -> None:
    """The same value of what is given as of plain columns; the last is the weight."""
    found = function(given[0], given[1], sample_weight=given[2])
    expected = function(plain[0], plain[1], sample_weight=plain[2])
    np.testing.assert_allclose(found, expected, rtol=rtol, err_msg=f"{function} of {kind}")


def exists(container: str, kind: str) -> bool:
    if kind == "g":
        return container not in ("polars", "arrow", "pandas array", "pandas frame", "memory")
    if container in SPARSE and (kind[0] == ">" or kind[1:] == "f2"):
        return False
    return kind[1:] != "f2" or container not in ("pandas array", "pandas frame", "polars")


@pytest.mark.parametrize("face", ["native", "named"])
@pytest.mark.parametrize("container", COLUMNS)
def test_columns(container: str, face: str) -> None:
    if face == "named" and container in NOT_IN_SCIKIT_LEARN:
        pytest.skip("scikit-learn does not take it either")
    for kind in [*INTEGERS, *FLOATS]:
        if not exists(container, kind):
            continue
        truth, guess, weights = (COLUMNS[container](x.astype(kind)) for x in (TRUTH, GUESS, WEIGHTS))
        if kind == "?":
            weights = None
        elif face == "named" and container in FLAT:
            weights = WEIGHTS.astype(kind)
        plain = None if kind == "?" else WEIGHTS
        same(LABELS[face], (truth, guess, weights), (TRUTH, GUESS, plain), kind)
        same(LABELS[face], (TRUTH, guess, None), (TRUTH, GUESS, None), kind)
        same(OF_SCORES[face], (truth, SCORES, weights), (TRUTH, SCORES, plain), kind)
        same(OF_PROBABILITIES[face], (truth, PROBABILITIES, weights), (TRUTH, PROBABILITIES, plain), kind)
        if kind in FLOATS:
            near = 1e-5 if kind[1:] in ("f2", "f4") else 1e-12  # single precision is kept
            scores, probabilities = (COLUMNS[container](x.astype(kind)) for x in (SCORES, PROBABILITIES))
            same(OF_SCORES[face], (TRUTH, scores, weights), (TRUTH, SCORES, plain), kind, near)
            same(OF_PROBABILITIES[face], (TRUTH, probabilities, weights), (TRUTH, PROBABILITIES, plain), kind, near)
        if face == "native" and kind != "?":
            same(concordant.pearson_correlation, (guess, weights, weights), (GUESS, WEIGHTS, WEIGHTS), kind)


MARKS = RNG.integers(0, 2, (ROWS, 3))
GUESSED = np.where(RNG.random((ROWS, 3)) < 0.7, MARKS, 1 - MARKS)
RANKS = np.round((MARKS + RNG.normal(size=(ROWS, 3))) * 4) / 4
OF_MARKS = {
    "native": (concordant.hamming_loss, concordant.exact_match),
    "named": (named.hamming_loss, named.multilabel_confusion_matrix),
}
RANKED = {"native": (concordant.coverage_error,), "named": (named.label_ranking_loss, named.roc_auc_score)}
SPARSE: dict[str, Callable[[Any], Any]] = {
    "compressed rows": sparse.csr_array,
    "compressed columns": sparse.csc_matrix,
    "coordinates": sparse.coo_array,
}


@pytest.mark.parametrize("face", ["native", "named"])
@pytest.mark.parametrize("container", [*MATRICES, *SPARSE])
def test_matrices(container: str, face: str) -> None:
    for kind in [*INTEGERS, *FLOATS]:
        if not exists(container, kind):
            continue
        marks, guessed = ((MATRICES | SPARSE)[container](x.astype(kind)) for x in (MARKS, GUESSED))
        for function in OF_MARKS[face]:
            same(function, (marks, guessed, None), (MARKS, GUESSED, None), kind)
            same(function, (marks, GUESSED, None), (MARKS, GUESSED, None), kind)
        for function in RANKED[face] if container not in SPARSE else ():
            same(function, (marks, RANKS, None), (MARKS, RANKS, None), kind)
            if kind in FLOATS:
                ranks = MATRICES[container](RANKS.astype(kind))
                same(function, (MARKS, ranks, None), (MARKS, RANKS, None), kind, 1e-5)


HUGE = np.array([5, 2**63 + 1, 2**63 + 3, 2**63 + 5, 2**63 + 3], np.uint64)
OTHER = np.array([5, 2**63 + 3, 2**63 + 1, 2**63 + 5, 2**63 + 3], np.uint64)
HASHES: dict[str, Callable[[Any], Any]] = {
    "array": lambda x: x,
    "other order": lambda x: x.astype(">u8"),
    "list": lambda x: x.tolist(),
    "list of numpy numbers": list,
    "objects": lambda x: x.astype(object),
    "pandas": pd.Series,
    "pandas nullable": lambda x: pd.Series(x, dtype="UInt64"),
    "categorical": pd.Categorical,
    "categorical series": lambda x: pd.Series(x).astype("category"),
    "ordered categorical": lambda x: pd.Categorical(x, ordered=True),
    "polars": pl.Series,
    "arrow": pa.array,
    "dictionary": lambda x: pa.array(x).dictionary_encode(),
    "chunks of dictionaries": lambda x: pa.chunked_array([x[:2], x[2:]]).dictionary_encode(),
    "decimals": lambda x: pl.Series(list(map(Decimal, x.tolist())), dtype=pl.Decimal(20, 0)),
}


@pytest.mark.parametrize("first", HASHES)
@pytest.mark.parametrize("second", HASHES)
def test_labels_beyond_64_bits_keep_all_their_digits(first: str, second: str) -> None:
    """As floats, all of them but 5 would be one label."""
    true, pred = HASHES[first](HUGE), HASHES[second](OTHER)
    assert concordant.accuracy(true, pred) == 0.6
    assert concordant.accuracy(HASHES[first](OTHER), HASHES[second](OTHER)) == 1.0
    assert concordant.Counts.from_labels(true, pred).labels == tuple(sorted(set(HUGE.tolist())))


@pytest.mark.parametrize("container", ["array", "categorical", "categorical series"])
def test_labels_beyond_64_bits_by_scikit_learns_names(container: str) -> None:
    assert named.accuracy_score(HASHES[container](HUGE), OTHER) == 0.6
    assert named.accuracy_score(OTHER, HASHES[container](OTHER)) == 1.0
