"""Rows and searches that the tests of thresholds and cut points share."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

SHAPES = ("real", "probability", "tied", "one", "close", "alternating", "whole", "infinite", "zeros", "single")
AIMS: list[tuple[str | None, dict[str, Any]]] = [
    ("f1", {}),
    ("matthews_correlation", {}),
    ("cohen_kappa", {}),
    ("informedness", {}),
    ("precision", {"max_positives": 12}),
    ("recall", {"constraint": "precision >= 0.7"}),
    ("specificity", {"constraint": "recall >= 0.6 and predicted_prevalence <= 0.6"}),
    ("zero_one_loss", {}),
    ("negative_predictive_value", {}),
    (None, {"cost": [[0, 1], [3, 0]]}),
    ("f1", {"constraint": "recall >= 0.999 and precision > 0.9999"}),  # cannot be had
]


def scored_rows(seed: int, rows: int, shape: str, classes: int = 2) -> pl.DataFrame:
    """Rows (t, s) whose scores are hard to tell apart, or to order, in some way."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, rows)
    score = truth * rng.uniform(-0.2, 2) + rng.normal(0, 1, rows)
    scores = {
        "real": score,
        "probability": 1 / (1 + np.exp(-score)),
        "tied": score.round(1),
        "one": np.full(rows, 0.25),
        "close": 0.5 + np.arctan(score) * 1e-10,
        "alternating": (2 * rng.permutation(rows) + truth % 2) / (2 * rows + 1),
        "whole": (9 * score).round(),
        "infinite": np.where(rng.random(rows) < 0.2, np.inf * np.where(score > 0, 1, -1), score),
        "zeros": np.where(rng.random(rows) < 0.5, -0.0, np.where(rng.random(rows) < 0.5, 0.0, score)),
        "single": score,
    }
    types = {"whole": np.int32, "single": np.float32}
    return pl.DataFrame({"t": truth, "s": scores[shape].astype(types.get(shape, np.float64))})
