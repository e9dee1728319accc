within Abut;
package Examples
  partial model BouncingEllipsoid "An ellipsoid of rubber falls tilted onto a plane"
    inner Modelica.Mechanics.MultiBody.World world;
    Modelica.Mechanics.MultiBody.Parts.Body egg(m = 2.0, I_11 = 6.56e-3, I_22 = 1.156e-2, I_33 = 1.3e-2,
      r_0(start = {0.0, 0.35, 0.0}, each fixed = true), v_0(start = {0.5, 0.0, 0.1}, each fixed = true), w_0_start = {0.3, -0.6, 2.0});
  end BouncingEllipsoid;

  model BouncingHertz
    extends BouncingEllipsoid;
    Contacts.PlaneEllipsoidHertz touch(E_star = 1e7, chi = 0.05, mu = 0.3);
  equation
    connect(world.frame_b, touch.frame_a);
    connect(touch.frame_b, egg.frame_a);
  end BouncingHertz;

  model BouncingHertzDifferential
    extends BouncingEllipsoid;
    Contacts.PlaneEllipsoidHertzDifferential touch(E_star = 1e7, chi = 0.05, mu = 0.3);
  equation
    connect(world.frame_b, touch.frame_a);
    connect(touch.frame_b, egg.frame_a);
  end BouncingHertzDifferential;

  model BouncingVolumetric
    extends BouncingEllipsoid;
    Contacts.PlaneEllipsoidVolumetric touch(E_star = 1e7, chi = 0.05, mu = 0.3);
  equation
    connect(world.frame_b, touch.frame_a);
    connect(touch.frame_b, egg.frame_a);
  end BouncingVolumetric;

  model RotorOnBearing "A rotor turns in a ball bearing of plastic under its weight"
    inner Modelica.Mechanics.MultiBody.World world;
    Modelica.Mechanics.MultiBody.Parts.Body rotor(m = 5.0, I_11 = 0.01, I_22 = 0.01, I_33 = 0.01,
      r_0(start = {0.0, 0.0, 0.0}, each fixed = true), v_0(start = {0.0, 0.0, 0.0}, each fixed = true), w_0_start = {0.0, 0.0, 100.0});
    Bearings.BallBearing bearing(speed = 100.0, E_star = 2e9, clearance = -60e-6, density = 1400.0);
  equation
    connect(rotor.frame_a, bearing.frame_a);
    connect(bearing.frame_b, world.frame_b);
  end RotorOnBearing;
end Examples;
