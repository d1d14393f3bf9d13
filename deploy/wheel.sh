#!/usr/bin/env bash
# Builds one wheel and ranks a hand with it on every CPython from 3.11 that is found
# here, outside the checkout; needs a network for cffi. What is missing is said.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python=${PYTHON:-.venv/bin/python}
"$python" -m pip wheel --quiet --no-deps --wheel-dir "$folder" .
found=0
for version in 3.11 3.12 3.13; do
	if ! interpreter=$(command -v "python$version") || ! "$interpreter" -c ""; then
		echo "Python $version: not here"
		continue
	fi
	"$interpreter" -m venv "$folder/$version"
	"$folder/$version/bin/python" -m pip install --quiet 'cffi>=2.0'
	"$folder/$version/bin/python" -m pip install --quiet --no-deps "$folder"/*.whl
	(cd "$folder" && "$folder/$version/bin/python" -c "
import sys
from array import array
from service.core import hand_ranks, text_rank
from service.core.poker7 import seven_rank
assert text_rank('As Ks Qs Js Ts') >> 26 == 8
assert list(hand_ranks(array('Q', [3, 1]))) == [3, 1]
assert seven_rank(range(7)) > 0
print('Python', sys.version.split()[0] + ': loads and ranks')")
	found=$((found + 1))
done
test "$found" -gt 0
