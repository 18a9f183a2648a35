/* Clocks that are coarse or jump, for LD_PRELOAD.
 *
 * SOAK_CLOCK_STEP_NS=N  CPU clocks show multiples of N nanoseconds.
 * SOAK_CLOCK_ALL=1      and all other clocks do so, too.
 * SOAK_CLOCK_JUMPS=S    the time of day jumps by up to an hour, back and forth, at every reading, and
 *                       the monotonic clocks jump forward; S is the seed.
 * SOAK_CLOCK_BACK=1     the monotonic clocks jump back and forth, too, as no sound kernel lets them.
 * SOAK_SHIM_REPORT=F    a file of 4096 bytes; its first eight count the readings.
 *
 * Caught: clock_gettime, clock_getres, getrusage, gettimeofday, clock, times. A program that makes
 * the system calls itself is not caught.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

static uint64_t unused_report[512];
static uint64_t *report = unused_report;
static uint64_t step;
static uint64_t jumps;
static time_t ahead;
static int all, back;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("SOAK_SHIM_REPORT");
    const char *steps = getenv("SOAK_CLOCK_STEP_NS");
    const char *seed = getenv("SOAK_CLOCK_JUMPS");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file >= 0) {
        void *mapped = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (mapped != MAP_FAILED)
            report = mapped;
        close(file);
    }
    if (steps)
        step = strtoull(steps, NULL, 10);
    if (seed)
        jumps = strtoull(seed, NULL, 10) * 2 + 1;
    all = getenv("SOAK_CLOCK_ALL") != NULL;
    back = getenv("SOAK_CLOCK_BACK") != NULL;
}

static int is_cpu_clock(clockid_t id) {
    /* Those of other processes and threads have negative numbers. */
    return id < 0 || id == CLOCK_PROCESS_CPUTIME_ID || id == CLOCK_THREAD_CPUTIME_ID;
}

static void cut(struct timespec *time) {
    if (!step)
        return;
    uint64_t ns = (uint64_t)time->tv_sec * 1000000000u + (uint64_t)time->tv_nsec;
    ns -= ns % step;
    time->tv_sec = (time_t)(ns / 1000000000u);
    time->tv_nsec = (long)(ns % 1000000000u);
}

/* Seconds from 0 to 3600, by a linear congruential generator (Knuth). */
static time_t jump(void) {
    jumps = jumps * 6364136223846793005u + 1442695040888963407u;
    return (time_t)((jumps >> 33) % 3601);
}

int clock_gettime(clockid_t id, struct timespec *time) {
    __atomic_fetch_add(report, 1, __ATOMIC_RELAXED);
    int failed = (int)syscall(SYS_clock_gettime, id, time);
    if (failed)
        return failed;
    if (all || is_cpu_clock(id))
        cut(time);
    if (jumps && !is_cpu_clock(id)) {
        time_t seconds = jump();
        if (id == CLOCK_REALTIME || back)
            time->tv_sec += seconds > 1800 || time->tv_sec < 3600 ? seconds : -seconds;
        else
            time->tv_sec += ahead += seconds;
    }
    return 0;
}

int clock_getres(clockid_t id, struct timespec *time) {
    int failed = (int)syscall(SYS_clock_getres, id, time);
    if (!failed && time && step && is_cpu_clock(id)) {
        time->tv_sec = (time_t)(step / 1000000000u);
        time->tv_nsec = (long)(step % 1000000000u);
    }
    return failed;
}

static void cut_micros(struct timeval *time) {
    struct timespec precise = {time->tv_sec, time->tv_usec * 1000};
    cut(&precise);
    time->tv_sec = precise.tv_sec;
    time->tv_usec = precise.tv_nsec / 1000;
}

int getrusage(__rusage_who_t who, struct rusage *usage) {
    __atomic_fetch_add(report, 1, __ATOMIC_RELAXED);
    int failed = (int)syscall(SYS_getrusage, who, usage);
    if (!failed) {
        cut_micros(&usage->ru_utime);
        cut_micros(&usage->ru_stime);
    }
    return failed;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec precise;
    if (clock_gettime(CLOCK_REALTIME, &precise))
        return -1;
    time->tv_sec = precise.tv_sec;
    time->tv_usec = precise.tv_nsec / 1000;
    return 0;
}

clock_t clock(void) {
    struct timespec used;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used))
        return (clock_t)-1;
    return (clock_t)(used.tv_sec * 1000000 + used.tv_nsec / 1000);
}

clock_t times(struct tms *used) {
    __atomic_fetch_add(report, 1, __ATOMIC_RELAXED);
    return (clock_t)syscall(SYS_times, used);
}
