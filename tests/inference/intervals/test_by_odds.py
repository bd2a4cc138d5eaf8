from __future__ import annotations

import json
import math
import warnings
from pathlib import Path
from typing import Any

import pytest
from numpy.testing import assert_allclose

from concordant import diagnostic_odds_ratio, negative_likelihood_ratio, positive_likelihood_ratio, recall
from concordant.errors import IntervalWarning, OptionError
from concordant.states import Counts

# Rscript tests/reference/intervals.R
FROM_R = json.loads((Path(__file__).parents[2] / "reference" / "intervals.json").read_text(encoding="utf-8"))
RATIOS = (diagnostic_odds_ratio, positive_likelihood_ratio, negative_likelihood_ratio)
Z = 1.959963984540054


def _table(tp: float, fp: float, fn: float, tn: float) -> Counts:
    return Counts.from_table([[tn, fp], [fn, tp]])


def test_odds_ratio_without_a_false_positive_is_infinite_and_half_a_row_gives_its_lower_limit() -> None:
    with pytest.warns(IntervalWarning, match="a cell is empty, half a row was added to each for the limits"):
        found = diagnostic_odds_ratio.interval_of(_table(15, 0, 5, 20))
    log = math.log(15.5 * 20.5 / (0.5 * 5.5))
    low = math.exp(log - Z * math.sqrt(1 / 15.5 + 1 / 20.5 + 1 / 0.5 + 1 / 5.5))
    assert found.value == math.inf
    assert found.high == math.inf
    assert_allclose(found.low, low, rtol=1e-12)
    assert found.method == "haldane"


def test_ratio_of_zero_is_its_lower_limit() -> None:
    with pytest.warns(IntervalWarning, match="half a row"):
        found = negative_likelihood_ratio.interval_of(_table(20, 5, 0, 20))
    assert found.value == found.low == 0
    assert 0 < found.high < 1


def test_one_a_class_mends_only_those_with_an_empty_cell() -> None:
    counts = Counts.from_table([[40, 13, 0], [12, 40, 0], [12, 10, 40]])
    with pytest.warns(IntervalWarning, match="half a row"):
        found = diagnostic_odds_ratio.interval_of(counts, average=None)
    plain = diagnostic_odds_ratio.interval_of(Counts.from_table([[90, 24], [13, 40]]), method="log")
    assert_allclose([found[0].low, found[0].high], [plain.low, plain.high], rtol=1e-12)
    assert found[2].high == math.inf
    assert found[2].low > 1


@pytest.mark.parametrize("metric", RATIOS)
@pytest.mark.parametrize("case", FROM_R["screening"], ids=lambda case: str(case["cells"]))
def test_equal_to_r(metric: Any, case: dict[str, Any]) -> None:
    tp, fp, fn, tn = case["cells"]
    for method in ("log", "haldane"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", IntervalWarning)  # of few rows
            found = metric.interval_of(_table(tp, fp, fn, tn), method=method)
        assert_allclose([found.value, found.low, found.high], case[metric.name], rtol=1e-9)


def test_haldane_is_refused_for_other_metrics_and_averages() -> None:
    message = 'method="haldane" is for likelihood ratios and odds ratios of independent rows, of one class or of each'
    with pytest.raises(OptionError, match=message):
        recall.interval_of(_table(5, 5, 5, 5), method="haldane")
    with pytest.raises(OptionError, match=message):
        diagnostic_odds_ratio.interval_of(_table(5, 5, 5, 5), average="macro", method="haldane")


def test_weighted_rows_count_as_many_as_kish_says() -> None:
    truth, prediction = [1] * 20 + [0] * 20, [1] * 15 + [0] * 25
    with pytest.warns(IntervalWarning, match="half a row"):
        plain = diagnostic_odds_ratio.interval(truth, prediction)
    with pytest.warns(IntervalWarning, match="half a row"):
        scaled = diagnostic_odds_ratio.interval(truth, prediction, sample_weight=[7.0] * 40)
    assert_allclose(scaled.low, plain.low, rtol=1e-12)
