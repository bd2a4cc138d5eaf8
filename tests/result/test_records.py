"""
What every record keeps: strict plain data, equality and hash, a short text, a table, pickle and copy, no change.

The records are found, not listed: every class below `Record` is built from the types of its fields, once with numbers,
once with all that can be undefined or infinite, and once with texts and labels that must be escaped.
"""

from __future__ import annotations

import copy
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
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import concordant
from concordant import accuracy, explain, roc_curve
from concordant.result.record import NumberRecord, Pictured, PicturedCurve, Record, Tabled

HOSTILE = "</td><script>alert('&\u2028')</script>"
KINDS = ("numbers", "undefined", "hostile")
NUMBERS = {"numbers": (0.25, 0.75), "undefined": (math.nan, math.inf), "hostile": (-0.0, -math.inf)}
WORDS = {"numbers": "f1", "undefined": "", "hostile": HOSTILE}
LABELS = {"numbers": ("no", "yes"), "undefined": (1, 2.5), "hostile": (dt.date(2024, 1, 1), ("a", HOSTILE))}
PANEL = [["a", "b", "a"], ["<b>", "a", "a"], ["b", "b", "b"]]
EXAMPLES: dict[str, Callable[[], Any]] = {  # whose fields must agree with each other
    "Evaluation": lambda: concordant.evaluate([0, 1, 1, 0] * 30, [0, 1, 0, 0] * 30, by=["<a>", "b"] * 60, level=0.9),
    "Pairwise": lambda: concordant.panels.pairwise(PANEL, raters=["<script>", "b", "c"]),
    "UnitReport": lambda: concordant.panels.unit_report(PANEL, unit=["<script>", "b", "c"]),
    "PanelPlan": lambda: concordant.planning.panel(PANEL, half_width=0.2, raters=[2, 3]),
    "KappaExplanation": lambda: explain.quadratic_kappa([1, 2, 3, 3], [1, 2, 3, 1]),
    "RocExplanation": lambda: explain.roc_auc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]),
}
BELOW = {"EvaluationData": "Evaluation", "KappaSteps": "KappaExplanation", "RocSteps": "RocExplanation"}


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
        if (
            one is real
            and one not in (Record, NumberRecord, Pictured, PicturedCurve, Tabled)
            and one.__module__.startswith("concordant.")
        ):
            yield one


RECORDS = {one.__name__: one for one in _records() if one.__name__ not in BELOW}


def built(name: str, kind: str) -> Any:
    if name in EXAMPLES:
        return EXAMPLES[name]()
    record = RECORDS[name]
    hints = get_type_hints(record.__new__ if issubclass(record, NumberRecord) else record)
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
def test_equal_to_itself_built_again(name: str, kind: str) -> None:
    one, two = built(name, kind), built(name, kind)
    assert (one == two) is True
    assert (one != two) is False
    assert hash(one) == hash(two)
    assert (one == "something else") is False
    assert len({one, two}) == 1


@every
def test_differs_in_one_field(name: str, kind: str) -> None:
    """Records of other kinds have other numbers."""
    others = [built(name, other) for other in KINDS if other != kind and name not in EXAMPLES]
    assert all((built(name, kind) == other) is False for other in others)


@every
def test_text_is_short(name: str, kind: str) -> None:
    found = built(name, kind)
    assert 0 < len(repr(found)) < 10_000
    assert isinstance(str(found), str)


@every
def test_table_is_escaped_and_well_formed(name: str, kind: str) -> None:
    text = built(name, kind)._repr_html_()
    assert "<script" not in text
    ET.fromstring(text)


@every
def test_pickled_and_copied_it_is_equal(name: str, kind: str) -> None:
    found = built(name, kind)
    for again in (pickle.loads(pickle.dumps(found)), copy.copy(found), copy.deepcopy(found)):
        assert type(again) is type(found)
        assert again == found
        assert again.to_dict() == found.to_dict()


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


def test_curves_are_compared_by_their_points() -> None:
    truth, score = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    assert roc_curve(truth, score) == roc_curve(truth, score)
    assert roc_curve(truth, score) != roc_curve(truth, [0.1, 0.4, 0.45, 0.8])


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        (accuracy.interval([0, 1] * 20, [0, 1] * 20), "<p>accuracy 1.000, 95 % interval"),  # a sentence
        (accuracy.compare([0, 1] * 20, [0, 1] * 20, [1, 1] * 20, [0, 0] * 20), "<pre>pair "),  # a table of text
    ],
    ids=["a sentence", "lines"],
)
def test_a_notebook_shows_what_print_shows_and_folds_the_fields(found: Record, shown: str) -> None:
    before, _, folded = found._repr_html_().partition("<details>")
    assert shown in before
    assert "<table>" in folded
