"""Names are others each time, whatever a program does with chance and processes."""

import os
import random

from service.names import new_name


def test_names_do_not_come_again_after_the_common_chance_is_seeded() -> None:
    names = set[str]()
    for _ in range(3):
        random.seed(1)
        names.add(new_name())
    assert len(names) == 3


def test_processes_that_are_forked_give_other_names() -> None:
    names = [new_name_of_a_child() for _ in range(3)]
    assert len({*names, new_name()}) == 4


def new_name_of_a_child() -> str:
    """The first name that a process gives after it was forked from this one."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.write(writing, new_name().encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        name = told.read()
    os.waitpid(child, 0)
    return name
