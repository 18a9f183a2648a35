/* Makes one call of a program fail, for LD_PRELOAD.
 *
 * SOAK_FAULT_KIND=K   open, read, write, rename, sync, truncate or unlink
 * SOAK_FAULT_NUMBER=N the N-th call of this kind fails, from 1; with 0 none does
 * SOAK_FAULT_ERRNO=E  with this error number
 * SOAK_FAULT_UNDER=D  only calls on files whose path begins with D count
 * SOAK_SHIM_REPORT=F  a file of 4096 bytes: calls of all kinds; calls that counted; the process
 *                     that reports; and from byte 64 on the path of the call that failed
 *
 * Only the first process that loads the library fails, not those that it starts. Caught: open,
 * openat, creat; read, pread, readv; write, pwrite, writev; rename, renameat, renameat2; fsync,
 * fdatasync; ftruncate; unlink, unlinkat; and their variants for large files. Not caught: calls
 * that the C library makes itself (opendir, fdopendir, fopen), mmap, copy_file_range, sendfile, and
 * system calls that a program makes itself.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define ALL 0
#define COUNTED 1
#define OWNER 2
#define PATH_AT 64

static uint64_t unused_report[512];
static uint64_t *report = unused_report;
static const char *kind = "", *under = "";
static uint64_t number;
static int error_number;
static pid_t owner;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("SOAK_SHIM_REPORT"), *text;
    int file = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *mapped = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    syscall(SYS_close, file);
    if (mapped == MAP_FAILED)
        return;
    report = mapped;
    uint64_t nobody = 0;
    if (!__atomic_compare_exchange_n(&report[OWNER], &nobody, (uint64_t)getpid(), 0,
                                     __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        return;
    owner = getpid();
    if ((text = getenv("SOAK_FAULT_KIND")))
        kind = text;
    if ((text = getenv("SOAK_FAULT_UNDER")))
        under = text;
    if ((text = getenv("SOAK_FAULT_NUMBER")))
        number = strtoull(text, NULL, 10);
    if ((text = getenv("SOAK_FAULT_ERRNO")))
        error_number = atoi(text);
}

/* Whether this call on `path` is the one that fails. */
static int fails(const char *of, const char *path) {
    if (!owner || getpid() != owner)
        return 0;
    __atomic_fetch_add(&report[ALL], 1, __ATOMIC_SEQ_CST);
    if (strcmp(of, kind) || strncmp(path, under, strlen(under)))
        return 0;
    if (__atomic_add_fetch(&report[COUNTED], 1, __ATOMIC_SEQ_CST) != number)
        return 0;
    snprintf((char *)report + PATH_AT, 4096 - PATH_AT, "%s", path);
    errno = error_number;
    return 1;
}

/* The same for a path that may begin in the folder `at`. */
static int fails_at(const char *of, int at, const char *path) {
    char folder[PATH_MAX] = "", link[64], whole[2 * PATH_MAX];
    if (path[0] == '/')
        return fails(of, path);
    if (at == AT_FDCWD) {
        if (syscall(SYS_getcwd, folder, sizeof folder) < 0)
            return 0;
    } else {
        snprintf(link, sizeof link, "/proc/self/fd/%d", at);
        if (readlink(link, folder, sizeof folder - 1) < 0)
            return 0;
    }
    while (path[0] == '.' && path[1] == '/')
        path += 2;
    snprintf(whole, sizeof whole, "%s/%s", folder, path);
    return fails(of, whole);
}

/* The same for an open file. */
static int fails_on(const char *of, int file) {
    char link[64], path[PATH_MAX] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    int saved = errno;
    ssize_t length = readlink(link, path, sizeof path - 1);
    errno = saved;
    return length > 0 && fails(of, path);
}

/* The function that is hidden by the one of this name here. It is looked up when the program starts:
 * in a process that a thread of the program has forked, the look-up would wait for ever for a lock
 * that another thread held at that moment. */
#define HIDDEN(name)                                                                               \
    static __typeof__(&name) hidden_##name;                                                        \
    __attribute__((constructor)) static void find_##name(void) {                                   \
        hidden_##name = (__typeof__(&name))dlsym(RTLD_NEXT, #name);                                \
    }
