"""Random tables of labels, scores, weights, clusters and groups, with the call that evaluates each."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from support.files import WRITERS

NAMES = ("ape", "Bee", "cow", "doe", "eel", "fox", "gnu", "hen")
LABELS: dict[str, Any] = {
    "int": range(8),
    "negative": range(-4, 4),
    "large": range(2**60, 2**60 + 24, 3),
    "bool": (False, True),
    "text": NAMES,
    "digits": [f"{k:02}" for k in range(8)],
    "enum": NAMES,
    "categorical": NAMES,
    "whole": np.arange(8.0).tolist(),
    "half": (np.arange(8) / 2).tolist(),
    "date": [date(2024, 1, 30) + timedelta(days=k) for k in range(8)],
    "decimal": [Decimal(k) / 2 for k in range(8)],
}
TYPES = {"enum": pl.Enum(NAMES), "categorical": pl.Categorical(), "decimal": pl.Decimal(10, 2), "whole": pl.Float32()}
TEXT = ("csv", "csv.gz", "tsv", "ndjson")  # which keep neither dates nor decimals, categories or the digits of floats
GROUPS = {"text": ("north", "East", "isle", "d"), "int": (-3, 4, 11, 0), "half": (0.25, 0.5, 7.5, -1.0)}
WEIGHTS = ("int", "zero", "float", "huge", "tiny")


@dataclass(frozen=True)
class Table:
    """Rows, the options of `evaluate`, and in which kind of file or frame they are stored."""

    frame: pl.DataFrame
    asked: dict[str, Any]
    kind: str
    parts: int

    def stored(self, folder: Path) -> Any:
        """The same rows as files of a folder, or as a lazy frame."""
        if self.kind == "lazy":
            return self.frame.lazy()
        each = -(-self.frame.height // self.parts)
        for number, start in enumerate(range(0, self.frame.height, each)):
            part, path = self.frame[start : start + each], folder / f"{number}.{self.kind}"
            if self.kind == "csv.gz":
                path.write_bytes(gzip.compress(part.write_csv().encode()))
            elif self.kind == "tsv":
                part.write_csv(path, separator="\t")
            else:
                WRITERS[self.kind](part, path)
        return folder


def random_table(seed: int) -> Table:  # noqa: C901  (a list of choices)
    """Rows of 2 to 8 classes of any type, seldom equally frequent, and what is asked of them."""
    rng = np.random.default_rng(seed)

    def chance(share: float) -> bool:
        return bool(rng.random() < share)

    def one_of(*values: Any) -> Any:
        return values[rng.integers(len(values))]

    kind, label, rows = one_of(*TEXT, "parquet", "arrow", "lazy"), one_of(*LABELS), one_of(2, 9, 60, 150, 250)
    kind = "parquet" if label == "digits" and kind in TEXT else kind  # in text they are numbers, unless declared
    size = 2 if label == "bool" or chance(0.5) else int(rng.integers(3, 9))
    names = list(LABELS[label][:size])
    truth = rng.choice(size, rows, p=rng.dirichlet(np.full(size, one_of(0.5, 5))))
    skill = rng.random()
    said = np.where(rng.random(rows) < skill, truth, rng.integers(0, size, rows))
    asked: dict[str, Any] = {"y_true": "t"}
    columns = {"t": pl.Series([names[k] for k in truth], dtype=TYPES.get(label))}
    roles = one_of("p", "s", "ps")
    if "p" in roles:
        columns["p"], asked["y_pred"] = pl.Series([names[k] for k in said], dtype=TYPES.get(label)), "p"
    if "s" in roles and size == 2:
        level = (truth - 0.5) * skill * 3 + rng.normal(0, 1, rows)
        share = 1 / (1 + np.exp(-level))
        shapes = (share, share.round(1), np.full(rows, 0.25), level, share.astype("f4"), (9 * level).astype(int))
        columns["s"], asked["y_score"] = pl.Series(one_of(*shapes, 0.5 + level / 2**40, (level > 0) * 1.0)), "s"
    elif "s" in roles:
        level = rng.normal(0, 1, (rows, size)) + 2 * skill * np.eye(size)[truth]
        share = np.exp(level) / np.exp(level).sum(1, keepdims=True)
        for k, column in enumerate(one_of(share, level.round(1)).T):
            columns[f"s_{names[k]}"] = pl.Series(column)
        order = rng.permutation(size).tolist()
        asked["y_score"] = one_of([f"s_{names[k]}" for k in order], {names[k]: f"s_{names[k]}" for k in order})
    if chance(0.4):
        numbers = rng.integers(1, 4, rows)
        weights = (numbers, numbers - 1, rng.lognormal(0, 1, rows), numbers * 1e15, numbers * 1e-15)
        columns["w"], asked["sample_weight"] = pl.Series(weights[WEIGHTS.index(one_of(*WEIGHTS))]), "w"
    code = truth % 4 if chance(0.1) else rng.choice(4, rows, p=[0.5, 0.3, 0.15, 0.05])
    if chance(0.5):
        values = GROUPS[one_of(*GROUPS)]
        columns["g"], columns["h"] = pl.Series([values[k] for k in code]), pl.Series(rng.integers(0, 2, rows))
        asked["by"] = one_of("g", "g", ["g", "h"])
    if chance(0.3):
        crossing = chance(0.3)
        cluster = [f"c{row // 3}{'' if crossing else code[row]}" for row in range(rows)]
        columns["c"], asked["cluster"] = pl.Series(cluster), "c"
    frame = pl.DataFrame(columns)
    if kind in TEXT:
        frame = frame.cast({pl.Date: pl.String, pl.Categorical: pl.String, pl.Enum: pl.String})
        frame = frame.cast({pl.Decimal: pl.Float64, pl.Float32: pl.Float64})
        cast = {"date": str, "decimal": float}.get(label, lambda name: name)
        names = [cast(name) for name in names]
        if isinstance(asked.get("y_score"), dict):
            asked["y_score"] = {cast(name): column for name, column in asked["y_score"].items()}
    if chance(0.4):
        asked["missing"] = one_of("drop", "drop", "raise")
        gone = {name: pl.Series(rng.random(rows) < 0.05) for name in frame.columns if chance(0.4)}
        frame = frame.with_columns(pl.when(~mask).then(pl.col(name)).alias(name) for name, mask in gone.items())
    if (size > 2 and label in ("half", "decimal")) or chance(0.5):
        asked["labels"] = one_of(names, names[::-1])
    if size == 2 and chance(0.3):
        asked["pos_label"] = one_of(*names)
    others = {"task": ("multiclass", "ordinal"), "level": (None, 0.8), "simultaneous": ("bonferroni", "max-t")}
    others |= {"adjust": (None, "fdr"), "exact": ("auto", True)}
    asked |= {name: one_of(*values) for name, values in others.items() if chance(0.12)}
    return Table(frame, asked, kind, one_of(1, 3))
