# `make run` and `make test` are all a newcomer needs; what they lack they bring themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
HTM := chalicelib/web/vendor/htm-preact.js
ONLY ?=

.PHONY: run cloud test bench prove facts venv web browser format clean

run: venv web
	$(BIN)/kunugi serve

test: venv web browser
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n 3 -m "not prove" --durations=10

prove: venv web browser
	$(BIN)/pytest -m prove -s
	KUNUGI_TEST_STORE=bucket $(BIN)/pytest -n 2 -m "not prove" tests/crawl tests/api tests/local tests/web
	KUNUGI_CHECK_WRITES=1 $(BIN)/pytest -n 2 -m "not prove" tests/crawl tests/api --ignore tests/api/test_deleting.py

cloud: venv web
	$(BIN)/python -m tests.cloud.functions

bench: venv
	$(BIN)/python -m bench $(ONLY)

# What is written from other facts: schema.org's vocabulary, the pages of docs/rules.
facts: venv
	$(BIN)/python -m infra.facts.vocabulary
	$(BIN)/python -m infra.facts.rules

format: venv
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

venv: $(VENV)/.installed

$(VENV)/.installed: requirements.txt requirements-local.txt requirements-dev.txt constraints.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Kunugi needs Python 3.11 or newer, this is " + sys.version.split()[0])'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-dev.txt -c constraints.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $@

# Preact with htm: one module, fetched by npm at the version the lock file names, copied beside our own modules.
web: $(HTM)

$(HTM): package-lock.json | $(VENV)/.installed
	PYTHON=$(BIN)/python infra/local/npm.sh ci --ignore-scripts --no-audit --no-fund
	mkdir -p $(dir $@)
	cp node_modules/htm/preact/standalone.module.js $@

browser: $(VENV)/.installed
	infra/local/browser.sh

clean:
	rm -rf $(VENV) node_modules build chalicelib/web/vendor *.egg-info
