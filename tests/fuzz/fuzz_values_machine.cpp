// SPDX-License-Identifier: GPL-3.0-or-later
// Location descriptions: whatever the operations are, the machine ends, with a location that makes sense or an error.
// Input: a choice, then operations: atom, a byte that says how wide the operands are and whether the offset fits, and
// these operands.
#include "tests/fuzz/fuzz_input.h"
#include "values/location/machine.h"
#include "values/values_error.h"

#include <dwarf.h>

#include <cstring>
#include <string_view>
#include <vector>

using namespace dbgr;
using namespace dbgr::test;
using namespace dbgr::values;

namespace {

constexpr std::size_t kMostOps = 2000;
constexpr std::size_t kLargestBlock = 40;

/// Numbers and types that its operands decide, and now and then an error.
class FuzzedHost final : public MachineHost
{
public:
    util::Result<std::uint64_t> registerValue(unsigned number) override
    {
        if (number % 16 == 15)
            return util::fail(Errc::OptimizedOut, "optimised out");
        return std::uint64_t{number} << (number % 64);
    }
    util::Result<Address> frameBase() override { return Address{UINT64_MAX}; }
    util::Result<Address> cfa() override { return Address{0x7fff'0000'0000}; }
    util::Result<Address> object() override { return Address{0x1000}; }
    util::Result<std::uint64_t> load(Address address, unsigned bytes) override
    {
        mustHold(bytes >= 1 && bytes <= 8, "a number has 1 to 8 bytes");
        if (address.value % 7 == 0)
            return util::fail(Errc::Unreadable, "unreadable");
        return address.value * 0x9E37'79B9'7F4A'7C15 >> (64 - 8 * bytes);
    }
    Address inProcess(FileAddress address) override { return Address{address.value + 0x5555'0000'0000}; }
    util::Result<std::uint64_t> indexed(Dwarf_Op& op) override { return op.number; }
    util::Result<std::vector<std::byte>> block(Dwarf_Op& op) override
    {
        return std::vector<std::byte>(static_cast<std::size_t>(op.number % kLargestBlock), std::byte(op.number2));
    }
    util::Result<StackType> type(Dwarf_Op& op) override
    {
        const std::uint64_t chosen = op.number ^ op.number2;
        static constexpr unsigned kIntegers[] = {1, 2, 3, 4, 8};
        StackType type{static_cast<StackType::Kind>(chosen % 4), kIntegers[chosen / 4 % 5]};
        if (type.kind == StackType::Kind::Real) // as LocatorHost has it
            type.bytes = chosen / 4 % 2 == 0 ? 4 : 8;
        return type;
    }
    util::Result<std::uint64_t> entryValue(Dwarf_Op& op) override { return op.number2; }
    util::Result<std::uint64_t> variableValue(Dwarf_Op&) override
    {
        return util::fail(Errc::NotRecorded, "not recorded");
    }
    util::Result<Address> implicitPointer(Dwarf_Op& op) override { return Address{op.number}; }
    util::Result<Address> threadLocal(std::uint64_t offset) override { return Address{offset}; }
};

std::uint64_t number(FuzzInput& input, unsigned width)
{
    std::uint64_t value = 0;
    for (unsigned i = 0; i < width; ++i)
        value |= std::uint64_t{input.choice()} << (8 * i);
    if (width > 0 && width < 8 && (value >> (8 * width - 1)) != 0) // distances and offsets have signs
        value |= UINT64_MAX << (8 * width);
    return value;
}

std::vector<Dwarf_Op> operations(FuzzInput& input)
{
    static constexpr unsigned kWidths[] = {0, 1, 2, 8};
    std::vector<Dwarf_Op> ops;
    Dwarf_Word offset = 0;
    while (!input.rest().empty() && ops.size() < kMostOps) {
        Dwarf_Op op{};
        op.atom = input.choice();
        const unsigned form = input.choice();
        op.number = number(input, kWidths[form % 4]);
        op.number2 = number(input, kWidths[form / 4 % 4]);
        op.offset = offset;
        offset += op.atom == DW_OP_bra || op.atom == DW_OP_skip ? 3 : 1 + form / 16 % 4;
        ops.push_back(op);
    }
    return ops;
}

void check(const Location& location)
{
    mustHold(location.address.has_value() == location.pieces.empty(), "it is at an address, or in pieces");
    mustHold(location.pieces.size() <= kMaxSteps, "each piece is a step");
    for (const Piece& piece : location.pieces)
        mustHold(piece.bytes.size() < kLargestBlock, "bytes are those of a block");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    FuzzInput input(data, size);
    const unsigned beginning = input.choice();
    std::vector<Dwarf_Op> ops = operations(input);
    FuzzedHost host;
    const auto initial = beginning % 2 == 0 ? std::nullopt : std::optional<std::uint64_t>(beginning);
    const auto location = runMachine(ops, host, initial);
    if (!location)
        return mustHold(!location.error().detail.empty(), "a refusal has words"), 0;
    check(*location);
    const auto again = runMachine(ops, host, initial);
    mustHold(again && again->address == location->address && again->pieces.size() == location->pieces.size(),
             "the same operations lead to the same place");
    return 0;
}
