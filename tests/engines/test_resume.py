"""A run over files that is cut off goes on where it stopped, and says the same; a part is never passed off as all."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from killed_runs import KilledError, in_sevens, killed_at

from concordant import evaluate, scan
from concordant.engines.files import archive, ordered_scores, resumed, score_fold, second_pass
from concordant.errors import ColumnError, DataFileError, InputTypeError, OptionError
from concordant.inputs import checkpoints
from concordant.report import grouping, scored_columns
from concordant.states import Counts

QUESTIONS: dict[str, dict[str, Any]] = {
    "labels": {"y_true": "t", "y_pred": "p"},
    "weighted labels": {"y_true": "t", "y_pred": "p", "sample_weight": "w"},
    "tiny weights": {"y_true": "t", "y_pred": "p", "sample_weight": "tiny"},  # which takes two passes
    "labels by groups": {"y_true": "t", "y_pred": "p", "by": "g"},
    "clusters": {"y_true": "t", "y_pred": "p", "cluster": "g"},
    "scores": {"y_true": "t", "y_score": "s"},
    "scores by groups": {"y_true": "t", "y_score": "s", "by": "g"},
    "weighted scores": {"y_true": "t", "y_score": "s", "sample_weight": "w"},
    "scores that leave 0 to 1": {"y_true": "t", "y_score": "z"},  # which begins the pass again
    "scores in order": {"y_true": "t", "y_score": "s", "exact": True},
    "measurements": {"y_true": "s", "y_pred": "z", "task": "continuous"},
}
WRITERS: dict[str, Callable[[pl.DataFrame, Path], Any]] = {
    "parquet": lambda frame, path: frame.write_parquet(path),
    "csv": lambda frame, path: frame.write_csv(path),
    "ndjson": lambda frame, path: frame.write_ndjson(path),
    "arrow": lambda frame, path: frame.write_ipc(path),
}
PARTS, ROWS = 5, 40


@pytest.fixture(autouse=True)
def _in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read any file in batches of seven rows, and keep every one; more than 30 scores go into buckets."""

    in_sevens(monkeypatch)
    monkeypatch.setattr(grouping, "LOOKED_AT", 5)
    monkeypatch.setattr(scored_columns, "LOOKED_AT", 5)
    monkeypatch.setattr(score_fold, "MOST_SCORES", 30)
    monkeypatch.setattr(score_fold, "BLOCK", 64)
    monkeypatch.setattr(score_fold, "BITS", {"probability": 8, "real": 7})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of each kind with the same rows."""
    found = tmp_path_factory.mktemp("rows")
    for kind, write in WRITERS.items():
        (found / kind).mkdir()
        for part in range(PARTS):
            write(rows_of(part), found / kind / f"{part}.{kind}")
    return found


def rows_of(part: int) -> pl.DataFrame:
    """Rows of a file."""
    rng = np.random.default_rng(part)
    truth = rng.integers(0, 2, ROWS)
    score = 1 / (1 + np.exp(-rng.normal(truth, 1)))
    return pl.DataFrame(
        {
            "t": truth,
            "p": rng.integers(0, 2, ROWS),
            "s": score,
            "z": np.where(part < 2, score, 3 * score),
            "w": rng.integers(1, 9, ROWS) / 4,
            "tiny": rng.integers(1, 9, ROWS) * 1e-200,
            "g": rng.choice(["a", "b", "c"], ROWS),
        }
    )


def page_of(source: Any, question: dict[str, Any], **more: Any) -> dict[str, Any]:
    """What a page of the question says, but for where the rows are from."""
    found: dict[str, Any] = evaluate(data=source, **question, **more).to_dict()
    return {name: what for name, what in found.items() if name != "source"}


RUNS = [
    *((name, "parquet") for name in QUESTIONS),
    *(("labels", kind) for kind in ("csv", "ndjson")),
    *(("scores", kind) for kind in ("csv", "arrow")),
]


@pytest.mark.parametrize(("question", "kind"), RUNS)
def test_killed_again_and_again_it_says_the_same(folder: Path, tmp_path: Path, question: str, kind: str) -> None:
    asked, source, kept = QUESTIONS[question], folder / kind, tmp_path / "kept"
    points = np.random.default_rng(len(question)).integers(0, 70, 2)
    for point in points.tolist():
        with pytest.MonkeyPatch.context() as patch:
            state = killed_at(patch, point)
            try:
                page_of(scan(source, resume=kept), asked)
            except KilledError:
                assert state.left < 0
    assert page_of(scan(source, resume=kept), asked) == page_of(scan(source), asked)
    assert not kept.exists()


@pytest.mark.parametrize("question", ["labels", "clusters", "scores", "measurements"])
def test_what_is_in_is_not_read_again_after_an_error(folder: Path, tmp_path: Path, question: str) -> None:
    asked = QUESTIONS[question]
    for part in range(PARTS):
        frame = rows_of(part).drop(asked["y_true"]) if part == 3 else rows_of(part)
        frame.write_parquet(tmp_path / f"{part}.parquet")
    source, kept = tmp_path / "*.parquet", tmp_path / "kept"
    with pytest.raises(ColumnError, match=r"3\.parquet"):
        evaluate(data=scan(source, resume=kept), **asked)
    rows_of(3).write_parquet(tmp_path / "3.parquet")
    read: list[int] = []
    found = page_of(scan(source, resume=kept), asked, progress=lambda done, _: read.append(done))
    assert found == page_of(folder / "parquet", asked)
    assert read[0] >= 3 * ROWS


def killed_in_second_pass(source: Any, batches: int, patch: pytest.MonkeyPatch) -> list[int]:
    """Count the batches of the second pass, and kill the run at one of them, or while its windows are added up."""
    add, taken = ordered_scores.Windows.add, [0]

    def counted(windows: Any, *given: Any) -> None:
        if taken[0] == batches:
            raise KilledError
        taken[0] += 1
        add(windows, *given)

    def killed(*_: Any) -> None:
        raise KilledError

    patch.setattr(ordered_scores.Windows, "add", counted)
    if batches < 0:
        patch.setattr(second_pass._Sums, "add", killed)
    with pytest.raises(KilledError):
        page_of(source, QUESTIONS["scores in order"])
    return taken


@pytest.mark.parametrize("kind", ["parquet", "csv"])
@pytest.mark.parametrize("batches", [1, 13, -1])
def test_a_second_pass_goes_on_where_it_stood(folder: Path, tmp_path: Path, kind: str, batches: int) -> None:
    source, kept, asked = folder / kind, tmp_path / "kept", QUESTIONS["scores in order"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(second_pass, "WINDOW", 50)
        first = killed_in_second_pass(scan(source, resume=kept), batches, patch)[0]
        assert list((kept / "pass=1.files").glob("*.f64"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(second_pass, "WINDOW", 50)
        taken, add = [0], ordered_scores.Windows.add

        def counted(windows: Any, *given: Any) -> None:
            taken[0] += 1
            add(windows, *given)

        patch.setattr(ordered_scores.Windows, "add", counted)
        assert page_of(scan(source, resume=kept), asked) == page_of(source, asked)
        every = 30  # batches of 7 of 40 rows in 5 files
        assert taken[0] - every == every - first
    assert not kept.exists()


def test_temporary_files_of_another_content_are_refused(folder: Path, tmp_path: Path) -> None:
    kept, asked = tmp_path / "kept", QUESTIONS["scores in order"]
    with pytest.MonkeyPatch.context() as patch:
        killed_in_second_pass(scan(folder / "parquet", resume=kept), 13, patch)
    path = kept / "pass=1.files" / "0.f64"
    scores = np.fromfile(path)
    for odd in (scores[:-1], np.append(0.123, scores[1:])):
        odd.tofile(path)
        with pytest.raises(DataFileError, match=r"0\.f64 does not hold what was written there"):
            page_of(scan(folder / "parquet", resume=kept), asked)
        path.unlink()


CHANGES: dict[str, tuple[Callable[[Path], Any], dict[str, Any], str]] = {
    "another score": (lambda _: None, {"y_score": "z"}, r"columns was t: Int64, s: None and is t: Int64, z: None"),
    "missing rows": (lambda _: None, {"missing": "drop"}, "missing was 'raise' and is 'drop'"),
    "weights": (lambda _: None, {"sample_weight": "w"}, "weight was None and is 'w'"),
    "a longer file": (
        lambda path: rows_of(7).head(9).write_parquet(path / "0.parquet"),
        {},
        r"0\.parquet had .* bytes",
    ),
    "no first file": (lambda path: (path / "0.parquet").unlink(), {}, r"0\.parquet came next and now .*1\.parquet"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_another_run_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    for part in range(3):
        rows_of(part).write_parquet(tmp_path / f"{part}.parquet")
    asked: dict[str, Any] = {"y_true": "t", "y_score": "s"}
    source, kept = tmp_path / "*.parquet", tmp_path / "kept"
    with monkeypatch.context() as patch:
        killed_at(patch, 20)
        with pytest.raises(KilledError):
            evaluate(data=scan(source, resume=kept), **asked)
    apply, other, said = CHANGES[change]
    apply(tmp_path)
    with pytest.raises(OptionError, match=said) as error:
        evaluate(data=scan(source, resume=kept), **{**asked, **other})
    assert f"delete {kept}" in str(error.value)


def test_another_version_is_refused(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Counts.from_frame(scan(folder / "parquet", resume=tmp_path / "kept"), y_true="t", y_pred="p")
    monkeypatch.setattr(resumed, "_version", lambda: "9.9")
    with pytest.raises(OptionError, match=r"version .* wrote it, this is 9\.9"):
        Counts.from_frame(scan(folder / "parquet", resume=tmp_path / "kept"), y_true="t", y_pred="p")


@pytest.mark.parametrize("damage", ["cut", "one bit", "empty", "other text"])
def test_a_damaged_checkpoint_is_refused(folder: Path, tmp_path: Path, damage: str) -> None:
    kept = tmp_path / "kept"
    whole = scan(folder / "parquet", resume=kept)
    Counts.from_frame(whole, y_true="t", y_pred="p")
    (path,) = kept.glob("pass=*")
    data = path.read_bytes()
    turned = bytearray(data)
    turned[len(data) // 2] ^= 4
    path.write_bytes({"cut": data[:-9], "one bit": bytes(turned), "empty": b"", "other text": b"rows\n" * 9}[damage])
    with pytest.raises(DataFileError, match=r"checkpoint .*pass=0.* is damaged: delete"):
        Counts.from_frame(scan(folder / "parquet", resume=kept), y_true="t", y_pred="p")


def test_files_that_come_later_are_added(folder: Path, tmp_path: Path) -> None:
    kept, source = tmp_path / "kept", folder / "parquet"
    first = sorted(source.glob("*"))[:3]
    part = Counts.from_frame(scan(first, resume=kept), y_true="t", y_pred="p")
    whole = Counts.from_frame(scan(source, resume=kept), y_true="t", y_pred="p")
    assert (part.n, whole) == (3 * ROWS, Counts.from_frame(scan(source), y_true="t", y_pred="p"))
    with pytest.raises(OptionError, match="is in it and not among the files"):
        Counts.from_frame(scan(first, resume=kept), y_true="t", y_pred="p")


def test_two_runs_at_once_are_refused(folder: Path, tmp_path: Path) -> None:
    first = checkpoints.Checkpoints(tmp_path / "kept")
    with first.next_pass(), pytest.raises(OptionError, match="another run keeps its checkpoints"):
        evaluate("t", y_score="s", data=scan(folder / "parquet", resume=tmp_path / "kept"))
    assert evaluate("t", y_score="s", data=scan(folder / "parquet", resume=tmp_path / "kept")).n == PARTS * ROWS


def test_a_lock_whose_file_another_run_removed_is_taken_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = checkpoints._lock
    removed = [tmp_path / ".lock"]

    def late(number: int) -> None:
        while removed:
            removed.pop().unlink()
        lock(number)

    monkeypatch.setattr(checkpoints, "_lock", late)
    with checkpoints.Checkpoints(tmp_path).next_pass():
        assert not removed
        with pytest.raises(OptionError, match="another run"), checkpoints.Checkpoints(tmp_path).next_pass():
            pass


def test_folders_of_other_things_and_urls_are_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"holds other files, such as 0\.parquet"):
        evaluate("t", y_score="s", data=scan(folder / "parquet", resume=folder / "parquet"))
    (tmp_path / "file").write_text("")
    with pytest.raises(OptionError, match="is a file: name a new folder"):
        evaluate("t", y_score="s", data=scan(folder / "parquet", resume=tmp_path / "file"))
    with pytest.raises(OptionError, match="resume= is for files of this computer"):
        scan("https://example.org/a.parquet", resume=tmp_path)


def test_damaged_files_stay_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for part in range(4):
        rows_of(part).write_parquet(tmp_path / f"{part}.parquet")
    whole = (tmp_path / "1.parquet").read_bytes()
    (tmp_path / "1.parquet").write_bytes(whole[:-20])
    source, kept = tmp_path / "*.parquet", tmp_path / "kept"
    asked = {"y_true": "t", "y_score": "s"}
    with monkeypatch.context() as patch:
        killed_at(patch, 25)
        with pytest.raises(KilledError):
            evaluate(data=scan(source, skip_corrupt=True, resume=kept), **asked)
    again = scan(source, skip_corrupt=True, resume=kept)
    assert page_of(again, asked) == page_of(scan(source, skip_corrupt=True), asked)
    assert list(again.left_out) == [str(tmp_path / "1.parquet")]


def test_a_page_says_where_nothing_was_kept(folder: Path, tmp_path: Path) -> None:
    page = evaluate("t", y_score="s", cluster="g", data=scan(folder / "parquet", resume=tmp_path / "kept"))
    assert "a run that is cut off starts again" in page.remarks[-1]


@pytest.mark.parametrize("value", [date(2026, 3, 1), (1, "a", None, 2.5, float("inf")), {("a", 1): [True, {3}]}])
def test_values_come_back_as_they_were(value: Any) -> None:
    assert archive.unpacked(archive.packed(value), {}, "it") == value


def test_classes_of_one_name_in_two_modules_are_kept_apart() -> None:
    from concordant.engines.files import moments, score_cells

    for one in (moments._Counted, score_cells._Counted):
        assert archive.is_keepable(object.__new__(one))


SCRIPT = """
import os, signal, sys
from concordant import durable_files, evaluate, scan
from concordant.engines.files import resumed, row_limit, score_fold
row_limit.MOST_ROWS, resumed.EVERY, resumed._COST = 0, 0.0, 0
calls = [0]
def killed(number):
    calls[0] += 1
    if calls[0] == 4:
        os.kill(os.getpid(), signal.SIGKILL)
durable_files.os.fsync = killed
evaluate("t", y_score="s", data=scan(sys.argv[1], resume=sys.argv[2]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_killed_by_the_system(folder: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    done = subprocess.run([sys.executable, "-c", SCRIPT, folder / "parquet", kept], check=False, capture_output=True)
    assert done.returncode == -9
    assert any(kept.glob("pass=0.*"))
    asked = QUESTIONS["scores"]
    assert page_of(scan(folder / "parquet", resume=kept), asked) == page_of(scan(folder / "parquet"), asked)
    assert not kept.exists()


@pytest.mark.parametrize(
    ("resume", "error"),
    [
        (5, InputTypeError),
        (True, InputTypeError),
        (b"kept", InputTypeError),
        ("", OptionError),
        ("a\0b", OptionError),
        ("s3://bucket/kept", OptionError),
    ],
)
def test_checkpoints_need_a_folder_of_this_computer(folder: Path, resume: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="resume= names a folder"):
        scan(folder / "csv", resume=resume)
