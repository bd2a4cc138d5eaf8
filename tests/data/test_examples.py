"""The bundled example data: what the files hold, and that the registry tells the truth about them."""

import csv
from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer, load_digits

from concordant import cohen_kappa
from concordant.data import EXAMPLES, PANEL_EXAMPLES, example, panel_example
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


def test_registry_has_exactly_the_examples() -> None:
    assert list(EXAMPLES) == list(FILES)


@pytest.mark.parametrize("name", FILES)
def test_registry_says_what_the_file_holds(name: str) -> None:
    found, data = example(name), columns(name)
    file, rows, header = FILES[name]
    assert (found.name, found.path.name, list(data)) == (name, file, header)
    assert found.title.startswith(str(rows))
    assert {len(values) for values in data.values()} == {rows}
    assert {found.truth, found.pred, *found.score, *filter(None, (found.weight, found.group))} == set(header)
    assert set(data[found.truth]) == set(data[found.pred]) == set(map(str, found.labels or ()))
    assert found.pos_label == ("malignant" if name == "breast" else None)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("brest", "There is no example named 'brest'. Did you mean 'breast'?"),
        ("zzz", "There is no example named 'zzz'."),
    ],
)
def test_unknown_name_gives_the_near_match(wrong: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        example(wrong)
    listed = "The examples are 'breast', 'ms', 'ms-new-orleans', 'digits', 'party'."
    assert str(caught.value) == f"{message} {listed}"


# --- the files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_file_is_plain_text_without_missing_values(name: str) -> None:
    content = example(name).path.read_bytes()
    assert not set(content) & set(b'\r"')
    assert content.endswith(b"\n")
    values = {value.strip().lower() for column in columns(name).values() for value in column}
    assert not values & {"", "na", "nan", "none", "null", "inf", "-inf"}


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
def test_ms_kappa_is_that_of_r(name: str, weights: Any) -> None:
    found = example(name)
    kappa = cohen_kappa(found.truth, found.pred, data=found.path, labels=found.labels, weights=weights)
    assert_allclose(kappa, MS[name][2][weights], rtol=0, atol=5e-9)


# --- breast ---------------------------------------------------------------------------------------


def test_breast_truth_is_that_of_the_source_row_by_row() -> None:
    source = load_breast_cancer()
    assert columns("breast")["truth"] == [str(source.target_names[code]) for code in source.target]


def test_breast_prediction_cuts_the_chance_at_a_half() -> None:
    data = columns("breast")
    cut = ["malignant" if float(chance) >= 0.5 else "benign" for chance in data["malignancy"]]
    assert data["prediction"] == cut


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


# --- party ----------------------------------------------------------------------------------------


def test_party_counts_are_those_of_the_source() -> None:
    # statsmodels 0.15.0, anes96, column PID
    seen = Counter(columns("party")["truth"])
    assert [seen[str(level)] for level in range(7)] == [200, 180, 108, 37, 94, 150, 175]


def test_party_prediction_is_the_rounded_score_in_range() -> None:
    data = numbers("party", "score", "prediction")
    assert_allclose(data[:, 1], np.clip(np.rint(data[:, 0]), 0, 6), rtol=0, atol=0)


# --- the panel of a judge -------------------------------------------------------------------------


def test_the_registry_of_panels_says_what_the_file_holds() -> None:
    panel = panel_example("judge_panel")
    assert list(PANEL_EXAMPLES) == ["judge_panel"]
    roles = {panel.swapped, panel.item, panel.by, panel.covariate, panel.cluster}
    with panel.path.open(encoding="utf-8", newline="") as file:
        assert roles.union(panel.judges, panel.humans, panel.runs) == set(next(csv.reader(file)))
    with pytest.raises(InputError, match="Did you mean 'judge_panel'"):
        panel_example("judge-panel")


def test_the_script_makes_the_panel_again(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import make_judge_panel

    monkeypatch.setattr("sys.argv", ["make_judge_panel.py", "--out", str(tmp_path)])
    make_judge_panel.main()
    assert (tmp_path / "judge_panel.csv").read_bytes() == panel_example("judge_panel").path.read_bytes()
