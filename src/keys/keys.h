/* Tables of keys: what may stand in a mapping that a user writes, where each value goes in a struct of C, and all that is said
 * about it: unit, range, default, meaning. One table per mapping. The tables drive the reading of files, the checks, `abut show`
 * and the JSON schema; they know nothing of files themselves. */
#ifndef ABUT_KEYS_KEYS_H
#define ABUT_KEYS_KEYS_H

#include "abut/world.h"
#include "base/arena.h"

typedef enum key_kind {
    KEY_NUMBER,      /* double, in `unit` */
    KEY_COUNT,       /* int */
    KEY_FLAG,        /* bool */
    KEY_TEXT,        /* const char * */
    KEY_NAME,        /* const char *, of this object */
    KEY_VECTOR,      /* abut_vec3, in `unit` */
    KEY_INERTIA,     /* double[6] from three or 3x3 numbers */
    KEY_ORIENTATION, /* abut_quat */
    KEY_QUATERNION,  /* abut_quat from four numbers */
    KEY_TYPE_NAME,   /* const char *, a registered type of kind `of`; `preset` is allowed too */
    /* One of the words `of`, "a|b|c". In a definition: an enum, int or bool that gets `values` of the word, without them its
     * position in the list; left out, it is that of `preset`. Elsewhere const char *. */
    KEY_WORD,
    /* In a definition read as said here; elsewhere kept as it stands, for the reader of the section. */
    KEY_REFERENCE, /* the name of an object of sort `of`; abut_body */
    KEY_PAIR,      /* a list of two such names; abut_body[2] */
    KEY_MATERIAL, /* a name of a material or lubricant (`of`), or one given here; abut_material, const abut_lubricant * */
    KEY_CHOICE,   /* a type of kind `of`: a word or a mapping with its parameters; abut_choice */
    KEY_MAP,      /* a mapping by `keys`, whose offsets count from here */
    KEY_LIST,     /* a list of mappings by `keys`, see key_list */
    /* only in definitions */
    KEY_FILE, /* the name of a CSV file that holds such a list: a column for each of `keys`, its heading key_unit */
    KEY_LAWS, /* a mapping with laws of contact, by `keys`, over those of `laws`; abut_law_def */
    /* never in definitions */
    KEY_SIDES,      /* a list of two, each the name of an object of sort `of` or a list of them */
    KEY_VECTORS,    /* a list of vectors */
    KEY_DRIVE,      /* prescribed motion */
    KEY_TOLERANCES, /* a number or a mapping by `keys` */
    KEY_NAMED,      /* a mapping from names to mappings by `keys` */
    KEY_GROUPS,     /* a mapping from names to names or lists of them */
    KEY_LATER       /* reserved for a later version */
} key_kind;

enum { OPEN_NONE, OPEN_ENDS, OPEN_LOW };

/* Where a list goes. Its length must lie within low and high of the key. */
typedef enum key_layout {
    LIST_HERE,   /* an array in the struct */
    LIST_AWAY,   /* an array that a pointer in the struct leads to */
    LIST_COLUMNS /* one array of double for each of `keys`, whose offsets lead to the pointers */
} key_layout;
typedef struct key_list {
    key_layout layout;
    size_t item;                 /* bytes of one */
    size_t count_at, count_size; /* where the length goes, an int or size_t */
} key_list;

struct key_table;
typedef struct key_info {
    const char *name;
    key_kind kind;
    size_t offset, size; /* of the value in the struct that the mapping fills; size 0: it is read and not kept */
    const char *unit;
    double low, high; /* range of a number; both 0: any */
    int open;         /* OPEN_NONE, OPEN_ENDS, OPEN_LOW: which ends themselves are excluded */
    bool required;
    const char *of;
    const char *preset; /* the default in words */
    const struct key_table *keys;
    const char *meaning;
    key_list list;
    const int *values; /* of the words `of` */
    /* "key" or "key:word|word": it goes with that key, or with these words of it; required: there only. A key that is left out
     * has the word that the keys beside it go with. */
    const char *with;
    const char *instead; /* "key|key": not beside these; required: unless one of them is given */
    long total;          /* most of all such counts of a model together; 0: no bound */
    /* the laws where none are given; what they point to lies in `memory` */
    abut_law_def (*laws)(arena *memory, const abut_registry *r, bool lubricated);
} key_info;

typedef struct key_table {
    const char *name;     /* what one such mapping is called: "body" */
    const key_info *keys; /* ends at an entry without a name */
    const char *kind;     /* parameters of a type of this kind stand among the keys */
    bool definition;      /* what it fills is a definition of the public interface */
    const char *brief;    /* the key, of a text, that a bare word in place of the mapping stands for; NULL: none */
} key_table;

/* The key of a table, NULL if there is none. */
const key_info *find_key(const key_table *table, const char *name);
/* The list "a|b|c": where the word stands in it, from 0; -1: it does not. `length` of the word. */
int word_index(const char *words, const char *word, size_t length);

#endif
