"""Categories in any order, also declared in another one: the counts are those of each pair of names."""

from collections import Counter
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant import Counts
from concordant.errors import LabelError


def categories(names: Iterable[str], codes: npt.NDArray[np.int64], *, ordered: bool = False) -> pd.Series:
    return pd.Series(pd.Categorical.from_codes(codes, list(names), ordered=ordered))


@given(
    seed=st.integers(0, 10**6),
    size=st.integers(60, 90),
    rows=st.integers(0, 300),
    ordered=st.booleans(),
    weighted=st.booleans(),
    declared=st.sampled_from([None, "sorted", "any order", "more"]),
)
def test_each_pair_of_names_is_counted(
    seed: int, size: int, rows: int, ordered: bool, weighted: bool, declared: str | None
) -> None:
    random = np.random.default_rng(seed)
    names = np.array([f"name {k}" for k in random.permutation(size)])
    first, second = random.integers(0, size, (2, rows))
    weights = random.integers(1, 9, rows) if weighted else None
    mixed = random.permutation(names).tolist()
    labels = {None: None, "sorted": sorted(names), "any order": mixed, "more": [*mixed, "another"]}[declared]
    counts = Counts.from_labels(
        categories(names, first, ordered=ordered),
        categories(names, second, ordered=ordered),
        labels=labels,
        sample_weight=weights,
    )
    expected: Counter[tuple[str, str]] = Counter()
    for row, pair in enumerate(zip(names[first].tolist(), names[second].tolist(), strict=True)):
        expected[pair] += 1 if weights is None else int(weights[row])
    table = counts.table
    places = zip(*(axis.tolist() for axis in np.nonzero(table)), strict=True)
    assert {(counts.labels[a], counts.labels[b]): table[a, b] for a, b in places} == expected
    if labels is not None:
        assert counts.labels == tuple(labels)
    elif ordered:
        assert counts.labels == tuple(names.tolist())
    else:
        assert counts.labels == tuple(sorted({*names[first].tolist(), *names[second].tolist()}))


@pytest.mark.parametrize("rows", [10, 500])
def test_a_name_that_is_not_declared_is_told(rows: int) -> None:
    names = [f"name {k}" for k in range(100)]
    column = categories(names, np.arange(rows) % 100)
    with pytest.raises(LabelError, match="'name 7'"):
        Counts.from_labels(column, column, labels=[name for name in names if name != "name 7"])
    unused = categories([*names, "unused"], np.arange(rows) % 100)
    assert Counts.from_labels(unused, unused, labels=names).n == rows  # a category without rows need not be declared
