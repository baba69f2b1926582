"""Which addresses may stand in files: hosts on an allow-list, and no path of one machine."""

from __future__ import annotations

import re
from pathlib import Path

ALLOWED = Path(__file__).with_name("addresses.txt")

_URL_HOST = re.compile(
    r"\b(?:https?|ftp|wss?|ssh|git)://(?:[^\s/@\"'<>]*@)?(\[[0-9a-f:]+\]|[\w.-]*\w)", re.IGNORECASE
)
# A host without its scheme; other endings are too often an attribute in code.
_BARE_HOST = re.compile(r"(?<![\w./@-])(?:[a-z0-9-]+\.)+(?:com|org)\b(?![\w(=.])")
_FOLDERS = "work|root|home|tmp|Users|opt|mnt|srv|private|var"
_MACHINE_PATH = re.compile(rf"(?<![\w.~}})*/-])/(?:{_FOLDERS})(?:/|\b(?![\w-]))|\b[A-Z]:\\Users\b")


def allowed_hosts() -> dict[str, str]:
    """Every host that may stand in a file, and why."""
    hosts: dict[str, str] = {}
    for line in ALLOWED.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            host, reason = line.split(maxsplit=1)
            hosts[host] = reason
    return hosts


def address_faults(path: str, text: str, hosts: dict[str, str]) -> list[str]:
    """Hosts that are not allowed, and paths that exist on one machine only."""
    faults: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        found = {*_URL_HOST.findall(line), *_BARE_HOST.findall(line)}
        faults += [
            f"{path}:{number}: the address {host} is not in tests/guards/addresses.txt"
            for host in sorted(found)
            if host.lower() not in hosts
        ]
        if machine := _MACHINE_PATH.search(line):
            faults.append(f"{path}:{number}: {machine.group()!r} is a path of one machine")
    return faults
