"""
H-measures of the Python package hmeasure (a translation of the R package of Anagnostopoulos and Hand).

    python tests/reference/curves.py        (in the root of the repository; needs hmeasure and numpy)

Without a severity ratio its prior is Beta(2, 1 + pi0 / pi1), with a negative one Beta(1 + pi1, 1 + pi0), as in R.
"""

from __future__ import annotations

import numpy as np
from hmeasure import h_score
from written import write


def case(name: str, y_true: np.ndarray, y_score: np.ndarray) -> dict[str, object]:
    ratios = {"default": None, "negative": -1.0, "0.1": 0.1, "0.5": 0.5, "0.7": 0.7, "3": 3.0}
    return {
        "name": name,
        "y_true": y_true.tolist(),
        "y_score": y_score.tolist(),
        "software": "hmeasure.h_score(y_true, y_score, severity_ratio=...)",
        "h": {key: float(h_score(y_true, y_score, severity_ratio=ratio)) for key, ratio in ratios.items()},
    }


def main() -> None:
    rng = np.random.default_rng(66)  # the example of its documentation: 0.18889596344769588
    cases = [case("documentation", rng.integers(low=0, high=2, size=10), rng.random(10))]
    rng = np.random.default_rng(7)
    for n, levels, share, shift in (
        (40, 10**6, 0.3, 0.3),
        (150, 12, 0.3, 0.4),
        (200, 10**6, 0.8, 0.1),
        (60, 4, 0.5, -0.3),
    ):
        y_true = (rng.random(n) < share).astype(np.int64)
        y_score = np.clip((rng.integers(0, levels, n) / levels + shift * y_true + 0.3) / 2, 0, 1)
        cases.append(case(f"{n} rows, {levels} levels", y_true, y_score))
    write("curves", ("hmeasure", "numpy"), cases)


if __name__ == "__main__":
    main()
