/* One slice by the laws of four, where the others have nothing to do: still quicker than the laws one by one. */
#ifndef ABUT_CONTACT_LINE4_ONE_H
#define ABUT_CONTACT_LINE4_ONE_H

#include "line4.h"

/* Of an element with `line`: fills normal force and traction at a patch within reach. False: the laws may know better. */
bool line4_one(const abut_element *e, const abut_patch *p, bool derivatives, abut_normal *n, abut_traction *t);

#endif
