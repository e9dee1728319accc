/* What an FMU says of itself, as far as co-simulation with it needs. */
#ifndef ABUT_FMU_SLAVE_XML_H
#define ABUT_FMU_SLAVE_XML_H

#include "abut/abut.h"

typedef struct slave_xml {
    char version[16], guid[256], identifier[256];
    bool cosimulation;
    bool saves; /* its state can be had and put back, as bytes, too */
} slave_xml;

/* Reads modelDescription.xml. */
abut_status slave_xml_read(const char *text, slave_xml *out, abut_message *message);
/* The value reference of a real variable; refuses what is none, with the nearest name there is. */
abut_status slave_xml_variable(const char *text, const char *name, unsigned *reference, abut_message *message);

#endif
