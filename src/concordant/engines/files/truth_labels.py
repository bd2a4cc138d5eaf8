"""The labels that occur in a column of any number of rows, by a pass over that column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from concordant.engines.files.counts import numeric_groups
from concordant.inputs.lazy_rows import LazyRows
from concordant.inputs.scan import Scan
from concordant.inputs.sources import DataFile

if TYPE_CHECKING:
    import polars as pl


def truth_labels(files: Sequence[DataFile] | LazyRows, truth: str) -> pl.Series:
    """Return each label once, of CSV files in the type that all of them have; none of them is missing."""
    if isinstance(files, LazyRows):
        found = files.distinct(truth)
    else:
        found = numeric_groups(Scan(tuple(files), ()), truth, truth, None).truth
    plain = found.fill_nan(None) if found.dtype.is_float() else found
    return plain.drop_nulls().unique(maintain_order=True)
