// SPDX-License-Identifier: BSD-3-Clause
// What a function without debug information is called with, as the processor's calling convention has it.
// Thread: engine.
#pragma once

#include <lldb/API/SBProcess.h>
#include <lldb/API/SBThread.h>

#include <cstdint>
#include <optional>
#include <string>

namespace dbgr::daemon {

class CallArguments
{
public:
    /// \pre the thread stands at the first instruction of the function
    explicit CallArguments(lldb::SBThread thread) : m_thread(thread), m_process(thread.GetProcess()) {}

    /// \param number from 0, to 4: an integer or a pointer. Nothing: it cannot be read
    [[nodiscard]] std::optional<std::uint64_t> word(unsigned number);
    /// The text to which it points, or its beginning.
    [[nodiscard]] std::optional<std::string> text(unsigned number);

    // Memory behind it
    [[nodiscard]] std::optional<std::uint64_t> wordAt(std::uint64_t address);
    [[nodiscard]] std::optional<std::string> textAt(std::uint64_t address);

private:
    lldb::SBThread m_thread;
    lldb::SBProcess m_process;
};

} // namespace dbgr::daemon
