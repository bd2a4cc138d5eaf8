"""Commands with --resume that are killed: the same command goes on, and says the same to the last bit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from killed_runs import in_sevens, killed_at

from concordant.engines.files import score_cells, score_fold
from concordant.report import grouping, joint_labels, scored_columns

from .conftest import Run

PARTS, ROWS = 4, 40
COMMANDS: dict[str, tuple[str, ...]] = {
    "compare labels": ("compare", "--pred", "p", "--pred", "q"),
    "compare clusters": ("compare", "--pred", "p", "--pred", "q", "--cluster", "g"),
    "compare scores": ("compare", "--score", "s", "--score", "r", "--metric", "roc_auc", "--metric", "brier_score"),
    "threshold": ("threshold", "--score", "s", "--metric", "f1"),
    "threshold with a condition": ("threshold", "--score", "z", "--metric", "recall", "--constraint", "precision>=.7"),
    "cut points": ("cutpoints", "--score", "s"),
    "exact cut points": ("cutpoints", "--score", "z", "--method", "exact", "--cv", "0"),
    "score": ("score", "--score", "s", "--metric", "roc_auc", "--metric", "f1"),
    "score labels": ("score", "--pred", "p", "--metric", "kappa"),
    "score by group": ("score", "--score", "s", "--metric", "roc_auc", "--by", "q"),
    "score labels by group": ("score", "--pred", "p", "--metric", "kappa", "--by", "q"),
    "gate": ("gate", "--score", "s", "--metric", "roc_auc", "--min", "0.1"),
    "gate by group": ("gate", "--pred", "p", "--score", "s", "--metric", "f1", "--min", "0.1", "--by", "q"),
    "report by weighted group": ("report", "--score", "s", "--by", "q", "--weight", "w"),
    "score by weighted group": ("score", "--score", "s", "--metric", "auc", "--by", "q", "--weight", "w"),
    "score labels by weighted group": ("score", "--pred", "p", "--metric", "kappa", "--by", "q", "--weight", "w"),
    "gate by weighted group": ("gate", "--score", "s", "--metric", "auc", "--min", "0.1", "--by", "q", "--weight", "w"),
}


@pytest.fixture(autouse=True)
def _in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scores go into few buckets, so that the decisions of thresholds and cut points take several passes."""
    in_sevens(monkeypatch)
    monkeypatch.setattr(grouping, "LOOKED_AT", 5)
    for where in (scored_columns, joint_labels):
        monkeypatch.setattr(where, "LOOKED_AT", 5)
    monkeypatch.setattr(score_fold, "MOST_SCORES", 30)
    monkeypatch.setattr(score_fold, "BLOCK", 64)
    monkeypatch.setattr("concordant.engines.files.score_models.BLOCK", 64)
    monkeypatch.setattr(score_cells, "_TABLE", 1_000)
    monkeypatch.setattr(score_cells, "_PARTS", 16)
    monkeypatch.setattr(score_cells, "MOST_EXACT", 200)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("rows")
    for part in range(PARTS):
        rows_of(part).write_parquet(found / f"{part}.parquet")
    return found


def rows_of(part: int) -> pl.DataFrame:
    rng = np.random.default_rng(part)
    truth = rng.integers(0, 2, ROWS)
    level = rng.normal(truth, 1, (2, ROWS))
    columns = {"t": truth, "p": np.where(rng.random(ROWS) < 0.8, truth, 1 - truth), "q": rng.integers(0, 2, ROWS)}
    scores = {"s": 1 / (1 + np.exp(-level[0])), "r": 1 / (1 + np.exp(-level[1])), "z": level[0] * 3}
    return pl.DataFrame({**columns, **scores, "g": rng.integers(0, 30, ROWS), "w": rng.random(ROWS)})


def words_of(command: str, folder: Path) -> tuple[object, ...]:
    name, *rest = COMMANDS[command]
    return (name, folder / "*.parquet", "--truth", "t", *rest, "--json", "-")


@pytest.mark.parametrize("command", COMMANDS)
def test_killed_again_and_again_it_says_the_same(run: Run, folder: Path, tmp_path: Path, command: str) -> None:
    words, kept = words_of(command, folder), tmp_path / "kept"
    whole = run(*words)
    assert whole.code == 0
    stopped = 0
    for point in np.random.default_rng(len(command)).integers(5, 70, 5).tolist():
        with pytest.MonkeyPatch.context() as patch:
            state = killed_at(patch, point)
            stopped += run(*words, "--resume", kept).code == 2 and state.left < 0
    assert stopped
    again = run(*words, "--resume", kept)
    assert (again.code, again.out) == (0, whole.out)
    assert not kept.exists()


