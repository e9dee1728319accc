/* modelDescription.xml and terminalsAndIcons.xml of FMI 3.0. */
#include <string.h>

#include "describe.h"

static const dialect words = {.variable = "Float64",
                              .exchange = " needsCompletedIntegratorStep=\"true\"",
                              .save = "canGetAndSetFMUState",
                              .serialise = "canSerializeFMUState",
                              .slopes = "providesDirectionalDerivatives",
                              .all = true};

static void write_unknowns(FILE *to, const char *element, int first, int count) {
    for (int i = 0; i < count; i++) (void)fprintf(to, "    <%s valueReference=\"%d\"/>\n", element, first + i);
}

void describe_fmi3(FILE *to, const plan *p) {
    (void)fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"3.0\"", to);
    xml_text(to, "modelName", p->name);
    xml_text(to, "instantiationToken", p->token);
    xml_text(to, "description", p->title);
    (void)fprintf(to, " generationTool=\"abut %s\" variableNamingConvention=\"flat\">\n", abut_version());
    describe_kinds(to, p, &words);
    describe_units(to, p, "s");
    describe_experiment(to, p);
    describe_variables(to, p, &words);
    (void)fputs("  <ModelStructure>\n", to);
    write_unknowns(to, "Output", plan_first_output(p), p->outputs);
    write_unknowns(to, "ContinuousStateDerivative", plan_first_rate(p), p->states);
    write_unknowns(to, "InitialUnknown", plan_first_output(p), p->outputs + 2 * p->states);
    write_unknowns(to, "EventIndicator", plan_first_indicator(p), p->indicators);
    (void)fputs("  </ModelStructure>\n</fmiModelDescription>\n", to);
}

/* ---- terminals ---- */
/* What may be a member: the inputs of flanges, and all outputs. */
static const char *name_of(const plan *p, int i) {
    if (i < p->inputs) return p->input[i].kind == INPUT_FLANGE ? p->input[i].path : "";
    return p->output[i - p->inputs]->name;
}

/* Of an object: the number that it is; NULL: it is none of its. */
static const char *member(const char *name, const char *label, size_t length) {
    return !strncmp(name, label, length) && name[length] == '.' ? name + length + 1 : NULL;
}

static void write_terminal(FILE *to, const plan *p, const char *label, size_t length) {
    char name[600];
    (void)snprintf(name, sizeof name, "%.*s", (int)length, label);
    (void)fputs("    <Terminal", to);
    xml_text(to, "name", name);
    (void)fputs(" matchingRule=\"plug\" terminalKind=\"abut.flange\">\n", to);
    for (int i = 0; i < p->inputs + p->outputs; i++) {
        const char *part = member(name_of(p, i), label, length);
        if (!part) continue;
        (void)fputs("      <TerminalMemberVariable variableKind=\"signal\"", to);
        xml_text(to, "variableName", name_of(p, i));
        xml_text(to, "memberName", part);
        (void)fputs("/>\n", to);
    }
    (void)fputs("    </Terminal>\n", to);
}

/* One terminal for each flange, body, contact and machine: all that is given to it and shown of it belongs together. */
void describe_terminals(FILE *to, const plan *p) {
    (void)fputs(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiTerminalsAndIcons fmiVersion=\"3.0\">\n  <Terminals>\n", to);
    for (int i = 0; i < p->inputs + p->outputs; i++) {
        const char *label = name_of(p, i), *dot = strrchr(label, '.');
        size_t length = dot ? (size_t)(dot - label) : 0;
        bool before = !length;
        for (int k = 0; k < i && !before; k++) before = member(name_of(p, k), label, length) != NULL;
        if (!before) write_terminal(to, p, label, length);
    }
    (void)fputs("  </Terminals>\n</fmiTerminalsAndIcons>\n", to);
}
