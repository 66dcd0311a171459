# Start with `make run` or `make test`; each installs everything it needs.
SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
# Headless Chromium: a full browser's toolbars are extra pages and cost more time than the pages under test.
BROWSER_PACKAGE := $(shell . /etc/os-release 2>/dev/null; [ "$$ID" = ubuntu ] && echo chromium-browser || echo chromium-headless-shell)
PROXY_PACKAGES := $(if $(shell PATH="$$PATH:/usr/sbin" command -v nginx),,nginx-light) $(if $(shell command -v caddy),,caddy)
# Pango for reports as PDF; without it the companion sends them as pages to print.
TEST_PACKAGES := libpango-1.0-0 libpangoft2-1.0-0 poppler-utils $(PROXY_PACKAGES) $(if $(shell command -v systemd-analyze),,systemd) $(if $(shell command -v chromium-headless-shell google-chrome),,$(BROWSER_PACKAGE))
VENV_PACKAGE := $(shell $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv)
# One process more than cores, because the tests spend a third of their time waiting for servers, browsers and databases.
WORKERS ?= 3
# Some machines set this variable; Python would then recompile everything at every start.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run test near check bench games faults messages lock windows test-windows container audit mutation clean
help:  ## Show this help
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: .venv/ready-to-run  ## Install everything and start the companion on the local network
	@exec $(BIN)/companion serve

test: .venv/ready-to-test check  ## Install everything and run all tests, like CI
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -q

near: .venv/ready-to-test check  ## Run the tests of architecture, docs, languages, pages and drawings (two minutes)
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -q tests/test_architecture.py tests/test_docs.py tests/i18n tests/web tests/render

check: .venv/ready-to-test  ## Check style and types of Python, and the scripts of the pages
	$(BIN)/ruff check .
	$(BIN)/ruff format --check -q .
	$(BIN)/mypy
	$(BIN)/oxlint --deny-warnings static/js

bench: .venv/ready-to-test  ## Run all benchmarks and print the results
	@for bench in tests/bench/bench_*.py; do echo; echo "== $$bench"; $(BIN)/python $$bench || exit 1; done

games: .venv/ready-to-test  ## Play thousands of random games with all player counts and sheets (slow)
	COMPANION_RANDOM_GAMES=100 $(BIN)/pytest -q -n $(WORKERS) tests/games/dice_charmers/rules/test_properties.py -k listed_move_ends

faults: .venv/ready-to-test  ## Run the long fault tests: kills, outages, races, heartbeats (slow; see docs/faults.md)
	COMPANION_LONG=1 $(BIN)/pytest -q tests/live/test_pulled_plugs.py tests/live/test_database_faults.py \
	    tests/live/test_slow_phones.py tests/live/test_server_faults.py tests/live/test_connections.py tests/tables/test_bounds.py \
	    tests/tables/test_races.py tests/tables/test_presence.py

messages: .venv/ready-to-test  ## Add new texts to the Russian catalogue
	$(BIN)/pybabel -q extract -F pyproject.toml --no-default-keywords -k _ -k N_ -k gettext -k ngettext:1,2 -k Phrase -k Message:2 -k Plural:1,2 -k in_context:1c,2 \
	    -k pgettext:1c,2 --sort-output --no-location --no-wrap -o .venv/messages.pot .
	$(BIN)/pybabel -q update -l ru -i .venv/messages.pot -o companion/i18n/ru.po --no-fuzzy-matching \
	    --ignore-obsolete --ignore-pot-creation-date --no-wrap

lock: .venv/ready-to-run  ## Update the locked dependencies
	$(BIN)/pip install -q uv
	$(BIN)/uv pip compile -q --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	    --no-header --no-annotate pyproject.toml --extra photo --group build -o requirements.lock
	$(BIN)/uv pip compile -q --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	    --no-header --no-annotate pyproject.toml --extra photo --group test -c requirements.lock -o requirements-test.lock

windows: .venv/ready-to-run  ## Build dist/companion-windows.zip: unpack, double-click (see docs/deploy.md)
	$(call system_packages,osslsigncode,to check the signature of Python for Windows)
	$(BIN)/pip install -q uv
	$(BIN)/python docs/deploy/windows/build.py

test-windows: .venv/ready-to-test windows  ## Start that zip under Wine and play a game on it (slow)
	$(call system_packages,wine wine64 gcc-mingw-w64-x86-64,to run Windows programs)
	COMPANION_WINDOWS=1 $(BIN)/pytest -q -s tests/windows

