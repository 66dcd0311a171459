#!/bin/sh
# Double-click in the Finder: starts the companion, and installs it first if necessary. NOT TRIED: written without a Mac.
# The first time, macOS may ask: right-click, Open. It needs the internet once, for uv (https://docs.astral.sh/uv) and the packages.
export PATH="$HOME/.local/bin:$PATH"
cd "$(dirname "$0")" || exit 1
wheel=$(ls roll_and_write_companion-*.whl 2>/dev/null | tail -n 1)  # next to this file
if ! command -v companion >/dev/null; then
    command -v uv >/dev/null || { echo "Install uv first: https://docs.astral.sh/uv"; read -r _; exit 1; }
    [ -n "$wheel" ] || { echo "Put roll_and_write_companion-….whl next to this file."; read -r _; exit 1; }
    uv tool install "./$wheel[photo]" || { read -r _; exit 1; }
fi
echo "Close this window or press Ctrl+C to stop. Nothing gets lost."
companion serve
