// SPDX-License-Identifier: BSD-3-Clause
// Runs of bytes and texts as PMIx tells them apart. Thread: any; plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace dbgr::pmix {

/// A C string that may be NULL, which on the wire differs from an empty one.
/// Structs use it where the difference means something; elsewhere a NULL is read as "" and "" is written.
using NullableString = std::optional<std::string>;

/// The text, "" for NULL.
[[nodiscard]] inline std::string textOf(const NullableString& text)
{
    return text.value_or(std::string());
}

/// pmix_byte_object_t, also compressed blocks and data buffers: bytes that the codec does not look into.
struct ByteObject
{
    std::string bytes;

    friend bool operator==(const ByteObject&, const ByteObject&) = default;
};

/// How the pack calls of a buffer are written (pmix_bfrop_buffer_type_t); negotiated at the handshake.
enum class BufferType : std::uint8_t
{
    Undef = 0,
    NonDescribed = 1,   ///< a count, then the elements: readable only with the message's schema
    FullyDescribed = 2, ///< the types are written too
};

/// PMIX_BUFFER: a packed buffer within a message; a commit carries one a scope.
struct Buffer
{
    BufferType type = BufferType::NonDescribed;
    std::string bytes;

    friend bool operator==(const Buffer&, const Buffer&) = default;
};

/// PMIX_REGEX: a compressed list of hosts or ranks, in one of the forms "pmix[...]", "raw:..." or the binary "blob:".
struct Regex
{
    /// As on the wire, without the NUL that ends the textual forms.
    std::string bytes;

    friend bool operator==(const Regex&, const Regex&) = default;
};

} // namespace dbgr::pmix
