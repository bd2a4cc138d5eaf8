"""
Tables of states: what an update and a window cost, and how often reports and limits at every look are wrong.

    python -m benchmarks.monitoring            # five minutes on one core
    python -m benchmarks.monitoring --write    # also write benchmarks/MONITORING.md

Times are the least of rounds in turn. Beside an update stands scikit-learn's ROC AUC of the same 10,000 rows, which has
to be taken of all rows again; beside a window the same sums by Polars over the same long table.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from benchmarks.stored_page import show
from benchmarks.timing import medians
from sklearn.metrics import roc_auc_score

from concordant import Monitor, StateTable
from concordant.monitoring import compare_windows
from concordant.monitoring.cells import LongCells, packed
from concordant.monitoring.confidence_sequence import limits_at_every_look
from concordant.monitoring.definition import Definition
from concordant.monitoring.drift import label_shift

RESULTS = Path(__file__).with_name("MONITORING.md")
BATCH, LOOKS, STREAMS, REPORTS, DRAWS = 10_000, 10_000, 1_000, 300, 4_000
ROLES: dict[str, Any] = {"y_true": "truth", "y_score": "score", "labels": [0, 1]}
DATED: dict[str, Any] = {"by": "group", "time": "at", "window": "1d"}
TOP = """\
# Tables of states

