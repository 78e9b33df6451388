// SPDX-License-Identifier: BSD-3-Clause
#include "corefile/initial_stack.h"

#include "util/byte_reader.h"

#include <algorithm>

namespace dbgr::corefile {
namespace {

constexpr std::size_t kWord = 8;

/// A part of the process's memory.
struct Window
{
    std::uint64_t address = 0;
    std::string bytes;

    [[nodiscard]] std::uint64_t word(std::size_t at) const
    {
        return util::ByteReader(std::string_view(bytes).substr(at, kWord)).little<std::uint64_t>();
    }
    /// "" for what is no string in the window.
    [[nodiscard]] std::string_view text(std::uint64_t at) const
    {
        if (at < address || at - address >= bytes.size())
            return {};
        const std::string_view rest = std::string_view(bytes).substr(static_cast<std::size_t>(at - address));
        const std::size_t end = rest.find('\0');
        return end == std::string_view::npos ? std::string_view() : rest.substr(0, end);
    }
};

/// Up to and with its end mark, as it stands on the stack; "" for one that has none.
std::string_view upToEnd(std::string_view vector)
{
    for (std::size_t at = 0; at + 2 * kWord <= vector.size(); at += 2 * kWord)
        if (util::ByteReader(vector.substr(at)).little<std::uint64_t>() == static_cast<std::uint64_t>(AuxKey::End))
            return vector.substr(0, at + 2 * kWord);
    return {};
}

/// What stands below the address, as far as the segment that has it goes.
Window windowBelow(const ByteSource& bytes, const ElfFile& file, std::uint64_t top)
{
    for (const Segment& segment : file.segments) {
        if (!segment.is(SegmentType::Load) || !segment.holds(top))
            continue;
        const std::uint64_t below = std::min<std::uint64_t>(top - segment.address, kMaxInitialStackBytes);
        Window window;
        window.address = top - below;
        window.bytes = file.memory(bytes, window.address, static_cast<std::size_t>(below));
        return window;
    }
    return {};
}

} // namespace

std::optional<std::uint64_t> auxValue(std::string_view vector, AuxKey key)
{
    util::ByteReader reader(vector);
    while (reader.remaining() >= 2 * kWord) {
        const auto found = reader.little<std::uint64_t>();
        const auto value = reader.little<std::uint64_t>();
        if (found == static_cast<std::uint64_t>(key))
            return value;
        if (found == static_cast<std::uint64_t>(AuxKey::End))
            break;
    }
    return std::nullopt;
}

// Upwards: argc, the argument pointers, 0, the environment pointers, 0, the auxiliary vector, ..., the arguments' text,
// the environment's text, the program's name. The vector is the part that can be recognised.
std::vector<std::string> initialEnvironment(const ByteSource& bytes, const ElfFile& file, std::string_view auxVector)
{
    const auto top = auxValue(auxVector, AuxKey::ExecutableName);
    const std::string_view vector = upToEnd(auxVector);
    if (!top || vector.empty())
        return {};
    const Window window = windowBelow(bytes, file, *top);
    const std::size_t vectorAt = window.bytes.rfind(vector);
    if (vectorAt == std::string::npos || vectorAt < 2 * kWord || window.word(vectorAt - kWord) != 0)
        return {};

    std::vector<std::string> environment;
    std::size_t textBytes = 0; // pointers may all lead to the same long text
    for (std::size_t at = vectorAt - 2 * kWord; window.word(at) != 0 && textBytes <= kMaxInitialStackBytes;
         at -= kWord) {
        const std::string_view entry = window.text(window.word(at));
        if (entry.find('=') != std::string_view::npos)
            environment.emplace_back(entry);
        textBytes += entry.size();
        if (at < kWord)
            break;
    }
    std::reverse(environment.begin(), environment.end());
    return environment;
}

} // namespace dbgr::corefile
