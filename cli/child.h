/* The program works in a child process, so that whatever it or its libraries do, the parent ends with a sentence: they fail where memory
 * ends, and on files that are damaged. */
#ifndef ABUT_CLI_CHILD_H
#define ABUT_CLI_CHILD_H

/* What `work` answers, in a child that gets the signals of this process. If a fault ends the child: a sentence, and STATUS_FAILED or
 * what child_blames says; if another signal does, it ends this process as well. Without a child where the system gives none, or with
 * ABUT_NO_CHILD in the environment. */
int child_work(int (*work)(int argc, char **argv), int argc, char **argv);

/* ---- for the work ---- */
/* What the sentence of the parent blames from now on, with STATUS_USAGE; what it says that is kept, with STATUS_FAILED. */
void child_blames(const char *format, ...) __attribute__((format(printf, 1, 2)));
void child_keeps(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* From now on results.h5 of these folders may be damaged, and is blamed ("'DIR/results.h5' WHAT"): a bound on memory, and on the time
 * between what there is to read and what is written, until child_trusts. Without a child there are no bounds. */
void child_distrusts(const char *what, const char *const *folders, int count);
void child_trusts(void);

#endif
