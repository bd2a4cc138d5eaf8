"""
What every record keeps: strict plain data, equality and hash, a short text, a table, pickle and copy, no change.

The records are found, not listed: every class below `Record` is built from the types of its fields, once with numbers,
once with all that can be undefined or infinite, and once with texts and labels that must be escaped.
"""

from __future__ import annotations

import copy
import dataclasses
import datetime as dt
import importlib
import inspect
import json
import math
import pickle
import pkgutil
import sys
import types
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import suppress
from enum import Enum
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from xml.etree import ElementTree as ET

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import concordant
from concordant import accuracy, cohen_kappa, explain, judging, monitoring, recall, roc_curve
from concordant.errors import MissingDependencyError, OptionError
from concordant.names import safe
from concordant.result import Bounds, Comparison, Comparisons, Interval, Intervals
from concordant.result.record import Backend, PicturedCurve, Record, as_frame, plain
from concordant.result.stored import number_or_none

HOSTILE = "</td><script>alert('&\u2028\u202e\x1b[2J\0')</script>"
KINDS = ("numbers", "undefined", "hostile")
NUMBERS = {"numbers": (0.25, 0.75), "undefined": (math.nan, math.inf), "hostile": (-0.0, -math.inf)}
WORDS = {"numbers": "f1", "undefined": "", "hostile": HOSTILE}
LABELS = {"numbers": ("no", "yes"), "undefined": (1, 2.5), "hostile": (dt.date(2024, 1, 1), ("a", HOSTILE))}
PANEL = [["a", "b", "a"], ["<b>", "a", "a"], ["b", "b", "b"]]
EXAMPLES: dict[str, Callable[[], Any]] = {  # whose fields must agree with each other
    "Comparisons": lambda: accuracy.compare([0, 1] * 20, [0, 1] * 20, [1, 0, 0, 1] * 10, [0, 0] * 20),
    "Evaluation": lambda: concordant.evaluate([0, 1, 1, 0] * 30, [0, 1, 0, 0] * 30, by=["<a>", "b"] * 60, level=0.9),
    "Pairwise": lambda: concordant.panels.pairwise(PANEL, raters=["<script>", "b", "c"]),
    "UnitReport": lambda: concordant.panels.unit_report(PANEL, unit=["<script>", "b", "c"]),
    "PanelPlan": lambda: concordant.planning.panel(PANEL, half_width=0.2, raters=[2, 3]),
    "KappaExplanation": lambda: explain.quadratic_kappa([1, 2, 3, 3], [1, 2, 3, 1]),
    "RocExplanation": lambda: explain.roc_auc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]),
}


def _records() -> Iterator[type[Record]]:
    for module in pkgutil.walk_packages(concordant.__path__, "concordant.", onerror=lambda _: None):
        if not module.name.endswith("__main__"):
            with suppress(ImportError):  # of boosters and PyTorch
                importlib.import_module(module.name)
    below: list[type[Record]] = [Record]
    while below:
        one = below.pop()
        below += one.__subclasses__()
        real = getattr(sys.modules[one.__module__], one.__name__, None)  # slots make a class twice
        whole = dataclasses.is_dataclass(one)
        if one is real and whole and one is not PicturedCurve and one.__module__.startswith("concordant."):
            yield one


RECORDS = {one.__name__: one for one in _records()}


def built(name: str, kind: str) -> Any:
    if name in EXAMPLES:
        return EXAMPLES[name]()
    record = RECORDS[name]
    hints = get_type_hints(record)
    fields = [one for one in inspect.signature(record).parameters if one in hints]
    return record(**{field: _value(hints[field], kind) for field in fields})


def _value(hint: Any, kind: str, place: int = 0) -> Any:
    origin, of = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return None if kind == "undefined" and type(None) in of else _value(of[0], kind, place)
    if origin is Literal:
        return of[0]
    if origin is tuple:
        inner = (of[0], of[0]) if of[-1] is Ellipsis else of
        return tuple(_value(one, kind, k) for k, one in enumerate(inner))
    if inspect.isclass(origin) and issubclass(origin, np.ndarray):
        return np.array(NUMBERS[kind])
    if origin is not None and issubclass(origin, Mapping):
        return {WORDS[kind]: _value(of[1], kind)}
    if origin is not None:  # a function
        return None
    if inspect.isclass(hint) and issubclass(hint, Record):
        return built(hint.__name__, kind)
    number = NUMBERS[kind][place]
    simple = {
        int: place + 2,
        bool: True,
        dt.datetime: dt.datetime(2024, 1, 1 + place, tzinfo=dt.UTC),
        float: number,
        Any: number,
        Hashable: LABELS[kind][place],
    }
    return simple.get(hint, WORDS[kind] + "ab"[place])


