from __future__ import annotations

import pytest

from concordant import calibration_error_emax

# Fitted by loess(y ~ p, control = loess.control(surface = "direct")) of R 4.2.2, cut off at 0 and 1; see also
# test_integrated_calibration_index.py, which holds all four of these metrics against R.
ROWS = [0, 0, 1, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 0.9]


def test_value_of_r() -> None:
    assert calibration_error_emax(*ROWS) == pytest.approx(0.2187524, abs=1e-7)
