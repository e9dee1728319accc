/* Writing of VTK's XML files (The VTK User's Guide, 11th ed., ch. 19: XML file formats). An array in base64 is the number of
 * its bytes as a word and the bytes themselves, in one piece. */
#include "vtk_file.h"

#include <errno.h>
#include <string.h>

#include "base/message.h"
#include "encode.h"

/* ---- arrays ---- */
static void put_words(FILE *to, const void *x, size_t words) {
    uint32_t bytes = (uint32_t)(4 * words);
    encode_array a = {.to = to};
    encode_words(&a, &bytes, 1);
    encode_words(&a, x, words);
    encode_rest(&a);
    (void)fputs("</DataArray>\n", to);
}

static void put_array(FILE *to, const char *type, const char *name, int components, const void *x, size_t count) {
    (void)fprintf(to, "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"binary\">", type, name,
                  components);
    put_words(to, x, count * (size_t)components);
}

static void put_attribute(FILE *to, const char *text) {
    for (const char *c = text; *c; c++)
        if (*c == '<' || *c == '>' || *c == '&' || *c == '"')
            (void)fprintf(to, "&#%d;", *c);
        else
            (void)fputc(*c, to);
}

void vtk_field(FILE *to, const char *name, const float *x, size_t count) {
    (void)fputs("<DataArray type=\"Float32\" Name=\"", to);
    put_attribute(to, name);
    (void)fprintf(to, "\" NumberOfTuples=\"%zu\" format=\"binary\">", count);
    put_words(to, x, count);
}

void vtk_floats(FILE *to, const char *name, int components, const float *x, size_t count) {
    put_array(to, "Float32", name, components, x, count);
}

void vtk_ints(FILE *to, const char *name, int components, const int32_t *x, size_t count) {
    put_array(to, "Int32", name, components, x, count);
}

void vtk_verts(FILE *to, int32_t *scratch, size_t count) {
    (void)fputs("<Verts>\n", to);
    for (size_t i = 0; i < count; i++) scratch[i] = (int32_t)i;
    vtk_ints(to, "connectivity", 1, scratch, count);
    for (size_t i = 0; i < count; i++) scratch[i] = (int32_t)i + 1;
    vtk_ints(to, "offsets", 1, scratch, count);
    (void)fputs("</Verts>\n", to);
}

/* Texts stand as the numbers of their bytes, each ended by 0: whatever a name holds, the file stays good XML. */
void vtk_names(FILE *to, const char *name, char *const *names, int count) {
    (void)fprintf(to, "<Array type=\"String\" Name=\"%s\" NumberOfTuples=\"%d\" format=\"ascii\">\n", name, count);
    for (int i = 0; i < count; i++) {
        for (const char *c = names[i]; *c; c++) (void)fprintf(to, "%d ", (int)(unsigned char)*c);
        (void)fputs("0\n", to);
    }
    (void)fputs("</Array>\n", to);
}

/* ---- head and tail ---- */
void vtk_head(FILE *to, double time, const char *fields, const vtk_counts *n) {
    (void)fprintf(to,
                  "<?xml version=\"1.0\"?>\n"
                  "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt32\">\n"
                  "<PolyData>\n<FieldData>\n"
                  "<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">%.17g"
                  "</DataArray>\n%s</FieldData>\n"
                  "<Piece NumberOfPoints=\"%zu\" NumberOfVerts=\"%zu\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
                  "NumberOfPolys=\"%zu\">\n",
                  time, fields, n->points, n->verts, n->polys);
}

void vtk_tail(FILE *to) { (void)fputs("</Piece>\n</PolyData>\n</VTKFile>\n", to); }

/* ---- files ---- */
enum { PATH_SIZE = 4096 };

static abut_status refuse(const char *folder, const char *name, abut_message *message) {
    return say(message, ABUT_BAD_FILE, "'%.150s/%s' cannot be written: %s", folder, name, strerror(errno));
}

FILE *vtk_open(const char *folder, const char *name, long step, abut_message *message) {
    char path[PATH_SIZE];
    if (step < 0)
        (void)snprintf(path, sizeof path, "%.3600s/%s.pvd", folder, name);
    else
        (void)snprintf(path, sizeof path, "%.3600s/%s_%06ld.vtp", folder, name, step);
    FILE *file = fopen(path, "wb");
    if (!file) (void)refuse(folder, name, message);
    return file;
}

abut_status vtk_close(FILE *file, const char *folder, const char *name, double *bytes, abut_message *message) {
    *bytes += (double)ftell(file);
    bool good = fflush(file) == 0 && !ferror(file);
    abut_status status = good ? ABUT_OK : refuse(folder, name, message);
    if (fclose(file) != 0 && good) status = refuse(folder, name, message);
    return status;
}

abut_status vtk_list(const char *folder, const char *name, const double *time, long steps, double *bytes,
                     abut_message *message) {
    FILE *to = vtk_open(folder, name, -1, message);
    if (!to) return ABUT_BAD_FILE;
    (void)fputs("<?xml version=\"1.0\"?>\n"
                "<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n<Collection>\n",
                to);
    for (long i = 0; i < steps; i++)
        (void)fprintf(to, "<DataSet timestep=\"%.17g\" group=\"\" part=\"0\" file=\"%s_%06ld.vtp\"/>\n", time[i], name,
                      i);
    (void)fputs("</Collection>\n</VTKFile>\n", to);
    return vtk_close(to, folder, name, bytes, message);
}
