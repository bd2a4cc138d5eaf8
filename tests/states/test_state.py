"""What all states share: the verbs, the stored format, and that states of earlier versions are read for ever."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.samples import scores, weight_columns

from concordant import set_threads
from concordant.errors import MergeError, OptionError, StateFormatError
from concordant.inputs.scores import check_scores
from concordant.states import (
    BucketCurve,
    Counts,
    Curve,
    CurveStack,
    Moments,
    NumericRatings,
    RatingMoments,
    Ratings,
    SampleCounts,
    ScoreKey,
    Tallies,
    TallySums,
)

STORED = Path(__file__).parent / "stored"
STATES: dict[str, Any] = {
    "bucket_curve": BucketCurve,
    "counts": Counts,
    "curve": Curve,
    "curve_stack": CurveStack,
    "moments": Moments,
    "numeric_ratings": NumericRatings,
    "rating_moments": RatingMoments,
    "ratings": Ratings,
    "sample_counts": SampleCounts,
    "tallies": Tallies,
    "tally_sums": TallySums,
}
SCORES = [[0.5, 0.25, 0.25], [0.125, 0.75, 0.125], [0.0, 0.5, 0.5]]


def states() -> dict[str, Any]:
    """Make the states that the files hold anew. Version 0.1.0 wrote them: `python tests/states/test_state.py`."""
    binary = check_scores([0, 1, 1], [0.25, 0.5, 0.0])
    return {
        "bucket_curve": BucketCurve.from_scores([0, 1, 1, 0], [0.1, 0.100001, 1 - 2.0**-30, 0.5]),
        "bucket_curve_real": BucketCurve.from_scores(
            ["n", "y", "y"],
            [-np.inf, 1e300, -0.25],
            key=ScoreKey("real", bits=2, limit=100),
            pos_label="y",
            sample_weight=[0.5, 1 / 3, 1],
        ),
        "counts": Counts.from_labels(["low", "high", "mid"], ["low", "mid", "mid"], labels=["low", "mid", "high"]),
        "counts_weighted": Counts.from_labels([1, 3, 3.0], [1, 1, 3], sample_weight=[0.1, 2, 1e-300]) * 3,
        "counts_outputs": Counts.from_labels([[1, 0], [1, 1]], [[1, 1], [0, 1]], labels=["cat", "dog"]),
        "counts_dropped": Counts.from_labels([True, None], [False, True], missing="drop") * 10**15,
        "counts_empty": Counts.empty([-5, 0.5, 10**12], ordered=False),
        "curve": Curve.from_scores([0, 1, 1, 0], [0.1, np.inf, 0.1, -np.inf]),
        "curve_float32": Curve.from_scores(
            ["n", "y"], np.float32([0.1, 0.2]), pos_label="y", sample_weight=[0.5, 1 / 3]
        ),
        "curve_integers": Curve.from_scores([False, True], np.array([2**53 + 1, 7])),
        "curve_edges": Curve.from_scores([0, 1, 1], [-1, 0.3, 0.7], edges=[0, 0.5, np.inf]),
        "curve_empty": Curve.empty(("a", "b", "c")),
        "curve_stack": CurveStack.from_scores([0, 1, 2], SCORES),
        "curve_stack_labels": CurveStack.from_scores([[1, 0, 0], [0, 1, 1], [1, 1, 0]], SCORES, labels=["x", "y", "z"]),
        "moments": Moments.from_measurements([1.0, 2.5, 4.0], [1, 3, 2], sample_weight=[1, 0.5, 2]),
        "moments_loss": Moments.from_losses(binary, "squared"),
        "moments_infinite": Moments.from_losses(binary, "surprise"),
        "sample_counts": SampleCounts.from_indicators(
            [[1, 0, 0], [0, 1, 1]], [[1, 1, 0], [0, 1, 1]], labels=["x", "y", "z"], sample_weight=[0.5, 1 / 3]
        ),
        "sample_counts_empty": SampleCounts.empty((0, 1)),
        "ratings": Ratings.from_wide(
            [["a", None, "b"], ["b", "b", None], [None] * 3], ("x", "y", "z"), ["a", "b", "c"]
        ),
        "ratings_weighted": Ratings.from_wide([[1, 2], [2, 2], [1, 2]], sample_weight=[0.5, 1 / 3, 2]) * 3,
        "ratings_clusters": Ratings.from_wide([[1, 2], [2, 2], [1, 2]], cluster=["x", "y", "x"]),
        "tallies": Tallies.from_counts([[3, 0], [1, 2], [3, 0]], labels=["no", "yes"], ordered=False),
        "tally_sums": TallySums.from_tallies(Tallies.from_counts([[3, 0], [1, 2], [0, 1]])),
        "numeric_ratings": NumericRatings.from_wide([[9, 2.5], [None, 1], [9, 2.5], [None, None]], ("x", "y")),
        "numeric_ratings_weighted": NumericRatings.from_wide([[1, 2], [3, 5]], sample_weight=[0.5, 2]),
        "numeric_ratings_clusters": NumericRatings.from_wide([[1, 2], [3, 5], [4, 4]], cluster=["a", "b", "a"]),
        "rating_moments": RatingMoments.from_wide([[9, 2, 5], [6, 1, 3], [8, 4, 6]]),
        "rating_moments_gaps": RatingMoments.from_wide([[9, 2, None], [6, 1, 3], [8, None, 6], [None, 3, 2.5]]),
        "rating_moments_weighted": RatingMoments.from_wide([[1, 2], [3, 5], [4, 1]], sample_weight=[0.5, 2, 1]),
        "moments_stack": Moments.stack([Moments.empty(("loss",))] * 2),
    }


@pytest.mark.parametrize("path", sorted(STORED.glob("v1/*.json")), ids=lambda path: path.stem)
def test_states_of_version_1_are_read(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    state = STATES[data["state"]].from_dict(data)
    again = states()[path.stem]
    if isinstance(state, Moments):  # whose sums may be added in another order one day
        np.testing.assert_allclose(state.mean, again.mean, rtol=1e-12)
        np.testing.assert_allclose(state.comoment, again.comoment, rtol=1e-12)
        assert (state.key, state.missing, state.weight.tolist()) == (again.key, again.missing, again.weight.tolist())
    else:
        assert state == again
    assert state.to_dict() == data
    assert state + state * 0 == state


def many_labels(*, weighted: bool = False) -> Counts:
    """Counts of 600 labels, of which few pairs occur."""
    rng = np.random.default_rng(4)
    truth, pred = rng.integers(0, 600, (2, 900))
    weight = rng.random(900) if weighted else None
    return Counts.from_labels(truth, pred, labels=list(range(600)), sample_weight=weight)


@pytest.mark.parametrize("weighted", [False, True])
def test_a_large_table_that_is_nearly_empty_is_stored_as_its_cells(weighted: bool) -> None:
    counts = many_labels(weighted=weighted)
    data = json.loads(json.dumps(counts.to_dict(), allow_nan=False))
    assert data["version"] == 2
    assert len(data["truth"]) == np.count_nonzero(counts.table)
    assert Counts.from_dict(data) == counts == Counts(counts.table, counts.labels, True, counts.squares)
    assert Counts(counts.table, counts.labels, True, counts.squares).to_dict() == data
    squares = None if counts.squares is None else counts.squares.tolist()
    table = {"version": 1, "outputs": None, "table": counts.table.tolist(), "squares": squares, "shape": [600, 600]}
    old = {name: value for name, value in data.items() if name not in ("truth", "prediction", "numbers")} | table
    assert Counts.from_dict(old) == counts


def test_the_stored_cells_of_this_version_are_read() -> None:
    found = Counts.from_dict(json.loads((STORED / "v2" / "counts_cells.json").read_text(encoding="utf-8")))
    assert found == many_labels()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("truth", [0, 2, 1], "row after row"),
        ("truth", [0, 1, 3], "outside the table"),
        ("prediction", [-1, 1, 2], "outside the table"),
        ("prediction", [0, 1], "a place and a number"),
        ("numbers", [1, -1, 1], "negative"),
        ("numbers", [1, 0.5, 1], "whole numbers"),
        ("numbers", [2**62, 2**62, 0], "64-bit"),
        ("squares", [1.0, 1.0, 1.0], "no sums of squared weights"),
        ("labels", [1, 1, 2], "label"),
        ("version", 3, "not version 3"),
    ],
)
def test_stored_cells_that_no_rows_give_are_refused(name: str, value: Any, said: str) -> None:
    data = {"state": "counts", "version": 2, "labels": ["a", "b", "c"], "ordered": True, "truth": [0, 1, 2]}
    data |= {"prediction": [0, 1, 2], "numbers": [3, 2, 1], "squares": None, "dtype": "int64", "missing": 0}
    assert Counts.from_dict(data).table.tolist() == [[3, 0, 0], [0, 2, 0], [0, 0, 1]]
    with pytest.raises(StateFormatError, match=said):
        Counts.from_dict({**data, name: value})


def test_every_kind_of_state_is_stored() -> None:
    kinds = {json.loads(path.read_text(encoding="utf-8"))["state"] for path in STORED.glob("v1/*.json")}
    assert kinds == set(STATES)


if __name__ == "__main__":
    (STORED / "v1").mkdir(parents=True, exist_ok=True)
    for name, made in states().items():
        text = json.dumps(made.to_dict(), allow_nan=False, indent=1)
        (STORED / "v1" / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    cells = json.dumps(many_labels().to_dict(), allow_nan=False)
    (STORED / "v2" / "counts_cells.json").write_text(cells + "\n", encoding="utf-8")


NAMES = ("bucket_curve", "counts", "curve", "curve_stack", "numeric_ratings", "rating_moments", "ratings", "tallies")
COUNTED: dict[str, Any] = {
    **{name: states()[name] for name in NAMES},
    "listed counts": Counts.from_labels(range(100), [*range(1, 100), 0]),
    "sample counts": SampleCounts.from_indicators([[1, 0], [0, 1], [1, 1]], [[1, 0], [1, 1], [0, 1]]),
}
SUMMED: dict[str, Any] = {
    "moments": Moments.from_measurements([1, 2], [2, 3]),
    "tally sums": TallySums.from_tallies(Ratings.from_wide([[1, 2, 1], [2, 1, 1]])),
}


# Two states of one kind that do not add, and the key that differs.
PAIR = Ratings.from_wide([[1, 2]], ["a", "b"])
NUMBERS = NumericRatings.from_wide([[1, 2]], ["a", "b"])
OTHER_NUMBERS = NumericRatings.from_wide([[1, 2]], ["a", "c"])
STACK = CurveStack.empty([0, 1, 2])
CURVE, BUCKETS, COUNTS = Curve.empty(), BucketCurve.empty(), Counts.empty([3, 1, 2])
LOSS = Moments.from_losses(check_scores([0, 1], [0.5, 0.5]), "squared")
LOSS_OF_THREE = Moments.from_losses(check_scores([0, 1, 2], np.eye(3)), "squared")
APART: list[tuple[Any, Any, str]] = [
    (COUNTS, Counts.empty([1, 2, 3]), r"^cannot add two Counts with .* labels: \(3, 1, 2\) and \(1, 2, 3\)\. Declare"),
    (COUNTS, Counts.empty([3, 1, 2], ordered=False), r"ordered: True and False\.$"),
    (COUNTS, Counts.empty([3, 1, 2], outputs=["x"]), r"outputs: None and \('x',\)\.$"),
    (COUNTS, Counts.from_table(np.zeros((2, 3, 3), int), [3, 1, 2]), r"stack: \(\) and \(2,\)\.$"),
    (CURVE, Curve.empty(("a", "b")), r"^cannot add two Curve .* classes: \(0, 1\) and \('a', 'b'\)\. Declare"),
    (CURVE, Curve.empty((False, True)), r"classes: \(0, 1\) and \(False, True\)"),
    (CURVE, Curve.empty(edges=[0.5]), r"edges: None and array\(\[0\.5\]\)"),
    (Curve.empty(edges=[0.5, 1.0]), Curve.empty(edges=[0.5, 2.0]), "edges"),
    (STACK, CurveStack.empty([0, 2]), r"^cannot add two CurveStack .* outputs: \(0, 1, 2\) and \(0, 2\)"),
    (STACK, CurveStack.empty([0, 1, 2], multilabel=True), "multilabel: False and True"),
    (BUCKETS, BucketCurve.empty(key="real"), "^cannot add two BucketCurve .* scale: 'probability' and 'real'"),
    (BUCKETS, BucketCurve.empty(("n", "y")), "classes"),
    (Moments.empty(), Moments.empty(("loss",)), r"names: \('y_true', 'y_pred'\) and \('loss',\)"),
    (Moments.empty(), Moments.stack([Moments.empty()]), r"stack: \(\) and \(1,\)\.$"),
    (LOSS, LOSS_OF_THREE, "classes"),
    (PAIR, Ratings.from_wide([[1, 2]], ["a", "c"]), "raters"),
    (PAIR, Ratings.from_wide([[1, 2]], ["a", "b"], cluster=["x"]), "clusters"),
    (PAIR.tallies(), Tallies.from_counts([[1, 2, 0]]), "labels"),
    (NUMBERS, OTHER_NUMBERS, "raters"),
    (NUMBERS, NumericRatings.from_wide([[1, 2]], ["a", "b"], cluster=["x"]), "clusters"),
    (NUMBERS.moments(), OTHER_NUMBERS.moments(), "raters"),
]


@pytest.mark.parametrize(("one", "other", "key"), APART)
def test_states_of_different_keys_do_not_add_and_both_keys_are_named(one: Any, other: Any, key: str) -> None:
    with pytest.raises(MergeError, match=key if key.startswith("^") else f"different {key}"):
        one + other
    assert one * 0 != other * 0


EXAMPLES = COUNTED | SUMMED
every_state = pytest.mark.parametrize("state", EXAMPLES.values(), ids=EXAMPLES)
every_count = pytest.mark.parametrize("state", COUNTED.values(), ids=COUNTED)


@every_count
def test_rows_beyond_64_bits_are_refused_and_never_wrap(state: Any) -> None:
    most = 2**63 // state.n
    whole = state * (most - 1)
    assert whole.n == state.n * (most - 1)
    with pytest.raises(OptionError, match="exceeds 64-bit integers; use a float factor"):
        state * 2**62
    with pytest.raises(OptionError, match="exceeds 64-bit integers"):
        whole * 2
    with pytest.raises(MergeError, match=r"exceeds 64-bit integers; multiply one of them by 1\.0 to add as floats"):
        whole + whole


@every_state
def test_rows_repeated_beyond_the_floats_are_refused(state: Any) -> None:
    with pytest.raises(OptionError, match="its largest sum of weights is"):
        state * 1e306 * 1e6


@every_state
def test_a_factor_repeats_the_rows(state: Any) -> None:
    assert state * 3 == state + state + state == 3 * state
    assert state * np.int64(1) == state == state + state * 0
    np.testing.assert_array_equal((state * 0.5).n, np.divide(state.n, 2))


@every_state
def test_what_is_no_number_of_times_is_refused(state: Any) -> None:
    for factor in (-1, -0.5, np.nan, np.inf):
        with pytest.raises(OptionError, match=r"^a state is repeated a finite number of times, 0 or more, not "):
            state * factor
    for factor in (True, "2", None, 1j, [2]):
        with pytest.raises(OptionError, match=r"^a state is repeated a number of times, not "):
            state * factor


@every_state
def test_other_things_are_neither_added_nor_equal(state: Any) -> None:
    for other in (1, None, Moments.empty(("other",)) if type(state) is not Moments else Counts.empty([0])):
        with pytest.raises(TypeError):
            state + other
        assert state != other
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)


# Any rows, in any parts: the same state, and the same when it was stored. Weights are multiples of 1/4, whose sums are
# exact in any order.

ALPHABETS: list[list[Any]] = [[3, 1, 2], ["b", "", "ü"], [False, True], [0.5, 1, 1.5], [-5, 10**12], [0.1, 1 / 3]]
EDGES = [0.0, 0.25, 0.5, 0.75]
SHARES = st.sampled_from([0.0, 0.25, 0.5, 1.0])


@st.composite
def columns(draw: st.DrawFn) -> dict[str, Any]:
    """Draw rows as the columns that states are made of."""
    n, names = draw(st.integers(0, 14)), draw(st.sampled_from(ALPHABETS))

    def column(values: st.SearchStrategy[Any], width: int = 1) -> Any:
        drawn = draw(st.lists(values, min_size=n * width, max_size=n * width))
        return drawn if width == 1 else np.array(drawn).reshape(n, width)

    ratings = column(st.sampled_from([1.0, 2.0, 2.5, np.nan]), 3)
    ratings[:, 0] = 2.0  # a row without any rating is in no state
    return {
        "names": names,
        "true": column(st.sampled_from(names)),
        "pred": column(st.sampled_from(names)),
        "two": np.array(column(st.integers(0, 1)), int),
        "three": np.array(column(st.integers(0, 2)), int),
        "score": np.array(draw(scores(n)), float),
        "share": column(SHARES, 3),
        "ones": column(st.integers(0, 1), 3).astype(int),
        "others": column(st.integers(0, 1), 3).astype(int),
        "ratings": ratings,
        "x": np.array(column(st.floats(-100, 100)), float),
        "y": np.array(column(st.floats(-100, 100)), float),
        "weight": draw(st.none() | weight_columns(n)),
        "key": ScoreKey("real", draw(st.integers(1, 4)), draw(st.integers(0, 4)), draw(st.sampled_from([None, 1, 3]))),
    }


def counts_of(c: Any, **w: Any) -> Counts:
    return Counts.from_labels(c["true"], c["pred"], labels=c["names"], **w)


def ratings_of(c: Any, **w: Any) -> Ratings:
    labels, raters = [1, 2, 2.5], range(3)
    return Ratings.from_wide(c["ratings"], raters, labels, **w) if len(c["ratings"]) else Ratings.empty(labels, raters)


def numeric_ratings_of(c: Any, **w: Any) -> NumericRatings:
    return NumericRatings.from_wide(c["ratings"], **w) if len(c["ratings"]) else NumericRatings.empty(range(3))


MADE: dict[str, Callable[..., Any]] = {
    "counts": counts_of,
    "counts of each label": lambda c, **w: counts_of(c, **w).one_vs_rest(),
    "indicators": lambda c, **w: Counts.from_indicators(c["ones"], c["others"], labels=[0, 1, 2], **w),
    "curve": lambda c, **w: Curve.from_scores(c["two"], c["score"], labels=[0, 1], **w),
    "curve of float32": lambda c, **w: Curve.from_scores(c["two"], c["score"].astype("f4"), labels=[0, 1], **w),
    "curve with edges": lambda c, **w: Curve.from_scores(c["two"], c["score"], labels=[0, 1], edges=EDGES, **w),
    "buckets": lambda c, **w: BucketCurve.from_scores(c["two"], c["score"], labels=[0, 1], key=c["key"], **w),
    "stack of classes": lambda c, **w: CurveStack.from_scores(c["three"], c["share"], labels=[0, 1, 2], **w),
    "stack of labels": lambda c, **w: CurveStack.from_scores(c["ones"], c["share"], labels=[0, 1, 2], **w),
    "moments": lambda c, **w: Moments.from_measurements(c["x"], c["y"], **w),
    "sample counts": lambda c, **w: SampleCounts.from_indicators(c["ones"], c["others"], labels=[0, 1, 2], **w),
    "ratings": ratings_of,
    "tallies": lambda c, **w: ratings_of(c, **w).tallies(),
    "tally sums": lambda c, **w: TallySums.from_tallies(ratings_of(c, **w)),
    "numeric ratings": numeric_ratings_of,
    "rating moments": lambda c, **w: numeric_ratings_of(c, **w).moments().around(0.0),
}
ROUNDED = (Moments, RatingMoments, TallySums)  # whose sums are added in another order
PARTS = ("weight", "squares", "mean", "comoment", "shared", "unit_sums", "unit_squares", "first", "second", "product")


def assert_same(found: Any, expected: Any) -> None:
    """Equal; of sums that are added in another order nearly so."""
    if not isinstance(expected, ROUNDED):
        assert found == expected
        return
    assert (found.key, found.missing) == (expected.key, expected.missing)
    for name in PARTS:
        if hasattr(expected, name):
            values = [getattr(state, name) for state in (found, expected)]
            np.testing.assert_allclose(*values, rtol=1e-12, atol=1e-9)  # beside squares of up to 10,000


@pytest.mark.parametrize("kind", MADE)
@settings(max_examples=14)
@given(data=st.data(), some=columns())
def test_any_parts_add_up_to_the_whole_which_is_stored_to_the_last_bit(
    kind: str, data: st.DataObject, some: Any
) -> None:
    n = len(some["x"])

    def part(first: int, last: int) -> Any:
        cut = {name: value if name in ("names", "key", "weight") else value[first:last] for name, value in some.items()}
        weighted = {} if some["weight"] is None else {"sample_weight": some["weight"][first:last]}
        return MADE[kind](cut, **weighted)

    cuts = sorted(data.draw(st.lists(st.integers(0, n), min_size=2, max_size=2)))
    a, b, c = (part(*ends) for ends in zip([0, *cuts], [*cuts, n], strict=True))
    whole, empty = part(0, n), part(0, 0)
    for total in (a + b + c, a + (b + c), c + b + a, empty + whole, whole + empty):
        assert_same(total, whole)
    stored = type(whole).from_dict(json.loads(json.dumps(whole.to_dict(), allow_nan=False)))
    assert stored == whole == pickle.loads(pickle.dumps(whole)) == copy.deepcopy(whole)
    for name in ("table", "weights", "weight", "squares", "scores"):
        if isinstance(getattr(whole, name, None), np.ndarray):
            assert getattr(stored, name).dtype == getattr(whole, name).dtype


@every_state
def test_what_is_no_stored_state_is_refused(state: Any) -> None:
    read, stored = type(state).from_dict, state.to_dict()
    for wrong, shown in (([], "'list'"), ({"state": "other"}, "'other'"), ({}, "None")):
        with pytest.raises(
            StateFormatError, match=f"expected stored data of the state '{stored['state']}', got {shown}"
        ):
            read(wrong)
    for version in (9, None, 0):
        with pytest.raises(StateFormatError, match=rf"of a stored '{stored['state']}', not version {version}; a newer"):
            read({**stored, "version": version})
    fields = [name for name in stored if name not in ("state", "version")]
    with pytest.raises(StateFormatError, match=rf"is not complete; it lacks .*'{fields[-1]}'"):
        read({name: stored[name] for name in ("state", "version")})


def test_threads_do_not_change_a_bit(free_threads: pytest.MonkeyPatch) -> None:
    rng, n = np.random.default_rng(9), 1_100_000
    y, x, p, w = rng.integers(0, 2, n), rng.integers(0, 5, n), rng.integers(0, 1000, n) / 1000, rng.random(n)
    rows = check_scores(y, p)
    found = []
    for threads in (1, 2, 3):
        set_threads(threads)
        labels = [Counts.from_labels(x, x[::-1], sample_weight=weight) for weight in (None, w)]
        curves = [Curve.from_scores(y, p), Curve.from_scores(y, p, sample_weight=w), BucketCurve.from_scores(y, p**4)]
        moments = [Moments.from_losses(rows, "surprise"), Moments.from_measurements(y, p, sample_weight=w)]
        found.append([*labels, *curves, *moments])
    assert found[0] == found[1] == found[2]
