/* Worker processes. Each reads requests (experiment, values) from a pipe and answers (status, sentence, numbers) through
 * another; the pipes of the others are closed in it, so that it ends when the parent does. */
#include "pool.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/message.h"

enum { LOOK_EVERY = 100 /* ms, whether someone wants to stop */ };

typedef struct worker {
    pid_t pid; /* 0: not started */
    int to, from;
    run_job *job; /* in work, or NULL */
} worker;

struct run_pool {
    const run_folder *folder; /* that workers leave alone; may be NULL */
    const fit_problem *problem;
    int count;
    worker *workers;
};

typedef struct reply {
    abut_status status;
    abut_message why;
} reply;

/* ---- one run ---- */
static void run_here(const fit_problem *p, run_job *job) {
    int numbers = p->experiment[job->experiment].numbers;
    job->why.text[0] = '\0';
    job->status = p->run(p->user, job->experiment, job->values, job->out, &job->why);
    for (int i = 0; i < numbers && job->status == ABUT_OK; i++)
        if (!isfinite(job->out[i]))
            job->status = say(&job->why, ABUT_NOT_FINITE, "the run gives a number that is none");
}

/* ---- pipes ---- */
static bool transfer(int file, void *data, size_t size, bool out) {
    char *at = data;
    while (size > 0) {
        ssize_t n = out ? write(file, at, size) : read(file, at, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

static size_t bytes_of_values(const fit_problem *p) { return (size_t)p->parameters * sizeof(double); }

static size_t bytes_of_numbers(const fit_problem *p, int experiment) {
    return (size_t)p->experiment[experiment].numbers * sizeof(double);
}

/* ---- the worker's side ---- */
static bool serve(const fit_problem *p, int from, int to, double *values, double *out) {
    run_job job = {.values = values, .out = out};
    if (!transfer(from, &job.experiment, sizeof job.experiment, false)) return false;
    if (!transfer(from, values, bytes_of_values(p), false)) return false;
    run_here(p, &job);
    reply r = {job.status, job.why};
    if (!transfer(to, &r, sizeof r, true)) return false;
    return job.status || transfer(to, out, bytes_of_numbers(p, job.experiment), true);
}

static void work(const run_pool *pool, int from, int to) {
    const fit_problem *p = pool->problem;
    size_t most = sizeof(double);
    for (int e = 0; e < p->experiments; e++)
        if (bytes_of_numbers(p, e) > most) most = bytes_of_numbers(p, e);
    double *values = malloc(bytes_of_values(p) + sizeof(double)), *out = malloc(most);
    (void)signal(SIGINT, SIG_IGN); /* the parent decides, and kills */
    (void)signal(SIGTERM, SIG_IGN);
    (void)signal(SIGHUP, SIG_IGN);
    const reply none = {.status = ABUT_NO_MEMORY, .why = {.text = "out of memory", .status = ABUT_NO_MEMORY}};
    if (!values || !out) (void)transfer(to, (void *)&none, sizeof none, true);
    while (values && out && serve(p, from, to, values, out)) {
    }
    _exit(0);
}

/* ---- the parent's side ---- */
static void close_pair(const int pair[2]) {
    (void)close(pair[0]);
    (void)close(pair[1]);
}

static bool start(run_pool *p, worker *w) {
    int request[2], answer[2];
    if (pipe(request) != 0) return false;
    if (pipe(answer) != 0) {
        close_pair(request);
        return false;
    }
    pid_t pid = fork();
    if (pid == 0) {
        if (p->folder) folder_forget(p->folder);
        for (int i = 0; i < p->count; i++) {
            if (!p->workers[i].pid) continue;
            (void)close(p->workers[i].to);
            (void)close(p->workers[i].from);
        }
        (void)close(request[1]);
        (void)close(answer[0]);
        work(p, request[0], answer[1]);
    }
    (void)close(request[0]);
    (void)close(answer[1]);
    if (pid < 0) {
        (void)close(request[1]);
        (void)close(answer[0]);
        return false;
    }
    *w = (worker){pid, request[1], answer[0], NULL};
    return true;
}

/* Ends it, whatever it does; returns how it had ended. */
static int stop_worker(worker *w) {
    int status = 0;
    (void)close(w->to);
    (void)close(w->from);
    (void)kill(w->pid, SIGKILL);
    while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR) {
    }
    *w = (worker){0};
    return status;
}

static void lose(worker *w, run_job *job) {
    int status = w->pid ? stop_worker(w) : 0;
    job->lost = true;
    job->status = ABUT_NO_CONVERGENCE;
    job->why.text[0] = '\0';
    if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL)
        (void)say(&job->why, job->status, "the process of the run was ended by signal %d (%s)", WTERMSIG(status),
                  strsignal(WTERMSIG(status)));
    else
        (void)say(&job->why, job->status, "the process of the run could not be started, or was killed");
}

/* True if the job is on its way; otherwise it is lost. */
static bool hand_over(run_pool *p, worker *w, run_job *job) {
    bool sent = (w->pid || start(p, w)) && transfer(w->to, &job->experiment, sizeof job->experiment, true) &&
                transfer(w->to, (void *)job->values, bytes_of_values(p->problem), true);
    if (sent)
        w->job = job;
    else
        lose(w, job);
    return sent;
}

static void receive(const run_pool *p, worker *w) {
    run_job *job = w->job;
    reply r;
    w->job = NULL;
    bool got = transfer(w->from, &r, sizeof r, false) &&
               (r.status || transfer(w->from, job->out, bytes_of_numbers(p->problem, job->experiment), false));
    if (!got) {
        lose(w, job);
        return;
    }
    job->status = r.status;
    job->why = r.why;
}

/* A process that was lost may have met a lack of memory, say: its run gets a second one. True: it is on its way. */
static bool try_again(run_pool *p, worker *w, run_job *job) {
    if (!job->lost || job->again) return false;
    job->again = true;
    job->lost = false;
    return hand_over(p, w, job);
}

/* Waits until a worker has something, or for a moment; returns how many jobs have ended. */
static int collect(run_pool *p, struct pollfd *poll_set, void (*done)(run_job *job, void *user), void *user) {
    int ended = 0;
    for (int i = 0; i < p->count; i++)
        poll_set[i] = (struct pollfd){.fd = p->workers[i].job ? p->workers[i].from : -1, .events = POLLIN};
    if (poll(poll_set, (nfds_t)p->count, LOOK_EVERY) <= 0) return 0;
    for (int i = 0; i < p->count; i++) {
        run_job *job = p->workers[i].job;
        if (!job || !poll_set[i].revents) continue;
        receive(p, &p->workers[i]);
        if (try_again(p, &p->workers[i], job)) continue;
        done(job, user);
        ended++;
    }
    return ended;
}

static void drop_running(run_pool *p) {
    for (int i = 0; i < p->count; i++)
        if (p->workers[i].job) (void)stop_worker(&p->workers[i]);
}

static bool run_parallel(run_pool *p, run_job *jobs, int count, void (*done)(run_job *job, void *user),
                         bool (*stop)(void *user), void *user) {
    struct pollfd *poll_set = calloc((size_t)p->count, sizeof *poll_set);
    int next = 0, ended = 0;
    bool stopped = !poll_set;
    if (!poll_set) {
        jobs[0].status = ABUT_NO_MEMORY;
        (void)say(&jobs[0].why, ABUT_NO_MEMORY, "out of memory");
        done(&jobs[0], user);
    }
    while (ended < count && !stopped) {
        for (int i = 0; i < p->count && next < count; i++) {
            if (p->workers[i].job) continue;
            run_job *job = &jobs[next++];
            if (hand_over(p, &p->workers[i], job)) continue;
            done(job, user);
            ended++;
        }
        ended += collect(p, poll_set, done, user);
        stopped = stop(user);
    }
    if (stopped) drop_running(p);
    free(poll_set);
    return ended == count;
}

bool pool_run(run_pool *p, run_job *jobs, int count, void (*done)(run_job *job, void *user), bool (*stop)(void *user),
              void *user) {
    if (p->count > 0) {
        struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
        (void)sigaction(SIGPIPE, &ignore, &before); /* a worker that is gone is an error of writing */
        bool all = run_parallel(p, jobs, count, done, stop, user);
        (void)sigaction(SIGPIPE, &before, NULL);
        return all;
    }
    for (int i = 0; i < count; i++) {
        if (stop(user)) return false;
        run_here(p->problem, &jobs[i]);
        done(&jobs[i], user);
    }
    return true;
}

run_pool *pool_open(const fit_problem *problem, int workers, const run_folder *folder) {
    run_pool *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    *p = (run_pool){.problem = problem, .folder = folder, .count = workers};
    p->workers = calloc((size_t)workers + 1, sizeof *p->workers);
    if (p->workers) return p;
    free(p);
    return NULL;
}

void pool_close(run_pool *p) {
    if (!p) return;
    for (int i = 0; i < p->count; i++)
        if (p->workers[i].pid) (void)stop_worker(&p->workers[i]);
    free(p->workers);
    free(p);
}
