"""
Values of the Python package dcurves for net benefits and net interventions avoided.

    python tests/reference/net_benefit.py    (in the root of the repository; needs dcurves)

Writes net_benefit_python.json. dcurves treats rows with a probability of at least the threshold.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from dcurves import dca
from written import write

PACKAGES = ("dcurves", "pandas", "numpy")
THRESHOLDS = [0.05, 0.1, 0.2, 0.25, 0.5, 0.75, 0.9]


def rows() -> dict[str, tuple[Any, Any]]:
    """Return probabilities on a grid that holds the thresholds, skewed ones of few positives, and two labels."""
    rng = np.random.default_rng(2006)
    risk = rng.beta(1, 2, 150)
    rare = rng.beta(1, 12, 200)
    return {
        "ties_at_thresholds": ((rng.random(150) < risk).astype(int), np.round(risk * 20) / 20),
        "rare": ((rng.random(200) < rare).astype(int), rare.round(6)),
        "decisions": (rng.integers(0, 2, 40), rng.integers(0, 2, 40).astype(float)),
    }


def case(name: str, y_true: Any, y_prob: Any, prevalence: float | None) -> dict[str, Any]:
    """Ask dcurves."""
    found = dca(
        data=pd.DataFrame({"y": y_true == 1, "p": y_prob}),
        outcome="y",
        modelnames=["p"],
        thresholds=THRESHOLDS,
        prevalence=prevalence,
    ).set_index("model")
    return {
        "name": name,
        "software": f"dcurves.dca(data, outcome, modelnames, thresholds, prevalence={prevalence})",
        "y_true": y_true.tolist(),
        "y_prob": y_prob.tolist(),
        "prevalence": prevalence,
        "thresholds": THRESHOLDS,
        "net_benefit": found.loc["p", "net_benefit"].tolist(),
        "treat_all": found.loc["all", "net_benefit"].tolist(),
        "treat_none": found.loc["none", "net_benefit"].tolist(),
        "net_interventions_avoided": found.loc["p", "net_intervention_avoided"].tolist(),
    }


def main() -> None:
    """Write the file."""
    cases = [case(name, *data, prevalence) for name, data in rows().items() for prevalence in (None, 0.15)]
    write("net_benefit", PACKAGES, cases)


if __name__ == "__main__":
    main()
