"""One bearing with many clearances at once: the greatest load of a ball in each, from runs in all the threads there are."""
from pathlib import Path

import numpy as np

import abut

clearances = np.linspace(-5e-6, 20e-6, 6)  # m
batch = abut.Batch(Path(__file__).parent / "../13_ball_bearing/model.yaml", len(clearances))
batch.set("machines.brg.clearance", list(clearances))
runs = batch.run(t_end=5e-3)
loads = np.max([runs.column(f"machine_brg.ball{k}_Q_inner").max(axis=1) for k in range(1, 9)], axis=0)
for clearance, load in zip(clearances, loads):
    print(f"clearance {1e6 * clearance:6.1f} um: {load:7.1f} N")
