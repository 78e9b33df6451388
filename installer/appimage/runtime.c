// SPDX-License-Identifier: GPL-3.0-or-later
// What starts dbgr's AppImage: the ELF program that stands before the file system (squashfs) with an installation
// inside. It unpacks that at its first use, into a folder of the user's, and runs from there. It does not mount it: the
// daemons on a job's nodes run from the same folder, and a mount is seen on one node only; and many nodes have no FUSE.
// Linked without any library of the machine's. DBGR_IMAGE names the image and what is in it
// ("dbgr-0.1.0-x86_64-DIGEST").
#define _GNU_SOURCE
#include <squashfuse/squashfuse.h>

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] =
    "dbgr in one file. It unpacks itself at its first use, and runs from there; all other arguments are dbgr's.\n"
    "\n"
    "  --appimage-extract     only unpack, into ./squashfs-root\n"
    "  --appimage-offset      print where the file system in this file begins, in bytes\n"
    "  --appimage-version     print what is inside\n"
    "  --appimage-help        this text\n"
    "\n"
    "DBGR_UNPACKED=FOLDER says where it is unpacked (default: ~/.cache/dbgr/unpacked). The nodes of a job have to see "
    "it.\n";

static char fresh[PATH_MAX]; // what is being unpacked; removed when that fails
static volatile sig_atomic_t interrupted = 0;

static void onSignal(int number)
{
    interrupted = number;
}

static int removeOne(const char* path, const struct stat* status, int kind, struct FTW* walk)
{
    (void)status, (void)kind, (void)walk;
    return remove(path);
}

static void removeFresh(void)
{
    if (fresh[0] != 0)
        (void)nftw(fresh, removeOne, 16, FTW_DEPTH | FTW_PHYS);
    fresh[0] = 0;
}

__attribute__((format(printf, 1, 2), noreturn)) static void fail(const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)fputs("dbgr: ", stderr);
    (void)vfprintf(stderr, format, arguments);
    (void)fputs("\n", stderr);
    va_end(arguments);
    removeFresh();
    exit(1);
}

/// A path put together; one that is too long ends the program.
__attribute__((format(printf, 2, 3))) static void put(char* path, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(path, PATH_MAX, format, arguments);
    va_end(arguments);
    if (length < 0 || length >= PATH_MAX)
        fail("the path %.60s... is too long", path);
}

/// Where the program ends: its table of sections is the last of it.
static size_t imageOffset(int file)
{
    Elf64_Ehdr header;
    if (pread(file, &header, sizeof header, 0) != (ssize_t)sizeof header)
        fail("cannot read this program's own file: %s", strerror(errno));
    return header.e_shoff + (size_t)header.e_shentsize * header.e_shnum;
}

static void writeFile(sqfs* image, sqfs_inode* inode, const char* path)
{
    static char buffer[1 << 20];
    const int out = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (out < 0)
        fail("cannot make %s: %s", path, strerror(errno));
    const sqfs_off_t whole = (sqfs_off_t)inode->xtra.reg.file_size;
    for (sqfs_off_t done = 0; done < whole;) {
        sqfs_off_t some = sizeof buffer;
        if (sqfs_read_range(image, inode, done, &some, buffer) != SQFS_OK || some <= 0)
            fail("this file is damaged: cannot read %s in it", path + strlen(fresh));
        for (sqfs_off_t written = 0; written < some;) {
            const ssize_t now = write(out, buffer + written, (size_t)(some - written));
            if (now < 0 && errno != EINTR)
                fail("cannot write %s: %s", path, strerror(errno));
            written += now < 0 ? 0 : now;
        }
        done += some;
    }
    if (fchmod(out, inode->base.mode & 0755) != 0 || close(out) != 0)
        fail("cannot write %s: %s", path, strerror(errno));
}

static void writeLink(sqfs* image, sqfs_inode* inode, const char* path)
{
    char target[PATH_MAX];
    size_t size = sizeof target;
    if (sqfs_readlink(image, inode, target, &size) != SQFS_OK)
        fail("this file is damaged: cannot read %s in it", path + strlen(fresh));
    if (symlink(target, path) != 0)
        fail("cannot make %s: %s", path, strerror(errno));
}

static void writeEntry(sqfs* image, const sqfs_traverse* walk)
{
    char path[PATH_MAX];
    put(path, "%s/%s", fresh, walk->path);
    sqfs_inode inode;
    if (sqfs_inode_get(image, &inode, walk->entry.inode) != SQFS_OK)
        fail("this file is damaged: cannot read %s in it", walk->path);
    if (S_ISREG(inode.base.mode))
        writeFile(image, &inode, path);
    else if (S_ISLNK(inode.base.mode))
        writeLink(image, &inode, path);
    else if (S_ISDIR(inode.base.mode) && mkdir(path, 0755) != 0)
        fail("cannot make %s: %s", path, strerror(errno));
}

