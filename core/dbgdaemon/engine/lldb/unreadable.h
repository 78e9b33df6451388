// SPDX-License-Identifier: BSD-3-Clause
// Whether what LLDB would say of a value is true: memory that cannot be read, and containers of the C++ library whose
// pointers are garbage, look empty to it. Thread: engine.
#pragma once

#include <lldb/API/SBTarget.h>
#include <lldb/API/SBValue.h>

#include <cstdint>
#include <string>

namespace dbgr::daemon {

/// Why nothing of the value can be shown: LLDB's error, or that it is a struct, array or container whose memory is not
/// there. "" if something can.
[[nodiscard]] std::string whyUnreadable(lldb::SBValue value);

/// Whether a pointer to data leads to memory that is not there. Null leads nowhere, and is none.
[[nodiscard]] bool pointsNowhere(lldb::SBValue pointer);

/// Whether the memory is there; of much memory both ends are looked at.
[[nodiscard]] bool isReadable(lldb::SBTarget target, std::uint64_t address, std::uint64_t size);

[[nodiscard]] std::string cannotRead(std::uint64_t address);

} // namespace dbgr::daemon
