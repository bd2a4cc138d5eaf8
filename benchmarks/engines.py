"""
Scores and labels counted where they live: Spark beside MLlib's evaluator, Polars and DuckDB beside a bare reading.

    python -m benchmarks.engines            # about five minutes on two cores; needs pyspark and Java
    python -m benchmarks.engines --write    # also write benchmarks/ENGINES.md

All figures of a table are taken in one session on the same file.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl
from benchmarks.shared_machine import shared_machine
from benchmarks.speed import duration, table
from benchmarks.stored_page import show
from benchmarks.timing import medians
from pyspark.ml.evaluation import BinaryClassificationEvaluator
from pyspark.sql import SparkSession

import concordant as co
from concordant import roc_auc
from concordant.states import BucketCurve, Counts

RESULTS = Path(__file__).with_name("ENGINES.md")
FEW_ROWS, SPARK_ROWS, ROWS = 5_000, 1_000_000, 10_000_000
LOCAL_PARTS, PARTS = 2, 16
BUCKETS = "`roc_auc.bounds_of(BucketCurve.from_frame(...))`"
TOP = """\
# Counted where the rows live

Made by `python -m benchmarks.engines --write`. All figures of a table are of one session on the same Parquet file, for
Polars and DuckDB the least of rounds in turn: ratios count, not seconds. The engines have both cores.
"""
SPARK = f"""\
## Spark

PySpark in this process, {SPARK_ROWS:,} rows of a truth and of a probability with every score distinct, after one run on
few rows. The rows lie in {LOCAL_PARTS} partitions at first, and are then dealt to {PARTS}: each work ran once on both,
and its area moved from the one to the other by what the last column says. `BinaryClassificationEvaluator` is MLlib's;
it gives no bound. The error is against the AUC of all rows, sorted. The page has so few rows that it collects them.
"""
QUERIES = f"""\
## Polars and DuckDB

{ROWS:,} rows: a truth, five labels in two columns, a probability with every score distinct. "Reading" sums the two
columns of the bucket pass, "group-by" counts rows by the two columns of labels and takes nothing home but that. "By
bits" is the group-by of a bucket pass as one would write it by hand for this engine: it gets the bucket from the bits
of the float, which SQL in general cannot, and it checks nothing.
"""


def write(path: Path, rows: int) -> None:
    """A file of labels and probabilities."""
    rng = np.random.default_rng(4)
    truth = (rng.random(rows) < 0.1).astype(np.int64)
    label = rng.integers(0, 5, rows)
    pl.DataFrame(
        {
            "truth": truth,
            "score": 1 / (1 + np.exp(2 - rng.normal(size=rows) - 1.2 * truth)),
            "label": label,
            "guess": np.where(rng.random(rows) < 0.6, label, rng.integers(0, 5, rows)),
        }
    ).write_parquet(path)


def bucket_pass(frame: Any) -> BucketCurve:
    """The state of a frame, by one group-by in its engine."""
    return BucketCurve.from_frame(frame, y_true="truth", y_score="score", labels=[0, 1])


def evaluator(frame: Any, bins: int) -> float:
    """MLlib's area."""
    asked = BinaryClassificationEvaluator(rawPredictionCol="score", labelCol="truth", numBins=bins)
    return float(asked.evaluate(frame))


def page(frame: Any) -> Any:
    """The whole page of a truth and a score."""
    return co.evaluate("truth", y_score="score", data=frame)["roc_auc"]


def spark_lines(session: SparkSession, few: str, path: str) -> list[list[str]]:
    """One line a work: its time, and what it says of the same rows in few and in many partitions."""
    rows = pl.read_parquet(path)
    exact = roc_auc(rows["truth"], rows["score"])
    plain = session.read.parquet(path)
    dealt = plain.repartition(PARTS)
    works: dict[str, Callable[[Any], Any]] = {
        "reading: sums of the two columns": lambda frame: frame.groupBy().sum("truth", "score").collect(),
        BUCKETS: lambda frame: roc_auc.bounds_of(bucket_pass(frame)),
        "`evaluate(...)`, the whole page": page,
        "MLlib's evaluator, numBins=1000": lambda frame: evaluator(frame, 1000),
        "MLlib's evaluator, numBins=0": lambda frame: evaluator(frame, 0),
    }
    for work in works.values():
        work(session.read.parquet(few))
    found = {name: [timed(work, frame) for frame in (plain, dealt)] for name, work in works.items()}
    if bucket_pass(plain) != bucket_pass(dealt):
        msg = "buckets depend on how the rows are dealt to partitions"
        raise AssertionError(msg)
    least = found[BUCKETS][0][0]
    lines = []
    for name, ((seconds, area), (again, other)) in found.items():
        cells = ["-"] * 4
        if "reading" not in name:
            values = [float(getattr(one, "value", one)) for one in (area, other)]
            bounds = getattr(area, "bounds", area)
            certain = f"{(bounds.high - bounds.low) / 2:.0e}" if hasattr(bounds, "high") else "none"
            moved = "nothing" if values[0] == values[1] else f"{abs(values[0] - values[1]):.0e}"
            cells = [f"{values[0]:.10f}", f"{abs(values[0] - exact):.0e}", certain, moved]
        lines.append([name, duration(seconds), f"{seconds / least:.2g} x", duration(again), *cells])
        print(lines[-1], flush=True)
    seconds, _ = timed(works[BUCKETS], session.read.parquet(few))
    of_few = f"the bucket pass of {FEW_ROWS:,} rows: what it costs to ask"
    lines.insert(2, [of_few, duration(seconds), f"{seconds / least:.2g} x", *["-"] * 5])
    return lines


