/* Which objects and columns CSV files show: a list of names with * and ?, separated by commas. An entry means whole objects
 * (`body_shaft`, `contact_brg.*`) or columns of them (`body_shaft.x`, `machine_brg.*_Q_inner`). A file begins with the time; that of a
 * machine also keeps the first columns of its type, by which it is known as ours. */
#ifndef ABUT_RESULT_CSV_CHOICE_H
#define ABUT_RESULT_CSV_CHOICE_H

#include <stdbool.h>

typedef struct csv_choice {
    char *text;         /* its own copy of the list, cut at the commas */
    const char **entry; /* NULL: everything is shown */
    bool *met;          /* something has that name */
    int count;
} csv_choice;

/* list NULL: everything. False: out of memory. */
bool csv_choice_open(csv_choice *c, const char *list);
void csv_choice_close(csv_choice *c);

/* Is this number of the object, as "body_shaft", to be shown? head: its heading, which ends at a comma or with the text. */
bool csv_choice_number(const csv_choice *c, const char *object, const char *head);
/* The first entry that nothing had the name of; NULL: there is none. */
const char *csv_choice_unmet(const csv_choice *c);

#endif
