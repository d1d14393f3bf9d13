"""Measurements behind decisions; each module runs by `python -m`."""
