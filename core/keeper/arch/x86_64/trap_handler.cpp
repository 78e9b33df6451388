// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/arch/x86_64/trap_handler.h"

#include <array>
#include <cstring>

namespace dbgr::keeper::x86_64 {

namespace {

// void handler(int, siginfo_t *rsi, ucontext_t *rdx)
constexpr std::array<unsigned char, 0xa2> kHandler = {
    0x8b, 0x46, 0x08,                         // 00          mov eax, [rsi+8]           si_code
    0x3d, 0x80, 0x00, 0x00, 0x00,             // 03          cmp eax, SI_KERNEL         a trap instruction
    0x74, 0x09,                               // 08          je trap
    0xff, 0xc8,                               // 0a          dec eax
    0x83, 0xf8, 0x04,                         // 0c          cmp eax, 4                 TRAP_BRKPT to TRAP_HWBKPT:
    0x72, 0x49,                               // 0f          jb done                    steps, debug registers
    0xeb, 0x48,                               // 11          jmp fatal                  somebody has sent it
    0xf7, 0x82, 0xb0, 0x00, 0x00, 0x00,       // 13 trap:    test dword [rdx+176], RF   of its flags
    0x00, 0x00, 0x01, 0x00,                   //
    0x75, 0x3b,                               // 1d          jnz done                   it was put back already
    0x4c, 0x8b, 0x82, 0xa8, 0x00, 0x00, 0x00, // 1f          mov r8, [rdx+168]          its pc
    0x49, 0xff, 0xc8,                         // 26          dec r8
    0x41, 0xb9, 0xd0, 0x07, 0x00, 0x00,       // 29          mov r9d, 2000
    0x41, 0x80, 0x38, 0xcc,                   // 2f look:    cmp byte [r8], 0xcc        is it still there?
    0x75, 0x1e,                               // 33          jne back
    0x41, 0xff, 0xc9,                         // 35          dec r9d
    0x74, 0x21,                               // 38          jz fatal                   it is the program's own
    0x68, 0x40, 0x42, 0x0f, 0x00,             // 3a          push 1000000               nanoseconds
    0x6a, 0x00,                               // 3f          push 0
    0x48, 0x89, 0xe7,                         // 41          mov rdi, rsp
    0x31, 0xf6,                               // 44          xor esi, esi
    0xb8, 0x23, 0x00, 0x00, 0x00,             // 46          mov eax, nanosleep
    0x0f, 0x05,                               // 4b          syscall
    0x48, 0x83, 0xc4, 0x10,                   // 4d          add rsp, 16
    0xeb, 0xdc,                               // 51          jmp look
    0x4c, 0x89, 0x82, 0xa8, 0x00, 0x00, 0x00, // 53 back:    mov [rdx+168], r8
    0xc3,                                     // 5a done:    ret
    0x31, 0xc0,                               // 5b fatal:   xor eax, eax
    0x50, 0x50, 0x50, 0x50,                   // 5d          push rax, four times       the default action
    0xbf, 0x05, 0x00, 0x00, 0x00,             // 61          mov edi, SIGTRAP
    0x48, 0x89, 0xe6,                         // 66          mov rsi, rsp
    0x31, 0xd2,                               // 69          xor edx, edx
    0x41, 0xba, 0x08, 0x00, 0x00, 0x00,       // 6b          mov r10d, 8
    0xb8, 0x0d, 0x00, 0x00, 0x00,             // 71          mov eax, rt_sigaction
    0x0f, 0x05,                               // 76          syscall
    0x48, 0x83, 0xc4, 0x20,                   // 78          add rsp, 32
    0xb8, 0x27, 0x00, 0x00, 0x00,             // 7c          mov eax, getpid
    0x0f, 0x05,                               // 81          syscall
    0x89, 0xc7,                               // 83          mov edi, eax
    0xb8, 0xba, 0x00, 0x00, 0x00,             // 85          mov eax, gettid
    0x0f, 0x05,                               // 8a          syscall
    0x89, 0xc6,                               // 8c          mov esi, eax
    0xba, 0x05, 0x00, 0x00, 0x00,             // 8e          mov edx, SIGTRAP
    0xb8, 0xea, 0x00, 0x00, 0x00,             // 93          mov eax, tgkill            delivered behind the return
    0x0f, 0x05,                               // 98          syscall
    0xc3,                                     // 9a          ret
    0xb8, 0x0f, 0x00, 0x00, 0x00,             // 9b restore: mov eax, rt_sigreturn
    0x0f, 0x05,                               // a0          syscall
};
constexpr std::uint64_t kRestore = 0x9b;

struct KernelAction
{
    std::uint64_t handler = 0;
    std::uint64_t flags = 0;
    std::uint64_t restorer = 0;
    std::uint64_t mask = 0;
};

} // namespace

std::span<const std::byte> trapHandler()
{
    return std::as_bytes(std::span(kHandler));
}

std::vector<std::byte> trapAction(util::RemoteAddress address)
{
    constexpr std::uint64_t kFlags = 0x1c000004; // SA_SIGINFO, SA_RESTORER, SA_ONSTACK, SA_RESTART
    const KernelAction action{address.value(), kFlags, (address + kRestore).value(), 0};
    std::vector<std::byte> bytes(sizeof action);
    std::memcpy(bytes.data(), &action, sizeof action);
    return bytes;
}

} // namespace dbgr::keeper::x86_64
