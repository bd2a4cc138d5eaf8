from __future__ import annotations

import numpy as np
import pytest

from concordant.errors import OptionError
from concordant.planning.design import last_count, smallest, smallest_lasting


@pytest.mark.parametrize("wanted", [1, 2, 3, 4, 5, 7, 8, 9, 1000, 10**9])
def test_the_smallest_number_that_is_enough(wanted: int) -> None:
    assert smallest(lambda n: n >= wanted) == wanted


def test_it_starts_where_it_is_told() -> None:
    assert smallest(lambda n: n >= 1, least=4) == 4


def test_what_no_study_reaches_raises() -> None:
    with pytest.raises(OptionError, match=r"not even 1,000,000,000 rows reach this"):
        smallest(lambda n: False)
    with pytest.raises(OptionError, match=r"reach a power of 0\.8"):
        smallest_lasting(lambda n: 0.5, 0.8, guess=10**8)


@pytest.mark.parametrize("guess", [1, 40, 57, 200])
def test_a_saw_is_passed_where_it_stays_above(guess: int) -> None:
    saw = {n: n / 100 + (0.05 if n % 10 < 5 else 0.0) for n in range(1, 2000)}
    found = smallest_lasting(saw.__getitem__, 0.6, guess=guess)
    assert found == 60  # 55 to 54 + 5 of the teeth are above too, 59 is not
    assert saw[55] < 0.6 < saw[60]
    assert max(n for n in saw if saw[n] < 0.6) == found - 1


def test_the_last_count_of_each_place() -> None:
    most = np.array([0, 0, 3, 10, 10, 10])
    ends = np.array([-1, 5, 1, -1, 7, 20])
    assert last_count(lambda count: count <= ends, most).tolist() == [-1, 0, 1, -1, 7, 10]
