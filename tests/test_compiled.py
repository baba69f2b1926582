"""Compiled kernels are kept between processes, and one knows whether they are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ASK = "from belote.compiled import kernels_are_cached; print(kernels_are_cached())"
PLAY = "from belote.runs.bench import warm_block; warm_block(); "


def printed(code: str, cache: Path) -> str:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache)}
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True
    ).stdout.strip()


def test_kernels_count_as_cached_once_a_process_has_compiled_them(tmp_path: Path):
    assert printed(ASK, tmp_path) == "False"
    assert printed(PLAY + ASK, tmp_path) == "True"
    assert printed(ASK, tmp_path) == "True"
