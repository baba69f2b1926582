"""A module of 450 lines or a function of 60 is asking to be two."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

MODULE_LINES = 450
FUNCTION_LINES = 60

ALLOWED = Path(__file__).with_name("sizes.txt")


def allowed_sizes() -> dict[str, int]:
    """What may be longer, `path` or `path::function`, and how long; each has a reason."""
    allowed: dict[str, int] = {}
    for line in ALLOWED.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            name, lines, _reason = line.split(maxsplit=2)
            allowed[name] = int(lines)
    return allowed


def long_parts(path: str, source: str) -> Iterator[tuple[str, int, int]]:
    """Every part of a module over its limit: (name, lines, limit), the name as in sizes.txt."""
    lines = len(source.splitlines())
    if lines > MODULE_LINES:
        yield path, lines, MODULE_LINES
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES:
                yield f"{path}::{node.name}", lines, FUNCTION_LINES


def size_faults(sources: dict[str, str], allowed: dict[str, int]) -> list[str]:
    """What is too long, and what is allowed to be without need."""
    faults: list[str] = []
    needed: set[str] = set()
    for path, source in sources.items():
        for name, lines, limit in long_parts(path, source):
            needed.add(name)
            if lines > allowed.get(name, limit):
                faults.append(f"{name} has {lines} lines, over {allowed.get(name, limit)}")
    faults += [f"{name} is in sizes.txt and does not need it" for name in allowed.keys() - needed]
    return faults
