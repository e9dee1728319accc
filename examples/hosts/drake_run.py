"""Drake: a LeafSystem from the pose and velocity of the ball to a spatial force on it. usage: drake_run.py SCENE"""
import sys

import numpy as np
from pydrake.common.value import Value
from pydrake.math import RigidTransform
from pydrake.multibody.math import SpatialForce, SpatialVelocity
from pydrake.multibody.plant import ExternallyAppliedSpatialForce, MultibodyPlant
from pydrake.multibody.tree import SpatialInertia, UnitInertia
from pydrake.systems.analysis import ApplySimulatorConfig, Simulator, SimulatorConfig
from pydrake.systems.framework import DiagramBuilder, LeafSystem

from scene import Contact, tell

contact = Contact(sys.argv[1])
scene = contact.scene


class Touch(LeafSystem):
    def __init__(self, ball):
        super().__init__()
        self.ball = ball
        self.poses = self.DeclareAbstractInputPort("poses", Value([RigidTransform()]))
        self.velocities = self.DeclareAbstractInputPort("velocities", Value([SpatialVelocity()]))
        self.DeclareAbstractOutputPort("forces", lambda: Value([ExternallyAppliedSpatialForce()]), self.act)

    def act(self, context, output):
        pose = self.poses.Eval(context)[self.ball.index()]
        velocity = self.velocities.Eval(context)[self.ball.index()]
        force, torque = contact.wrench(pose.translation(), pose.rotation().ToQuaternion().wxyz(), velocity.translational(), velocity.rotational())
        applied = ExternallyAppliedSpatialForce()
        applied.body_index = self.ball.index()
        applied.F_Bq_W = SpatialForce(tau=torque, f=force)
        output.set_value([applied])


builder = DiagramBuilder()
plant = builder.AddSystem(MultibodyPlant(time_step=0.0))
unit = scene.inertia / scene.mass
ball = plant.AddRigidBody("ball", SpatialInertia(scene.mass, np.zeros(3), UnitInertia(unit, unit, unit)))
plant.mutable_gravity_field().set_gravity_vector(np.array(scene.gravity[:]))
plant.Finalize()
touch = builder.AddSystem(Touch(ball))
builder.Connect(plant.get_body_poses_output_port(), touch.poses)
builder.Connect(plant.get_body_spatial_velocities_output_port(), touch.velocities)
builder.Connect(touch.get_output_port(), plant.get_applied_spatial_force_input_port())
diagram = builder.Build()
simulator = Simulator(diagram)
ApplySimulatorConfig(SimulatorConfig(integration_scheme="runge_kutta5", max_step_size=20 * scene.step, accuracy=1e-11, use_error_control=True), simulator)
inner = plant.GetMyContextFromRoot(simulator.get_mutable_context())
plant.SetFreeBodyPose(inner, ball, RigidTransform(np.array(scene.position[:])))
plant.SetFreeBodySpatialVelocity(inner, ball, SpatialVelocity(np.zeros(3), np.array(scene.velocity[:])))
simulator.AdvanceTo(scene.t_end)
tell(plant.EvalBodyPoseInWorld(inner, ball).translation(), plant.EvalBodySpatialVelocityInWorld(inner, ball).rotational())
