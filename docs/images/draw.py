"""Draws the picture of the README: a match of Locus Poker at the terminal, as SVG.

python docs/images/draw.py [FILE]      default: docs/images/locus.svg
"""

from __future__ import annotations

import io
import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from rich.console import Console

from service.app import create_app
from service.config import Settings
from service.store.embedded import EmbeddedServer
from service.terminal.locus import LocusBoard

MOVES = 9


def midgame(url: str) -> tuple[Any, Any]:
    """Play some best moves against level 3; returns the match and the choices."""
    client = create_app(Settings(redis_url=url)).test_client()
    created = json.loads(client.post("/v1/matches", json={"game": "locus"}).data)
    address = f"/v1/matches/{created['match']['id']}"
    mine = {"Authorization": f"Bearer {created['tokens'][0]['token']}"}
    for _ in range(MOVES):
        choices = json.loads(client.get(f"{address}/moves", headers=mine).data)["moves"]
        choices.sort(key=lambda choice: -choice["earns"]["points"])
        move = {"move": choices[0]["move"]}
        client.post(f"{address}/moves", json=move, headers=mine)
    choices = json.loads(client.get(f"{address}/moves", headers=mine).data)["moves"]
    choices.sort(key=lambda choice: -choice["earns"]["points"])
    return json.loads(client.get(address, headers=mine).data), choices


def main(target: Path) -> None:
    """Draw it, with the reader's own monospaced font: the file names no host."""
    with tempfile.TemporaryDirectory() as data, EmbeddedServer(Path(data)) as url:
        match, choices = midgame(url)
    console = Console(record=True, width=72, file=io.StringIO(), force_terminal=True)
    console.print(LocusBoard().draw(match, choices, ascii_only=False))
    svg = console.export_svg(title="tapete play locus")
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->\s*", "", svg)
    target.write_text(svg.replace("Fira Code", "ui-monospace"), encoding="utf-8")


if __name__ == "__main__":
    here = Path(__file__).parent / "locus.svg"
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else here)
