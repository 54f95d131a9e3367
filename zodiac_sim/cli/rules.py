"""The commands about rules: show, check, diff."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zodiac_sim.cli.streams import say
from zodiac_sim.errors import InputError, listed, nearest, shown

if TYPE_CHECKING:
    from zodiac_sim.rules.diff import Change
    from zodiac_sim.rules.model import Ruleset
    from zodiac_sim.study.study import Study

app = typer.Typer(help="Show the rules, check house rules, and tell what they change.", no_args_is_help=False)


@app.callback(invoke_without_command=True)
def _start(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def show(
    name: Annotated[
        str | None, typer.Argument(metavar="CLAUSE|KEY|RULESET", help="R4.2, R8, bleeding_loss, zodiac, a file …")
    ] = None,
) -> None:
    """Show a clause of the rules, a key of the ruleset or a whole ruleset; without a name, list the clauses."""
    from zodiac_sim.rules.clauses import clause, unplayed
    from zodiac_sim.rules.loading import load_ruleset, packaged_rulesets

    if name is None:
        _list_clauses()
    elif name in packaged_rulesets() or name.endswith(".toml"):
        _show_ruleset(load_ruleset(name))
    elif re.match(r"R\d", name.strip(), re.IGNORECASE):
        found = clause(name)
        say(f"{found.number} {found.title}".rstrip())
        print(f"\n{found.text}")
        if note := unplayed(found):
            print(f"\n{note}")
    else:
        _show_key(name)


@app.command()
def check(file: Annotated[str, typer.Argument(metavar="FILE", help="A file of house rules, or a study.")]) -> None:
    """Check a file of house rules (or a study) and say whether it can be used."""
    from zodiac_sim.rules.diff import diff
    from zodiac_sim.rules.files import read_toml
    from zodiac_sim.rules.loading import DEFAULT, load_ruleset
    from zodiac_sim.study.idle import idle_lines
    from zodiac_sim.study.study import make_study

    if {"fighters", "matchups"} & read_toml(file).keys():
        study = make_study(read_toml(file), file=file)
        say(f"{file}: a study that can be run: {_sizes(study)}")
        for line in idle_lines(study):
            say(f"never possible: {line}")
        return
    ruleset = load_ruleset(file)
    say(f"{file}: rules that can be used: {ruleset.name} {ruleset.version}")
    apart = _count(len(diff(load_ruleset(), ruleset)), "difference")
    say(f"{apart} from {DEFAULT}; zodiac-sim rules diff {file} tells more")


def _sizes(study: Study) -> str:
    variants = _count(len(study.variant_names), "variant")
    if study.campaign is None:
        return f"{_count(len(study.matchups), 'matchup')}, {variants}, {study.duels:,} duels of each"
    return f"{_count(len(study.campaign.heroes), 'hero')}, {variants}, {study.duels:,} campaigns of each"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}{'es' if noun.endswith('o') else 's'}"


@app.command("diff")
def diff_(
    old: Annotated[str | None, typer.Argument(metavar="A", help="A ruleset or study: name or file.")] = None,
    new: Annotated[str | None, typer.Argument(metavar="B", help="What to compare it with.")] = None,
    study: Annotated[str | None, typer.Option(help="The study whose rules are compared with A.")] = None,
    variant: Annotated[str | None, typer.Option(help="Only this variant of the study.")] = None,
) -> None:
    """Tell what rules change, like a page of house rules.

    A against B; A alone against the packaged rules; a study variant by variant; without any, the packaged studies.
    """
    from zodiac_sim.rules.loading import DEFAULT
    from zodiac_sim.study.presets import packaged_studies

    if variant is not None and study is None:
        raise InputError("needs --study, whose variant is meant", key="--variant")
    if study is not None and new is not None:
        raise InputError("compares with A alone; leave out B", key="--study")
    if study is not None:
        _tell(_only_ruleset(old or DEFAULT), _rulesets(study, variant))
    elif old is None:
        for name in packaged_studies():
            _tell(_only_ruleset(DEFAULT), _rulesets(name))
    elif new is None:
        _tell(_only_ruleset(DEFAULT), _rulesets(old))
    else:
        _tell(_only_ruleset(old), _rulesets(new))


def _rulesets(source: str, variant: str | None = None) -> list[tuple[str, Ruleset]]:
    """Return the different rulesets of a source, each with a name: of a ruleset its own, of a study by variants."""
    from zodiac_sim.rules.files import read_toml
    from zodiac_sim.rules.loading import load_ruleset, packaged_rulesets
    from zodiac_sim.study.study import load_study

    is_file = source.endswith(".toml")
    if source in packaged_rulesets() or (is_file and not {"fighters", "matchups"} & read_toml(source).keys()):
        return [(source, load_ruleset(source))]
    study = load_study(source)
    if variant is not None:
        variant = study.find_variant(variant, key="--variant")
    groups: list[tuple[list[str], Ruleset]] = []
    for name, rules in {fight.variant: fight.rules for fight in study.fights}.items():
        if variant not in (None, name):
            continue
        same = next((names for names, known in groups if known == rules), None)
        if same is None:
            groups.append(([name], rules))
        else:
            same.append(name)
    return [(_label(source, names, len(study.variant_names)), rules) for names, rules in groups]


def _label(source: str, variants: list[str], among: int) -> str:
    if len(variants) == among:
        return source
    return f"{source}, {'variant' if len(variants) == 1 else 'variants'} {listed(variants)}"


def _only_ruleset(source: str) -> tuple[str, Ruleset]:
    found = _rulesets(source)
    if len(found) > 1:
        raise InputError(f"{shown(source)} plays by {len(found)} rulesets; name one with --study and --variant")
    return found[0]


def _tell(old: tuple[str, Ruleset], others: list[tuple[str, Ruleset]]) -> None:
    from zodiac_sim.rules.diff import diff

    old_name, old_rules = old
    for name, rules in others:
        changes = diff(old_rules, rules)
        if not changes:
            say(f"{name}: no rule differs from {old_name} {old_rules.version}")
            continue
        say(f"{name}, against {old_name} {old_rules.version}:")
        for change in changes:
            say(f"  {change.rule.clause:<5} {change.key}: {_change(change)}")
            say(f"        {change.rule.words}")
        if not rules.paired:
            say(f"  R6.4  {rules.criticals} criticals with bleeding by {rules.bleeding}: not as the rules pair them")


def _change(change: Change) -> str:
    if change.old is None:
        return f"new: {change.new}"
    return f"{change.old} -> {change.new}" if change.new is not None else f"left out, was {change.old}"


def _list_clauses() -> None:
    from zodiac_sim.rules.clauses import chapters, clauses

    for chapter in chapters():
        say(f"{chapter.number} {chapter.title}")
        for clause in clauses():
            if clause.number.startswith(f"{chapter.number}."):
                say(f"  {clause.number:<6} {clause.title}".rstrip())


def _show_ruleset(ruleset: Ruleset) -> None:
    from zodiac_sim.rules.diff import lines_of, rule_keys, rule_of

    say(f"{ruleset.name} {ruleset.version}: {ruleset.title}".rstrip(": "))
    for key in rule_keys():
        rule = rule_of(key)
        say(f"{key}  ({rule.clause}: {rule.words})")
        for place, text in lines_of(key, getattr(ruleset, key)):
            say(f"  {place} = {text}")


def _show_key(name: str) -> None:
    from zodiac_sim.rules.checked import key_path
    from zodiac_sim.rules.clauses import clause
    from zodiac_sim.rules.diff import lines_of, rule_keys, rule_of
    from zodiac_sim.rules.files import dotted_path
    from zodiac_sim.rules.loading import load_ruleset

    path = dotted_path(name)
    key, place = path[0], key_path(path)
    if key not in rule_keys():
        raise InputError(
            f"{shown(name)} is no clause (R1 to R12) and no key of the ruleset", nearest=nearest(key, rule_keys())
        )
    lines = lines_of(key, getattr(load_ruleset(), key))
    found = [line for line in lines if re.match(rf"{re.escape(place)}($|[.,])", line[0])]
    if not found:
        raise InputError(f"{shown(name)} is no part of {key}", nearest=nearest(name, [line[0] for line in lines]))
    for line in found:
        say(" = ".join(line))
    rule = rule_of(key)
    say(f"{rule.clause} {clause(rule.clause).title}: {rule.words}")
    _show_form(path)


def _show_form(path: tuple[str, ...]) -> None:
    """Show how a study writes a table of the rules; a plain value needs no example."""
    from zodiac_sim.rules.loading import DEFAULT, raw_ruleset

    value: Any = raw_ruleset(DEFAULT)
    for part in path:
        value = value.get(part) if isinstance(value, dict) else None
    if isinstance(value, list):
        path, value = path[:-1], {path[-1]: value}
    if isinstance(value, dict):
        print("\nIn a study:\n" + "\n\n".join(_tables(("rules", *path), value)))


def _tables(path: tuple[str, ...], value: dict[str, Any]) -> Iterator[str]:
    """Yield a table of the rules as a file writes it, and the tables inside it, each with its heading."""
    from zodiac_sim.rules.checked import key_path

    own = [f"{key_path((key,))} = {_inline(part)}" for key, part in value.items() if not isinstance(part, dict)]
    if own or not value:
        yield "\n".join([f"[{key_path(path)}]", *own])
    for key, part in value.items():
        if isinstance(part, dict):
            yield from _tables((*path, key), part)


def _inline(value: Any) -> str:
    """Return a value as TOML writes it on one line; the rows of a table stand below one another."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "".join(["[\n", *(f"    {_inline(row)},\n" for row in value), "]"])
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_inline(part)}" for key, part in value.items()) + " }"
    return json.dumps(value)
