// SPDX-License-Identifier: BSD-3-Clause
#include "bytecode/machine.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <compare>
#include <limits>

namespace dbgr::bytecode {

namespace {

constexpr unsigned kByteBits = 8;
constexpr unsigned kWordBits = 64;
/// No program has bounds or subscripts that are further from 0.
constexpr std::int64_t kLargestBound = std::int64_t{1} << 46;

std::int64_t asSigned(std::uint64_t bits)
{
    return static_cast<std::int64_t>(bits);
}

/// The lowest bits, with their sign or zeros in front.
std::uint64_t lowest(std::uint64_t bits, unsigned count, bool isSigned)
{
    const unsigned unused = kWordBits - count;
    const std::uint64_t high = bits << unused;
    return isSigned ? static_cast<std::uint64_t>(asSigned(high) >> unused) : high >> unused;
}

std::uint64_t wrapped(std::uint64_t bits, IntegerKind kind)
{
    return lowest(bits, kByteBits * kind.bytes, kind.isSigned);
}

double realOf(std::uint64_t bits)
{
    return std::bit_cast<double>(bits);
}

std::uint64_t bitsOf(double real)
{
    return std::bit_cast<std::uint64_t>(real);
}

double rounded(double real, std::uint64_t width)
{
    return width == sizeof(float) ? static_cast<double>(static_cast<float>(real)) : real;
}

bool holds(Relation relation, std::partial_ordering order)
{
    switch (relation) {
    case Relation::Equal:
        return order == 0;
    case Relation::NotEqual:
        return order != 0;
    case Relation::Less:
        return order < 0;
    case Relation::LessEqual:
        return order <= 0;
    case Relation::Greater:
        return order > 0;
    default:
        return order >= 0;
    }
}

std::partial_ordering orderOf(Domain domain, std::uint64_t left, std::uint64_t right)
{
    switch (domain) {
    case Domain::Signed:
        return asSigned(left) <=> asSigned(right);
    case Domain::Unsigned:
        return left <=> right;
    default:
        return realOf(left) <=> realOf(right);
    }
}

using Outcome = std::optional<std::uint64_t>;

Outcome quotient(Op op, IntegerKind kind, std::uint64_t left, std::uint64_t right)
{
    left = wrapped(left, kind); // as they are, unless somebody means harm
    right = wrapped(right, kind);
    if (right == 0)
        return std::nullopt;
    const bool isQuotient = op == Op::Divide;
    if (!kind.isSigned)
        return isQuotient ? left / right : left % right;
    const std::uint64_t smallest = wrapped(std::uint64_t{1} << (kByteBits * kind.bytes - 1), kind);
    if (asSigned(right) == -1 && left == smallest)
        return std::nullopt;
    return static_cast<std::uint64_t>(isQuotient ? asSigned(left) / asSigned(right) : asSigned(left) % asSigned(right));
}

Outcome shifted(Op op, IntegerKind kind, std::uint64_t left, std::uint64_t count)
{
    if (count >= kByteBits * kind.bytes) // as one below 0 is, too
        return std::nullopt;
    if (op == Op::ShiftLeft)
        return left << count;
    return kind.isSigned ? static_cast<std::uint64_t>(asSigned(left) >> count) : left >> count;
}

Outcome integers(Op op, IntegerKind kind, std::uint64_t left, std::uint64_t right)
{
    switch (op) {
    case Op::Add:
        return left + right;
    case Op::Subtract:
        return left - right;
    case Op::Multiply:
        return left * right;
    case Op::And:
        return left & right;
    case Op::Or:
        return left | right;
    case Op::Xor:
        return left ^ right;
    case Op::ShiftLeft:
    case Op::ShiftRight:
        return shifted(op, kind, left, right);
    default:
        return quotient(op, kind, left, right);
    }
}

double reals(Op op, double left, double right)
{
    switch (op) {
    case Op::AddReal:
        return left + right;
    case Op::SubtractReal:
        return left - right;
    case Op::MultiplyReal:
        return left * right;
    default:
        return left / right;
    }
}

/// To a float at once: by way of a double it would be rounded twice.
template <class Integer>
double toReal(Integer value, std::uint64_t width)
{
    return width == sizeof(float) ? static_cast<double>(static_cast<float>(value)) : static_cast<double>(value);
}

Outcome toInteger(double real, IntegerKind kind)
{
    const unsigned bits = kByteBits * kind.bytes - (kind.isSigned ? 1 : 0);
    const double limit = std::ldexp(1.0, static_cast<int>(bits));
    const double whole = std::trunc(real);
    if (!(whole < limit && whole >= (kind.isSigned ? -limit : 0.0))) // a NaN is neither
        return std::nullopt;
    return kind.isSigned ? static_cast<std::uint64_t>(static_cast<std::int64_t>(whole))
                         : static_cast<std::uint64_t>(whole);
}

bool isPlausible(std::int64_t bound)
{
    return bound <= kLargestBound && bound >= -kLargestBound;
}

class Machine
{
public:
    Machine(const Program& program, Target& target, Kept& kept)
        : m_instructions(program.instructions()), m_target(target), m_kept(kept)
    {}

