"""The bundled example data: what the files hold, and that the registry tells the truth about them."""

import csv
import dataclasses
from collections import Counter

import numpy as np
import pytest
from numpy.testing import assert_allclose
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.metrics import accuracy_score, cohen_kappa_score, roc_auc_score

from concordant.data import EXAMPLES, example
from concordant.errors import InputError

FILES = {
    "breast": ("breast.csv", 569, ["truth", "malignancy", "prediction"]),
    "ms": ("ms_winnipeg.csv", 149, ["patients", "new_orleans", "winnipeg"]),
    "ms-new-orleans": ("ms_new_orleans.csv", 69, ["patients", "new_orleans", "winnipeg"]),
    "digits": ("digits.csv", 1797, ["truth", "prediction", *(f"p{k}" for k in range(10))]),
    "party": ("party.csv", 944, ["truth", "score", "prediction"]),
}

# Westlund & Kurland (1953), reanalysed by Landis & Koch (1977), Biometrics 33:159-174; the counts and the
# three kappas were printed by scripts/ms_patients.R (R 4.2.2, vcd 1.4-11).  Rows: New Orleans neurologist.
MS = {
    "ms": (
        "Winnipeg",
        [[38, 5, 0, 1], [33, 11, 3, 0], [10, 14, 5, 6], [3, 7, 3, 10]],
        {None: 0.20794246, "linear": 0.37973055, "quadratic": 0.52457646},
    ),
    "ms-new-orleans": (
        "New Orleans",
        [[5, 3, 0, 0], [3, 11, 4, 0], [2, 13, 3, 4], [1, 2, 4, 14]],
        {None: 0.29651657, "linear": 0.47727273, "quadratic": 0.62558140},
    ),
}


def columns(name: str) -> dict[str, list[str]]:
    """Read a file as text, so that nothing is guessed about its types."""
    with example(name).path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, strict=True))
    return {column: [row[column] for row in rows] for column in rows[0]}


def numbers(name: str, *wanted: str) -> NDArray[np.float64]:
    """Read some columns as one array."""
    data = columns(name)
    return np.array([data[column] for column in wanted], dtype=float).T


# --- the registry ---------------------------------------------------------------------------------


def test_registry_has_exactly_the_examples_under_their_own_names() -> None:
    assert list(EXAMPLES) == list(FILES)
    assert all(found.name == name for name, found in EXAMPLES.items())


@pytest.mark.parametrize("name", FILES)
def test_registry_entry_points_to_an_existing_file(name: str) -> None:
    found = example(name)
    assert found is EXAMPLES[name]
    assert found.path.is_file()
    assert found.path.name == FILES[name][0]


@pytest.mark.parametrize("name", FILES)
def test_registry_roles_are_columns_of_the_file(name: str) -> None:
    found = example(name)
    roles = {found.truth, found.pred, *found.score, *filter(None, (found.weight, found.group))}
    assert roles == set(FILES[name][2])


@pytest.mark.parametrize("name", FILES)
def test_registry_labels_are_the_classes_of_both_columns(name: str) -> None:
    found, data = example(name), columns(name)
    assert found.labels is not None
    declared = set(map(str, found.labels))
    assert set(data[found.truth]) == declared
    assert set(data[found.pred]) == declared


@pytest.mark.parametrize("name", FILES)
def test_registry_says_how_many_rows(name: str) -> None:
    assert example(name).title.startswith(str(FILES[name][1]))


def test_only_breast_has_a_positive_label() -> None:
    positive = {name: found.pos_label for name, found in EXAMPLES.items() if found.pos_label is not None}
    assert positive == {"breast": "malignant"}


