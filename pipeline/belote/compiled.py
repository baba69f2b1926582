"""Compiled kernels: one place that names numba and its cache.

numba's own cache does not notice an edit in a module that a kernel imports, and would
then run the old rules. The cache folder is therefore named by a hash of the source of every
module of the package that holds kernels, set before the first kernel is declared.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import platformdirs

Function = Callable[..., Any]
"""A kernel, for whoever calls it. Its arguments have the types that numba meets, so that kernels
carry no annotations; the modules that hold them say so to pyright in their first comment."""

KERNEL_PACKAGES = ("game", "solver", "players", "simulate", "records", "stats", "study")


@lru_cache(maxsize=1)
def kernel_hash() -> str:
    """Hash of the source of every module that may hold a kernel (16 hex digits)."""
    root = Path(__file__).parent
    digest = hashlib.sha256()
    for package in KERNEL_PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    digest.update(Path(__file__).read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled kernels are kept between runs: the user's cache folder, one per source."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    if named:
        return Path(named)
    return Path(platformdirs.user_cache_dir("belote", appauthor=False)) / f"kernels-{kernel_hash()}"


def kernels_are_cached(one_of_them: str = "simulate_block") -> bool:
    """Whether an earlier process has already compiled these kernels on this machine."""
    return any(cache_folder().rglob(f"*{one_of_them}*.nbi"))


os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder()))

import numba.extending  # noqa: E402  (the cache folder must be named first)
import numpy as np  # noqa: E402

_numba: Any = numba  # it carries no types
_overload: Any = numba.extending.overload  # pyright: ignore[reportUnknownMemberType]
_intrinsic: Any = numba.extending.intrinsic  # pyright: ignore[reportUnknownMemberType]

_numba.config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]


def kernel(function: Function) -> Function:
    """Compile a function of scalars and arrays: no GIL, cached on disk, integers wrap silently."""
    return _numba.njit(function, cache=True, nogil=True, error_model="numpy")


def inline(function: Function) -> Function:
    """Compile a small helper that is copied into the kernels that call it."""
    return _numba.njit(function, nogil=True, error_model="numpy", forceinline=True)


def inline_by_type(choose: Function) -> Function:
    """A small helper whose body is chosen by the types of its arguments, as kernels are compiled.

    ``choose`` is handed the types (that of a named tuple has its class as ``instance_class``) and
    returns the function to copy in, with the same parameters, or None where there is none. Only
    kernels can call the result. What is not chosen costs nothing.
    """

    def stub(*_arguments: Any) -> Any:
        raise TypeError("only kernels can call this")

    options = {"nogil": True, "error_model": "numpy", "forceinline": True}
    _overload(stub, jit_options=options)(choose)
    return stub


@_intrinsic
def popcount(typingctx: Any, value: Any) -> Any:
    """Number of set bits of an integer, as the same integer type."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return value(value), codegen


@_intrinsic
def low_index(typingctx: Any, value: Any) -> Any:
    """Index of the lowest set bit (not defined at 0), as the same integer type."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(_numba.types.boolean, True))

    return value(value), codegen


def _has_bit_deposit() -> bool:
    """Whether this processor has the x86 instruction that scatters bits (BMI2)."""
    from llvmlite import binding  # pyright: ignore[reportMissingTypeStubs]

    features: Any = binding.get_host_cpu_features()
    return bool(features.get("bmi2", False))


@_intrinsic
def _bit_deposit(typingctx: Any, source: Any, mask: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        from llvmlite import ir  # pyright: ignore[reportMissingTypeStubs]

        word = ir.IntType(32)
        function = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pdep.32", (), ir.FunctionType(word, [word, word])
        )
        return builder.call(function, args)

    return mask(mask, mask), codegen


@inline
def _nth_bit_by_loop(mask: Any, n: Any) -> Any:
    rest = mask
    for _ in range(n):
        rest = np.uint32(rest & np.uint32(rest - np.uint32(1)))
    return np.uint32(rest & np.uint32(~rest + np.uint32(1)))


@inline
def _nth_bit_by_deposit(mask: Any, n: Any) -> Any:
    return _bit_deposit(np.uint32(np.uint32(1) << np.uint32(n)), mask)


nth_bit = _nth_bit_by_deposit if _has_bit_deposit() else _nth_bit_by_loop
"""The set bit number ``n`` (from 0) of a uint32 mask, as a bit; 0 where there are fewer."""
