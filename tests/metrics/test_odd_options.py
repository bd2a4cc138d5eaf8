"""Options that are no option: arrays, frames, functions, values that equal nothing. Each is taken or our own error."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest

import concordant
from concordant.errors import ConcordantError, OptionError

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
        with pytest.raises(OptionError, match=rf"{option} must be one value, a word or a label, not \w+"):
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
