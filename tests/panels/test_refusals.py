"""What is no data or no option is refused in words of ours: panels, judging, planning and decisions alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from concordant import decisions, judging, panels, planning
from concordant.errors import (
    ColumnError,
    ConcordantError,
    ContinuousLabelsError,
    InputError,
    InputTypeError,
    LabelError,
    LabelOrderError,
    LengthError,
    OptionError,
    RaterIdentityError,
    ScoreError,
    TooFewRatersError,
)
from concordant.metrics import get
from concordant.states import NumericRatings, Ratings, Tallies

RATINGS = np.array([[0, 0, 1], [1, 1, 1], [0, 1, 1], [0, 0, 0], [1, 1, 0], [1, 1, 1]] * 5)
TWICE = pd.DataFrame(RATINGS, columns=["a", "a", "b"])
LAZY = pl.DataFrame(RATINGS, schema=["a", "b", "c"]).lazy()
JUDGE = RATINGS[:, 0]
LONG = {"unit": "a", "rater": "b", "label": "b"}
FRAMES: dict[str, Callable[[Any], Any]] = {
    "fleiss_kappa": get("fleiss_kappa"),
    "interval": get("krippendorff_alpha").interval,
    "agree": panels.agree,
    "unit_report": panels.unit_report,
    "unit_report, unit": lambda frame: panels.unit_report(frame, unit="b"),
    "consensus, long": lambda frame: panels.consensus(frame, **LONG),
    "consensus": panels.consensus,
    "limits_of_agreement": panels.limits_of_agreement,
    "g_study": panels.g_study,
    "intraclass_correlation": get("intraclass_correlation"),
    "planning.panel": lambda frame: planning.panel(frame, half_width=0.1),
    "gap": lambda frame: judging.gap(judge=JUDGE, humans=frame),
    "gap of a frame": lambda frame: judging.gap(frame, judge="a", humans=["b"]),
    "pass_rate": lambda frame: judging.pass_rate(judge=JUDGE, human=frame),
    "assess": lambda frame: judging.assess(frame, judge="a", humans=["b"]),
}


@pytest.mark.parametrize("name", FRAMES)
def test_names_of_columns_that_repeat_are_named(name: str) -> None:
    with pytest.raises(ColumnError, match="several columns of the frame are called 'a': give each column a name"):
        FRAMES[name](TWICE)


@pytest.mark.parametrize("name", FRAMES)
def test_a_lazy_frame_is_to_be_collected(name: str) -> None:
    with pytest.raises(InputTypeError, match=r"[Cc]ollect"):
        FRAMES[name](LAZY)


READING = [FRAMES["fleiss_kappa"], FRAMES["interval"], panels.agree, panels.rater_report, panels.unit_report]
READING += [panels.label_report, panels.pairwise, panels.consensus]


@pytest.mark.parametrize("ask", READING)
def test_labels_for_a_missing_rating_are_a_list(ask: Any) -> None:
    for mark, error in ((3, OptionError), (None, OptionError), ([[0]], InputTypeError), ("0", InputTypeError)):
        with pytest.raises(error, match="missing_labels must be a list of labels"):
            ask(RATINGS, missing_labels=mark)
    assert str(ask(RATINGS, missing_labels=[np.nan, None, np.inf])) == str(ask(RATINGS))


TRUTH = np.array([0, 1, 2] * 20)
SCORE = TRUTH + np.arange(60) * 7 % 11 / 6
COEFFICIENTS = [get("fleiss_kappa"), get("gwet_ac1")]
NEEDED = {"judged": 100, "pass_rate": 0.8, "sensitivity": 0.9, "specificity": 0.8}
TEXT = [["a", "a", "b"], ["a", "b", None], ["b", "b", "b"]]
PAIR, ONE = [["a", "b"]], [["a"], ["b"]]
STATE, COUNTED = Ratings.from_wide(PAIR), Tallies.from_counts([[1, 2]])
CUBE = np.arange(24.0).reshape(3, 2, 4)
MEASURED = [[1.5, 2.0], [3.0, 3.5], [2.0, 2.5]]
INTERVAL = {"level_of_measurement": "interval"}
MODEL = {"method": "dawid-skene"}
WEIGHTED = NumericRatings.from_wide(RATINGS, sample_weight=[0.5] * 30)
needed = panels.d_study(RATINGS).raters_needed
OPTIONS: list[tuple[Any, tuple[Any, ...], dict[str, Any], type[ConcordantError], str]] = [
    (panels.consensus, (TEXT,), {"method": "mode"}, OptionError, "'trimmed' or 'dawid-skene', not 'mode'"),
    (panels.consensus, (TEXT,), {"method": "mean"}, ScoreError, "needs labels that are numbers, and 'a' is none"),
    (panels.consensus, (TEXT,), {"method": "median"}, LabelOrderError, "declare it, labels="),
    (panels.consensus, (TEXT,), {"trim": 0.5}, OptionError, "below 0.5"),
    (panels.consensus, (TEXT,), {"unit": ["x"]}, LengthError, "expected 3 names, got 1"),
    (panels.consensus, (TEXT,), {"unit": "who"}, InputTypeError, "there is no frame"),
    (panels.consensus, (TEXT,), {"label": "l"}, OptionError, "the names of two columns"),
    (panels.consensus, (COUNTED,), MODEL, RaterIdentityError, 'consensus with method="dawid-skene" needs'),
    (panels.consensus, (ONE,), MODEL, TooFewRatersError, "needs two raters or more"),
    (panels.consensus, (MEASURED,), MODEL, InputError, "labels are expected"),
    (panels.consensus, (NumericRatings.from_wide(MEASURED),), MODEL, OptionError, 'method="dawid-skene" is of labels'),
    (panels.dawid_skene, (ONE,), {}, TooFewRatersError, "not 1: one cannot be told from the truth"),
    (panels.dawid_skene, (PAIR,), {"known": ["c"]}, LabelError, "nobody gave, 'c'"),
    (panels.dawid_skene, (COUNTED,), {}, RaterIdentityError, "anonymous"),
    (panels.dawid_skene, (PAIR,), {"known": ["a", "b"]}, LengthError, "expected 1, got 2"),
    (panels.dawid_skene, (STATE,), {"known": ["a"]}, OptionError, "a state has no rows"),
    *(
        (panels.dawid_skene, (TEXT,), {name: value}, OptionError, f"{name} must be a")
        for name in ("tolerance", "max_steps")
        for value in (float("nan"), "x", True)
    ),
    (panels.agree, (RATINGS,), {"level_of_measurement": "ordinal"}, OptionError, "must be 'interval' or None"),
    (panels.agree, (PAIR,), {**INTERVAL, "labels": ["a", "b"]}, ScoreError, "no numbers"),
    (panels.agree, (MEASURED,), {}, ContinuousLabelsError, "labels are expected"),
    (panels.agree, (MEASURED,), INTERVAL, ContinuousLabelsError, r"intraclass_correlation.*NumericRatings"),
    (panels.pairwise, (ONE,), {}, TooFewRatersError, "a pair is two raters"),
    (
        panels.pairwise,
        (PAIR,),
        {"cluster": [1], "sample_weight": [2.0]},
        OptionError,
        "both cluster= and sample_weight=",
    ),
    (panels.pairwise, (RATINGS,), {"metric": "recall"}, OptionError, "neither comes first"),
    (panels.pairwise, (RATINGS,), {"metric": "positive_agreement", "average": None}, OptionError, "one value"),
    (panels.rater_report, ([["a", None]],), {}, TooFewRatersError, "and 1 rated"),
    (panels.rater_report, (PAIR,), {"metric": "category_kappa"}, OptionError, "one value a label"),
    (panels.rater_report, (PAIR,), {"scale": "numbers"}, ScoreError, "'a' is none"),
    (panels.unit_report, (pl.DataFrame({"a": [1]}),), {"unit": "b"}, ColumnError, "no column 'b'"),
    (panels.label_report, (RATINGS,), {"metric": "conger_kappa"}, OptionError, "exchangeable"),
    (panels.unit_report, (RATINGS,), {"most": 0}, OptionError, "most must be a whole number of at least 1"),
    (panels.g_study, (RATINGS,), {"design": "cross"}, OptionError, "design must be 'crossed' or 'nested'"),
    (panels.g_study, (RATINGS,), {"facets": ["unit"]}, OptionError, "1 different name beside 'unit'"),
    (panels.g_study, (CUBE,), {"design": "nested"}, OptionError, "is of one facet"),
    (panels.g_study, (CUBE[:1],), {}, LengthError, "two units, raters and occasions or more"),
    (panels.g_study, (CUBE[None],), {}, InputTypeError, "4 axes"),
    (panels.g_study, ([[1.0, 2.0]],), {}, LengthError, "two units or more"),
    (panels.g_study, (np.where(CUBE > 2, np.nan, CUBE),), {}, ScoreError, "must all be there"),
    (panels.g_study, ([[[1, 2], [3]], [[1, 2], [3, 4]]],), {}, LengthError, "as many raters and occasions"),
    (panels.d_study, (RATINGS,), {"raters": 0}, OptionError, "whole numbers, 1 or more"),
    (panels.d_study, (RATINGS,), {"raters": "4"}, InputTypeError, "whole number or several"),
    (panels.d_study, (RATINGS,), {"occasions": 2}, OptionError, "has no occasions"),
    (needed, (1.0,), {}, OptionError, "target must be between 0 and 1"),
    (panels.limits_of_agreement, ([[1.0, 2.0]],), {}, OptionError, "two complete units or more"),
    (panels.limits_of_agreement, (WEIGHTED,), {}, OptionError, "count alike"),
    (panels.spearman_brown, (1.1, 2), {}, OptionError, "at most 1"),
    (panels.spearman_brown, ("0.5", 2), {}, OptionError, "must be a finite number"),
    (panels.spearman_brown_raters, (0.5, 1), {}, OptionError, "target must be between"),
    (judging.gap, (), {"judge": JUDGE, "humans": RATINGS, "metric": "category_kappa"}, OptionError, "not category_kap"),
    (planning.panel, (RATINGS,), {"half_width": 0.1, "metric": "category_kappa"}, OptionError, "one value a label"),
    (planning.simulate, (None, JUDGE, JUDGE), {"width": 0.1}, InputTypeError, "a metric or its name"),
    (panels.compare_coefficients, (RATINGS, 3), {}, OptionError, "two metrics or more"),
    (panels.compare_coefficients, (RATINGS, COEFFICIENTS), {"options": 3}, OptionError, "by its name"),
    (planning.kappa, (0.8,), {"labels": 3, "width": 0.2}, InputTypeError, "labels must be a list"),
    (planning.paired_proportions, (0.8, 0.7), {"discordant": "a"}, OptionError, "discordant lies between"),
    (planning.independent_proportions, (0.8, 0.7), {"ratio": 1e-300}, OptionError, "from 1e-6 to 1e6"),
    (planning.auc, (0.9,), {"width": 0.1, "prevalence": 1e-300}, OptionError, "prevalence"),
    (panels.consensus, (RATINGS,), {"trim": "a"}, OptionError, "trim must be a number"),
    (panels.g_study, (RATINGS,), {"facets": 3}, OptionError, "facets must be"),
    (judging.labels_needed, (), {**NEEDED, "half_width": 1e-300}, OptionError, "1e-09 or more"),
]


@pytest.mark.parametrize(("ask", "data", "options", "error", "message"), OPTIONS)
def test_options_that_are_none_are_refused(ask: Any, data: Any, options: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        ask(*data, **options)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("weight", [1e15, 1e19])
def test_cut_points_stand_whatever_the_unit_of_the_weights(weight: float) -> None:
    plain = decisions.ordinal_cut_points(TRUTH, SCORE, sample_weight=np.full(60, 2.0**40), method="smooth")
    some = np.full(60, weight)
    found = decisions.ordinal_cut_points(TRUTH, SCORE, sample_weight=some, method="smooth")
    assert found.cut_points == plain.cut_points
    some = np.ones(60)
    some[0] = weight  # one row that outweighs all others, or none
    assert len(decisions.ordinal_cut_points(TRUTH, SCORE, sample_weight=some, method="smooth").cut_points) == 2
    some[1:] = 1 / weight
    assert len(decisions.ordinal_cut_points(TRUTH, SCORE, sample_weight=some, method="smooth").cut_points) == 2
