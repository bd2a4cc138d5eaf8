"""Rows of a stream of scores and labels, for the tests of monitoring."""

from __future__ import annotations

from typing import Any

import numpy as np

USUAL: dict[str, Any] = {
    "y_true": "truth",
    "y_pred": "label",
    "y_score": "score",
    "labels": ["no", "yes"],
    "by": "land",
    "time": "at",
    "window": "1d",
}
_WORDS = np.array(["no", "yes"])


def rows_of(n: int, *, seed: int = 0, days: int = 10, lands: int = 3) -> dict[str, Any]:
    """Rows of several days and lands, in any order, with ties and scores at both ends."""
    rng = np.random.default_rng(seed)
    score = np.round(rng.beta(0.7, 0.7, n), 3).clip(0.001, 0.999)
    truth = rng.random(n) < 0.1 + 0.8 * score
    return {
        "truth": _WORDS[truth.astype(int)],
        "label": _WORDS[(score > 0.4).astype(int)],
        "score": score,
        "land": np.array(["FI", "NO", "SE", "DK"])[rng.integers(0, lands, n)],
        "at": np.datetime64("2026-03-01", "us") + rng.integers(0, days * 86_400, n).astype("timedelta64[s]"),
    }


def part(rows: dict[str, Any], start: int, end: int) -> dict[str, Any]:
    """Some of the rows."""
    return {name: column[start:end] for name, column in rows.items()}
