/* Writing of VTK's XML files (The VTK User's Guide, 11th ed., ch. 19: XML file formats). An array in base64 is the number of
 * its bytes as a word and the bytes themselves, in one piece. */
#include "vtk_file.h"

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
enum { NAME_SIZE = 64 };

static void file_name(char file[NAME_SIZE], const char *name, long step) {
    if (step < 0)
        (void)snprintf(file, NAME_SIZE, "%s.pvd", name);
    else
        (void)snprintf(file, NAME_SIZE, "%s_%06ld.vtp", name, step);
}

FILE *vtk_open(const run_folder *folder, const char *name, long step, abut_message *message) {
    char file[NAME_SIZE];
    file_name(file, name, step);
    return folder_begin(folder, file, message);
}

abut_status vtk_close(FILE *file, const run_folder *folder, const char *name, long step, double *bytes,
                      abut_message *message) {
    char own[NAME_SIZE];
    file_name(own, name, step);
    *bytes += (double)ftell(file);
    abut_status status = folder_close(folder, own, file, message);
    return status ? status : folder_place(folder, own, message);
}

abut_status vtk_list(const run_folder *folder, const char *name, const char *ending, const double *time, long steps,
                     double *bytes, abut_message *message) {
    FILE *to = vtk_open(folder, name, -1, message);
    if (!to) return ABUT_BAD_FILE;
    (void)fputs("<?xml version=\"1.0\"?>\n"
                "<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n<Collection>\n",
                to);
    for (long i = 0; i < steps; i++)
        (void)fprintf(to, "<DataSet timestep=\"%.17g\" group=\"\" part=\"0\" file=\"%s_%06ld.%s\"/>\n", time[i], name,
                      i, ending);
    (void)fputs("</Collection>\n</VTKFile>\n", to);
    return vtk_close(to, folder, name, -1, bytes, message);
}