every = pytest.mark.parametrize(("name", "kind"), [(name, kind) for name in RECORDS for kind in KINDS])


def test_there_are_many() -> None:
    public = {name for name in concordant.result.__all__ if isinstance(getattr(concordant.result, name), type)}
    assert public <= RECORDS.keys()
    assert len(RECORDS) > 35


@every
def test_plain_data_are_strict_json(name: str, kind: str) -> None:
    found = built(name, kind)
    data = found.to_dict()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    if name not in EXAMPLES:
        assert data  # every record says something


@every
def test_equal_to_itself_built_again_and_to_no_other(name: str, kind: str) -> None:
    one, two = built(name, kind), built(name, kind)
    assert (one == two) is True
    assert (one != two) is False
    assert (one == "something else") is False
    assert len({one, two}) == 1
    others = [built(name, other) for other in KINDS if other != kind and name not in EXAMPLES]
    assert not any(one == other for other in others)


@every
def test_text_is_short_and_the_table_escaped_and_well_formed(name: str, kind: str) -> None:
    record = built(name, kind)
    assert 0 < len(repr(record)) < 10_000
    assert safe(str(record)) == str(record)  # no sign of a label moves a cursor
    table = record._repr_html_()
    assert safe(table) == table
    assert "<script" not in table
    ET.fromstring(table)


@every
def test_pickled_and_copied_it_is_equal(name: str, kind: str) -> None:
    found = built(name, kind)
    for again in (pickle.loads(pickle.dumps(found)), copy.copy(found), copy.deepcopy(found)):
        assert type(again) is type(found)
        assert again == found
        assert again.to_dict() == found.to_dict()


@every
def test_as_a_frame_of_each_library_it_has_the_same_cells(name: str, kind: str) -> None:
    found = built(name, kind)
    polars, pandas, arrow = (found.to_frame(backend=library) for library in get_args(Backend))
    assert isinstance(polars, pl.DataFrame)
    assert isinstance(pandas, pd.DataFrame)
    assert polars.columns == pandas.columns.tolist() == arrow.column_names
    assert polars.shape == pandas.shape == arrow.shape
    cells = polars.to_dict(as_series=False)
    assert cells == arrow.to_pydict()
    assert not any(value != value for column in cells.values() for value in column)  # undefined is no value
    for head, column in cells.items():
        assert [None if pd.isna(value) else value for value in pandas[head].tolist()] == column


@pytest.mark.parametrize("name", RECORDS)
def test_does_not_change(name: str) -> None:
    found = built(name, "numbers")
    for field in (found.fields()[0], "something_new"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(found, field, 0)
        with pytest.raises((AttributeError, TypeError)):
            delattr(found, field)


def test_long_arrays_are_cut() -> None:
    score = np.linspace(0, 1, 10_000)
    curve = roc_curve(np.arange(10_000) % 2, score)
    assert len(repr(curve)) < 400
    assert "of shape (10001,)" in repr(curve)
    assert len(curve._repr_html_()) < 2000


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        (accuracy.interval([0, 1] * 20, [0, 1] * 20), "<p>accuracy 1.000, 95 % interval"),  # a sentence
        (
            accuracy.compare([0, 1] * 20, [0, 1] * 20, [1, 1] * 20, [0, 0] * 20),
            '<pre style="white-space:pre-wrap">pair ',
        ),  # a table of text
    ],
    ids=["a sentence", "lines"],
)
def test_a_notebook_shows_what_print_shows_and_folds_the_fields(found: Record, shown: str) -> None:
    before, _, folded = found._repr_html_().partition("<details>")
    assert shown in before
    assert "<table>" in folded


# -- records that are numbers --------------------------------------------------------------------------------------

TRUTH, A, B = [0, 1] * 20, [0, 1] * 15 + [1, 0] * 5, [0, 0] * 20
INTERVAL = accuracy.interval(TRUTH, A)
COMPARISON = cohen_kappa.compare(TRUTH, A, B)
NAN = float("nan")


@pytest.mark.parametrize("found", [INTERVAL, COMPARISON])
def test_is_its_number_in_arithmetic_and_comparisons(found: Any) -> None:
    value = float(found)
    assert type(value) is float
    assert found == value == found
    assert found != value + 1
    assert hash(found) == hash(value)
    assert found + 1 == value + 1
    assert found <= value < found + 1
    assert f"{found:.3f}" == f"{value:.3f}"
    assert found == np.float64(value)
    assert (found == np.array([value, 7.0])).tolist() == [True, False]
    assert found != "text"


@pytest.mark.parametrize("found", [INTERVAL, COMPARISON])
def test_json_and_numpy_see_the_plain_number(found: Any) -> None:
    """The limits are lost there, as the docstring says: `to_dict` keeps them."""
    assert json.dumps([found]) == f"[{float(found)!r}]"
    assert np.array([found, found]).dtype == np.float64
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))["low"] == found.low


