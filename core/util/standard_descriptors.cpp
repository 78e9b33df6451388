// SPDX-License-Identifier: BSD-3-Clause
#include "util/standard_descriptors.h"

#include <initializer_list>

#include <fcntl.h>
#include <unistd.h>

namespace dbgr::util {

void reserveStandardDescriptors()
{
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        // The lowest free number is given out: this one, since those before it are taken by now.
        if (::fcntl(fd, F_GETFD) < 0 && ::open("/dev/null", O_RDONLY) != fd)
            return;
    }
}

} // namespace dbgr::util
