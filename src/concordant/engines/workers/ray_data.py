"""Ray Data: an ``AggregateFn`` over blocks."""

from __future__ import annotations

from typing import Any

from concordant.engines.workers.reducer import Reducer


def aggregate_fn(job: Reducer, *, name: str = "states") -> Any:
    """
    Return an ``AggregateFn`` for ``dataset.aggregate``, whose result has what ``job.finish`` gives under `name`.

    Examples
    --------
    ``dataset.aggregate(aggregate_fn(job))["states"].evaluate()``
    """
    from ray.data.aggregate import AggregateFn

    return AggregateFn(
        init=lambda _: job.create(),
        accumulate_block=job.update,
        merge=job.merge,
        finalize=job.finish,
        name=name,
    )