    Outcome run()
    {
        while (m_next < m_instructions.size()) {
            if (!step(m_instructions[m_next++]))
                return std::nullopt;
        }
        return pop();
    }

private:
    // Program::read() has seen to it that there is room, and that something is there.
    bool push(Outcome value)
    {
        if (!value)
            return false;
        m_stack[m_height++] = *value;
        return true;
    }
    std::uint64_t pop() { return m_stack[--m_height]; }
    /// What it is made to, in its kind.
    bool push(Outcome value, IntegerKind kind) { return value && push(wrapped(*value, kind)); }
    bool pushReal(double real, std::uint64_t width) { return push(bitsOf(rounded(real, width))); }

    bool step(const Instruction& one);
    bool compute(const Instruction& one);
    bool convert(const Instruction& one);
    bool judge(const Instruction& one);
    bool subscript(bool isOpen);
    bool isReadable();
    bool readBytes();
    bool readLetters(std::size_t unit);
    bool read(std::uint64_t address, std::span<std::byte> out);
    Outcome loaded(std::size_t bytes);

    std::span<const Instruction> m_instructions;
    Target& m_target;
    Kept& m_kept;
    std::size_t m_next = 0;
    std::array<std::uint64_t, kMaxStack> m_stack{};
    std::size_t m_height = 0;
    unsigned m_reads = 0;
};

bool Machine::step(const Instruction& one)
{
    switch (one.op) {
    case Op::Constant:
        return push(one.operands[0]);
    case Op::Register:
        return push(m_target.registerValue(static_cast<unsigned>(one.operands[0])));
    case Op::Load: {
        const IntegerKind kind = kindOf(static_cast<std::uint8_t>(one.operands[0]));
        return push(loaded(kind.bytes), kind);
    }
    case Op::Duplicate: {
        const std::uint64_t top = pop();
        return push(top) && push(top);
    }
    case Op::Drop:
        pop();
        return true;
    case Op::Jump:
        m_next = one.operands[0];
        return true;
    case Op::JumpIfFalse:
        m_next = pop() == 0 ? one.operands[0] : m_next;
        return true;
    case Op::Subscript:
        return subscript(one.operands[0] != 0);
    case Op::Small:
        return push(one.operands[0]);
    case Op::Keep:
        m_kept[one.operands[0]] = pop();
        return true;
    case Op::Recall:
        return push(m_kept[one.operands[0]]);
    case Op::Thread:
        return push(m_target.threadNumber());
    case Op::Readable:
        return isReadable();
    case Op::Bytes:
        return readBytes();
    case Op::Letters:
        return readLetters(kindOf(static_cast<std::uint8_t>(one.operands[0])).bytes);
    default:
        return one.op >= Op::Compare                      ? judge(one)
               : one.op >= Op::Add && one.op < Op::ToReal ? compute(one)
                                                          : convert(one);
    }
}

bool Machine::read(std::uint64_t address, std::span<std::byte> out)
{
    return ++m_reads <= kMaxReads && m_target.read(address, out);
}

bool Machine::isReadable()
{
    constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 46; // no object has more
    const std::uint64_t bytes = pop();
    const std::uint64_t address = pop();
    std::array<std::byte, 1> one{};
    return bytes == 0 ||
           (bytes <= kMostBytes && address + bytes >= address && read(address, one) && read(address + bytes - 1, one));
}

bool Machine::readBytes()
{
    const std::uint64_t count = pop();
    const std::uint64_t address = pop();
    std::array<std::byte, kMaxBytes> all;
    return count == 0 || (count <= all.size() && address + count >= address &&
                          read(address, std::span(all).first(static_cast<std::size_t>(count))));
}

/// In pieces that are in one page each: behind the 0 there may be no memory.
bool Machine::readLetters(std::size_t unit)
{
    constexpr std::uint64_t kPiece = 64;
    const std::uint64_t most = pop();
    const std::uint64_t address = pop();
    std::array<std::byte, kMaxBytes> all{};
    if (most > all.size() / unit)
        return false;
    const auto whole = static_cast<std::size_t>(most) * unit;
    for (std::size_t done = 0, looked = 0; done < whole;) {
        const std::size_t room = static_cast<std::size_t>(kPiece - (address + done) % kPiece);
        const std::size_t count = std::min(room, whole - done);
        if (!read(address + done, std::span(all).subspan(done, count)))
            return false;
        done += count;
        for (; looked + unit <= done; looked += unit) {
            if (std::ranges::all_of(std::span(all).subspan(looked, unit),
                                    [](std::byte b) { return b == std::byte{0}; }))
                return true;
        }
    }
    return true;
}

Outcome Machine::loaded(std::size_t bytes)
{
    std::uint64_t bits = 0;
    const std::uint64_t address = pop();
    std::array<std::byte, sizeof bits> raw{};
    if (!read(address, std::span(raw).first(bytes)))
        return std::nullopt;
    for (std::size_t i = 0; i < bytes; ++i)
        bits |= static_cast<std::uint64_t>(raw[i]) << (kByteBits * i);
    return bits;
}

bool Machine::compute(const Instruction& one)
{
    const IntegerKind kind = kindOf(static_cast<std::uint8_t>(one.operands[0]));
    const std::uint64_t right = pop();
    if (one.op == Op::Negate)
        return push(0 - right, kind);
    if (one.op == Op::Complement)
        return push(~right, kind);
    if (one.op == Op::NegateReal)
        return push(bitsOf(-realOf(right)));
    const std::uint64_t left = pop();
    if (one.op >= Op::AddReal)
        return pushReal(reals(one.op, realOf(left), realOf(right)), one.operands[0]);
    return push(integers(one.op, kind, left, right), kind);
}

bool Machine::convert(const Instruction& one)
{
    const std::uint64_t width = one.operands[0];
    const IntegerKind kind = kindOf(static_cast<std::uint8_t>(one.operands[0]));
    if (one.op == Op::LoadReal) {
        const Outcome bits = loaded(width);
        return bits && push(width == sizeof(float)
                                ? bitsOf(static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(*bits))))
                                : *bits);
    }
    const std::uint64_t top = pop();
    switch (one.op) {
    case Op::RealOfBits:
        return push(width == sizeof(float)
                        ? bitsOf(static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(top))))
                        : top);
    case Op::Wrap:
        return push(top, kind);
    case Op::Field: {
        const auto bits = static_cast<unsigned>(one.operands[1]);
        return one.operands[0] + bits <= kWordBits && push(lowest(top >> one.operands[0], bits, one.operands[2] != 0));
    }
    case Op::ToReal:
        return push(bitsOf(kind.isSigned ? toReal(asSigned(top), one.operands[1]) : toReal(top, one.operands[1])));
    case Op::RoundReal:
        return pushReal(realOf(top), width);
    default: // ToInteger
        return push(toInteger(realOf(top), kind), kind);
    }
}

