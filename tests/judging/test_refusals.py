"""What every function of judging refuses, and in which words."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from support.samples import random_panel

from concordant import Ratings, Tallies
from concordant.data import panel_example
from concordant.errors import (
    ColumnError,
    ContinuousLabelsError,
    EmptyInputError,
    InputError,
    InputTypeError,
    LabelError,
    LabelOrderError,
    LengthError,
    MissingValuesError,
    OptionError,
    PositiveLabelError,
    SelectionError,
    TooFewRatersError,
    TooFewUnitsError,
    WeightError,
)
from concordant.judging import (
    alternative_test,
    assess,
    compare_judges,
    compare_pass_rates,
    consistency,
    error_slope,
    gap,
    judge_errors,
    mean_score,
    order_swap,
    over_time,
    pass_rate,
    rogan_gladen,
    slices,
    verdict_flips,
    win_rate,
)

PEOPLE = [[1, 1, 1], [0, 0, 0], [1, 1, 0], [0, 0, 1], [1, 1, None], [0, None, None], [1, 0, 1]]
JUDGED: dict[str, Any] = {"judge": [1, 0, 0, 0, 1, 0, None], "humans": PEOPLE}
PANEL: dict[str, Any] = {"judge": random_panel(1, 80, 4, 3)[:, 0], "humans": random_panel(1, 80, 4, 3)[:, 1:]}
WORDS: dict[str, Any] = {"judge": list("abcabca"), "humans": [["a", "b"]] * 7}
NAMED = pl.DataFrame({"gpt": [1, 0], "ann": [1, 0], "bob": [1, 1]})
# 10 items that the judge passes and 10 that it fails with labels of people, 30 and 10 without
LABELLED: dict[str, Any] = {
    "judge": [1] * 10 + [0] * 10 + [1] * 30 + [0] * 10,
    "human": [1.0] * 8 + [0.0] * 2 + [1.0] + [0.0] * 9 + [math.nan] * 40,
}
EVERY: dict[str, Any] = {name: column[:20] for name, column in LABELLED.items()}
FINITE: dict[str, Any] = {**LABELLED, "chosen": "random", "population": "finite"}
WEIGHT = np.where(np.isnan(LABELLED["human"]), np.nan, 2.0)
SYSTEMS: dict[str, Any] = {f"{who}_{system}": LABELLED[who] for who in ("judge", "human") for system in ("a", "b")}
SWAPPED: dict[str, Any] = {"judge": list("AABAtB") * 3, "swapped": list("ABBtAB") * 3, "tie": "t"}
COUNTS: dict[str, Any] = {"judged": 100, "judged_pass": 40}
SLICED: dict[str, Any] = {"judge": [1, 0, 1], "humans": [1, 1, 1]}
TIMED: dict[str, Any] = {"judge": [1, 0] * 4, "humans": [1, 0, 1, 1, None, None, None, None]}
ROWS: dict[str, Any] = {"judge": "gpt", "humans": ["ann", "bob", "eve"]}


of_names = partial(gap, NAMED, judge="gpt", humans=["ann", "bob"])
of_an_example = partial(assess, pl.read_csv(panel_example("judge_panel").path))
BIASED = [("by judge", "ppi++"), ("by judge", "rogan-gladen"), ("by truth", "wilson"), ("elsewhere", "delta")]
CLUSTERED = {"cluster": [row // 2 for row in range(60)]}
WEIGHTED = {"label_weight": WEIGHT}
FIVE: dict[str, Any] = {**COUNTS, "human_pass": 5, "judge_pass_of_these": 5, "human_fail": 5, "judge_fail_of_these": 5}
OF_PANDAS: dict[str, Any] = {**LABELLED, "judge": pd.Series(LABELLED["judge"])}
REFUSED: list[tuple[Any, dict[str, Any], dict[str, Any], type[Exception], str]] = [
    (gap, {}, {"judge": [1, 0], "humans": [[1], [0]]}, TooFewRatersError, "2 people or more, not 1. With a si"),
    (gap, {}, {"judge": [1, None], "humans": [[1, 1], [0, 0]]}, TooFewUnitsError, "or more: there are 1"),
    (gap, {}, {"judge": [1, 0, 1], "humans": [[1, 1], [0, 0]]}, LengthError, "one value an item"),
    (gap, {}, {"judge": [1, 0], "humans": [[1, 1], [0]]}, LengthError, "one value a person in every row"),
    (gap, {}, {"judge": [], "humans": np.zeros((0, 2))}, EmptyInputError, "no item"),
    (gap, {}, {"judge": [None] * 2, "humans": [[None] * 2] * 2}, EmptyInputError, "every label is missing"),
    (gap, {}, {"judge": [0.5, 0.25], "humans": [[1, 1], [0, 0]]}, ContinuousLabelsError, "not whole"),
    (gap, JUDGED, {"margin": 1.0}, OptionError, "does not matter, must be a number above 0 and below 1, not 1"),
    (gap, JUDGED, {"margin": 5}, OptionError, r"Did you mean 0\.05\?"),
    (gap, JUDGED, {"metric": "accuracy"}, OptionError, "must be a coefficient of agreement"),
    (gap, JUDGED, {"weights": [[0, 1], [2, 0]]}, OptionError, "must be symmetric"),
    (gap, WORDS, {"weights": "linear"}, LabelOrderError, "order"),
    (gap, {}, {"judge": (x for x in "ab"), "humans": [[1, 1]] * 2}, InputTypeError, "not generator"),
    *(
        (partial(gap, data), {}, {"judge": "gpt", "humans": ["ann", "bob"]}, InputTypeError, message)
        for data, message in (
            (NAMED.lazy(), "Collect a lazy frame first"),
            (Ratings.from_wide(NAMED), "not Ratings.* give the columns themselves"),
            (Tallies.from_counts([[1, 2], [2, 1]]), "not Tallies.* give the columns themselves"),
        )
    ),
    (gap, JUDGED, {"sample_weight": [1.0, -1.0, *[1.0] * 5]}, WeightError, "1 are not, the first in row 1"),
    (gap, JUDGED, {"sample_weight": [1.0]}, LengthError, "one value an item: expected 7, got 1"),
    (gap, JUDGED, {"sample_weight": [0.0] * 7}, EmptyInputError, "every item has a weight of 0"),
    *(
        (pass_rate, {"judge": [1, 0]}, {"human": human, "chosen": "random"}, EmptyInputError, "no column")
        for human in ({}, pd.DataFrame(), pl.DataFrame(), np.zeros((2, 0)), [[]] * 2)
    ),
    (judge_errors, {"judge": [10**400, 1] * 2}, {"humans": [1, 0] * 2}, LabelError, "beyond the range of float64"),
    (of_names, {}, {"humans": ["ann", "eve"]}, ColumnError, "no column 'eve'; columns: 'gpt', 'ann', 'bob'"),
    (of_names, {}, {"humans": ["gpt", "ann"]}, OptionError, "'gpt' is named twice"),
    (alternative_test, PANEL, {}, OptionError, "say epsilon=, the advantage that the judge is given: it has"),
    (alternative_test, PANEL, {"epsilon": 0.1, "score": "accuracy"}, InputTypeError, "has no option 'score'.*weights"),
    (pass_rate, LABELLED, {}, SelectionError, "say how the 20 items that people labelled were chosen among 60"),
    (pass_rate, LABELLED, {"chosen": "by_judge"}, OptionError, r"Did you mean 'by judge'\?"),
    *(
        (pass_rate, LABELLED, {"chosen": how, "method": method}, SelectionError, f"not for items chosen {how}: take")
        for how, method in BIASED
    ),
    *(
        (pass_rate, EVERY, {"chosen": how}, SelectionError, f"every item is labelled, and chosen {how}")
        for how in ("by truth", "elsewhere")
    ),
    (pass_rate, {}, {"judge": [1, 0], "human": [math.nan] * 2}, EmptyInputError, "human holds no label"),
    (pass_rate, {}, {"judge": [1, None], "human": [1, 0]}, MissingValuesError, "the first in row 1"),
    (pass_rate, {}, {"judge": ["a", "b"], "human": ["a", None]}, PositiveLabelError, "pass_label= one of 'a'"),
    (pass_rate, {"judge": ["yes", "no"]}, {"human": ["yes", "no"], "pass_label": "Yes"}, LabelError, "'yes'"),
    (pass_rate, {}, {"judge": [1, 0], "human": "human"}, InputTypeError, "must be a column"),
    (pass_rate, FINITE, {"chosen": "elsewhere"}, SelectionError, "not for items chosen elsewhere"),
    (pass_rate, FINITE, {"method": "ppi++"}, SelectionError, "not for ppi"),
    (pass_rate, FINITE, CLUSTERED, OptionError, "not for items in clusters: leave"),
    (pass_rate, FINITE, {"sample_weight": [1, 2] * 30}, OptionError, "not for items with weights: leave"),
    (pass_rate, LABELLED, {"label_weight": WEIGHT[:-1]}, LengthError, "one value an item: expected 60, got 59"),
    (pass_rate, LABELLED, {"label_weight": 0 * WEIGHT}, WeightError, "above 0 where people have labelled"),
    (pass_rate, LABELLED, {"label_weight": np.full(60, np.nan)}, WeightError, "the first in row"),
    (pass_rate, LABELLED, {**WEIGHTED, "chosen": "elsewhere"}, SelectionError, "chosen among these"),
    (pass_rate, LABELLED, {"label_weight": range(1, 61), "method": "rogan-gladen"}, SelectionError, "not for label"),
    (pass_rate, EVERY, {"label_weight": [1] * 20}, OptionError, "all items are labelled: leave it out"),
    (pass_rate, OF_PANDAS, {"label_weight": pd.Series(WEIGHT)[::-1]}, InputError, "in another order"),
    (rogan_gladen, COUNTS, {}, OptionError, "give either sensitivity= and specificity=, or the four counts"),
    (rogan_gladen, FIVE, {"judge_pass_of_these": 6}, OptionError, "at most human_pass=5"),
    (rogan_gladen, FIVE, {"human_pass": 0, "judge_pass_of_these": 0}, OptionError, "must be above 0"),
    (compare_pass_rates, SYSTEMS, {"chosen": "by truth"}, SelectionError, "no estimate for items chosen by"),
    (mean_score, {}, {"judge": [1, 2], "human": [1, None]}, SelectionError, "say how the 1 item that people labelled"),
    (mean_score, LABELLED, {"chosen": "by judge"}, SelectionError, "cut them into passes"),
    (mean_score, {}, {"judge": [1, None], "human": [1, 2]}, MissingValuesError, "the first in row 1"),
    (mean_score, {}, {"judge": [1, 2], "human": [None, None]}, EmptyInputError, "human holds no score"),
    (mean_score, {}, {"judge": ["a", 2], "human": [1, 2]}, InputTypeError, "judge must be numbers"),
    (mean_score, EVERY, {"between": (0, 0.5)}, OptionError, "holds 1, which is not between 0 and 0.5"),
    (mean_score, EVERY, {"between": (5, 1)}, OptionError, "between must be the least and the greatest"),
    (compare_judges, {}, {"judges": [1, 0], "humans": [1, 0]}, TooFewRatersError, "judges or more, not 1"),
    (compare_judges, {}, {"judges": [[1, 0], [1, None]], "humans": [1, 1]}, TooFewUnitsError, "there are 1"),
    (verdict_flips, {}, {"old": ["ok"], "new": ["no"]}, PositiveLabelError, "say which verdict is a pass"),
    (verdict_flips, {}, {"old": "a", "new": "b"}, OptionError, "old must be a column of verdicts, not 'a'"),
    (verdict_flips, {}, {"old": [1, None], "new": [None, 0]}, TooFewUnitsError, "items with both verdicts"),
    (order_swap, SWAPPED, {"answers": "AB"}, OptionError, "answers must be two labels"),
    (order_swap, SWAPPED, {"answers": ("A", "A")}, OptionError, "different from each other"),
    (order_swap, SWAPPED, {"answers": ("A", "C")}, LabelError, "holds 'B', which is none of 'A', 't', 'C'"),
    (win_rate, {}, {"judge": ["tie", "tie"], "ties": "dropped"}, TooFewUnitsError, "pairs with a winner"),
    (slices, SLICED, {"by": [None] * 3}, MissingValuesError, "by is missing in every row"),
    (slices, SLICED, {"by": ["a", "a", None]}, OptionError, "by is 'a' in every row"),
    (error_slope, {"covariate": [1.0, 2.0, 3.0]}, {}, OptionError, "give either error=, or judge= and humans="),
    (error_slope, {"covariate": [1.0, 2.0, 3.0]}, {"error": [1.0, 2.0]}, LengthError, "expected 2, got 3"),
    (error_slope, {"covariate": [1.0, 2, 3]}, {"error": [1.0, None, 2]}, TooFewUnitsError, "are 2, and 3 or"),
    (error_slope, {"covariate": [1.0, 2, 3]}, {"error": [1.0, math.inf, 2]}, InputError, "numbers; row 1"),
    (over_time, TIMED, {"window": [None, *[1, 2] * 3, 1]}, MissingValuesError, "window has 1 missing values"),
    (over_time, TIMED, {"window": [1] * 4 + [2] * 4}, TooFewUnitsError, "of judge and people: there are 1"),
    (consistency, {}, {"runs": [[1], [0]]}, TooFewRatersError, "two runs of the judge or more, not 1"),
    (consistency, {}, {"runs": [[1, None], [None, 0]]}, InputError, "two runs or more: there are 0"),
    (of_an_example, ROWS, {"humans": ["ann", "bo"]}, ColumnError, "did you mean 'bob'"),
    (of_an_example, ROWS, {"humans": None}, TooFewRatersError, "name people by humans=, or runs= or swapped="),
    (of_an_example, ROWS, {"humans": None, "runs": "gpt_2", "by": "topic"}, OptionError, "by= is about the judge besi"),
    (of_an_example, ROWS, {"swapped": "gpt_swapped"}, OptionError, "swapped= needs answers="),
    (of_an_example, ROWS, {"by": "Topic"}, ColumnError, "did you mean 'topic'"),
]


@pytest.mark.parametrize(
    ("call", "data", "more", "error", "message"),
    REFUSED,
    ids=[f"{getattr(call, '__name__', 'gap')}: {message[:40]}" for call, _, _, _, message in REFUSED],
)
def test_what_is_refused_says_why(
    call: Any, data: dict[str, Any], more: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        call(**{**data, **more})
