"""What tests of pictures share: a backend without a screen, and settings that stay as they were."""

import warnings
from collections.abc import Iterator

import matplotlib as mpl
import pytest

mpl.use("agg")


@pytest.fixture(autouse=True)
def settings_stay() -> Iterator[None]:
    """Prove that no setting of matplotlib was changed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mpl.MatplotlibDeprecationWarning)
        before = dict(mpl.rcParams)
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mpl.MatplotlibDeprecationWarning)
        assert dict(mpl.rcParams) == before
