/* Writes a file as the numbers of its bytes, for an array of the library. usage: bytes_gen FILE */
#include <stdio.h>

int main(int argc, char **argv) {
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file) {
        (void)fprintf(stderr, "bytes_gen: '%s' cannot be read\n", argc == 2 ? argv[1] : "");
        return 1;
    }
    int column = 0;
    for (int c = getc(file); c != EOF; c = getc(file)) (void)printf("%d,%s", c, ++column % 24 ? "" : "\n");
    return fclose(file) != 0 || fflush(stdout) != 0;
}
