"""What no interval, comparison or test can be had of is refused by an error of ours that says what to do."""

from __future__ import annotations

import math
import re
from functools import partial
from typing import Any

import numpy as np
import pytest
from support.samples import random_numbers, random_panel

import concordant as c
from concordant.errors import (
    ConcordantError,
    InputError,
    InputTypeError,
    LabelError,
    LengthError,
    MergeError,
    OptionError,
    RaterIdentityError,
    TooFewRatersError,
    WeightError,
)
from concordant.inference.intervals.proportions import KINDS
from concordant.states import BucketCurve, Counts, RatingMoments, Ratings, TallySums

RNG, N = np.random.default_rng(7), 60
TRUTH, MANY, PROB = RNG.integers(0, 2, N), RNG.integers(0, 3, N), RNG.random(N)
PRED, OTHER = (np.where(RNG.random(N) < right, TRUTH, 1 - TRUTH) for right in (0.8, 0.6))
SCORE, WEIGHT, PAIRS = RNG.normal(size=N) + TRUTH, np.linspace(1, 2, N), np.arange(N) // 2
MATRIX, (LABELS, FOUND) = RNG.dirichlet([2, 2, 2], N), RNG.integers(0, 2, (2, N, 3))
CELLS, THREE = Counts.from_table([[50, 8], [12, 30]]), Counts.from_table([[30, 4, 2], [5, 20, 3], [1, 6, 29]])
FIRST, SECOND = Counts.from_labels([0, 1, 1], [0, 1, 0]), Counts.from_labels([0, 1, 1], [0, 1, 1])
BUCKETS, CURVE = BucketCurve.from_scores([0, 1, 1], [0.2, 0.4, 0.9]), c.roc_auc.state([0, 1], [0.1, 0.2])
STACK, WEIGHTED = Counts.from_table(np.ones((2, 2, 2), int)), Counts.from_labels([0, 1], [1, 0], sample_weight=[0.5, 2])
NUMBERS = c.concordance_correlation.state(SCORE[:50], SCORE[:50] + PROB[:50])
MOMENTS = c.brier_score.state(TRUTH, PROB)
PANEL, CROWD = random_panel(11), RNG.integers(0, 3, (40, 9))
RATINGS = Ratings.from_wide(random_panel(21, 60, 6), raters=list("abcdef"))
RATED, GAPS = random_numbers(11, 24, 4), random_numbers(12, 24, 4, missing=0.2)

