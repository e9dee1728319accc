/* Makes catalogue.inc: the files of the catalogue as arrays of bytes, so that the program has nothing to look for when it
 * runs. usage: catalogue_gen FILE.yaml... */
#include <stdio.h>
#include <string.h>

/* "folder/6205.yaml" -> "6205" */
static void base_name(char *to, size_t size, const char *path) {
    const char *slash = strrchr(path, '/'), *from = slash ? slash + 1 : path;
    (void)snprintf(to, size, "%.*s", (int)strcspn(from, "."), from);
}

static int put_bytes(const char *path, int number) {
    FILE *file = fopen(path, "rb");
    if (!file) return 1;
    (void)printf("static const char text_%d[] = {", number);
    int column = 0;
    for (int c = getc(file); c != EOF; c = getc(file)) (void)printf("%s%d,", column++ % 24 ? "" : "\n", c);
    (void)printf("0};\n");
    return fclose(file);
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (put_bytes(argv[i], i)) {
            (void)fprintf(stderr, "catalogue_gen: '%s' cannot be read\n", argv[i]);
            return 1;
        }
    (void)printf("static const catalogue_entry entries[] = {\n");
    for (int i = 1; i < argc; i++) {
        char name[100];
        base_name(name, sizeof name, argv[i]);
        (void)printf("    {\"%s\", text_%d, sizeof text_%d - 1},\n", name, i, i);
    }
    (void)printf("    {0},\n};\n");
    return fflush(stdout) != 0;
}
