"""A command that SIGTERM ends leaves no temporary file, and keeps what it has read."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import polars as pl
import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM that a process can answer")


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_takes_temporary_files_away(tmp_path: Path, sent: signal.Signals, code: int) -> None:
    rng = np.random.default_rng(3)
    n = 2_100_000
    happened = rng.integers(0, 2, n)
    pl.DataFrame({"y": happened, "p": rng.random(n)}).write_parquet(tmp_path / "scores.parquet")
    held = tmp_path / "temporary"
    held.mkdir()
    line = ["score", str(tmp_path / "scores.parquet"), "--truth", "y", "--score", "p", "--metric", "auc", "--exact"]
    start = "import sys; from concordant.cli import main; sys.exit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", start, *line],
        env={**os.environ, "TMPDIR": str(held)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        until = time.monotonic() + 60
        while not any(held.glob("concordant-*/*")) and running.poll() is None and time.monotonic() < until:
            time.sleep(0.002)
        running.send_signal(sent)
        out, _ = running.communicate(timeout=60)
    assert (running.returncode, out) == (code, b"")
    assert not list(held.iterdir())