def timed(work: Callable[[Any], Any], frame: Any) -> tuple[float, Any]:
    """The seconds of a work, and what it gives."""
    start = time.perf_counter()
    found = work(frame)
    return time.perf_counter() - start, found


def by_bits_polars(path: str) -> int:
    """How many cells the bucket pass has, by Polars' own words."""
    s = pl.col("score")
    size = pl.when(s > 0.5).then(1.0 - s).otherwise(s)
    place = size.reinterpret(dtype=pl.Int64) // 2**40
    place = pl.when(s > 0.5).then(-place).otherwise(place)
    cells = pl.scan_parquet(path).group_by("truth", place.alias("place"))
    return cells.agg(pl.len(), s.min(), low=s.max()).collect(engine="streaming").height


def by_bits_duckdb(path: str) -> int:
    """How many cells the bucket pass has, by DuckDB's own words."""
    place = "(CASE WHEN score > 0.5 THEN 1.0::DOUBLE - score ELSE score END)::BIT::BIGINT >> 40"
    query = f"SELECT truth, {place} AS place, score > 0.5 AS upper, count(*), min(score), max(score)"
    return len(duckdb.sql(f"{query} FROM '{path}' GROUP BY ALL").fetchall())


def query_lines(path: str) -> list[list[str]]:
    """Two lines an engine and kind of state, beside the barest query of the same columns."""
    lines = []
    scan = {"Polars": lambda: pl.scan_parquet(path), "DuckDB": lambda: duckdb.sql(f"FROM '{path}'")}
    bare: dict[str, dict[str, Callable[[], object]]] = {
        "Polars": {
            "reading": lambda: scan["Polars"]().select(pl.col("truth", "score").sum()).collect(engine="streaming"),
            "group-by": lambda: scan["Polars"]().group_by("label", "guess").agg(pl.len()).collect(engine="streaming"),
            "by bits": lambda: by_bits_polars(path),
        },
        "DuckDB": {
            "reading": lambda: scan["DuckDB"]().aggregate("sum(truth), sum(score)").fetchall(),
            "group-by": lambda: scan["DuckDB"]().aggregate("label, guess, count(*)", "label, guess").fetchall(),
            "by bits": lambda: by_bits_duckdb(path),
        },
    }
    for engine, frame in scan.items():
        ours = {
            "buckets": lambda frame=frame: bucket_pass(frame()),
            "counts": lambda frame=frame: Counts.from_frame(frame(), y_true="label", y_pred="guess"),
        }
        state = ours["buckets"]()
        if bare[engine]["by bits"]() != int((state.weights > 0).sum()):
            msg = f"{engine}: the query by bits has other buckets"
            raise AssertionError(msg)
        found = medians(bare[engine] | ours, of=min, least=3)
        for name, work, least in (
            ("`Counts.from_frame`", "counts", "group-by"),
            ("`BucketCurve.from_frame`", "buckets", "reading"),
            ("buckets by bits, by hand", "by bits", "reading"),
        ):
            ratio = f"{found[work] / found[least]:.1f} x"
            lines.append([engine, name, duration(found[work]), least, duration(found[least]), ratio])
            print(lines[-1], flush=True)
    return lines


def main() -> None:
    """Print the tables; with --write also into ENGINES.md."""
    parts = [f"{TOP}\n{shared_machine('concordant', 'pyspark', 'polars', 'duckdb')}\n"]
    with tempfile.TemporaryDirectory() as folder:
        few, some, many = (str(Path(folder, f"{name}.parquet")) for name in ("few", "some", "many"))
        for path, rows in ((few, FEW_ROWS), (some, SPARK_ROWS), (many, ROWS)):
            write(Path(path), rows)
        head = ["engine", "work", "time", "beside", "takes", "ratio"]
        parts.append(f"{QUERIES}\n{table(head, query_lines(many))}\n")
        builder = SparkSession.builder.master(f"local[{LOCAL_PARTS}]").config("spark.ui.enabled", "false")
        session = builder.config("spark.sql.shuffle.partitions", "4").getOrCreate()
        head = ["work", f"{LOCAL_PARTS} partitions", "of the bucket pass", f"{PARTS} partitions"]
        head += ["AUC", "error", "half the bounds", "moved by"]
        parts.append(f"{SPARK}\n{table(head, spark_lines(session, few, some))}\n")
        session.stop()
    text = "\n".join(parts)
    show(text, RESULTS)


if __name__ == "__main__":
    main()
