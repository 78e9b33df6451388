// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/this_node.h"

#include "util/host_name.h"

#include <string_view>

namespace dbgr::session {

bool isThisNode(const std::string& host)
{
    const std::string here = util::hostName();
    const auto shortened = [](std::string_view full) { return full.substr(0, full.find('.')); };
    // Two full names must be the same; else their first parts.
    const bool bothFull = host != shortened(host) && here != shortened(here);
    return host == "localhost" || (bothFull ? host == here : shortened(host) == shortened(here));
}

} // namespace dbgr::session
