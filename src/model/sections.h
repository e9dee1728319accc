/* The readers of the sections, in the order in which they run. Each adds what it reads to the world. */
#ifndef ABUT_MODEL_SECTIONS_H
#define ABUT_MODEL_SECTIONS_H

#include "choice.h"

void read_materials(reader *r, const node *section);
void read_lubricants(reader *r, const node *section);
void read_body(reader *r, const node *n);
bool is_shaft(const node *n); /* an entry of bodies that is one */
void read_shaft(reader *r, const node *n);
int refer_station(reader *r, const node *n,
                  const char *what); /* {body: SHAFT, station: NAME}: the id of a body, or -1 after an error */
void read_surface(reader *r, const node *n);
void read_machine(reader *r, const node *n);
bool count_parts(reader *r, const node *list); /* of machines; false: too many, said */
void read_point(reader *r, const node *n);
void read_joint(reader *r, const node *n);
void read_force(reader *r, const node *n);
void read_contact(reader *r, const node *n);
void read_groups(reader *r, const node *section);
void read_collide(reader *r, const node *n);

/* ---- shared by them ---- */
/* Enters an object under its name; an error if the name is taken. name NULL: nothing is entered. */
object *enter(reader *r, name_table *names, const node *at, const char *name, const char *sort);
/* The object that a scalar names; NULL after an error. */
const object *refer(reader *r, const name_table *names, const node *n, const char *what, const char *sort);
/* The body a scalar names: its id, 0 for `world` (and `ground` if no body is called so), -1 after an error or if the body
 * itself was refused. */
int refer_body(reader *r, const node *n, const char *what);
/* A material by name, or given here; false after an error or if the material itself was refused. */
bool refer_material(reader *r, const node *n, const char *what, abut_material *out);
/* A lubricant by name, or given here; NULL after an error or if the lubricant itself was refused. */
const struct abut_lubricant *refer_lubricant(reader *r, const node *n, const char *what);
const struct abut_roughness *read_roughness(reader *r, const node *n); /* NULL after an error */
/* A list of two; an error else. */
bool need_pair(reader *r, const node *n);
/* The surface that stands for a point in contacts, made when it is first asked for; 0 after an error. */
int surface_of_point(reader *r, object *o);
void read_drive(reader *r, const node *n, const key_table *keys, abut_drive_def *out);

#endif
