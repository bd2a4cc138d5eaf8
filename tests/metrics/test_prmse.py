"""PRMSE: rsmtool, and what is refused."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from numpy.testing import assert_allclose
from panels_of import cases_of_numbers

from concordant import (
    prmse,
)
from concordant.errors import MissingValuesError, OptionError, UndefinedMetricWarning
from concordant.states import NumericRatings

NAN = float("nan")


@pytest.mark.parametrize("case", cases_of_numbers("prmse"), ids=lambda case: case["name"])
def test_prmse_beside_rsmtool(case: dict[str, Any]) -> None:
    people, system, expected = case["input"]["ratings"], case["input"]["system"], case["expected"]
    assert_allclose(prmse(people, system), expected["prmse"], rtol=1e-9)
    known = prmse(people, system, error_variance=0.5)
    assert_allclose(known, expected["prmse_with_given_error_variance_0_5"], rtol=1e-9)


def test_a_system_needs_a_number_for_every_rated_unit() -> None:
    assert prmse([[1, 2], [None, None], [3, 3]], [1, NAN, 3]) == prmse([[1, 2], [3, 3]], [1, 3])
    with pytest.raises(MissingValuesError, match="system must have a finite number"):
        prmse([[1, 2], [3, 3]], [1, NAN])
    with pytest.raises(OptionError, match="error_variance must be"):
        prmse([[1, 2], [3, 3]], [1, 2], error_variance=-1)
    with pytest.warns(UndefinedMetricWarning, match="no unit has two ratings of people"):
        assert math.isnan(prmse([1, 2, 3], [1, 2, 3]))
    with pytest.warns(UndefinedMetricWarning, match="people differ no more between units than within"):
        assert math.isnan(prmse([[1, 3], [3, 1]], [1, 2]))
    state = prmse.state([[1, 2], [3, 3]], [1, 3])
    assert state.raters == (0, 1, "system")
    assert json.dumps(state.to_dict())
    assert isinstance(state, NumericRatings)


def test_a_state_needs_a_number_of_the_system_for_every_rated_unit() -> None:
    with pytest.raises(MissingValuesError, match=r"the last of the raters, .* 1 units have none"):
        prmse.of(NumericRatings.from_wide([[1, 2, 1], [3, 3, None], [4, 5, 4]]))
    state = NumericRatings.from_wide([[1, 2, 1], [3, 3, 3], [4, 5, 4], [None, None, 2]])
    assert prmse.of(state) == prmse([[1, 2], [3, 3], [4, 5]], [1, 3, 4])
