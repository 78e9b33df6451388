// SPDX-License-Identifier: BSD-3-Clause
// Opens the compressed values that 6.x clients make of long texts, and makes such blocks for programs that ask for it.
// The codec itself passes compressed values on untouched, as their sender made them. Thread: any.
#pragma once

#include "pmix/codec/limits.h"
#include "util/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace dbgr::pmix {

/// The content of a PMIX_COMPRESSED_STRING or PMIX_COMPRESSED_BYTE_OBJECT: 4 bytes of length in the sender's byte order
/// (little-endian on every machine that we run on), then a zlib stream. A text comes without its NUL.
/// \errors ErrUnpackFailure (no such block), ErrOutOfResource (would be larger than maxBytes)
[[nodiscard]] util::Result<std::string> inflateBlock(std::string_view block,
                                                     std::size_t maxBytes = limits::kMaxInflatedBytes);

/// A block of that form. \errors ErrOutOfResource (longer than four bytes can say)
[[nodiscard]] util::Result<std::string> deflateBlock(std::string_view content);

} // namespace dbgr::pmix
