"""What a run on disk is a run of: its manifest, and whether another run may be added to it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import ConfigDict, Field, StrictBool, StrictInt, StrictStr

from zodiac_sim.engine.pairing import Pair
from zodiac_sim.errors import InputError, shown
from zodiac_sim.lab.files import cannot_read, strict_json, whole_file
from zodiac_sim.lab.intervals import LEAST
from zodiac_sim.lab.summary import Row, scenario_columns
from zodiac_sim.rules.checked import Checked, checked, key_path
from zodiac_sim.rules.files import MAX_BYTES, parse_toml
from zodiac_sim.study.study import MAX_SEED, Study, make_study

NAME = "manifest.json"
SCHEMA_VERSION = 1
CAMPAIGN = "campaign"  # the kind of a folder that holds the tables of a campaign, and no duels
ALL: Literal["all"] = "all"

Keep: TypeAlias = int | Literal["all"]
CHOSEN_ANEW = ("duels", "seed")  # of a study; the seed of the run stands beside it

Whole: TypeAlias = Annotated[StrictInt, Field(ge=0)]


class Manifest(Checked):
    """What stands in the manifest.

    ``study`` is a study file, ``ruleset`` the whole ruleset its variants start from, ``run`` a name that all files of
    the run bear inside, ``duels_asked`` and ``duels_done`` are of each scenario, ``keep`` is how many of them are kept
    row by row. ``finished`` tells whether nothing is left to do: all duels are done, or ``target_error`` was met.
    """

    model_config = ConfigDict(str_max_length=MAX_BYTES)

    schema_version: StrictInt = SCHEMA_VERSION
    version: StrictStr
    run: StrictStr
    duels_asked: Whole
    duels_done: Whole = 0
    finished: StrictBool = False
    seed: Annotated[StrictInt, Field(ge=0, le=MAX_SEED)]
    keep: Whole | Literal["all"]
    confidence: Annotated[float, Field(strict=True, ge=LEAST, le=1 - LEAST)] = 0.95
    target_error: Annotated[float, Field(strict=True, ge=LEAST, lt=0.5)] | None = None
    study: StrictStr
    ruleset: dict[str, Any]
    scenarios: tuple[dict[str, Any], ...]
    pairs: tuple[tuple[Whole, Whole], ...]


def made_study(manifest: Manifest, folder: Path) -> Study:
    """Return the study of a run, with the rules it was run by even where the packaged ones have changed since.

    Raises
    ------
    InputError
        If it is none that this package can make.
    """
    file = str(folder / NAME)
    try:
        data = parse_toml(manifest.study, file=file)
        study = make_study(data)
        if _plain(study) != manifest.ruleset:
            study = make_study({**data, "rules": manifest.ruleset})
    except InputError as error:
        raise error.within(file=file, key="study") from None
    if _plain(study) != manifest.ruleset or _fighting(_listed(study)) != _fighting(manifest.scenarios):
        raise InputError("is of rules or scenarios that this zodiac_sim does not know", file=file, key="study")
    return study


def manifest_of(
    study: Study, pairs: Sequence[Pair], keep: Keep, *, made_with: str | None = None, **options: Any
) -> Manifest:
    """Return the manifest of a new run of a study, which has a seed; ``options`` are further fields of it."""
    return Manifest(
        version=made_with or version("zodiac_sim"),
        run=secrets.token_hex(8),
        duels_asked=study.duels,
        seed=study.seed,
        keep=keep,
        study=study.toml(),
        ruleset=_plain(study),
        scenarios=_listed(study),
        pairs=tuple(pairs),
        **options,
    )


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write a manifest into the folder of its run.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    with whole_file(folder / NAME) as stream:
        stream.write(strict_json(manifest.model_dump(mode="json")).encode())


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest in the folder of a run.

    Raises
    ------
    InputError
        If there is none, it is damaged, or it is of another version of the schema.
    """
    file = str(folder / NAME)
    try:
        data = json.loads((folder / NAME).read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        missing = "is a file; the folder of a result is expected" if folder.exists() else "no such folder"
        what = "is a folder that holds no result, as it has no manifest.json" if folder.is_dir() else missing
        raise InputError(what, file=str(folder)) from None
    except OSError as error:
        raise cannot_read(error, file) from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"is damaged ({error}); without it the result cannot be read", file=file) from None
    if isinstance(data, Mapping) and data.get("kind") == CAMPAIGN:
        problem = "holds the tables of a campaign, which cannot be compared or read back; its study.toml makes it again"
        raise InputError(problem, file=str(folder))
    found = data.get("schema_version") if isinstance(data, Mapping) else None
    if found is not None and found != SCHEMA_VERSION:
        raise InputError(
            f"schema version {shown(found)}, while zodiac_sim {version('zodiac_sim')} reads {SCHEMA_VERSION}; "
            f"use the zodiac_sim that wrote it ({shown(data.get('version'))})",
            file=file,
        )
    return checked(Manifest, data, file=file)


def check_same(manifest: Manifest, study: Study, pairs: Sequence[Pair], folder: Path) -> None:
    """See that duels of a study can be added to a run: all is the same but the number of duels.

    Raises
    ------
    InputError
        Names the first key that differs, and both values.
    """
    file = str(folder / NAME)
    before = {**_fought(parse_toml(manifest.study, file=file)), "rules": manifest.ruleset}
    now = {**_fought(parse_toml(study.toml(), file=file)), "rules": _plain(study)}
    before |= {"version": manifest.version, "seed": manifest.seed, "pairs": list(manifest.pairs)}
    now |= {"version": version("zodiac_sim"), "seed": study.seed, "pairs": list(pairs)}
    before["scenarios"], now["scenarios"] = _fighting(manifest.scenarios), _fighting(_listed(study))
    difference = _first_difference(before, now)
    if difference is not None:
        key, old, new = difference
        what = f"is {_value(new)}, but the run that is to be resumed has {_value(old)}"
        raise InputError(f"{what}; use the same, or name another folder", file=str(folder), key=key_path(key))


def with_seed(study: Study) -> Study:
    """Return a study with its seed, which is drawn from the system if it has none."""
    return study.with_options(seed=secrets.randbelow(MAX_SEED + 1)) if study.seed is None else study


def _fought(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in CHOSEN_ANEW}


def _plain(study: Study) -> dict[str, Any]:
    return study.ruleset.model_dump(mode="json")


def _listed(study: Study) -> list[Row]:
    """Return who fights whom in each scenario, as the table of a run names it."""
    return list(map(scenario_columns, study.scenarios))


def _fighting(scenarios: Iterable[Mapping[str, Any]]) -> list[list[Any]]:
    return [[each.get(name) for name in ("matchup", "a", "b")] for each in scenarios]


Key = tuple[int | str, ...]


def _first_difference(old: Any, new: Any, key: Key = ()) -> tuple[Key, Any, Any] | None:
    """Return the first place where plain data differs, with both values; None stands for what is not there."""
    inner: Iterable[tuple[int | str, Any, Any]]
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        inner = ((part, old.get(part), new.get(part)) for part in dict.fromkeys((*old, *new)))
    elif isinstance(old, list | tuple) and isinstance(new, list | tuple):
        inner = ((part, *values) for part, values in enumerate(zip_longest(old, new)))
    else:
        return None if old == new else (key, old, new)
    differences = (_first_difference(before, now, (*key, part)) for part, before, now in inner)
    return next((found for found in differences if found is not None), None)


def _value(value: Any) -> str:
    return "nothing" if value is None else shown(value)
