// SPDX-License-Identifier: BSD-3-Clause
// One call in the stack of a thread that stands still: what location descriptions ask for. Of physical frames; a
// function that was inlined has its caller's. Register numbers are those of the processor's DWARF mapping.
// Thread: one at a time; not used after the thread runs again.
#pragma once

#include "values/target/address.h"

#include <cstddef>
#include <optional>
#include <span>

namespace dbgr::values {

/// The stack pointer's register.
#if defined(__aarch64__)
inline constexpr unsigned kStackPointer = 31;
#else
inline constexpr unsigned kStackPointer = 7;
#endif

/// Where the thread's own memory is; nothing where it is not known how programs are laid out around it.
#if defined(__x86_64__)
inline constexpr std::optional<unsigned> kThreadPointer = 58; // fs_base
#else
inline constexpr std::optional<unsigned> kThreadPointer;
#endif

class Frame
{
public:
    virtual ~Frame() = default;

    [[nodiscard]] virtual Address pc() const = 0;
    /// The pc is the instruction behind a call: what is true of the call is true one byte before it.
    [[nodiscard]] virtual bool isCaller() const = 0;
    /// The address that does not change while the call lasts (DWARF: canonical frame address).
    [[nodiscard]] virtual std::optional<Address> cfa() = 0;
    /// The register as it will be when this call goes on; its low bytes. False: nobody knows it any more.
    [[nodiscard]] virtual bool readRegister(unsigned number, std::span<std::byte> out) = 0;
    /// Null for the outermost one. It lives as long as this one.
    [[nodiscard]] virtual Frame* caller() = 0;

    /// Where to look in tables.
    [[nodiscard]] Address lookupPc() const { return isCaller() ? pc().plus(-1) : pc(); }
};

} // namespace dbgr::values
