"""A column of labels as integers: what every kind of column becomes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant import _kernels
from concordant.settings import threads_for
from concordant.typing import Label

NO_CODE = -1  # the code of a missing value in a column of codes


@dataclass(slots=True)  # made at every call: frozen would cost a microsecond
class Encoded:
    """
    A column of labels as integers.

    `values` are the labels themselves where `names` is None (whole numbers and bools), else codes into
    `names`. `ordered` says whether the order of `names` is declared by the data. `missing` marks rows
    without a value, None if there is none. `continuous` says that numbers came that are not whole.
    """

    values: npt.NDArray[Any]
    names: tuple[Label, ...] | None = None
    ordered: bool = True
    missing: npt.NDArray[np.bool_] | None = None
    continuous: bool = False

    def __getitem__(self, kept: npt.NDArray[Any]) -> Encoded:
        """Return the rows to keep, in none of which a value is missing."""
        return replace(self, values=self.values[kept], missing=None)


def recoded(codes: npt.NDArray[Any], table: npt.NDArray[np.uint32]) -> npt.NDArray[Any]:
    """Look codes up in a table, ``table[codes]``."""
    return _kernels.recode(codes, table, threads_for(len(codes)))
