"""The sweep of the benchmarks finds what is planted, and its obvious lines compute what we compute."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from benchmarks.sweep import finder
from benchmarks.sweep.clock import least
from benchmarks.sweep.findings import Findings
from benchmarks.sweep.page import page, printed
from benchmarks.sweep.points import OURS, Point, Spec
from benchmarks.sweep.reasons import cause, reason
from benchmarks.sweep.scores import SCORE_COLUMNS
from benchmarks.sweep.search import Clock, measure, proved
from benchmarks.sweep.worker import Worker
from benchmarks.sweep.works import COUNTS, LABELLED, METRICS, fits, job

FOREVER = Clock(end=float("inf"), said=float("inf"))


def point(ours: float, *, rows: int = 1000, labels: int = 6, units: float | None = None, **others: Any) -> Point:
    spec = Spec(others.pop("work", "accuracy"), "int64", rows, labels)
    return Point(spec, others.pop("threads", 2), units or rows, {OURS: ours, **others.pop("seconds", {})}, **others)


def along_rows(*times: float) -> list[Point]:
    """Points of 100, 1,000, 10,000, ... rows."""
    return [point(t, rows=10 ** (k + 2)) for k, t in enumerate(times)]


# Cliffs


@pytest.mark.parametrize(
    ("times", "jumps"),
    [
        ((), []),
        ((1e-6, 2.4e-5, 2.4e-4), []),  # 2.4 times a row is not yet a cliff
        ((1e-6, 1e-5, 1e-3), [(1000, 10_000, 10.0)]),
        ((1e-3, 1e-5, 1e-4), [(100, 1000, 0.01)]),  # less work takes longer
        ((1e-6, 5e-5, 2.5e-3), [(100, 1000, 5.0), (1000, 10_000, 5.0)]),
    ],
)
def test_a_cliff_is_a_jump_of_the_time_for_a_row(times: tuple[float, ...], jumps: list[tuple[int, int, float]]) -> None:
    found = finder.cliffs(along_rows(*times))
    assert [(c.low.spec.rows, c.high.spec.rows) for c in found] == [jump[:2] for jump in jumps]
    np.testing.assert_allclose([c.growth for c in found], [jump[2] for jump in jumps])


@pytest.mark.parametrize(
    ("peer", "spec", "seconds", "name"),
    [
        ("numba, all threads", ("brier_score", "float64", 10**6, 0), 1e-3, "loop"),
        ("NumPy", ("accuracy", "int64", 1000, 6), 5e-6, "call"),
        ("NumPy", (COUNTS, "int64", 10**5, 1000), 3e-4, "listed"),
        ("NumPy", (COUNTS, "int64", 10**6, 1000), 3e-3, "-"),
        ("NumPy", ("roc_auc", "int64", 10**4, 10**4), 2e-4, "sort"),
    ],
)
def test_losses_have_a_class(peer: str, spec: tuple[str, str, int, int], seconds: float, name: str) -> None:
    assert reason(Point(Spec(*spec), 2, 1, {OURS: seconds}), peer) == name


@pytest.mark.parametrize(
    ("axis", "low", "high", "seconds", "name"),
    [
        ("rows", ("accuracy", "int64", 10**6, 6), ("accuracy", "int64", 10**7, 6), 2e-2, "memory"),
        ("rows", ("accuracy", "int64", 10**6, 6), ("accuracy", "int64", 10**7, 6), 1.0, "-"),
        ("labels", ("accuracy", "list of int", 10**5, 256), ("accuracy", "list of int", 10**5, 300), 1e-3, "objects"),
        ("labels", ("accuracy", "int64", 10**5, 256), ("accuracy", "int64", 10**5, 300), 1e-3, "-"),
        ("labels", ("roc_auc", "int64", 10**6, 6 * 10**5), ("roc_auc", "int64", 10**6, 10**6), 1e-2, "sort"),
    ],
)
def test_cliffs_have_a_class(
    axis: str, low: tuple[str, str, int, int], high: tuple[str, str, int, int], seconds: float, name: str
) -> None:
    ends = (Point(Spec(*end), 2, end[2], {OURS: seconds}) for end in (low, high))
    assert cause(finder.Cliff(axis, *ends)) == name


class Scripted:
    """A worker whose times are a function of the point."""

    threads = 2

    def __init__(self, seconds: Any) -> None:
        self.seconds = seconds

    def ours(self, specs: list[Spec], _: float) -> list[tuple[float, float]]:
        return [(self.seconds(s), float(s.rows)) for s in specs]

    def point(self, spec: Spec, _: float) -> Point:
        return Point(spec, self.threads, spec.rows, {OURS: self.seconds(spec), "NumPy": 1e-4})


def test_a_cliff_is_narrowed_down_to_where_it_is() -> None:
    worker: Any = Scripted(lambda s: 1e-6 if s.labels <= 1024 else 2e-5)
    points = [point(worker.seconds(Spec("accuracy", "int64", 1000, k)), labels=k) for k in (512, 1000, 2048)]
    (place,) = proved(worker, points, 0.0, FOREVER)
    assert place.worst.certain
    assert place.worst.low.spec.labels <= 1024 < place.worst.high.spec.labels
    assert place.worst.high.spec.labels < 1.05 * place.worst.low.spec.labels


def test_a_jump_without_a_step_is_a_slope_and_one_with_a_step_is_none() -> None:
    def place_of(seconds: Any) -> Any:
        points = [point(seconds(Spec("accuracy", "int64", 1000, k)), labels=k) for k in (6, 100)]
        worker: Any = Scripted(seconds)
        (place,) = proved(worker, points, 0.0, FOREVER)
        return place

    place = place_of(lambda s: 1e-6 * s.labels**0.5)
    assert (place.worst.slope, cause(place.worst)) == (True, "slope")
    page_of = page(Findings([place.worst.low, place.worst.high], [place]), left_out=0, seconds=60.0)
    assert "Cliffs: 0; jumps without a step of ours: 1;" in page_of
    place = place_of(lambda s: 1e-6 if s.labels < 50 else 1e-5)
    assert (place.worst.slope, cause(place.worst)) == (False, "-")


def test_a_disturbed_time_is_no_cliff_when_measured_again() -> None:
    worker: Any = Scripted(lambda s: 1e-9 * s.rows)
    assert len(finder.cliffs(along_rows(1e-7, 1e-6, 9e-4))) == 1
    assert proved(worker, along_rows(1e-7, 1e-6, 9e-4), 0.0, FOREVER) == []


# Losses, intervals, threads, failures


def test_a_loss_names_the_worst_point_and_small_calls_stand_apart() -> None:
    times = {100: 0.5, 1000: 0.3, 1001: 0.8, 10_000: 0.2, 100_000: 1.5}
    points = [point(1.0, rows=n, seconds={"NumPy": t, "scikit-learn": 9.0}) for n, t in times.items()]
    (loss,), (small,) = finder.losses(points, few_rows=False), finder.losses(points, few_rows=True)
    found = [(one.peer, one.ratio, one.points[0].spec.rows, len(one.points), one.tried) for one in (loss, small)]
    assert found == [("NumPy", 0.2, 10_000, 2, 3), ("NumPy", 0.3, 1000, 2, 2)]


def test_a_call_that_fails_is_a_finding_and_more_of_it_is_not_tried() -> None:
    class Falls(Scripted):
        asked = 0

        def point(self, spec: Spec, _: float) -> Point:
            self.asked += 1
            return Point(spec, 2, spec.rows, {}, {OURS: "over 30 s"})

    worker: Any = Falls(None)
    points = measure(worker, [Spec("accuracy", "int64", n, 6) for n in (10, 100, 1000)], 0.0, FOREVER)
    assert worker.asked == 1
    assert [why[:8] for _, _, why in finder.failures(points)] == ["over 30 ", "left out", "left out"]
    assert finder.cliffs(points) == finder.losses(points, few_rows=True) == finder.costly(points) == []


def test_the_clock_goes_on_after_a_call_that_raises() -> None:
    def runs_out() -> None:
        raise MemoryError

    found = least({OURS: lambda: 1, "NumPy": runs_out, "pandas": lambda: 2}, 0.0)
    assert set(found.least) == {OURS, "pandas"}
    assert found.failed == {"NumPy": "MemoryError: "}


def test_the_page_shows_what_was_planted() -> None:
    points = [*along_rows(1e-06, 1e-05, 0.001), point(2.0, rows=5000, work="f1, macro", seconds={"NumPy": 0.5})]
    places = proved(Scripted(lambda s: points[2].ours if s.rows > 3162 else 1e-9 * s.rows), points, 0.0, FOREVER)  # type: ignore[arg-type]
    found, how = Findings(points, places), {"left_out": 3, "seconds": 60.0}
    for text in (printed(found, **how, top=5), page(found, **how)):  # type: ignore[arg-type]
        assert all(words in text for words in ("Cliffs: 1;", "3 points were left out", "0.25"))


# What is measured


def values(calls: dict[str, Any]) -> dict[str, float]:
    return {name: float(call()) for name, call in calls.items()}


LABEL_POINTS = [
    Spec(work, column, 500, 2 if column == "bool" else 5, weighted)
    for work in METRICS
    for column in ("int64", "uint8", "float64", "bool", "list of int", "pandas str", "Polars Enum")
    for weighted in (False, True)
]
SCORE_POINTS = [
    Spec(work, column, 500, distinct, weighted)
    for work, distinct in (("roc_auc", 0), ("roc_auc", 20), ("brier_score", 0), ("log_loss", 0))
    for column in SCORE_COLUMNS
    for weighted in (False, True)
    if work == "roc_auc" or "int" not in column
]


@pytest.mark.parametrize("spec", [*filter(fits, LABEL_POINTS), *SCORE_POINTS], ids=str)
def test_the_obvious_lines_give_our_number(spec: Spec) -> None:
    found = values(job(spec).calls)
    np.testing.assert_allclose(list(found.values()), found[OURS], rtol=2e-3 if spec.column == "float16" else 1e-5)


@pytest.mark.parametrize("column", ["int64", "pandas categorical"])
def test_the_obvious_table_is_ours(column: str) -> None:
    calls = job(Spec(COUNTS, column, 500, 5)).calls
    np.testing.assert_array_equal(calls["NumPy"](), calls[OURS]().table)  # type: ignore[attr-defined]


@pytest.mark.parametrize("work", ["cohen_kappa, quadratic", "brier_score", "log_loss"])
def test_the_loops_give_our_number(work: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where numba is not installed: then as loops of Python."""
    if find_spec("numba") is None:
        plain = ModuleType("numba")
        plain.__spec__ = ModuleSpec("numba", None)
        plain.njit = lambda function=None, **_: function or (lambda one: one)  # type: ignore[attr-defined]
        plain.prange, plain.get_num_threads = range, lambda: 2  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "numba", plain)
        monkeypatch.delitem(sys.modules, "benchmarks.loops", raising=False)
    spec = Spec(work, "int64", 100_000, 5) if work.startswith("cohen") else Spec(work, "float64", 100_000, 0)
    calls = {name: call for name, call in job(spec).calls.items() if name == OURS or name.startswith("numba")}
    assert set(calls) >= {OURS, "numba"}
    found = values(calls)
    np.testing.assert_allclose(list(found.values()), found[OURS], rtol=1e-10)


