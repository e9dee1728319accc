package Abut "Compliant contact between smooth bodies: Hertz and volumetric laws between two frames of MultiBody"
  annotation(
    version = "0.3.0",
    uses(Modelica(version = "4.0.0")),
    Documentation(info = "<html>
<p>Two implementations of the same contacts. <b>Geometry</b>, <b>Forces</b> and <b>Contacts</b> are written in Modelica: opposing points by
differential equations, the force of Hertz from elliptic integrals, directly or as states, the volumetric law. <b>External</b> calls the C
library abut, which has more surfaces and laws.</p>
<p>A class of <b>Geometry</b> knows two surfaces, one of <b>Forces</b> a law; a contact inherits from one of each.</p>
</html>"));
end Abut;
