"""
Standard errors of Python packages for the agreement of two raters.

    python tests/reference/intervals.py    (in the root of the repository; needs the packages in PACKAGES)

Writes intervals_python.json. irrCAC divides by n - 1 where the delta method of a multinomial table divides by n.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from irrCAC.raw import CAC
from written import write

PACKAGES = ("irrCAC", "numpy", "pandas")

TABLES: dict[str, list[list[int]]] = {
    # Gwet 2014, Handbook of Inter-Rater Reliability: 100 pregnant women and two abstractors
    "abstractors": [[13, 0, 0], [0, 20, 7], [0, 4, 56]],
    "cohen": [[88, 14, 18], [10, 40, 10], [2, 6, 12]],
    "opposed": [[1, 0, 2, 9], [0, 1, 6, 3], [2, 7, 0, 1], [8, 1, 0, 0]],
    "two_labels": [[118, 5], [2, 40]],
}
METHODS = {
    "gwet_ac": "gwet",
    "brennan_prediger": "bp",
    "scott_pi": "fleiss",  # Fleiss' kappa of two raters
    "cohen_kappa": "conger",
}


def main() -> None:
    cases = []
    for name, table in TABLES.items():
        pairs = np.argwhere(np.array(table) >= 0).tolist()
        rows = [pair for pair, times in zip(pairs, np.ravel(table).tolist(), strict=True) for _ in range(times)]
        for weights in ("identity", "linear", "quadratic"):
            found = CAC(
                pd.DataFrame(rows, columns=["a", "b"]), weights=weights, categories=list(range(len(table))), digits=15
            )
            case = {"name": name, "table": table, "weights": None if weights == "identity" else weights}
            for metric, method in METHODS.items():
                est = getattr(found, method)()["est"]
                case[metric] = {"value": float(est["coefficient_value"]), "se": float(est["se"])}
            cases.append(case)
    write("intervals", PACKAGES, cases)


if __name__ == "__main__":
    main()
