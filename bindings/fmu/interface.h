/* The functions of FMI are what can be seen of a runtime: included before everything else in src/fmi/fmi2.c and fmi3.c. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef _WIN32
#pragma clang attribute push(__attribute__((dllexport)), apply_to = function)
#else
#pragma clang attribute push(__attribute__((visibility("default"))), apply_to = function)
#endif
#include "fmi/fmi2.h"
#include "fmi/fmi3.h"
#pragma clang attribute pop
