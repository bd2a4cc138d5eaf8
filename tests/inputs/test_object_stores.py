"""Files of an object store, read from a server on this machine that speaks S3; GCS and Azure are not tested."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import numpy as np
import polars as pl
import pytest

import concordant
from concordant import cohen_kappa, evaluate, roc_auc
from concordant.errors import ColumnError, DataFileError
from concordant.sources import batches as row_limit
from concordant.states import Counts

boto3 = pytest.importorskip("boto3")
moto_server = pytest.importorskip("moto.server")

RNG = np.random.default_rng(8)
Y = RNG.integers(0, 2, 600)
FRAME = pl.DataFrame(
    {"t": Y, "p": RNG.integers(0, 2, 600), "s": (RNG.random(600) + Y).round(2) / 2, "g": ["a", "b"] * 300}
)
KEYS = {"aws_access_key_id": "test", "aws_secret_access_key": "test", "aws_region": "us-east-1"}


@pytest.fixture(scope="module")
def options() -> Iterator[dict[str, str]]:
    """A bucket with three parts, and what a reader needs to reach it."""
    server = moto_server.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    url = f"http://{host}:{port}"
    names = {"aws_access_key_id": "test", "aws_secret_access_key": "test", "region_name": "us-east-1"}
    bucket = boto3.client("s3", endpoint_url=url, **names)
    bucket.create_bucket(Bucket="ratings")
    for k in range(3):
        data = BytesIO()
        FRAME[200 * k : 200 * (k + 1)].write_parquet(data)
        bucket.put_object(Bucket="ratings", Key=f"month=3/part-{k}.parquet", Body=data.getvalue())
    bucket.put_object(Bucket="ratings", Key="rows.csv", Body=FRAME.write_csv().encode())
    bucket.put_object(Bucket="ratings", Key="half.parquet", Body=data.getvalue()[:-20])
    yield {**KEYS, "aws_endpoint_url": url, "aws_allow_http": "true"}
    server.stop()


@pytest.fixture(params=["s3://ratings/month=3/part-*.parquet", "s3://ratings/rows.csv"])
def files(request: pytest.FixtureRequest, options: dict[str, str]) -> Any:
    return concordant.scan(request.param, storage_options=options)


def test_a_pattern_is_all_of_its_files(files: Any) -> None:
    assert (files.columns[:4], files.rows) == (("t", "p", "s", "g"), 600)
    assert Counts.from_frame(files, y_true="t", y_pred="p") == Counts.from_labels(FRAME["t"], FRAME["p"])
    assert roc_auc("t", "s", data=files) == roc_auc(FRAME["t"], FRAME["s"])
    assert cohen_kappa.interval("t", "p", data=files) == cohen_kappa.interval(FRAME["t"], FRAME["p"])
    groups = Counts.by_group(files, by="g", y_true="t", y_pred="p")
    assert {name: state.n for name, state in groups.items()} == {"a": 300, "b": 300}


@pytest.mark.parametrize("batched", [False, True])
def test_pages_are_those_of_the_rows(files: Any, batched: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if batched:
        monkeypatch.setattr(row_limit, "MOST_ROWS", 100)
    for given in ({"y_pred": "p"}, {"y_score": "s"}):
        page, wanted = evaluate("t", **given, data=files), evaluate("t", **given, data=FRAME)
        assert [one.value for one in page.results] == [one.value for one in wanted.results]


def test_what_cannot_be_read_is_named(options: dict[str, str]) -> None:
    for url, says in (("s3://ratings/none-*.parquet", "none-"), ("s3://ratings/half.parquet", "half.parquet")):
        with pytest.raises(DataFileError, match=says):
            concordant.scan(url, storage_options=options)
    with pytest.raises(DataFileError, match="s3://nowhere"):
        concordant.scan("s3://nowhere/part.parquet", storage_options=options)
    with pytest.raises(ColumnError, match="did you mean 's'"):
        roc_auc("t", "S", data=concordant.scan("s3://ratings/rows.csv", storage_options=options))
