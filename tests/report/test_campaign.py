"""The report of a campaign answers how many fights a hero survives and how many die, the same in all its forms."""

import csv
import io
import re
import shlex
from html import unescape

import numpy as np
import pytest

from tests.lab.campaigns import lived, road
from tests.lab.made import HOSTILE, small_result
from zodiac_sim.errors import InputError
from zodiac_sim.lab import campaign_figures
from zodiac_sim.lab.campaign_trace import trace_campaign
from zodiac_sim.lab.intervals import wilson
from zodiac_sim.lab.writing import markdown
from zodiac_sim.report import write_report, write_reports
from zodiac_sim.report.campaign import make_campaign_page
from zodiac_sim.study.study import make_study

MADE = lived(road(title="The road", question="How far?"), duels=800)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_report(MADE, tmp_path_factory.mktemp("made") / "report").parent


@pytest.fixture(scope="module")
def page():
    return make_campaign_page(MADE, "plain", 0.95)


def mean_of(variant: str, column: str) -> float:
    return float(MADE.table().query("variant == @variant")[column].mean())


def test_the_answer_is_how_many_fights_are_won_and_how_many_die(page):
    """Over the heroes, with the baseline and the variant that is furthest from it."""
    won, dead = (mean_of("plain", name) for name in ("fights_won_mean", "rate_dead"))
    assert f"With “plain” a hero wins {won:.1f} of 4 fights and dies in " in page.answer.headline
    assert dead == 0
    assert re.search(r"<0\.\d+\u00a0% of campaigns", page.answer.headline)
    far = max(("bloody", "scars"), key=lambda name: mean_of(name, "rate_dead"))
    assert mean_of(far, "rate_dead") > (won - mean_of(far, "fights_won_mean")) / 4
    assert f"with “{far}” {mean_of(far, 'fights_won_mean'):.1f} of 4 fights" in page.answer.headline
    assert f"and {100 * mean_of(far, 'rate_dead'):.1f}\u00a0%." in page.answer.headline
    assert "95\u00a0% interval" in page.answer.text
    points = dict(point.split(": ", 1) for point in page.answer.points)
    assert list(points) == ["“plain”", "“bloody”", "“scars”", "By hero, with “plain”"]
    assert f"{100 * mean_of('bloody', 'rate_survived'):.1f}\u00a0%" in points["“bloody”"]


def test_a_single_hero_is_called_by_his_name():
    alone = lived(road(("ann",), variants=[{"name": "plain"}]), duels=50)
    answer = make_campaign_page(alone, "plain", 0.95).answer
    row = alone.rows()[0]
    assert answer.headline.startswith(f"ann wins {row['fights_won_mean']:.1f} of 4 fights on average, survives ")
    assert answer.points == ()
    assert [tile.label for tile in answer.tiles] == ["Fights won, of 4", "Days lived, of 5", "Survive", "Die"]


def test_nearly_all_is_not_all_and_other_days_are_told():
    """Against a wolf without Skill hardly anybody falls; none of few who died is no certainty."""
    fighters = {"ann": {"preset": "soldier"}, "wolf": {"preset": "wolf", "hp": 20, "skill": 30}}
    variants = [{"name": "two"}, {"name": "one", "set": {"campaign.days": [["wolf"]]}}]
    days = {"heroes": ["ann"], "days": [["wolf"], "rest", ["wolf"]]}
    study = make_study({"duels": 100, "fighters": fighters, "campaign": days, "variants": variants})
    result = lived(study, duels=1000)
    won = [f"{row['fights_won_mean']:.3f}" for row in result.rows()]
    assert "1.95" < won[0] < "2"
    answer = make_campaign_page(result, "two", 0.95).answer
    assert answer.headline.startswith(f"With “two” ann wins {won[0]} of 2 fights and dies in <")
    tiles = {tile.label: tile.figure for tile in answer.tiles}
    assert tiles["Fights won, of 2 and of 1"] == f"{won[0]} → {won[1]}"
    assert "Days lived, of 3 and of 1" in tiles
    assert re.fullmatch(r"<0\.\d+ → <0\.\d+\u00a0%", tiles["Die"])


