"""How many threads the kernels may use: a call, an environment variable, all processors."""

from __future__ import annotations

from typing import Any

import pytest

from concordant import get_threads, set_threads
from concordant.errors import OptionError
from concordant.settings import threads_for


def test_a_call_beats_the_environment(free_threads: pytest.MonkeyPatch) -> None:
    free_threads.setenv("CONCORDANT_THREADS", "7")
    assert get_threads() == 7
    set_threads(3)
    assert get_threads() == 3
    set_threads(None)
    assert get_threads() == 7
    free_threads.delenv("CONCORDANT_THREADS")
    set_threads(None)
    assert get_threads() >= 1


def test_an_empty_variable_is_none(free_threads: pytest.MonkeyPatch) -> None:
    every = get_threads()
    set_threads(None)
    free_threads.setenv("CONCORDANT_THREADS", "")
    assert get_threads() == every


@pytest.mark.parametrize("text", ["0", "-1", "2.5", "many", " ", "1 2"])
def test_a_variable_that_is_no_number_of_threads(free_threads: pytest.MonkeyPatch, text: str) -> None:
    free_threads.setenv("CONCORDANT_THREADS", text)
    with pytest.raises(
        OptionError, match=rf"^CONCORDANT_THREADS must be a whole number of at least 1, not '{text}'\.$"
    ):
        get_threads()


@pytest.mark.parametrize("threads", [0, -2, 1.0, "2", True])
def test_numbers_of_threads_that_are_none(free_threads: pytest.MonkeyPatch, threads: Any) -> None:
    with pytest.raises(OptionError, match=r"^threads must be a whole number of at least 1 or None, not "):
        set_threads(threads)


def test_few_rows_take_one_thread(free_threads: pytest.MonkeyPatch) -> None:
    set_threads(4)
    assert [threads_for(rows) for rows in (0, 124_999, 125_000, 187_500, 10**9)] == [1, 1, 2, 3, 4]


def test_narrow_rows_take_more_threads_later(free_threads: pytest.MonkeyPatch) -> None:
    set_threads(4)
    assert [threads_for(rows, 2) for rows in (125_000, 999_999, 1_000_000, 1_500_000)] == [1, 1, 2, 3]
