PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STUDIES := simple-vs-complex bleeding-methods stances maneuvers surprise statuses draw-against-attack limit-meter a-week-on-the-road
REPORT := reports/simple-vs-complex
# pip of the machine installs into the environment, so that venv needs no pip of its own.
PIP     = $(PYTHON) -m pip --python $(BIN)/python --disable-pip-version-check install --quiet
# In their own order: files with few tests would come last, and the longest of them would run alone.
PYTEST := $(BIN)/pytest --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

.PHONY: help demo reports docs test verify bench clean

help:
	@echo "make demo    the first report: does the Complex table make fights shorter and deadlier?"
	@echo "make reports the reports of all packaged studies, with a list of what they found"
	@echo "make docs    the guide and the reference: docs/_build/index.html"
	@echo "make test    lint, types and tests (minutes)"
	@echo "make verify  the long statistical proofs"
	@echo "make bench   speed and memory against the C kernel"
	@echo "make clean   removes the environment and all caches"

demo: $(VENV)/installed
	$(BIN)/zodiac-sim report simple-vs-complex -o $(REPORT)
	@echo "The report: $(CURDIR)/$(REPORT)/index.html"

reports: $(VENV)/installed
	$(BIN)/zodiac-sim report $(STUDIES) -o reports --workers 2

docs: $(VENV)/installed-docs
	$(BIN)/sphinx-build -q -W --keep-going docs docs/_build
	@echo "The guide: $(CURDIR)/docs/_build/index.html"

test: $(VENV)/installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(PYTEST) -m "not verify and not benchmark"

verify: $(VENV)/installed-test
	$(PYTEST) -m verify

bench: $(VENV)/installed
	$(BIN)/python tests/benchmarks/bench.py

clean:
	rm -rf $(VENV) dist build docs/_build docs/reference .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	$(PYTHON) -m venv --without-pip $(VENV)

$(VENV)/installed: pyproject.toml | $(BIN)/python
	$(PIP) --editable .
	@touch $@

$(VENV)/installed-docs: pyproject.toml | $(BIN)/python
	$(PIP) --editable ".[docs]"
	@touch $@ $(VENV)/installed

$(VENV)/installed-test: pyproject.toml | $(BIN)/python
	$(PIP) --editable ".[test]"
	@touch $@ $(VENV)/installed
