"""The answer of a campaign: how many fights a hero survives, and how many heroes die."""

from __future__ import annotations

from zodiac_sim.lab.campaign_figures import MEANS, MEASURES
from zodiac_sim.lab.differences import LARGER, SAME, SMALLER
from zodiac_sim.lab.summary import Row
from zodiac_sim.report import words
from zodiac_sim.report.campaign_subject import CampaignSubject
from zodiac_sim.report.compared import kind, scale
from zodiac_sim.report.words import Answer, Figures, Tile

MOST_HEROES = 6  # who are told one by one
_MOST_POINTS, _ENDS = 8, 4  # variants that are told one by one; of more the baseline and so many at both ends

_LABELS = {"fights_won": "Fights won", "days_lived": "Days lived", "survived": "Survive", "dead": "Die"}


def make_answer(subject: CampaignSubject) -> Answer:
    """Return the answer of a campaign: of its baseline, and of the variant that is furthest from it."""
    over = f"Mean of {len(subject.heroes)} heroes. " if len(subject.heroes) > 1 else ""
    furthest = subject.furthest
    heroes = tuple(filter(None, [_by_hero(subject)]))
    if furthest is None:
        tiles_of = f"{over}In brackets and below, the {words.interval_name(subject.confidence)}."
        text = _fights_won(subject, [subject.baseline])
        return Answer(_headline(subject), text, heroes, _tiles(subject.told(subject.baseline)), tiles_of)
    tiles_of = (
        f"{words.quoted(subject.baseline)} → {words.quoted(furthest)}, the variant furthest from it. {over}The "
        f"difference with its interval, which holds for all {words.whole(subject.differences[1].comparisons)} "
        "differences of this page together."
    )
    points = (*(_point(subject, variant) for variant in _told_of(subject)), *heroes)
    tiles = _changes(subject.change(furthest), subject.told(subject.baseline), subject.told(furthest))
    return Answer(
        _versus(subject, furthest), _fights_won(subject, [subject.baseline, furthest]), points, tiles, tiles_of
    )


def _who(subject: CampaignSubject, article: str = "A") -> str:
    return f"{article} hero" if len(subject.heroes) > 1 else subject.heroes[0]


def _headline(subject: CampaignSubject) -> str:
    found = subject.told(subject.baseline)
    return (
        f"{_who(subject)} wins {_won(found)} on average, survives {words.brief(found['survived'])} of campaigns and "
        f"dies in {words.brief(found['dead'])}."
    )


def _won(found: dict[str, Figures], *beside: dict[str, Figures]) -> str:
    row, *others = [each["fights_won"] for each in (found, *beside)]
    return f"{words.fixed(row['value'], _places(row, *others))} of {words.whole(row['most'])} fights"


def _places(*rows: Figures) -> int:
    """Return how many decimals of means a headline has: one, unless nearly all (or none) would look like all."""
    ends = [(row, (0, row["most"])) for row in rows]
    near = [row for row, extremes in ends if row["value"] not in extremes and round(row["value"], 1) in extremes]
    return max((words.digits(row["low"], row["high"]) for row in near), default=1)


def _versus(subject: CampaignSubject, furthest: str) -> str:
    """Say what the baseline gives, and what the variant that is furthest from it, as far as they are told apart."""
    base, other = subject.told(subject.baseline), subject.told(furthest)
    start = f"With {words.quoted(subject.baseline)} {_who(subject, 'a')} wins {_won(base, other)}"
    start += f" and dies in {words.brief(base['dead'])} of campaigns"
    changes = [subject.change(variant) for variant in subject.others]
    kinds = {kind(change[name]) for change in changes if change for name in ("fights_won", "dead")}
    if not kinds & {LARGER, SMALLER}:
        same = "no other variant makes a difference that matters"
        return f"{start}; {same if kinds == {SAME} else 'so few campaigns do not tell whether others change that'}."
    return f"{start}; with {words.quoted(furthest)} {_won(other, base)}, and {words.brief(other['dead'])}."


