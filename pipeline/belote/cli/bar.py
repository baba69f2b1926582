"""The bar itself; imported only where it is shown, because its library takes long to import."""

from __future__ import annotations

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as RichProgress
from rich.text import Text

from belote.runs.progress import Progress


class _Rate(ProgressColumn):
    """Deals a second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f} deals/s" if speed else "", style="progress.data.speed")


class Bar(Progress):
    """Deals done of all, with rate and time left; ``shown`` is a context that shows it."""

    def __init__(self, title: str) -> None:
        self.shown = RichProgress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            _Rate(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
        )
        self._task = self.shown.add_task(title, total=None)

    def start(self, total: int, done: int) -> None:
        """Show how much is done of how much."""
        self.shown.reset(self._task, total=total, completed=done)

    def advance(self, deals: int) -> None:
        """Move the bar on."""
        self.shown.advance(self._task, deals)

    def say(self, message: str) -> None:
        """Print a remark above the bar."""
        self.shown.console.print(message, highlight=False, markup=False)
