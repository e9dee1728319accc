/* Messages for the user on standard error. */
#ifndef ABUT_CLI_COMPLAIN_H
#define ABUT_CLI_COMPLAIN_H

/* One line "abut COMMAND: sentence"; command NULL: "abut: sentence". Control characters that came in with the
 * user's text are shown as '?', so that one error stays one line. */
void complain(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
