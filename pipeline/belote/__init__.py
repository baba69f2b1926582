"""The record book of belote: a simulator, a lake of deals, SQL over it and a dashboard."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("belote")
except PackageNotFoundError:  # run from a bare source tree
    __version__ = "0.1.0"