/* Another library may call it before. */
#define NEXT(name)                                                                                 \
    if (!hidden_##name)                                                                            \
        find_##name();                                                                             \
    __typeof__(&name) next = hidden_##name

#define MODE_OF(flags)                                                                             \
    mode_t mode = 0;                                                                               \
    if ((flags) & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))) {                                        \
        va_list list;                                                                              \
        va_start(list, flags);                                                                     \
        mode = va_arg(list, mode_t);                                                               \
        va_end(list);                                                                              \
    }

#define OPEN(name)                                                                                 \
    HIDDEN(name)                                                                                   \
    int name(const char *path, int flags, ...) {                                                   \
        NEXT(name);                                                                                \
        MODE_OF(flags)                                                                             \
        return fails_at("open", AT_FDCWD, path) ? -1 : next(path, flags, mode);                    \
    }
#define OPENAT(name)                                                                               \
    HIDDEN(name)                                                                                   \
    int name(int at, const char *path, int flags, ...) {                                           \
        NEXT(name);                                                                                \
        MODE_OF(flags)                                                                             \
        return fails_at("open", at, path) ? -1 : next(at, path, flags, mode);                      \
    }
#define CREAT(name)                                                                                \
    HIDDEN(name)                                                                                   \
    int name(const char *path, mode_t mode) {                                                      \
        NEXT(name);                                                                                \
        return fails_at("open", AT_FDCWD, path) ? -1 : next(path, mode);                           \
    }
/* Calls on an open file. */
#define ON_FILE(type, name, of, arguments, ...)                                                    \
    HIDDEN(name)                                                                                   \
    type name arguments {                                                                          \
        NEXT(name);                                                                                \
        return fails_on(of, file) ? -1 : next(__VA_ARGS__);                                        \
    }

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)
CREAT(creat)
CREAT(creat64)
ON_FILE(ssize_t, read, "read", (int file, void *to, size_t size), file, to, size)
ON_FILE(ssize_t, pread, "read", (int file, void *to, size_t size, off_t at), file, to, size, at)
ON_FILE(ssize_t, pread64, "read", (int file, void *to, size_t size, off64_t at), file, to, size, at)
ON_FILE(ssize_t, readv, "read", (int file, const struct iovec *to, int count), file, to, count)
ON_FILE(ssize_t, write, "write", (int file, const void *from, size_t size), file, from, size)
ON_FILE(ssize_t, pwrite, "write", (int file, const void *from, size_t size, off_t at), file, from,
        size, at)
ON_FILE(ssize_t, pwrite64, "write", (int file, const void *from, size_t size, off64_t at), file,
        from, size, at)
ON_FILE(ssize_t, writev, "write", (int file, const struct iovec *from, int count), file, from,
        count)
ON_FILE(int, fsync, "sync", (int file), file)
ON_FILE(int, fdatasync, "sync", (int file), file)
ON_FILE(int, ftruncate, "truncate", (int file, off_t size), file, size)
ON_FILE(int, ftruncate64, "truncate", (int file, off64_t size), file, size)

HIDDEN(rename)
int rename(const char *from, const char *to) {
    NEXT(rename);
    return fails_at("rename", AT_FDCWD, to) ? -1 : next(from, to);
}

HIDDEN(renameat)
int renameat(int from_at, const char *from, int to_at, const char *to) {
    NEXT(renameat);
    return fails_at("rename", to_at, to) ? -1 : next(from_at, from, to_at, to);
}

HIDDEN(renameat2)
int renameat2(int from_at, const char *from, int to_at, const char *to, unsigned flags) {
    NEXT(renameat2);
    return fails_at("rename", to_at, to) ? -1 : next(from_at, from, to_at, to, flags);
}

HIDDEN(unlink)
int unlink(const char *path) {
    NEXT(unlink);
    return fails_at("unlink", AT_FDCWD, path) ? -1 : next(path);
}

HIDDEN(unlinkat)
int unlinkat(int at, const char *path, int flags) {
    NEXT(unlinkat);
    return fails_at("unlink", at, path) ? -1 : next(at, path, flags);
}
