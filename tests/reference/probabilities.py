"""
Values of other Python packages for scores of probabilities, their decomposition, and two continuous ratings.

    python tests/reference/probabilities.py    (in the root of the repository)

Needs model-diagnostics (with polars), scoringrules, dlordinal and the sources of rsmtool, of which one function is
taken: its file imports skll, for which an empty module stands in. Writes probabilities_python.json.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import scoringrules
from dlordinal.metrics import ranked_probability_score
from model_diagnostics.scoring import LogLoss, SquaredError, decompose
from written import write

PACKAGES = ("model-diagnostics", "scoringrules", "dlordinal", "rsmtool", "scikit-learn", "numpy")
TERMS = ("score", "miscalibration", "discrimination", "uncertainty")


def rsmtool_difference() -> Any:
    """The function of rsmtool, without the rest of the package."""
    for name, names in (("skll", ()), ("skll.data", ("FeatureSet",)), ("skll.learner", ("Learner",))):
        stand_in = ModuleType(name)
        for attribute in names:
            setattr(stand_in, attribute, object)
        sys.modules[name] = stand_in
    package = find_spec("rsmtool")
    folder = Path((package.submodule_search_locations or [""])[0]) if package else Path()
    spec = spec_from_file_location("rsmtool_metrics", folder / "utils" / "metrics.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.standardized_mean_difference


def decomposition(name: str, truth: Any, prob: Any, weights: Any = None) -> dict[str, Any]:
    found = {
        kind: decompose(truth, prob, weights, scoring_function=score).row(0, named=True)
        for kind, score in (("brier", SquaredError()), ("log", LogLoss()))
    }
    return {
        "name": name,
        "y_true": truth.tolist(),
        "y_prob": prob.tolist(),
        "sample_weight": None if weights is None else weights.tolist(),
        "software": "model_diagnostics.scoring.decompose(..., scoring_function=SquaredError() or LogLoss())",
        **{kind: [row[term] for term in TERMS] for kind, row in found.items()},
    }


def ordinal(name: str, truth: Any, prob: Any) -> dict[str, Any]:
    classes = prob.shape[1]
    return {
        "name": name,
        "y_true": truth.tolist(),
        "y_prob": prob.tolist(),
        "software": "scoringrules.rps_score(y + 1, p), its mean; dlordinal.metrics.ranked_probability_score: both sums",
        "scoringrules": float(np.mean(scoringrules.rps_score(truth + 1, prob))),
        "dlordinal": float(ranked_probability_score(truth, prob)),
        "classes": classes,
    }


def difference(name: str, first: Any, second: Any) -> dict[str, Any]:
    measure = rsmtool_difference()
    return {
        "name": name,
        "y_true": first.tolist(),
        "y_pred": second.tolist(),
        "software": "rsmtool.utils.metrics.standardized_mean_difference(..., method=...)",
        "pooled": float(measure(first, second, method="pooled")),
        "unpooled": float(measure(first, second, method="unpooled")),
    }


def main() -> None:
    """Write the file."""
    rng = np.random.default_rng(2021)
    prob = np.round(rng.beta(0.8, 1.2, 300), 3).clip(0.001, 0.999)
    truth = (rng.random(300) < prob**1.4).astype(float)
    ties = np.round(prob, 1).clip(0.1, 0.9)
    rows = rng.dirichlet([0.6, 1.0, 1.4, 0.8, 0.5], 150)
    human = rng.integers(1, 7, 80).astype(float)
    machine = (human + rng.normal(0.4, 0.7, 80)).round(2)
    cases = [
        decomposition("decomposed", truth, prob),
        decomposition("decomposed_ties", truth, ties),
        decomposition("decomposed_weights", truth, ties, rng.exponential(1.0, 300).round(2)),
        ordinal("ordinal", rng.integers(0, 5, 150), rows),
        ordinal(
            "ordinal_three",
            np.array([0, 1, 2, 2]),
            np.array([[0.6, 0.3, 0.1], [0.2, 0.5, 0.3], [0, 0, 1.0], [0.9, 0.1, 0]]),
        ),
        difference("difference", human, machine),
    ]
    write("probabilities", PACKAGES, cases)


if __name__ == "__main__":
    main()
