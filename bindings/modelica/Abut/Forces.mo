within Abut;
package Forces "The line of the normal force"
  model Hertz "Hertz' force, elliptic integrals evaluated where they are needed"
    extends Interfaces.NormalForce;
    Real a(unit = "m") "Greater semi-axis of the contact ellipse";
    Real b(unit = "m") "Smaller semi-axis";
  protected
    Real beta "(b/a)^2";
    Real scale;
  equation
    beta = Functions.ratioOfForm(P/Q);
    // P a^2 + Q b^2 = h,  F = 4/3 E* pi a h/(2 K)
    scale = 2.0943951023931953*E_star/(Functions.integralK(1.0 - beta)*sqrt(P + beta*Q));
    Fel = scale*Functions.threeHalves(h);
    a = sqrt(max(h, 0.0)/(P + beta*Q));
    b = a*sqrt(beta);
  end Hertz;

  model HertzDifferential "Hertz' force; the elliptic integrals and the squared modulus are states"
    extends Interfaces.NormalForce;
    Real K(start = 1.6) "Complete elliptic integral of the first kind";
    Real E(start = 1.5) "of the second kind";
    Real k2(start = 0.5) "Squared modulus, 1 - (b/a)^2";
    Real C "P/Q";
    Real dP(unit = "1/(m.s)") "Rate of P";
    Real dQ(unit = "1/(m.s)") "Rate of Q";
  protected
    Real dC(unit = "1/s");
    Real dk2(unit = "1/s");
    Real dK "dK/dk2";
    Real dE "dE/dk2";
    Real ddK "d^2K/dk2^2";
  initial equation
    k2 = 1.0 - Functions.ratioOfForm(P/Q);
    K = Functions.integralK(1.0 - Functions.ratioOfForm(P/Q));
    E = Functions.integralE(1.0 - Functions.ratioOfForm(P/Q));
  equation
    C = P/Q;
    dC = (dP - C*dQ)/Q;
    // K/(2 K') - (1 - k2) = C, once differentiated
    (3.0*dK^2 - K*ddK)*dk2 = 2.0*dK^2*dC;
    der(k2) = dk2;
    der(K) = dK*dk2;
    der(E) = dE*dk2;
    dK = Functions.slopeK(k2, K, E);
    dE = Functions.slopeE(k2, K, E);
    ddK = Functions.bendK(k2, K, E);
    Fel = 2.0943951023931953*E_star/(K*sqrt(P + (1.0 - k2)*Q))*Functions.threeHalves(h);
  end HertzDifferential;

  model Volumetric "Vilke's force from volume, area and perimeter of the overlap"
    extends Interfaces.NormalForce;
  equation
    // .357469 * 2/(3 (theta_A + theta_B)), theta_A + theta_B = 1/(pi E*)
    Fel = 0.748681*E_star*sqrt(Functions.integralE(1.0 - P/Q))/(P^0.375*Q^0.125)*Functions.threeHalves(h);
  end Volumetric;
end Forces;
