/* modelDescription.xml of FMI 2.0. */
#include "describe.h"

static const dialect words = {.variable = "ScalarVariable",
                              .inner = "Real",
                              .exchange = "",
                              .save = "canGetAndSetFMUstate",
                              .serialise = "canSerializeFMUstate",
                              .slopes = "providesDirectionalDerivative",
                              .first = 1};

/* Indices of variables, counted from 1: what is not said depends on everything. */
static void write_unknowns(FILE *to, const char *list, int first, int count) {
    if (!count) return;
    (void)fprintf(to, "    <%s>\n", list);
    for (int i = 0; i < count; i++) (void)fprintf(to, "      <Unknown index=\"%d\"/>\n", first + i + words.first);
    (void)fprintf(to, "    </%s>\n", list);
}

void describe_fmi2(FILE *to, const plan *p) {
    (void)fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"2.0\"", to);
    xml_text(to, "modelName", p->name);
    xml_text(to, "guid", p->token);
    xml_text(to, "description", p->title);
    (void)fprintf(to, " generationTool=\"abut %s\" variableNamingConvention=\"flat\"", abut_version());
    xml_count(to, "numberOfEventIndicators", p->indicators);
    (void)fputs(">\n", to);
    describe_kinds(to, p, &words);
    describe_units(to, p, NULL);
    describe_experiment(to, p);
    describe_variables(to, p, &words);
    (void)fputs("  <ModelStructure>\n", to);
    write_unknowns(to, "Outputs", plan_first_output(p), p->outputs);
    write_unknowns(to, "Derivatives", plan_first_rate(p), p->states);
    write_unknowns(to, "InitialUnknowns", plan_first_output(p), p->outputs + 2 * p->states);
    (void)fputs("  </ModelStructure>\n</fmiModelDescription>\n", to);
}
