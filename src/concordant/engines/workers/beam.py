"""Apache Beam: a ``CombineFn`` over batches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from concordant.engines.workers.reducer import Reducer, merged


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
