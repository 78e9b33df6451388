// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/target/fatal_call.h"

#include <cstring>

namespace dbgr::keeper {

namespace {

// MPI_ERRORS_ARE_FATAL and MPI_ERRORS_ABORT, as mpi.h of MPICH has them.
constexpr std::uint32_t kFatalHandlers[] = {0x54000000, 0x54000003};
constexpr std::size_t kMostMoves = 6; // of arguments, before the call

/// Bytes of code from one place on; what is behind the end is 0, which no instruction looked for here begins with.
class Code
{
public:
    explicit Code(std::span<const std::byte> bytes) : m_bytes(bytes) {}

    [[nodiscard]] std::size_t size() const { return m_bytes.size(); }
    [[nodiscard]] unsigned at(std::size_t place) const
    {
        return place < m_bytes.size() ? std::to_integer<unsigned>(m_bytes[place]) : 0;
    }
    [[nodiscard]] std::uint32_t word(std::size_t place) const
    {
        std::uint32_t value = 0;
        if (place < m_bytes.size() && m_bytes.size() - place >= sizeof value)
            std::memcpy(&value, m_bytes.data() + place, sizeof value);
        return value;
    }

private:
    std::span<const std::byte> m_bytes;
};

/// Whether a register is compared with the four bytes there.
bool isComparedAt(const Code& code, std::size_t place)
{
    const bool isAccumulator = place >= 1 && code.at(place - 1) == 0x3d;
    const bool isOther = place >= 2 && code.at(place - 2) == 0x81 && (code.at(place - 1) & 0xf8U) == 0xf8;
    return isAccumulator || isOther;
}

/// Where a jump goes that is taken if what was compared is equal; nothing: there is none.
std::optional<std::size_t> targetIfEqual(const Code& code, std::size_t place)
{
    std::int64_t next = 0;
    if (code.at(place) == 0x74)
        next = static_cast<std::int64_t>(place) + 2 + static_cast<std::int8_t>(code.at(place + 1));
    else if (code.at(place) == 0x0f && code.at(place + 1) == 0x84)
        next = static_cast<std::int64_t>(place) + 6 + static_cast<std::int32_t>(code.word(place + 2));
    else
        return std::nullopt;
    if (next < 0 || next >= static_cast<std::int64_t>(code.size()))
        return std::nullopt;
    return static_cast<std::size_t>(next);
}

/// How long an instruction is that moves a register, or a word of the stack, to a register, or makes one 0, or does
/// nothing; 0 it is another one.
std::size_t moveAt(const Code& code, std::size_t place)
{
    const std::size_t prefix = (code.at(place) & 0xf0U) == 0x40 ? 1 : 0; // REX
    const unsigned operation = code.at(place + prefix);
    const unsigned operands = code.at(place + prefix + 1);
    const bool isOfRegisters = (operands & 0xc0U) == 0xc0;
    const bool isOfStack = (operands & 0xc7U) == 0x44 && code.at(place + prefix + 2) == 0x24; // rsp and a byte
    if (isOfRegisters && (operation == 0x89 || operation == 0x8b || operation == 0x31 || operation == 0x33))
        return prefix + 2;
    if (isOfStack && operation == 0x8b)
        return prefix + 4;
    if (prefix == 0 && operation == 0x0f && operands == 0x1f) { // nopl
        const unsigned size = code.at(place + 2);
        return size == 0x00 ? 3 : size == 0x40 ? 4 : size == 0x44 ? 5 : 0;
    }
    return 0;
}

/// What is called there, after arguments have been put in their places, relative to the code's first byte.
std::optional<std::int64_t> calledAt(const Code& code, std::size_t place)
{
    for (std::size_t moves = 0; moves <= kMostMoves; ++moves) {
        if (code.at(place) == 0xe8 && place + 5 <= code.size())
            return static_cast<std::int64_t>(place) + 5 + static_cast<std::int32_t>(code.word(place + 1));
        const std::size_t length = moveAt(code, place);
        if (length == 0)
            break;
        place += length;
    }
    return std::nullopt;
}

} // namespace

std::optional<std::uint64_t> fatalCallIn(std::uint64_t address, std::span<const std::byte> bytes)
{
    const Code code(bytes);
    std::optional<std::int64_t> found;
    for (std::size_t place = 1; place + sizeof(std::uint32_t) < code.size(); ++place) {
        const std::uint32_t word = code.word(place);
        if ((word != kFatalHandlers[0] && word != kFatalHandlers[1]) || !isComparedAt(code, place))
            continue;
        const auto target = targetIfEqual(code, place + sizeof word);
        const auto called = target ? calledAt(code, *target) : std::nullopt;
        if (called && found && *called != *found)
            return std::nullopt;
        found = called ? called : found;
    }
    return found ? std::optional(address + static_cast<std::uint64_t>(*found)) : std::nullopt;
}

} // namespace dbgr::keeper