def test_variants_that_are_equal_are_told_so():
    twins = [{"name": "one"}, {"name": "two", "set": {"rules.bleeding": "none"}}]
    study = road(variants=twins, campaign={"heroes": ["ann", "bob"], "days": [["wolf"]]})
    few, many = (make_campaign_page(lived(study, duels=n), "one", 0.95).answer for n in (20, 5000))
    assert "so few campaigns do not tell" in few.headline
    assert "no other variant makes a difference that matters" in many.headline
    assert many.points[1].count("no difference that matters") == 3


def test_means_over_heroes_hold_their_truth():
    """The pooled share has the interval of independent samples: half as wide over two heroes but for the root of 2."""
    frame = campaign_figures.measures(MADE)
    both = frame.query("heroes == 2 and variant == 'bloody' and quantity == 'dead'").iloc[0]
    single = frame.query("heroes == 1 and variant == 'bloody' and quantity == 'dead'")
    assert both["value"] == pytest.approx(single["value"].mean())
    low, high = wilson([row * 800 for row in single["value"]], [800, 800])
    assert single["low"].tolist() == pytest.approx(low.tolist())
    assert both["high"] - both["value"] == pytest.approx(np.hypot(*(high - single["value"])) / 2)


def test_differences_are_those_of_the_table():
    rows, family = campaign_figures.differences(MADE, "plain")
    assert family.comparisons == len(rows) == 2 * 3 * 4
    table = MADE.table().set_index(["hero", "variant"])
    for row in (row for row in rows if row["heroes"] == 1):
        column = f"{row['quantity']}_mean" if row["quantity"] in campaign_figures.MEANS else f"rate_{row['quantity']}"
        before, after = (table.loc[(row["hero"], name), column] for name in ("plain", row["variant"]))
        assert row["difference"] == pytest.approx(after - before)
        assert row["difference_low"] < row["difference"] < row["difference_high"]
    apart = MADE.table().set_index(["hero", "variant"])["fights_won_sd"]
    for row in (row for row in rows if row["heroes"] == 1 and row["quantity"] == "fights_won"):
        alone = np.hypot(*(apart[(row["hero"], name)] for name in ("plain", row["variant"]))) / np.sqrt(800)
        assert row["difference_high"] - row["difference_low"] < 0.95 * 2 * family.z * alone
    dead = next(row for row in rows if (row["heroes"], row["variant"], row["quantity"]) == (2, "bloody", "dead"))
    assert dead["verdict"] == "larger"
    with pytest.raises(InputError, match="baseline: no variant 'plane'"):
        campaign_figures.differences(MADE, "plane")


def test_page_and_markdown_hold_the_same_cells(folder, page):
    said = (folder / "report.md").read_text(encoding="utf-8")
    text = (folder / "index.html").read_text(encoding="utf-8")
    found = [row for body in re.findall(r"<tbody>(.*?)</tbody>", text, re.DOTALL)
             for row in re.findall(r"<tr>.*?</tr>", body)]  # fmt: skip
    rows = [row for table in page.tables for row in table.rows]
    assert len(found) == len(rows) > 20
    for line, row in zip(found, rows, strict=True):
        cells = re.findall(r"<t[hd][ >].*?</t[hd]>", line)
        plain = [unescape(re.sub(r"<[^>]+>", "", cell.replace("<small>", "\0"))) for cell in cells]
        assert plain == [f"{cell.text}\0{cell.interval}" if cell.interval else cell.text for cell in row]
        told = (f"{markdown(c.text)} ({markdown(c.interval)})" if c.interval else markdown(c.text) for c in row)
        assert f"| {' | '.join(told)} |" in said


def test_files_hold_the_frames_of_the_result(folder):
    for name, frame in (("survival", MADE.survival()), ("hp", MADE.hp()), ("fights", MADE.by_fight())):
        rows = list(csv.DictReader(io.StringIO((folder / f"{name}.csv").read_bytes().decode("utf-8-sig"), newline="")))
        assert list(rows[0]) == list(frame.columns)
        assert [row["hero"] for row in rows] == frame["hero"].tolist()
        last = str(frame.columns[-1])
        values = [float(row[last]) if row[last] else float("nan") for row in rows]
        assert values == pytest.approx(frame[last].tolist(), nan_ok=True)


