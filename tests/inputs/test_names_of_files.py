"""What names files: text, a Path, or a list of them. Anything else is refused by its type."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from concordant import scan
from concordant.data import example
from concordant.errors import DataFileError, InputTypeError

PATH = example("breast").path


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        (5, "int"),
        (2.5, "float"),
        (b"rows.csv", "bytes"),
        ({"truth": [0, 1]}, "dict"),
        (pl.DataFrame({"truth": [0, 1]}), "DataFrame"),
        (pl.LazyFrame({"truth": [0, 1]}), "LazyFrame"),
        (pd.DataFrame({"truth": [0, 1]}), "DataFrame"),
        (scan(PATH), "Scan"),
    ],
)
def test_what_names_no_file_is_refused(given: Any, kind: str) -> None:
    with pytest.raises(InputTypeError, match=re.escape(f"a list of them, not {kind}; data in memory go to data=")):
        scan(given)


@pytest.mark.parametrize("given", [[5], (None,)])
def test_so_is_a_list_that_holds_other_things(given: Any) -> None:
    with pytest.raises(InputTypeError, match="a file must be named by text or a Path, not "):
        scan(given)


@pytest.mark.parametrize("given", [None, [], ()])
def test_no_name_at_all_is_an_error_of_files(given: Any) -> None:
    with pytest.raises(DataFileError, match="no file was given"):
        scan(given)


@pytest.mark.parametrize("given", [[PATH], (str(PATH),), {str(PATH)}, iter([PATH]), np.array([str(PATH)])])
def test_any_collection_of_names_is_read(given: Any) -> None:
    assert scan(given).rows == 569
