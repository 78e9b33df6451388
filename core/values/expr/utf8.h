// SPDX-License-Identifier: BSD-3-Clause
// Characters as bytes of UTF-8. Thread: any; plain functions.
#pragma once

#include <cstdint>
#include <string>

namespace dbgr::values {

/// What is beyond the last character becomes U+FFFD.
void appendUtf8(std::string& text, std::uint32_t code);

} // namespace dbgr::values
