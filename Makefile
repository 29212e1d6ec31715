# `make` alone lists the targets. The first one sets everything up in .venv.

PYTHON ?= python3
WORKERS ?= 2
PAGES ?= tests/web/in_browser/with_*.py
GAMES ?= 1000000
TRIED ?=
BIN := .venv/bin
# Hundreds of processes would compile PyTorch again.
unexport PYTHONDONTWRITEBYTECODE
# Python compiles the modules that are used; compiling all of PyTorch takes 30 seconds.
INSTALL := -m pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt
READY := .venv/ready

.DEFAULT_GOAL := help
.PHONY: help demo demo-pictures test cards check lint touched compiled-2 compiled-4 site notebooks dist lowest engine test-engine first-minute wheels wasm play-site test-wheels test-web test-web-firefox test-ray test-rllib test-openspiel test-llm soak-web film symmetry mutants same bench recipes fuzz strength board docs format clean attack

help:  ## list the targets
	@echo "Altered as a reinforcement-learning environment. Targets:"
	@echo
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16
	@echo
	@echo "Only Python 3.11 or later is required. The first target takes minutes:"
	@echo "it installs the libraries into .venv, and the rules are compiled on first use."
	@echo "Settings: PYTHON=$(PYTHON)  WORKERS=$(WORKERS) (for test, mutants)  GAMES=$(GAMES) (for fuzz)"
	@echo "  TRIED=--python=... --arm64=... (for test-wheels)"

demo: $(READY)  ## build the engine, train a small agent, rate it, and measure cards: minutes
	$(BIN)/python -m altered_env.building --if-possible
	$(BIN)/altered demo
	$(BIN)/python -m altered_env.cli.demo_training

demo-pictures: $(READY)  ## the same, and write the pictures of the README: minutes
	$(BIN)/python -m altered_env.cli.demo_training --pictures docs/images

test: $(READY)  ## run every check: lint, format, types, tests, a sample of the cards
	@$(MAKE) --no-print-directory -j $(WORKERS) lint compiled-2 compiled-4
	ALTERED_CHECKED=1 $(BIN)/pytest -n $(WORKERS) --dist worksteal --durations 30

cards: $(READY)  ## play every card until each of its abilities has had an effect: minutes
	ALTERED_CHECKED=1 $(BIN)/pytest -n $(WORKERS) --dist worksteal --cards all tests/cards/test_coverage.py

check: $(READY)  ## run lint, types, and the tests of your changes: 90 seconds
	@$(MAKE) --no-print-directory -j 2 lint touched

engine: $(READY)  ## build the engine into a library, so that nothing is compiled at first use: minutes
	$(BIN)/python -m altered_env.building

test-engine: engine build/wasm  ## build the engine, and test that it plays as what Numba compiles, and in JavaScript
	$(BIN)/pytest -q -rs tests/native/test_entry_table.py tests/native/test_library.py \
		tests/native/test_calls.py tests/native/test_building.py tests/native/with_engine.py tests/native/with_wasm.py \
		tests/native/with_site.py

first-minute: engine  ## measure a new user's first minute, with a wheel in a fresh environment
	$(BIN)/python -m tests.native.first_minute

wheels: $(READY) build/zig/ready  ## build wheels for every platform, an sdist and their hashes into dist/: minutes
	PYTHONPATH=$(CURDIR)/build/zig $(BIN)/python -m altered_env.building.wheels

test-wheels: $(READY) build/zig/ready  ## try the wheels of dist/: here, in qemu and in Wine
	PYTHONPATH=$(CURDIR)/build/zig $(BIN)/python -m tests.native.wheels $(TRIED)

wasm: engine build/wasm  ## build the engine for two players as a WebAssembly module into build/wasm, and play 400 games in Node
	$(BIN)/python -m tests.native.wasm_games build/wasm-games.jsonl --games 400
	node tests/native/wasm_games.mjs build/wasm build/wasm-games.jsonl
	$(BIN)/pytest -q -rs tests/native/with_wasm.py tests/native/with_site.py
	$(BIN)/python -m tests.native.wasm_speeds build/wasm

play-site: build/wasm  ## write the pages as static files, with the engine in the browser, into build/play-site
	$(BIN)/python -m altered_env.web.play_site build/wasm build/play-site
	$(BIN)/python -m tests.native.site_speeds build/play-site

.PHONY: build/wasm
build/wasm: $(READY) build/zig/ready
	@command -v node > /dev/null || { echo "make wasm: install Node 20 or later (apt-get install nodejs)" >&2; exit 1; }
	PYTHONPATH=build/zig $(BIN)/python -m altered_env.building.web_assembly build/wasm
	$(BIN)/python -m tests.native.wasm_data build/wasm

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

touched: $(READY)
	$(BIN)/python -m tests.touched --run -n $(WORKERS)

# With bounds checked, as the tests run: games of two and of four side by side. No test has a batch
# of four with opponents.
compiled-2: $(READY)
	ALTERED_CHECKED=1 $(BIN)/altered compile game envs players opponents training

compiled-4: $(READY)
	ALTERED_CHECKED=1 $(BIN)/altered compile game-4 envs-4 players-4 training-4

test-web: $(READY) build/axe/ready  ## test in Chromium, with screenshots in build/screens; skipped without it
	$(BIN)/pytest -q -rs -n $(WORKERS) --dist loadfile --durations 15 $(PAGES)

test-web-firefox: $(READY) build/firefox/ready  ## the same in Firefox; skipped without it
	ALTERED_BROWSER=firefox PYTHONPATH=build/firefox $(BIN)/pytest -q -rs -n $(WORKERS) --dist loadfile $(PAGES)

