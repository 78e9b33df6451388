// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/arch/x86_64/instruction.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace dbgr::keeper::x86_64 {

namespace {

// What follows an opcode. One letter for each of them, sixteen a line:
//   .  no instruction that we move      n  nothing                 i  an immediate of a byte
//   m  a ModRM byte                     b  that and a byte         I  an immediate of four bytes (two after 66)
//   z  that and I                       v  as I, of eight with REX.W
// Of some with a ModRM byte only a part is moved: see movesByField().
using Table = std::array<std::string_view, 16>;

constexpr Table kOneByte = {
    "mmmmiI..mmmmiI..", // 00 add, or
    "mmmmiI..mmmmiI..", // 10 adc, sbb
    "mmmmiI..mmmmiI..", // 20 and, sub
    "mmmmiI..mmmmiI..", // 30 xor, cmp
    "................", // 40 REX
    "nnnnnnnnnnnnnnnn", // 50 push, pop
    "...m....Izib....", // 60 movsxd, push, imul
    "................", // 70 jcc
    "bz.bmmmmmmmm.m.m", // 80 mov, lea, pop
    "nnnnnnnnnn......", // 90 nop, xchg, cwde, cdq
    "....nnnniInnnnnn", // a0 movs, cmps, test, stos, lods, scas
    "iiiiiiiivvvvvvvv", // b0 mov
    "bb....bz.n......", // c0 shifts, mov, leave
    "mmmm............", // d0 shifts
    "................", // e0 in, out, call, jmp, loop
    ".....nmmnn..nnmm", // f0 cmc, not, neg, mul, div, clc, stc, cld, std, inc, dec, push
};

constexpr Table kTwoBytes = {
    ".............m..", // 00 prefetchw
    "mmmmmmmmm.....mm", // 10 movups and kin, prefetch, endbr64, nop
    "........mmmmmmmm", // 20 movaps, cvt, ucomis, comis
    "................", // 30
    "mmmmmmmmmmmmmmmm", // 40 cmov
    "mmmmmmmmmmmmmmmm", // 50 arithmetic of floats
    "mmmmmmmmmmmmmmmm", // 60 integers in vectors
    "bbbbmmm.....mmmm", // 70
    "................", // 80 jcc
    "mmmmmmmmmmmmmmmm", // 90 set
    "...mbm.....mbm.m", // a0 bt, shld, bts, shrd, imul
    "mm.m..mmm.bmmmmm", // b0 cmpxchg, btr, movzx, popcnt, bt, bsf, bsr, movsx
    "mmbmbbb.nnnnnnnn", // c0 xadd, cmpps, movnti, pinsrw, shufps, bswap
    "mmmmmmmmmmmmmmmm", // d0 integers in vectors
    "mmmmmmmmmmmmmmmm", // e0
    "mmmmmmmmmmmmmmm.", // f0
};

enum class Map : std::uint8_t
{
    OneByte = 0,
    TwoBytes = 1, ///< behind 0f
    Map38 = 2,
    Map3a = 3
};

/// Reads bytes until there are none.
class Text
{
public:
    explicit Text(std::span<const std::byte> bytes)
        : m_bytes(bytes.first(std::min(bytes.size(), kMostInstructionBytes)))
    {}
    [[nodiscard]] std::optional<std::uint8_t> next()
    {
        if (m_at == m_bytes.size())
            return std::nullopt;
        return std::to_integer<std::uint8_t>(m_bytes[m_at++]);
    }
    [[nodiscard]] bool skip(std::size_t count)
    {
        if (m_bytes.size() - m_at < count)
            return false;
        m_at += count;
        return true;
    }
    [[nodiscard]] std::size_t at() const { return m_at; }

private:
    std::span<const std::byte> m_bytes;
    std::size_t m_at = 0;
};

struct Opcode
{
    Map map = Map::OneByte;
    std::uint8_t byte = 0;
    bool isShort = false;  ///< 66
    bool isWide = false;   ///< REX.W
    bool isVector = false; ///< VEX or EVEX
};

bool isPrefix(std::uint8_t byte)
{
    constexpr std::array<std::uint8_t, 10> kPrefixes{0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0xf0, 0xf2, 0xf3};
    for (const std::uint8_t prefix : kPrefixes) {
        if (byte == prefix)
            return true;
    }
    return false;
}

/// Of three bytes (c4), two (c5) or four (62).
std::optional<Opcode> vectorOpcode(Text& text, std::uint8_t first)
{
    constexpr std::uint8_t kShort = 0xc5;
    constexpr std::uint8_t kLong = 0xc4;
    const auto second = text.next();
    if (!second)
        return std::nullopt;
    const unsigned map = first == kShort ? 1U : *second & (first == kLong ? 0x1fU : 0x0fU);
    if (map < 1 || map > 3 || !text.skip(first == kShort ? 0 : first == kLong ? 1 : 2))
        return std::nullopt;
    const auto byte = text.next();
    if (!byte)
        return std::nullopt;
    return Opcode{static_cast<Map>(map), *byte, false, false, true};
}

std::optional<Opcode> opcodeOf(Text& text)
{
    constexpr std::uint8_t kEscape = 0x0f;
    Opcode found;
    bool hasPrefix = false;
    auto byte = text.next();
    for (; byte && isPrefix(*byte); byte = text.next()) {
        found.isShort |= *byte == 0x66;
        hasPrefix |= *byte >= 0x66; // with which a vector instruction is none
    }
    if (byte && (*byte == 0xc4 || *byte == 0xc5 || *byte == 0x62))
        return hasPrefix ? std::nullopt : vectorOpcode(text, *byte);
    if (byte && (*byte & 0xf0U) == 0x40) {
        found.isWide = (*byte & 8U) != 0;
        byte = text.next();
    }
    if (byte == kEscape) {
        found.map = Map::TwoBytes;
        byte = text.next();
        if (byte == 0x38 || byte == 0x3a) {
            found.map = byte == 0x38 ? Map::Map38 : Map::Map3a;
            byte = text.next();
        }
    }
    if (!byte)
        return std::nullopt;
    found.byte = *byte;
    return found;
}

char inTable(const Table& table, std::uint8_t opcode)
{
    return table[opcode >> 4U][opcode & 0xfU];
}

char operandsOf(const Opcode& opcode)
{
    constexpr std::uint8_t kZeroUpper = 0x77;
    constexpr std::uint8_t kLastOf38 = 0x41; // of those without VEX that compilers make, beside movbe and crc32
    const std::uint8_t byte = opcode.byte;
    switch (opcode.map) {
    case Map::OneByte:
        return inTable(kOneByte, byte);
    case Map::TwoBytes: {
        if (opcode.isVector && byte == kZeroUpper)
            return 'n';
        const char operands = inTable(kTwoBytes, byte);
        return opcode.isVector && operands == 'n' ? '.' : operands;
    }
    case Map::Map38:
        return opcode.isVector || byte <= kLastOf38 || byte == 0xf0 || byte == 0xf1 ? 'm' : '.';
    case Map::Map3a:
        return opcode.isVector || byte <= 0x63 ? 'b' : '.';
    }
    return '.';
}

/// Some opcodes are many instructions, by the middle field of their ModRM byte.
bool movesByField(const Opcode& opcode, unsigned field, bool isRegister)
{
    if (opcode.map != Map::OneByte || opcode.isVector)
        return true;
    switch (opcode.byte) {
    case 0x8d: // lea of a register is none
        return !isRegister;
    case 0x8f: // pop; XOP
    case 0xc6: // mov; xabort
    case 0xc7: // mov; xbegin
        return field == 0;
    case 0xfe: // inc, dec
        return field <= 1;
    case 0xff: // inc, dec, push; calls and jumps
        return field <= 1 || field == 6;
    default:
        return true;
    }
}

/// Which of f6 and f7 is a test, which alone has an immediate.
bool isTest(const Opcode& opcode, unsigned field)
{
    return opcode.map == Map::OneByte && (opcode.byte & 0xfeU) == 0xf6 && field <= 1;
}

/// The bytes of an address behind its ModRM byte. \return false: they are not all there
bool skipAddress(Text& text, unsigned mode, unsigned low, Movable& found)
{
    constexpr unsigned kHasScale = 4;
    constexpr unsigned kIsRelative = 5;
    constexpr std::size_t kDistance = 4;
    if (mode == 3)
        return true;
    bool hasBase = true;
    if (low == kHasScale) {
        const auto scale = text.next();
        if (!scale)
            return false;
        hasBase = (*scale & 7U) != kIsRelative;
    } else if (mode == 0 && low == kIsRelative) {
        found.displacement = text.at();
        return text.skip(kDistance);
    }
    if (mode == 0)
        return hasBase || text.skip(kDistance);
    return text.skip(mode == 1 ? 1 : kDistance);
}

std::size_t immediateOf(char operands, const Opcode& opcode)
{
    const std::size_t usual = opcode.isShort && !opcode.isWide ? 2 : 4;
    switch (operands) {
    case 'i':
    case 'b':
        return 1;
    case 'I':
    case 'z':
        return usual;
    case 'v':
        return opcode.isWide ? 8 : usual;
    default:
        return 0;
    }
}

} // namespace

std::optional<Movable> movable(std::span<const std::byte> bytes)
{
    Text text(bytes);
    const auto opcode = opcodeOf(text);
    char operands = opcode ? operandsOf(*opcode) : '.';
    if (operands == '.')
        return std::nullopt;
    Movable found;
    if (std::string_view("mbz").find(operands) != std::string_view::npos) {
        const auto modes = text.next();
        if (!modes)
            return std::nullopt;
        const unsigned mode = *modes >> 6U;
        const unsigned field = *modes >> 3U & 7U;
        if (!movesByField(*opcode, field, mode == 3) || !skipAddress(text, mode, *modes & 7U, found))
            return std::nullopt;
        if (isTest(*opcode, field))
            operands = opcode->byte == 0xf6 ? 'b' : 'z';
    }
    if (!text.skip(immediateOf(operands, *opcode)))
        return std::nullopt;
    found.length = text.at();
    return found;
}

} // namespace dbgr::keeper::x86_64
