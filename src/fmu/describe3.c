/* modelDescription.xml and terminalsAndIcons.xml of FMI 3.0. */
#include <string.h>

#include "describe.h"

static void write_kinds(FILE *to, const plan *p) {
    if (plan_exchange(p)) {
        (void)fputs("  <ModelExchange", to);
        xml_text(to, "modelIdentifier", PLAN_RUNTIME);
        (void)fprintf(to,
                      " needsCompletedIntegratorStep=\"true\" canGetAndSetFMUState=\"true\" "
                      "canSerializeFMUState=\"true\" providesDirectionalDerivatives=\"%s\"/>\n",
                      p->linear ? "true" : "false");
    }
    if (p->kinds & ABUT_FMU_COSIMULATION) {
        (void)fputs("  <CoSimulation", to);
        xml_text(to, "modelIdentifier", PLAN_RUNTIME);
        (void)fputs(" canHandleVariableCommunicationStepSize=\"true\" canGetAndSetFMUState=\"true\""
                    " canSerializeFMUState=\"true\"/>\n",
                    to);
    }
}

static void begin_variable(FILE *to, const char *name, int reference, const char *causality, const char *variability) {
    (void)fputs("    <Float64", to);
    xml_text(to, "name", name);
    xml_count(to, "valueReference", reference);
    xml_text(to, "causality", causality);
    xml_text(to, "variability", variability);
}

static void write_states(FILE *to, const plan *p) {
    for (int i = 0; i < 2 * p->states; i++) {
        bool rate = i >= p->states;
        int of = rate ? i - p->states : i;
        char name[700];
        (void)snprintf(name, sizeof name, rate ? "der(%s)" : "%s", p->state[of]);
        begin_variable(to, name, plan_first_state(p) + i, "local", "continuous");
        xml_text(to, "initial", "calculated");
        if (rate) xml_count(to, "derivative", plan_first_state(p) + of);
        (void)fputs("/>\n", to);
    }
    for (int i = 0; i < p->indicators; i++) {
        char name[40];
        (void)snprintf(name, sizeof name, "event_indicator_%d", i + 1);
        begin_variable(to, name, plan_first_indicator(p) + i, "local", "continuous");
        xml_text(to, "initial", "calculated");
        (void)fputs("/>\n", to);
    }
}

static void write_variables(FILE *to, const plan *p) {
    (void)fputs("  <ModelVariables>\n", to);
    for (int i = 0; i < p->inputs; i++) {
        const plan_input *in = &p->input[i];
        begin_variable(to, in->path, i, plan_causality(in), plan_variability(in));
        if (in->kind == INPUT_PARAMETER) xml_text(to, "initial", "exact");
        xml_text(to, "unit", xml_unit(in->unit));
        xml_number(to, "start", in->start);
        (void)fputs("/>\n", to);
    }
    for (int i = 0; i < p->outputs; i++) {
        const output *o = p->output[i];
        begin_variable(to, o->name, plan_first_output(p) + i, "output", "continuous");
        xml_text(to, "description", o->meaning);
        xml_text(to, "initial", "calculated");
        xml_text(to, "unit", xml_unit(o->unit));
        (void)fputs("/>\n", to);
    }
    write_states(to, p);
    begin_variable(to, "time", plan_time(p), "independent", "continuous");
    (void)fputs(" unit=\"s\"/>\n  </ModelVariables>\n", to);
}

static void write_unknowns(FILE *to, const char *element, int first, int count) {
    for (int i = 0; i < count; i++) (void)fprintf(to, "    <%s valueReference=\"%d\"/>\n", element, first + i);
}

void describe_fmi3(FILE *to, const plan *p) {
    (void)fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"3.0\"", to);
    xml_text(to, "modelName", p->name);
    xml_text(to, "instantiationToken", p->token);
    xml_text(to, "description", p->title);
    (void)fprintf(to, " generationTool=\"abut %s\" variableNamingConvention=\"flat\">\n", abut_version());
    write_kinds(to, p);
    describe_units(to, p, "s");
    describe_experiment(to, p);
    write_variables(to, p);
    (void)fputs("  <ModelStructure>\n", to);
    write_unknowns(to, "Output", plan_first_output(p), p->outputs);
    write_unknowns(to, "ContinuousStateDerivative", plan_first_rate(p), p->states);
    write_unknowns(to, "InitialUnknown", plan_first_output(p), p->outputs + 2 * p->states);
    write_unknowns(to, "EventIndicator", plan_first_indicator(p), p->indicators);
    (void)fputs("  </ModelStructure>\n</fmiModelDescription>\n", to);
}

/* ---- terminals ---- */
/* A number of the object `label` ("body_ball"); NULL: it is none of its. */
static const char *member(const char *name, const char *label, size_t length) {
    return !strncmp(name, label, length) && name[length] == '.' ? name + length + 1 : NULL;
}

/* One terminal for each body and machine: all that is shown of it belongs together. */
void describe_terminals(FILE *to, const plan *p) {
    (void)fputs(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiTerminalsAndIcons fmiVersion=\"3.0\">\n  <Terminals>\n", to);
    for (int i = 0; i < p->outputs; i++) {
        const char *label = p->output[i]->name, *dot = strrchr(label, '.');
        size_t length = dot ? (size_t)(dot - label) : 0;
        bool before = !length;
        for (int k = 0; k < i && !before; k++) before = member(p->output[k]->name, label, length) != NULL;
        if (before) continue;
        char name[600];
        (void)snprintf(name, sizeof name, "%.*s", (int)length, label);
        (void)fputs("    <Terminal", to);
        xml_text(to, "name", name);
        (void)fputs(" matchingRule=\"plug\" terminalKind=\"abut.flange\">\n", to);
        for (int k = i; k < p->outputs; k++) {
            const char *part = member(p->output[k]->name, label, length);
            if (!part) continue;
            (void)fputs("      <TerminalMemberVariable variableKind=\"signal\"", to);
            xml_text(to, "variableName", p->output[k]->name);
            xml_text(to, "memberName", part);
            (void)fputs("/>\n", to);
        }
        (void)fputs("    </Terminal>\n", to);
    }
    (void)fputs("  </Terminals>\n</fmiTerminalsAndIcons>\n", to);
}