/// Into the folder "fresh", which is there.
static void unpack(int file)
{
    sqfs image;
    sqfs_traverse walk;
    if (sqfs_init(&image, file, imageOffset(file)) != SQFS_OK ||
        sqfs_traverse_open(&walk, &image, sqfs_inode_root(&image)) != SQFS_OK)
        fail("this file is damaged: it has no file system after the program");
    sqfs_err error = SQFS_OK;
    while (sqfs_traverse_next(&walk, &error)) {
        if (interrupted != 0) {
            removeFresh();
            _exit(128 + interrupted);
        }
        if (!walk.dir_end)
            writeEntry(&image, &walk);
    }
    if (error != SQFS_OK)
        fail("this file is damaged: cannot read its folders");
    sqfs_traverse_close(&walk);
    sqfs_destroy(&image);
    if (chmod(fresh, 0755) != 0)
        fail("cannot change %s: %s", fresh, strerror(errno));
}

static void makeFolders(const char* folder)
{
    char path[PATH_MAX];
    put(path, "%s", folder);
    for (char* end = path + 1; end != NULL;) {
        end = strchr(end, '/');
        if (end != NULL)
            *end = 0;
        if (mkdir(path, 0755) != 0 && errno != EEXIST)
            fail("cannot make the folder %s: %s. DBGR_UNPACKED=FOLDER names another one", path, strerror(errno));
        if (end != NULL)
            *end++ = '/';
    }
}

/// Where dbgr is unpacked: the folder above, and its own.
static void findPlace(char* above, char* place)
{
    const char* said = getenv("DBGR_UNPACKED");
    const char* cache = getenv("XDG_CACHE_HOME");
    const char* home = getenv("HOME");
    if (said != NULL && said[0] != 0)
        put(above, "%s", said);
    else if (cache != NULL && cache[0] == '/')
        put(above, "%s/dbgr/unpacked", cache);
    else if (home != NULL && home[0] == '/')
        put(above, "%s/.cache/dbgr/unpacked", home);
    else
        fail("HOME is not set: say with DBGR_UNPACKED=FOLDER where dbgr is to be unpacked");
    put(place, "%s/%s", above, DBGR_IMAGE);
}

/// Several may come here at once: each unpacks for itself, and the first one's folder becomes that of all.
static void unpackOnce(int file, const char* above, const char* place)
{
    makeFolders(above);
    put(fresh, "%s.XXXXXX", place);
    if (mkdtemp(fresh) == NULL) {
        fresh[0] = 0;
        fail("cannot make a folder in %s: %s. DBGR_UNPACKED=FOLDER names another one", above, strerror(errno));
    }
    (void)fprintf(stderr, "dbgr: unpacking into %s, once\n", place);
    unpack(file);
    if (rename(fresh, place) == 0)
        fresh[0] = 0;
    else if (errno != EEXIST && errno != ENOTEMPTY)
        fail("cannot rename %s to %s: %s", fresh, place, strerror(errno));
    removeFresh();
}

static void unpackHere(int file)
{
    put(fresh, "squashfs-root");
    if (mkdir(fresh, 0755) != 0) {
        const int error = errno;
        fresh[0] = 0; // that which is there is not ours
        fail("cannot make the folder squashfs-root here: %s", strerror(error));
    }
    unpack(file);
}

static int tell(const char* asked, int file)
{
    if (strcmp(asked, "extract") == 0)
        unpackHere(file);
    else if (strcmp(asked, "offset") == 0)
        (void)printf("%zu\n", imageOffset(file));
    else if (strcmp(asked, "version") == 0)
        (void)puts(DBGR_IMAGE);
    else if (strcmp(asked, "help") == 0)
        (void)fputs(usage, stdout);
    else
        fail("--appimage-%s: not known. --appimage-help prints what is", asked);
    return fflush(stdout) == 0 ? 0 : 1;
}

int main(int count, char** arguments)
{
    static const char prefix[] = "--appimage-";
    const struct sigaction action = {.sa_handler = onSignal};
    const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction before[3];
    const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        fail("cannot read this program's own file: %s", strerror(errno));
    for (int i = 0; i < 3; ++i)
        (void)sigaction(signals[i], &action, &before[i]);
    if (count > 1 && strncmp(arguments[1], prefix, strlen(prefix)) == 0)
        return tell(arguments[1] + strlen(prefix), file);

    char above[PATH_MAX], place[PATH_MAX], program[PATH_MAX];
    findPlace(above, place);
    if (access(place, F_OK) != 0)
        unpackOnce(file, above, place);
    for (int i = 0; i < 3; ++i)
        (void)sigaction(signals[i], &before[i], NULL);
    put(program, "%s/bin/dbgr", place);
    (void)execv(program, arguments);
    fail("cannot run %s: %s", program, strerror(errno));
}
