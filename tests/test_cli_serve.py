"""The dashboard's server runs and ends with the command that started it."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest

from commands import PATIENCE, answers, call, free_port, start


def wait_until(condition) -> bool:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.1)
    return False


@pytest.mark.parametrize("word", [signal.SIGTERM, signal.SIGINT])
def test_the_server_ends_with_the_command(word: signal.Signals, tmp_path: Path):
    lake = tmp_path / "lake"
    call("simulate", "--deals", 100, "--players", "random", "--lake", lake)
    port = free_port()
    command = start("dashboard", "--lake", lake, "--port", port)
    try:
        assert wait_until(lambda: answers(port))
        command.send_signal(word)
        assert command.wait(PATIENCE) == 0
        assert wait_until(lambda: not answers(port))
    finally:
        command.kill()
        command.communicate()
