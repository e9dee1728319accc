/* Bodies that leave the equilibrium in which a run started. */
#ifndef ABUT_MODEL_WARNINGS_DRIFT_H
#define ABUT_MODEL_WARNINGS_DRIFT_H

#include "reader.h"

void warn_drift(reader *r, const struct model_drift *d);

#endif
