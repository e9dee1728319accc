/* abut, machines: ready assemblies of bodies, surfaces and contacts, one header each. In statics (abut_static) the rolling elements
 * of a bearing are not bodies that move but part of a force between the rings. */
#ifndef ABUT_MACHINE_H
#define ABUT_MACHINE_H

#include "abut/machine/ball_bearing.h"
#include "abut/machine/bogie.h"
#include "abut/machine/cam_roller.h"
#include "abut/machine/common.h"
#include "abut/machine/roller_bearing.h"
#include "abut/machine/wedge.h"

#endif
