// SPDX-License-Identifier: BSD-3-Clause
#include "util/host_name.h"

#include <unistd.h>

namespace dbgr::util {

std::string hostName()
{
    char name[256] = {};
    return ::gethostname(name, sizeof name - 1) == 0 && *name ? name : "localhost";
}

} // namespace dbgr::util
