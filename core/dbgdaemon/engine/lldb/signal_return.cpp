// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/signal_return.h"

#include "dbgdaemon/engine/lldb/convert.h"

#include <lldb/API/SBError.h>
#include <lldb/API/SBLineEntry.h>
#include <lldb/API/SBProcess.h>
#include <lldb/API/SBThread.h>

#include <array>
#include <cstdint>

namespace dbgr::daemon {

namespace {

#if defined(__x86_64__)
constexpr std::array<std::uint8_t, 9> kSignalReturn{0x48, 0xc7, 0xc0, 0x0f, 0x00, 0x00, 0x00, // mov rax, rt_sigreturn
                                                    0x0f, 0x05};                              // syscall
#else
constexpr std::array<std::uint8_t, 8> kSignalReturn{0x68, 0x11, 0x80, 0xd2,  // mov x8, rt_sigreturn
                                                    0x01, 0x00, 0x00, 0xd4}; // svc 0
#endif

} // namespace

bool isSignalReturn(lldb::SBFrame frame)
{
    const std::string name = text(frame.GetFunctionName());
    if (name == "__restore_rt" || name == "__kernel_rt_sigreturn")
        return true;
    if (frame.GetLineEntry().IsValid()) // LLDB makes names up where there are none
        return false;
    std::array<std::uint8_t, kSignalReturn.size()> code{};
    lldb::SBError error;
    const std::size_t read = frame.GetThread().GetProcess().ReadMemory(frame.GetPC(), code.data(), code.size(), error);
    return error.Success() && read == code.size() && code == kSignalReturn;
}

} // namespace dbgr::daemon
