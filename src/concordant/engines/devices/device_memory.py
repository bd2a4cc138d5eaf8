"""What a library says when the memory of a device does not suffice, as an error of ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from concordant.engines.devices.operations import Operations
from concordant.errors import ConcordantError, DeviceMemoryError


@contextmanager
def working_on(operations: Operations, like: Any) -> Iterator[None]:
    """
    Work on the device of an array, with numbers of 64 bits.

    Raises
    ------
    DeviceMemoryError
        If its memory does not suffice.
    """
    try:
        with operations.exactly(like):
            yield
    except ConcordantError:
        raise
    except Exception as error:
        if type(error).__name__ != "OutOfMemoryError" and "RESOURCE_EXHAUSTED" not in str(error):
            raise
        msg = (
            f"the memory of {operations.place(like)} does not suffice for {len(like)} rows: make states of parts of "
            "the rows and add them, or bring the rows to the host."
        )
        raise DeviceMemoryError(msg) from error
