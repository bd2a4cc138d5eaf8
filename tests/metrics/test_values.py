"""Values that are known otherwise: worked by hand, or by software that is not ours; each is one line of a table."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest
import sklearn.metrics as sk

import concordant as c
from concordant import Counts
from metrics.cases import FAMILIES, NAN, random_labels, reference

INF = math.inf
D = 1 / np.log2([2, 3, 4, 5, 6])  # the discounts of places
THIRDS, TURNED, ROOT = np.full((3, 3), 1 / 3), np.eye(3)[[1, 2, 0]], math.sqrt(2 / math.pi)
PRICE = {("ill", "well"): 10.0, ("well", "ill"): 1.0}
ILL = ["ill", "ill", "well", "well"]
TIED_MIDDLE = [[0, 1, 0, 1, 0]], [[9, 5, 5, 5, 5]]  # behind the first four, of which two are relevant: in 6 orders
LEADING = [[1, 1, 0, 0]], [[2, 2, 2, 1]]
TWO_BINS = [0, 1, 1], [0.2, 0.4, 0.8]
WEIGHED: dict[str, Any] = {"n_bins": 2, "sample_weight": [0.5, 1.5, 3.0]}
SIX = [0.1, 0.2, 0.3, 0.6, 0.7, 0.9]
COINS = [0, 1, 0, 1]
RIGHT = [([0, 0, 0, 1], [0, 0, 0, 0], 0.75), ([0, 1, 0], [1, 0, 1], 0.0), (["b", "a", "c"], ["b", "a", "a"], 2 / 3)]
BEYOND_CHANCE: list[tuple[Any, ...]] = [
    ([0, 1], [0, 1], 1.0),
    ([0, 1], [1, 0], -1.0),
    ([0], [1], -1.0),  # one row, two categories: each rater used half of the ratings
    ([0, 0, 1, 1], [0, 1, 0, 1], 0.0),
]

OTHERS_DECLARED = ([3, 3], [3, 3], 1.0, {"labels": [1, 2, 3]})

# metric -> truth, what stands beside it, the value, and options
WORKED: dict[str, list[tuple[Any, ...]]] = {
    # -- agreement
    "scott_pi": BEYOND_CHANCE,
    "brennan_prediger": [*BEYOND_CHANCE, OTHERS_DECLARED],
    "gwet_ac1": [*BEYOND_CHANCE, OTHERS_DECLARED],
    "gwet_ac2": [*BEYOND_CHANCE, OTHERS_DECLARED],
    "cohen_kappa": [
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], -1.0),
        ([0], [1], 0.0),  # one row, two categories
        ([0, 0, 0], [4, 4, 4], 0.0),  # all truths 0, all predictions 4: no worse than its margins, not -1
        ([0, 1, 2], [1, 1, 1], 0.0),  # one rater constant
        (["well", "ill"], ["ill", "ill"], 0.0, {"weights": [[0, 1], [2, 0]], "labels": ["ill", "well"]}),
    ],
    "kappa_max": [([0, 0, 0], [0, 1, 0], 0.0, {"sample_weight": [0.0, 1e-9, 1.0]})],
    "krippendorff_alpha": [
        ([0, 1], [0, 1], 1.0),
        ([0, 1], [1, 0], -0.5),
        ([0, 1, 0, 1], [1, 0, 1, 0], -0.75),  # -1 + 1/n
        ([0], [1], 0.0),  # one row: nothing else to pair the ratings with
        ([0, 1], [1, 1], 0.0),
    ],
    "adjacent_agreement": [
        ([1, 3, 7], [3, 3, 7], 2 / 3),  # numbers stand at their values, text at its indices
        ([1, 3, 7], [3, 3, 7], 1.0, {"within": 2}),
        (["1", "3", "7"], ["3", "3", "7"], 1.0, {"labels": ["1", "3", "7"]}),
        ([1, 3, 7], [3, 3, 7], 2 / 3, {"labels": [7, 3, 1]}),
        # 0.8 - 0.6 > 0.2 by rounding
        ([0.2, 0.4, 0.8, 1.0], [0.4, 0.6, 0.6, 0.6], 0.75, {"labels": [0.2, 0.4, 0.6, 0.8, 1.0], "within": 0.2}),
    ],
    "prevalence_index": [
        (["y", "y", "y", "n", "y"], ["y", "y", "n", "n", "y"], 0.4, {"pos_label": "y"}),
        (["y", "y", "y", "n", "y"], ["y", "y", "n", "n", "y"], -0.4, {"pos_label": "n"}),
    ],
    "concordance_correlation": [
        ([1.0], [2.0], 0.0),  # one row: no spread
        ([-1.0, 1.0], [1.0, -1.0], -1.0),
        ([2.0, 2.0, 2.0], [1.0, 2.0, 3.0], 0.0),  # one rating constant
        ([2.0, 2.0], [3.0, 3.0], 0.0),  # both constant and not equal
        ([0, 1, 2], [True, False, True], 0.0),
        ([1, 2, 3, 4], [1.5, 2.5, 3.5, 4.5], 2.5 / 2.75),  # variances and covariance 5/4, shift 1/2
        ([-1, 0, 1], [-2, 0, 2], 0.8),  # variances 2/3 and 8/3, covariance 4/3, shift 0
    ],
    "pearson_correlation": [
        ([1, 2], [2, 1], -1.0),
        ([1, 2, 3], [10, 30, 50], 1.0),  # any rising line
        ([1e100, 2e100, 3e100], [1, 2, 4], 1.5 / math.sqrt(7 / 3)),  # products out of range
        ([1e-140, 2e-140, 3e-140], [1e-90, 2e-90, 4e-90], 1.5 / math.sqrt(7 / 3)),
    ],
    # -- overall
    **dict.fromkeys(("accuracy", "exact_match"), RIGHT),
    "hamming_loss": [(*rows, 1 - right) for *rows, right in RIGHT],
    "zero_one_loss": [
        *((*rows, 1 - right) for *rows, right in RIGHT),
        # n minus the right ones would be 0
        ([0, 1, 1], [0, 1, 0], 5e-19, {"sample_weight": [1e9, 1e9, 1e-9]}),
    ],
    "no_information_rate": [
        ([0, 0, 0, 1], [1, 1, 1, 1], 0.75),  # the largest class of the truth, not of the prediction
        (["a", "b", "c", "b", "a"], ["c", "c", "c", "c", "c"], 0.4),
        ([[1, 0], [1, 0], [0, 1]], [[0, 0], [0, 0], [0, 0]], [2 / 3, 2 / 3]),  # each label has two classes
    ],
    "adjusted_count_r2": [
        ([0, 0, 0, 1], [0, 0, 0, 0], 0.0),  # always the largest class
        ([0] * 99 + [1], [1] * 99 + [0], -99.0),  # no lower bound
        ([0, 0, 0, 1, 1], [0, 0, 0, 1, 0], 0.5),
        ([[1, 0], [0, 1], [0, 1]], [[1, 0], [0, 1], [0, 0]], [1.0, 0.0]),  # one value a label
        # n minus the largest class would be 0
        ([0, 1, 1], [0, 1, 0], 3 / 4, {"sample_weight": [1e9, 3e-9, 1e-9]}),
        ([0, 1], [1, 1], -INF, {"sample_weight": [1e9, 1e-308]}),
    ],
    "geometric_mean": [
        ([0, 0, 1, 2], [0, 1, 2, 2], (0.5 * 0.016) ** (1 / 3), {"correction": 0.016}),  # recalls 1/2, 0, 1
        ([0, 0, 1, 2], [0, 1, 2, 2], 0.0, {"correction": 0.0}),
        ([0, 0, 1, 1, 1], [0, 1, 1, 0, 0], (1 / 6) ** 0.5, {"correction": 0.4}),  # recalls 1/2 and 1/3: none is 0
    ],
    "matthews_correlation": [
        ([0, 1], [1, 0], -1.0),
        ([0, 1, 2], [1, 2, 0], -0.5),  # all wrong: of three classes not -1
        ([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0], 1 / 3),  # (2 2 - 1 1) / sqrt(3 3 3 3)
        # (n tr - sum r c) / sqrt((n^2 - sum r^2)(n^2 - sum c^2)) of the table [[1, 1, 0], [0, 1, 0], [0, 0, 2]]
        ([0, 0, 1, 2, 2], [0, 1, 1, 2, 2], (5 * 4 - 8) / math.sqrt((25 - 9) * (25 - 9))),
        # Margins subtracted from the total would lose the small weight and leave rounding in its place.
        # TN 1e-5, FP 1e-30, FN 1, TP 0: -FP FN / sqrt(FP (FP + TN) FN (FN + TN))
        ([0, 1, 0], [1, 0, 0], -math.sqrt(1e-30 / (1e-5 * (1 + 1e-5))), {"sample_weight": [1e-30, 1.0, 1e-5]}),
    ],
    "mean_absolute_error": [
        ([1, 1, 1, 3], [1, 1, 3, 3], 1 / 2),
        ([1, 7], [7, 7], 3.0),  # at their values, not at their positions
        ([False, True], [True, True], 0.5),
        ([0.5, 2.0], [1.0, 1.0], 0.75, {"labels": [0.5, 1.0, 2.0]}),
    ],
    "macro_mean_absolute_error": [
        ([1, 1, 1, 3], [1, 1, 3, 3], 1 / 3),
        ([1, 7], [7, 7], 3.0),
        ([False, True], [True, True], 0.5),
        ([0.5, 2.0], [1.0, 1.0], 0.75, {"labels": [0.5, 1.0, 2.0]}),
    ],
    "expected_cost": [
        ([0, 1], [1, 0], 5.5, {"cost": [[0, 1], [10, 0]]}),
        ([0, 0, 1, 1], [0, 1, 1, 1], 0.25, {"cost": [[0, 1], [10, 0]]}),
        ([0, 1], [0, 1], -3.0, {"cost": [[-2, 0], [0, -4]]}),  # gains
        (ILL, ["ill", "well", "ill", "well"], 11 / 4, {"cost": PRICE}),  # prices by name need no order
        (ILL, ["ill", "well", "ill", "well"], 13 / 4, {"cost": {**PRICE, ("ill", "ill"): 2.0}}),
        (ILL, ["ill", "well", "ill", "well"], 11 / 4, {"cost": [[0, 1], [10, 0]], "labels": ["well", "ill"]}),
        (ILL, ["ill", "ill", "ill", "well"], 1 / 4, {"cost": {("well", "ill"): 1}}),
        (ILL, ["ill", "ill", "ill", "well"], 1 / 2, {"cost": PRICE, "normalized": True}),
        # nothing is asked of a label that does not occur in the truth
        (["ill", "ill"], ["ill", "well"], 3 / 2, {"cost": {("ill", "well"): 3}}),
    ],
    "positive_likelihood_ratio": [([0, 0, 1], [0, 1, 1], INF, {"sample_weight": [1e9, 1e-308, 1]})],
    # -- ranking
    "average_precision": [
        ([1, 1], [0.5, 0.1], 1.0),  # one class
        ([0, 1], [0.2, 0.1], 0.5),
        ([0, 1, 0, 0], [7, 7, 7, 7], 0.25),  # constant: the prevalence
        ([1, 1, 0, 0], [1, 2, 3, 4], (1 / 3 + 2 / 4) / 2),  # the worst order is not 0
        ([1, 0], [INF, -INF], 1.0),
        ([1, 0, 1, 0], [2, 2, 1, 0], (1 / 2 + 2 / 3) / 2),  # ties count together whatever the order of rows
        ([0, 1, 1, 0], [2, 2, 1, 0], (1 / 2 + 2 / 3) / 2),
    ],
    "precision_recall_auc": [
        ([1, 1], [0.5, 0.1], 1.0),  # one class
        ([0, 1], [0.2, 0.1], 1 - math.log(2)),  # integral of t / (t + 1): its least value at the prevalence 1/2
        ([0, 1, 0, 0], [7, 7, 7, 7], 0.25),  # constant: the prevalence
        ([1, 0], [INF, -INF], 1.0),
        ([0, 1, 1], [3, 2, 1], 1.0, {"sample_weight": [1e-303, 1, 1e6]}),
    ],
    "roc_auc": [
        ([0, 1], [0.1, 0.2], 1.0),
        ([0, 1], [0.2, 0.1], 0.0),
        ([0, 1, 1, 0], [3, 3, 3, 3], 0.5),  # constant
        ([0, 1, 0, 1], [-INF, INF, INF, 0.0], 0.625),
        ([0, 1], [-0.0, 0.0], 0.5),  # one number
        ([0, 1], [5e-324, 1e-323], 1.0),
        ([False, True], [0, 1], 1.0),
        ([-1, 1, 1], [1, 2, 0], 0.5),
    ],
    "partial_auc": [
        # the correction puts chance at one half and perfect at one
        *(
            ([0, 1, 0], scores, value, limits)
            for scores, value in (([1, 1, 1], 0.5), ([1, 2, 1], 1.0))
            for limits in ({"max_fpr": 0.2}, {"fpr": (0.3, 0.9)}, {"tpr": (0.8, 1)}, {"tpr": (0, 0.4)})
        ),
        # a limit within a tie cuts the straight line: (0, 0) (.5, 1) (1, 1) is at .5 at .25
        ([1, 0, 0], [2, 2, 1], 0.0625, {"max_fpr": 0.25, "corrected": False}),
        ([1, 0, 0], [2, 2, 1], 0.1875, {"fpr": (0.25, 0.5), "corrected": False}),
        ([1, 0, 0], [2, 2, 1], 0.5 * 0.625, {"tpr": (0.5, 1), "corrected": False}),
        ([1, 0, 0, 0], [1, 2, 2, 2], (1 - 0.32 / 0.08) / 2, {"fpr": (0.6, 1)}),  # below 0 on the right
    ],
    "precision_at_recall": [
        ([1, 1], [3, 4], 1.0, {"recall": 1}),  # one class
        ([0, 1], [0.2, 0.1], 0.5, {"recall": 1}),  # at least the prevalence
        ([0, 1, 0, 1, 1], [5, 4, 3, 2, 1], 0.6, {"recall": 0.3}),  # precision is best at the end
        # nine of ten is not lost to rounding
        ([1] * 9 + [0] * 10 + [1], list(range(20, 0, -1)), 1.0, {"recall": 0.9}),
    ],
    "sensitivity_at_specificity": [  # 1 - .9 = .09999...: the point with one false positive of ten must count
        ([0] + [1] * 5 + [0] * 9, list(range(15, 0, -1)), 1.0, {"specificity": 0.9, "interpolate": interpolate})
        for interpolate in (False, True)
    ],
    "h_measure": [
        ([0, 1], [0.1, 0.2], 1.0),
        ([0, 1], [0.2, 0.1], 0.0),  # inverted: no better than a constant decision
        ([0, 1, 1], [3, 3, 3], 0.0),
        ([0, 0, 1], [-INF, 0, INF], 1.0),
        ([1, 0, 0], [3, 2, 1], 1.0, {"sample_weight": [1e-149, 1e6, 1]}),
        ([1, 0, 0], [1, 2, 1], 0.0, {"sample_weight": [1e-305, 1e6, 1]}),
    ],
    "equal_error_rate": [
        ([0, 1], [0.2, 0.1], 1.0),
        ([0, 1, 1], [3, 3, 3], 0.5),  # constant: the middle of the diagonal
        ([0, 1], [-INF, INF], 0.0),
        ([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], 0.5),  # FPR .5 and FNR .5 at the threshold .4
    ],
    "precision_at_k": [
        ([0, 0], [3, 4], 0.0, {"k": 2}),  # one class is enough
        ([0, 1], [0.2, 0.1], 0.0, {"k": 1}),
        ([0, 1, 1], [3, 3, 3], 2 / 3, {"k": 2}),  # constant: the prevalence
        ([0, 1, 1, 0], [9, 5, 5, 5], (0 + 2 * 2 / 3) / 3, {"k": 3}),
        ([0, 1], [-INF, INF], 1.0, {"k": 1}),
        ([1, 0], [2, 1], 0.5, {"k": 3, "sample_weight": [1.5, 2]}),  # k counts the weights of rows
    ],
    "discounted_cumulative_gain": [
        ([[0, 0, 0]], [[1, 2, 3]], 0),
        ([[1, 0, 0]], [[1, 2, 3]], D[2]),  # inverted
        ([[0, 3, 0]], [[5, 5, 5]], D[:3].sum()),  # constant: the mean discount
        ([[0, 3, 0]], [[5, 5, 4]], 3 * (D[0] + D[1]) / 2),
        ([[-1, 2, 0.5]], [[1, 2, 3]], 0.5 + 2 * D[1] - D[2]),
        # the last column first
        ([[3, 0, 2, 5, 1]], [[2, 1, 2, 1, 2]], np.array([1, 2, 3, 5, 0]) @ D, {"ignore_ties": True}),
    ],
    "one_error": [
        ([[0, 0, 0]], [[1, 2, 3]], 1),  # whatever comes first, it is not relevant
        ([[1, 1, 1]], [[1, 2, 3]], 0),
        ([[1, 1, 0]], [[1, 2, 3]], 1),  # inverted
        (*LEADING, 1 / 3),
        (*LEADING, 1, {"ties": "worst"}),
        (*LEADING, 0, {"ties": "best"}),
    ],
    "mean_reciprocal_rank": [
        ([[0, 0, 0]], [[1, 2, 3]], NAN),
        ([[0, 0, 0], [0, 1, 0]], [[1, 2, 3]] * 2, 1 / 4, {"undefined": 0.0}),
        ([[1, 0, 0]], [[1, 2, 3]], 1 / 3),  # inverted
        ([[1, 1, 0]], [[1, 2, 3]], 1 / 2),  # only the first counts
        (*TIED_MIDDLE, (3 / 2 + 2 / 3 + 1 / 4) / 6),
        (*TIED_MIDDLE, 1 / 4, {"ties": "worst"}),
        (*TIED_MIDDLE, 1 / 2, {"ties": "best"}),
    ],
    "top_k_accuracy": [([0, 0, 0], [[0.8, 0.2], [0.5, 0.5], [0.1, 0.9]], 0.5, {"k": 1, "labels": [0, 1]})],
    # -- probabilities
    "log_loss": [
        ([1], [1.0], 0.0),
        ([0], [0.0], 0.0),  # 0 log 0 is 0
        ([0], [1e-20], 1e-20),  # -log1p(-p), not log(1 - p) = 0
        ([1, 1], [0.5, 0.5], math.log(2)),  # one class, constant
        ([1], [0.0], INF),  # nothing is clipped
        ([1, 0], [0.0, 0.2], -math.log(0.8), {"sample_weight": [0, 3]}),  # a row of weight zero is none
        ([0, 1, 2], THIRDS, math.log(3)),
        ([0, 1, 2], np.eye(3)[[0, 1, 1]], INF),
        ([1], [5e-324], 1074 * math.log(2)),
    ],
    "log_loss_skill_score": [
        ([0, 1], [0.5, 0.5], 0.0),  # the prevalence
        ([0, 1], [1, 0.5], -INF),  # probability 0 for what happened
        ([0, 1, 2], THIRDS, 0.0),
        ([0, 1], [0.25, 0.5], 1 - math.log(8 / 3) / math.log(4)),
        # a class that does not occur adds nothing to the reference
        ([0, 1], [[0.6, 0.3, 0.1], [0.2, 0.5, 0.3]], 1 + math.log(0.3) / 2 / math.log(2)),
    ],
    "hinge_loss": [
        ([1], [0.0], 1.0),
        ([0], [7.5], 8.5),
        ([1, 1], [0.25, 0.25], 0.75),  # one class, constant
        ([-1, 1], [1, -1], 2.0),
        ([0, 1, 2], TURNED, 2.0),
        ([0, 1, 2], np.zeros((3, 3)), 1.0),
        ([2], [[0.5, -3.0, 0.25]], 1.25),  # labels=[0, 1, 2]: the classes 0 and 1 do not occur
        ([0, 1], [3e300, 4e300], 1.5e300),  # huge, not infinite
    ],
    "ranked_probability_score": [
        ([1], [1.0], 0.0),
        ([0, 1], [1, 0], 1.0),
        ([0, 2], np.eye(3)[[2, 0]], 1.0),  # the far end
        ([0, 2], np.eye(3)[[1, 1]], 0.5),  # half way
        ([1, 1], THIRDS[:2], 1 / 9),  # one class, constant: (1/9 + 1/9) / 2
        ([0, 0], THIRDS[:2], 5 / 18),  # (4/9 + 1/9) / 2
        ([[1, 0], [0, 1]], [[0.5, 0.2], [0.1, 0.7]], 0.0975, {"thresholds": "sum", "labels": None}),
        (["no", "yes"], [0.2, 0.4], 0.2, {"pos_label": "yes"}),
    ],
    "expected_calibration_error": [
        # p = 0.9, 2 of 4 positive: gap 0.4, variance of the share 0.25, debiased 0.16 - 0.25 / 3
        (COINS, [0.9] * 4, math.sqrt(0.16 - 0.25 / 3), {"norm": "l2", "debias": True}),
        (COINS, [0.6] * 4, 0.0, {"norm": "l2", "debias": True}),  # where the corrected square is negative
        # |Z| of a normal variable with mean 0.4 and standard deviation 0.25 is 0.41162 on average
        (
            COINS,
            [0.9] * 4,
            0.8 - (0.25 * ROOT * math.exp(-(1.6**2) / 2) + 0.4 * math.erf(1.6 / math.sqrt(2))),
            {"debias": True},
        ),
    ],
    "adaptive_calibration_error": [
        # 0.01 is 8 of 10 rows, one range; its middle is at 40 percent. Plain means of the two would give 0.355.
        ([0] * 8 + [1, 0], [0.01] * 8 + [0.8, 0.8], (8 * 0.01 + 2 * 0.3) / 10, {"n_bins": 2})
    ],
    "debiased_calibration_error": [
        ([1, 1], [0.3, 0.3], 0.49),  # one class: no variance in the bin
        ([0, 0, 1, 1], [1.0, 1.0, 0.0, 0.0], 1.0),  # inverted
        ([0, 1], [0.5] * 2, -0.25),  # the least value of rows that are counted
        (COINS, [0.6] * 4, 0.01 - 0.25 / 3),
        ([0, 1, 0, 1, 1], [0.9] * 4 + [0.1], 0.8 * (0.16 - 0.25 / 3)),  # the bin of one row does not count
        # Bin 0: weights 0.5 and 1.5, gap 0.35 - 0.75, variance 0.1875 / (2 - 1). Bin 1: weight 3, all positive.
        (*TWO_BINS, (2 * (0.16 - 0.1875) + 3 * 0.04) / 5, WEIGHED),
    ],
    "expected_calibration_error_null": [
        ([0], [0.5], ROOT * 0.5),
        ([1], [0.5], ROOT * 0.5),  # whatever the truth
        ([1, 1], [0.0, 1.0], 0.0),  # nothing is left to chance
        ([0] * 6, SIX, ROOT * (0.3 + 0.4 + 2 * math.sqrt(0.21) + math.sqrt(0.24) + 0.3) / 6),
        (*TWO_BINS, ROOT * (math.sqrt(0.08 + 0.36) + math.sqrt(0.48)) / 5, WEIGHED),
        # a bin's square over its weight: 0.44 / 2 and 0.48 / 3
        (*TWO_BINS, math.sqrt((0.22 + 0.16) / 5), {**WEIGHED, "norm": "l2"}),
    ],
    "net_benefit": [
        ([0, 0], [0.5, 0.1], -1 / 8, {"threshold": 0.2}),  # one class is enough without a prevalence
        ([0, 1], [0.9, 0.1], -1 / 2, {"threshold": 0.5}),  # inverted
        ([0, 0, 0, 1], [0.3] * 4, 1 / 4 - 3 / 4 * 3 / 7, {"threshold": 0.3}),  # all treated
        ([0, 0, 0, 1], [0.3] * 4, 0.0, {"threshold": 0.31}),  # nobody treated
        ([0, 0, 0, 1], [0.0] * 4, 1 / 4, {"threshold": 0.0}),  # false positives cost nothing
        ([0, 1], [1.0, 1.0], (1 - 999) / 2, {"threshold": 0.999}),  # and here 999 times a true one
        ([1, 0, 1, 0, 0], [0.9, 0.3, 0.2, 0.1, 0.05], 1 / 5 - 1 / 5 / 3, {"threshold": 0.25}),
    ],
    "spiegelhalter_z": [
        ([1], [0.2], 0.8 / 0.4),  # .8 * .6 / sqrt(.36 * .16)
        ([0, 1, 1], [0.5, 0.2, 0.5], 2.0),  # a probability of 1/2 costs 1/4 whatever happens
        ([0, 1, 1], [0.0, 0.2, 1.0], 2.0),  # certain and right
        ([1, 1], [0.0, 0.2], (1 + 0.48) / 0.24),  # certain and wrong: a surprise without a variance
    ],
    "calibration_in_the_large": [
        ([0, 1], [0.5, 0.5], 0.0),
        ([0, 1], [0.2, 0.2], math.log(4)),  # equal probabilities have a shift, if no slope
        ([1, 0], [0.3, 0.7], 0.0),  # wrong, but not in the large
        ([0, 1, 0], [0.2, 0.2, 0.0], math.log(4)),  # certain and right changes nothing
        ([0, 1], [1e-200, 1e-200], 200 * math.log(10)),
    ],
    "observed_expected_ratio": [
        ([1], [0.5], 2.0),
        ([0, 1], [1, 0], 1.0),  # wrong, but right in the sum
        ([1, 0], [0, 0], INF),
        ([0, 1, 0, 1], [0.5, 0.9, 0.3, 0.8], 0.8),
    ],
}
LEVELS = ("nominal", "ordinal", "interval", "ratio", "circular", "bipolar")
# metric -> options with each of which all of its values above are the same
SAME_WITH: dict[str, list[dict[str, Any]]] = {
    **{name: [{"weights": x} for x in (None, *FAMILIES)] for name in ("brennan_prediger", "gwet_ac2", "scott_pi")},
    "cohen_kappa": [{"weights": x} for x in (None, "linear", "quadratic")],
    "kappa_max": [{"weights": x} for x in (None, "linear", "radical")],
    "krippendorff_alpha": [{"level_of_measurement": x} for x in LEVELS],
    "h_measure": [{"prior": x} for x in ("hand2014", "hand2009", "severity", (0.5, 4.0))],
}


@pytest.mark.parametrize("name", WORKED)
def test_values_worked_by_hand(name: str) -> None:
    metric = c.metrics.get(name)
    for truth, other, value, *options in WORKED[name]:
        for same in SAME_WITH.get(name, [{}]):
            declared = {"labels": [0, 1, 2]} if np.ndim(other) == 2 and np.ndim(truth) == 1 else {}
            how = {**declared, "undefined": NAN, **same, **dict(*options)}
            found: Any = metric(truth, other, **how)
            expected = pytest.approx(value, rel=1e-12, abs=0 if np.all(value) else 1e-15, nan_ok=True)
            assert getattr(found, "statistic", found) == expected, (truth, other, how)


# -- other software ------------------------------------------------------------------------------------------------
#
# Metric, options, file of tests/reference, and where a case of it holds the value. The script beside each file says by
# which call of which package it was computed.
RATES = (
    "detection_rate",
    "diagnostic_odds_ratio",
    "f1",
    "false_discovery_rate",
    "false_negative_rate",
    "false_omission_rate",
    "false_positive_rate",
    "fowlkes_mallows",
    "jaccard",
    "markedness",
    "negative_likelihood_ratio",
    "negative_predictive_value",
    "positive_likelihood_ratio",
    "precision",
    "predicted_prevalence",
    "prevalence",
    "recall",
    "specificity",
)


def places_of(name: str) -> dict[tuple[str, str], None]:
    """Where the files hold a rate: under its name, perhaps with the package behind it, or of each class."""
    return {
        (file, path + key): None
        for file in ("rates", "screening", "screening_python")
        for case in reference(file)
        for path, values in (("", case), ("each/", case.get("each", {})))
        for key in values
        if key in (name, f"{name}_caret", f"{name}_vcd", f"{name}_each")
    }


OF_IRRCAC = ("brennan_prediger", "cohen_kappa", "gwet_ac2", "krippendorff_alpha", "scott_pi", "weighted_agreement")
CALIBRATION = "calibration_python"
ECE, MCE, DEBIASED = "expected_calibration_error", "maximum_calibration_error", "debiased_calibration_error"
MURPHY = ("reliability", "resolution", "uncertainty", "within_variance", "within_covariance", "brier")
OF_SPIEGELHALTER = (("statistic", "z"), ("p_value", "z_p_value"), ("brier", "brier"))
EQUAL_MASS, KUMAR = {"strategy": "quantile"}, "uncertainty-calibration"
OTHER_SOFTWARE: list[tuple[str, dict[str, Any], str, str]] = [
    # caret, psych, epiR, vcd, proxy, MLmetrics, ModelMetrics, pscl; pycm, imbalanced-learn
    *((name, {}, file, path) for name in RATES for file, path in places_of(name)),
    *((name, {}, "rates", name) for name in ("accuracy", "balanced_accuracy", "matthews_correlation")),
    ("f_beta", {"beta": 2}, "rates", "f2"),
    *(
        (name, {}, file, key)
        for file in ("screening", "screening_python")
        for name, key in (
            ("geometric_mean", "geometric_mean"),
            ("no_information_rate", "no_information_rate"),
            ("zero_one_loss", "zero_one_loss"),
        )
    ),
    ("hamming_loss", {}, "screening_python", "zero_one_loss"),
    ("adjusted_count_r2", {}, "screening", "adjusted_count_r2"),  # Stata's fitstat prints 0.289 (Long & Freese)
    ("geometric_mean", {"correction": 0.01}, "screening_python", "geometric_mean_corrected"),
    ("macro_mean_absolute_error", {}, "overall_python", "macro_mean_absolute_error/imbalanced-learn"),
    ("macro_mean_absolute_error", {}, "overall_python", "macro_mean_absolute_error/dlordinal"),
    ("mutual_information", {}, "overall_python", "mutual_information/pycm"),
    ("uncertainty_coefficient", {}, "overall_python", "uncertainty_coefficient/pycm"),
    # epiR, caret, vcd with weights written from the definitions, lpSolve
    ("brennan_prediger", {}, "agreement", "pabak"),
    *((x, {}, "agreement", x) for x in ("bias_index", "negative_agreement", "positive_agreement", "prevalence_index")),
    ("kappa_max", {}, "agreement", "kappa_max/none"),
    *((name, {"weights": x}, "agreement", f"{name}/{x}") for name in ("cohen_kappa", "kappa_max") for x in FAMILIES),
    # irrCAC, krippendorff, pycm, statsmodels, dlordinal
    *(
        (name, {"weights": None if x == "identity" else x}, "agreement_python", f"irrCAC/{name}/{x}")
        for name in OF_IRRCAC
        for x in ("identity", *FAMILIES)
    ),
    ("gwet_ac1", {}, "agreement_python", "irrCAC/gwet_ac2/identity"),
    *(("krippendorff_alpha", {"level_of_measurement": x}, "agreement_python", f"krippendorff/{x}") for x in LEVELS[:4]),
    *((name, {}, "agreement_python", f"pycm/{name}") for name in ("brennan_prediger", "gwet_ac1", "scott_pi")),
    ("krippendorff_alpha", {}, "agreement_python", "pycm/krippendorff_alpha"),
    *((name, {}, "agreement_python", f"statsmodels/{name}") for name in ("brennan_prediger", "kappa_max", "scott_pi")),
    ("adjacent_agreement", {}, "agreement_python", "dlordinal/accuracy_off1"),
    # epiR, R, rsmtool
    ("concordance_correlation", {}, "concordance", "concordance_correlation"),
    ("pearson_correlation", {}, "probabilities", "pearson_correlation"),
    ("standardized_mean_difference", {}, "probabilities", "standardized_mean_difference"),
    ("standardized_mean_difference", {"standardizer": "y_true"}, "probabilities", "by_truth"),
    ("standardized_mean_difference", {}, "probabilities_python", "pooled"),
    ("standardized_mean_difference", {"standardizer": "y_true"}, "probabilities_python", "unpooled"),
    # pROC, PRROC, Hmisc, MLmetrics; hmeasure
    ("roc_auc", {}, "ranking", "roc_auc"),
    ("hand_till_auc", {}, "curves", "hand_till"),
    ("precision_recall_auc", {}, "curves", "integral"),
    ("precision_recall_auc", {}, "curves", "davis_goadrich"),  # straight lines between whole numbers of positives
    ("gini", {}, "curves", "gini"),
    ("kolmogorov_smirnov", {}, "curves", "ks"),
    ("kolmogorov_smirnov", {}, "curves", "ks_mlmetrics"),
    ("h_measure", {}, "curves_python", "h/negative"),
    ("h_measure", {"prior": "severity"}, "curves_python", "h/default"),
    *(
        ("h_measure", {"prior": "severity", "severity_ratio": float(ratio)}, "curves_python", f"h/{ratio}")
        for ratio in ("0.1", "0.5", "0.7", "3")
    ),
    # glm(y ~ qlogis(p)) and glm(y ~ 1 + offset(qlogis(p))), both with family = binomial; rms::val.prob; MLmetrics
    ("calibration_slope", {}, "probabilities", "slope"),
    ("calibration_slope", {}, "probabilities", "rms/slope"),
    ("calibration_intercept", {}, "probabilities", "intercept"),
    ("calibration_intercept", {}, "probabilities", "rms/intercept"),
    ("calibration_in_the_large", {}, "probabilities", "in_the_large"),
    ("observed_expected_ratio", {}, "probabilities", "observed_expected_ratio"),
    ("brier_skill_score", {}, "probabilities", "brier_skill_score"),
    ("log_loss_skill_score", {}, "probabilities", "log_loss_skill_score"),
    # scoringrules, dlordinal
    ("ranked_probability_score", {"thresholds": "sum"}, "probabilities_python", "scoringrules"),
    ("ranked_probability_score", {"thresholds": "sum"}, "probabilities_python", "dlordinal"),
    # netcal, relplot, torchmetrics, uncertainty-calibration
    *((ECE, {}, CALIBRATION, key) for key in ("netcal/ece", "relplot/ece", "torchmetrics/l1", f"{KUMAR}/l1")),
    *((ECE, {"norm": "l2"}, CALIBRATION, key) for key in ("torchmetrics/l2", f"{KUMAR}/l2")),
    (ECE, EQUAL_MASS, CALIBRATION, "netcal/ece of equal mass"),
    (ECE, {"norm": "l2", "debias": True}, CALIBRATION, f"{KUMAR}/debiased l2"),
    (ECE, {"debias": True}, CALIBRATION, f"{KUMAR}/debiased l1, sampled"),
    (DEBIASED, {}, CALIBRATION, f"{KUMAR}/debiased square"),
    (DEBIASED, EQUAL_MASS, CALIBRATION, f"{KUMAR}/debiased square of equal mass"),
    *((MCE, {}, CALIBRATION, key) for key in ("netcal/mce", "torchmetrics/max")),
    (MCE, EQUAL_MASS, CALIBRATION, "netcal/mce of equal mass"),
    # -- parts of records: R and rms::val.prob; isoreg; model-diagnostics; pROC; ROCR::performance
    *(
        (f"murphy_decomposition.{term}", options, "calibration", f"{key}/{term}")
        for key, options in (("distinct", {}), ("tenths", {"n_bins": 10}))
        for term in MURPHY
    ),
    *(
        (f"murphy_decomposition.{term}", {"debias": True, **options}, "calibration", f"{key}/debiased/{term}")
        for key, options in (("distinct", {}), ("tenths", {"n_bins": 10}))
        for term in MURPHY[:3]
    ),
    ("murphy_decomposition.brier", {}, "calibration", "val_prob_brier"),
    *(("corp_decomposition", {"score": x}, "probabilities", f"corp_{x}") for x in ("brier", "log")),
    *(("corp_decomposition", {"score": x}, "probabilities_python", x) for x in ("brier", "log")),
    *((f"spiegelhalter_z.{x}", {}, "probabilities", f"rms/{key}") for x, key in OF_SPIEGELHALTER),
    *((f"roc_curve.{x}", {}, "ranking", x) for x in ("tpr", "fpr")),
    *((f"det_curve.{x}", {}, "curves", x) for x in ("fpr", "fnr")),
    ("gain_curve.depth", {}, "curves", "gain_depth"),
    ("gain_curve.gain", {}, "curves", "gain"),
    ("lift_curve.depth", {}, "curves", "lift_depth"),
    ("lift_curve.lift", {}, "curves", "lift"),
]
MISSING = object()
# Where software gives fewer digits than twelve: a part of the file and the key, and the relative difference.
ROUNDED = {
    "sampled": 1e-2,
    "davis_goadrich": 1e-5,
    "rms/z": 1e-9,
    "rms/brier": 1e-9,
    "rms/": 1e-7,
    "probabilities corp": 1e-10,
    "probabilities ": 1e-8,
    "curves integral": 1e-9,
    "concordance": 1e-10,
    "screening": 1e-10,
    "kappa_max/": 1e-11,
}


def values_of(file: str, path: str) -> Iterator[tuple[dict[str, Any], Any]]:
    """The cases of a file that hold a value there, with the value."""
    for case in reference(file):
        value: Any = case
        for key in path.split("/"):
            value = value.get(key, MISSING) if isinstance(value, dict) else MISSING
        if value is not MISSING and (file != CALIBRATION or case["name"] != "three classes"):
            yield case, value


def ours(metric: Any, case: dict[str, Any], options: dict[str, Any]) -> Any:
    """Our value of a case: of a table with the labels 1 to K, as in the other software, or of rows."""
    if "table" in case:
        return metric.of(Counts.from_table(case["table"], labels=range(1, len(case["table"]) + 1)), **options)
    other = next(case[name] for name in ("y_pred", "y_score", "y_prob", "scores") if name in case)
    labels = case.get("labels", range(case["classes"]) if "classes" in case else None)
    declared = {} if labels is None else {"labels": labels}
    return metric(case["y_true"], other, sample_weight=case.get("sample_weight"), **declared, **options)


@pytest.mark.parametrize(("name", "options", "file", "path"), OTHER_SOFTWARE)
def test_values_of_other_software(name: str, options: dict[str, Any], file: str, path: str) -> None:
    name, _, part = name.partition(".")
    metric, cases = c.metrics.get(name), list(values_of(file, path))
    assert cases, "no case holds it"
    tolerance = next((rtol for part, rtol in ROUNDED.items() if part in f"{file} {path}"), 1e-12)
    for case, value in cases:
        if (case["name"], options.get("weights")) == ("uneven", "circular"):
            continue  # no circle can be made of 1, 3, 7
        average = {"average": None} if isinstance(value, list) and "average" in metric.options else {}
        expected = np.array(value, np.float64)  # None, where theirs is undefined or infinite in parts, is NaN
        found = ours(metric, case, {"undefined": NAN, **average, **options})
        found = getattr(found, part) if part else found
        found = np.array([*found] if isinstance(value, list) else found)
        defined = ~np.isnan(expected)
        np.testing.assert_allclose(found[defined], expected[defined], rtol=tolerance, atol=1e-14, err_msg=case["name"])
        assert not (np.isfinite(found) & (found != 0))[~defined].any(), case["name"]


# -- scikit-learn --------------------------------------------------------------------------------------------------
def rows_of_kinds() -> dict[str, tuple[Any, Any]]:
    """Truth and what stands beside it, with many ties."""
    rng = np.random.default_rng(6)
    matrix = (rng.random((250, 4)) < [0.5, 0.2, 0.7, 0.1]).astype(np.int64)
    truth = np.concatenate([np.arange(4), rng.choice(4, 296, p=[0.4, 0.3, 0.2, 0.1])])
    raw = rng.integers(1, 9, (300, 4)) + 4.0 * np.eye(4)[truth]
    two = rng.integers(0, 2, 500)
    graded = rng.integers(0, 2, (60, 7))
    graded[:, 0], graded[:, 1] = 0, 1  # some label of each row is relevant, and some is not
    return {
        **{f"{k} labels": random_labels(k, n, k)[:2] for k, n in ((2, 200), (4, 200), (9, 3000))},
        "indicators": (matrix, np.where(rng.random((250, 4)) < 0.7, matrix, rng.integers(0, 2, (250, 4)))),
        "scores": (two, rng.normal(size=500) + two),
        "tied scores": (two, np.round(rng.normal(size=500) + two)),
        "scores of labels": (matrix, np.round(rng.normal(size=matrix.shape) + matrix, 1)),
        "probabilities": (two, rng.random(500)),
        "probabilities of classes": (truth, raw / raw.sum(1, keepdims=True)),
        "decisions of classes": (truth, rng.normal(0, 2, (300, 4))),
        "ranked labels": (graded, rng.integers(0, 4, (60, 7))),
        "ranked classes": (rng.integers(0, 6, 80), rng.integers(0, 3, (80, 6))),
    }


ROWS = rows_of_kinds()
COLUMNS = ("2 labels", "4 labels", "9 labels")
SEVERAL = ("macro", "micro", "weighted", None)
THEIR_RATES: list[tuple[Any, Any, dict[str, Any]]] = [
    (c.precision, sk.precision_score, {}),
    (c.recall, sk.recall_score, {}),
    (c.f1, sk.f1_score, {}),
    (c.f_beta, sk.fbeta_score, {"beta": 0.5}),
    (c.f_beta, sk.fbeta_score, {"beta": 3.0}),
    (c.jaccard, sk.jaccard_score, {}),
]
one_vs_rest = partial(sk.roc_auc_score, multi_class="ovr")
# ours, theirs, options of both, kinds of rows
SCIKIT_LEARN: list[tuple[Any, Any, dict[str, Any], tuple[str, ...]]] = [
    (c.accuracy, sk.accuracy_score, {}, COLUMNS),
    (c.balanced_accuracy, sk.balanced_accuracy_score, {}, COLUMNS),
    (c.matthews_correlation, sk.matthews_corrcoef, {}, COLUMNS),
    (c.mean_absolute_error, sk.mean_absolute_error, {}, COLUMNS),
    (c.exact_match, sk.accuracy_score, {}, (*COLUMNS, "indicators")),
    (c.zero_one_loss, sk.zero_one_loss, {}, (*COLUMNS, "indicators")),
    (c.hamming_loss, sk.hamming_loss, {}, (*COLUMNS, "indicators")),
    *((c.cohen_kappa, sk.cohen_kappa_score, {"weights": x}, COLUMNS) for x in (None, "linear", "quadratic")),
    *((*rate, own | {"pos_label": x}, ("2 labels",)) for *rate, own in THEIR_RATES for x in (0, 1)),
    *((*rate, own | {"average": x}, ("9 labels", "indicators")) for *rate, own in THEIR_RATES for x in SEVERAL),
    (c.roc_auc, sk.roc_auc_score, {}, ("scores", "tied scores")),
    *(
        (c.partial_auc, sk.roc_auc_score, {"max_fpr": x}, ("scores", "tied scores"))
        for x in (0.001, 0.1, 1 / 3, 0.9, 1)
    ),
    *((c.roc_auc, one_vs_rest, {"average": x}, ("probabilities of classes", "scores of labels")) for x in SEVERAL),
    *((c.average_precision, sk.average_precision_score, {"pos_label": x}, ("scores", "tied scores")) for x in (0, 1)),
    *(
        (
            c.average_precision,
            sk.average_precision_score,
            {"average": x},
            ("probabilities of classes", "scores of labels"),
        )
        for x in SEVERAL
    ),
    (c.brier_score, sk.brier_score_loss, {}, ("probabilities", "probabilities of classes")),
    (c.log_loss, sk.log_loss, {}, ("probabilities", "probabilities of classes")),
    (c.brier_skill_score, sk.d2_brier_score, {}, ("probabilities", "probabilities of classes")),
    (c.log_loss_skill_score, sk.d2_log_loss_score, {}, ("probabilities", "probabilities of classes")),
    (c.hinge_loss, sk.hinge_loss, {}, ("scores", "decisions of classes")),
    (c.coverage_error, sk.coverage_error, {}, ("ranked labels",)),
    (c.label_ranking_average_precision, sk.label_ranking_average_precision_score, {}, ("ranked labels",)),
    (c.label_ranking_loss, sk.label_ranking_loss, {}, ("ranked labels",)),
    *((c.discounted_cumulative_gain, sk.dcg_score, {"k": x}, ("ranked labels",)) for x in (None, 1, 3)),
    *(
        (partial(c.top_k_accuracy, ties="last"), sk.top_k_accuracy_score, {"k": x}, ("ranked classes",))
        for x in (1, 2, 3, 5)
    ),
]


@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize(("ours", "theirs", "options", "kinds"), SCIKIT_LEARN)
def test_values_of_scikit_learn(ours: Any, theirs: Any, options: Any, kinds: tuple[str, ...], weighted: bool) -> None:
    for kind in kinds:
        truth, other = ROWS[kind]
        data = {"sample_weight": np.random.default_rng(1).random(len(truth)) * 3} if weighted else {}
        found, expected = ours(truth, other, **data, **options), theirs(truth, other, **data, **options)
        np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-12, err_msg=kind)


def test_information_is_that_of_scikit_learn() -> None:
    for truth, other in (ROWS[kind] for kind in COLUMNS):  # they take no weights
        for ours, theirs in (
            (c.mutual_information(truth, other), sk.mutual_info_score(truth, other)),
            (c.uncertainty_coefficient(truth, other), sk.homogeneity_score(truth, other)),
            (c.uncertainty_coefficient(other, truth), sk.completeness_score(truth, other)),
            *(
                (
                    c.normalized_mutual_information(truth, other, mean=x),
                    sk.normalized_mutual_info_score(truth, other, average_method=x),
                )
                for x in ("arithmetic", "geometric", "min", "max")
            ),
        ):
            assert ours == pytest.approx(theirs, rel=1e-10)
