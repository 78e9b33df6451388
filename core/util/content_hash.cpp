// SPDX-License-Identifier: BSD-3-Clause
#include "util/content_hash.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace dbgr::util {

namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);

std::uint64_t wordAt(const std::byte* bytes)
{
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, kWord);
    if constexpr (std::endian::native == std::endian::big)
        word = __builtin_bswap64(word);
    return word;
}

/// \param factor odd, so that nothing is lost
std::uint64_t stirred(std::uint64_t lane, std::uint64_t word, std::uint64_t factor)
{
    lane = (std::rotl(lane, 23) ^ word) * factor;
    return lane ^ (lane >> 29);
}

} // namespace

void ContentHash::mix(std::uint64_t word)
{
    m_high = stirred(m_high, word, 0x9e37'79b9'7f4a'7c15);
    m_low = stirred(m_low, word, 0xd1b5'4a32'd192'ed03);
}

void ContentHash::add(std::span<const std::byte> bytes)
{
    if (bytes.empty())
        return;
    const std::size_t waiting = m_count % kWord;
    m_count += bytes.size();
    if (waiting > 0) {
        const std::size_t taken = std::min(bytes.size(), kWord - waiting);
        std::memcpy(m_rest.data() + waiting, bytes.data(), taken);
        bytes = bytes.subspan(taken);
        if (waiting + taken < kWord)
            return;
        mix(wordAt(m_rest.data()));
    }
    for (; bytes.size() >= kWord; bytes = bytes.subspan(kWord))
        mix(wordAt(bytes.data()));
    if (!bytes.empty())
        std::memcpy(m_rest.data(), bytes.data(), bytes.size());
}

void ContentHash::add(std::uint64_t number)
{
    std::array<std::byte, kWord> bytes;
    for (std::size_t i = 0; i < kWord; ++i)
        bytes[i] = static_cast<std::byte>(number >> (8 * i));
    add(bytes);
}

ContentHash::Value ContentHash::value() const
{
    ContentHash end = *this;
    std::array<std::byte, kWord> rest{};
    std::copy_n(m_rest.begin(), m_count % kWord, rest.begin());
    end.mix(wordAt(rest.data()));
    end.mix(m_count);
    return {end.m_high, end.m_low};
}

} // namespace dbgr::util
