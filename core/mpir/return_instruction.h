// SPDX-License-Identifier: BSD-3-Clause
// A function that does nothing, as machine code: a landing place for indirect calls, where the machine has such, and
// the return. For each machine that dbgr runs on; only that of x86-64 has been tried. Thread: any.
#pragma once

#include <array>
#include <cstddef>

namespace dbgr::mpir {

#if defined(__x86_64__)
inline constexpr std::array kEmptyFunction = {std::byte{0xf3}, std::byte{0x0f}, std::byte{0x1e},
                                              std::byte{0xfa},  // endbr64
                                              std::byte{0xc3}}; // ret
#elif defined(__aarch64__) && defined(__AARCH64EL__)
inline constexpr std::array kEmptyFunction = {
    std::byte{0x5f}, std::byte{0x24}, std::byte{0x03}, std::byte{0xd5},  // bti c
    std::byte{0xc0}, std::byte{0x03}, std::byte{0x5f}, std::byte{0xd6}}; // ret
#else
inline constexpr std::array<std::byte, 0> kEmptyFunction = {}; ///< nobody has said it yet
#endif

} // namespace dbgr::mpir