# The base is a root file system from Debian's packages; pip in it uses this machine's settings. chroot: no container engine is needed.
container:  ## Build the image of docs/deploy/Containerfile on Debian's packages, start it once and print a pad (slow, as root)
	$(call system_packages,buildah debootstrap crun curl,to build the image)
	export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs; set -e; mkdir -p build; rm -rf build/debian; \
	debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates stable build/debian >build/debian.log; \
	base=$$(buildah from scratch); buildah add -q $$base build/debian / >/dev/null; \
	buildah commit -q $$base localhost/companion-base >/dev/null; buildah rm $$base >/dev/null; rm -rf build/debian; \
	buildah bud --build-arg BASE=localhost/companion-base -v /etc/ssl/certs:/etc/ssl/certs:ro \
	    $$([ -f /etc/pip.conf ] && echo -v /etc/pip.conf:/etc/pip.conf:ro) -t localhost/companion -f docs/deploy/Containerfile .; \
	image=$$(buildah from localhost/companion); \
	buildah run -e COMPANION_PORT=8477 -e COMPANION_HOST=127.0.0.1 $$image -- /opt/companion/bin/companion serve & server=$$!; \
	trap "kill $$server; wait $$server; buildah rm $$image >/dev/null" EXIT; \
	curl -sSf --retry 30 --retry-delay 1 --retry-connrefused http://127.0.0.1:8477/healthz; \
	curl -sSf -o /dev/null -w '%{content_type}, %{size_download} bytes\n' 'http://127.0.0.1:8477/print/pad.pdf?sheet=sun'

audit: .venv/ready-to-run  ## Check the locked dependencies for known vulnerabilities (needs the network)
	@[ -x .venv/audit/bin/pip-audit ] || { $(PYTHON) -m venv .venv/audit && .venv/audit/bin/pip install -q pip-audit; }
	.venv/audit/bin/pip-audit --strict --require-hashes --disable-pip --progress-spinner off -r requirements.lock

mutation: .venv/ready-to-test  ## Run mutation testing on the core rules (slow; see docs/mutation.md)
	$(BIN)/pip install -q --upgrade --target .venv/mutation 'mutmut~=3.8' 'pytest<9.2' pytest-timeout
	PYTHONPATH=$(CURDIR)/.venv/mutation $(BIN)/python -m mutmut run --max-children $(WORKERS) $(MUTANTS)

clean:  ## Remove build output; keeps tables and keys
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis mutants

# Stop what Debian starts by itself when it is installed. $(1): sudo, or nothing.
stop_services = for service in nginx caddy; do \
	case "$$missing " in *" $$service"[\ -]*) $(1) systemctl disable --now -q $$service 2>/dev/null || true;; esac; done

# Install missing system packages, or print the command that does. $(1): packages, $(2): purpose.
define system_packages
	@missing=""; \
	for package in $(1); do \
	    dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	done; \
	[ -z "$$missing" ] && exit 0; \
	install="apt-get install -y --no-install-recommends$$missing"; \
	if ! command -v apt-get >/dev/null; then \
	    echo "This is not Debian or Ubuntu. Install the equivalent of these packages ($(2)):$$missing" >&2; exit 1; \
	elif [ "$$(id -u)" = 0 ]; then \
	    export DEBIAN_FRONTEND=noninteractive; apt-get update -qq && $$install -qq >/dev/null && $(call stop_services,); \
	elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then \
	    sudo apt-get update -qq && sudo DEBIAN_FRONTEND=noninteractive $$install -qq >/dev/null && \
	    $(call stop_services,sudo); \
	else \
	    echo "Missing system packages ($(2)), and no permission to install them. Run this once, then try again:" >&2; \
	    echo "  sudo apt-get update && sudo $$install" >&2; exit 1; \
	fi
endef

# Create a virtual environment with the locked dependencies and the companion itself. $(1): the lock file.
define python_environment
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "Python 3.11 or newer is required, this is $$($(PYTHON) --version 2>&1)." >&2; exit 1; }
	@[ -x $(BIN)/pip ] || $(PYTHON) -m venv --clear .venv
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r $(1)
	$(BIN)/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
endef

.venv/ready-to-run: requirements.lock pyproject.toml
	$(call system_packages,$(VENV_PACKAGE),for virtual environments)
	$(call python_environment,requirements.lock)
	@touch $@

.venv/ready-to-test: requirements-test.lock pyproject.toml Makefile
	$(call system_packages,$(VENV_PACKAGE) $(TEST_PACKAGES),for virtual environments and the tests)
	$(call python_environment,requirements-test.lock)
	@touch $@
