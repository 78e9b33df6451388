// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/call_arguments.h"

#include "dbgdaemon/engine/lldb/registers.h"

#include <lldb/API/SBError.h>
#include <lldb/API/SBFrame.h>

#include <utility>

namespace dbgr::daemon {

namespace {

constexpr const char* kArgumentRegisters[] =
#if defined(__x86_64__)
    {"rdi", "rsi", "rdx", "rcx", "r8"};
#else
    {"x0", "x1", "x2", "x3", "x4"};
#endif

constexpr std::uint64_t kMostLetters = 1000;

} // namespace

std::optional<std::uint64_t> CallArguments::word(unsigned number)
{
    return registerWord(m_thread.GetFrameAtIndex(0), kArgumentRegisters[number]);
}

std::optional<std::string> CallArguments::text(unsigned number)
{
    const auto address = word(number);
    return address ? textAt(*address) : std::nullopt;
}

std::optional<std::uint64_t> CallArguments::wordAt(std::uint64_t address)
{
    lldb::SBError error;
    const std::uint64_t value = m_process.ReadPointerFromMemory(address, error);
    return error.Success() ? std::optional(value) : std::nullopt;
}

std::optional<std::string> CallArguments::textAt(std::uint64_t address)
{
    std::string letters(kMostLetters, '\0');
    lldb::SBError error;
    letters.resize(m_process.ReadCStringFromMemory(address, letters.data(), letters.size(), error));
    return error.Success() ? std::optional(std::move(letters)) : std::nullopt;
}

} // namespace dbgr::daemon
