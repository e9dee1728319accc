/* Values for people: in an engineering unit of fitting size, with the SI value beside it. */
#ifndef ABUT_CLI_HANDY_H
#define ABUT_CLI_HANDY_H

#define PI 3.14159265358979323846

/* One line of a table on standard output: name, value in a handy unit (um, MPa, N/um ...), value in the SI unit. */
void handy_line(const char *name, double value, const char *unit);
void handy_heading(void);

#endif
