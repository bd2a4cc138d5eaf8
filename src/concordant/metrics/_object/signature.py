"""The signature of a result: each choice that moves the number, in one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from zlib import crc32

import numpy as np

from concordant.typing import Label


def signature_of(name: str, state: Any, options: Mapping[str, Any]) -> str:
    """Join name, options that are set, labels, rows and version."""
    parts = [name]
    parts += [f"{key}:{_option(value)}" for key, value in sorted(options.items()) if _is_set(key, value, state)]
    labels = next((getattr(state, x) for x in ("outputs", "labels", "classes") if getattr(state, x, None)), None)
    if labels is not None:
        parts.append(f"labels:{labels_text(labels)}")
    if getattr(state, "raters", None):
        parts.append(f"raters:{labels_text(state.raters)}")
    parts.append(f"n:{_rows(state.n)}")
    if _weighted(state):
        parts.append("sample_weight:yes")
    if state.missing:
        parts.append(f"missing:{state.missing}")
    from concordant import __version__

    parts.append(f"v:{__version__}")
    return "|".join(parts)


def with_clusters(signature: str, clusters: Any) -> str:
    """Name the number of clusters, which is their size, before the version; None: rows are independent."""
    head, mark, version = signature.rpartition("|v:")
    return signature if clusters is None else f"{head}|clusters:{clusters.size}{mark}{version}"


def _rows(n: Any) -> str:
    """The rows or their weight; of a stack only where all its states have the same."""
    if isinstance(n, int):
        return str(n)
    every = np.ravel(n)
    if not every.size or (every != every[0]).any():
        return "stack"
    first = every[0].item()
    return str(int(first)) if first == int(first) else f"{first:g}"


def _weighted(state: Any) -> bool:
    if hasattr(state, "comoment"):
        return not np.array_equal(state.weight, state.squares)
    if hasattr(state, "tables"):
        return bool(state.weights.dtype.kind == "f")
    if hasattr(state, "numbers"):
        return state.weighted and not np.array_equal(state.numbers, state.number_squares)
    if hasattr(state, "weighted"):  # of a panel
        return bool(state.weighted) and not np.array_equal(state.weight, state.squares)
    if getattr(getattr(state, "curves", None), "counted", None) is not None:
        return False  # curves that are made on demand, of rows that are counted
    curves = state.curves if hasattr(state, "curves") else (state,)
    return any(curve.weights.dtype.kind == "f" for curve in curves)


def _is_set(key: str, value: Any, state: Any) -> bool:
    if key in ("average", "multi_class", "reduction") and not _several(state):
        return False  # one curve, or one mean: nothing is averaged
    return key != "fill" and (value is not None or key == "average")


def _several(state: Any) -> bool:
    return (
        any(hasattr(state, name) for name in ("numbers", "tables", "curves"))
        or np.ndim(getattr(state, "weight", 0)) > 0
    )


def _option(value: Any) -> str:
    if isinstance(value, str):
        return _label(value)
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, Mapping) and all(isinstance(share, (int, float)) for share in value.values()):
        return ",".join(f"{_label(label) if isinstance(label, str) else label}={x:g}" for label, x in value.items())
    if value is None:
        return "none"
    if isinstance(value, tuple) and np.shape(value) == (2,):  # limits, or the two parameters of a distribution
        return ",".join(map(_option, value))
    array = np.asarray(value)
    return f"custom-{crc32(array.astype(np.float64).tobytes()):08x}" if array.ndim else str(value)


def labels_text(labels: tuple[Label, ...]) -> str:
    """Labels in short: 0..5 for consecutive whole numbers."""
    whole = all(issubclass(kind, int) and kind is not bool for kind in set(map(type, labels)))
    if whole and len(labels) > 2 and labels == tuple(range(labels[0], labels[0] + len(labels))):  # type: ignore[call-overload, operator]
        return f"{labels[0]}..{labels[-1]}"
    rest = f",...{len(labels)}-{crc32(repr(labels[20:]).encode()):08x}" if len(labels) > 20 else ""
    return ",".join(map(_label, labels[:20])) + rest


def _label(label: Label) -> str:
    """Text that could be read as a number, or as two labels, is quoted."""
    plain = not isinstance(label, str) or label.replace(" ", "_").replace("-", "_").isidentifier()
    return str(label) if plain else repr(label)
