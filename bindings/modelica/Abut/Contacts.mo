within Abut;
package Contacts "A class of geometry and a class of force in one"
  model PlaneEllipsoidHertz
    extends Geometry.PlaneAndEllipsoid;
    extends Forces.Hertz;
  end PlaneEllipsoidHertz;

  model PlaneEllipsoidHertzDifferential
    extends Geometry.PlaneAndEllipsoid;
    extends Forces.HertzDifferential;
  end PlaneEllipsoidHertzDifferential;

  model PlaneEllipsoidVolumetric
    extends Geometry.PlaneAndEllipsoid;
    extends Forces.Volumetric;
  end PlaneEllipsoidVolumetric;

  model PlaneEllipsoidLibrary "Geometry written here, the force from the library"
    extends Geometry.PlaneAndEllipsoid;
    extends External.HertzForce;
  end PlaneEllipsoidLibrary;

  partial model GrooveBall "What a bearing asks of the contact of a ball and a groove"
    extends Geometry.GrooveAndBall;
    extends Interfaces.NormalForce;
  end GrooveBall;

  model GrooveBallHertz
    extends Geometry.GrooveAndBall;
    extends Forces.Hertz;
  end GrooveBallHertz;

  model GrooveBallVolumetric
    extends Geometry.GrooveAndBall;
    extends Forces.Volumetric;
  end GrooveBallVolumetric;

  model GrooveBallLibrary
    extends Geometry.GrooveAndBall;
    extends External.HertzForce;
  end GrooveBallLibrary;
end Contacts;
