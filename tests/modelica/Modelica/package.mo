package Modelica "Stand-in for the few classes of the Modelica Standard Library that Abut uses: same names, same conventions, our own writing"
  package Constants
    constant Real pi = 3.14159265358979323846;
  end Constants;

  package Units
    package SI
      type Length = Real(unit = "m");
      type Position = Real(unit = "m");
      type Velocity = Real(unit = "m/s");
      type AngularVelocity = Real(unit = "rad/s");
      type Angle = Real(unit = "rad");
      type Force = Real(unit = "N");
      type Torque = Real(unit = "N.m");
      type Mass = Real(unit = "kg");
      type Inertia = Real(unit = "kg.m2");
      type Acceleration = Real(unit = "m/s2");
      type Pressure = Real(unit = "Pa");
    end SI;
  end Units;

  package Mechanics
    package MultiBody
      package Frames
        record Orientation "T turns vectors of the world into the frame; w: angular velocity, in the frame"
          Real T[3, 3];
          Real w[3];
        end Orientation;

        function resolve1 "Vector of the frame, in the world"
          input Orientation R;
          input Real v2[3];
          output Real v1[3];
        algorithm
          v1 := transpose(R.T) * v2;
        end resolve1;

        function resolve2 "Vector of the world, in the frame"
          input Orientation R;
          input Real v1[3];
          output Real v2[3];
        algorithm
          v2 := R.T * v1;
        end resolve2;
      end Frames;

      package Interfaces
        connector Frame
          Modelica.Units.SI.Position r_0[3];
          Frames.Orientation R;
          flow Modelica.Units.SI.Force f[3];
          flow Modelica.Units.SI.Torque t[3];
        end Frame;

        connector Frame_a
          extends Frame;
        end Frame_a;

        connector Frame_b
          extends Frame;
        end Frame_b;
      end Interfaces;

      model World
        Interfaces.Frame_b frame_b;
        parameter Real g = 9.81;
        parameter Real n[3] = {0.0, -1.0, 0.0};
      equation
        frame_b.r_0 = zeros(3);
        frame_b.R.T = identity(3);
        frame_b.R.w = zeros(3);
      end World;

      package Parts
        model Body "Rigid body, centre of mass at frame_a"
          Interfaces.Frame_a frame_a;
          outer Modelica.Mechanics.MultiBody.World world;
          parameter Real m = 1;
          parameter Real I_11 = 1;
          parameter Real I_22 = 1;
          parameter Real I_33 = 1;
          parameter Real w_0_start[3] = zeros(3);
          Real r_0[3];
          Real v_0[3];
          Real Q[4](start = {0.0, 0.0, 0.0, 1.0}, each fixed = true);
          Real w[3](start = w_0_start, each fixed = true);
          Real I[3, 3] = diagonal({I_11, I_22, I_33});
        equation
          frame_a.r_0 = r_0;
          der(r_0) = v_0;
          frame_a.R.T = {{Q[1]^2 - Q[2]^2 - Q[3]^2 + Q[4]^2, 2*(Q[1]*Q[2] + Q[3]*Q[4]), 2*(Q[1]*Q[3] - Q[2]*Q[4])},
                         {2*(Q[1]*Q[2] - Q[3]*Q[4]), Q[2]^2 - Q[1]^2 - Q[3]^2 + Q[4]^2, 2*(Q[2]*Q[3] + Q[1]*Q[4])},
                         {2*(Q[1]*Q[3] + Q[2]*Q[4]), 2*(Q[2]*Q[3] - Q[1]*Q[4]), Q[3]^2 - Q[1]^2 - Q[2]^2 + Q[4]^2}};
          frame_a.R.w = w;
          der(Q[1]) = 0.5*(w[1]*Q[4] - w[2]*Q[3] + w[3]*Q[2]);
          der(Q[2]) = 0.5*(w[1]*Q[3] + w[2]*Q[4] - w[3]*Q[1]);
          der(Q[3]) = 0.5*(-w[1]*Q[2] + w[2]*Q[1] + w[3]*Q[4]);
          der(Q[4]) = 0.5*(-w[1]*Q[1] - w[2]*Q[2] - w[3]*Q[3]);
          m*(der(v_0) - world.g*world.n) = transpose(frame_a.R.T)*frame_a.f;
          I*der(w) + cross(w, I*w) = frame_a.t;
        end Body;
      end Parts;
    end MultiBody;
  end Mechanics;
end Modelica;
