# Everything here sets itself up: the first target you make creates .venv, installs Skáli into it and compiles the rules.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check install -qq --no-compile

.DEFAULT_GOAL := help
.PHONY: help play build web check test test-all bench docs clean

help:  ## this page
	@echo "Skáli: one hall with five tables. Start with \`make play\`; nothing has to be installed first but"
	@echo "Python 3.11 or newer, and a C compiler with Python.h if it is to be fast."
	@echo
	@sed -n 's/^\([a-z-]*\):.*## /\1:/p' $(MAKEFILE_LIST) | while IFS=: read -r name what; do \
		printf '  make %-10s %s\n' "$$name" "$$what"; done
	@echo
	@echo "Switches: SKALI_GAMES=odin compiles that game only, not the hall; SKALI_OPT=1 compiles only what changed, to"
	@echo "code that is not the fastest; SKALI_PURE=1 runs the sources interpreted; PYTHON=python3.12 chooses the Python"
	@echo "of a new .venv. E.g. SKALI_OPT=1 make test"

play: $(VENV)/.with-hall web  ## open the hall and the browser; the rules are compiled beside it, the first time
	@$(BIN)/python tools/play.py

build: $(VENV)/.with-hall web  ## compile the rules to C, build the web client (does nothing when they are up to date)
	@$(BIN)/python hatch_build.py

web: $(VENV)/.with-hall  ## build the web client alone
	@$(BIN)/python tools/build_web.py

check: $(VENV)/.with-dev  ## style, types, and who may import whom; no tests
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python tools/lint_shifts.py
	$(BIN)/python tools/build_web.py --check

test: check build docs  ## check, documentation, then all tests: before every commit
	$(BIN)/pytest -n 2

test-all: build $(VENV)/.with-dev  ## the tests on every configuration of every game: slow, before a game is called done
	SKALI_TEST_ALL=1 $(BIN)/pytest -n 2

bench: build $(VENV)/.with-bench  ## speed beside OpenSpiel, catanatron and python-chess
	$(BIN)/python -m bench

docs: build $(VENV)/.with-docs  ## the documentation, into docs/_build/html
	$(BIN)/sphinx-build -W --keep-going docs docs/_build/html

clean:  ## remove all that was made here, .venv included
	rm -rf $(VENV) build dist docs/_build src/skali/_build.json src/skali/hall/web_dist web/node_modules web/src/paraglide web/src/lib/hall.d.ts
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src -name '*.so' -delete
	find src tests tools bench -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Skáli needs Python 3.11 or newer; \`$(PYTHON)\` is $$($(PYTHON) --version 2>&1)." \
		"Name another: make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

# One stamp for each set of extras; a changed pyproject.toml installs it again. SKALI_PURE, because compiling is
# the business of `build`, where one can watch it: a type error must not keep `make check` from being installed.
# What others wrote comes first and with build isolation: some of it comes as source and needs its own tools to be built.
# Nothing is compiled to bytecode before it is imported (--no-compile): the hall opens sooner.
$(VENV)/.with-%: pyproject.toml | $(BIN)/python
	@echo "installing Skáli with what '$*' needs into $(VENV) (a minute or more, the first time)"
	@$(BIN)/python tools/requirements.py $* > $(VENV)/requirements
	@$(PIP) -r $(VENV)/requirements
	@SKALI_PURE=1 SKALI_NO_WEB=1 $(PIP) --no-build-isolation --editable '.[$*]'
	@touch $@ $(if $(filter dev,$*),$(VENV)/.with-hall)
