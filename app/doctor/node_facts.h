// SPDX-License-Identifier: GPL-3.0-or-later
// What a node that ranks run on is like, as far as dbgd needs it: facts only, what they mean is node_checks.h's
// business. Thread: any.
#pragma once

#include "app/doctor/program_list.h"
#include "net/address.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::doctor {

/// Whether something could be done, by errno: 0 it could; nothing: it was not tried.
using Tried = std::optional<int>;

struct SpaceFacts
{
    std::string path;
    Tried written;                     ///< a file could be made there
    std::optional<std::uint64_t> free; ///< bytes
};

struct LimitFacts
{
    std::optional<std::uint64_t> soft; ///< the greatest number: no limit; nothing: unknown
    std::optional<std::uint64_t> hard;
};

struct ReachFacts
{
    std::string address; ///< of the front end, "10.0.0.1:4711"
    Tried connected;
};

struct NodeFacts
{
    std::optional<int> yamaScope;        ///< nothing: no Yama
    std::optional<int> seccomp;          ///< 2: a filter
    bool mayTraceAll = false;            ///< CAP_SYS_PTRACE
    Tried traced;                        ///< a process of ours that does not descend from who traced it
    std::optional<bool> watches;         ///< who touches watched memory is stopped; nothing: it could not be tried
    std::string container;               ///< "Docker"; "" none is seen
    std::vector<ProgramAnswer> programs; ///< of dbgr's, those that a job's nodes need
    Tried loopback;                      ///< a connection through 127.0.0.1
    std::vector<std::string> addresses;  ///< of interfaces, without loopback
    std::vector<ReachFacts> front;       ///< the addresses of the front end that it told
    SpaceFacts sharedMemory;
    SpaceFacts temporary;
    LimitFacts descriptors;
    LimitFacts coreSize;
    std::optional<std::string> corePattern;
};

/// What the files of this node say. \param root what stands before "/proc" and others; "" the node's own
[[nodiscard]] NodeFacts readNodeFiles(const std::string& root, const std::string& temporaryFolder);

/// All of this node's facts: its files, and what is tried. Blocks for some seconds. \param front addresses to connect
/// to
[[nodiscard]] NodeFacts collectNodeFacts(const std::vector<net::Address>& front);

} // namespace dbgr::doctor
