/* Paths to places in a world. */
#include "inputs.h"

#include <stdio.h>
#include <string.h>

#include "world/host.h"

const char *input_part(const char *path, char part[INPUT_PART]) {
    bool quoted = *path == '"';
    path += quoted;
    size_t length = strcspn(path, quoted ? "\"" : ".");
    if (length >= INPUT_PART) return NULL;
    memcpy(part, path, length);
    part[length] = '\0';
    path += length + (quoted && path[length] == '"');
    return *path == '.' ? path + 1 : path;
}

input_place input_find(abut_world *w, const char *path) {
    char section[INPUT_PART], name[INPUT_PART];
    const input_place parameter = {INPUT_PARAMETER, NULL, -1};
    const char *rest = input_part(path, section);
    rest = rest ? input_part(rest, name) : NULL;
    if (!rest) return parameter;
    if (!strcmp(section, "forces")) {
        double *live = host_live(w, abut_find_force(w, name), rest);
        return live ? (input_place){INPUT_LOAD, live, -1} : parameter;
    }
    if (strcmp(rest, "drive.speed") != 0) return parameter;
    bool body = !strcmp(section, "bodies"), joint = !strcmp(section, "joints");
    int drive = host_drive(w, body ? abut_find_body(w, name) : (abut_body){0},
                           joint ? abut_find_joint(w, name) : (abut_joint){0});
    return drive >= 0 ? (input_place){INPUT_DRIVE, NULL, drive} : parameter;
}
