"""The examples of docs/core.md are run as they stand."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "core.md"


def test_every_example_of_the_guide_gives_what_it_says() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted > 15
    assert result.failed == 0
