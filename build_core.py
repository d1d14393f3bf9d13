"""Builds the C extension service.core._core from core_c/ with cffi (API mode, abi3).

pip runs it through BuildCore (see pyproject.toml); `python build_core.py` builds in
place for work on the sources. The declarations are the marked part of the header
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
GENERATED = ROOT / "build" / "_core.c"


def declarations(header: str) -> str:
    """Return the part of the header between its two cffi marks."""
    found = re.search(r"/\* cffi: begin \*/(.*)/\* cffi: end \*/", header, re.DOTALL)
    if found is None:
        raise SystemExit(f"{HEADER}: the cffi marks are missing")
    return found.group(1)


ffibuilder = FFI()
ffibuilder.cdef(declarations(HEADER.read_text(encoding="utf-8")))
ffibuilder.set_source("service.core._core", '#include "tapete.h"\n')


class BuildCore(build_ext):
    """build_ext that first writes the cffi glue and then treats warnings as errors."""

    def run(self) -> None:
        """Emit the glue code, then compile it with the core's sources."""
        GENERATED.parent.mkdir(exist_ok=True)
        ffibuilder.emit_c_code(str(GENERATED))
        super().run()


if __name__ == "__main__":
    setup(script_args=["build_ext", "--inplace"])
