/* What a Modelica tool offers to external functions, as far as they need it here: an error ends the evaluation. */
#ifndef MODELICA_UTILITIES_H
#define MODELICA_UTILITIES_H
void ModelicaFormatError(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
#endif
