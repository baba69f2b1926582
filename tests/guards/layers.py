"""Imports run downwards only, and some libraries belong to one room."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache

STANDS_ON: dict[str, tuple[str, ...]] = {
    "compiled": (),
    "resources": (),
    "messages": (),  # the catalogue of what people read, in French and English
    "game": ("compiled", "resources", "messages"),
    "solver": ("game",),
    "players": ("solver",),
    "simulate": ("players",),
    "records": ("game",),
    "lake": ("game",),
    "runs": ("simulate", "records", "lake"),
    "stats": ("compiled",),
    "study": ("runs", "stats"),
    "charts": ("study",),
    "belote": ("charts",),  # the package's own __init__: what `import belote` offers
    "cli": ("belote",),
    "dashboards": ("belote",),
    "__main__": ("cli",),
}
"""Each room and the rooms right below it; it may import those and all that they stand on.

Rooms that are not built yet have their place already. A new room needs one here.
"""

OWNERS: dict[str, tuple[str, ...]] = {
    "duckdb": ("lake",),
    "pyarrow": ("lake",),
    "streamlit": ("dashboards",),
    "concurrent": ("runs",),
    "multiprocessing": ("runs",),
    "threading": ("runs",),
    "dask": ("runs",),
    "distributed": ("runs",),
    # A random choice of a deal comes from a counter keyed by what it decides.
    "random": ("stats", "study"),
    "secrets": ("stats", "study"),
    "numpy.random": ("stats", "study"),
}
"""A library and the only rooms that may import it, or anything inside it."""

PARQUET_CALLS = {"read_parquet", "scan_parquet", "write_parquet", "sink_parquet"}
"""Methods that touch Parquet without naming pyarrow; the lake's, like it."""

COME_WITH = {"llvmlite": "numba", "pandas": "streamlit"}
"""Libraries that another pins to its own version, so that they are not declared themselves."""

FREE_NAMES = {"belote.__version__"}
"""What any room may take from the package's own `__init__`."""


@cache
def below(room: str) -> frozenset[str]:
    """The rooms that a room may import."""
    nearest = STANDS_ON[room]
    return frozenset(nearest).union(*(below(lower) for lower in nearest))


def room_of_file(path: str) -> str | None:
    """The room a file belongs to, or None outside the package and the dashboards."""
    parts = path.removesuffix(".py").split("/")
    if parts[0] == "dashboards":
        return "dashboards"
    if parts[:2] != ["pipeline", "belote"]:
        return None
    return "belote" if parts[2] == "__init__" else parts[2]


def layer_faults(path: str, source: str) -> list[str]:
    """What a module imports or calls that its room may not."""
    room = room_of_file(path)
    if room is None:
        return []
    if room not in STANDS_ON:
        return [f"{path}: the room {room} has no place in STANDS_ON (tests/guards/layers.py)"]
    tree = ast.parse(source)
    faults = [f"{path}:{line}: {fault}" for line, fault in _import_faults(path, room, tree)]
    for line, name in _parquet_calls(tree):
        if room != "lake":
            faults.append(f"{path}:{line}: {room} calls {name}; only lake touches Parquet")
    return faults


def _import_faults(path: str, room: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    for line, name in imports(path, tree):
        if name in FREE_NAMES:
            continue
        if name.split(".")[0] == "belote":
            other = _room_of_import(name)
            if other != room and other not in below(room):
                yield line, f"{room} imports {name}, which is not below it"
        for library, owners in OWNERS.items():
            inside = name == library or name.startswith(library + ".")
            if inside and room not in owners:
                yield line, f"{room} imports {name}; only {' and '.join(owners)} may"


def _room_of_import(name: str) -> str:
    """The room of a dotted name; a name that is no room comes from the package's `__init__`."""
    second = name.split(".")[1:2]
    return second[0] if second and second[0] in STANDS_ON else "belote"


def imports(path: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every name a module imports, in full, wherever in the module: (line, dotted name).

    What it takes from a plain ``import belote`` or ``import numpy as np`` counts where it is used.
    """
    package = path.removeprefix("pipeline/").removesuffix(".py").split("/")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names if alias.name != "belote"]
            yield from ((node.lineno, name) for name in names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            base += node.module.split(".") if node.module else []
            yield from ((node.lineno, ".".join([*base, alias.name])) for alias in node.names)
        elif isinstance(node, ast.Call) and _is_import_call(node):
            yield node.lineno, str(ast.literal_eval(node.args[0]))
        elif isinstance(node, ast.Attribute):
            name = ast.unparse(node).replace("np.", "numpy.", 1)
            if name == "numpy.random" or (name.startswith("belote.") and name.count(".") == 1):
                yield node.lineno, name


def undeclared_libraries(path: str, source: str, declared: set[str]) -> list[str]:
    """Libraries a module imports that pyproject.toml does not name as dependencies."""
    own = {"belote"} if room_of_file(path) != "dashboards" else {"belote", "dashboards"}
    brought = {library for library, bringer in COME_WITH.items() if bringer in declared}
    known = sys.stdlib_module_names | declared | own | brought
    return [
        f"{path}:{line}: {name.split('.')[0]} is not among the dependencies in pyproject.toml"
        for line, name in imports(path, ast.parse(source))
        if name.split(".")[0] not in known
    ]


def _is_import_call(node: ast.Call) -> bool:
    called = ast.unparse(node.func).split(".")[-1]
    named = bool(node.args) and isinstance(node.args[0], ast.Constant)
    return called in ("import_module", "__import__") and named


def _parquet_calls(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in PARQUET_CALLS:
            yield node.lineno, node.attr
