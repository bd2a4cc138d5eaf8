"""
Values of other Python packages for the rates of diagnostic tests and for simple measures of whole tables.

    python tests/reference/screening.py    (in the root of the repository; needs pycm and imbalanced-learn)

Writes screening_python.json. Tables have the truth in the rows; of two classes the negative one first.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from imblearn.metrics import geometric_mean_score
from pycm import ConfusionMatrix
from written import write

PACKAGES = ("pycm", "imbalanced-learn", "scikit-learn", "scipy", "numpy")

TABLES: dict[str, list[list[int]]] = {
    "rare": [[957, 11], [32, 18]],
    "worse_than_chance": [[3, 40], [25, 7]],
    "no_true_positive": [[10, 4], [3, 0]],
    "no_false_positive": [[9, 0], [4, 7]],
    "four_classes": [[15, 2, 1, 0], [3, 9, 4, 1], [1, 3, 12, 2], [0, 1, 5, 6]],
    "a_class_never_found": [[8, 1, 3], [2, 0, 4], [1, 2, 9]],
}
EACH = {  # our name: the name of pycm, one value a class
    "positive_likelihood_ratio": "PLR",
    "negative_likelihood_ratio": "NLR",
    "diagnostic_odds_ratio": "DOR",
    "false_discovery_rate": "FDR",
    "false_omission_rate": "FOR",
    "markedness": "MK",
    "fowlkes_mallows": "G",
    "root_of_recall_and_specificity": "GM",
    "jaccard": "J",
    "prevalence": "PRE",
}
WHOLE = {"no_information_rate": "NIR", "hamming_loss": "Hamming Loss"}


def number(value: Any) -> float | None:
    """Return what pycm gives; "None" where it calls a quotient undefined."""
    return None if value == "None" else float(value)


def rows_of(table: list[list[int]]) -> tuple[Any, Any]:
    """Return the rows behind a table."""
    cells = np.array(table)
    truth, pred = np.indices(cells.shape).reshape(2, -1)
    return np.repeat(truth, cells.ravel()), np.repeat(pred, cells.ravel())


def case(name: str) -> dict[str, Any]:
    """Ask pycm and imbalanced-learn for one table."""
    truth, pred = rows_of(TABLES[name])
    matrix = ConfusionMatrix(truth.tolist(), pred.tolist())
    classes = sorted(matrix.classes)
    each = {ours: [number(matrix.class_stat[theirs][k]) for k in classes] for ours, theirs in EACH.items()}
    whole = {ours: number(matrix.overall_stat[theirs]) for ours, theirs in WHOLE.items()}
    weights = 1 + np.arange(len(truth)) % 4
    means = {
        "geometric_mean": geometric_mean_score(truth, pred, average="multiclass"),
        "geometric_mean_corrected": geometric_mean_score(truth, pred, average="multiclass", correction=0.01),
        "geometric_mean_weighted": geometric_mean_score(truth, pred, average="multiclass", sample_weight=weights),
    }
    return {
        "name": name,
        "table": TABLES[name],
        "software": "pycm.ConfusionMatrix: class_stat, overall_stat; imblearn.metrics.geometric_mean_score with "
        'average="multiclass"; correction=0.01; sample_weight=1 + arange(n) % 4 on the rows in the order of the cells',
        "each": each,
        **whole,
        "zero_one_loss": matrix.overall_stat["Zero-one Loss"] / len(truth),
        **{key: float(value) for key, value in means.items()},
    }


def main() -> None:
    """Write the file."""
    write("screening", PACKAGES, [case(name) for name in TABLES])


if __name__ == "__main__":
    main()
