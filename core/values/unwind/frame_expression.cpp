// SPDX-License-Identifier: BSD-3-Clause
#include "values/unwind/frame_expression.h"

#include "values/location/machine.h"
#include "values/values_error.h"

#include <cstddef>

namespace dbgr::values {

namespace {

/// Has no debug information to ask.
class FrameExpressionHost final : public MachineHost
{
public:
    explicit FrameExpressionHost(const FrameExpressionInputs& inputs) : m_inputs(inputs) {}

    util::Result<std::uint64_t> registerValue(unsigned number) override
    {
        if (number >= kUnwoundRegisters || !m_inputs.registers[number])
            return lacks();
        return *m_inputs.registers[number];
    }
    util::Result<Address> frameBase() override { return lacks(); }
    util::Result<Address> cfa() override
    {
        if (!m_inputs.cfa)
            return lacks();
        return *m_inputs.cfa;
    }
    util::Result<Address> object() override { return lacks(); }
    util::Result<std::uint64_t> load(Address address, unsigned bytes) override
    {
        std::uint64_t value = 0;
        if (m_inputs.memory.read(address, std::as_writable_bytes(std::span(&value, 1)).first(bytes)))
            return value;
        unread = address;
        return lacks();
    }
    Address inProcess(FileAddress address) override { return {address.value + m_inputs.bias}; }
    util::Result<std::uint64_t> indexed(Dwarf_Op&) override { return lacks(); }
    util::Result<std::vector<std::byte>> block(Dwarf_Op&) override { return lacks(); }
    util::Result<StackType> type(Dwarf_Op&) override { return lacks(); }
    util::Result<std::uint64_t> entryValue(Dwarf_Op&) override { return lacks(); }
    util::Result<std::uint64_t> variableValue(Dwarf_Op&) override { return lacks(); }
    util::Result<Address> implicitPointer(Dwarf_Op&) override { return lacks(); }
    util::Result<Address> threadLocal(std::uint64_t) override { return lacks(); }

    std::optional<Address> unread;

private:
    static tl::unexpected<util::Error> lacks()
    {
        return util::fail(Errc::NotRecorded, "how a frame is unwound needs what is not known");
    }

    const FrameExpressionInputs& m_inputs;
};

} // namespace

FrameExpressionResult frameExpression(std::span<Dwarf_Op> ops, const FrameExpressionInputs& inputs)
{
    FrameExpressionHost host(inputs);
    const auto location = runMachine(ops, host);
    FrameExpressionResult result;
    result.unread = host.unread;
    if (!location)
        return result;
    if (location->address) {
        result.number = location->address->value;
        return result;
    }
    const Piece& piece = location->pieces.front();
    result.isValue = true;
    if (piece.kind == Piece::Kind::Number)
        result.number = piece.value;
    else if (piece.kind == Piece::Kind::Register && piece.value < kUnwoundRegisters)
        result.number = inputs.registers[static_cast<std::size_t>(piece.value)];
    return result;
}

} // namespace dbgr::values
