"""Lists and columns whose values NumPy would change in silence keep them, or are refused."""

from __future__ import annotations

import enum
from decimal import Decimal
from typing import Any

import numpy as np
import polars as pl
import pytest

from concordant import Counts, accuracy, roc_auc
from concordant.errors import ConcordantError


class Grade(str, enum.Enum):  # noqa: UP042  (its str() is not its value, which is the point)
    A = "a"
    B = "b"


def test_enums_of_texts_are_their_values_in_lists() -> None:
    assert accuracy([Grade.A, Grade.B, Grade.A], [Grade.A, Grade.A, Grade.A]) == pytest.approx(2 / 3)
    assert accuracy([Grade.A, Grade.B], ["a", "b"]) == 1
    assert roc_auc([Grade.A, Grade.B, Grade.A, Grade.B], [0.1, 0.9, 0.8, 0.3], pos_label=Grade.B) == 0.75
    assert Counts.from_labels([Grade.A], [Grade.A], labels=[Grade.A, Grade.B]).n == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([np.int64(2**53 + 1), 2.0], [np.int64(2**53), 2.0]),
        ([np.uint64(2**63 + 1), -1], [np.uint64(2**63), -1]),
        ([Decimal("1.00000000000000000001"), 2], [Decimal(1), 2]),
        (pl.Series([Decimal("1.00000000000000000001"), Decimal(2)]), pl.Series([Decimal(1), Decimal(2)])),
    ],
    ids=["integers beside floats", "unsigned beside negative", "decimals in lists", "decimals in columns"],
)
def test_different_numbers_stay_different(first: Any, second: Any) -> None:
    try:
        found = accuracy(first, second)
    except ConcordantError:
        return
    assert found == 0.5


def test_whole_numbers_of_128_bits() -> None:
    wide = pl.Series([1, 2, 2], dtype=pl.Int128)
    assert accuracy(wide, [1, 2, 1]) == pytest.approx(2 / 3)
    assert accuracy(wide, wide) == accuracy(wide, pl.Series([1, 2, 2])) == accuracy(pl.Series([1, 2, 2]), wide) == 1
    assert accuracy([1, 2, 1], [1, 2, 2], sample_weight=wide) == pytest.approx(3 / 5)
