"""The aggregator: picklable, the same to the bit for any batches and merges; run by the engines that are installed."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import polars as pl
import pytest
from support.samples import USUAL, part, rows_of

import concordant
from concordant import StateTable
from concordant.engines import workers
from concordant.errors import DataFileError, LabelError, MergeError

ROWS = rows_of(600)
WHOLE = StateTable.from_rows(ROWS, **USUAL)
JOB = concordant.aggregator(**USUAL)


def batches() -> list[dict[str, Any]]:
    return [part(ROWS, start, start + 150) for start in range(0, 600, 150)]


def test_no_rows() -> None:
    assert JOB.finish(JOB.create()) == StateTable.empty(JOB.definition)
    assert JOB.finish(JOB.merge(JOB.create(), JOB.update(JOB.create(), ROWS))) == WHOLE


def test_any_tree_of_merges_through_pickles_and_bytes_gives_the_same() -> None:
    rng = np.random.default_rng(0)
    for _ in range(5):
        job = pickle.loads(pickle.dumps(JOB))
        parts = [job.update(job.create(), batch) for batch in batches()]
        parts[0] = job.update(parts[0], part(ROWS, 0, 0))
        while len(parts) > 1:
            first, second = (parts.pop(int(rng.integers(len(parts)))) for _ in range(2))
            merged = job.merge(first, pickle.loads(pickle.dumps(second)))
            parts.append(job.from_bytes(job.to_bytes(merged)) if rng.random() < 0.5 else merged)
        assert job.finish(parts[0]) == WHOLE


def test_merging_changes_neither() -> None:
    first, second = (JOB.update(JOB.create(), batch) for batch in batches()[:2])
    before = JOB.finish(first)
    JOB.merge(first, second)
    assert JOB.finish(first) == before


def test_other_bytes_and_labels_are_refused() -> None:
    other = concordant.aggregator(**{**USUAL, "labels": ["yes", "no"]})
    with pytest.raises(MergeError, match="different labels"):
        other.from_bytes(JOB.to_bytes(JOB.create()))
    with pytest.raises(DataFileError, match="damaged"):
        JOB.from_bytes(b"PAR1")
    with pytest.raises(LabelError, match="does not name"):
        JOB.update(JOB.create(), {**part(ROWS, 0, 2), "truth": ["a", "b"]})


def test_beam() -> None:
    pytest.importorskip("apache_beam", reason="Beam is not installed")
    combine = workers.combine_fn(JOB)
    parts = [combine.add_input(combine.create_accumulator(), batch) for batch in batches()]
    assert combine.extract_output(combine.merge_accumulators(parts)) == WHOLE


def test_a_pipeline_of_beam() -> None:
    beam = pytest.importorskip("apache_beam", reason="Beam is not installed")
    from apache_beam.testing.util import assert_that, equal_to

    with beam.Pipeline(runner="DirectRunner") as pipeline:
        rows = pipeline | beam.Create(pl.DataFrame(ROWS).to_dicts()) | beam.BatchElements(min_batch_size=100)
        same = rows | beam.CombineGlobally(workers.combine_fn(JOB)) | beam.Map(lambda found: found == WHOLE)
        assert_that(same, equal_to([True]))


def test_ray() -> None:
    ray = pytest.importorskip("ray", reason="Ray is not installed")
    ray.init(num_cpus=1, include_dashboard=False, ignore_reinit_error=True, log_to_driver=False)
    try:
        data = ray.data.from_arrow([pl.DataFrame(batch).to_arrow() for batch in batches()])
        assert data.aggregate(workers.aggregate_fn(JOB))["states"] == WHOLE
    finally:
        ray.shutdown()


def test_dask() -> None:
    frames = pytest.importorskip("dask.dataframe", reason="Dask is not installed")
    frame = frames.from_pandas(pl.DataFrame(ROWS).to_pandas(), npartitions=5)
    assert workers.dask_reduction(frame, JOB).compute(scheduler="synchronous") == WHOLE


@pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning")
def test_spark() -> None:
    sql = pytest.importorskip("pyspark.sql", reason="Spark is not installed")
    spark = sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        frame = spark.createDataFrame(pl.DataFrame(ROWS).to_pandas()).repartition(3)
        assert workers.spark_reduction(frame, JOB) == WHOLE
    finally:
        spark.stop()
