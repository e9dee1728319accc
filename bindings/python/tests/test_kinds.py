"""What is made from the registry: every type is there with its parameters, as the schema of model files has them; the dicts are taken."""
import inspect
import keyword
import typing

from support import BALL, near, program, refused

import abut
from abut import kinds


def functions(kind):
    return {name: f for name, f in vars(getattr(kinds, kind)).items() if isinstance(f, staticmethod)}


def test_every_type_of_the_program():
    for kind in ("surface", "normal", "damping", "friction", "force", "joint", "machine", "function", "film", "lubricant", "method"):
        assert functions(kind), kind
    for made in (program("list") or {"types": []})["types"]:
        name = made["name"] + "_" * keyword.iskeyword(made["name"])
        if hasattr(kinds, made["kind"]) and name not in ("halfspace", "ehl"):  # contact on a grid is not part of the package
            doc = functions(made["kind"])[name].__func__.__doc__  # the program says of a lubricant more than its type
            assert made["kind"] == "lubricant" or doc.startswith(made["summary"]), made


def test_signatures_and_documentation():
    coulomb = kinds.friction.coulomb
    p = inspect.signature(coulomb).parameters
    assert p["mu"].default is inspect.Parameter.empty and repr(p["v_s"].default) == "default"
    assert typing.get_type_hints(coulomb)["patch"] == typing.Literal["point", "ellipse"]
    assert "v_s (m/s, above 0, default 0.001): slip speed" in coulomb.__doc__
    assert "balls.count" in kinds.machine.ball_bearing.__doc__ and "pitch_diameter" in inspect.signature(kinds.machine.ball_bearing).parameters
    for kind in ("surface", "normal", "friction"):
        for name, f in functions(kind).items():
            assert not keyword.iskeyword(name) and inspect.getdoc(f.__func__), name
    refused(lambda: coulomb(), "mu", error=TypeError)
    refused(lambda: coulomb(mu=1, nu=2), "nu", error=TypeError)


def test_what_they_make_is_taken():
    assert kinds.friction.coulomb(mu=0.3) == {"type": "coulomb", "mu": 0.3}
    assert kinds.force.spring(stiffness=3, between=["a", "b"])["between"] == ["a", "b"]
    ring = {"shape": kinds.surface.torus(ring_radius=25.2e-3, tube_radius="5.2 mm", side="inside")}
    e = abut.Element(ring, {"shape": kinds.surface.sphere(radius=5e-3)}, normal=kinds.normal.hertz(damping=kinds.damping.hunt_crossley(chi=0.1)),
                     friction=kinds.friction.coulomb(mu=0.08))
    near(e.eval(b=(25e-3 - 10e-6, 0, 0), vb=(0, 0.1, 0)).on_b[1], -73.33, 1e-4)
    made = {**BALL, "contacts": [{**BALL["contacts"][0], "friction": kinds.friction.coulomb(mu=0.3)}]}
    assert abut.Model.load(made).run(t_end=0.01).t[-1] == 0.01
