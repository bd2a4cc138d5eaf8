"""Options that are no option: arrays, frames, functions, values that equal nothing. Each is taken or our own error."""

from __future__ import annotations

import warnings
from contextlib import suppress
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import concordant
from concordant.errors import ConcordantError, OptionError
from concordant.metrics.definition.kinds import CLASS_RANKINGS

from .options import OPTIONS as OPTIONS_OF

LABELS = [0, 1, 1, 0, 1, 0], [0, 1, 0, 0, 1, 1]
TEXTS = list("aabbab"), list("abbbaa")
SCORES = [0, 1, 1, 0, 1, 0], [0.1, 0.8, 0.4, 0.3, 0.9, 0.6]
DATA = {
    "accuracy": (LABELS, TEXTS),
    "f1": (LABELS, TEXTS),
    "cohen_kappa": (LABELS, TEXTS),
    "balanced_accuracy": (LABELS, TEXTS),
    "krippendorff_alpha": (LABELS, TEXTS),
    "mean_absolute_error": (LABELS, SCORES),
    "roc_auc": (SCORES,),
    "average_precision": (SCORES,),
    "log_loss": (SCORES,),
    "brier_score": (SCORES,),
    "expected_calibration_error": (SCORES,),
}
OPTIONS = (
    *("pos_label", "average", "missing", "undefined", "labels"),
    *("multi_class", "sample_weight", "weights", "cluster"),
)
ODD = {
    "array": np.array([1, 2]),
    "empty array": np.array([]),
    "array without axes": np.array(1),
    "list": [1],
    "empty tuple": (),
    "set": {1},
    "mapping": {1: 2},
    "pandas series": pd.Series([1, 2]),
    "pandas frame": pd.DataFrame({"a": [1]}),
    "pandas missing": pd.NA,
    "Polars series": pl.Series([1, 2]),
    "Polars frame": pl.DataFrame({"a": [1]}),
    "masked": np.ma.masked,
    "function": len,
    "object": object(),
    "bytes": b"x",
    "NaN": float("nan"),
    "infinity": float("inf"),
    "NumPy number": np.float64(1),
}


@pytest.mark.parametrize("name", DATA)
@pytest.mark.parametrize("odd", ODD)
def test_an_odd_option_is_taken_or_refused_by_our_own_error(name: str, odd: str) -> None:
    metric = getattr(concordant, name)
    refused = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for option in OPTIONS:
            for data in DATA[name]:
                for call in (metric, metric.state, metric.interval):
                    try:
                        call(*data, **{option: ODD[odd]})
                    except ConcordantError as error:
                        refused += 1
                        assert len(str(error)) > 20  # noqa: PT017  (that it says something)
    assert refused > 10  # of 27 or 54


@pytest.mark.parametrize("option", ["average", "pos_label"])
@pytest.mark.parametrize("odd", ["array", "pandas frame", "pandas missing", "masked"])
def test_the_error_names_the_option_and_what_came(option: str, odd: str) -> None:
    state = concordant.f1.state(*LABELS)
    for call in (lambda **given: concordant.f1(*LABELS, **given), lambda **given: concordant.f1.of(state, **given)):
        with pytest.raises(OptionError, match=rf"{option} must be one value, a word, a number or a label, not \w+"):
            call(**{option: ODD[odd]})


@pytest.mark.parametrize("odd", ["array", "pandas frame", "object", "bytes", "list"])
def test_a_policy_that_is_no_policy_is_refused_also_where_nothing_is_undefined(odd: str) -> None:
    for call in (
        lambda **given: concordant.accuracy(*LABELS, **given),
        lambda **given: concordant.accuracy.of(concordant.accuracy.state(*LABELS), **given),
        lambda **given: concordant.roc_auc(*SCORES, **given),
    ):
        with pytest.raises(OptionError, match="undefined must be"):
            call(undefined=ODD[odd])


RNG = np.random.default_rng(4)
Y, P = [0, 1, 1, 0] * 6, [0, 1, 0, 0] * 6
S = np.linspace(0.05, 0.95, 24).tolist()
RANKED = RNG.integers(0, 2, (12, 3)), RNG.random((12, 3)), RNG.random((12, 3))
CLASSES = np.arange(24) % 3, RNG.dirichlet([1, 1, 1], 24), RNG.dirichlet([1, 1, 1], 24)
MEASURED = [[1.0, 2.0, 1.5], [3.0, 3.5, 3.0], [5.0, 5.5, 5.2], [2.0, 2.5, 2.2], [4.0, 4.2, 4.1]]
ROWS = {
    "labels": (Y, P, P[::-1]),
    "scores": (Y, S, S[::-1]),
    "probabilities": (Y, S, S[::-1]),
    "decisions": (Y, S, S[::-1]),
    "measurements": (S, S[::-1], S),
    "panel": ([[0, 1, 1], [1, 1, 1], [0, 0, 0], [1, 0, 1], [0, 0, 1], [1, 1, 1]],),
    "numbers": (MEASURED, [1.0, 3.0, 5.0, 2.0, 4.0]),
}
HOSTILE = [None, "2", [1], 10**400, 10**30, float("nan"), float("inf"), -1]
HOSTILE += [np.array([1, 2]), pl.Series([1, 2]), pd.Series([1.0, 2.0]), object()]
OF_CALLS = ("level", "method", "draws", "seed", "scheme", "simultaneous")


@pytest.mark.parametrize("name", concordant.metrics.names())
def test_every_option_of_every_call_takes_a_hostile_value_or_raises_our_own_error(name: str) -> None:
    metric = concordant.metrics.get(name)
    rows = ROWS.get(metric.facts.input) or (CLASSES if metric.kind is CLASS_RANKINGS else RANKED)
    data, needed = rows[: len(metric.data)], next(iter(OPTIONS_OF.get(name, [{}])), {})
    needed = {option: value for option, value in needed.items() if option in metric.required_options}
    if name == "expected_cost":
        needed = {"cost": [[0, 1], [1, 0]]}
    state = metric.state(*data, **({} if metric.quantity is None else needed))
    several = metric.facts.input not in ("panel", "numbers")
    drawn = {"draws": 4} if several else {}
    for option in (*metric.options, *metric.reading_options, *OF_CALLS):
        for value in HOSTILE:
            asked = {**needed, option: value}
            if option not in OF_CALLS:
                taken_or_refused(metric, *data, **asked)
            if option in (*metric.options, "undefined"):
                taken_or_refused(metric.of, state, **asked)
            if option != "draws" or not isinstance(value, int) or value < 0:  # so many would take their time
                taken_or_refused(metric.interval, *data, **{**drawn, **asked})
            if several:
                taken_or_refused(metric.compare, *rows, **{**drawn, **asked})


def taken_or_refused(call: Any, *data: Any, **asked: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with suppress(ConcordantError):
            call(*data, **asked)
