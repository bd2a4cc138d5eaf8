"""Spark: ``mapInArrow`` counts each partition, and the driver adds what comes back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from concordant.engines.workers.reducer import Reducer, merged


def spark_reduction(frame: Any, job: Reducer) -> Any:
    """
    Return what ``job.finish`` gives for all rows of a Spark data frame; the workers need Concordant and Polars.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
        Also of Spark Connect.
    job : Reducer
        What ``concordant.aggregator`` gives.
    """

    def count(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa

        accumulator = job.create()
        for batch in batches:
            accumulator = job.update(accumulator, pa.table(batch))
        yield pa.RecordBatch.from_pydict({"states": [job.to_bytes(accumulator)]})

    rows = frame.mapInArrow(count, "states binary").collect()
    return job.finish(merged(job, [job.from_bytes(bytes(row.states)) for row in rows]))