def test_an_example_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        example("breast").truth = "prediction"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("brest", "There is no example named 'brest'. Did you mean 'breast'?"),
        ("Digits", "There is no example named 'Digits'. Did you mean 'digits'?"),
        ("zzz", "There is no example named 'zzz'."),
        ("", "There is no example named ''."),
    ],
)
def test_unknown_name_gives_the_near_match(wrong: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        example(wrong)
    listed = "The examples are 'breast', 'ms', 'ms-new-orleans', 'digits', 'party'."
    assert str(caught.value) == f"{message} {listed}"
    assert isinstance(caught.value, ValueError)


# --- the files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_file_has_its_rows_and_columns(name: str) -> None:
    _, rows, header = FILES[name]
    data = columns(name)
    assert list(data) == header
    assert {len(values) for values in data.values()} == {rows}


@pytest.mark.parametrize("name", FILES)
def test_file_has_no_missing_values(name: str) -> None:
    values = {value.strip().lower() for column in columns(name).values() for value in column}
    assert not values & {"", "na", "nan", "none", "null", "inf", "-inf"}


@pytest.mark.parametrize("name", FILES)
def test_file_is_plain_text_with_line_feeds(name: str) -> None:
    content = example(name).path.read_bytes()
    content.decode("ascii")
    assert b"\r" not in content
    assert b'"' not in content
    assert content.endswith(b"\n")
    assert not content.endswith(b"\n\n")


def test_files_stay_small() -> None:
    assert sum(found.path.stat().st_size for found in EXAMPLES.values()) < 400_000


@pytest.mark.parametrize("name", FILES)
def test_origin_and_terms_of_the_file_are_told(name: str) -> None:
    found = example(name)
    origin = (found.path.parent / "ORIGIN.md").read_text(encoding="utf-8")
    section = next(part for part in origin.split("\n## ") if found.path.name in part.partition("\n")[0])
    assert "**Source.**" in section
    assert "**Terms.**" in section
    assert all(f"`{column}`" in section for column in (found.truth, found.pred, *found.score[:1]))


# --- multiple sclerosis ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", MS)
def test_ms_counts_are_the_published_ones(name: str) -> None:
    labels = example(name).labels
    assert labels is not None
    data = columns(name)
    seen = Counter(zip(data["new_orleans"], data["winnipeg"], strict=True))
    assert [[seen[row, column] for column in map(str, labels)] for row in map(str, labels)] == MS[name][1]
    assert set(data["patients"]) == {MS[name][0]}


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
@pytest.mark.parametrize("name", MS)
def test_ms_kappa_is_that_of_r(name: str, weights: str | None) -> None:
    found, data = example(name), columns(name)
    kappa = cohen_kappa_score(data[found.truth], data[found.pred], labels=found.labels, weights=weights)
    assert_allclose(kappa, MS[name][2][weights], rtol=0, atol=5e-9)


def test_ms_order_of_the_classes_matters() -> None:
    data = columns("ms")
    alphabetical = cohen_kappa_score(data["new_orleans"], data["winnipeg"], weights="quadratic")
    assert_allclose(alphabetical, 0.135, rtol=0, atol=5e-4)  # instead of 0.525


# --- breast ---------------------------------------------------------------------------------------


def test_breast_truth_is_that_of_the_source_row_by_row() -> None:
    source = load_breast_cancer()
    assert columns("breast")["truth"] == [str(source.target_names[code]) for code in source.target]


def test_breast_prediction_cuts_the_chance_at_a_half() -> None:
    data = columns("breast")
    cut = ["malignant" if float(chance) >= 0.5 else "benign" for chance in data["malignancy"]]
    assert data["prediction"] == cut


def test_breast_chances_are_inside_zero_and_one() -> None:
    chances = numbers("breast", "malignancy")
    assert 0 < chances.min() < 0.01
    assert 0.99 < chances.max() < 1


def test_breast_auc_is_good_but_not_perfect() -> None:
    data = columns("breast")
    positive = [truth == "malignant" for truth in data["truth"]]
    assert 0.95 < roc_auc_score(positive, numbers("breast", "malignancy")[:, 0]) < 0.975


# --- digits ---------------------------------------------------------------------------------------

CHANCES = [f"p{k}" for k in range(10)]


def test_digits_truth_is_that_of_the_source_row_by_row() -> None:
    assert list(map(int, columns("digits")["truth"])) == load_digits().target.tolist()


def test_digits_chances_sum_to_one() -> None:
    chances = numbers("digits", *CHANCES)
    assert_allclose(chances.sum(axis=1), 1, rtol=0, atol=1e-12)
    assert chances.min() == 1e-6


def test_digits_prediction_has_the_largest_chance_without_a_tie() -> None:
    chances = numbers("digits", *CHANCES)
    assert columns("digits")["prediction"] == [str(k) for k in chances.argmax(axis=1)]
    best = np.sort(chances, axis=1)[:, -2:]
    assert (best[:, 0] < best[:, 1]).all()


def test_digits_accuracy_leaves_errors() -> None:
    data = columns("digits")
    assert 0.9 < accuracy_score(data["truth"], data["prediction"]) < 0.95


# --- party ----------------------------------------------------------------------------------------


def test_party_counts_are_those_of_the_source() -> None:
    # statsmodels 0.15.0, anes96, column PID
    seen = Counter(columns("party")["truth"])
    assert [seen[str(level)] for level in range(7)] == [200, 180, 108, 37, 94, 150, 175]


def test_party_prediction_is_the_rounded_score_in_range() -> None:
    data = numbers("party", "score", "prediction")
    assert_allclose(data[:, 1], np.clip(np.rint(data[:, 0]), 0, 6), rtol=0, atol=0)


def test_party_order_is_much_better_than_the_labels() -> None:
    data = columns("party")
    assert 0.75 < cohen_kappa_score(data["truth"], data["prediction"], weights="quadratic") < 0.85
    assert accuracy_score(data["truth"], data["prediction"]) < 0.35
