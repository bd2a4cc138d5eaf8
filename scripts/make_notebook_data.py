"""Make the simulated files of the notebooks: ``python scripts/make_notebook_data.py [--out FOLDER]``.

For maintainers: it needs NumPy alone, and gives the same bytes on every run (made with numpy 2.4.6). No pupil, patient
or customer is real: docs/notebooks/data/ORIGIN.md says what was drawn how.
"""

from math import erf, sqrt
from pathlib import Path

import numpy as np
from make_judge_panel import logistic, write_files
from numpy.typing import NDArray

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "notebooks" / "data"

PUPILS, ESSAYS = 500, 1200
GRADE_LIMITS = (-1.6, -0.9, 0.0, 0.9, 1.6)  # of the latent quality of an essay: few get 1 or 6
HELD_OUT = 0.35  # share of the pupils

# Name, admissions, share of patients with sepsis, how far the risk of the ill lies above that of others (log odds), and
# what is added to the log odds of all: where the score was made it is right, elsewhere it may not be.
HOSPITALS = (
    ("Aldgate", 620, 0.16, 1.0, 0.0),
    ("Birchwood", 540, 0.14, 1.0, 0.0),
    ("Castle", 480, 0.18, 1.0, 0.0),
    ("Dunmore", 520, 0.10, 1.0, 0.9),  # fewer are ill, and the score says too much
    ("Eastgate", 500, 0.16, 0.3, 0.0),  # another assay: the score hardly tells the ill
)

CUSTOMERS = 2000


def main() -> None:
    """Write the three files next to the notebooks, or into another folder to compare them."""
    write_files({"essays": _essays(), "admissions": _admissions(), "customers": _customers()}, FOLDER)


def _essays() -> dict[str, list[str]]:
    """Essays of pupils with a grade, and the predictions of two regressions that saw neither pupil nor essay."""
    rng = np.random.default_rng(6)
    pupil = np.sort(rng.integers(0, PUPILS, ESSAYS))
    quality = rng.normal(0, 0.8, PUPILS)[pupil] + rng.normal(0, 0.6, ESSAYS)
    grade = 1 + np.searchsorted(GRADE_LIMITS, quality + rng.normal(0, 0.3, ESSAYS))
    shared = rng.normal(0, 0.35, ESSAYS)  # what both models get wrong
    # Least squares shrinks predictions to the middle: the ends of the scale are never reached by rounding.
    boosting = 3.4 + 0.72 * (quality + shared + rng.normal(0, 0.5, ESSAYS))
    encoder = 3.6 + 0.78 * (quality + shared + rng.normal(0, 0.45, ESSAYS))
    held_out = rng.permutation(PUPILS) < HELD_OUT * PUPILS
    return {
        "essay": _numbers(np.arange(1, ESSAYS + 1)),
        "pupil": _numbers(pupil + 1),
        "part": ["test" if held_out[place] else "train" for place in pupil],
        "grade": _numbers(grade),
        "boosting": _decimals(boosting),
        "encoder": _decimals(encoder),
    }


def _admissions() -> dict[str, list[str]]:
    """Admissions to five hospitals, some of the same patient, with sepsis or not and the risk that a score gave."""
    rng = np.random.default_rng(29)
    columns: dict[str, list[str]] = {name: [] for name in ("admission", "patient", "hospital", "sepsis", "risk")}
    for name, n, prevalence, strength, shift in HOSPITALS:
        patient = np.sort(rng.integers(0, int(0.4 * n), n))
        frail = rng.normal(0, 0.9, n)[patient]  # the admissions of one patient are alike
        signal = frail + rng.normal(0, 1.1, n)
        # A logistic model of the same signal is right by construction where strength is 1 and shift 0.
        level = _level(strength * 1.3 * signal, prevalence)
        # The draws of one patient are alike as well, and each by itself is uniform: a normal copula.
        draw = np.sqrt(0.6) * rng.normal(size=n)[patient] + np.sqrt(0.4) * rng.normal(size=n)
        ill = _normal(draw) < logistic(level + strength * 1.3 * signal)
        columns["admission"] += [f"{name[0]}{place + 1:04d}" for place in range(n)]
        columns["patient"] += [f"{name[0]}{place + 1:03d}" for place in patient]
        columns["hospital"] += [name] * n
        columns["sepsis"] += np.where(ill, "yes", "no").tolist()
        risk = logistic(_level(1.3 * signal, prevalence) + 1.3 * signal + shift)
        columns["risk"] += _decimals(risk)
    return columns


def _customers() -> dict[str, list[str]]:
    """Customers of a telephone company, and whether they left within the year; a few spendings are not known."""
    rng = np.random.default_rng(4)
    n = CUSTOMERS
    plan = rng.choice(["basic", "family", "plus"], n, p=[0.5, 0.2, 0.3])
    months = np.rint(rng.gamma(1.6, 16, n)).astype(int)
    calls = rng.poisson(1.2, n)
    spend = np.round(rng.gamma(8, 4, n) + 6 * (plan != "basic"), 2)
    tilt = (
        -2.3
        - 0.035 * months
        + 0.55 * calls
        + 0.03 * spend
        + np.where((plan == "basic") & (calls > 2), 1.2, 0.0)
        - 0.8 * (plan == "family")
    )
    left = rng.random(n) < logistic(tilt)
    known = rng.random(n) > 0.06
    return {
        "customer": _numbers(np.arange(1, n + 1)),
        "plan": plan.tolist(),
        "months": _numbers(months),
        "calls": _numbers(calls),
        "spend": [f"{amount:.2f}" if here else "" for amount, here in zip(spend, known, strict=True)],
        "left": np.where(left, "yes", "no").tolist(),
    }


def _level(tilt: NDArray[np.float64], prevalence: float) -> float:
    """Return the intercept with which the mean of the probabilities is the prevalence, by halving."""
    low, high = -20.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if logistic(middle + tilt).mean() < prevalence else (low, middle)
    return (low + high) / 2


def _normal(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the distribution function of the standard normal."""
    return np.array([(1 + erf(value / sqrt(2))) / 2 for value in x.tolist()])


def _numbers(values: NDArray[np.int64]) -> list[str]:
    return [str(value) for value in values.tolist()]


def _decimals(values: NDArray[np.float64]) -> list[str]:
    return [f"{value:.3f}" for value in values.tolist()]


if __name__ == "__main__":
    main()
