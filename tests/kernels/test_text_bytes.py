"""What kinds of bytes text holds."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from concordant import _kernels


@given(text=st.binary(max_size=300))
def test_the_kinds_of_bytes(text: bytes) -> None:
    found = _kernels.text_bytes(np.frombuffer(text, np.uint8))
    assert found == (b"\0" in text, b'"' in text, any(byte > 127 for byte in text))
