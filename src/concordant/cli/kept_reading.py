"""What a command reads with ``--resume``: one run that keeps what it has read, and goes on where it was cut off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from concordant.cli.label_rules import rules
from concordant.cli.roles import Roles
from concordant.cli.terminal import tell
from concordant.inputs.checkpoints import Checkpoints


def checkpoints_in(folder: str | None) -> Checkpoints | None:
    """Return the checkpoints of ``--resume``; None where nothing is kept."""
    return None if folder is None else Checkpoints(Path(folder).expanduser(), named="--resume")


@contextmanager
def kept_reading(roles: Roles, **needs_rows: object) -> Iterator[None]:
    """
    Let all that a command reads be one run of its checkpoints: their folder is removed if no error comes.

    Parameters
    ----------
    roles : Roles
    **needs_rows
        What was typed of options that may need all rows at once, by their names.

    Raises
    ------
    OptionError
        Inside, where columns of more rows than are held in memory are read as a whole.
    """
    kept = roles.checkpoints
    if kept is None:
        yield
        return
    from concordant.engines.files.row_limit import MOST_ROWS

    with kept.one_run(MOST_ROWS, _given(roles, needs_rows)), told_of_kept(kept):
        yield


@contextmanager
def told_of_kept(kept: Checkpoints | None) -> Iterator[None]:
    """Say on stderr where what was read is kept, if an error comes."""
    try:
        yield
    except BaseException:
        if kept is not None and any(kept.folder.glob("pass=*.checkpoint")):
            tell(f"what was read is kept in {kept.folder}: the same command goes on from there.")
        raise


def _given(roles: Roles, needs_rows: Mapping[str, object]) -> str:
    """Options on this line that may be the reason why columns are read as a whole."""
    given = {"weight": roles.weight, "cluster": roles.cluster, "by": roles.by, **needs_rows}
    named = [f"--{name}" for name, value in given.items() if value]
    if rules().any:
        named.append("--na, --strip or --ignore-case")
    return f"perhaps for {', '.join(named)}" if named else ""
