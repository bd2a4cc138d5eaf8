"""Write the stored table of version 2: `python tests/reference/store_state_table.py`. Never write it again."""

import json
import sys
from pathlib import Path

import polars as pl

sys.path.insert(0, str(Path(__file__).parents[1]))
from support.samples import USUAL, rows_of

from concordant import StateTable, __version__

if __name__ == "__main__":
    folder = Path(__file__).parents[1] / "states" / "stored" / "v2"
    table = StateTable.from_rows(rows_of(60, days=2, lands=2), **USUAL)
    table.write(folder / "state_table.parquet")
    states = table.states()
    held = {
        "concordant": __version__,
        "polars": pl.__version__,
        "counts": states.counts.table.tolist(),
        "curve": states.curve.to_dict(),
        "losses": {name: one.to_dict() for name, one in states.losses.items()},
        "groups": [list(group) for group in table.groups],
        "windows": [start.isoformat() for start in table.windows],
    }
    (folder / "state_table.json").write_text(json.dumps(held, indent=1) + "\n")
