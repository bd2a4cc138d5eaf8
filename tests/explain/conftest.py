import warnings
from collections.abc import Iterator

import matplotlib as mpl
import pytest

mpl.use("agg")


@pytest.fixture(autouse=True)
def _close_figures() -> Iterator[None]:
    """Close what pyplot opened, and prove that no setting was changed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mpl.MatplotlibDeprecationWarning)
        before = dict(mpl.rcParams)
    yield
    from matplotlib import pyplot as plt

    plt.close("all")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mpl.MatplotlibDeprecationWarning)
        assert dict(mpl.rcParams) == before
