/* Types from outside: a shared library with one entry, loaded by a program (abut_registry_load of abut/world.h, --plugin of the
 * command line); a model file cannot load one.
 *
 * The file of a type is the same as for a built-in one. It ends in
 *     ABUT_PLUGIN_TYPES("drag", &friction_drag.type);
 * which is nothing unless it is compiled with -DABUT_PLUGIN:
 *     cc -std=c17 -O2 -fPIC -shared -DABUT_PLUGIN drag.c -o drag.so
 * What it calls of the library then goes through a table that the program hands to the entry: the plug-in links nothing, and works
 * with every program of the same ABI. */
#ifndef ABUT_PLUGIN_H
#define ABUT_PLUGIN_H

#include "abut/extend_world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Raised with every change of the tables in extend.h and extend_world.h. */
#define ABUT_PLUGIN_ABI 1
/* The same as the compiler sees it: sizes of the tables. */
#define ABUT_PLUGIN_LAYOUT                                                                                             \
    ((unsigned)(sizeof(abut_type) + 3 * sizeof(abut_param_info) + 5 * sizeof(abut_choice) +                            \
                7 * sizeof(abut_surface_type) + 11 * sizeof(abut_normal_type) + 13 * sizeof(abut_damping_type) +       \
                17 * sizeof(abut_friction_type) + 19 * sizeof(abut_function_type) + 23 * sizeof(abut_force_type) +     \
                29 * sizeof(abut_patch) + 31 * sizeof(abut_normal) + 37 * sizeof(abut_traction) +                      \
                41 * sizeof(abut_oil_grade) + 43 * sizeof(abut_friction_past)))

typedef struct abut_plugin_host {
    unsigned abi;        /* ABUT_PLUGIN_ABI of the program */
    const char *version; /* of the library */
    double (*arg)(const abut_args *args, const char *name);
    bool (*arg_given)(const abut_args *args, const char *name);
    int (*arg_word)(const abut_args *args, const char *name);
    const void *(*arg_data)(const abut_args *args, const char *name, size_t *count);
    abut_status (*refuse)(const abut_args *args, abut_status status, const char *format, ...);
    abut_status (*hertz_from_approach)(double P, double Q, double E_star, double h, abut_hertz *out);
    abut_status (*hertz_from_force)(double P, double Q, double E_star, double force, abut_hertz *out);
    double (*elliptic_K)(double m);
    double (*elliptic_E)(double m);
    abut_status (*refuse_at)(const abut_args *args, const char *key, abut_status status, const char *format, ...);
} abut_plugin_host;

typedef struct abut_plugin {
    unsigned abi, layout; /* ABUT_PLUGIN_ABI, ABUT_PLUGIN_LAYOUT */
    const char *name;
    const abut_type *const *types; /* ends with NULL */
} abut_plugin;

/* The entry, by the name "abut_plugin_entry". NULL: it does not want to work with this host. */
typedef const abut_plugin *abut_plugin_entry_fn(const abut_plugin_host *host);

#ifdef ABUT_PLUGIN
extern __attribute__((visibility("hidden"))) const abut_plugin_host *abut_plugin_table;
#define abut_arg                 abut_plugin_table->arg
#define abut_arg_given           abut_plugin_table->arg_given
#define abut_arg_word            abut_plugin_table->arg_word
#define abut_arg_data            abut_plugin_table->arg_data
#define abut_refuse              abut_plugin_table->refuse
#define abut_refuse_at           abut_plugin_table->refuse_at
#define abut_hertz_from_approach abut_plugin_table->hertz_from_approach
#define abut_hertz_from_force    abut_plugin_table->hertz_from_force
#define abut_elliptic_K          abut_plugin_table->elliptic_K
#define abut_elliptic_E          abut_plugin_table->elliptic_E
#define ABUT_PLUGIN_TYPES(of, ...)                                                                                     \
    const abut_plugin_host *abut_plugin_table;                                                                         \
    ABUT_API const abut_plugin *abut_plugin_entry(const abut_plugin_host *host);                                       \
    const abut_plugin *abut_plugin_entry(const abut_plugin_host *host) {                                               \
        static const abut_type *const types[] = {__VA_ARGS__, NULL};                                                   \
        static const abut_plugin plugin = {ABUT_PLUGIN_ABI, ABUT_PLUGIN_LAYOUT, of, types};                            \
        abut_plugin_table = host;                                                                                      \
        return host->abi == ABUT_PLUGIN_ABI ? &plugin : NULL;                                                          \
    }                                                                                                                  \
    typedef int abut_plugin_end
#else
#define ABUT_PLUGIN_TYPES(of, ...) typedef int abut_plugin_end
#endif

#ifdef __cplusplus
}
#endif
#endif
