"""
Adapters of ``concordant.aggregator`` to engines that run Python workers, for rows that no query can count.

Each takes the aggregator and gives the engine what it calls a reducer. The engine itself is imported in the call.
"""

from concordant.engines.workers.beam import combine_fn
from concordant.engines.workers.dask import dask_reduction
from concordant.engines.workers.ray_data import aggregate_fn
from concordant.engines.workers.spark import spark_reduction

__all__ = ["aggregate_fn", "combine_fn", "dask_reduction", "spark_reduction"]
