// SPDX-License-Identifier: BSD-3-Clause
// A standard input for a rank to which its launcher gives none: a pipe, as launchers make one, so that the program sees
// no terminal and no difference. Its other end goes to dbgd with the report; when dbgd closes it, or is gone, the rank
// reads what is there, and then the end of its input. Thread: any, of a process without threads.
#pragma once

#include "util/result.h"
#include "util/unique_fd.h"

namespace dbgr::agent {

class InputPipe
{
public:
    /// \errors those of pipe()
    [[nodiscard]] static util::Result<InputPipe> make();

    /// For dbgd. Once.
    [[nodiscard]] util::UniqueFd takeWriteEnd() { return std::move(m_writeEnd); }
    /// It is our standard input from now on, and the program's that we become. \errors those of dup2()
    [[nodiscard]] util::Result<void> becomeStandardInput();

private:
    InputPipe(util::UniqueFd readEnd, util::UniqueFd writeEnd)
        : m_readEnd(std::move(readEnd)), m_writeEnd(std::move(writeEnd))
    {}

    util::UniqueFd m_readEnd;
    util::UniqueFd m_writeEnd;
};

} // namespace dbgr::agent
