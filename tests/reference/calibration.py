"""
Values of other Python packages for calibration with bins.

    python tests/reference/calibration.py

(in the root of the repository; needs netcal, relplot, torchmetrics, uncertainty-calibration and scikit-learn). Writes
calibration_python.json. No probability lies on an edge of a bin, so that it does not matter who holds the edges, and
none occurs twice, so that bins of equal mass are the same.
"""

from __future__ import annotations

import warnings
from typing import Any

import calibration as kumar
import numpy as np
import relplot
import torch
from calibration import utils as kumar_utils
from netcal.metrics import ECE, MCE
from sklearn.calibration import calibration_curve
from torchmetrics.functional.classification import binary_calibration_error, multiclass_calibration_error
from written import write

PACKAGES = ("netcal", "relplot", "torchmetrics", "uncertainty-calibration", "scikit-learn", "numpy")
N_BINS = 10


def binary(seed: int, n: int, slope: float, shift: float) -> tuple[Any, Any]:
    """Return probabilities whose logit is wrong by a slope and a shift, and what happened."""
    rng = np.random.default_rng(seed)
    logit = rng.normal(shift, 1.5, n)
    prob = np.round(1 / (1 + np.exp(-logit)), 7) + 3e-9
    return (rng.random(n) < 1 / (1 + np.exp(-slope * logit))).astype(int), prob


def classes(seed: int, n: int) -> tuple[Any, Any]:
    """Return overconfident probabilities of three classes, and what happened."""
    rng = np.random.default_rng(seed)
    prob = rng.dirichlet([0.6, 1.0, 1.4], n)
    softer = np.sqrt(prob) / np.sqrt(prob).sum(1, keepdims=True)
    return np.array([rng.choice(3, p=row) for row in softer]), prob


def binary_case(name: str, y_true: Any, y_prob: Any) -> dict[str, Any]:
    """Ask everyone for one column of probabilities."""
    tensors = torch.tensor(y_prob), torch.tensor(y_true)
    data = list(zip(y_prob, y_true, strict=True))
    equal_width = kumar_utils.bin(data, kumar_utils.get_equal_prob_bins(y_prob, num_bins=N_BINS))
    equal_mass = kumar_utils.bin(data, kumar_utils.get_equal_bins(y_prob, num_bins=N_BINS))
    found: dict[str, Any] = {
        "name": name,
        "y_true": y_true.tolist(),
        "y_prob": y_prob.tolist(),
        "netcal": {
            "ece": ECE(N_BINS).measure(y_prob, y_true),
            "mce": MCE(N_BINS).measure(y_prob, y_true),
            "ece of equal mass": ECE(N_BINS, equal_intervals=False).measure(y_prob, y_true),
            "mce of equal mass": MCE(N_BINS, equal_intervals=False).measure(y_prob, y_true),
        },
        "relplot": {"ece": relplot.metrics.binnedECE(y_prob, y_true, nbins=N_BINS)},
        "torchmetrics": {
            norm: float(binary_calibration_error(*tensors, n_bins=N_BINS, norm=norm)) for norm in ("l1", "l2", "max")
        },
        "uncertainty-calibration": {
            "l1": kumar_utils.plugin_ce(equal_width, power=1),
            "l2": kumar_utils.plugin_ce(equal_width, power=2),
            "debiased square": kumar_utils.unbiased_square_ce(equal_width),
            "debiased l2": kumar_utils.unbiased_l2_ce(equal_width),
            "debiased square of equal mass": kumar_utils.unbiased_square_ce(equal_mass),
        },
        "scikit-learn": {},
    }
    if min(map(len, equal_width)) > 1:  # it refuses bins of one row
        np.random.seed(0)  # noqa: NPY002  (what it draws from)
        sampled = kumar_utils.normal_debiased_ce(equal_width, power=1, resamples=200_000)
        found["uncertainty-calibration"]["debiased l1, sampled"] = sampled
    for strategy in ("uniform", "quantile"):
        observed, predicted = calibration_curve(y_true, y_prob, n_bins=N_BINS, strategy=strategy)
        found["scikit-learn"][strategy] = {"observed": observed.tolist(), "predicted": predicted.tolist()}
    return found


def class_case(name: str, y_true: Any, y_prob: Any) -> dict[str, Any]:
    """Ask everyone for one column of probabilities a class."""
    tensors = torch.tensor(y_prob), torch.tensor(y_true)
    each = [ECE(N_BINS, equal_intervals=False).measure(y_prob[:, k], (y_true == k).astype(int)) for k in range(3)]
    return {
        "name": name,
        "y_true": y_true.tolist(),
        "y_prob": y_prob.tolist(),
        "netcal": {
            "top label ece": ECE(N_BINS).measure(y_prob, y_true),
            "top label mce": MCE(N_BINS).measure(y_prob, y_true),
            "ece of equal mass of each class": each,
        },
        "torchmetrics": {
            norm: float(multiclass_calibration_error(*tensors, num_classes=3, n_bins=N_BINS, norm=norm))
            for norm in ("l1", "l2", "max")
        },
        "uncertainty-calibration": {
            "top label ece": kumar.get_ece(y_prob, y_true, num_bins=N_BINS, mode="top-label"),
            "class-wise ece": kumar.get_ece(y_prob, y_true, num_bins=N_BINS, mode="marginal"),
        },
    }


def main() -> None:
    """Take all cases and write the file."""
    warnings.simplefilter("ignore")
    cases = [
        binary_case("overconfident", *binary(1, 200, 0.5, 0.0)),
        binary_case("rare", *binary(2, 120, 1.0, -2.0)),
        binary_case("calibrated", *binary(3, 400, 1.0, 0.3)),
        class_case("three classes", *classes(4, 150)),
    ]
    write("calibration", PACKAGES, cases)


if __name__ == "__main__":
    main()
