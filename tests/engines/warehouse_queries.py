"""
The queries of states as Ibis compiles them for warehouses that no test can reach.

``python tests/engines/warehouse_queries.py`` writes `warehouse_queries.json`, with the versions that compiled them.
They were compiled only: nobody ran them on these warehouses.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any
from unittest.mock import patch

import ibis
import narwhals as nw

from concordant import BucketCurve, Counts, Curve

STORED = Path(__file__).with_suffix(".json")
DIALECTS = ("bigquery", "databricks", "snowflake", "trino")
KINDS = {"int64": "y", "float64": "sw", "string": "kpg", "timestamp": "t"}
COLUMNS = {name: kind for kind, names in KINDS.items() for name in names}
QUERIES: dict[str, Callable[[Any], Any]] = {
    "a weighted table of labels": lambda rows: Counts.from_frame(rows, y_true="k", y_pred="p", sample_weight="w"),
    "tables of groups and days": lambda rows: Counts.by_group(rows, y_true="k", y_pred="p", by=["g", ("t", "1d")]),
    "a curve": lambda rows: Curve.from_frame(rows, y_true="y", y_score="s"),
    "buckets": lambda rows: BucketCurve.from_frame(rows, y_true="y", y_score="s", key="probability"),
}
NOT_STORED = ("buckets",)  # some hundred lines each


class _SentError(Exception):
    """The query is known, and no engine answers it."""


def compiled() -> dict[str, dict[str, str]]:
    """Return the first query of each state in each dialect."""
    rows = ibis.table(COLUMNS, name="rows")
    sent: list[Any] = []

    def send(frame: Any, *_: Any, **__: Any) -> None:
        sent.append(frame.to_native())
        raise _SentError

    with patch.object(nw.LazyFrame, "collect", send):
        for make in QUERIES.values():
            with suppress(_SentError):
                make(rows)
    return {
        name: {dialect: str(ibis.to_sql(query, dialect=dialect)) for dialect in DIALECTS}
        for name, query in zip(QUERIES, sent, strict=True)
    }


def versions() -> dict[str, str]:
    """Of the packages whose versions the texts depend on."""
    return {name: version(name) for name in ("ibis-framework", "sqlglot", "narwhals")}


if __name__ == "__main__":
    kept = {name: queries for name, queries in compiled().items() if name not in NOT_STORED}
    STORED.write_text(json.dumps({"versions": versions(), "queries": kept}, indent=1) + "\n", "utf-8")
