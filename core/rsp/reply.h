// SPDX-License-Identifier: BSD-3-Clause
// What a stub answers: payloads out of values. Thread: any; no I/O.
#pragma once

#include "util/ids.h"
#include "util/remote_address.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::rsp {

enum class StopReason
{
    None, ///< it stands because others do
    Breakpoint,
    Step,
    Watchpoint,
    Signal,
    Exec,
    Call,  ///< a system call; the words say which
    Change ///< of watched memory, seen without the processor's help; the words say where
};

/// One register's content, in the byte order of the machine.
struct RegisterContent
{
    std::uint32_t number = 0;
    std::span<const std::byte> bytes;
};

/// A thread that stands. Bytes live elsewhere for as long as the reply is made.
struct ThreadReport
{
    util::ThreadId thread{0};
    std::string name;
    StopReason reason = StopReason::None;
    int signal = 0;
    std::string description; ///< of a watchpoint "address index address", of a signal words for people, of a call
                             ///< and of a change util::wordsOf()
    util::RemoteAddress pc;
    std::vector<RegisterContent> registers;
    util::RemoteAddress stackAddress;
    std::span<const std::byte> stack; ///< memory from there on, which unwinders ask for first
};

/// "T05thread:...": why all threads stand. \param main the one that counts; one of `all`
[[nodiscard]] std::string stopReply(const ThreadReport& main, std::span<const ThreadReport> all);
/// jThreadsInfo's document, escaped, with registers and stacks.
[[nodiscard]] std::string threadsInfoReply(std::span<const ThreadReport> all);
/// "W03", "X09": how it ended.
[[nodiscard]] std::string exitReply(int status);
[[nodiscard]] std::string deathReply(int signal);
[[nodiscard]] std::string errorReply(unsigned number);
/// A piece of a document, for qXfer.
[[nodiscard]] std::string transferReply(std::string_view document, std::uint64_t offset, std::uint64_t size);

struct Region
{
    util::RemoteAddress begin;
    std::uint64_t size = 0;
    bool isMapped = false;
    bool read = false, write = false, execute = false;
    std::string name; ///< its file; "" none
};
[[nodiscard]] std::string regionReply(const Region& region);

} // namespace dbgr::rsp
