// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/orte_release.h"

#include "util/unique_fd.h"

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace dbgr::session {

namespace {

using namespace std::string_view_literals;

/// mpirun reads a byte from a FIFO of its own, whose name is in its memory.
util::Result<void> ring(const std::string& fifo)
{
    const util::UniqueFd opened(::open(fifo.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW));
    struct stat facts = {};
    if (!opened || ::fstat(opened.get(), &facts) != 0)
        return util::fail(util::systemError(errno, "opening mpirun's FIFO " + fifo));
    if (!S_ISFIFO(facts.st_mode))
        return util::fail(util::systemError(EINVAL, "opening mpirun's FIFO " + fifo));
    const char attach = 1;
    if (::write(opened.get(), &attach, 1) != 1)
        return util::fail(util::systemError(errno, "writing to mpirun's FIFO " + fifo));
    return util::ok();
}

} // namespace

util::Result<void> releaseOrteRanks(mpir::Target& mpirun)
{
    DBGR_TRY(mpirun.setArray("MPIR_executable_path", "/bin/true\0"sv));
    DBGR_TRY(mpirun.setArray("MPIR_server_arguments", "\0\0"sv));
    DBGR_TRY(mpirun.setNumber(mpir::kBeingDebugged, 1));
    DBGR_TRY(const std::string fifo, mpirun.array("MPIR_attach_fifo"));
    return ring(fifo);
}

} // namespace dbgr::session
