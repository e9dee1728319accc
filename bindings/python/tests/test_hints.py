"""The hints of types hold together, and say to a user's code what it has; with mypy, where it is installed."""
import os
import tempfile
from pathlib import Path

import abut

CODE = '''
import abut
import numpy as np
from abut.kinds import friction, surface

m = abut.Model.load({"abut": 1}).set("solver.t_end", "1 s")
f: np.ndarray = m.modes().frequency  # type: ignore[union-attr]
e = abut.Element({"shape": surface.plane()}, {"shape": surface.sphere(radius="5 mm")}, friction=friction.coulomb(mu=0.1))
N: float = e.eval(b=(0, 0, 0.00499)).N
friction.coulomb(mu=0.1, patch="elipse")
friction.coulomb(nu=0.1)
m.run(t_ende=3)
'''


def test_hints():
    try:
        from mypy import api
    except ImportError:
        return
    options = ["--ignore-missing-imports", "--no-error-summary", "--no-color-output", "--cache-dir", os.devnull]
    package = str(Path(abut.__file__).parent)
    # where it is installed by its name: by its path everything beside it would be looked at, too
    said, _, status = api.run([*options, *(["-p", "abut"] if "site-packages" in package else [package])])
    assert status == 0, said
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "user.py")
        path.write_text(CODE)
        os.environ["MYPYPATH"] = str(Path(package).parent) if "site-packages" not in package else ""
        said, _, _ = api.run([*options, str(path)])
    errors = [line for line in said.splitlines() if "error:" in line and "user.py" in line]
    assert len(errors) == 3 and "elipse" in said and '"nu"' in said and "t_ende" in said, said
