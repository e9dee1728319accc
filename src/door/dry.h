/* The object of abut/dry.h, as the functions of this folder share it. */
#ifndef ABUT_DOOR_DRY_H
#define ABUT_DOOR_DRY_H

#include "errors.h"
#include "model/dry_file.h"

struct abut_dry {
    dry_file file;
    error_list errors;
};

#endif