Made by `python -m benchmarks.monitoring --write`. Times are milliseconds, the least of rounds in turn, on a machine of
two cores that others used at the same time: what stands in one line was taken in one run.
"""


def rows(n: int, random: np.random.Generator, days: int = 1, groups: int = 1) -> dict[str, Any]:
    """Rows of calibrated probabilities."""
    score = random.beta(1, 2, n)
    return {
        "truth": (random.random(n) < score).astype(np.int64),
        "score": score,
        "label": (score > 0.4).astype(np.int64),
        "group": np.array([f"group {k}" for k in range(groups)])[random.integers(0, groups, n)],
        "at": np.datetime64("2026-03-01", "us") + random.integers(0, days, n).astype("timedelta64[D]"),
    }


def updates() -> Iterator[str]:
    """Yield a line for each kind of store."""
    yield "| update of 10,000 rows | empty store | after 20 million rows | scikit-learn's AUC of the batch |"
    yield "| --- | --- | --- | --- |"
    random = np.random.default_rng(1)
    kinds: dict[str, dict[str, Any]] = {
        "scores": {"scale": "real"},
        "scores and losses": {},
        "labels, scores and losses": {"y_pred": "label"},
        "scores and losses of 50 groups": DATED,
    }
    for name, more in kinds.items():
        batch = rows(BATCH, random, groups=50)
        with tempfile.TemporaryDirectory() as folder:
            quiet: Any = {"checkpoint_rows": 10**12, "checkpoint_seconds": 1e9}
            stores = [Monitor.open(Path(folder) / str(k), **ROLES, **more, **quiet) for k in range(2)]
            for _ in range(2_000 if "50" not in name else 200):
                stores[1].update(batch)
            timed: Any = {
                "empty": lambda stores=stores, batch=batch: stores[0].update(batch),
                "full": lambda stores=stores, batch=batch: stores[1].update(batch),
                "auc": lambda batch=batch: roc_auc_score(batch["truth"], batch["score"]),
            }
            found = medians(timed, of=min)
        yield f"| {name} | " + " | ".join(f"{1e3 * found[one]:.2f}" for one in ("empty", "full", "auc")) + " |"


def year(kind: str) -> StateTable:
    """A year of states: 50 groups of tables of 6 labels, or 20 groups of curves of 512 buckets."""
    random = np.random.default_rng(2)
    if kind == "labels":
        definition = Definition.of(y_true="t", y_pred="p", labels=range(6), by="group", time="at", window="1d")
        groups, cells = 50, definition.starts["labels"] + np.arange(36)
    else:
        definition = Definition.of(y_true="t", y_score="p", labels=[0, 1], by="group", time="at", window="1d")
        bounds = definition.starts["scores"], definition.starts["losses"]
        groups, cells = 20, np.sort(random.choice(np.arange(*bounds), 512, replace=False))
    days = 20_089 + np.arange(365)
    key = packed(definition, days[:, None, None], np.arange(groups)[:, None], cells).ravel()
    low = random.random(len(key)) if kind == "curves" else np.full(len(key), np.inf)
    high = low if kind == "curves" else -low
    names = tuple((f"group {k:02d}",) for k in range(groups))
    return StateTable.of(definition, names, LongCells(key, random.integers(1, 100, len(key)), low, high))


def added_by_polars(frame: pl.DataFrame, since: Any) -> pl.DataFrame:
    """The same sums over the same long table."""
    keys, sums = ["state", "cell", "class"], [pl.col("rows").sum(), pl.col("low").min(), pl.col("high").max()]
    return frame.filter(pl.col("window_start") >= since).group_by(keys).agg(sums)


def windows() -> Iterator[str]:
    """Yield a line for each kind of table."""
    yield "| 365 days | 1 day | 30 days | the year | 30 days by group | 30 days by Polars | read | MB |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for kind in ("labels", "curves"):
        table = year(kind)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "year.parquet"
            table.write(path)
            size, frame = path.stat().st_size / 1e6, pl.read_parquet(path)
            since = frame["window_start"].max() - pl.duration(days=29)  # type: ignore[operator]
            timed: Any = {
                "1d": lambda table=table: table.window("1d").states(),
                "30d": lambda table=table: table.window("30d").states(),
                "365d": lambda table=table: table.states(),
                "groups": lambda table=table: table.window("30d").by_group(),
                "polars": lambda frame=frame, since=since: added_by_polars(frame, since),
                "read": lambda path=path: StateTable.read(path),
            }
            found = medians(timed, of=min)
        what = "50 groups of 6 x 6 labels" if kind == "labels" else "20 groups of curves of 512 cells"
        yield f"| {what} | " + " | ".join(f"{1e3 * found[one]:.1f}" for one in timed) + f" | {size:.1f} |"


def looks() -> Iterator[str]:
    """Yield a line for each kind of stream."""
    yield f"| {STREAMS:,} streams of {LOOKS:,} looks | wrong at any look | ordinary limits | width beside ordinary |"
    yield "| --- | --- | --- | --- |"
    random = np.random.default_rng(0)
    shares = [(0.5, 1), (0.9, 1), (0.9, 100), (0.99, 10), (0.99, 1000)]
    for share, size in shares:
        yield _looked(f"share {share}, {size} rows a look", share, lambda p=share, m=size: _shares(random, p, m))
    yield _looked("losses of Beta(0.2, 2), 5 rows a look", 0.2 / 2.2, lambda: _losses(random))


def _shares(random: np.random.Generator, share: float, size: int) -> Any:
    right = random.binomial(size, share, (LOOKS, 100)).astype(np.float64)
    return np.stack([np.full_like(right, size), right, right], axis=1)


def _losses(random: np.random.Generator) -> Any:
    each = random.beta(0.2, 2, (5, LOOKS, 100))
    return np.stack([np.full((LOOKS, 100), 5.0), each.sum(0), (each**2).sum(0)], axis=1)


def _looked(name: str, mean: float, make: Any) -> str:
    wrong = ordinary = width = 0.0
    for _ in range(STREAMS // 100):
        sums = make()
        n, value, low, high = limits_at_every_look(sums, 0.05)
        wrong += ((low > mean) | (high < mean)).any(0).sum()
        total = np.cumsum(sums, 0)
        se = np.sqrt((total[:, 2] / n - value**2).clip(0) / n)
        ordinary += ((abs(value - mean) > 1.96 * se) & (n >= 100) & (se > 0)).any(0).sum()
        width += ((high - low)[-1] / (2 * 1.96 * se[-1])).mean() * 100
    return f"| {name} | {wrong / STREAMS:.3f} | {ordinary / STREAMS:.3f} | {width / STREAMS:.2f} |"


def labels() -> Iterator[str]:
    """Yield how often the G-test calls unchanged shares of labels changed, and how large the stability index is."""
    random = np.random.default_rng(1)
    yield f"| shares of labels ({DRAWS:,} pairs of samples each) | rows | called changed at 5 % | PSI beside expected |"
    yield "| --- | --- | --- | --- |"
    kinds = {
        "1/2, 1/2": np.full(2, 1 / 2),
        "0.99, 0.01": np.array([0.99, 0.01]),
        "1/10 each": np.full(10, 1 / 10),
        "halving, ten times": 2.0 ** -np.arange(1, 11) / (1 - 2.0**-10),
    }
    for name, shares in kinds.items():
        for n, m in ((30, 30), (50, 500), (500, 500), (5000, 50_000)):
            pairs = zip(random.multinomial(n, shares, DRAWS), random.multinomial(m, shares, DRAWS), strict=True)
            found = [label_shift("true labels", *pair) for pair in pairs]
            called = np.mean([one.p_value < 0.05 for one in found])
            index = np.nanmean([one.details["psi"] for one in found]) / ((len(shares) - 1) * (1 / n + 1 / m))
            yield f"| {name} | {n:,} and {m:,} | {called:.3f} | {index:.2f} |"


def unchanged() -> Iterator[str]:
    """Yield how often reports on unchanged weeks call something changed."""
    random = np.random.default_rng(3)
    calls: dict[str, int] = {}
    reports = 0
    for _ in range(REPORTS):
        table = StateTable.from_rows(rows(6_000, random, days=14), y_pred="label", **ROLES, **DATED)
        report = compare_windows(table, "7d", groups=False)
        reports += bool(report.shown)
        for one in report:
            calls[one.called] = calls.get(one.called, 0) + (one.p_value < 0.05)
    yield f"Of {REPORTS} reports on two weeks without a change (3,000 rows each, {len(report)} questions),"
    yield f"{100 * reports / REPORTS:.1f} % call something changed at 5 %, adjusted by Holm's method."
    yield ""
    yield "| question, all rows, not adjusted | called changed |"
    yield "| --- | --- |"
    for name, times in calls.items():
        yield f"| {name} | {times / REPORTS:.3f} |"


def main() -> None:
    """Print the tables, and write them if asked."""
    lines = [TOP]
    for title, part in (
        ("What an update costs", updates),
        ("What a window costs", windows),
        ("Limits at every look", looks),
        ("Labels without a change", labels),
        ("Reports without a change", unchanged),
    ):
        lines += [f"## {title}", "", *part(), ""]
    show("\n".join(lines), RESULTS)


if __name__ == "__main__":
    main()
