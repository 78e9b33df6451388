// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/this_node.h"

#include <array>
#include <string_view>
#include <unistd.h>

namespace dbgr::session {

bool isThisNode(const std::string& host)
{
    std::array<char, 256> name{};
    ::gethostname(name.data(), name.size() - 1);
    const std::string_view here(name.data());
    const auto shortened = [](std::string_view full) { return full.substr(0, full.find('.')); };
    // Two full names must be the same; else their first parts.
    const bool bothFull = host != shortened(host) && here != shortened(here);
    return host == "localhost" || (bothFull ? host == here : shortened(host) == shortened(here));
}

} // namespace dbgr::session
