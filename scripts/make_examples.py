"""Make the example data of ``concordant.data``: ``python scripts/make_examples.py [--out FOLDER]``.

For maintainers: it needs scikit-learn and statsmodels, writes the five CSV files, and gives the same bytes
on every run.  Where each dataset comes from, and its terms, is told in src/concordant/data/ORIGIN.md.  The
shipped files were made with scikit-learn 1.9.1, statsmodels 0.15.0 and numpy 2.4.6.

Every model score is out of fold: each row is scored by a model that was fitted without it.  The models are
plain on purpose, so that there is something left to measure.  The logistic fits use Newton's method with a
tight tolerance: their optimum is unique, so the written digits don't hang on where a solver stopped.
"""

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.decomposition import PCA
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from statsmodels.datasets import anes96

FOLDER = Path(__file__).resolve().parents[1] / "src" / "concordant" / "data"
FOLDS = 10
SEED = 0

# How round the nuclei are and how their surface looks, but neither their size nor their dents: with those two
# the AUC is 0.995, and a curve that hugs the corner shows nothing.
BREAST_FEATURES = ("texture", "smoothness", "compactness", "symmetry", "fractal dimension")

DIGITS_COMPONENTS = 10
MILLION = 1_000_000

# `popul` is left out for its logarithm, which the dataset brings along.
PARTY_FEATURES = ("TVnews", "selfLR", "ClinLR", "DoleLR", "age", "educ", "income", "vote", "logpopul")
PARTY_TOP = 6

# Westlund & Kurland (1953), Am. J. Hygiene 57:380-396, reanalysed by Landis & Koch (1977), Biometrics
# 33:159-174; checked against R's vcd::MSPatients (scripts/ms_patients.R).  Rows: the neurologist of New
# Orleans; columns: the neurologist of Winnipeg; both in the order of MS_CLASSES.
MS_CLASSES = ("certain", "probable", "possible", "doubtful")
MS_COUNTS = {
    "Winnipeg": ((38, 5, 0, 1), (33, 11, 3, 0), (10, 14, 5, 6), (3, 7, 3, 10)),
    "New Orleans": ((5, 3, 0, 0), (3, 11, 4, 0), (2, 13, 3, 4), (1, 2, 4, 14)),
}

Row = Sequence[str | int]


def main() -> None:
    """Write all files into the package, or into another folder to compare them."""
    parser = argparse.ArgumentParser(description="Make the example data of concordant.")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder to write to")
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    _write(out / "breast.csv", ("truth", "malignancy", "prediction"), _breast())
    _write(out / "digits.csv", ("truth", "prediction", *(f"p{k}" for k in range(10))), _digits())
    _write(out / "party.csv", ("truth", "score", "prediction"), _party())
    header = ("patients", "new_orleans", "winnipeg")
    _write(out / "ms_winnipeg.csv", header, _ms("Winnipeg"))
    _write(out / "ms_new_orleans.csv", header, _ms("New Orleans"))


def _write(path: Path, header: Sequence[str], rows: Iterable[Row]) -> None:
    """Write plain CSV with bytes that no platform changes (line ends are a line feed everywhere)."""
    lines = [",".join(map(str, row)) for row in (header, *rows)]
    path.write_bytes(("\n".join(lines) + "\n").encode())


def _breast() -> Iterable[Row]:
    """Tumours in the order of the source, with the chance of malignancy by a logistic regression."""
    source = load_breast_cancer()
    names = [str(name) for name in source.feature_names]
    features = source.data[:, [names.index(f"mean {feature}") for feature in BREAST_FEATURES]]
    malignant = source.target == list(source.target_names).index("malignant")
    model = make_pipeline(StandardScaler(), LogisticRegression(solver="newton-cholesky", tol=1e-10))
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=SEED)
    chances = cross_val_predict(model, features, malignant, cv=folds, method="predict_proba")[:, 1]
    classes = ("benign", "malignant")
    for truth, chance in zip(malignant, chances, strict=True):
        text = f"{chance:.6g}"
        yield classes[int(truth)], text, classes[float(text) >= 0.5]


def _digits() -> Iterable[Row]:
    """Images in the order of the source, with ten chances by a logistic regression on a small PCA."""
    source = load_digits()
    model = make_pipeline(
        PCA(DIGITS_COMPONENTS, svd_solver="full"),
        StandardScaler(),
        LogisticRegression(solver="newton-cholesky", tol=1e-10),
    )
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=SEED)
    chances = cross_val_predict(model, source.data, source.target, cv=folds, method="predict_proba")
    for truth, row in zip(source.target, _millionths(chances), strict=True):
        yield truth, row.argmax(), *(f"{millionths / MILLION:.6f}" for millionths in row)


def _millionths(chances: NDArray[np.float64]) -> NDArray[np.int64]:
    """Round each row to millionths that sum to one million, and none to zero.

    A zero would make the log loss infinite on one unlucky row; a sum of 0.999998 makes other libraries warn.
    What rounding takes from a row or adds to it is settled with its largest chance, never below a tenth.
    """
    rounded = np.maximum(np.rint(chances * MILLION), 1).astype(np.int64)
    rows = np.arange(len(rounded))
    rounded[rows, rounded.argmax(axis=1)] += MILLION - rounded.sum(axis=1)
    return rounded


def _party() -> Iterable[Row]:
    """Respondents in the order of the source, with the party identification by a linear regression."""
    source = anes96.load_pandas().data
    truth = source["PID"].to_numpy().astype(np.int64)
    folds = KFold(FOLDS, shuffle=True, random_state=SEED)
    model = make_pipeline(StandardScaler(), LinearRegression())
    scores = cross_val_predict(model, source[list(PARTY_FEATURES)].to_numpy(), truth, cv=folds)
    for level, score in zip(truth, scores, strict=True):
        text = f"{score:.6g}"
        yield level, text, min(max(round(float(text)), 0), PARTY_TOP)


def _ms(patients: str) -> Iterable[Row]:
    """Write a table of counts out as one row a patient, cell after cell."""
    for new_orleans, counts in zip(MS_CLASSES, MS_COUNTS[patients], strict=True):
        for winnipeg, count in zip(MS_CLASSES, counts, strict=True):
            for _ in range(count):
                yield patients, new_orleans, winnipeg


if __name__ == "__main__":
    main()
