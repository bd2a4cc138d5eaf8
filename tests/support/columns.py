"""The same labels as columns of every library, by what the column is called: numbers, text, text with an order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

Make = Callable[[Any], Any]

LEVELS = ["low", "mid", "high"]
WORDS = [*LEVELS, "a word of more than twelve bytes", "é"]

TEXT: dict[str, Make] = {
    "list": list,
    "objects": lambda x: np.array(x, object),
    "objects, strided": lambda x: np.repeat(np.array(x, object), 2)[::2],
    "pandas": pd.Series,
    "pandas array": lambda x: pd.Series(x).array,
    "pandas string": lambda x: pd.Series(x, dtype="string"),
    "pandas str": lambda x: pd.Series(x, dtype="str"),
    "pandas arrow": lambda x: pd.Series(x, dtype=pd.ArrowDtype(pa.string())),
    "pandas categorical": lambda x: pd.Series(x, dtype="category"),
    "pandas categories in another order": lambda x: pd.Series(pd.Categorical(x, categories=WORDS)),
    "bare categorical": lambda x: pd.Categorical(x, categories=["unused", *WORDS]),
    "categorical index": pd.CategoricalIndex,
    "polars": lambda x: pl.Series(x, dtype=pl.String),
    "polars categorical": lambda x: pl.Series(x, dtype=pl.Categorical),
    "arrow": lambda x: pa.array(x, pa.string()),
    "arrow chunked": lambda x: pa.chunked_array([x[:1], x[1:]], pa.string()),
    "arrow dictionary": lambda x: pa.array(x, pa.string()).dictionary_encode(),
    "arrow chunks of different dictionaries": lambda x: pa.chunked_array(
        [pa.array(part, pa.string()).dictionary_encode() for part in (x[:2], x[2:])]
    ),
    "narwhals": lambda x: nw.from_native(pl.Series(x, dtype=pl.String), series_only=True),
    "narwhals categorical": lambda x: nw.from_native(pd.Series(x, dtype="category"), series_only=True),
}
TEXT_WITHOUT_GAPS: dict[str, Make] = {
    "numpy U": lambda x: np.array(x, "U40"),
    "numpy U, strided": lambda x: np.repeat(np.array(x, "U40"), 2)[::2],
    "numpy StringDType": lambda x: np.array(x, np.dtypes.StringDType()),
}
ORDERED: dict[str, Make] = {
    "pandas ordered": lambda x: pd.Categorical(x, LEVELS, ordered=True),
    "pandas ordered series": lambda x: pd.Series(pd.Categorical(x, LEVELS, ordered=True)),
    "polars Enum": lambda x: pl.Series(x, dtype=pl.Enum(LEVELS)),
    "arrow ordered": lambda x: pa.DictionaryArray.from_arrays(
        pa.array([LEVELS.index(word) for word in x], pa.int32()), LEVELS, ordered=True
    ),
}
NUMBERS: dict[str, Make] = {
    "list": list,
    "pandas": pd.Series,
    "pandas nullable": lambda x: pd.Series(x, dtype="Int64"),
    "pandas arrow": lambda x: pd.Series(x, dtype=pd.ArrowDtype(pa.int8())),
    "pandas categorical": lambda x: pd.Categorical(x, categories=[7, 3, 2, 1, 0]),
    "pandas float categories": lambda x: pd.Categorical([None if v is None else float(v) for v in x]),
    "polars": lambda x: pl.Series(x, dtype=pl.Int16),
    "polars unsigned": lambda x: pl.Series(x, dtype=pl.UInt64),
    "polars floats": lambda x: pl.Series(x, dtype=pl.Float64),
    "polars decimal": lambda x: pl.Series(x, dtype=pl.Decimal(10, 2)),
    "arrow": pa.array,
    "arrow dictionary": lambda x: pa.array(x).dictionary_encode(),
}