bool Machine::judge(const Instruction& one)
{
    const std::uint64_t right = pop();
    switch (one.op) {
    case Op::IsTrue:
        return push(right != 0 ? 1 : 0);
    case Op::IsTrueReal:
        return push(realOf(right) != 0 ? 1 : 0);
    case Op::Not:
        return push(right == 0 ? 1 : 0);
    case Op::Require:
        return right != 0 && push(right);
    default: { // Compare
        const std::uint64_t left = pop();
        const auto order = orderOf(static_cast<Domain>(one.operands[1]), left, right);
        return push(holds(static_cast<Relation>(one.operands[0]), order) ? 1 : 0);
    }
    }
}

bool Machine::subscript(bool isOpen)
{
    const std::uint64_t stride = pop();
    const std::int64_t upper = asSigned(pop());
    const std::int64_t lower = asSigned(pop());
    const std::int64_t index = asSigned(pop());
    if (!isPlausible(index) || !isPlausible(lower) || (!isOpen && !isPlausible(upper)))
        return false;
    const bool isInside = index >= lower && (isOpen || index <= upper);
    return isInside && push(stride * static_cast<std::uint64_t>(index - lower));
}

} // namespace

std::optional<std::uint64_t> run(const Program& program, Target& target)
{
    Kept kept{};
    return Machine(program, target, kept).run();
}

std::optional<std::uint64_t> run(const Program& program, Target& target, Kept& kept)
{
    kept = {};
    return Machine(program, target, kept).run();
}

} // namespace dbgr::bytecode
