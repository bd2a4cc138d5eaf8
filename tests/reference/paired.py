"""
Values of statsmodels for the tests of symmetry, marginal homogeneity and kappa against zero.

    python tests/reference/paired.py    (in the root of the repository; needs the packages in PACKAGES)

Writes paired_python.json. The tables are those of paired.json.
"""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path

import numpy as np
from statsmodels.stats.contingency_tables import SquareTable, mcnemar
from statsmodels.stats.inter_rater import cohens_kappa

SOURCE = Path("tests/reference/paired.json")
FILE = Path("tests/reference/paired_python.json")
PACKAGES = ("statsmodels", "numpy", "scipy")


def symmetry_case(case: dict) -> dict:
    """SquareTable(...).symmetry() and .homogeneity(), cohens_kappa(...).z_value."""
    table = np.array(case["table"])
    square = SquareTable(table, shift_zeros=False)
    bowker = square.symmetry()
    homogeneity = {name: square.homogeneity(method=name) for name in ("stuart_maxwell", "bhapkar")}
    return {
        "name": case["name"],
        "bowker": [float(bowker.statistic), float(bowker.pvalue)],
        **{name: [float(found.statistic), float(found.pvalue)] for name, found in homogeneity.items()},
        "kappa_z": {
            "none": float(cohens_kappa(table).z_value),
            "linear": float(cohens_kappa(table, wt="linear").z_value),
            "quadratic": float(cohens_kappa(table, wt="quadratic").z_value),
        },
    }


def main() -> None:
    """Write the file."""
    known = json.loads(SOURCE.read_text())
    found = {
        "made_with": {name: version(name) for name in PACKAGES},
        "made_by": "tests/reference/paired.py",
        "symmetry": [symmetry_case(case) for case in known["symmetry"]],
        "mcnemar_exact": [float(mcnemar(np.array(case["table"]), exact=True).pvalue) for case in known["shares"]],
    }
    FILE.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
