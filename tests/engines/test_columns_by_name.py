"""Every call of a metric takes names of columns and `data=`: the same numbers from arrays, frames, engines, files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest
from numpy.testing import assert_allclose

import concordant
from concordant.errors import ColumnError, InputTypeError, LabelError, MissingValuesError, OptionError

N = 300
RNG = np.random.default_rng(5)
Y = RNG.integers(0, 2, N)
CLASSES = np.round(RNG.dirichlet(np.ones(3), N), 1)
CLASSES[:, 2] = np.clip(1 - CLASSES[:, 0] - CLASSES[:, 1], 0, 1)
COLUMNS: dict[str, Any] = {
    "y": Y,
    "s": np.round(1 / (1 + np.exp(-RNG.normal(Y, 1))), 2),
    "r": np.round(1 / (1 + np.exp(-RNG.normal(Y / 2, 1))), 1),
    "k": RNG.integers(0, 3, N),
    "p": RNG.integers(0, 3, N),
    "q": RNG.integers(0, 3, N),
    "w": RNG.integers(0, 4, N) / 2,
    "c": RNG.integers(0, 20, N),
    "gap": [None] * 3 + [0.5] * (N - 3),
    "a": CLASSES[:, 0],
    "b": CLASSES[:, 1],
    "z": CLASSES[:, 2],
}
FRAME = pl.DataFrame(COLUMNS)
ABZ = ["a", "b", "z"]


@pytest.fixture(params=["pandas", "lazy", "duckdb", "scan"])
def data(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    path = tmp_path / "rows.parquet"
    FRAME.write_parquet(path)
    made: dict[str, Any] = {
        "pandas": FRAME.to_pandas,
        "lazy": FRAME.lazy,
        "duckdb": lambda: duckdb.connect().from_arrow(FRAME.to_arrow()),
        "scan": lambda: concordant.scan(path),
    }
    return made[request.param]()


def arrays(names: Any) -> Any:
    return np.stack([COLUMNS[name] for name in names], 1) if isinstance(names, list) else COLUMNS[names]


VALUES: list[tuple[Any, tuple[Any, ...], dict[str, Any]]] = [
    (concordant.cohen_kappa, ("k", "p"), {"weights": "quadratic"}),
    (concordant.f1, ("k", "p"), {"average": "macro"}),
    (concordant.roc_auc, ("y", "s"), {}),
    (concordant.roc_auc, ("k", ABZ), {"multi_class": "ovr", "average": "macro"}),
    (concordant.expected_calibration_error, ("y", "s"), {"reduction": "top_label"}),
    (concordant.brier_score, ("y", "s"), {}),
    (concordant.brier_score, ("k", ABZ), {}),
    (concordant.concordance_correlation, ("s", "r"), {}),
    (concordant.top_k_accuracy, ("k", ABZ), {"k": 2}),
    (concordant.krippendorff_alpha, (["k", "p", "q"],), {}),
    (concordant.fleiss_kappa, ("k", "p"), {}),
    (concordant.overall_concordance, (["s", "r", "a"],), {}),
]


@pytest.mark.parametrize("weight", [None, "w"])
def test_values_are_those_of_the_arrays(data: Any, weight: str | None) -> None:
    for metric, names, options in VALUES:
        expected = metric(*map(arrays, names), **options, sample_weight=None if weight is None else COLUMNS[weight])
        assert_allclose(metric(*names, data=data, **options, sample_weight=weight), expected, rtol=1e-12)


@pytest.mark.parametrize("beside", [{}, {"cluster": "c"}, {"sample_weight": "w"}])
def test_intervals_are_those_of_the_arrays(data: Any, beside: dict[str, str]) -> None:
    columns = {option: COLUMNS[name] for option, name in beside.items()}
    for metric, names, options in VALUES:
        if len(names) == 2 and metric is concordant.fleiss_kappa and "cluster" in beside:
            continue  # two columns of a panel have none
        if metric is concordant.expected_calibration_error:
            continue  # a bootstrap, whose draws follow the order of the rows
        found = metric.interval(*names, data=data, **options, **beside, draws=200)
        expected = metric.interval(*map(arrays, names), **options, **columns, draws=200)
        assert found.method == expected.method
        assert_allclose([found.low, found.high], [expected.low, expected.high], rtol=1e-9)


@pytest.mark.parametrize("beside", [{}, {"cluster": "c"}, {"sample_weight": "w"}])
def test_comparisons_are_those_of_the_arrays(data: Any, beside: dict[str, str]) -> None:
    columns = {option: COLUMNS[name] for option, name in beside.items()}
    for metric, names in (
        (concordant.accuracy, ("k", "p", "q")),
        (concordant.cohen_kappa, ("k", "p", "q")),
        (concordant.roc_auc, ("y", "s", "r")),
        (concordant.brier_score, ("y", "s", "r")),
    ):
        found = metric.compare(*names, data=data, **beside)
        expected = metric.compare(*map(arrays, names), **columns)
        assert found.method == expected.method
        assert_allclose([found.low, found.high, found.p_value], [expected.low, expected.high, expected.p_value], 1e-8)


def test_states_bounds_and_columns_by_keyword(data: Any) -> None:
    y, s = COLUMNS["y"], COLUMNS["s"]
    assert concordant.roc_auc(y_true="y", y_score="s", data=data) == concordant.roc_auc(y, s)
    assert concordant.roc_auc.state("y", "s", data=data) == concordant.roc_auc.state(y, s)
    assert concordant.roc_auc.bounds("y", "s", data=data) == concordant.roc_auc.bounds(y, s)
    brier = concordant.brier_score.state("y", "s", data=data)
    assert_allclose([brier.n, brier.squares, *brier.mean], [N, N, concordant.brier_score(y, s), *brier.mean[1:]])


@pytest.mark.parametrize(
    ("names", "options", "error", "says"),
    [
        (("y", "S"), {}, ColumnError, "no column 'S'; did you mean 's'"),
        (("y", "s"), {"sample_weight": "weight"}, ColumnError, "no column 'weight'"),
        (("y", Y), {}, InputTypeError, "by their names, not as ndarray"),
        (("y",), {}, InputTypeError, "y_score is absent"),
        ((), {}, InputTypeError, "y_true and y_score are absent"),
        (("y", "gap"), {}, MissingValuesError, "3 missing"),
        (("y", "s"), {"missing": "drp"}, OptionError, "did you mean"),
        (("y", "s"), {"wieght": 1}, InputTypeError, "no option 'wieght'"),
    ],
)
def test_what_cannot_be_read_is_said(
    data: Any, names: Any, options: dict[str, Any], error: type[Exception], says: str
) -> None:
    for call in (concordant.roc_auc, concordant.roc_auc.interval):
        with pytest.raises(error, match=f"(?i){says}"):
            call(*names, data=data, **options)


def test_missing_values_are_dropped_and_counted(data: Any) -> None:
    state = concordant.roc_auc.state("y", "gap", data=data, missing="drop")
    assert (state.n, state.missing) == (N - 3, 3)


def test_only_groups_come_home(collected: list[int]) -> None:
    lazy = FRAME.lazy()
    concordant.accuracy("k", "p", data=lazy)
    concordant.accuracy.compare("k", "p", "q", data=lazy)
    assert collected == [9, 27]


def test_no_data_means_columns_that_are_given() -> None:
    assert concordant.roc_auc(COLUMNS["y"], COLUMNS["s"], data=None) == concordant.roc_auc(COLUMNS["y"], COLUMNS["s"])


@pytest.mark.parametrize(
    ("metric", "names"),
    [
        (concordant.net_benefit, ("y", "s")),
        (concordant.f_beta, ("y", "y")),
        (concordant.precision_at_recall, ("y", "s")),
        (concordant.partial_auc, ("y", "s")),
        (concordant.expected_cost, ("k", "p")),
    ],
)
def test_a_state_needs_no_option_of_the_formula(data: Any, metric: Any, names: tuple[str, str]) -> None:
    expected = metric.state(*map(arrays, names))
    assert metric.state(*names, data=data) == expected
    with pytest.raises(InputTypeError, match="no option 'labls'"):
        metric.state(*names, data=data, labls=[0, 1])


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize("value", ["INTERVAL 1 DAY", "[1]", "{'a': 1}", "MAP {'a': 1}", "'a'::BLOB", "1::HUGEINT"])
def test_any_kind_of_value_is_read_or_refused_as_it_is_in_memory(value: str) -> None:
    text = f"from (values ({value}, {value}, 1.5), ({value}, {value}, 2.5)) as rows(t, p, w)"
    rows = duckdb.connect().sql(text)
    beside: tuple[dict[str, Any], ...] = ({}, {"sample_weight": "w"})
    for option in beside:
        if value[0] in "[{M" or value.startswith("INTERVAL"):
            with pytest.raises(LabelError, match="cannot be labels"):
                concordant.accuracy.interval("t", "p", data=rows, **option)
        else:
            assert concordant.accuracy.interval("t", "p", data=rows, **option).value == 1


def test_columns_of_the_same_name_are_refused() -> None:
    rows = pd.DataFrame([[0, 1, 1], [1, 1, 0]], columns=["t", "p", "p"])
    for call in (
        lambda: concordant.accuracy("t", "p", data=rows),
        lambda: concordant.states.Counts.from_frame(rows, y_true="t", y_pred="p"),
        lambda: concordant.states.Counts.by_group(rows, by="t", y_true="t", y_pred="p"),
        lambda: concordant.evaluate("t", "p", data=rows),
    ):
        with pytest.raises(ColumnError, match=r"columns of the same name: .*'p' 2 times"):
            call()
