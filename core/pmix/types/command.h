// SPDX-License-Identifier: BSD-3-Clause
// pmix_cmd_t: the first field of every request and event. Thread: any; plain values.
#pragma once

#include <cstdint>
#include <string>

namespace dbgr::pmix {

/// What a request asks for. Codes are the same in every version that has them; an unknown one is answered with
/// Status::ErrNotSupported.
enum class Command : std::uint8_t
{
    Request = 0, ///< PMIX_REQ_CMD: the information about the sender's job
    Abort = 1,
    Commit = 2,
    Fence = 3,
    Get = 4,
    Finalize = 5,
    Publish = 6,
    Lookup = 7,
    Unpublish = 8,
    Spawn = 9,
    Connect = 10,
    Disconnect = 11,
    Notify = 12, ///< two layouts: to a server, and from it on tag 0
    RegisterEvents = 13,
    DeregisterEvents = 14, ///< has no reply
    Query = 15,
    Log = 16,
    Alloc = 17,
    JobControl = 18,
    Monitor = 19,
    GetCredential = 20,
    ValidateCredential = 21,
    IofPull = 22,
    IofPush = 23,
    GroupConstruct = 24,
    GroupJoin = 25,
    GroupInvite = 26,
    GroupLeave = 27,
    GroupDestruct = 28,
    IofDeregister = 29,
    FabricRegister = 30,
    FabricUpdate = 31,
    DeviceDistances = 32,
    RefreshCache = 33,
    ResourceBlock = 34,
    SessionControl = 35,
    RequestSystemInfo = 36,
    ResolvePeers = 37,
    ResolveNode = 38,
};

/// The code as a word for logs: "QUERY", "command 77".
[[nodiscard]] std::string toString(Command command);

} // namespace dbgr::pmix