rows, scored = partial(c.precision.interval, TRUTH, PRED), partial(c.average_precision.interval, TRUTH, SCORE)
panel, icc = partial(c.fleiss_kappa.interval, PANEL), partial(c.intraclass_correlation.interval, RATED)
pearson, compared = (
    partial(c.pearson_correlation.interval, PROB, SCORE),
    partial(c.accuracy.compare, TRUTH, PRED, OTHER),
)
prevalences = partial(c.predicted_prevalence.compare, TRUTH, PRED, OTHER)
apart, states = c.accuracy.compare_independent, partial(c.accuracy.compare_independent, FIRST, SECOND)
samples = partial(apart, (TRUTH, PRED), (TRUTH, OTHER))
shares = partial(c.recall.compare_independent, (TRUTH, PRED), (TRUTH, OTHER), method="miettinen-nurminen")
panels, of_value = partial(c.fleiss_kappa.compare, RATINGS), partial(c.accuracy.test, TRUTH, PRED)
calibrated = partial(c.calibration_curve.interval, TRUTH, PROB)
EQUIVALENT, SUPERIOR, INFERIOR = ({"alternative": x} for x in ("equivalence", "superiority", "non-inferiority"))
NONE, ALIKE = "none with these options; leave method out for its default", "independent rows without weights"
ONE_VALUE, TABLE = (
    "has one value here: leave it out, or take average=None",
    "is a table, not a number: it has no interval",
)
NO_MOVE, KNOWN = "takes values that move", "known for kolmogorov_smirnov"
AGAINST = "against must be the number that accuracy is tested against, not "
TABLE_TESTS = (c.bhapkar_test, c.bowker_test, c.kappa_test, c.mcnemar_test, c.stuart_maxwell_test)
# call, options, error, a part of its words
REFUSED: list[tuple[Any, dict[str, Any], type[ConcordantError], str]] = [
    # -- methods of intervals
    (rows, {"method": "delong"}, OptionError, 'method="delong" is for ROC AUC, not for precision'),
    (rows, {"method": "pairs"}, OptionError, 'method="pairs" is for metrics of scores with a finite range'),
    (rows, {"method": "zahl"}, OptionError, '"zahl" is for normalized_mutual_information, uncertainty_coefficient of'),
    (rows, {"method": "wilson", "prevalence": 0.1}, OptionError, 'method="wilson" is for shares of rows'),
    (rows, {"method": "mover"}, OptionError, "Did you mean 'score'?"),
    (partial(c.mutual_information.interval, TRUTH, PRED), {"method": "zahl"}, OptionError, '"zahl" is for normalized_'),
    (scored, {"method": "pairs", "prevalence": 0.4}, OptionError, "average_precision with prevalence="),
    *(
        (
            partial(c.matthews_correlation.interval_of, CELLS),
            {"method": x},
            OptionError,
            f'="{x}" is for shares of rows',
        )
        for x in KINDS
    ),
    *((partial(c.recall.interval_of, THREE), {"average": "macro", "method": x}, OptionError, NONE) for x in KINDS),
    (partial(c.kappa_max.interval, MANY, np.roll(MANY, 1)), {"method": "score"}, OptionError, NO_MOVE),
    (partial(c.cohen_kappa.interval, np.arange(201), np.arange(201)), {"method": "score"}, OptionError, NO_MOVE),
    (partial(c.kolmogorov_smirnov.interval, TRUTH, SCORE), {"method": "score"}, OptionError, NO_MOVE),
    (partial(c.concordance_correlation.interval, PROB, SCORE), {"method": "lin", "cluster": PAIRS}, OptionError, ALIKE),
    (pearson, {"method": "fisher-normal", "sample_weight": WEIGHT}, OptionError, ALIKE),
    (pearson, {"method": "lin"}, OptionError, "is for concordance_correlation, not for pearson_correlation"),
    (partial(c.expected_calibration_error.interval, TRUTH, PROB), {"method": "information"}, OptionError, "is for"),
    (partial(c.calibration_slope.interval, MANY, MATRIX), {"method": "information"}, OptionError, "is for"),
    (
        partial(c.calibration_slope.interval, TRUTH, PROB),
        {"method": "information", "cluster": PAIRS},
        OptionError,
        ALIKE,
    ),
    (
        partial(c.smooth_calibration_curve.interval, TRUTH, PROB),
        {"cluster": ["x"] * N},
        OptionError,
        "names one cluster",
    ),
    (
        partial(c.integrated_calibration_index.interval, TRUTH, PROB),
        {"cluster": ["x"] * N},
        OptionError,
        "names one clu",
    ),
    (partial(c.smooth_calibration_curve.interval, TRUTH, PROB), {"method": "bca"}, OptionError, "intervals of"),
    (calibrated, {"method": "bca"}, OptionError, "the bins of calibration_curve have intervals of proportions"),
    (calibrated, {"simultaneous": "max-t"}, OptionError, "one value a class or label, not for calibration_curve"),
    (partial(c.decision_curve.interval, TRUTH, PROB), {"method": "bca"}, OptionError, "by 'score', 't', 'delta', not"),
    (rows, {"simultaneous": "max-t"}, OptionError, ONE_VALUE),
    (partial(c.roc_auc.interval, MANY, MATRIX), {"simultaneous": "max-t"}, OptionError, ONE_VALUE),
    (rows, {"average": None, "simultaneous": "holm"}, OptionError, "must be 'bonferroni', 'max-t' or None, not 'holm'"),
    (
        partial(c.f1.interval, LABELS, FOUND),
        {"average": "macro", "method": "basic", "scheme": "stratified"},
        OptionError,
        "rows with several labels have no class",
    ),
    (scored, {"cluster": [1, 2, 3]}, LengthError, f"cluster must have one value a row: expected {N}, got 3"),
    # -- what a state does not tell
    (
        partial(c.f1.interval_of, Counts.from_indicators(LABELS, FOUND)),
        {"average": "macro"},
        OptionError,
        "needs the rows, not their Counts: call f1.interval",
    ),
    (partial(c.confusion_matrix.interval, TRUTH, PRED), {}, OptionError, TABLE),
    (partial(c.confusion_matrix.interval_of, CELLS), {}, OptionError, "Its shares can: detection_rate ("),
    (partial(c.brier_score.interval_of, MOMENTS), {"method": "percentile"}, OptionError, "not their Moments: call"),
    (partial(c.pearson_correlation.interval_of, NUMBERS), {"method": "fisher"}, OptionError, "not known for"),
    (partial(c.brier_score.interval_of, c.brier_score.state(LABELS, MATRIX)), {}, OptionError, "rows, not their"),
    # -- panels
    (panel, {"method": "wald"}, OptionError, "method must be '"),
    (panel, {"se": "wald"}, OptionError, "se must be '"),
    (panel, {"over": "rows"}, OptionError, "over must be '"),
    (panel, {"method": "bca", "over": "raters"}, OptionError, 'goes with over="units"'),
    (panel, {"level": 95}, OptionError, "Did you mean 0.95"),
    (panel, {"clusters": [1]}, InputTypeError, "has no option 'clusters'"),
    (panel, {"se": "jackknife", "sample_weight": np.arange(len(PANEL))}, OptionError, "have weights"),
    (partial(c.light_kappa.interval, PANEL), {"se": "gwet"}, OptionError, 'se="gwet" is no variance of light_kappa'),
    (partial(c.fleiss_kappa.interval, RATINGS.tallies()), {"over": "raters"}, RaterIdentityError, "needs to know who"),
    (partial(c.fleiss_kappa.interval, PANEL[:, :2]), {"over": "raters"}, TooFewRatersError, "three raters or more,"),
    (partial(c.fleiss_kappa.interval, TallySums.from_tallies(RATINGS)), {}, OptionError, "TallySums hold their sums"),
    (partial(c.fleiss_kappa.interval, RATINGS), {"cluster": [1, 2]}, OptionError, "has no rows to be in clusters"),
    (partial(c.conger_kappa.interval, CROWD), {"method": "score"}, OptionError, "follows a path through all units"),
    (partial(c.light_kappa, np.tile([[0], [1]], 1001)), {}, OptionError, "1,001 raters have 500,500 pairs"),
    (icc, {"method": "exactly"}, OptionError, "Did you mean 'exact'"),
    (icc, {"se": "gwet"}, OptionError, "se must be '"),
    (icc, {"weights": 1}, InputTypeError, "no option 'weights'"),
    (partial(c.intraclass_correlation.interval, GAPS), {"method": "exact"}, OptionError, "no exact limits"),
    (partial(c.intraclass_correlation.interval, GAPS), {"method": "adjusted"}, OptionError, "no adjusted limits"),
    (partial(c.intraclass_correlation.interval, RATED[:, :2]), {"over": "raters"}, TooFewRatersError, "three raters"),
    (partial(c.intraclass_correlation.interval_of, RatingMoments.from_wide(GAPS)), {}, OptionError, "needs the units"),
    (partial(c.intraclass_correlation.test, RATED), {"against": math.nan}, OptionError, "against must be"),
    (
        partial(c.intraclass_correlation.compare_independent, RATED, RATED),
        {"shape": 1},
        InputTypeError,
        "no option 'shape'; its options are model",
    ),
    (partial(c.prmse.compare_independent, RATED, RATED), {}, InputTypeError, "takes ratings and system; system is"),
    (
        partial(c.compare_coefficients, RATED, [c.fleiss_kappa, c.intraclass_correlation]),
        {},
        OptionError,
        "is of numbers",
    ),
    (partial(c.compare_coefficients, RATINGS, [c.fleiss_kappa]), {}, OptionError, "two metrics or more"),
    (
        partial(c.fleiss_kappa.compare, RATINGS.tallies()),
        {"a": ["a"], "b": ["b"]},
        RaterIdentityError,
        "to know who rated",
    ),
    (panels, {"a": ["a", "x"], "b": ["b"]}, LabelError, "there is no rater 'x'"),
    (panels, {"a": ["a", "b"]}, InputTypeError, "a=[raters] and b=[raters]"),
    (partial(c.cohen_kappa.test, RATINGS), {}, InputTypeError, "takes y_true and y_pred; y_pred is absent"),
    (c.fleiss_kappa.test, {}, InputTypeError, "fleiss_kappa.test takes ratings; ratings is absent"),
    (partial(c.gwet_ac1.test, RATINGS), {"method": "null"}, OptionError, "does not test gwet_ac1"),
    (partial(c.fleiss_kappa.test, RATINGS), {"method": "null"}, OptionError, "complete ratings"),
    (partial(c.fleiss_kappa.test, RATINGS), {"alternative": "more"}, OptionError, "alternative must be '"),
    (partial(c.fleiss_kappa.test, CROWD), {"method": "bca"}, OptionError, "'null' or None, not 'bca'"),
    (partial(c.fleiss_kappa.test, CROWD), {"method": "score", "over": "raters"}, OptionError, "follows a path "),
    (partial(c.category_kappa.test, RATINGS), {}, OptionError, "one value a label"),
    (
        partial(c.fleiss_kappa.compare_independent, (TRUTH, PRED), (TRUTH, OTHER)),
        {"sample_weight": WEIGHT},
        OptionError,
        "must be a pair",
    ),
    (partial(c.fleiss_kappa.state, TRUTH, PRED), {"lable": [0, 1]}, InputTypeError, "no option 'lable'"),
    *(
        (partial(x, RATINGS), {}, InputTypeError, " needs weights=")
        for x in (c.gwet_ac2.interval, c.gwet_ac2.interval_of)
    ),
    (partial(c.gwet_ac2.test, RATINGS), {}, InputTypeError, " needs weights="),
    (partial(c.gwet_ac2.compare, RATINGS), {"a": ["a"], "b": ["b"]}, InputTypeError, " needs weights="),
    (partial(c.gwet_ac2.compare_independent, RATINGS, RATINGS), {}, InputTypeError, " needs weights="),
    # -- comparisons on the same rows
    (compared, {"alternative": "better"}, OptionError, "or 'equivalence', not 'better'. Did you mean 'superiority'?"),
    (compared, {"alternative": "one-sided"}, OptionError, "not 'one-sided'. Did you mean 'superiority'?"),
    (compared, {"alternative": "difference"}, OptionError, "not 'difference'. Did you mean 'two-sided'?"),
    (compared, {**SUPERIOR, "margin": -0.1}, OptionError, "the difference that A must exceed: a number of at least 0"),
    (compared, {**SUPERIOR, "margin": True}, OptionError, "in units of accuracy, not True"),
    (compared, {**SUPERIOR, "margin": 1}, OptionError, "accuracy lies between 0 and 1, so that no two values"),
    (compared, {**SUPERIOR, "level": 0.5}, OptionError, "level must be above 0.5, not 0.5"),
    (compared, {**SUPERIOR, "method": "permutation"}, OptionError, "tests only the hypothesis of no"),
    (compared, EQUIVALENT, OptionError, "alternative='equivalence' needs margin="),
    (compared, {**EQUIVALENT, "margin": 0}, OptionError, "a positive number in units of accuracy, not 0"),
    (compared, {**EQUIVALENT, "margin": 2}, OptionError, "does not matter. For 2 percentage points write 0.02."),
    (compared, {**EQUIVALENT, "margin": 0.1, "level": 0.4}, OptionError, "level must be above 0.5, not 0.4"),
    (compared, {**EQUIVALENT, "margin": 0.1, "method": "permutation"}, OptionError, "tests only the hypothesis of no"),
    (compared, {**INFERIOR, "margin": 1}, OptionError, "accuracy lies between 0 and 1, so that no two values"),
    (compared, {"margin": 0.1}, OptionError, 'goes with alternative="superiority", "non-inferiority" or "equivalence"'),
    (compared, {"margin": 0.1, "hypothesis": "equivalence"}, InputTypeError, "Did you mean 'alternative'?"),
    (compared, {"method": "delong"}, OptionError, 'method="delong" is for ROC AUC, not for accuracy'),
    (compared, {"method": "mcnemar", "sample_weight": WEIGHT}, OptionError, "like), without weights or clusters"),
    (compared, {"method": "mcnemar", "prevalence": 0.1}, OptionError, "mcnemar"),
    (compared, {"method": "mcnemar-chi2"}, OptionError, "not 'mcnemar-chi2'"),
    (compared, {"method": "miettinen-nurminen"}, OptionError, "of two independent sets of rows"),
    (compared, {"names": ("x", "x")}, OptionError, "names must be 2 different names"),
    (compared, {"adjust": "none"}, OptionError, "adjust must be 'holm', 'fdr', 'fdr-by' or None, not 'none'"),
    (prevalences, SUPERIOR, OptionError, "has no direction of better, so that nothing is superi"),
    (prevalences, {**INFERIOR, "margin": 0.1}, OptionError, "predicted_prevalence has no direction of better"),
    (partial(c.cohen_kappa.compare, TRUTH, PRED, OTHER), {"method": "mcnemar"}, OptionError, "is for shares of rows"),
    (partial(c.recall.compare, MANY, MANY, MANY), {}, LabelError, "needs two classes"),
    (partial(c.f1.compare, TRUTH, PRED, OTHER), {"method": "log"}, OptionError, "from 0 without an upper end, not for"),
    (
        partial(c.diagnostic_odds_ratio.compare, TRUTH, PRED, OTHER),
        {**INFERIOR, "method": "log", "margin": 1},
        OptionError,
        "tests only the hypothesis",
    ),
    *(
        (partial(c.kolmogorov_smirnov.compare, TRUTH, SCORE, PROB), {"method": x}, OptionError, KNOWN)
        for x in ("delta", "mover")
    ),
    (partial(c.decision_curve.compare, TRUTH, PROB, PROB), {}, OptionError, "ask net_benefit at one threshold"),
    # -- comparisons on different rows
    (samples, {"sample_weight": np.ones(N)}, OptionError, "sample_weight must be a pair, one for each model"),
    (samples, {"method": "permutation"}, OptionError, "models on different rows have none in common"),
    (shares, {"sample_weight": (WEIGHT, WEIGHT)}, OptionError, 'method="miettinen-nurminen" is for shares of rows'),
    (shares, {"cluster": (PAIRS, PAIRS)}, OptionError, 'method="miettinen-nurminen" is for shares of rows'),
    (partial(apart, (["a", "b"], ["a", "b"]), (["a", "c"], ["a", "a"])), {}, OptionError, "declare them"),
    (partial(apart, TRUTH, PRED), {}, InputError, "the data of each model are a pair"),
    (partial(apart, FIRST, ([0, 1], [0, 1])), {}, InputTypeError, "or both are states; one of them is of Counts"),
    (partial(apart, 5, 6), {}, InputTypeError, "a pair (y_true, y_pred), or both are states; one of them is of int"),
    (partial(apart, ([0, 1],), ([0, 1], [0, 1])), {}, LengthError, "are a pair (y_true, y_pred)"),
    (partial(apart, FIRST, Counts.from_labels([0, 2], [0, 2])), {}, MergeError, "cannot compare two Counts with diff"),
    (states, {"cluster": ([1], [1])}, OptionError, "cluster= is for columns of rows"),
    (states, {"labels": [0, 1]}, OptionError, "labels= is for columns of rows"),
    (partial(c.roc_auc.compare_independent, BUCKETS, BUCKETS), {}, OptionError, "roc_auc.interval_of(state)"),
    (partial(c.roc_auc.compare_independent, FIRST, CURVE), {}, InputTypeError, "not Counts and Curve"),
    (partial(c.roc_auc.compare_independent, FIRST, SECOND), {}, InputTypeError, "takes Curve or CurveStack, not"),
    (partial(c.concordance_correlation.compare_independent, NUMBERS, NUMBERS), {}, WeightError, "Give the rows them"),
    # -- tests of one value and of one table
    (partial(c.recall.test, MANY, MANY), {"average": None}, OptionError, "has several values here, and one is tested"),
    (partial(c.roc_curve.test, TRUTH, SCORE), {}, OptionError, "is no number that could be tested: ask roc_auc"),
    *(
        (of_value, {"against": x}, OptionError, AGAINST)
        for x in ("x", True, math.nan, math.inf, 10**400, np.array(0.5))
    ),
    (of_value, {"against": 60}, OptionError, "accuracy lies between 0 and 1, and against is 60; for 60 % write 0.6."),
    (of_value, {}, OptionError, "accuracy.test needs against="),
    (of_value, {"method": "null"}, OptionError, "method must be 'score', "),
    *(
        (partial(c.roc_auc.test, TRUTH, SCORE), {x: 1}, InputTypeError, f"no option '{x}'")
        for x in ("seed", "level", "simultaneous")
    ),
    (partial(c.mcnemar_test, MANY, MANY), {}, LabelError, "mcnemar_test is for two labels, not 3; bowker_test"),
    (partial(c.mcnemar_test, TRUTH, PRED), {"method": "yates"}, OptionError, "'mcnemar', 'mcnemar-mid-p',"),
    *(
        (partial(x, [0, 1]), {}, InputTypeError, "two columns of labels, or one Counts, not one list")
        for x in TABLE_TESTS
    ),
    *((partial(x, STACK), {}, LengthError, "a test of one table, not of a stack of 2") for x in TABLE_TESTS),
    *((partial(x, WEIGHTED), {}, WeightError, "rows that count once each") for x in TABLE_TESTS),
    *((partial(x, FIRST), {"labels": [0, 1]}, OptionError, "of Counts has their labels") for x in TABLE_TESTS),
]


@pytest.mark.parametrize(("call", "options", "error", "words"), REFUSED, ids=[words[:50] for *_, words in REFUSED])
def test_what_cannot_be_asked_is_refused_in_words(
    call: Any, options: dict[str, Any], error: type[ConcordantError], words: str
) -> None:
    with pytest.raises(error, match=re.escape(words)):
        call(**options)
