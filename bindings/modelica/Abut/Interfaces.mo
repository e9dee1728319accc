within Abut;
package Interfaces "What two bodies in contact share"
  partial model Constraint "Two frames, their motion in world axes"
    Modelica.Mechanics.MultiBody.Interfaces.Frame_a frame_a "Body A";
    Modelica.Mechanics.MultiBody.Interfaces.Frame_b frame_b "Body B";
    Real TA[3, 3] "Vectors of frame_a in the world";
    Real TB[3, 3] "Vectors of frame_b in the world";
    Real vOA[3](each unit = "m/s") "Velocity of the origin of frame_a";
    Real vOB[3](each unit = "m/s") "Velocity of the origin of frame_b";
    Real omegaA[3](each unit = "rad/s") "Angular velocity of A";
    Real omegaB[3](each unit = "rad/s") "Angular velocity of B";
  equation
    TA = transpose(frame_a.R.T);
    TB = transpose(frame_b.R.T);
    vOA = der(frame_a.r_0);
    vOB = der(frame_b.r_0);
    omegaA = TA*frame_a.R.w;
    omegaB = TB*frame_b.R.w;
  end Constraint;

  partial model NormalForce "What a law of the normal force gets and gives"
    Real h(unit = "m") "Approach, positive in contact";
    Real dh(unit = "m/s") "Its rate";
    Real P(unit = "1/m") "Gap P x^2 + Q y^2, the smaller curvature";
    Real Q(unit = "1/m") "The greater one";
    Real F(unit = "N") "Normal force, never negative";
    parameter Real E_star(unit = "Pa") = 115.4e9 "1/E* = (1 - nuA^2)/EA + (1 - nuB^2)/EB";
    parameter Real chi(unit = "s/m") = 0.0 "Damping of Hunt and Crossley: F = Fel (1 + chi dh)";
  protected
    Real Fel(unit = "N") "Elastic force";
  equation
    F = max(0.0, Fel*(1.0 + chi*dh));
  end NormalForce;
end Interfaces;
