"""
Values of other Python packages for information shared by two columns and for errors of ordered labels.

    python tests/reference/overall.py    (in the root of the repository; needs the packages in PACKAGES)

Writes overall_python.json. Each value stands under the package that gave it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from dlordinal.metrics import amae
from imblearn.metrics import macro_averaged_mean_absolute_error
from pycm import ConfusionMatrix
from written import write

PACKAGES = ("pycm", "imbalanced-learn", "dlordinal", "numpy")


def case(name: str, truth: Any, pred: Any) -> dict[str, Any]:
    """The values of one pair of columns; the information of pycm is in bits."""
    matrix = ConfusionMatrix(actual_vector=truth.tolist(), predict_vector=pred.tolist())
    return {
        "name": name,
        "y_true": truth.tolist(),
        "y_pred": pred.tolist(),
        "mutual_information": {"pycm": matrix.MutualInformation * np.log(2)},
        "uncertainty_coefficient": {"pycm": matrix.MutualInformation / matrix.ReferenceEntropy},
        "macro_mean_absolute_error": {
            "imbalanced-learn": float(macro_averaged_mean_absolute_error(truth, pred)),
            "dlordinal": float(amae(truth, pred)),
        },
    }


def main() -> None:
    """Make all cases and write them."""
    rng = np.random.default_rng(20)
    cases = []
    for name, classes, n, agree in (
        ("two classes", 2, 40, 0.7),
        ("five classes", 5, 300, 0.5),
        ("skewed", 4, 200, 0.8),
    ):
        truth = np.concatenate([np.arange(classes), rng.integers(0, classes, n - classes)])
        if name == "skewed":
            truth = np.where(rng.random(n) < 0.8, 0, truth)
            truth[:classes] = np.arange(classes)
        pred = np.where(rng.random(n) < agree, truth, rng.integers(0, classes, n))
        cases.append(case(name, truth, pred))
    write("overall", PACKAGES, cases)


if __name__ == "__main__":
    main()
