// SPDX-License-Identifier: BSD-3-Clause
// Finds out why the system did not let the keeper attach to a process. Thread: any.
#pragma once

#include "util/error.h"
#include "util/ids.h"

#include <optional>
#include <string>
#include <vector>

namespace dbgr::daemon {

/// Reads /proc; says what is known, most certain first: the process has ended, another debugger holds it (another dbgr,
/// and whose), Yama, another user's, not dumpable, a container, seccomp.
class PtraceAccess
{
public:
    /// \param root what stands before "/proc", for tests
    /// \param ourUid effective user id of the keeper
    PtraceAccess(std::string root, unsigned ourUid) : m_root(std::move(root)), m_ourUid(ourUid) {}

    /// Why attaching to `pid` fails; nothing when /proc does not show it.
    /// \param ours the tracer that is ours, and thus no reason: the keeper
    /// \return debug::Errc::PtraceRefused, or debug::Errc::Ended
    [[nodiscard]] std::optional<util::Error> explain(util::Pid pid, util::Pid ours) const;
    /// Who traces the process, if that is none of ours; 0 nobody.
    [[nodiscard]] util::Pid otherTracer(util::Pid pid, util::Pid ours) const;

private:
    struct Facts;
    [[nodiscard]] Facts collect(util::Pid pid) const;
    [[nodiscard]] std::string read(const std::string& path) const;
    [[nodiscard]] std::string statusField(const std::string& process, const std::string& name) const;
    [[nodiscard]] util::Pid parentOf(util::Pid pid) const;
    [[nodiscard]] std::vector<std::string> argumentsOf(util::Pid pid) const;
    [[nodiscard]] std::optional<util::Error> foreignTracer(const Facts& facts, util::Pid ours) const;
    [[nodiscard]] std::optional<util::Error> anotherDbgr(const Facts& facts) const;
    [[nodiscard]] std::optional<util::Error> yama(const Facts& facts) const;
    [[nodiscard]] std::optional<util::Error> ownership(const Facts& facts) const;
    [[nodiscard]] std::optional<util::Error> container(const Facts& facts) const;

    const std::string m_root;
    const unsigned m_ourUid;
};

} // namespace dbgr::daemon
