within Abut;
package Functions "Elliptic integrals, and the ratio of the semi-axes of a contact ellipse"
  function integralK "Complete elliptic integral of the first kind; k2 is the squared modulus"
    input Real k2;
    output Real K;
  protected
    Real a;
    Real b;
    Real t;
  algorithm
    a := 1.0;
    b := sqrt(1.0 - k2);
    t := 0.0;
    for i in 1:9 loop
      t := 0.5*(a + b);
      b := sqrt(a*b);
      a := t;
    end for;
    K := 1.5707963267948966/a;
  end integralK;

  function integralE "Complete elliptic integral of the second kind; k2 is the squared modulus"
    input Real k2;
    output Real E;
  protected
    Real a;
    Real b;
    Real t;
    Real sum;
    Real power;
  algorithm
    a := 1.0;
    b := sqrt(1.0 - k2);
    sum := 0.5*k2;
    power := 1.0;
    t := 0.0;
    for i in 1:9 loop
      t := 0.5*(a - b);
      sum := sum + power*t*t;
      power := 2.0*power;
      t := 0.5*(a + b);
      b := sqrt(a*b);
      a := t;
    end for;
    E := 1.5707963267948966/a*(1.0 - sum);
  end integralE;

  function formOfRatio "C = P/Q of an ellipse whose squared ratio of semi-axes b/a is beta, and d(ln C)/d(ln beta)"
    input Real beta;
    output Real C;
    output Real slope;
  protected
    Real a;
    Real b;
    Real t;
    Real d;
    Real s;
    Real c;
    Real power;
  algorithm
    // With K = B + D: C = beta D/B, without cancellation by the arithmetic-geometric mean
    c := 1.0 - beta;
    b := sqrt(beta);
    d := 0.5/(1.0 + b);
    t := 0.5*(1.0 + b);
    b := sqrt(b);
    a := t;
    s := 2.0*d*d;
    power := 2.0;
    for i in 1:9 loop
      t := 0.5*(a + b);
      b := sqrt(a*b);
      a := t;
      d := c*d*d/(4.0*a);
      power := 2.0*power;
      s := s + power*d*d;
    end for;
    C := beta*(1.0 + c*s)/(1.0 - c*s);
    slope := 0.5*(1.0 + 2.0*s/(1.0 + c*s) + 2.0*beta*s/(1.0 - c*s));
  end formOfRatio;

  function ratioOfForm "Squared ratio of semi-axes beta of the ellipse with C = P/Q in (0, 1]"
    input Real C;
    output Real beta;
  protected
    Real c;
    Real slope;
  algorithm
    beta := C^1.272;
    c := C;
    slope := 1.0;
    for i in 1:7 loop
      (c, slope) := formOfRatio(beta);
      beta := min(1.0, beta*exp(log(C/c)/slope));
    end for;
  end ratioOfForm;

  function dyad "The matrix e e'"
    input Real e[3];
    output Real M[3, 3];
  algorithm
    M := {{e[1]*e[1], e[1]*e[2], e[1]*e[3]}, {e[2]*e[1], e[2]*e[2], e[2]*e[3]}, {e[3]*e[1], e[3]*e[2], e[3]*e[3]}};
  end dyad;

  function threeHalves "h^(3/2) where h > 0, else 0"
    input Real h;
    output Real y;
  algorithm
    if h > 0.0 then
      y := h*sqrt(h);
    else
      y := 0.0;
    end if;
  end threeHalves;

  function slopeK "dK/dk2; a series where k2 is small"
    input Real k2;
    input Real K;
    input Real E;
    output Real y;
  algorithm
    if k2 < 1e-3 then
      y := 1.5707963267948966*(0.25 + k2*(0.28125 + k2*(0.29296875 + k2*0.299072265625)));
    else
      y := 0.5*(E - (1.0 - k2)*K)/(k2*(1.0 - k2));
    end if;
  end slopeK;

  function slopeE "dE/dk2; a series where k2 is small"
    input Real k2;
    input Real K;
    input Real E;
    output Real y;
  algorithm
    if k2 < 1e-3 then
      y := -1.5707963267948966*(0.25 + k2*(0.09375 + k2*(0.05859375 + k2*0.042724609375)));
    else
      y := 0.5*(E - K)/k2;
    end if;
  end slopeE;

  function bendK "d^2K/dk2^2; a series where k2 is small"
    input Real k2;
    input Real K;
    input Real E;
    output Real y;
  algorithm
    if k2 < 1e-3 then
      y := 1.5707963267948966*(0.28125 + k2*(0.5859375 + k2*(0.897216796875 + k2*1.2112426757812500)));
    else
      y := 0.25*((1.0 - k2)*(2.0 - 3.0*k2)*K - (2.0 - 4.0*k2)*E)/(k2*(1.0 - k2))^2;
    end if;
  end bendK;
end Functions;
