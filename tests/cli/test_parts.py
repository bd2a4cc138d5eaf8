"""The parts of the command line one by one: words, labels, the example option, files written whole."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

import polars as pl
import pytest

from concordant.cli.command import completed, errors_in_options, in_options, parse_labels
from concordant.cli.output import check_writable, safe, write_text, write_whole
from concordant.errors import LabelError, OptionError

COLUMNS = {"y_true": "truth", "y_score": "score"}


@pytest.mark.parametrize(
    ("library", "command"),
    [
        ("Declare it: labels=[...].", "Declare it: --labels a,b,c."),
        ("declare labels=['b', 'a'].", "declare --labels b,a."),
        ("declare labels=[0, 1].", "declare --labels 0,1."),
        ("declare labels=['x y', 'a,b'].", "declare --labels 'x y,\"a,b\"'."),
        ("declare labels=[negative, positive].", "declare --labels negative,positive."),
        ("labels= must name", "--labels must name"),
        ("say pos_label='no', or", "say --pos-label no, or"),
        ('say pos_label="it\'s", or', "say --pos-label 'it'\"'\"'s', or"),
        ("say pos_label=1.", "say --pos-label 1."),
        ("as said by pos_label.", "as said by --pos-label."),
        ('drop such rows with missing="drop".', "drop such rows with --missing drop."),
        ("use task='multiclass' if", "use --task multiclass if"),
        ("only 'a' occurs in y_true", "only 'a' occurs in 'truth'"),
        ("y_score must hold numbers", "'score' must hold numbers"),
        ("the label 'y_true' stays", "the label 'y_true' stays"),
        ("y_true has 1 missing (the first in row 0)", "'truth' has 1 missing (the first in row 1)"),
        ("nothing to say", "nothing to say"),
    ],
)
def test_messages_speak_of_options(library: str, command: str) -> None:
    assert in_options(library, COLUMNS) == command


def test_an_error_keeps_its_kind() -> None:
    first = LabelError("give labels=[...]")

    def fail() -> None:
        with errors_in_options({}):
            raise first

    with pytest.raises(LabelError) as caught:
        fail()
    assert str(caught.value) == "give --labels a,b,c"
    assert caught.value.__cause__ is first


@pytest.mark.parametrize(
    ("given", "column", "labels"),
    [
        (["1,2,3"], pl.Series([1]), [1, 2, 3]),
        (["1,2", "3"], pl.Series([1]), [1, 2, 3]),
        (["1,2.5,3.0"], pl.Series([1.0]), [1, 2.5, 3]),
        (["-1..2"], pl.Series([1]), [-1, 0, 1, 2]),
        (["0..2"], pl.Series(["a"]), ["0", "1", "2"]),
        (["1,2"], pl.Series(["a"]), ["1", "2"]),
        (["a, b ,c"], pl.Series(["a"]), ["a", "b", "c"]),
        (['"a,b",c'], pl.Series(["a"]), ["a,b", "c"]),
        (["a..b"], pl.Series(["a"]), ["a..b"]),
        (["false,true"], pl.Series([True]), [False, True]),
        (["low,high"], pl.Series(["low"], dtype=pl.Enum(["low", "high"])), ["low", "high"]),
    ],
)
def test_labels_take_the_type_of_the_column(given: list[str], column: pl.Series, labels: list[object]) -> None:
    parsed = parse_labels(given, column)
    assert parsed == labels
    assert [type(label) for label in parsed] == [type(label) for label in labels]


@pytest.mark.parametrize("given", ["", "a,", "0..99999999"])
def test_labels_that_are_no_list(given: str) -> None:
    with pytest.raises(LabelError, match="--labels"):
        parse_labels([given], pl.Series(["a"]))


@pytest.mark.parametrize(
    ("arguments", "filled"),
    [
        (["--example"], ["--example=default"]),
        (["--example", "ms"], ["--example", "ms"]),
        (["--example", "--json", "-"], ["--example=default", "--json", "-"]),
        (["--json", "-", "--example"], ["--json", "-", "--example=default"]),
        (["--example=ms"], ["--example=ms"]),
        (["--json"], ["--json=-"]),
        (["--json", "--example"], ["--json=-", "--example=default"]),
        (["--json", "-"], ["--json", "-"]),
        (["--json", "x.json"], ["--json", "x.json"]),
        (["x.csv", "--truth", "t"], ["x.csv", "--truth", "t"]),
    ],
)
def test_two_options_may_stand_alone(arguments: list[str], filled: list[str]) -> None:
    assert completed(arguments, {"--example": "default", "--json": "-"}) == filled


def test_a_file_is_replaced_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.txt"
    path.write_text("old")
    write_text(path, "new ü")
    assert path.read_text(encoding="utf-8") == "new ü"
    assert capsys.readouterr().err == f"wrote {path} (1 kB)\n"
    assert list(tmp_path.iterdir()) == [path]


def test_after_an_error_the_old_file_is_there_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("old")

    def half(beside: IO[bytes]) -> None:
        beside.write(b"ha")
        message = "the disk is full"
        raise RuntimeError(message)

    with pytest.raises(RuntimeError, match="the disk is full"):
        write_whole(path, half)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_error_of_the_system_is_one_of_ours(tmp_path: Path) -> None:
    def full(beside: IO[bytes]) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(OptionError, match=r"x\.txt cannot be written: No space left on device\.$"):
        write_whole(tmp_path / "x.txt", full)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.html").write_text("old")
    (tmp_path / "link.html").symlink_to(tmp_path / "real.html")
    path = check_writable("--html", str(tmp_path / "link.html"))
    assert path is not None
    write_text(path, "new")
    assert (tmp_path / "link.html").is_symlink()
    assert (tmp_path / "real.html").read_text() == "new"


@pytest.mark.skipif(not Path(os.devnull).is_char_device(), reason="devices of POSIX")
def test_a_device_stays_a_device(capsys: pytest.CaptureFixture[str]) -> None:
    write_text(Path(os.devnull), "text")
    assert Path(os.devnull).is_char_device()
    assert capsys.readouterr().err == ""


def test_a_private_file_stays_private(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text("{}")
    path.chmod(0o600)
    write_text(path, "[]")
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_text() == "[]"


def test_no_link_beside_the_place_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also not one whose name was guessed: the file beside is made anew, or not at all."""
    monkeypatch.setattr("concordant.cli.output.token_hex", lambda _: "guessed")
    victim = tmp_path / "victim.txt"
    victim.write_text("precious")
    (tmp_path / ".concordant-guessed").symlink_to(victim)
    with pytest.raises(OptionError, match="cannot be written"):
        write_text(tmp_path / "x.html", "page")
    assert victim.read_text() == "precious"
    assert not (tmp_path / "x.html").exists()


@pytest.mark.parametrize(
    ("option", "name"),
    [
        ("--html", "x.pdf"),
        ("--html", "x"),
        ("--json", "x.csv"),
        ("--json", "x"),
        ("--plot", "x.html"),
        ("--plot", "-"),
        ("--out", "x.parquet"),
        ("--out", "x.csv.gz"),
    ],
)
def test_nothing_is_written_into_a_file_that_is_named_as_something_else(option: str, name: str) -> None:
    with pytest.raises(OptionError, match="name a file that ends in"):
        check_writable(option, name)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain\ntext", "plain\ntext"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("\x9b31m", "\\x9b31m"),
        ("a\rb\tc\x7f", "a\\rb\\tc\\x7f"),
        ("\u202eright to left", "\\u202eright to left"),
        ("\udcff", "\\udcff"),
        ("größer 5\u00a0% …", "größer 5\u00a0% …"),
    ],
)
def test_no_control_character_is_shown(text: str, shown: str) -> None:
    assert safe(text) == shown


def test_files_take_the_usual_permissions(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.touch()
    write_text(tmp_path / "x.txt", "text")
    assert (tmp_path / "x.txt").stat().st_mode == plain.stat().st_mode
