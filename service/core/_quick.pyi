# cffi types nothing of a compiled module; the modules beside this file do.
from typing import Any

lib: Any
