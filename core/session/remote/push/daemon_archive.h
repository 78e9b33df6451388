// SPDX-License-Identifier: BSD-3-Clause
// The programs that a node needs, with their libraries, in one file: what is brought to nodes that have none of it. It
// is made once, kept in the user's cache, and made anew when one of the programs is another one. Way: DaemonFleet has
// it made -> ArchiveServer. Thread: net.
#pragma once

#include "net/child_process.h"
#include "net/event_loop.h"
#include "session/remote/launcher_output.h"
#include "util/lifetime.h"
#include "util/result.h"
#include "util/unique_fd.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::session {

class DaemonArchive
{
public:
    /// \param sha256 of the file, 64 hexadecimal digits
    using Ready = std::function<void(util::Result<std::string> sha256)>;

    struct Source
    {
        std::vector<std::string> programs; ///< absolute
        std::string python;                ///< what the installation has for liblldb's Python; "" it is the system's
        std::string folder;                ///< where archives are kept; "" nowhere
    };

    /// \param packing is called when it has to be made, which takes some seconds
    DaemonArchive(net::EventLoop& loop, Source source, std::function<void()> packing);

    /// Calls back when it is there. Never inside the call. \errors LaunchErrc::DaemonMissing
    void make(Ready ready);
    /// For reading. \errors those of open(); std::errc::operation_not_permitted: somebody else can have changed it
    [[nodiscard]] util::Result<util::UniqueFd> open() const;

private:
    [[nodiscard]] util::Result<std::string> checksum() const;
    void pack();
    void onPacked(net::ExitStatus status);

    net::EventLoop& m_loop;
    const Source m_source;
    const std::string m_path;
    std::function<void()> m_packing;
    std::vector<Ready> m_awaited;
    std::unique_ptr<net::ChildProcess> m_packer;
    std::optional<LauncherOutput> m_words;
    util::Lifetime m_lifetime;
};

/// For nodes that are to run this dbgd: it, and all that it starts, which lie beside it.
[[nodiscard]] DaemonArchive::Source archiveSourceOf(const std::string& daemonProgram);

} // namespace dbgr::session
