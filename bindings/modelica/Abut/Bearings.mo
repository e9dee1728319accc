within Abut;
package Bearings "Bearings that look like a joint: two frames, everything else inside"
  model BallBearing "Inner ring on frame_a, outer ring on frame_b, axes z; every ball is a body that rolls"
    replaceable model GrooveContact = Contacts.GrooveBallHertz constrainedby Contacts.GrooveBall "Contact of a ball and a groove" annotation(choicesAllMatching = true);
    Modelica.Mechanics.MultiBody.Interfaces.Frame_a frame_a "Inner ring";
    Modelica.Mechanics.MultiBody.Interfaces.Frame_b frame_b "Outer ring";
    parameter Integer n = 8 "Number of balls";
    parameter Real pitchDiameter(unit = "m") = 39e-3;
    parameter Real ballDiameter(unit = "m") = 7.938e-3;
    parameter Real conformityInner = 0.52 "Radius of the groove by the diameter of the ball";
    parameter Real conformityOuter = 0.52;
    parameter Real clearance(unit = "m") = -5e-6 "Diametral, negative where balls are pressed between the rings";
    parameter Real density(unit = "kg/m3") = 7850.0;
    parameter Real E_star(unit = "Pa") = 115.4e9;
    parameter Real chi(unit = "s/m") = 0.0 "Damping of Hunt and Crossley";
    parameter Real mu = 0.05 "Friction of balls in grooves";
    parameter Real v_s(unit = "m/s") = 0.005;
    parameter Real speed(unit = "rad/s") = 0.0 "Of the inner ring against the outer one at the start";
    parameter Real firstBall(unit = "rad") = 0.0 "Angle of the first ball";
    parameter Real start[3](each unit = "m") = zeros(3) "Place of the bearing at the start, in the world; its axis is z";
    final parameter Real ballRadius = 0.5*ballDiameter;
    final parameter Real m = density*3.141592653589793/6.0*ballDiameter^3;
    final parameter Real orbit = 0.5*speed*(1.0 - ballDiameter/pitchDiameter) "Speed at which balls that roll go around";
    final parameter Real spin = -0.5*speed*(pitchDiameter/ballDiameter - 1.0) "of their own then, against the world where the outer ring rests";
    Modelica.Mechanics.MultiBody.Parts.Body balls[n](each m = m, each I_11 = 0.1*m*ballDiameter^2, each I_22 = 0.1*m*ballDiameter^2, each I_33 = 0.1*m*ballDiameter^2,
      r_0(start = {{start[1] + 0.5*pitchDiameter*cos(firstBall + 6.283185307179586*(i - 1)/n), start[2] + 0.5*pitchDiameter*sin(firstBall + 6.283185307179586*(i - 1)/n), start[3]} for i in 1:n}, each fixed = true),
      v_0(start = {{-0.5*pitchDiameter*orbit*sin(firstBall + 6.283185307179586*(i - 1)/n), 0.5*pitchDiameter*orbit*cos(firstBall + 6.283185307179586*(i - 1)/n), 0.0} for i in 1:n}, each fixed = true),
      each w_0_start = {0.0, 0.0, spin});
    GrooveContact inner_[n](each ringRadius = 0.5*pitchDiameter + (conformityInner - 0.5)*ballDiameter - 0.25*clearance, each tubeRadius = conformityInner*ballDiameter,
      each ballRadius = ballRadius, each E_star = E_star, each chi = chi, each mu = mu, each v_s = v_s);
    GrooveContact outer_[n](each ringRadius = 0.5*pitchDiameter - (conformityOuter - 0.5)*ballDiameter + 0.25*clearance, each tubeRadius = conformityOuter*ballDiameter,
      each ballRadius = ballRadius, each E_star = E_star, each chi = chi, each mu = mu, each v_s = v_s);
  equation
    for i in 1:n loop
      connect(frame_a, inner_[i].frame_a);
      connect(inner_[i].frame_b, balls[i].frame_a);
      connect(frame_b, outer_[i].frame_a);
      connect(outer_[i].frame_b, balls[i].frame_a);
    end for;
  end BallBearing;
end Bearings;
