"""Notebooks of the documentation and examples: they run, and show what they should. Notebooks in a kernel where nbclient and one are installed,
else their cells one after the other; figures need matplotlib."""
import contextlib
import io
import json
import os
import runpy
import sys
import tempfile

from support import SOURCE

try:
    import matplotlib

    matplotlib.use("Agg")
except ImportError:
    matplotlib = None
try:
    import ipykernel  # noqa: F401
    import nbclient
    import nbformat
except ImportError:
    nbclient = None
FOLDER = SOURCE / "docs/notebooks"


def in_kernel(cells):
    """The cells after they were run in a kernel of this Python."""
    cells = [{**cell, "source": "".join(cell["source"])} for cell in cells]
    notebook = nbformat.from_dict({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    client = nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(FOLDER)}})
    client.create_kernel_manager()
    client.km.kernel_spec.argv[0] = sys.executable
    return client.execute().cells


def shown(cell):
    """What a cell has shown: kinds of data, with the text."""
    return [(kind, "".join(text)) for output in cell.get("outputs", []) for kind, text in output.get("data", {}).items()]


def test_notebooks():
    names = sorted(FOLDER.glob("*.ipynb"))
    assert len(names) == 3
    pages = figures = tables = 0
    for path in names:
        cells = json.loads(path.read_text())["cells"]
        assert all(not cell.get("outputs") for cell in cells), f"{path}: outputs are not kept"
        if nbclient is not None and matplotlib is not None:
            for cell in in_kernel(cells):
                for kind, text in shown(cell):
                    pages += kind == "text/html" and text.startswith("<iframe srcdoc=")
                    tables += kind == "text/html" and text.startswith("<table>")
                    figures += kind == "image/png"
        elif matplotlib is not None:
            run_here(cells)
    assert figures == 0 or (figures >= 6 and tables >= 7 and pages <= 1)


def run_here(cells):
    here, names = os.getcwd(), {}
    os.chdir(FOLDER)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            for cell in cells:
                if cell["cell_type"] == "code":
                    exec(compile("".join(cell["source"]), "notebook", "exec"), names)
    finally:
        os.chdir(here)


def test_a_bar_in_a_notebook():
    if nbclient is None:
        return
    code = "from abut import display\nbar = display.Bar('s')\nbar.begin -= 2\nbar(0.25, 1.0)\nassert display.in_notebook()"
    (cell,) = in_kernel([{"cell_type": "code", "id": "a", "metadata": {}, "source": code, "outputs": [], "execution_count": None}])
    assert any("<progress value=\"0.2500\"" in text and "0.25 of 1 s" in text for _, text in shown(cell))


def test_examples():
    for path in sorted((SOURCE / "examples/python").glob("*.py")):
        if matplotlib is None and "plot" in path.read_text():
            continue
        printed = io.StringIO()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(printed):
            argv, sys.argv = sys.argv, [str(path), folder + "/figure.png"]
            try:
                runpy.run_path(str(path), run_name="__main__")
            finally:
                sys.argv = argv
            if "savefig" in path.read_text():
                assert os.path.getsize(folder + "/figure.png") > 10_000
        lines = [line.split() for line in printed.getvalue().splitlines()]
        if path.name == "own_friction.py":
            *ours, balance = (float(line[1]) for line in lines)
            assert all(abs(v / balance - 1) < 1e-3 and abs(v / ours[0] - 1) < 1e-9 for v in ours)
        if path.name == "many_clearances.py":
            loads = [float(line[-2]) for line in lines]
            assert loads == sorted(loads) and len(loads) == 6
