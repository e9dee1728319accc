/* Folders of resources as hosts name them. */
#ifndef ABUT_FMI_PLACE_H
#define ABUT_FMI_PLACE_H

#include <stdbool.h>
#include <stddef.h>

/* The path of a URI "file:///tmp/a%20b", or the text itself where it is none; without a slash at its end. False: too long, or elsewhere. */
bool place_of_uri(const char *uri, char *path, size_t size);

#endif