def test_several_are_refused_by_json_and_are_their_values_in_numpy() -> None:
    many = Intervals(np.array([0.5]), np.array([0.4]), np.array([0.6]), np.array([0.1]), 0.95, "t", 9, "m", "m")
    pairs = Comparisons((COMPARISON,), np.array([0.5]))
    assert np.asarray(many).tolist() == [0.5]
    assert np.asarray(pairs).tolist() == [COMPARISON.difference]
    for one in (many, pairs):
        with pytest.raises(TypeError, match="not JSON serializable"):
            json.dumps(one)


def test_records_are_equal_if_all_fields_are() -> None:
    one, wider = Interval(0.5, 0.4, 0.6), Interval(0.5, 0.3, 0.7)
    assert one == Interval(0.5, 0.4, 0.6)
    assert one != wider
    assert len({one, wider, Interval(0.5, 0.4, 0.6)}) == 2
    assert one == 0.5 == wider
    assert Interval(NAN, NAN, NAN, reason="no row") == Interval(NAN, NAN, NAN, reason="no row")
    assert Interval(0.5, 0.4, 0.6) != Comparison(0.5, 0.4, 0.6)
    assert math.isnan(Interval(NAN, NAN, NAN))


def test_undefined_is_null_beside_its_reason() -> None:
    data = Interval(NAN, NAN, NAN, reason="only one class").to_dict()
    assert (data["value"], data["low"], data["reason"]) == (None, None, "only one class")
    for undefined in (NAN, "nan", None):  # as it was stored by any version
        assert Interval.from_dict(data | {"se": undefined}) == Interval(NAN, NAN, NAN, reason="only one class")


# -- frames ----------------------------------------------------------------------------------------------------------


def test_a_frame_has_a_row_a_value_with_its_limits() -> None:
    truth, first, second = [0, 1, 2] * 20, [0, 1, 1] * 20, [0, 2, 2] * 20
    each = recall.interval(truth, first, average=None)
    frame = each.to_frame()
    assert frame.columns[:5] == ["output", "metric", "value", "low", "high"]
    assert frame["output"].to_list() == [0, 1, 2]
    assert frame["low"].to_list() == each.low.tolist()
    assert frame["metric"].to_list() == ["recall"] * 3
    one = accuracy.interval(truth, first)
    assert one.to_frame().row(0, named=True) == {name: one.to_dict()[name] for name in one.fields()}
    pairs = accuracy.compare(truth, first, second, truth, names=["x", "y", "z"])
    frame = pairs.to_frame("pandas")
    assert frame[["a", "b"]].to_numpy().tolist() == [["x", "y"], ["x", "z"], ["y", "z"]]
    assert frame["difference"].tolist() == pairs.difference.tolist()
    assert frame["adjusted_p_value"].tolist() == pairs.adjusted.tolist()
    assert (frame["value_a"] - frame["value_b"]).tolist() == pairs.difference.tolist()
    curve = roc_curve([0, 1, 1, 0], [0.1, 0.8, 0.4, 0.4], labels=[0, 1])
    assert curve.to_frame()["fpr"].to_list() == curve.fpr.tolist()


def test_a_page_is_a_frame_of_its_metrics_and_of_its_groups() -> None:
    truth, first, ward = [0, 1] * 200, [0, 1, 1, 1, 0] * 80, ["b", "a", "a"] * 133 + ["b"]
    page = concordant.evaluate(truth, first, by=ward)
    frame = page.to_frame(backend="pandas").set_index("metric")
    assert frame["low"].tolist() == [result.interval.low for result in page.results if result.interval is not None]
    assert frame["value"].tolist() == [result.value for result in page.results]
    assert page.groups is not None
    groups = page.groups.to_frame()
    assert groups["group"].unique(maintain_order=True).to_list() == ["a", "b", None]
    assert groups["n"].unique(maintain_order=True).to_list() == [266, 134, 400]


def test_a_panel_is_a_frame_of_its_coefficients() -> None:
    found = concordant.panels.agree(PANEL * 10)
    frame = found.to_frame()
    assert frame["over"].to_list() == ["units"] * len(found.these_raters) + [found.over] * len(found.such_raters)
    assert frame["value"].to_list() == [*map(float, found.these_raters), *map(float, found.such_raters)]
    report = concordant.panels.rater_report(PANEL * 10)
    assert report.to_frame().equals(report.frame())


