"""`concordant.aggregator` for Beam, Dask, Ray Data, Spark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

__all__ = ["aggregate_fn", "combine_fn", "dask_reduction", "spark_reduction"]

_AT_ONCE = 16  # accumulators that are merged at once


def dask_reduction(frame: Any, job: Reducer) -> Any:
    """
    Return a delayed value, whose ``compute()`` is what ``job.finish`` gives for all partitions.

    Parameters
    ----------
    frame : dask.dataframe.DataFrame
    job : Reducer
        What ``concordant.aggregator`` gives.
    """
    from dask import delayed

    parts = [delayed(_counted)(job, part) for part in frame.to_delayed()]
    while len(parts) > 1:
        rounds = [parts[start : start + _AT_ONCE] for start in range(0, len(parts), _AT_ONCE)]
        parts = [delayed(merged)(job, accumulators) for accumulators in rounds]
    return delayed(job.finish)(parts[0] if parts else job.create())


def _counted(job: Reducer, part: Any) -> Any:
    return job.update(job.create(), part)


def combine_fn(job: Reducer) -> Any:
    """
    Return a ``CombineFn`` for ``beam.CombineGlobally``, whose elements are batches.

    Rows become batches by ``beam.BatchElements()``, which gives lists of mappings. The result is what ``job.finish``
    gives.
    """
    import apache_beam as beam

    class Combine(beam.CombineFn):  # type: ignore[misc]  # of any type where Beam is absent
        """The four functions under Beam's names."""

        def create_accumulator(self) -> Any:
            """No row."""
            return job.create()

        def add_input(self, accumulator: Any, batch: Any) -> Any:
            """Count a batch."""
            return job.update(accumulator, batch)

        def merge_accumulators(self, accumulators: Iterable[Any]) -> Any:
            """Add several."""
            return merged(job, list(accumulators))

        def extract_output(self, accumulator: Any) -> Any:
            """Return the states."""
            return job.finish(accumulator)

    return Combine()


def aggregate_fn(job: Reducer, *, name: str = "states") -> Any:
    """
    Return an ``AggregateFn`` for ``dataset.aggregate``, whose result has what ``job.finish`` gives under `name`.

    Examples
    --------
    ``dataset.aggregate(aggregate_fn(job))["states"].evaluate()``
    """
    from ray.data.aggregate import AggregateFn

    return AggregateFn(
        init=lambda _: job.create(), accumulate_block=job.update, merge=job.merge, finalize=job.finish, name=name
    )


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


class Reducer(Protocol):
    """Create, update, merge, finish; and bytes for engines that carry nothing else."""

    def create(self) -> Any:
        """Return an accumulator of no row."""

    def update(self, accumulator: Any, batch: Any) -> Any:
        """Count a batch."""

    def merge(self, first: Any, second: Any) -> Any:
        """Return the sum of two."""

    def finish(self, accumulator: Any) -> Any:
        """Return what was counted."""

    def to_bytes(self, accumulator: Any) -> bytes:
        """Return an accumulator as bytes."""

    def from_bytes(self, data: bytes) -> Any:
        """Read what `to_bytes` wrote."""


def merged(job: Reducer, accumulators: Sequence[Any]) -> Any:
    """Return the sum of several."""
    total = job.create()
    for accumulator in accumulators:
        total = job.merge(total, accumulator)
    return total