def _fights_won(subject: CampaignSubject, variants: list[str]) -> str:
    """Tell the fights won with some variants, with their intervals."""
    first, *others = [words.mean(subject.told(name)["fights_won"]) for name in variants]
    means = [first.replace("(", f"({words.interval_name(subject.confidence)} "), *others]
    each = [f"{mean} with {words.quoted(name)}" for mean, name in zip(means, variants, strict=True)]
    return f"Fights won: {words.joined(each)}."


def _by_hero(subject: CampaignSubject) -> str:
    """Tell heroes apart under the baseline, best first; nothing of a single one, or of too many."""
    if not 1 < len(subject.heroes) <= MOST_HEROES:
        return ""
    found = {hero: subject.told(subject.baseline, hero) for hero in subject.heroes}
    order = sorted((hero for hero in found if found[hero]), key=lambda hero: -found[hero]["fights_won"]["value"])
    each = [
        f"{hero} wins {words.mean(found[hero]['fights_won'])} fights and dies in {words.rate(found[hero]['dead'])}"
        for hero in order
    ]
    return f"By hero, with {words.quoted(subject.baseline)}: {'; '.join(each)} of campaigns."


def _told_of(subject: CampaignSubject) -> list[str]:
    """Return the variants to tell of: the baseline, then all others, or those at both ends of fights won."""
    known = [variant for variant in subject.others if subject.change(variant)]
    if len(known) >= _MOST_POINTS:
        ranked = sorted(known, key=lambda name: -subject.told(name)["fights_won"]["value"])
        known = [*ranked[:_ENDS], *ranked[-_ENDS:]]
    return [subject.baseline, *known]


def _point(subject: CampaignSubject, variant: str) -> str:
    """Tell fights won, survivors and dead of a variant, and how much more or fewer than with the baseline."""
    found, change = subject.told(variant), subject.change(variant)
    won = f"{words.mean(found['fights_won'])} of {words.whole(found['fights_won']['most'])} fights won"
    parts = [won, f"{words.rate(found['survived'])} survive", f"{words.rate(found['dead'])} die"]
    if change:
        names = ("fights_won", "survived", "dead")
        parts = [f"{part}{_against(change[name])}" for part, name in zip(parts, names, strict=True)]
    return f"{words.quoted(variant)}: {'; '.join(parts)}."


def _against(row: Row) -> str:
    """Return a difference as it stands behind a figure, or that there is none to speak of."""
    if kind(row) == SAME:
        return ", no difference that matters"
    unit = "" if row["quantity"] in MEANS else " points"
    told = "" if kind(row) in (LARGER, SMALLER) else ", not told apart"
    value, ends = words.split(words.change(row, scale=scale(row)))
    return f", {value}{unit} ({ends}){told}"


def _tiles(found: dict[str, Figures]) -> tuple[Tile, ...]:
    figures = {name: words.mean(found[name]) if name in MEANS else words.rate(found[name]) for name in MEASURES}
    return tuple(Tile(_label(name, found), *words.split(figures[name])) for name in MEASURES)


def _changes(change: dict[str, Row], base: dict[str, Figures], other: dict[str, Figures]) -> tuple[Tile, ...]:
    return tuple(
        Tile(
            _label(name, base, other),
            f"{_short(name, base, other)} → {_short(name, other, base)}{_unit(name)}",
            words.change(change[name], scale=scale(change[name])),
        )
        for name in MEASURES
    )


def _short(name: str, found: dict[str, Figures], beside: dict[str, Figures]) -> str:
    """Return a figure without its unit, a mean in as many decimals as the one beside it."""
    if name in MEANS:
        return words.fixed(found[name]["value"], _places(found[name], beside[name]))
    return words.brief(found[name]).removesuffix(_unit(name))


def _unit(name: str) -> str:
    return "" if name in MEANS else f"{words.SPACE}%"


def _label(name: str, *found: dict[str, Figures]) -> str:
    if name not in MEANS:
        return _LABELS[name]
    most = dict.fromkeys(words.whole(each[name]["most"]) for each in found)
    return f"{_LABELS[name]}, of {' and of '.join(most)}"
