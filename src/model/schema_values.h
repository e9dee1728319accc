/* Parts of the JSON schema: references, and the definitions of single values: quantity, flag, switch, text, vector, four,
 * row, inertia, rows, table. */
#ifndef ABUT_MODEL_SCHEMA_VALUES_H
#define ABUT_MODEL_SCHEMA_VALUES_H

#include "base/json.h"

void schema_ref(json *j, const char *name);   /* "$ref" to the definition of this name */
void schema_begin(json *j, const char *name); /* opens the definition */
/* An array of items of one definition; a bound of 0 is none. */
void schema_array(json *j, const char *item, int least, int most);
void schema_values(json *j);

#endif
