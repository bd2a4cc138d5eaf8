"""Results as flat numbers, and what MLflow and Weights & Biases keep of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure

import concordant as co
from concordant import plots
from concordant.errors import InputTypeError, OptionError
from concordant.tracking import as_numbers, log_to_mlflow, log_to_wandb

Y, P, S = [0, 1, 1, 0] * 9, [0, 1, 1, 1] * 9, [0.2, 0.8, 0.6, 0.7] * 9


def test_numbers_of_every_kind_of_result() -> None:
    interval, comparison = co.accuracy.interval(Y, P), co.accuracy.compare(Y, P, [1 - y for y in Y])
    found = as_numbers({"a": interval, "b": comparison, "n": 36})
    assert found["a"] == interval.value
    assert (found["a.low"], found["b.high"], found["n"]) == (interval.low, comparison.high, 36.0)
    page = as_numbers({"test": co.evaluate(Y, P, S)})
    assert page["test/roc_auc"] == co.roc_auc(Y, S)
    assert page["test/accuracy.low"] == interval.low


def test_names_are_those_that_trackers_allow_and_undefined_numbers_are_left_out() -> None:
    left_out = {"b": float("nan"), "c": float("inf"), "d": 10**400}
    assert as_numbers({"kappa|weights:linear": 1, **left_out}) == {"kappa_weights_linear": 1.0}
    for text in ("high", "0.5", b"1"):
        with pytest.raises(InputTypeError, match=r"^x is \w+: give a number"):
            as_numbers({"x": text})


@pytest.mark.parametrize(
    "results",
    [
        {"f1 (a)": 1, "f1 [a]": 2},
        {"a|b": float("nan"), "a_b": 1, "a:b": 2},
        {"a": co.accuracy.interval(Y, P), "a.low": 0},
    ],
)
def test_no_number_is_lost_to_another_of_its_name(results: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=r"^two results would be kept as '.*', the second of them '.*': rename one"):
        as_numbers(results)


def test_what_is_no_mapping_and_digits_that_are_none_are_refused() -> None:
    for results in ([1], None, 0.5, co.accuracy.interval(Y, P)):
        with pytest.raises(InputTypeError, match="results must be a mapping of names to results"):
            as_numbers(results)  # type: ignore[arg-type]
    for digits in (-1, 1.5, "2", True):
        with pytest.raises(OptionError, match="digits must be a whole number of 0 or more"):
            as_numbers({"a": 1}, digits=digits)  # type: ignore[arg-type]


@pytest.mark.filterwarnings("ignore")  # of its own
def test_mlflow_keeps_numbers_and_figures(tmp_path: Path) -> None:
    mlflow = pytest.importorskip("mlflow")
    mlflow.set_tracking_uri(f"sqlite:///{tmp_path}/runs.db")
    experiment = mlflow.create_experiment("test", artifact_location=(tmp_path / "files").as_uri())
    with mlflow.start_run(experiment_id=experiment) as run:
        numbers = log_to_mlflow(
            {"accuracy": co.accuracy.interval(Y, P)}, figures={"roc": plots.roc_curve(Y, S, ax=Figure().subplots())}
        )
    assert mlflow.get_run(run.info.run_id).data.metrics == numbers
    assert list((tmp_path / "files").rglob("roc.png"))


@pytest.mark.filterwarnings("ignore")  # of its own
def test_wandb_keeps_numbers_and_figures(tmp_path: Path) -> None:
    wandb = pytest.importorskip("wandb")
    with wandb.init(mode="offline", dir=tmp_path, project="test") as run:
        numbers = log_to_wandb(
            {"accuracy": co.accuracy.interval(Y, P)}, figures={"roc": plots.roc_curve(Y, S, ax=Figure().subplots())}
        )
        assert {name: run.summary[name] for name in numbers} == numbers
    assert list(tmp_path.rglob("roc*.png"))
