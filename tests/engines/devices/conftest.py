"""Every test of a device runs with each array library that is installed."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from support.processes import LIBRARIES, device_of


@pytest.fixture(params=LIBRARIES)
def move(request: pytest.FixtureRequest) -> Iterator[Callable[[Any], Any]]:
    with device_of(request.param) as mover:
        yield mover
