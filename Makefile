# `make run` shows the main job on the bundled sample; `make test` runs every check.
# Both set themselves up in .venv and need only Python 3.11+ and make.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test lint bench docs screenshots clean

run: .venv/runtime
	@$(BIN)/lackmus demo

# What pytest makes of the tests is kept, whatever the environment says: every worker would make it again.
test: lint .venv/browser .venv/apertium
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses=auto

lint: .venv/testing
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/testing
	@$(BIN)/python -m compileall -q src
	$(BIN)/python -m benchmarks

docs: .venv/runtime
	$(BIN)/python docs/make_commands.py

screenshots: .venv/testing .venv/browser
	$(BIN)/python -m docs.make_pictures

clean:
	rm -rf .venv lackmus-demo dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

# The virtual environment is made only by a Python that can make a whole one.
.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Lackmus needs Python 3.11 or newer as '$(PYTHON)': install it, or name another with 'make PYTHON=python3.12 …'." >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
		{ echo "$(PYTHON) cannot create a virtual environment: install its venv package (on Debian or Ubuntu: apt-get install python3-venv) and try again." >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }

.venv/runtime: pyproject.toml package-lock.json hatch_build.py | .venv/bin/python
	@echo "Setting up Lackmus in .venv (once) …" >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@$(BIN)/python hatch_build.py  # what the pages need from npm
	@$(BIN)/python -m compileall -q src  # so that every start is quick
	@touch $@

.venv/testing: .venv/runtime
	@echo "Setting up what the tests need (once) …" >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'pip>=25.1' && \
		$(BIN)/python -m pip install --quiet --group test
	@$(BIN)/python hatch_build.py tests  # what the browser tests need from npm
	@touch $@

# Tried again until there is one: a machine without a browser today may have one tomorrow.
.venv/browser: .venv/testing
	@$(BIN)/python -m tests.browser.bringing

# Likewise: a real engine, from Debian's packages.
.venv/apertium: .venv/testing
	@$(BIN)/python -m tests.engines.bringing
