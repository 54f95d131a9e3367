"""The table of a campaign in words: a row for each hero and variant, in as many digits as are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from zodiac_sim.lab.digits import in_percent
from zodiac_sim.lab.summary import Row
from zodiac_sim.lab.words import NOTHING, Figure, decimals, rate

if TYPE_CHECKING:
    from zodiac_sim.lab.campaign_result import CampaignResult

USUAL = ("survived", "defeated", "dead")
RARE = ("draw", "broken", "undead")  # told only where they occur


def columns(rows: Sequence[Row]) -> tuple[str, ...]:
    """Return the columns of the table: ends that are rare only where one of the rows has them."""
    rare = tuple(end for end in RARE if any(row[end] for row in rows))
    return ("hero", "variant", "campaigns", *USUAL, *rare, "fights won", "days")


def cells(row: Row, names: Sequence[str]) -> list[Figure]:
    """Return a row of the table for readers: the columns that are named."""
    return [_cell(row, name) for name in names]


def _cell(row: Row, name: str) -> Figure:
    match name:
        case "hero" | "variant":
            return Figure(row[name])
        case "campaigns":
            return Figure(f"{row['campaigns']:,}")
        case "fights won":
            return _mean(row, "fights_won", row["fights"])
        case "days":
            return _mean(row, "days_lived", row["days"])
        case end:
            return rate({**row, "duels": row["campaigns"]}, f"rate_{end}")


def _mean(row: Row, name: str, most: int) -> Figure:
    """Return a mean, of how many at most, and half the width of its interval."""
    value, low, high = (row[f"{name}_mean{end}"] for end in ("", "_low", "_high"))
    if value is None:
        return Figure(NOTHING)
    if low is None:
        return Figure(f"{value:.1f} of {most:,}")
    places = decimals(low, high)
    return Figure(f"{value:.{places}f} of {most:,}", f"± {(high - low) / 2:.{places}f}")


def notes(result: CampaignResult, confidence: float) -> Iterator[str]:
    """Yield what a reader of the table must know besides."""
    ruleset = result.study.ruleset
    yield (
        f"Shares of campaigns with their {in_percent(confidence)} % interval (Wilson), means ± half the width of "
        "theirs (Student's t); where none or all ended so, the end of the interval (<, >)."
    )
    yield "Survived: every day is lived. Defeated: out of a fight, and not dead. Days are those lived to their end."
    yield f"Seed {result.seed}, zodiac_sim {result.version}, rules {ruleset.name} {ruleset.version}."
    if result.interrupted:
        yield f"Interrupted: the figures hold for the {result.campaigns:,} campaigns a row that were finished."
