"""abut: compliant contact of machine parts, and machines made of them. SI units throughout.

    import abut
    abut.point(P=10, Q=125, force="500 N").p_max                     # calculators, over arrays as well: point, line, film, friction
    m = abut.Model.load("ball.yaml").set("bodies.ball.mass", "30 g")  # model files and dicts
    r = m.run()                                                      # r.t, r.contact("touch").N, r.body("ball").z
    m.static(), m.modes()                                            # equilibrium, modes; m.modes(speeds) the Campbell diagram
    abut.Batch(m, 64).set("bodies.ball.mass", masses).run()          # many variants in threads
    abut.Element({...}, {...}).eval(b=(0.025, 0, 0))                 # one contact
"""
from ._library import version as __version__

from . import kinds, plot
from .answers import Campbell, Modes, Static
from .batch import Batch, BatchResults
from .calculators import UNITS, Arrays, E_star, curvatures, film, friction, line, point
from .element import Element, Evaluation
from .errors import AbutError, Complaint, Place
from .laws import damping_law, friction_law, normal_law, surface_shape
from .model import Model, catalogue, schema
from .quantities import Column
from .results import Page, Results, Table
from .study import Estimate, Fit, Identified, Study
from .own_types import Param, Type

__all__ = [
    "AbutError", "Arrays", "Batch", "BatchResults", "Campbell", "Column", "Complaint", "E_star", "Element", "Estimate", "Evaluation", "Fit",
    "Identified", "Model", "Modes", "Page", "Param", "Place", "Results", "Static", "Study", "Table", "Type", "UNITS", "catalogue",
    "curvatures", "damping_law", "film", "friction", "friction_law", "kinds", "line", "normal_law", "plot", "point", "schema", "surface_shape",
]
