// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/tool/keepalive.h"

#include <cerrno>
#include <string>

#include <fcntl.h>
#include <unistd.h>

namespace dbgr::pmix {

namespace {

/// The launcher's number for its end.
constexpr int kKeepaliveFd = 9;

} // namespace

util::Result<Keepalive> Keepalive::addTo(net::ChildSpec& spec)
{
    int fds[2];
    if (::pipe2(fds, O_CLOEXEC) != 0)
        return util::fail(util::systemError(errno, "making a pipe for the launcher"));
    Keepalive keepalive{util::UniqueFd(fds[0]), util::UniqueFd(fds[1])};
    spec.extraFds.push_back({keepalive.readEnd.get(), kKeepaliveFd});
    net::setVariable(spec.environment, "PMIX_KEEPALIVE_PIPE", std::to_string(kKeepaliveFd));
    return keepalive;
}

} // namespace dbgr::pmix
