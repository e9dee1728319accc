/* The parts of modelDescription.xml that differ in words alone. */
#include "describe.h"

#include <stdlib.h>

static bool exchange(const plan *p) { return (p->kinds & ABUT_FMU_EXCHANGE) != 0; }

static void write_kind(FILE *to, const dialect *d, const char *element, const char *more, const bool *slopes) {
    (void)fprintf(to, "  <%s", element);
    xml_text(to, "modelIdentifier", PLAN_RUNTIME);
    (void)fprintf(to, "%s %s=\"true\" %s=\"true\"", more, d->save, d->serialise);
    if (slopes) xml_text(to, d->slopes, *slopes ? "true" : "false");
    (void)fputs("/>\n", to);
}

void describe_kinds(FILE *to, const plan *p, const dialect *d) {
    if (exchange(p)) write_kind(to, d, "ModelExchange", d->exchange, &p->linear);
    if (p->kinds & ABUT_FMU_COSIMULATION)
        write_kind(to, d, "CoSimulation", " canHandleVariableCommunicationStepSize=\"true\"", NULL);
}

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

/* ---- variables ---- */
typedef struct variable {
    const char *name, *causality, *variability, *meaning, *initial, *unit;
    int reference;
    const double *start;
    int rate_of; /* of a rate: the reference of its state; -1 */
} variable;

static void write_variable(FILE *to, const dialect *d, const variable *v) {
    (void)fprintf(to, "    <%s", d->variable);
    xml_text(to, "name", v->name);
    xml_count(to, "valueReference", v->reference);
    xml_text(to, "causality", v->causality);
    xml_text(to, "variability", v->variability);
    xml_text(to, "description", v->meaning);
    xml_text(to, "initial", v->initial);
    if (d->inner) (void)fprintf(to, "><%s", d->inner);
    xml_text(to, "unit", xml_unit(v->unit));
    if (v->start) xml_number(to, "start", *v->start);
    if (v->rate_of >= 0) xml_count(to, "derivative", v->rate_of + d->first);
    (void)fputs("/>", to);
    if (d->inner) (void)fprintf(to, "</%s>", d->variable);
    (void)fputc('\n', to);
}

static void write_local(FILE *to, const dialect *d, const char *name, int reference, int rate_of) {
    write_variable(to, d,
                   &(variable){.name = name,
                               .causality = "local",
                               .variability = "continuous",
                               .initial = "calculated",
                               .reference = reference,
                               .rate_of = rate_of});
}

static void write_states(FILE *to, const plan *p, const dialect *d) {
    for (int i = 0; i < 2 * p->states; i++) {
        bool rate = i >= p->states;
        int of = rate ? i - p->states : i;
        char name[700];
        (void)snprintf(name, sizeof name, rate ? "der(%s)" : "%s", p->state[of]);
        write_local(to, d, name, plan_first_state(p) + i, rate ? plan_first_state(p) + of : -1);
    }
}

static void write_inputs(FILE *to, const plan *p, const dialect *d) {
    for (int i = 0; i < p->inputs; i++) {
        const plan_input *in = &p->input[i];
        bool fixed = in->kind == INPUT_PARAMETER;
        write_variable(to, d,
                       &(variable){.name = in->path,
                                   .causality = fixed ? "parameter" : "input",
                                   .variability = fixed ? "fixed" : "continuous",
                                   .meaning = in->meaning,
                                   .initial = fixed ? "exact" : NULL,
                                   .unit = in->unit,
                                   .reference = i,
                                   .start = &in->start,
                                   .rate_of = -1});
    }
}

void describe_variables(FILE *to, const plan *p, const dialect *d) {
    (void)fputs("  <ModelVariables>\n", to);
    write_inputs(to, p, d);
    for (int i = 0; i < p->outputs; i++) {
        const output *o = p->output[i];
        write_variable(to, d,
                       &(variable){.name = o->name,
                                   .causality = "output",
                                   .variability = "continuous",
                                   .meaning = o->meaning,
                                   .initial = "calculated",
                                   .unit = o->unit,
                                   .reference = plan_first_output(p) + i,
                                   .rate_of = -1});
    }
    write_states(to, p, d);
    for (int i = 0; d->all && i < p->indicators; i++) {
        char name[40];
        (void)snprintf(name, sizeof name, "event_indicator_%d", i + 1);
        write_local(to, d, name, plan_first_indicator(p) + i, -1);
    }
    const variable time = {.name = "time",
                           .causality = "independent",
                           .variability = "continuous",
                           .unit = "s",
                           .reference = plan_time(p),
                           .rate_of = -1};
    if (d->all) write_variable(to, d, &time);
    (void)fputs("  </ModelVariables>\n", to);
}
