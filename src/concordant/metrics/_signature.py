"""The signature of a result: each choice that moves the number, in one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from concordant.typing import Label


def signature_of(name: str, state: Any, options: Mapping[str, Any]) -> str:
    """Join name, options that are set, labels, rows and version."""
    parts = [name]
    parts += [f"{key}:{_option(value)}" for key, value in sorted(options.items()) if _is_set(key, value)]
    labels = next((getattr(state, x) for x in ("outputs", "labels", "classes") if getattr(state, x, None)), None)
    if labels is not None:
        parts.append(f"labels:{labels_text(labels)}")
    n = state.n
    parts.append(f"n:{n:g}" if isinstance(n, float) and n != int(n) else f"n:{int(n) if np.ndim(n) == 0 else 'stack'}")
    if state.missing:
        parts.append(f"missing:{state.missing}")
    from concordant import __version__

    parts.append(f"v:{__version__}")
    return "|".join(parts)


def _is_set(key: str, value: Any) -> bool:
    return key != "fill" and (value is not None or key == "average")


def _option(value: Any) -> str:
    if isinstance(value, (str, int, float)):
        return str(value)
    if value is None:
        return "none"
    array = np.asarray(value)
    return "custom" if array.ndim else str(value)


def labels_text(labels: tuple[Label, ...]) -> str:
    """Labels in short: 0..5 for consecutive whole numbers."""
    plain = [label for label in labels if isinstance(label, int) and not isinstance(label, bool)]
    if len(plain) == len(labels) > 2 and list(plain) == list(range(plain[0], plain[0] + len(plain))):
        return f"{plain[0]}..{plain[-1]}"
    return ",".join(map(str, labels[:20])) + (",..." if len(labels) > 20 else "")
