// SPDX-License-Identifier: BSD-3-Clause
// Where the processes of one launch meet on a node: a socket in a private folder. Whoever binds it first starts the
// node's dbgd. Nobody else's folder, and nothing that a link leads to, is ever used. Thread: any.
#pragma once

#include "util/result.h"
#include "util/unique_fd.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::agent {

class MeetingPlace
{
public:
    /// Makes the door's folder unless it is there.
    /// \errors those of mkdir() and open(); std::errc::permission_denied when it is not ours alone
    [[nodiscard]] static util::Result<MeetingPlace> enter(const std::string& door);

    /// A socket that listens, if we are the first; nothing if somebody was. \errors those of socket() and bind()
    [[nodiscard]] util::Result<std::optional<util::UniqueFd>> claim() const;
    /// A connection to whoever listens, who is of our own user. Waits for somebody who has claimed the place, but not
    /// listened yet. \errors those of connect(); std::errc::permission_denied
    [[nodiscard]] util::Result<util::UniqueFd> call(std::chrono::milliseconds patience) const;

    /// The socket's path.
    [[nodiscard]] std::string door() const { return m_folder + '/' + m_name; }

private:
    MeetingPlace(std::string folder, std::string name, util::UniqueFd fd)
        : m_folder(std::move(folder)), m_name(std::move(name)), m_fd(std::move(fd))
    {}

    std::string m_folder;
    std::string m_name;
    util::UniqueFd m_fd; // the folder: what it was when it was checked
};

/// Where dbgr-exec and dbgd meet on this node. \param environment of the ranks: TMPDIR decides
[[nodiscard]] std::string doorOnThisNode(const std::vector<std::string>& environment, const std::string& session);

/// Takes a socket away, and its folder when nothing else is in it.
void removeDoor(const std::string& door);

} // namespace dbgr::agent
