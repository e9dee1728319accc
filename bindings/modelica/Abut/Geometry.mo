within Abut;
package Geometry "The line of the geometry: opposing points, approach, curvatures, wrench"
  partial model CompliantConstraint "Force at the middle of the opposing points; regularised Coulomb friction"
    extends Interfaces.Constraint;
    parameter Real mu = 0.0 "Coefficient of friction";
    parameter Real v_s(unit = "m/s") = 0.01 "Friction is mu F v/sqrt(v^2 + v_s^2)";
    Real h(unit = "m") "Approach, positive in contact";
    Real dh(unit = "m/s") "Its rate";
    Real P(unit = "1/m") "Gap P x^2 + Q y^2, the smaller curvature";
    Real Q(unit = "1/m") "The greater one";
    Real F(unit = "N") "Normal force, never negative";
    Real rA[3](each unit = "m") "Opposing point of A, in the world";
    Real rB[3](each unit = "m") "Opposing point of B";
    Real vrA[3](each unit = "m/s") "Velocity of the matter of A there";
    Real vrB[3](each unit = "m/s") "of B";
    Real gradgA[3] "Gradient of the surface of A at rA, in the world, outward";
    Real gradgB[3] "of B at rB";
    Real HessgA[3, 3] "Second derivatives, in the world";
    Real HessgB[3, 3];
    Real n[3] "Unit normal, outward of A";
    Real r[3](each unit = "m") "Where the force acts";
    Real slip[3](each unit = "m/s") "Velocity of B along A there";
    Real fB[3](each unit = "N") "Force on B, in the world";
  protected
    Real W[3, 3] "Curvatures of the gap";
    Real Wn[3];
    Real sum(unit = "1/m") "2 (P + Q)";
    Real det(unit = "1/m2") "P Q";
    Real vr[3](each unit = "m/s");
  equation
    vrA = vOA + cross(omegaA, rA - frame_a.r_0);
    vrB = vOB + cross(omegaB, rB - frame_b.r_0);
    n = gradgA/sqrt(gradgA*gradgA);
    h = n*(rA - rB);
    dh = n*(vrA - vrB);

    // P and Q from the trace and the determinant of the tangential part of W
    W = HessgA/sqrt(gradgA*gradgA) + HessgB/sqrt(gradgB*gradgB);
    Wn = W*n;
    sum = W[1, 1] + W[2, 2] + W[3, 3] - n*Wn;
    det = 0.25*(n[1]*((W[2, 2]*W[3, 3] - W[2, 3]*W[3, 2])*n[1] + (W[2, 3]*W[3, 1] - W[2, 1]*W[3, 3])*n[2] + (W[2, 1]*W[3, 2] - W[2, 2]*W[3, 1])*n[3])
              + n[2]*((W[1, 3]*W[3, 2] - W[1, 2]*W[3, 3])*n[1] + (W[1, 1]*W[3, 3] - W[1, 3]*W[3, 1])*n[2] + (W[1, 2]*W[3, 1] - W[1, 1]*W[3, 2])*n[3])
              + n[3]*((W[1, 2]*W[2, 3] - W[1, 3]*W[2, 2])*n[1] + (W[1, 3]*W[2, 1] - W[1, 1]*W[2, 3])*n[2] + (W[1, 1]*W[2, 2] - W[1, 2]*W[2, 1])*n[3]));
    Q = 0.25*sum + sqrt(max(0.0625*sum*sum - det, 1e-14*sum*sum));
    P = det/Q;

    r = 0.5*(rA + rB);
    vr = vOB + cross(omegaB, r - frame_b.r_0) - vOA - cross(omegaA, r - frame_a.r_0);
    slip = vr - n*(n*vr);
    fB = F*n - mu*F/sqrt(slip*slip + v_s*v_s)*slip;
    frame_b.f = -frame_b.R.T*fB;
    frame_b.t = -frame_b.R.T*cross(r - frame_b.r_0, fB);
    frame_a.f = frame_a.R.T*fB;
    frame_a.t = frame_a.R.T*cross(r - frame_a.r_0, fB);
  end CompliantConstraint;

  partial model SurfacesOfConstraintDifferential "Opposing points by differential equations; drift decays at the rate kappa"
    extends CompliantConstraint;
    parameter Real kappa(unit = "1/s") = 20.0 "Rate at which errors of the points decay; 0: none";
    Real dP(unit = "1/(m.s)") "Rate of P";
    Real dQ(unit = "1/(m.s)") "Rate of Q";
    Real lambda "gradgA = lambda gradgB, negative";
    Real mult "rA - rB = mult gradgB";
    Real gA "Value of the surface of A at rA, zero";
    Real gB;
  protected
    Real drA[3](each unit = "m/s");
    Real drB[3](each unit = "m/s");
    Real dlambda(unit = "1/s");
    Real dmult;
    Real dgradgA[3];
    Real dgradgB[3];
    Real dHessgA[3, 3] "Rates of the second derivatives, in the world";
    Real dHessgB[3, 3];
    Real lA "Length of gradgA";
    Real lB;
    Real dn[3];
    Real dW[3, 3];
    Real dWn[3];
    Real dsum;
    Real ddet;
  equation
    der(rA) = drA;
    der(rB) = drB;
    der(lambda) = dlambda;
    der(mult) = dmult;
    dgradgA = cross(omegaA, gradgA) + HessgA*(drA - vrA);
    dgradgB = cross(omegaB, gradgB) + HessgB*(drB - vrB);
    dgradgA - lambda*dgradgB - dlambda*gradgB = -kappa*(gradgA - lambda*gradgB);
    drA - drB - mult*dgradgB - dmult*gradgB = -kappa*(rA - rB - mult*gradgB);
    gradgA*(drA - vrA) = -kappa*gA;
    gradgB*(drB - vrB) = -kappa*gB;

    // rates of the curvatures: sum is the trace of the tangential part of W, sum^2 - 8 P Q that of its square
    lA = sqrt(gradgA*gradgA);
    lB = sqrt(gradgB*gradgB);
    dn = (dgradgA - n*(n*dgradgA))/lA;
    dW = dHessgA/lA - HessgA*((gradgA*dgradgA)/lA^3) + dHessgB/lB - HessgB*((gradgB*dgradgB)/lB^3);
    dWn = dW*n + W*dn;
    dsum = dW[1, 1] + dW[2, 2] + dW[3, 3] - dn*Wn - n*dWn;
    ddet = 0.25*(sum*dsum - (W[1]*dW[1] + W[2]*dW[2] + W[3]*dW[3]) + 2.0*(Wn*dWn) - (n*Wn)*(dn*Wn + n*dWn));
    dQ = (0.5*dsum*Q - ddet)/max(2.0*Q - 0.5*sum, 1e-7*sum);
    dP = 0.5*dsum - dQ;
  end SurfacesOfConstraintDifferential;

  partial model PlaneAndEllipsoid "A: a plane in frame_a; B: an ellipsoid about the origin of frame_b"
    extends SurfacesOfConstraintDifferential;
    parameter Real normal[3] = {0.0, 1.0, 0.0} "Unit normal of the plane in frame_a, outward";
    parameter Real a_B(unit = "m") = 0.15 "Semi-axis of the ellipsoid along x";
    parameter Real b_B(unit = "m") = 0.1 "along y";
    parameter Real c_B(unit = "m") = 0.08 "along z";
  protected
    Real yB[3](each unit = "m") "rB in frame_b";
    Real support[3](each unit = "m");
    Real nB[3];
  equation
    gA = normal*(frame_a.R.T*(rA - frame_a.r_0));
    gradgA = TA*normal;
    HessgA = zeros(3, 3);
    yB = frame_b.R.T*(rB - frame_b.r_0);
    gB = yB[1]^2/a_B^2 + yB[2]^2/b_B^2 + yB[3]^2/c_B^2 - 1.0;
    gradgB = TB*{2.0*yB[1]/a_B^2, 2.0*yB[2]/b_B^2, 2.0*yB[3]/c_B^2};
    HessgB = TB*diagonal({2.0/a_B^2, 2.0/b_B^2, 2.0/c_B^2})*frame_b.R.T;
    dHessgA = zeros(3, 3);
    dHessgB = skew(omegaB)*HessgB - HessgB*skew(omegaB);
    // the place whose normal is opposite to that of the plane, where the tracking starts
    nB = frame_b.R.T*gradgA;
    support = {-a_B^2*nB[1], -b_B^2*nB[2], -c_B^2*nB[3]}/sqrt((a_B*nB[1])^2 + (b_B*nB[2])^2 + (c_B*nB[3])^2);
  initial equation
    rB = frame_b.r_0 + TB*support;
    rA = rB - gradgA*(gradgA*(rB - frame_a.r_0));
    lambda = -1.0/sqrt(gradgB*gradgB);
    mult = (rA - rB)*gradgB/(gradgB*gradgB);
  end PlaneAndEllipsoid;

  partial model GrooveAndBall "A: a groove around the z axis of frame_a, a torus hollowed out of the ring; B: a ball about the origin of frame_b"
    extends CompliantConstraint;
    parameter Real ringRadius(unit = "m") "Radius of the circle on which the centre of the groove's section lies";
    parameter Real tubeRadius(unit = "m") "Radius of the groove";
    parameter Real ballRadius(unit = "m") "Radius of the ball";
  protected
    Real y[3](each unit = "m") "Centre of the ball in frame_a";
    Real rho(unit = "m") "Its distance from the axis";
    Real gap(unit = "m") "Its distance from the circle; must not vanish";
    Real e[3] "From the circle to the ball, in frame_a";
    Real out[3] "Away from the axis";
    Real around[3] "Along the circle";
    Real eW[3] "e in the world";
  equation
    y = frame_a.R.T*(frame_b.r_0 - frame_a.r_0);
    rho = sqrt(y[1]^2 + y[2]^2);
    out = {y[1]/rho, y[2]/rho, 0.0};
    around = {-y[2]/rho, y[1]/rho, 0.0};
    gap = sqrt((rho - ringRadius)^2 + y[3]^2);
    e = {(rho - ringRadius)*out[1]/gap, (rho - ringRadius)*out[2]/gap, y[3]/gap};
    eW = TA*e;
    rB = frame_b.r_0 + ballRadius*eW;
    rA = rB + (tubeRadius - gap - ballRadius)*eW;
    gradgA = -eW;
    gradgB = eW;
    // the section of the groove, and the circle
    HessgA = -TA*((identity(3) - Functions.dyad(e) - Functions.dyad(around))/tubeRadius
            + (e*out)/(ringRadius + tubeRadius*(e*out))*Functions.dyad(around))*frame_a.R.T;
    HessgB = identity(3)/ballRadius;
  end GrooveAndBall;
end Geometry;
