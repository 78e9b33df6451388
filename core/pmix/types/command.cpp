// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/types/command.h"

#include <iterator>

namespace dbgr::pmix {

namespace {

constexpr const char* kNames[] = {"REQ",
                                  "ABORT",
                                  "COMMIT",
                                  "FENCE",
                                  "GET",
                                  "FINALIZE",
                                  "PUBLISH",
                                  "LOOKUP",
                                  "UNPUBLISH",
                                  "SPAWN",
                                  "CONNECT",
                                  "DISCONNECT",
                                  "NOTIFY",
                                  "REGEVENTS",
                                  "DEREGEVENTS",
                                  "QUERY",
                                  "LOG",
                                  "ALLOC",
                                  "JOB_CONTROL",
                                  "MONITOR",
                                  "GET_CREDENTIAL",
                                  "VALIDATE_CREDENTIAL",
                                  "IOF_PULL",
                                  "IOF_PUSH",
                                  "GROUP_CONSTRUCT",
                                  "GROUP_JOIN",
                                  "GROUP_INVITE",
                                  "GROUP_LEAVE",
                                  "GROUP_DESTRUCT",
                                  "IOF_DEREG",
                                  "FABRIC_REGISTER",
                                  "FABRIC_UPDATE",
                                  "DEVICE_DISTANCES",
                                  "REFRESH_CACHE",
                                  "RESOURCE_BLOCK",
                                  "SESSION_CTRL",
                                  "REQ_SYSINFO",
                                  "RESOLVE_PEERS",
                                  "RESOLVE_NODE"};
static_assert(std::size(kNames) == static_cast<std::size_t>(Command::ResolveNode) + 1);

} // namespace

std::string toString(Command command)
{
    const auto code = static_cast<std::size_t>(command);
    return code < std::size(kNames) ? kNames[code] : "command " + std::to_string(code);
}

} // namespace dbgr::pmix
