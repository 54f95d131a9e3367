"""A real browser, without network, in which reports are opened from the disk."""

import os
import shutil
from contextlib import contextmanager

import pytest
from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
WIDE, PHONE = (1400, 900), (360, 740)


@pytest.fixture(scope="session")
def browser():
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("chromium not found: the browser tests need Debian's package chromium, or Google Chrome")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=[*FLAGS, *["--no-sandbox"] * root])
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def opened(browser):
    """Open a report as ``with opened(file) as page``; at the end nothing may have been complained of or asked for."""

    @contextmanager
    def opening(file, size=WIDE, scheme="light", **options):
        width, height = size
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, offline=True, **options
        )
        page, trouble = context.new_page(), []
        page.on("console", lambda message: trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("dialog", lambda dialog: (trouble.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda request: request.url.startswith(("file:", "data:")) or trouble.append(request.url))
        page.goto(file.as_uri())
        try:
            yield page
            assert trouble == []
        finally:
            context.close()

    return opening
