/* Are these types in the lists? usage: known KIND NAME ... */
#include <stdio.h>

#include "abut/extend.h"
#include "abut/world.h"

int main(int argc, char **argv) {
    int missing = 0;
    for (int i = 1; i + 1 < argc; i += 2)
        if (!abut_registry_find(abut_world_types(), argv[i], argv[i + 1])) {
            (void)fprintf(stderr, "there is no %s '%s'\n", argv[i], argv[i + 1]);
            missing++;
        }
    return missing || argc < 3;
}
