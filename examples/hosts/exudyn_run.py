"""Exudyn: force and torque of the contact by a user function of a rigid body spring damper. usage: exudyn_run.py SCENE"""
import sys

import exudyn as exu
import numpy as np
from exudyn.utilities import *  # noqa: F403 (Exudyn's items are used by bare names)

from scene import Contact, tell

contact = Contact(sys.argv[1])
scene = contact.scene
system = exu.SystemContainer()
mbs = system.AddSystem()
ground = mbs.AddObject(ObjectGround())
inertia = RigidBodyInertia(mass=scene.mass, inertiaTensor=np.eye(3) * scene.inertia)
ball = mbs.CreateRigidBody(inertia=inertia, referencePosition=list(scene.position), initialVelocity=list(scene.velocity), gravity=list(scene.gravity),
                           nodeType=exu.NodeType.RotationRotationVector)
here = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localPosition=[0, 0, 0]))
there = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ball, localPosition=[0, 0, 0]))


def quaternion(R):
    """Scalar first: the eigenvector of the greatest eigenvalue of the symmetric matrix that a rotation gives (its sign is free)."""
    K = np.array([[R[0, 0] - R[1, 1] - R[2, 2], 0, 0, 0], [R[0, 1] + R[1, 0], R[1, 1] - R[0, 0] - R[2, 2], 0, 0],
                  [R[0, 2] + R[2, 0], R[1, 2] + R[2, 1], R[2, 2] - R[0, 0] - R[1, 1], 0],
                  [R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1], R[0, 0] + R[1, 1] + R[2, 2]]])
    values, vectors = np.linalg.eigh(K)
    x, y, z, w = vectors[:, np.argmax(values)]
    return w, x, y, z


def act(mbs, t, item, displacement, rotation, velocity, spin, stiffness, damping, rotJ, rotI, offset):
    """Displacement, velocities of the ball against the ground at the origin, in its axes; what is returned acts on the ground, too, with the other sign."""
    r = mbs.GetObjectOutputBody(ball, exu.OutputVariableType.Position, localPosition=[0, 0, 0])
    v = mbs.GetObjectOutputBody(ball, exu.OutputVariableType.Velocity, localPosition=[0, 0, 0])
    w = mbs.GetObjectOutputBody(ball, exu.OutputVariableType.AngularVelocity, localPosition=[0, 0, 0])
    R = np.asarray(mbs.GetObjectOutputBody(ball, exu.OutputVariableType.RotationMatrix, localPosition=[0, 0, 0])).reshape(3, 3)
    force, torque = contact.wrench(r, quaternion(R), v, w)
    return [-x for x in (*force, *torque)]


mbs.AddObject(RigidBodySpringDamper(markerNumbers=[here, there], springForceTorqueUserFunction=act))
mbs.Assemble()
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = round(scene.t_end / scene.step)
settings.timeIntegration.endTime = scene.t_end
settings.timeIntegration.verboseMode = 0
settings.solution.file.write = False
mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK44)
output = lambda kind: mbs.GetObjectOutputBody(ball, kind, localPosition=[0, 0, 0])  # noqa: E731
tell(output(exu.OutputVariableType.Position), output(exu.OutputVariableType.AngularVelocity))
