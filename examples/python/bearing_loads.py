"""A ball bearing under radial load: its run, and the loads of the balls around it. usage: bearing_loads.py [FIGURE.png]"""
import sys
from pathlib import Path

import abut

model = abut.Model.load(Path(__file__).parent / "../13_ball_bearing/model.yaml")
run = model.run(t_end=0.02)
axes = abut.plot.polar_load(run)
abut.plot.polar_load(model.static(), ax=axes)
axes.figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "loads.png")