# It runs


@pytest.mark.skipif(sys.platform != "linux", reason="limits and peaks of memory are read as Linux tells them")
def test_a_point_is_measured_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{ROOT / 'src'}")
    with Worker(threads=1, gigabytes=4.0, limit=60.0) as worker:
        for work in LABELLED:
            found = worker.point(Spec(work, "int64", 100, 3), 0.0)
            assert found.failed == {}
            assert {OURS, "NumPy", "scikit-learn"} <= set(found.seconds)
        impossible = worker.point(Spec(COUNTS, "no such column", 100, 3), 0.0)
        assert impossible.failed == {OURS: "the data: KeyError: 'no such column'"}


@pytest.mark.skipif(sys.platform != "linux", reason="limits and peaks of memory are read as Linux tells them")
def test_the_command_prints_its_lists() -> None:
    command = [sys.executable, "-m", "benchmarks.cliffs", "--quick", "--minutes", "0.1", "accuracy", "--gigabytes", "4"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    assert "points in 0 minutes. Cliffs: " in done.stdout
    assert "Losses up to 1,000 rows" in done.stdout


ROOT = Path(__file__).resolve().parent.parent
BENCHMARKS = ROOT / "benchmarks"
SCRIPTS = sorted(BENCHMARKS.glob("*.py"))
BESIDE = {path.stem for path in BENCHMARKS.iterdir()}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_imports_its_neighbours_by_their_full_name(script: Path) -> None:
    """The folder is then not on the path, where `coverage` in it would be the package that numba asks for."""
    tree = ast.parse(script.read_text(encoding="utf-8"))
    plain = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    froms = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert {name.split(".")[0] for name in [*plain, *froms]} & BESIDE == set()


@pytest.mark.parametrize(
    "page", [*SCRIPTS, *sorted(BENCHMARKS.glob("*.md")), ROOT / "README.md"], ids=lambda path: path.name
)
def test_the_command_that_a_page_names_is_one_that_runs(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"python benchmarks/\w+\.py", text) == []
    for name in re.findall(r"python -m benchmarks\.([\w.]+\w)", text):
        assert (BENCHMARKS / f"{name.replace('.', '/')}.py").is_file()
