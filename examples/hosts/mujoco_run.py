"""MuJoCo: loads the plugin (mujoco_plugin.c) and simulates a scene with Runge and Kutta's steps. usage: mujoco_run.py SCENE PLUGIN"""
import sys

import mujoco

from scene import Contact, tell

scene = Contact(sys.argv[1]).scene
mujoco.mj_loadPluginLibrary(sys.argv[2])
model = mujoco.MjModel.from_xml_string(f"""
<mujoco>
  <option timestep="{scene.step}" integrator="RK4" gravity="{' '.join(map(str, scene.gravity))}"><flag contact="disable"/></option>
  <extension><plugin plugin="abut.contact"><instance name="touch"><config key="scene" value="{sys.argv[1]}"/></instance></plugin></extension>
  <worldbody>
    <body name="ball" pos="{' '.join(map(str, scene.position))}">
      <freejoint/>
      <inertial pos="0 0 0" mass="{scene.mass}" diaginertia="{scene.inertia} {scene.inertia} {scene.inertia}"/>
      <plugin plugin="abut.contact" instance="touch"/>
    </body>
  </worldbody>
</mujoco>""")
data = mujoco.MjData(model)
data.qvel[:3] = scene.velocity
for _ in range(round(scene.t_end / scene.step)):
    mujoco.mj_step(model, data)
mujoco.mj_forward(model, data)
tell(data.qpos[:3], data.xmat[1].reshape(3, 3) @ data.qvel[3:])
