/* Everything that has a name, in one row: types and entries of the catalogue. */
#ifndef ABUT_CLI_LISTED_H
#define ABUT_CLI_LISTED_H

#include "abut/lubrication.h"
#include "abut/model.h"

typedef struct listed {
    const char *kind, *name;
    char summary[200];
    const abut_registry *types;  /* of what a type refers to */
    const abut_type *type;       /* NULL: an entry of the catalogue */
    bool machine;                /* the type is one */
    const abut_oil_grade *grade; /* the type as a lubricant, NULL: it is none */
    const char *text;            /* of an entry of the catalogue */
    bool by_rule;                /* a designation: its text is made */
} listed;

size_t listed_count(const abut_registry *types);
listed listed_at(const abut_registry *types, size_t index);
/* A bearing by its designation, which must live as long: they are not in the row one by one. */
bool listed_designation(const abut_registry *types, const char *name, listed *out);
/* Entries of the catalogue and lubricants are shown as what stands in a model file: its lines, NULL for anything else. */
enum { LISTED_TEXT = 4000 };
const char *listed_text(const listed *l, char room[LISTED_TEXT]);

#endif
