/* The tables of keys of the study file. */
#include "study_keys.h"

#include "model/keys_macros.h"

#define STRUCT path_keys
static const key_info path[] = {
    {"path", KEY_TEXT, AT(path), .required = true, .meaning = "a value of the model, as for --set"},
    {"factor", KEY_NUMBER, AT(factor), .unit = "1", .preset = "1", .meaning = "the parameter is multiplied by it"},
    {0},
};
const key_table keys_of_path = {"path", path, NULL, false};
#undef STRUCT

#define STRUCT parameter_keys
static const key_info parameter[] = {
    {"name", KEY_NAME, AT(name), .required = true, .meaning = "name of the parameter"},
    {"path", KEY_MAP, AT(path), .required = true, .keys = &keys_of_path,
     .meaning = "what it sets, as for --set: a path, a path with a factor, or a list of these"},
    {"unit", KEY_TEXT, AT(unit), .preset = "SI", .meaning = "unit of start, bounds, step and of the answer"},
    {"start", KEY_MAP, AT(start), .required = true, .meaning = "where the search begins"},
    {"bounds", KEY_MAP, AT(bounds), .required = true, .meaning = "least and greatest value, [low, high]"},
    {"scale", KEY_WORD, AT(scale), .of = "linear|log", .preset = "linear",
     .meaning = "log: searched, and its error normal, on a logarithmic scale"},
    {"step", KEY_MAP, AT(step), .preset = "0.1 % of the width between the bounds",
     .meaning = "step of the differences, in the parameter or (log) in its logarithm"},
    {0},
};
const key_table keys_of_parameter = {"parameter", parameter, NULL, false};
#undef STRUCT

#define STRUCT times_keys
static const key_info times[] = {
    {"start", KEY_NUMBER, AT(start), .unit = "s", .required = true, NOT_BELOW_0, .meaning = "time of the first row"},
    {"step", KEY_NUMBER, AT(step), .unit = "s", .required = true, POSITIVE, .meaning = "time from row to row"},
    {0},
};
const key_table keys_of_times = {"row times mapping", times, NULL, false};
#undef STRUCT

#define STRUCT term_keys
static const key_info term[] = {
    {"of", KEY_TEXT, AT(of), .required = true, .meaning = "a recorded quantity, TABLE_NAME.COLUMN"},
    {"factor", KEY_NUMBER, AT(factor), .unit = "1", .preset = "1", .meaning = "the quantity is multiplied by it"},
    {0},
};
const key_table keys_of_term = {"term", term, NULL, false};
#undef STRUCT

#define STRUCT curve_keys
static const key_info curve[] = {
    {"name", KEY_NAME, AT(name), .preset = "y", .meaning = "name of the curve"},
    {"file", KEY_TEXT, AT(file), .required = true, .meaning = "CSV file with a heading line, beside the study"},
    {"y", KEY_TEXT, AT(y), .required = true, .meaning = "its column with the measured values"},
    {"x", KEY_TEXT, AT(x),
     .meaning = "its column with the time or, if time or times says when, with the abscissa it is plotted over"},
    {"time", KEY_TEXT, AT(time), .meaning = "its column with the time, if x is something else"},
    {"times", KEY_MAP, AT(times), .keys = &keys_of_times, .meaning = "the time of each row, if no column has it"},
    {"quantity", KEY_LIST, AT(quantity), .required = true, .keys = &keys_of_term,
     .meaning = "what the model is compared with it by: TABLE_NAME.COLUMN, or a list of terms to be added"},
    {"against", KEY_LIST, AT(against), .keys = &keys_of_term, .preset = "t",
     .meaning = "the same for x; left out: x as measured"},
    {"factor", KEY_NUMBER, AT(factor), .unit = "1", .preset = "1", .meaning = "the model is multiplied by it"},
    {"unit", KEY_TEXT, AT(unit), .preset = "SI", .meaning = "unit of the column y"},
    {"x_unit", KEY_TEXT, AT(x_unit), .preset = "SI", .meaning = "unit of the column x"},
    {"from", KEY_NUMBER, AT(from), .unit = "s", .meaning = "rows before this time are left out"},
    {"to", KEY_NUMBER, AT(to), .unit = "s", .meaning = "rows after this time are left out"},
    {"sigma", KEY_MAP, AT(sigma), .preset = "estimated", .meaning = "standard deviation of the noise"},
    {"sigma_of_max", KEY_NUMBER, AT(sigma_of_max), .unit = "1", POSITIVE,
     .meaning = "the same as part of the greatest size of the measured values"},
    {"noise", KEY_NAME, AT(noise), .preset = "of its own",
     .meaning = "curves with the same word here have the same unknown sigma"},
    {"weight", KEY_NUMBER, AT(weight), .unit = "1", POSITIVE, .preset = "1",
     .meaning = "its squares count that many times"},
    {"offset", KEY_WORD, AT(offset), .of = "none|free", .preset = "none",
     .meaning = "free: a constant is added to the model so that it fits best"},
    {"shift", KEY_MAP, AT(shift), .preset = "none",
     .meaning = "free, or [low, high] in s: a time is added to that of the model so that it fits best"},
    {0},
};
const key_table keys_of_curve = {"curve", curve, NULL, false};
#undef STRUCT

