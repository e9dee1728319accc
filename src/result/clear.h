/* What an earlier run or study left in a folder. It goes as a whole when another begins; files of other origin stay. */
#ifndef ABUT_RESULT_CLEAR_H
#define ABUT_RESULT_CLEAR_H

#include "folder.h"

/* Of a run that has checkpoints (door/checkpoint.c). */
#define CHECKPOINT_NAME "checkpoint.abut"

/* Files of a study. */
#define STUDY_FIT_PREFIX      "fit"
#define STUDY_FIT_HEADING     "t,x,measured,"
#define STUDY_HISTORY_NAME    "history.csv"
#define STUDY_HISTORY_HEADING "evaluation,round,what"
#define STUDY_RUNS_NAME       "evaluations.bin"
#define STUDY_RUNS_MARK       "abutrun1"

/* Files of a contact on a grid: its tables begin with one of these headings. */
#define DRY_LOADS_NAME     "loads.csv"
#define DRY_LOADS_HEADING  "force,approach,"
#define DRY_MAP_NAME       "maps.csv"
#define DRY_SECTION_PREFIX "section_"
#define DRY_MAP_HEADING    "x,y,pressure,gap,contact," /* of these and of maps.csv */
#define DRY_STRESS_PREFIX  "stress_"
#define DRY_STRESS_HEADING "x,y,depth,xx,"
#define VTK_DRY            "dry" /* of files for ParaView */

/* Unfinished files of a run that was killed: NAME.part. */
void clear_parts(const run_folder *f);
/* NAME.PID.part, which readers that have ended meanwhile left (folder_open). */
void clear_stale(const run_folder *f, const char *name);
/* Could results go? Refuses if one of their names is that of a folder. */
abut_status clear_check(const run_folder *f, abut_message *message);
/* All of them but results.h5, whose name the new file takes: checkpoint, summary and page, CSV files whose first line is one of our headings,
 * files of a study, files for ParaView in vtk/. */
abut_status clear_results(const run_folder *f, const abut_registry *types, abut_message *message);
/* What a run that goes on said when it was stopped: page and summary. */
void clear_outcome(const run_folder *f);
/* Files for ParaView in a folder of their own, and their lists, these first: they never name a file that is not there. */
void clear_vtk(const run_folder *f);

#endif
