# The verbs of the project. Everything is installed into .venv, nothing elsewhere.

PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3; do \
	$$p -c "" 2>/dev/null && { echo $$p; break; }; done)
CC ?= cc
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
HOST ?= 127.0.0.1
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --upgrade --custom-compile-command 'make lock'
WORKERS ?= 2
DATA ?=

C_SOURCES := $(filter-out core_c/test_%.c,$(wildcard core_c/*.c))
C_TESTS := $(patsubst core_c/%.c,build/%,$(wildcard core_c/test_*.c))
C_HEADERS := $(wildcard core_c/*.h)
FUZZ := $(patsubst core_c/fuzz/fuzz_%.c,%,$(wildcard core_c/fuzz/fuzz_*.c))
FUZZ_SECONDS ?= 240
CLANG ?= $(shell for c in clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14; do \
	command -v $$c && break; done)
SANITIZE := -std=c11 -g -Wall -Wextra -Werror -Icore_c \
	-fsanitize=address,undefined -fno-sanitize-recover=all

.PHONY: help run build test core-test fuzz lint type arch check faults bench load image \
	image-test types client e2e screenshots peers wheel-test clean \
	lock audit sbom proxy-test

help: ## list the verbs
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: $(VENV)/run ## build, start the store and the service, print the address
	$(BIN)/tapete serve --host $(HOST) --port $(PORT) --workers $(WORKERS) \
		$(if $(DATA),--data-dir "$(DATA)")

build: $(VENV)/run ## build the C core and install the service into .venv

test: $(VENV)/dev core-test ## all tests
	$(BIN)/python -m pytest

core-test: $(C_TESTS) $(FUZZ:%=build/replay_%) ## the C core's tests under ASan and UBSan
	@set -e; for test in $(C_TESTS); do $$test; done
	@set -e; for target in $(FUZZ); do \
		build/replay_$$target core_c/fuzz/corpus/$$target.hex; done

fuzz: $(FUZZ:%=build/fuzz/%) $(VENV)/fuzz ## C core and borders on varied inputs, FUZZ_SECONDS for each
	@$(BIN)/python core_c/fuzz/run.py --seconds $(FUZZ_SECONDS) $(FUZZ)
	@set -e; for target in stored records bodies; do echo "$$target:"; \
		$(BIN)/python -m tests.fuzz.run $$target -verbosity=0 -print_final_stats=1 \
		-max_total_time=$$(($(FUZZ_SECONDS) / 3)) -max_len=300 -timeout=60 \
		-artifact_prefix=build/fuzz/found/$$target-; done

lint: $(VENV)/dev ## ruff: rules and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

type: $(VENV)/dev ## mypy --strict
	$(BIN)/mypy

arch: $(VENV)/dev ## the import contracts
	$(BIN)/lint-imports

check: lint type arch test proxy-test e2e ## everything that CI runs

faults: $(VENV)/dev ## every fault of store, network and workers while moves are made: half an hour
	$(BIN)/python -m pytest --full tests/faults

bench: $(VENV)/bench ## poker hands a second, beside other evaluators
	$(BIN)/python -m bench.core

peers: $(VENV)/peers ## Locus Poker, level 7 against OpenSpiel's MCTS bot: 20 minutes
	$(BIN)/python -m bench.peer_openspiel

load: $(VENV)/dev ## the load curve: steps of users, within five minutes
	$(BIN)/python -m loadtests.run

image: ## build the container image (docker or podman)
	deploy/image.sh build

image-test: $(VENV)/dev ## run the image: matches, stops, restarts while moves are made
	deploy/image.sh test

wheel-test: $(VENV)/bin/python ## one wheel on every Python from 3.11 that is here
	deploy/wheel.sh

client: $(VENV)/dev ## write what is made of the Python client: types, and the waiting half
	$(BIN)/python clients/python/generate.py

e2e: $(VENV)/e2e node_modules/.installed ## the table page: its types, and matches in Chromium
	node_modules/.bin/tsc --noEmit
	node_modules/.bin/prettier --check --log-level warn 'service/web/*.js' clients/js/tapete.js
	$(BIN)/python -m pytest tests/e2e

proxy-test: $(VENV)/dev ## several instances behind nginx, which is installed if it is missing
	tests/proxy/install.sh
	$(BIN)/python -m pytest tests/proxy

screenshots: $(VENV)/e2e node_modules/.installed ## write the pictures of docs/images
	SCREENSHOTS=1 $(BIN)/python -m pytest tests/e2e/test_screenshots.py

types: $(VENV)/dev ## write the JavaScript client's types from the OpenAPI document
	$(BIN)/python -c 'import json; from service.app import create_app; \
		from service.config import Settings; \
		app = create_app(Settings(redis_url="redis://127.0.0.1:6379/0")); \
		print(json.dumps(app.test_client().get("/openapi.json").get_json()))' \
		| $(BIN)/python -m clients.js_types > clients/js/api.d.ts

lock: $(VENV)/supply ## write the versions and hashes that the image is made of
	$(LOCK) --extra archive --extra otel pyproject.toml -o deploy/requirements.txt
	$(LOCK) deploy/requirements-build.in -o deploy/requirements-build.txt

audit: $(VENV)/supply ## look the locked versions up among known vulnerabilities
	$(BIN)/pip-audit --strict --disable-pip --require-hashes -r deploy/requirements.txt \
		-r deploy/requirements-build.txt

sbom: $(VENV)/supply ## write the bill of materials of the image (CycloneDX)
	rm -rf build/sbom
	$(PYTHON) -m venv --without-pip build/sbom
	$(BIN)/python -m pip --python build/sbom/bin/python install --quiet --no-deps \
		--require-hashes --only-binary :all: -r deploy/requirements.txt
	$(BIN)/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible \
		--mc-type application -o deploy/sbom.cdx.json build/sbom

clean: ## remove what was built
	rm -rf $(VENV) node_modules build dist *.egg-info service/core/*.so

.SECONDARY: $(C_SOURCES:core_c/%.c=build/sanitized/%.o)
build/sanitized/%.o: core_c/%.c $(C_HEADERS)
	@mkdir -p $(@D)
	$(CC) -O1 $(SANITIZE) -c $< -o $@

build/test_%: core_c/test_%.c $(C_SOURCES:core_c/%.c=build/sanitized/%.o) $(C_HEADERS)
	$(CC) -O1 $(SANITIZE) $(filter-out %.h,$^) -o $@

build/replay_%: core_c/fuzz/fuzz_%.c core_c/fuzz/replay.c core_c/fuzz/fuzz.h \
		$(C_SOURCES:core_c/%.c=build/sanitized/%.o) $(C_HEADERS)
	$(CC) -O1 $(SANITIZE) $(filter-out %.h,$^) -o $@

# The targets choose among values themselves: libFuzzer's trace of all comparisons
# would cost two thirds of the executions.
build/fuzz/%: core_c/fuzz/fuzz_%.c core_c/fuzz/fuzz.h $(C_SOURCES) $(C_HEADERS)
	@test -n "$(CLANG)" || { echo "clang is missing: on Debian, apt install clang" \
		"libclang-rt-14-dev, or name one with CLANG="; exit 1; }
	@mkdir -p $(@D)
	$(CLANG) -O2 $(SANITIZE) -fsanitize=fuzzer -fno-sanitize-coverage=trace-cmp \
		$(filter-out %.h,$^) -o $@

# pip compiles the C core, so a change of its sources installs again.
INPUTS := pyproject.toml build_core.py $(C_HEADERS) $(C_SOURCES)

$(VENV)/run: $(INPUTS) | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/dev: $(INPUTS) clients/python/pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable '.[test,check,load]' --editable ./clients/python
	@touch $@ $(VENV)/run

$(VENV)/e2e: $(VENV)/dev
	$(BIN)/python -m pip install --quiet --editable '.[e2e]'
	@touch $@

node_modules/.installed: package-lock.json
	tests/e2e/install.sh
	npm ci --no-audit --no-fund
	@touch $@

$(VENV)/bench: $(VENV)/dev
	$(BIN)/python -m pip install --quiet --editable '.[bench]'
	@touch $@

$(VENV)/supply: $(VENV)/run
	$(BIN)/python -m pip install --quiet --editable '.[supply]'
	@touch $@

$(VENV)/fuzz: $(VENV)/dev
	$(BIN)/python -m pip install --quiet --editable '.[fuzz]'
	@touch $@

$(VENV)/peers: $(VENV)/run
	$(BIN)/python -m pip install --quiet --editable '.[peers]'
	@touch $@

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Python is missing: install Python 3.11 or later."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "$(PYTHON) is too old: name one with PYTHON=, 3.11 or later."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "The venv module is missing: on Debian, apt install python3-venv."; exit 1; }
	@command -v $(CC) >/dev/null || \
		{ echo "A C compiler is missing: on Debian, apt install gcc."; exit 1; }
	@echo '#include <Python.h>' | $(CC) -E - $$($(PYTHON) -c \
		'import sysconfig; print("-I" + sysconfig.get_path("include"))') >/dev/null 2>&1 || \
		{ echo "Python.h is missing: on Debian, apt install python3-dev."; exit 1; }
	$(PYTHON) -m venv $(VENV)
