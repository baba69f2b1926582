# Set-up and the everyday commands. All of it needs python3 (3.11 or newer) with venv, and make.

# Interpreters to try, in order; `make PYTHON=python3.12 demo` names one.
PYTHON ?= python3 python3.13 python3.12 python3.11
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input

# Options passed on: make demo DEMO_ARGS="--no-serve", make test TEST_ARGS="-k litige -x"
DEMO_ARGS ?=
TEST_ARGS ?=
BENCH_ARGS ?=
LOCK_ARGS ?=
ANSWERS_ARGS ?=
RATES_ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help setup demo test slow lint bench sample answers league strength rates tuning solving lock clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 10

setup: $(VENV)/.dev ## install everything a developer needs into .venv

demo: $(VENV)/.run ## simulate a million deals and open the dashboard (DEMO_ARGS)
	$(BIN)/belote demo $(DEMO_ARGS)

test: $(VENV)/.dev ## the tests, without the slow ones (TEST_ARGS)
	$(BIN)/python -m pytest $(TEST_ARGS)

slow: $(VENV)/.dev ## the slow tests only (TEST_ARGS)
	$(BIN)/python -m pytest -m slow $(TEST_ARGS)

lint: $(VENV)/.dev ## ruff, pyright, sqlfluff and the guards of the house; all run, any fails it
	@status=0; \
	for check in "ruff check ." "ruff format --check ." pyright "sqlfluff lint sql" \
	  "pytest --quiet tests/test_house.py"; do \
	  echo "$$check"; $(BIN)/$$check || status=1; \
	done; \
	exit $$status

bench: $(VENV)/.dev ## throughput, bytes a deal and query times on this machine (BENCH_ARGS)
	$(BIN)/belote bench $(BENCH_ARGS)

# What a change of the stored columns, the rules or the players asks for; a test says when.
# In a folder of its own, because what is not empty and no lake is never made one.
NEW_SAMPLE := data/sample-being-played
sample: $(VENV)/.run ## play the lake in data/sample again
	rm -rf $(NEW_SAMPLE)
	$(BIN)/belote simulate --deals 1000000 --rules coinche --seed 3 --run coinche --lake $(NEW_SAMPLE)
	$(BIN)/belote drop coinche --keep-counts --lake $(NEW_SAMPLE)
	$(BIN)/belote simulate --deals 30000 --seed 1 --run sample --lake $(NEW_SAMPLE)
	$(BIN)/belote simulate --deals 10000000 --seed 2 --run ten-million --lake $(NEW_SAMPLE)
	$(BIN)/belote drop ten-million --keep-counts --lake $(NEW_SAMPLE)
	find $(NEW_SAMPLE) -name .lock -delete
	rm -rf data/sample/runs data/sample/belote-lake.json
	mv $(NEW_SAMPLE)/runs $(NEW_SAMPLE)/belote-lake.json data/sample
	rm -rf $(NEW_SAMPLE)

answers: $(VENV)/.run ## play and write docs/answers again, about five minutes (ANSWERS_ARGS)
	$(BIN)/python docs/answers/build.py $(ANSWERS_ARGS)

solving: $(VENV)/.run ## solve a run and write docs/solving.md again, about ten minutes
	$(BIN)/python docs/solving.py

league: $(VENV)/.run ## play the league in docs/players.md again, under a minute
	$(BIN)/python docs/league.py

tuning: $(VENV)/.run ## tune the players in docs/players.md again, a few minutes
	$(BIN)/python docs/tuning.py

strength: $(VENV)/.run ## measure expert in docs/players.md again, an hour or more (STRENGTH_ARGS)
	$(BIN)/python docs/strength.py $(STRENGTH_ARGS)

rates: $(VENV)/.run ## count what players do in docs/players.md again, about fifteen minutes (RATES_ARGS)
	$(BIN)/python docs/rates.py $(RATES_ARGS)

clean: ## remove the environment, caches and build results, never a lake
	rm -rf $(VENV) dist build .pytest_cache .ruff_cache .hypothesis
	find pipeline dashboards tests -name __pycache__ -prune -exec rm -rf {} +

# The locks name versions and hashes and no address. Versions stay as they are unless
# pyproject.toml asks for others, or LOCK_ARGS=--upgrade does.
COMPILE = $(BIN)/uv pip compile --quiet --python $(BIN)/python --universal --generate-hashes \
	--no-emit-index-url --no-header $(LOCK_ARGS)

lock: $(VENV)/.dev ## write the three requirements files again (LOCK_ARGS)
	$(COMPILE) pyproject.toml -o requirements.txt
	$(COMPILE) --group build -c requirements.txt -o requirements-build.txt
	$(COMPILE) pyproject.toml --group dev -c requirements.txt -c requirements-build.txt \
		-o requirements-dev.txt

# Stamps: .made when the environment is there, .run with what `belote` needs, .dev with the rest.
# The project itself is installed last, editable, by the build back-end that the lock names.
INSTALL_PROJECT = $(PIP) install --quiet --no-index --no-deps --no-build-isolation --editable .

$(VENV)/.made:
	@found=; \
	for python in $(PYTHON); do \
	  $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	  found=$$python; break; \
	done; \
	if [ -z "$$found" ]; then \
	  echo "belote needs Python 3.11 or newer, and none of these is: $(PYTHON)." \
	    "Name one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; \
	fi; \
	if ! $$found -c 'import ensurepip, venv' 2>/dev/null; then \
	  echo "$$found cannot make environments: its venv module is missing" \
	    "(on Debian: apt-get install python3-venv)." >&2; exit 1; \
	fi; \
	echo "Making $(VENV) with $$($$found --version)"; \
	$$found -m venv $(VENV)
	@touch $@

$(VENV)/.run: $(VENV)/.made requirements.txt requirements-build.txt pyproject.toml
	@echo "Installing what requirements.txt names (the first time about 250 MB to download)"
	@$(PIP) install --quiet --require-hashes -r requirements.txt -r requirements-build.txt
	@$(INSTALL_PROJECT)
	@touch $@

$(VENV)/.dev: $(VENV)/.made requirements-dev.txt requirements.txt requirements-build.txt pyproject.toml
	@echo "Installing what requirements-dev.txt names (the first time about 400 MB to download)"
	@$(PIP) install --quiet --require-hashes -r requirements-dev.txt
	@$(INSTALL_PROJECT)
	@touch $(VENV)/.run $@
