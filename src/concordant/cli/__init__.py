"""The command line: ``concordant report`` and the other commands, one module each."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """
    Run the command line and return its exit code.

    Parameters
    ----------
    arguments : sequence of str, optional
        The words after ``concordant``. Default: those that this process was started with.

    Returns
    -------
    int
        0; 1 for a gate that failed or an alert that went off, and for nothing else; 2 for whatever goes wrong (one line
        on stderr says what); 130 if interrupted, 141 if the reader of a pipe went away, 143 after SIGTERM.
    """
    if arguments is None:
        # Modules that load are no garbage: to search them for it is 6 % of a short command,
        gc.set_threshold(200_000)
        # and once more at the end a tenth: what is left then goes with the process.
        atexit.register(gc.freeze)
        # With its own, larger pieces of CSV files Polars holds 200 MB more, and is no faster.
        os.environ.setdefault("POLARS_CSV_CHUNK_SIZE", "2000000")
        # No command multiplies large matrices: BLAS threads that wait for one take a quarter of a short command.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from concordant.cli.app import run, unwind_at_sigterm
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "concordant":
            raise
        sys.stderr.write(f'concordant: the command line needs {error.name}: pip install "concordant[cli]"\n')
        return 2
    except KeyboardInterrupt:
        return 130
    if arguments is None:
        unwind_at_sigterm()
    return run(sys.argv[1:] if arguments is None else arguments)
