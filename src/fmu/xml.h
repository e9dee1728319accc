/* Attributes of XML elements. */
#ifndef ABUT_FMU_XML_H
#define ABUT_FMU_XML_H

#include <stdio.h>

void xml_text(FILE *to, const char *name, const char *value); /* NULL: nothing */
void xml_number(FILE *to, const char *name, double value);
void xml_count(FILE *to, const char *name, int value);
/* A unit that XML may name: not "1", not one of several. */
const char *xml_unit(const char *unit);
void xml_units(FILE *to, const char *const *units, int count); /* each once */

#endif
