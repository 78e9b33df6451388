// SPDX-License-Identifier: BSD-3-Clause
// A process that does nothing but wait for the keeper's end, and then does what nobody else is left to do. Thread: the
// keeper's, the only one of its process.
#pragma once

#include "util/ids.h"
#include "util/result.h"
#include "util/unique_fd.h"

#include <functional>
#include <utility>

namespace dbgr::keeper {

class Undertaker
{
public:
    /// \param work done when this process is no more, or this is destroyed, and not before
    explicit Undertaker(std::function<void()> work) : m_work(std::move(work)) {}
    Undertaker(const Undertaker&) = delete;
    Undertaker& operator=(const Undertaker&) = delete;

    /// Starts it, or another one in its place. \errors those of pipe(), fork()
    [[nodiscard]] util::Result<void> start();
    [[nodiscard]] util::Pid pid() const { return m_pid; }

private:
    const std::function<void()> m_work;
    util::UniqueFd m_keepsWaiting;
    util::Pid m_pid;
};

} // namespace dbgr::keeper
