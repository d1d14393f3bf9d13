"""Builds the C extensions of service.core from core_c/ with cffi (API mode, abi3).

`_core` has the whole core; `_quick` has the calls of one hand, with the glue that
core_c/glue.h replaces.

pip runs it through BuildCore (see pyproject.toml); `python build_core.py` builds in
place for work on the sources. The declarations are the marked parts of the header
itself, so there is no second copy to drift.
"""

from __future__ import annotations

import re
from pathlib import Path

from cffi import FFI
from setuptools import setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
HEADER = ROOT / "core_c" / "tapete.h"
GENERATED = ROOT / "build"


def declarations(header: str, mark: str) -> str:
    """Return the part of the header between two cffi marks."""
    found = re.search(
        rf"/\* {mark}: begin \*/(.*)/\* {mark}: end \*/", header, re.DOTALL
    )
    if found is None:
        raise SystemExit(f"{HEADER}: the marks of {mark} are missing")
    return found.group(1)


def builder(module: str, mark: str, source: str) -> FFI:
    """Return the builder of a module from the part of the header with a mark."""
    ffi = FFI()
    ffi.cdef(declarations(HEADER.read_text(encoding="utf-8"), mark))
    ffi.set_source(f"service.core.{module}", source)
    return ffi


BUILDERS = {
    "_core": builder("_core", "cffi", '#include "tapete.h"\n'),
    "_quick": builder(
        "_quick", "cffi, quick", '#include "glue.h"\n#include "tapete.h"\n'
    ),
}


class BuildCore(build_ext):
    """build_ext that first writes the cffi glue and then treats warnings as errors."""

    def run(self) -> None:
        """Emit the glue code, then compile it with the core's sources."""
        GENERATED.mkdir(exist_ok=True)
        for module, ffi in BUILDERS.items():
            ffi.emit_c_code(str(GENERATED / f"{module}.c"))
        super().run()


if __name__ == "__main__":
    setup(script_args=["build_ext", "--inplace"])
