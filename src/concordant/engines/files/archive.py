"""
What batches have said so far as bytes, and back: plain values, arrays, frames, and the classes that are named here.

Nothing of it is run when it is read, as a pickle would be: only the fields of classes that said so by `keepable`.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date, time
from decimal import Decimal
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from concordant.engines.unfit_rows import BadWeights, Gaps
from concordant.errors import DataFileError
from concordant.inputs.sources import DataFile
from concordant.states import BucketCurve, Counts, Curve, CurveStack, Moments
from concordant.states.score_key import ScoreKey

if TYPE_CHECKING:
    import polars as pl

C = TypeVar("C", bound=type)


def _name_of(cls: type) -> str:
    """The name of a class, with its module: two modules may have private classes of one name."""
    return f"{cls.__module__}.{cls.__qualname__}"


_CLASSES: dict[str, type] = {
    _name_of(one): one for one in (BadWeights, BucketCurve, Counts, Curve, CurveStack, Gaps, Moments, ScoreKey)
}


def keepable(cls: C) -> C:
    """
    Let objects of a class be kept, all of whose fields can be, but for those that its `GIVEN` names.

    A class that has `to_kept` and `from_kept` keeps the mapping that these give and take.
    """
    _CLASSES[_name_of(cls)] = cls
    return cls


def given_to(cls: type) -> tuple[str, ...]:
    """Return the fields of a class that are not kept: who goes on gives them again."""
    return tuple(getattr(cls, "GIVEN", ()))


class NotKeptError(Exception):
    """A value cannot be kept."""


def is_keepable(thing: object) -> bool:
    """Whether objects of this class can be kept."""
    return _CLASSES.get(_name_of(type(thing))) is type(thing)


def fields_of(thing: object) -> dict[str, Any]:
    """Return the fields of an object that are kept."""
    if not is_dataclass(thing):
        short = getattr(thing, "to_kept", None)
        return dict(vars(thing) if short is None else short())
    given = given_to(type(thing))
    return {one.name: getattr(thing, one.name) for one in fields(thing) if one.name not in given}


def packed(thing: Any) -> bytes:
    """
    Return a value as bytes.

    Raises
    ------
    NotKeptError
        If it holds something of another class.
    """
    arrays: list[Any] = []
    tree = _plain(thing, arrays)
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as box:
        box.writestr(zipfile.ZipInfo("tree.json"), json.dumps(tree))  # without a time: the same value, the same bytes
        for number, array in enumerate(arrays):
            with box.open(zipfile.ZipInfo(f"{number}.npy"), "w", force_zip64=True) as member:
                np.lib.format.write_array(member, array, allow_pickle=False)
    return out.getvalue()


def unpacked(data: bytes, files: Mapping[str, DataFile], name: str) -> Any:
    """
    Return the value of such bytes.

    Parameters
    ----------
    data : bytes
    files : mapping
        The files that the value may hold, by their paths.
    name : str
        Of what is read, for the error.

    Raises
    ------
    DataFileError
        If the bytes are no such value.
    """
    try:
        with zipfile.ZipFile(BytesIO(data)) as box:
            tree = json.loads(box.read("tree.json"))
            return _thing(tree, box, files)
    except (ValueError, KeyError, TypeError, OSError, AttributeError, zipfile.BadZipFile) as error:
        msg = f"{name} does not hold what this version keeps ({error}): delete it to read all files from the start."
        raise DataFileError(msg) from error


def _plain(thing: Any, arrays: list[Any]) -> Any:
    """A tree for JSON; arrays are put aside."""
    import polars as pl

    if thing is None or (isinstance(thing, (bool, str, int, float)) and not isinstance(thing, np.generic)):
        return thing
    if isinstance(thing, (list, tuple, set, frozenset)):
        kind = "list" if isinstance(thing, list) else "tuple" if isinstance(thing, tuple) else "set"
        return [kind, [_plain(one, arrays) for one in thing]]
    if isinstance(thing, Mapping):
        return ["dict", [[_plain(key, arrays), _plain(one, arrays)] for key, one in thing.items()]]
    if isinstance(thing, (np.ndarray, np.generic)) and not thing.dtype.hasobject:
        arrays.append(np.asarray(thing))
        return ["array" if isinstance(thing, np.ndarray) else "scalar", len(arrays) - 1]
    if isinstance(thing, pl.DataFrame):
        return ["frame", _put(thing, arrays)]
    if isinstance(thing, (date, time, Decimal, bytes)):  # labels that JSON does not have
        return ["label", _put(pl.DataFrame({"label": [thing]}), arrays)]
    if isinstance(thing, DataFile):
        return ["file", str(thing.path)]
    if isinstance(thing, np.dtype) and not thing.hasobject:
        return ["dtype", thing.str]
    if is_keepable(thing):
        return ["of", _name_of(type(thing)), _plain(fields_of(thing), arrays)]
    raise NotKeptError(type(thing).__name__)


def _put(frame: pl.DataFrame, arrays: list[Any]) -> int:
    """Put a frame aside as an array of bytes."""
    out = BytesIO()
    frame.write_ipc(out)
    arrays.append(np.frombuffer(out.getbuffer(), np.uint8))
    return len(arrays) - 1


def _thing(tree: Any, box: zipfile.ZipFile, files: Mapping[str, DataFile]) -> Any:
    """What a tree stands for."""
    if not isinstance(tree, list):
        return tree
    kind, what = tree[0], tree[1]
    if kind in ("list", "tuple", "set"):
        parts = [_thing(one, box, files) for one in what]
        return {"list": list, "tuple": tuple, "set": set}[kind](parts)
    if kind == "dict":
        return {_thing(key, box, files): _thing(one, box, files) for key, one in what}
    if kind == "file":
        return files[what]
    if kind == "dtype":
        return np.dtype(what)
    if kind == "of":
        return _object(_CLASSES[what], _thing(tree[2], box, files))
    with box.open(f"{what}.npy") as member:
        array = np.lib.format.read_array(member, allow_pickle=False)
    if kind in ("frame", "label"):
        import polars as pl

        frame = pl.read_ipc(BytesIO(array.tobytes()))
        return frame if kind == "frame" else frame.item()
    return array if kind == "array" else array[()]


def _object(cls: type, held: Mapping[str, Any]) -> Any:
    if hasattr(cls, "from_kept"):
        return cls.from_kept(held)
    found: Any = object.__new__(cls)
    if is_dataclass(cls) and {one.name for one in fields(cls)} - {*given_to(cls)} != held.keys():
        msg = f"other fields of {cls.__name__}"
        raise ValueError(msg)
    for name, value in held.items():
        object.__setattr__(found, name, value)
    return found
