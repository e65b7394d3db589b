# `make run` shows the main job on the bundled sample; `make test` runs every check, `make check` the quick ones.
# All set themselves up in .venv, with the versions of constraints.txt, and need only Python 3.11+ and make.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

# What `make check` runs: tests that need neither a browser, a server, PostgreSQL, an engine nor a model.
QUICK := tests/core tests/tables tests/read tests/write tests/published tests/test_house.py tests/test_make.py tests/test_distribution.py
CORES = $(shell $(BIN)/python -c 'import os; print(os.cpu_count())')
# Tests of the modules that use private names of other packages: tests/test_house.py lists these modules.
PRIVATE := tests/core/rules tests/engines/test_http.py tests/metrics/test_overlap.py tests/read/test_wmt_xml.py
QUICKLY = --numprocesses=$(CORES) --dist=worksteal --hypothesis-profile=quick -m 'not slow and not real_data and not apertium'

.PHONY: run test tests check versions lint coverage lock hooks release bench docs screenshots clean

run: .venv/runtime
	@$(BIN)/lackmus demo

# Lint and all tests beside each other: types are checked by one process, which leaves other cores idle.
test: .venv/browser .venv/apertium
	@$(MAKE) --no-print-directory --jobs=2 lint tests

# What pytest makes of the tests is kept, whatever the environment says: every worker would make it again.
# A worker that has no more tests takes some of another: neighbours, which share what they need, stay together.
tests: .venv/testing
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses=auto --dist=worksteal

# Lint, types and the quick tests, without those that draw charts. pytest fails where it finds no test to run.
check: lint
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest $(QUICKLY) --ignore-glob='*charts.py' $(QUICK)

lint: .venv/testing
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python hatch_build.py lint

# What uses private names of other packages, with the oldest versions that pyproject.toml allows, then the newest.
versions: .venv/dev
	@for resolution in lowest-direct highest; do \
		$(BIN)/uv venv --quiet --clear --python=$(BIN)/python .venv/versions && \
		$(BIN)/uv pip install --quiet --python=.venv/versions --resolution=$$resolution --editable '.[spbleu]' && \
		$(BIN)/uv pip install --quiet --python=.venv/versions hypothesis pytest pytest-randomly && \
		.venv/versions/bin/python -m pytest $(PRIVATE) || exit 1; \
	done

# Which lines of src/lackmus the quick tests run; name other tests with `make coverage QUICK=tests/store`.
coverage: .venv/testing
	$(BIN)/python -m pytest $(QUICKLY) --cov --cov-report=term-missing:skip-covered --cov-report=html:coverage $(QUICK)

# Versions stay as they are where they still fit; `make lock UPGRADE=--upgrade` takes the newest.
lock: .venv/dev
	@$(BIN)/uv pip compile --quiet --universal --python-version=3.11 --fork-strategy=fewest --no-annotate \
		--custom-compile-command='make lock' --group=test --group=dev $(UPGRADE) --output-file=constraints.txt pyproject.toml

hooks: .venv/dev
	$(BIN)/pre-commit install

# Builds both distributions into dist/, and tries the wheel in a virtual environment of its own.
release: .venv/dev
	@$(BIN)/python release.py

bench: .venv/testing
	@$(BIN)/python -m compileall -q src
	$(BIN)/python -m benchmarks

docs: .venv/runtime
	$(BIN)/python docs/make_commands.py

screenshots: .venv/testing .venv/browser
	$(BIN)/python -m docs.make_pictures

clean:
	rm -rf .venv node_modules lackmus-demo dist coverage .coverage .mypy_cache .pytest_cache .ruff_cache .hypothesis

# The virtual environment is made only by a Python that can make a whole one.
.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Lackmus needs Python 3.11 or newer as '$(PYTHON)': install it, or name another with 'make PYTHON=python3.12 …'." >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
		{ echo "$(PYTHON) cannot create a virtual environment: install its venv package (on Debian or Ubuntu: apt-get install python3-venv) and try again." >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }

.venv/runtime: pyproject.toml constraints.txt package-lock.json hatch_build.py | .venv/bin/python
	@echo "Setting up Lackmus in .venv (once) …" >&2
	@$(PIP) install --constraint constraints.txt --editable .
	@$(BIN)/python hatch_build.py  # where the install could not bring what the pages need from npm, say why
	@$(BIN)/python -m compileall -q src  # so that every start is quick
	@touch $@

.venv/testing: .venv/runtime
	@echo "Setting up what the tests need (once) …" >&2
	@$(PIP) install --constraint constraints.txt 'pip>=25.1' && $(PIP) install --constraint constraints.txt --group test
	@$(BIN)/python hatch_build.py tools  # what the browser tests and the linter need from npm
	@touch $@

.venv/dev: .venv/testing
	@echo "Setting up what releases, hooks and the lock file need (once) …" >&2
	@$(PIP) install --constraint constraints.txt --group dev
	@touch $@

# Tried again until there is one: a machine without a browser today may have one tomorrow.
.venv/browser: .venv/testing
	@$(BIN)/python -m tests.browser.bringing

# Likewise: a real engine, from Debian's packages.
.venv/apertium: .venv/testing
	@$(BIN)/python -m tests.engines.bringing
