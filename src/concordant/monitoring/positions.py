"""How far each stream of rows has been counted: what comes twice is skipped, and a gap is an error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from concordant.errors import GapError, OptionError, StateFormatError

At = tuple[str, int]


class Positions:
    """
    For each stream the number of its first row that was counted, and of the next one.

    A stream is whatever delivers rows in order and can say where it stands: a partition of a log with its offsets, a
    file with the numbers of its rows.
    """

    def __init__(
        self, streams: Mapping[str, tuple[int, int]] | None = None, marks: Mapping[str, str] | None = None
    ) -> None:
        self.streams: dict[str, tuple[int, int]] = dict(streams or {})
        self.marks: dict[str, str] = dict(marks or {})  # what somebody noted of a stream, such as the size of a file

    def skipped(self, at: At, rows: int) -> int:
        """
        Return how many rows at the start of a batch have been counted already.

        Parameters
        ----------
        at : tuple of str and int
            The stream, and the number of the first row of the batch. The first batch of a stream may begin anywhere.
        rows : int
            How many rows the batch has.

        Raises
        ------
        GapError
            If rows are missing between those counted and the batch, or the batch lies before the first row that was
            counted.
        """
        stream, start = checked(at)
        if stream not in self.streams:
            return 0
        first, following = self.streams[stream]
        if start > following:
            msg = (
                f"{stream}: rows {following:,} to {start - 1:,} are missing. The batch begins at {start:,}, and "
                f"{following:,} is the next to be counted: read the stream again from there."
            )
            raise GapError(msg)
        if start < first:
            msg = (
                f"{stream}: the batch begins at row {start:,}, before the first one that was counted, {first:,}. The "
                f"batches came out of order, or the stream was opened too late."
            )
            raise GapError(msg)
        return min(following - start, rows)

    def advance(self, at: At, rows: int) -> None:
        """Note that a batch has been counted."""
        stream, start = checked(at)
        first, following = self.streams.get(stream, (start, start))
        self.streams[stream] = (first, max(following, start + rows))

    def next_of(self, stream: str) -> int | None:
        """Return the number of the next row of a stream; None if nothing of it was counted."""
        return self.streams[stream][1] if stream in self.streams else None

    def skip_to(self, stream: str, number: int) -> None:
        """Take it that the rows of a stream before this number do not exist."""
        if stream in self.streams:
            first, following = self.streams[stream]
            self.streams[stream] = (first, max(following, number))

    def copy(self) -> Positions:
        """Return the same to go on from."""
        return Positions(self.streams, self.marks)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that JSON can hold."""
        streams = {stream: list(ends) for stream, ends in sorted(self.streams.items())}
        return {"streams": streams, "marks": dict(sorted(self.marks.items()))}

    @classmethod
    def from_dict(cls, data: Any) -> Positions:
        """Read what `to_dict` wrote."""
        try:
            streams, marks = dict(data["streams"]), dict(data["marks"])
        except (KeyError, TypeError, ValueError):
            streams, marks = {"": None}, {}
        if not all(map(_are_ends, streams.values())):
            msg = "the stored positions must be two whole numbers for each stream."
            raise StateFormatError(msg)
        return cls({str(stream): (ends[0], ends[1]) for stream, ends in streams.items()}, marks)


def _are_ends(ends: Any) -> bool:
    whole = isinstance(ends, list) and len(ends) == 2 and all(type(end) is int for end in ends)
    return whole and 0 <= ends[0] <= ends[1]


def checked(at: Any) -> At:
    """Return a position; raise for anything else."""
    named = isinstance(at, tuple) and len(at) == 2 and isinstance(at[0], str)
    if not named or isinstance(at[1], bool) or not isinstance(at[1], int) or at[1] < 0:
        msg = f'at= is a stream and the number of the first row of the batch, such as ("topic/3", 1700), not {at!r}.'
        raise OptionError(msg)
    return at[0], at[1]
