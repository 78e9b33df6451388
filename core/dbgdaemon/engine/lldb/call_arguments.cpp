// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/call_arguments.h"

#include <lldb/API/SBError.h>
#include <lldb/API/SBFrame.h>
#include <lldb/API/SBValue.h>

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
    lldb::SBValue value = m_thread.GetFrameAtIndex(0).FindRegister(kArgumentRegisters[number]);
    lldb::SBError error;
    const std::uint64_t word = value.IsValid() ? value.GetValueAsUnsigned(error) : 0;
    return value.IsValid() && error.Success() ? std::optional(word) : std::nullopt;
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
