// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/daemon_starter.h"

namespace dbgr::session {

std::vector<std::string> DaemonCommand::elsewhere() const
{
    std::vector<std::string> words = bringing.empty() ? std::vector{program} : bringing;
    words.insert(words.end(), arguments.begin(), arguments.end());
    return words;
}

} // namespace dbgr::session
