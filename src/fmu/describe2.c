/* modelDescription.xml of FMI 2.0, and what both versions share. */
#include <stdlib.h>

#include "describe.h"

void describe_units(FILE *to, const plan *p, const char *more) {
    int count = p->inputs + p->outputs;
    const char **units = calloc((size_t)count + 1, sizeof *units);
    for (int i = 0; units && i < count; i++)
        units[i] = i < p->inputs ? p->input[i].unit : p->output[i - p->inputs]->unit;
    if (units) units[count] = more;
    if (units) xml_units(to, units, count + 1);
    free(units);
}

void describe_experiment(FILE *to, const plan *p) {
    (void)fputs("  <DefaultExperiment startTime=\"0\"", to);
    xml_number(to, "stopTime", p->t_end);
    xml_number(to, "tolerance", p->rtol);
    xml_number(to, "stepSize", p->every);
    (void)fputs("/>\n", to);
}

static void write_kinds(FILE *to, const plan *p) {
    if (plan_exchange(p)) {
        (void)fputs("  <ModelExchange", to);
        xml_text(to, "modelIdentifier", PLAN_RUNTIME);
        (void)fprintf(
            to, " canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\" providesDirectionalDerivative=\"%s\"/>\n",
            p->linear ? "true" : "false");
    }
    if (p->kinds & ABUT_FMU_COSIMULATION) {
        (void)fputs("  <CoSimulation", to);
        xml_text(to, "modelIdentifier", PLAN_RUNTIME);
        (void)fputs(" canHandleVariableCommunicationStepSize=\"true\" canGetAndSetFMUstate=\"true\""
                    " canSerializeFMUstate=\"true\"/>\n",
                    to);
    }
}

static void begin_variable(FILE *to, const char *name, int reference, const char *causality, const char *variability) {
    (void)fputs("    <ScalarVariable", to);
    xml_text(to, "name", name);
    xml_count(to, "valueReference", reference);
    xml_text(to, "causality", causality);
    xml_text(to, "variability", variability);
}

static void end_variable(FILE *to, const char *unit) {
    (void)fputs("><Real", to);
    xml_text(to, "unit", xml_unit(unit));
}

static void write_variables(FILE *to, const plan *p) {
    (void)fputs("  <ModelVariables>\n", to);
    for (int i = 0; i < p->inputs; i++) {
        const plan_input *in = &p->input[i];
        begin_variable(to, in->path, i, plan_causality(in), plan_variability(in));
        if (in->kind == INPUT_PARAMETER) xml_text(to, "initial", "exact");
        end_variable(to, in->unit);
        xml_number(to, "start", in->start);
        (void)fputs("/></ScalarVariable>\n", to);
    }
    for (int i = 0; i < p->outputs; i++) {
        const output *o = p->output[i];
        begin_variable(to, o->name, plan_first_output(p) + i, "output", "continuous");
        xml_text(to, "description", o->meaning);
        xml_text(to, "initial", "calculated");
        end_variable(to, o->unit);
        (void)fputs("/></ScalarVariable>\n", to);
    }
    for (int i = 0; i < 2 * p->states; i++) {
        bool rate = i >= p->states;
        int of = rate ? i - p->states : i;
        char name[700];
        (void)snprintf(name, sizeof name, rate ? "der(%s)" : "%s", p->state[of]);
        begin_variable(to, name, plan_first_state(p) + i, "local", "continuous");
        xml_text(to, "initial", "calculated");
        end_variable(to, NULL);
        if (rate) xml_count(to, "derivative", plan_first_state(p) + of + 1);
        (void)fputs("/></ScalarVariable>\n", to);
    }
    (void)fputs("  </ModelVariables>\n", to);
}

/* Indices of variables, counted from 1: what is not said depends on everything. */
static void write_unknowns(FILE *to, const char *list, int first, int count) {
    if (!count) return;
    (void)fprintf(to, "    <%s>\n", list);
    for (int i = 0; i < count; i++) (void)fprintf(to, "      <Unknown index=\"%d\"/>\n", first + i + 1);
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
    write_kinds(to, p);
    describe_units(to, p, NULL);
    describe_experiment(to, p);
    write_variables(to, p);
    (void)fputs("  <ModelStructure>\n", to);
    write_unknowns(to, "Outputs", plan_first_output(p), p->outputs);
    write_unknowns(to, "Derivatives", plan_first_rate(p), p->states);
    write_unknowns(to, "InitialUnknowns", plan_first_output(p), p->outputs + 2 * p->states);
    (void)fputs("  </ModelStructure>\n</fmiModelDescription>\n", to);
}
