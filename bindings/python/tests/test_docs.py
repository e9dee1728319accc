"""The code of the guide, and what it says is printed."""
import contextlib
import io
import os
import re

from support import SOURCE


def test_guide():
    text = (SOURCE / "docs/howto/python.md").read_text()
    blocks, here, names, printed = re.findall(r"```python\n(.*?)```", text, re.S), os.getcwd(), {}, io.StringIO()
    assert len(blocks) >= 7
    os.chdir(SOURCE)
    try:
        for block in blocks:
            with contextlib.redirect_stdout(printed):
                exec(compile(block, "python.md", "exec"), names)
    finally:
        os.chdir(here)
    said = printed.getvalue()
    assert said.startswith("1761359645") and "contact 1: 0 < P <= Q is wanted, got P = -1 1/m and Q = 2 1/m\n" in said
    assert "did you mean 'mass'?" in said and "(5, 5)" in said
    assert names["loads"].shape[0] == 8 and abs(names["out"].N - 916.733) < 1e-3
    assert (names["brief"].force > 0).all()
    assert abs(names["found"].parameters["E"].value - 6.2) < 1e-4 and names["fall"][0] == 0.3


def test_readme():
    text = (SOURCE / "README.md").read_text()
    (block,) = re.findall(r"```python\n(.*?)```", text, re.S)
    printed = io.StringIO()
    code = block.replace("examples/", f"{SOURCE}/examples/").replace("t_end=0.2", "t_end=0.01")
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    assert printed.getvalue().startswith("1761359645")