#define STRUCT experiment_keys
static const key_info experiment[] = {
    {"name", KEY_NAME, AT(name), .required = true, .meaning = "name of the experiment"},
    {"model", KEY_TEXT, AT(model), .preset = "the study's", .meaning = "model file of this run, beside the study"},
    {"set", KEY_MAP, AT(set), .meaning = "changes of the model for this run: a mapping from paths to values"},
    {"curves", KEY_LIST, AT(curves), .required = true, .keys = &keys_of_curve, .meaning = "what was measured in it"},
    {0},
};
const key_table keys_of_experiment = {"experiment", experiment, NULL, false};
#undef STRUCT

#define STRUCT method_keys
static const key_info method[] = {
    {"type", KEY_TYPE_NAME, AT(type), .of = "method", .meaning = "'abut list method'; left out: least squares"},
    {"loss", KEY_WORD, AT(loss), .of = "squared|huber", .preset = "squared",
     .meaning = "huber: points far off pull no more than those at 1.345 sigma"},
    {"max_evaluations", KEY_COUNT, AT(max_evaluations), .low = 1, .high = 1e9, .preset = "the method's own",
     .meaning = "sets of parameters that may be tried"},
    {"tolerance", KEY_NUMBER, AT(tolerance), .unit = "1", .low = 0, .high = 1, .open = OPEN_ENDS, .preset = "1e-6",
     .meaning = "relative change of the cost that counts as none"},
    {"population", KEY_COUNT, AT(population), .low = 1, .high = 1e6, .preset = "the method's own",
     .meaning = "candidates at a time of random, crs, isres"},
    {"seed", KEY_COUNT, AT(seed), .low = 0, .high = 2147483647, .preset = "1",
     .meaning = "of methods that go by chance"},
    {"polish", KEY_FLAG, AT(polish), .preset = "false", .meaning = "least squares from where another method has ended"},
    {"run_limit", KEY_NUMBER, AT(run_limit), .unit = "s", POSITIVE, .preset = "none",
     .meaning = "a run that takes longer on the clock counts as failed"},
    {0},
};
const key_table keys_of_method = {"method", method, NULL, false};
#undef STRUCT

#define STRUCT acceptance_keys
#define PART   .unit = "1", .low = 0, .high = INFINITY
static const key_info accept[] = {
    {"pointwise", KEY_NUMBER, AT(pointwise), PART, .preset = "10 %",
     .meaning = "allowed |model - measured| of a point, as part of |measured|"},
    {"floor", KEY_NUMBER, AT(floor), PART, .preset = "10 %",
     .meaning = "part of the greatest |measured| that stands in for smaller values there"},
    {"share", KEY_NUMBER, AT(share), PART, .preset = "95 %", .meaning = "part of the points that must be so near"},
    {"area", KEY_NUMBER, AT(area), PART, .preset = "not looked at",
     .meaning = "allowed relative error of the loop's area"},
    {"largest", KEY_NUMBER, AT(largest), PART, .preset = "not looked at",
     .meaning = "allowed |model - measured| anywhere, as part of the greatest |measured|"},
    {0},
};
const key_table keys_of_acceptance = {"acceptance", accept, NULL, false};
#undef STRUCT

#define STRUCT study_file_keys
static const key_info study[] = {
    {"abut_study", KEY_NUMBER, AT(version), .unit = "1", .low = 1, .high = 1, .required = true,
     .meaning = "version of the format"},
    {"title", KEY_TEXT, AT(title), .meaning = "what the study is"},
    {"model", KEY_TEXT, AT(model),
     .meaning = "model file, beside the study; required if an experiment has none of its own"},
    {"parameters", KEY_LIST, AT(parameters), .required = true, .keys = &keys_of_parameter, .meaning = "what is sought"},
    {"experiments", KEY_LIST, AT(experiments), .required = true, .keys = &keys_of_experiment,
     .meaning = "runs of the model and what was measured"},
    {"method", KEY_MAP, AT(method), .keys = &keys_of_method, .meaning = "how it is sought"},
    {"acceptance", KEY_MAP, AT(acceptance), .keys = &keys_of_acceptance, .meaning = "what is good enough"},
    {0},
};
const key_table keys_of_study = {"study", study, NULL, false};