def test_some_campaigns_are_told_with_the_command_that_tells_all(page):
    kinds = [story.heading for story in page.stories]
    assert kinds == ["The typical campaign", "The narrowest campaign", "The deadly campaign"]
    own = MADE.outcomes.query(f"hero == 'ann' and variant == '{page_variant(page)}'")
    for story, end in zip(page.stories[1:], ("survived", "dead"), strict=True):
        words = shlex.split(story.command)
        campaign = int(words[-1])
        assert words[:-1] == [
            "zodiac-sim",
            "trace",
            "study.toml",
            "--hero",
            "ann",
            "--variant",
            page_variant(page),
            "--duel",
        ]
        assert own.set_index("campaign").loc[campaign, "end"] == end
        whole = list(trace_campaign(MADE.study, hero="ann", variant=page_variant(page), campaign=campaign).lines())
        fights = [line for line in whole if line.startswith("Fight ")]
        assert [line for line in story.lines if line.startswith("Fight ")] == fights
        last = whole.index(fights[-2])
        assert list(story.lines[-len(whole[last:]) :]) == whole[last:]
        assert sum(line.startswith("  Round") for line in story.lines) == sum(
            line.startswith("  Round") for line in whole[last:]
        )


def page_variant(page) -> str:
    """The variant that the answer sets against the baseline."""
    return re.search(r"; with “(\w+)”", page.answer.headline)[1]


def test_it_tells_house_rules_and_who_fought(page):
    [rules] = [section for section in page.sections if section.anchor == "rules"]
    changed, fought = rules.tables[:2]
    assert {"campaign.wounds", "bleeding"} <= {row[1].text for row in changed.rows}
    assert [row[0].text for row in fought.rows] == ["ann", "wolf", "bear", "bob"]


def test_the_same_result_gives_the_same_files(folder, tmp_path):
    write_report(lived(road(title="The road", question="How far?"), duels=800), tmp_path / "again")
    one, other = ({file.name: file.read_bytes() for file in place.iterdir()} for place in (folder, tmp_path / "again"))
    assert one == other


def test_a_campaign_stands_in_a_list_with_duels(tmp_path):
    write_reports({"road": MADE, "duels": small_result()}, tmp_path / "both")
    said = (tmp_path / "both" / "README.md").read_text(encoding="utf-8")
    assert "## [The road](road/report.md)" in said
    assert "800 campaigns of each hero and variant, seed 7." in said
    assert "10 duels" in said or "6 duels" in said


def test_of_very_many_variants_pictures_show_some_and_files_have_all(tmp_path):
    grid = {"fighters.ann.luck": list(range(64))}
    made = lived(road(("ann",), variants=[], grid=grid), duels=4)
    page = make_campaign_page(made, "fighters.ann.luck=0", 0.95)
    assert any("Of 64 variants pictures show" in warning for warning in page.warnings)
    [table] = [table for table in page.tables if table.csv == "survival.csv"]
    assert len(table.rows) == 64
    assert len(page.answer.points) < 12
    with pytest.raises(InputError, match=r"baseline: .* of more than 16 variants each is paired with the first only"):
        write_report(made, tmp_path / "other", baseline="luck 3")


def test_names_survive_everywhere(tmp_path):
    heroes, foes = ("a|b <i>", "$x_1$"), ("two\nlines", "名前")
    variants = [{"name": name} for name in HOSTILE[:4]]
    made = lived(road(heroes, foes, variants=variants, title="<script>alert(1)</script>"), duels=8)
    text = write_report(made, tmp_path / "strange").read_text(encoding="utf-8")
    assert "<script>alert" not in text
    shown = unescape(re.sub(r"</?bdi>", "", text))
    said = (tmp_path / "strange" / "report.md").read_text(encoding="utf-8")
    for name in (*heroes, *foes, *HOSTILE[:4]):
        assert name in shown
        assert markdown(name) in said
