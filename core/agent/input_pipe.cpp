// SPDX-License-Identifier: BSD-3-Clause
#include "agent/input_pipe.h"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace dbgr::agent {

util::Result<InputPipe> InputPipe::make()
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return util::fail(util::systemError(errno, "making a pipe for the rank's input"));
    return InputPipe(util::UniqueFd(ends[0]), util::UniqueFd(ends[1]));
}

util::Result<void> InputPipe::becomeStandardInput()
{
    if (m_readEnd.get() == STDIN_FILENO) { // it had none, not even an empty one
        ::fcntl(m_readEnd.release(), F_SETFD, 0);
        return util::ok();
    }
    if (::dup2(m_readEnd.get(), STDIN_FILENO) < 0)
        return util::fail(util::systemError(errno, "making a pipe the rank's input"));
    m_readEnd.reset();
    return util::ok();
}

} // namespace dbgr::agent
