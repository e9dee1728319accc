/* A fuzz target that is wrong on purpose: inputs that begin with 'n' violate a promise, 'r' reads past their end, 'o' overflows, 'l'
 * loses memory, and with MemorySanitizer 'u' reads what was never written. It shows that each of these is seen (red.sh). */
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    volatile int sum = INT_MAX;
    uint8_t *block = malloc(4);
    if (!block || !size) {
        free(block);
        return 0;
    }
    switch (data[0]) {
    case 'n':
        (void)fprintf(stderr, "violated: no input begins with n\n");
        abort();
    case 'r':
        sum = data[size];
        break;
    case 'o':
        sum += 1;
        break;
    case 'l':
        block = NULL;
        break;
    case 'u':
        if (((volatile uint8_t *)block)[1] == 17) (void)fprintf(stderr, "by chance\n");
        break;
    default:
        break;
    }
    free(block);
    return sum == 17 ? -1 : 0;
}
