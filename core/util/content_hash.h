// SPDX-License-Identifier: BSD-3-Clause
// A hash of 128 bits, to tell contents apart without carrying them. Not for secrets: whoever wants to can make two
// contents that have the same. Thread: any; a value.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace dbgr::util {

class ContentHash
{
public:
    struct Value
    {
        std::uint64_t high = 0;
        std::uint64_t low = 0;
        friend bool operator==(const Value&, const Value&) = default;
    };

    /// How the bytes are cut into calls does not matter.
    void add(std::span<const std::byte> bytes);
    /// As its eight bytes, the lowest first.
    void add(std::uint64_t number);
    /// Of all that was added so far. Contents of one length that differ in
    /// one aligned word of eight bytes never have the same.
    [[nodiscard]] Value value() const;

private:
    void mix(std::uint64_t word);

    // Each step is a bijection of a lane for a given word, and of the word for a given lane.
    std::uint64_t m_high = 0x6a09'e667'f3bc'c908;
    std::uint64_t m_low = 0xbb67'ae85'84ca'a73b;
    std::uint64_t m_count = 0; ///< bytes
    std::array<std::byte, 8> m_rest{};
};

} // namespace dbgr::util
