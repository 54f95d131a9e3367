"""Several reports in one folder, with a page that lists what each of them found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from zodiac_sim.errors import InputError, shown
from zodiac_sim.lab import store
from zodiac_sim.lab.files import PathText
from zodiac_sim.lab.result import Result
from zodiac_sim.report import words
from zodiac_sim.report.answer import check_baseline, choose_baseline, make_answer, title_of
from zodiac_sim.report.campaign import campaign_answer
from zodiac_sim.report.rendering import rendered
from zodiac_sim.report.words import Answer
from zodiac_sim.report.write import INDEX, MARKER, write_report

if TYPE_CHECKING:
    from zodiac_sim.lab.campaign_result import CampaignResult
    from zodiac_sim.lab.table_time import TableTime

README = "README.md"
CONTENTS_MARKER = ".zodiac-sim-reports"

_OURS = {name.casefold() for name in (INDEX, README, CONTENTS_MARKER)}


@dataclass(frozen=True, slots=True)
class Entry:
    """What the list says of a report: its folder as it stands in a link, its answer, and what that was made of."""

    link: str
    title: str
    question: str
    answer: Answer
    source: str


def write_reports(
    results: Mapping[str, Result | CampaignResult] | Iterable[tuple[str, Result | CampaignResult]],
    folder: PathText,
    *,
    baseline: str | None = None,
    confidence: float = 0.95,
    time: TableTime | None = None,
) -> Path:
    """Write the reports of several results into one folder, with a list of what they found.

    Each report gets a folder of its own, as :func:`zodiac_sim.write_report` makes it; ``index.html`` and ``README.md``
    list them in the order given. All of it takes its place at once, or nothing changes.

    Parameters
    ----------
    results : dict of str to Result or CampaignResult, or pairs of both
        What studies gave, by the names of the folders they get. Of pairs only one is held at a time, so that a
        generator may make them as they are needed.
    folder : path
        New, empty, or older reports that were written together, which are replaced.
    baseline : str, optional
        The variant that others are compared with, in every study; chosen for each as in a single report without it.
    confidence : float
        Level of all intervals.
    time : TableTime, optional
        Seconds that things take at the table, for the estimate of minutes; without it, the defaults.

    Returns
    -------
    Path
        The list, ``index.html``.

    Raises
    ------
    InputError
        If a name cannot be that of a folder, two are equal or differ by their case alone, a variant is missing, or the
        folder holds other things or cannot be written.
    """
    entries: dict[str, Entry] = {}
    with store.new_folder(folder, marker=CONTENTS_MARKER, inner=MARKER) as new:
        for name, result in results.items() if isinstance(results, Mapping) else results:
            check_names([*entries, name])
            base = choose_baseline(result) if baseline is None else check_baseline(result.study, baseline)
            write_report(result, new / name, baseline=base, confidence=confidence, time=time)
            entries[name] = _entry(name, result, base, confidence)
        for template, file in (("contents.html.j2", INDEX), ("contents.md.j2", README)):
            (new / file).write_bytes(rendered(template, entries=list(entries.values())))
    return Path(folder).resolve() / INDEX


def check_folder(folder: PathText) -> None:
    """Check that reports can be written into a folder.

    Raises
    ------
    InputError
        If it holds other things, or cannot be written.
    """
    store.check_folder(folder, marker=CONTENTS_MARKER, inner=MARKER)


def check_names(names: Iterable[str]) -> None:
    """Check that reports of these names can stand in one folder, also where case makes no difference.

    Raises
    ------
    InputError
        If one is no name of a folder or that of a file of ours, or two are equal.
    """
    taken: set[str] = set()
    for name in names:
        if name in ("", ".", "..") or set(name) & {"/", "\\", "\0"} or name.casefold() in _OURS:
            raise InputError(f"{shown(name)} cannot be the name of a report’s folder")
        if name.casefold() in taken:
            raise InputError(f"two reports would be called {shown(name)}; they need names that differ")
        taken.add(name.casefold())


def _entry(name: str, result: Result | CampaignResult, baseline: str, confidence: float) -> Entry:
    if isinstance(result, Result):
        told = result.readable()
        answer = make_answer(told, told.study.variant_names[result.study.variant_names.index(baseline)], confidence)
        sample = f"{words.whole(result.duels)} duels of each matchup and variant"
    else:
        answer = campaign_answer(result, baseline, confidence)
        sample = f"{words.whole(result.campaigns)} campaigns of each hero and variant"
    return Entry(
        link=quote(name, safe="", errors="surrogateescape"),
        title=title_of(result),
        question=result.study.question,
        answer=answer,
        source=f"{sample}, seed {result.seed}{', stopped early' if result.interrupted else ''}.",
    )
