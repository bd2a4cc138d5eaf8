"""Series of Polars of one type below one another, so that texts and categories of all are coded together."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any


def below_one_another(columns: Sequence[Any]) -> Any:
    """One series of all rows, in which categories stay categories; None for columns of several types, or no series."""
    pl = sys.modules.get("polars")
    if pl is None or not all(isinstance(column, pl.Series) for column in columns):
        return None
    kinds = [column.dtype for column in columns]
    if len(set(map(str, kinds))) > 1 or any(kind != kinds[0] for kind in kinds):
        return None
    return pl.concat([column.rename("column") for column in columns])