def test_a_record_that_holds_a_table_is_a_frame_of_its_rows() -> None:
    truth = ["a", "b", "b", "a"] * 20
    judge = ["b", "b", "a", "a", "b"] * 16
    rows = pl.DataFrame({"judge": judge, "ann": truth, "bob": [*truth[1:], "a"], "kind": ["x", "y"] * 40})
    found = judging.assess(rows, judge="judge", humans=["ann", "bob"], by="kind")
    assert found.slices is not None
    assert found.errors is not None
    kinds = found.slices.to_frame("pandas")
    assert kinds["name"].tolist() == ["x", "y"]
    assert kinds["agreement_low"].tolist()[1] == found.slices.slices[1].agreement.low
    labels = found.errors.to_frame()
    assert labels["labels"].to_list() == ["a", "b"]
    assert labels["label_severity"].to_list() == [*map(float, found.errors.label_severity)]
    frame = found.to_frame()
    assert set(frame["answer"]) == {"gap", "errors"}
    assert frame.filter(answer="gap")["value"].to_list()[0] == float(found.gap.difference)  # type: ignore[union-attr]

    days = {"y": [1, 0] * 40, "p": [1, 0, 1, 1] * 20, "at": [dt.date(2026, 3, 1)] * 40 + [dt.date(2026, 3, 2)] * 40}
    table = concordant.StateTable.from_rows(days, y_true="y", y_pred="p", labels=[0, 1], time="at", window="1d")
    values = monitoring.values_in_windows(table, "recall")
    assert values.to_frame()["low"].to_list() == [one.low for one in values]
    changes = monitoring.compare_windows(table, "1d")
    assert changes.to_frame()["p_adjusted"].to_list() == [one.p_adjusted for one in changes]


def test_cells_of_several_types_are_of_one() -> None:
    labels = [("a", 1), dt.date(2024, 1, 1), True]
    columns = as_frame({"numbers": [1, 2.5, NAN], "mixed": [1, "a", None], "label": labels})
    assert columns.to_dict(as_series=False) == {
        "numbers": [1.0, 2.5, None],
        "mixed": ["1", "a", None],
        "label": ["('a', 1)", "2024-01-01", "True"],
    }


def test_a_library_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OptionError, match=r"backend must be 'polars', 'pandas' or 'pyarrow', not 'panda'\. Did you"):
        INTERVAL.to_frame(backend="panda")  # type: ignore[arg-type]
    there = {"pandas"}
    monkeypatch.setattr("concordant.result.record.find_spec", lambda name: name if name in there else None)
    assert isinstance(INTERVAL.to_frame(), pd.DataFrame)
    with pytest.raises(MissingDependencyError, match="a data frame needs polars: pip install polars"):
        INTERVAL.to_frame(backend="polars")
    there.clear()
    with pytest.raises(MissingDependencyError, match="needs polars or pandas or pyarrow"):
        INTERVAL.to_frame()


# -- plain data ----------------------------------------------------------------------------------------------------

INF = float("inf")


class Colour(Enum):
    RED = 1


CASES: list[tuple[Any, Any]] = [
    (NAN, None),
    (-INF, "-inf"),
    (np.int8(-3), -3),
    (np.True_, True),
    ((1, (2.5, NAN)), [1, [2.5, None]]),
    ({"a": NAN, 3: (INF,)}, {"a": None, "3": ["inf"]}),
    (np.array([[1.0, NAN], [INF, 0.0]]), [[1.0, None], ["inf", 0.0]]),
    (np.array(["a", None, 1.5], dtype=object), ["a", None, 1.5]),
    (np.array(["2024-01-01"], dtype="datetime64[ns]"), ["2024-01-01T00:00:00.000000000"]),
    (dt.date(2024, 1, 1), "2024-01-01"),
    (Colour.RED, "Colour.RED"),
    ([Interval(0.5, 0.4, 0.6)], [Interval(0.5, 0.4, 0.6).to_dict()]),
]


@pytest.mark.parametrize(("value", "expected"), CASES, ids=[repr(value)[:40] for value, _ in CASES])
def test_values_become_what_json_has_words_for(value: Any, expected: Any) -> None:
    found = plain(value)
    assert found == expected
    assert json.loads(json.dumps(found, allow_nan=False)) == expected


@given(st.floats())
def test_a_number_is_read_back(number: float) -> None:
    again = number_or_none(json.loads(json.dumps(plain(number), allow_nan=False)))
    assert again is not None
    assert again == number or (math.isnan(again) and math.isnan(number))


def test_numbers_of_arrays_stand_in_a_notebook_as_numbers() -> None:
    shown = concordant.calibration_curve([0, 1] * 20, [0.2, 0.7] * 20, n_bins=2)._repr_html_()
    assert "<td>20</td>" in shown
    assert "np." not in shown


@pytest.mark.parametrize("kind", [Interval, Comparison, Bounds])
def test_a_record_without_its_fields_says_which_are_missing(kind: Any) -> None:
    with pytest.raises(TypeError, match="missing 3 required positional arguments"):
        kind()
    assert not [name for name in dir(kind) if name == "floats"]
