/* Status texts and the version: the one place where they are turned into words. */
#include "abut/abut.h"

const char *abut_version(void) { return ABUT_VERSION; }

const char *abut_status_text(abut_status status) {
    switch (status) {
#define X(name, value, text)                                                                                           \
    case ABUT_##name:                                                                                                  \
        return text;
        ABUT_STATUS_LIST(X)
#undef X
    }
    return "unknown status";
}
