// SPDX-License-Identifier: BSD-3-Clause
// What the location machine asks for, of one attribute at one place. Part of Locator. Thread: one at a time.
#pragma once

#include "values/location/locator.h"
#include "values/location/machine.h"

namespace dbgr::values {

class LocatorHost final : public MachineHost
{
public:
    LocatorHost(Locator& locator, Dwarf_Attribute& attribute, const Place& place, std::optional<Address> object)
        : m_locator(locator), m_attribute(attribute), m_place(place), m_object(object)
    {}

    util::Result<std::uint64_t> registerValue(unsigned number) override;
    util::Result<Address> frameBase() override { return m_locator.frameBase(m_place); }
    util::Result<Address> cfa() override;
    util::Result<Address> object() override;
    util::Result<std::uint64_t> load(Address address, unsigned bytes) override
    {
        return m_locator.m_memory.getUnsigned(address, bytes);
    }
    Address inProcess(FileAddress address) override { return m_place.file->module().inProcess(address); }
    util::Result<std::uint64_t> indexed(Dwarf_Op& op) override;
    util::Result<std::vector<std::byte>> block(Dwarf_Op& op) override;
    util::Result<StackType> type(Dwarf_Op& op) override;
    util::Result<std::uint64_t> entryValue(Dwarf_Op& op) override;
    util::Result<std::uint64_t> variableValue(Dwarf_Op& op) override;
    util::Result<Address> implicitPointer(Dwarf_Op& op) override;
    util::Result<Address> threadLocal(std::uint64_t recorded) override;

private:
    [[nodiscard]] util::Result<Die> named(Dwarf_Op& op);
    [[nodiscard]] util::Result<Dwarf_Attribute> operand(Dwarf_Op& op);

    Locator& m_locator;
    Dwarf_Attribute& m_attribute;
    const Place& m_place;
    std::optional<Address> m_object;
};

} // namespace dbgr::values