@pytest.mark.parametrize("command", ["compare scores", "threshold", "cut points"])
def test_a_mended_file_is_read_and_the_others_are_not(run: Run, tmp_path: Path, command: str) -> None:
    words, lost = words_of(command, tmp_path), "s"
    for part in range(3):
        (rows_of(part).drop(lost) if part == 2 else rows_of(part)).write_parquet(tmp_path / f"{part}.parquet")
    ran = run(*words, "--resume", tmp_path / "kept")
    assert ran.code == 2
    assert "what was read is kept in" in ran.err
    rows_of(2).write_parquet(tmp_path / "2.parquet")
    other = run(*words, "--missing", "drop", "--resume", tmp_path / "kept")
    assert other.code == 2
    assert "missing was 'raise' and is 'drop'" in " ".join(other.err.split())
    assert run(*words, "--resume", tmp_path / "kept").out == run(*words).out


OTHERS = {
    "labels": (("--pos-label", "0"), "labels was (0, 1) and is (1, 0)"),
    "folds": (("--cv", "3"), "folds was 5 and is 3"),
}


@pytest.mark.parametrize("other", OTHERS)
def test_another_question_is_refused_by_its_name(run: Run, folder: Path, tmp_path: Path, other: str) -> None:
    words, (more, said) = words_of("threshold", folder), OTHERS[other]
    with pytest.MonkeyPatch.context() as patch:
        killed_at(patch, 30)
        assert "KilledError" in run(*words, "--resume", tmp_path / "kept").err
    ran = run(*words, *more, "--resume", tmp_path / "kept")
    assert ran.code == 2
    assert said in " ".join(ran.err.split())


@pytest.mark.parametrize("command", ["compare scores", "threshold"])
def test_a_later_pass_does_not_go_on_after_another_first_one(run: Run, tmp_path: Path, command: str) -> None:
    words, kept = words_of(command, tmp_path), tmp_path / "kept"
    for part in range(PARTS):
        rows_of(part).write_parquet(tmp_path / f"{part}.parquet")
    with pytest.MonkeyPatch.context() as patch:
        killed_at(patch, 130)
        run(*words, "--resume", kept)
    assert any(kept.glob("pass=1.*"))
    rows_of(PARTS).write_parquet(tmp_path / f"{PARTS}.parquet")
    ran = run(*words, "--resume", kept)
    assert (ran.code, "is of another run: " in " ".join(ran.err.split())) == (2, True)


WHOLE = {
    "weights": ("threshold", "--score", "s", "--metric", "f1", "--weight", "w"),
    "confidence": ("threshold", "--score", "s", "--constraint", "recall>=.5", "--confidence", "0.9"),
    "another metric": ("cutpoints", "--score", "s", "--metric", "accuracy", "--method", "exact"),
    "weighted models": ("compare", "--pred", "p", "--pred", "q", "--weight", "w"),
    "exact groups": ("score", "--score", "s", "--by", "q", "--exact"),
    "a baseline": ("gate", "--pred", "p", "--against", "q", "--metric", "f1", "--min=-1"),
    "cleaned labels": ("score", "--pred", "p", "--strip"),
}


@pytest.mark.parametrize("case", WHOLE)
def test_what_cannot_be_kept_is_an_error(run: Run, folder: Path, tmp_path: Path, case: str) -> None:
    name, *rest = WHOLE[case]
    words = (name, folder / "*.parquet", "--truth", "t", *rest)
    assert run(*words).code == 0
    ran = run(*words, "--resume", tmp_path / "kept")
    said = " ".join(ran.err.split())
    assert ran.code == 2
    assert "--resume keeps what is read in batches, and this question needs its columns as a whole" in said
    assert case == "cleaned labels" or "perhaps for --" in said


def test_few_rows_need_no_checkpoint(run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("concordant.engines.files.row_limit.MOST_ROWS", 2_000_000)
    words = words_of("threshold", folder)
    assert run(*words, "--resume", tmp_path / "kept").out == run(*words).out
    ran = run("gate", folder, "--raters", "p,q", "--metric", "fleiss_kappa", "--min", "0", "--resume", "kept")
    assert "leave out --resume" in " ".join(ran.err.split())