test-ray:  ## test on a Ray cluster of two local nodes, in a separate environment: minutes
	$(PYTHON) tests/environments.py ray tests/cluster/requirements.txt
	build/ray/bin/python -m pytest -q -rs tests/cluster/with_ray.py tests/cluster/with_actors.py

test-rllib:  ## train with RLlib, in the same environment: minutes
	$(PYTHON) tests/environments.py ray tests/cluster/requirements.txt
	build/ray/bin/python -m pytest -q -rs tests/cluster/with_rllib.py

test-openspiel:  ## test with OpenSpiel, in a separate environment: minutes
	$(PYTHON) tests/environments.py openspiel tests/peers/openspiel.txt
	build/openspiel/bin/python -m pytest -q -rs tests/peers/test_openspiel.py

test-llm:  ## test the MCP server with a client, in a separate environment: minutes
	$(PYTHON) tests/environments.py llm tests/peers/llm.txt
	build/llm/bin/python -m pytest -q -rs tests/peers/test_llm.py

soak-web: $(READY)  ## play 50 games at once on one web server
	$(BIN)/python -m tests.web.soak

film: $(READY)  ## renew the screenshots and the film of docs/web.md
	$(BIN)/python -m tests.web.film

symmetry: $(READY)  ## run every test of rules and cards with rotated seats
	$(BIN)/pytest -n $(WORKERS) --symmetry all tests/engine/test_symmetry.py tests/rules tests/mechanics \
		tests/rulings tests/formats tests/scenario tests/cards/test_seed_cards*.py tests/cards/test_reviewed*.py

mutants: $(READY)  ## break the rules one by one, and check that the tests notice: minutes
	WORKERS=$(WORKERS) $(BIN)/python -m tests.mutants.run

same: $(READY)  ## record books, refusals, games, observations; on the next run, compare
	$(BIN)/python -m tests.same

site: $(READY) build/site-tools/ready  ## build the site of the documentation into build/site
	$(BIN)/python -m docs.making build/laid-out
	cd build/laid-out && NO_MKDOCS_2_WARNING=1 ../site-tools/bin/mkdocs build --quiet
	rm -rf build/site && mv build/laid-out/site build/site
	$(BIN)/python -m docs.making.looking build/site

dist: $(READY)  ## build a wheel and an sdist into dist/
	$(BIN)/python -m hatchling build -d dist

lowest: $(READY)  ## test with the lowest versions of all libraries, in a separate environment: many minutes
	$(BIN)/python -m tests.lowest

bench: $(READY)  ## measure speed on this machine
	$(BIN)/altered bench

recipes: $(READY)  ## run the scripts of training/, each in a separate environment: many minutes
	$(BIN)/python training/run.py

fuzz: $(READY)  ## play GAMES random games, and a tenth as many in every format, in search of errors
	$(BIN)/altered fuzz --games $(GAMES) --reached
	$(BIN)/altered fuzz --games $$(($(GAMES) / 10)) --format all --reached

strength: $(READY)  ## measure the strength of the agents: half an hour of processor time
	$(BIN)/altered arena --strength --games 600 --out build/strength.jsonl

board: $(READY)  ## run the rated board of all agents: an hour of one core; resumes after a stop
	test -f build/board/board.toml || $(BIN)/altered board new build/board --agents greedy rules rules@1 \
		ismcts net:v1 net:v2 net:v3 net:v4 net:v5 net:v5,rollouts=1 rollout:v3 rollout:v5,answers=all \
		--decks random:50:777:curve --until 25 --until-slow 60
	$(BIN)/altered board run build/board

attack: $(READY)  ## run all attack tests at full length: hours
	$(BIN)/python -m tests.attack.interrupts
	$(BIN)/python -m tests.attack.crafted --tries 100000 --workers $(WORKERS)
	$(BIN)/python -m tests.attack.hostile --jobs $(WORKERS)
	$(BIN)/python -m tests.attack.told --decisions 20000
	$(BIN)/python -m tests.attack.adversary
	$(BIN)/python -m tests.attack.fuzz --inputs 100000 --workers $(WORKERS)
	$(BIN)/python -m tests.attack.file_arguments
	$(BIN)/pytest -q --whole tests/web/test_hostile_requests.py

docs: $(READY)  ## regenerate pages of docs/, verified cards and totals
	$(BIN)/python -m tests.citations
	$(BIN)/python -m tests.verified_cards
	$(BIN)/python -m altered_env.language.reference docs/reference/language.md
	$(BIN)/python -m altered_env.spaces.docs_tables docs/reference
	$(BIN)/python -m altered_env.cardstats.reporting.shipped_board
	$(BIN)/python -m docs.making.pictures docs/images/concepts

notebooks: $(READY)  ## execute the notebooks and store their outputs: minutes
	$(BIN)/python -m tests.notebooks

format: $(READY)  ## apply ruff's fixes and format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:  ## remove .venv and everything generated
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml constraints.txt
	@echo "Setting up .venv: this happens once, and again when the dependencies change."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv .venv
	$(BIN)/python $(INSTALL) -e '.[dev,train,analysis,web]'
	@touch $@

build/axe/ready:  # accessibility checks, if there is npm
	-npm install --silent --no-audit --no-fund --prefix build/axe axe-core@4.14.1
	@mkdir -p build/axe && touch $@

# that of constraints.txt sends Firefox a command that Firefox ESR 153 lacks
build/firefox/ready:
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --upgrade \
		--target build/firefox playwright==1.58.0
	@touch $@

build/zig/ready: constraints.txt
	$(BIN)/python $(INSTALL) --upgrade --target build/zig ziglang
	@touch $@

build/site-tools/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv build/site-tools
	build/site-tools/bin/python $(INSTALL) \
		$$($(PYTHON) -c "import tomllib; \
		print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['docs'])")
	@touch $@
