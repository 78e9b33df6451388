// SPDX-License-Identifier: BSD-3-Clause
// The one-byte codes that qualify requests: scope of data, range of an event, state of a process. Values that are not
// listed can arrive and are kept. Thread: any; plain values.
#pragma once

#include <cstdint>

namespace dbgr::pmix {

/// pmix_scope_t: who may see a value that a client put.
enum class Scope : std::uint8_t
{
    Undef = 0,
    Local = 1,  ///< processes of the same node
    Remote = 2, ///< processes of other nodes
    Global = 3,
    Internal = 4,
};

/// pmix_data_range_t: who is told of an event.
enum class DataRange : std::uint8_t
{
    Undef = 0,
    ResourceManager = 1, ///< PMIX_RANGE_RM: the host only, no peer; a 6.1 server leaves such a notice without reply
    Local = 2,
    Namespace = 3,
    Session = 4,
    Global = 5,
    Custom = 6, ///< those that pmix.evrange names
    ProcLocal = 7,
    Invalid = 255,
};

/// pmix_persistence_t: how long something that was published stays.
enum class Persistence : std::uint8_t
{
    Indefinite = 0, ///< until it is unpublished
    FirstRead = 1,
    Process = 2, ///< as long as the publisher lives
    App = 3,     ///< as long as its job
    Session = 4, ///< as long as the server
    Invalid = 255,
};

/// pmix_proc_state_t. From Error on, the process came to a bad end.
enum class ProcState : std::uint8_t
{
    Undef = 0,
    Prepped = 1,
    LaunchUnderway = 2,
    Restart = 3,
    Terminate = 4,
    Running = 5,   ///< forked; also while it is held on exec
    Connected = 6, ///< called PMIx_Init
    Unterminated = 15,
    Terminated = 20,
    Error = 50,
};

/// pmix_alloc_directive_t.
enum class AllocDirective : std::uint8_t
{
    Undef = 0,
    New = 1,
    Extend = 2,
    Release = 3,
    Reacquire = 4,
};

} // namespace dbgr::pmix
