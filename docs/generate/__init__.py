"""The pages of the reference, made of the models, the data files and the command of the package."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from . import campaigns, command, fighters, python, report, results, rules, studies

PAGES: dict[str, Callable[[], str]] = {
    "study": studies.keys_page,
    "fighters": fighters.fighters_page,
    "policies": fighters.policies_page,
    "rules": rules.keys_page,
    "clauses": rules.clauses_page,
    "studies": studies.packaged_page,
    "command": command.command_page,
    "results": results.results_page,
    "report": report.report_page,
    "campaigns": campaigns.campaigns_page,
    "python": python.python_page,
}


def write_pages(folder: Path) -> None:
    """Write all pages into a folder; those that say what they said before are left alone, so that builds are quick."""
    folder.mkdir(exist_ok=True)
    for name, page in PAGES.items():
        path, text = folder / f"{name}.md", page()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
