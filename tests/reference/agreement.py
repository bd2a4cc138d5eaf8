"""
Values of other Python packages for the agreement of two raters, with every family of weights.

    python tests/reference/agreement.py    (in the root of the repository; needs the packages in PACKAGES)

Writes agreement_python.json. Each value stands under the package that gave it.
"""

from __future__ import annotations

import warnings
from typing import Any

import krippendorff
import numpy as np
import pandas as pd
from dlordinal.metrics import accuracy_off1
from irrCAC.raw import CAC as RawCAC
from irrCAC.table import CAC as TableCAC
from pycm import ConfusionMatrix
from statsmodels.stats.inter_rater import aggregate_raters, cohens_kappa, fleiss_kappa
from written import write

PACKAGES = ("irrCAC", "krippendorff", "pycm", "statsmodels", "dlordinal", "numpy")
FAMILIES = ("identity", "linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar")
LEVELS = ("nominal", "ordinal", "interval", "ratio")

TABLES: dict[str, list[list[int]]] = {
    # Gwet 2014, Handbook of Inter-Rater Reliability: 100 pregnant women and two abstractors
    "abstractors": [[13, 0, 0], [0, 20, 7], [0, 4, 56]],
    "stuart": [[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]],
    "sparse": [[3, 0, 0, 1], [0, 0, 0, 0], [0, 2, 0, 5], [0, 0, 1, 0]],
    "opposed": [[1, 0, 2, 9], [0, 1, 6, 3], [2, 7, 0, 1], [8, 1, 0, 0]],
    "two_labels": [[118, 5], [2, 0]],
}
# Ratings of numbers: (first rater, second rater, all categories that are possible).
MEASUREMENTS: dict[str, tuple[list[int], list[int], list[int]]] = {
    "uneven": ([1, 3, 7, 7, 3, 1, 1, 3], [1, 7, 7, 3, 3, 3, 7, 3], [1, 3, 7]),
    "more_possible": ([1, 3, 7, 7, 3, 1, 1, 3], [1, 7, 7, 3, 3, 3, 7, 3], [1, 2, 3, 4, 5, 6, 7, 8]),
    "hours": ([2, 2, 3, 5, 6, 1, 6, 4, 1, 1], [1, 2, 4, 5, 1, 6, 6, 2, 1, 2], [1, 2, 3, 4, 5, 6]),
}
METHODS = {
    "cohen_kappa": "cohen",
    "scott_pi": "scott",
    "gwet_ac2": "gwet",
    "brennan_prediger": "bp",
    "krippendorff_alpha": "krippendorff",
    "weighted_agreement": "pa2",
}
RAW_METHODS = {
    "cohen_kappa": "conger",
    "scott_pi": "fleiss",
    "gwet_ac2": "gwet",
    "brennan_prediger": "bp",
    "krippendorff_alpha": "krippendorff",
}


def value(found: dict[str, Any]) -> float:
    return float(found["est"]["coefficient_value"])


def rows_of(table: list[list[int]]) -> Any:
    """The rows of a table as an array (raters, rows) of the positions 1 to K."""
    cells = [(i, j) for i, row in enumerate(table, 1) for j, times in enumerate(row, 1) for _ in range(times)]
    return np.array(cells).T


def by_irrcac(cac: Any, methods: dict[str, str], names: tuple[str, ...] = FAMILIES) -> dict[str, dict[str, float]]:
    return {ours: {name: value(getattr(cac(name), method)()) for name in names} for ours, method in methods.items()}


def alphas(ratings: Any, domain: list[int]) -> dict[str, float]:
    return {
        level: float(krippendorff.alpha(ratings, value_domain=domain, level_of_measurement=level)) for level in LEVELS
    }


def table_case(name: str) -> dict[str, Any]:
    table = TABLES[name]
    size = len(table)
    frame = pd.DataFrame(table)
    pycm = ConfusionMatrix(matrix={i: dict(enumerate(row)) for i, row in enumerate(table)})
    per_row, _ = aggregate_raters(rows_of(table).T, n_cat=None)
    absent = size - per_row.shape[1]  # statsmodels counts only the categories that occur
    counted = np.hstack([per_row, np.zeros((len(per_row), absent), int)])
    return {
        "name": name,
        "table": table,
        "irrCAC": by_irrcac(lambda weights: TableCAC(frame, weights=weights, digits=16), METHODS),
        "krippendorff": alphas(rows_of(table), list(range(1, size + 1))),
        "dlordinal": {"accuracy_off1": float(accuracy_off1(*rows_of(table), labels=np.arange(1, size + 1)))},
        "pycm": {
            "scott_pi": pycm.PI,
            "gwet_ac1": pycm.AC1,
            "brennan_prediger": pycm.S,
            "krippendorff_alpha": pycm.Alpha,
            "accuracy": pycm.Overall_ACC,
        },
        "statsmodels": {
            "scott_pi": float(fleiss_kappa(counted, method="fleiss")),
            "brennan_prediger": float(fleiss_kappa(counted, method="randolph")),
            "kappa_max": float(cohens_kappa(np.array(table)).kappa_max),
        },
    }


def rating_case(name: str) -> dict[str, Any]:
    first, second, possible = MEASUREMENTS[name]
    frame = pd.DataFrame({"a": first, "b": second})
    return {
        "name": name,
        "y_true": first,
        "y_pred": second,
        "labels": possible,
        "irrCAC": by_irrcac(
            lambda weights: RawCAC(frame, weights=weights, categories=possible, digits=16), RAW_METHODS
        ),
        "krippendorff": alphas(np.array([first, second]), possible),
    }


def main() -> None:
    """Take all cases and write the file."""
    warnings.simplefilter("ignore")
    write("agreement", PACKAGES, [*map(table_case, TABLES), *map(rating_case, MEASUREMENTS)])


if __name__ == "__main__":
    main()
