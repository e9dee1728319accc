within Abut;
package External "Contacts by the C library abut: all its surfaces and laws that remember nothing"
  impure function version "Version of the library"
    output String text;
    external "C" text = abut_modelica_version() annotation(Include = "#include \"abut_modelica.h\"", Library = {"abut", "m"});
  end version;

  pure function pointForce "Hertz' contact from the approach: pure, it remembers nothing"
    input Real P(unit = "1/m");
    input Real Q(unit = "1/m");
    input Real E_star(unit = "Pa");
    input Real h(unit = "m") "Approach; no force where it is negative";
    output Real F(unit = "N");
    output Real a(unit = "m") "Greater semi-axis";
    output Real b(unit = "m") "Smaller semi-axis";
    output Real p_max(unit = "Pa");
    external "C" abut_modelica_point(P, Q, E_star, h, F, a, b, p_max) annotation(Include = "#include \"abut_modelica.h\"", Library = {"abut", "m"});
  end pointForce;

  class Contact "A contact element of the library"
    extends ExternalObject;

    function constructor
      input String a "Surface of A, as in \"torus ring_radius=25.2e-3 tube_radius=5.2e-3 side=inside E=210e9 nu=0.3\"";
      input String b "Surface of B";
      input String normal "Normal law, as in \"hertz\"";
      input String damping "Damping law, as in \"hunt_crossley chi=0.05\"; empty: none";
      input String friction "Friction law, as in \"coulomb mu=0.1 v_s=0.01\"; empty: none";
      output Contact contact;
      external "C" contact = abut_modelica_create(a, b, normal, damping, friction) annotation(Include = "#include \"abut_modelica.h\"", Library = {"abut", "m"});
    end constructor;

    function destructor
      input Contact contact;
      external "C" abut_modelica_destroy(contact) annotation(Include = "#include \"abut_modelica.h\"", Library = {"abut", "m"});
    end destructor;
  end Contact;

  function wrench "What two bodies do to each other: on B at the origin of B, on A at the origin of A, in world axes"
    input Contact contact;
    input Real rA[3](each unit = "m");
    input Real TA[3, 3] "Vectors of A in the world";
    input Real vA[3](each unit = "m/s");
    input Real omegaA[3](each unit = "rad/s");
    input Real rB[3](each unit = "m");
    input Real TB[3, 3];
    input Real vB[3](each unit = "m/s");
    input Real omegaB[3](each unit = "rad/s");
    output Real onA[6] "Force in N, moment in N m";
    output Real onB[6];
    output Real figures[6] "Approach m, normal force N, semi-axes m, greatest pressure Pa, 1 where they touch";
    external "C" abut_modelica_wrench(contact, rA, TA, vA, omegaA, rB, TB, vB, omegaB, onA, onB, figures) annotation(Include = "#include \"abut_modelica.h\"", Library = {"abut", "m"});
  end wrench;

  model ElementContact "Contact between two frames by the library"
    extends Interfaces.Constraint;
    parameter String surfaceA = "plane E=210e9 nu=0.3" "Type, parameters in SI units, material (E, nu, or rigid=1), place (x, y, z, and ax, ay, az: rotation vector)";
    parameter String surfaceB = "sphere radius=0.01 E=210e9 nu=0.3";
    parameter String normal = "hertz" "Normal law";
    parameter String damping = "" "Damping law";
    parameter String friction = "" "Friction law";
    Real onA[6] "Force and moment on A, in the world";
    Real onB[6];
    Real h(unit = "m") "Approach";
    Real F(unit = "N") "Normal force";
    Real a(unit = "m") "Semi-axes of the contact";
    Real b(unit = "m");
    Real p_max(unit = "Pa") "Greatest pressure";
  protected
    Contact contact = Contact(surfaceA, surfaceB, normal, damping, friction);
    Real figures[6];
  equation
    (onA, onB, figures) = wrench(contact, frame_a.r_0, TA, vOA, omegaA, frame_b.r_0, TB, vOB, omegaB);
    h = figures[1];
    F = figures[2];
    a = figures[3];
    b = figures[4];
    p_max = figures[5];
    frame_a.f = -frame_a.R.T*onA[1:3];
    frame_a.t = -frame_a.R.T*onA[4:6];
    frame_b.f = -frame_b.R.T*onB[1:3];
    frame_b.t = -frame_b.R.T*onB[4:6];
  end ElementContact;

  model HertzForce "The law of the normal force by the library, for contacts whose geometry is written in Modelica"
    extends Interfaces.NormalForce;
    Real a(unit = "m");
    Real b(unit = "m");
    Real p_max(unit = "Pa");
  equation
    (Fel, a, b, p_max) = pointForce(P, Q, E_star, h);
  end HertzForce;
end External;
