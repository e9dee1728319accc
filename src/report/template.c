/* page.inc is made by tools/page.c. */
#include "template.h"

#include "page.inc"

const char *page_text(size_t *length) {
    *length = sizeof page_template - 1;
    return page_template;
}
