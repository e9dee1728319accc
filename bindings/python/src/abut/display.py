"""How things look in a notebook: tables, and how far a computation is."""
from __future__ import annotations

import html
import sys
import time
from typing import Any, Callable, Iterable


def table(caption: str, head: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """A table of HTML; numbers have six digits."""
    def cell(x: Any) -> str:
        return html.escape(f"{x:.6g}" if isinstance(x, float) else str(x))

    top = "".join(f"<th>{cell(h)}</th>" for h in head)
    body = "".join("<tr>" + "".join(f"<td>{cell(x)}</td>" for x in row) + "</tr>" for row in rows)
    return f"<table><caption>{html.escape(caption)}</caption><tr>{top}</tr>{body}</table>"


def in_notebook() -> bool:
    """Is there a kernel that shows what is displayed?"""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and hasattr(shell, "kernel")


class Bar:
    """How far it is, in place: in a notebook, else one line on a terminal. It shows when it takes longer than a second."""

    def __init__(self, unit: str):
        self.unit, self.begin, self.handle, self.width = unit, time.monotonic(), None, 0

    def __call__(self, done: float, of: float) -> None:
        part = min(1.0, done / of) if of > 0 else 0.0
        text = f"{done:.4g} of {of:.4g} {self.unit}".rstrip()
        if self.handle is None and self.width == 0 and (time.monotonic() - self.begin < 1 or part >= 1):
            return
        if not in_notebook():
            self.width = max(self.width, len(text) + 9)
            sys.stderr.write(f"\r{100 * part:5.1f} %  {text}".ljust(self.width))
            sys.stderr.flush()
            return
        from IPython.display import HTML, display

        shown = HTML(f'<progress value="{part:.4f}" max="1" style="width:50%"></progress> {text}')
        if self.handle is None:
            self.handle = display(shown, display_id=True)
        else:
            self.handle.update(shown)

    def close(self) -> None:
        if self.handle is not None:
            from IPython.display import HTML

            self.handle.update(HTML(""))
        elif self.width:
            sys.stderr.write("\r" + " " * self.width + "\r")


class following:
    """`with following(progress, unit) as told:` progress is a function, True for a bar, False for none; None: a bar in notebooks."""

    def __init__(self, progress: Callable[..., Any] | bool | None, unit: str):
        wanted = in_notebook() if progress is None else progress
        self.bar = Bar(unit) if wanted is True else None
        self.told = self.bar or (progress if callable(progress) else None)

    def __enter__(self):
        return self.told

    def __exit__(self, *_):
        if self.bar is not None:
            self.bar.close()
