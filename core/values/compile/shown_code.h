// SPDX-License-Identifier: BSD-3-Clause
// Code that reads all that somebody reads who shows a value: ValueReader, Printer and what they ask. What it leaves is
// some number. Of a superset nobody would complain; what is not certain to be all has no code. Way: Compiler ->
// ShownCode -> Code. Thread: as Value.
#pragma once

#include "bytecode/code.h"
#include "util/result.h"
#include "values/compile/number_code.h"
#include "values/compile/objects_code.h"
#include "values/compile/spot.h"
#include "values/print/printer.h"
#include "values/value/value_reader.h"

#include <cstdint>
#include <optional>

namespace dbgr::values {

/// \errors of all: NotOurs
class ShownCode
{
public:
    /// All outlive this.
    ShownCode(ValueReader& reader, const Spots& spots, ObjectsCode& objects, const TextLimits& limits)
        : m_reader(reader), m_spots(spots), m_objects(objects), m_limits(limits)
    {}

    /// Of what was computed.
    [[nodiscard]] util::Result<bytecode::Code> of(NumberCode number) const;
    /// \param mayBeObject of C++'s library
    [[nodiscard]] util::Result<bytecode::Code> of(const Spot& spot, bool mayBeObject) const;

private:
    [[nodiscard]] util::Result<bytecode::Code> object(const Spot& whole, const OpenedCode& object) const;
    [[nodiscard]] util::Result<bytecode::Code> array(const Spot& array) const;
    [[nodiscard]] util::Result<bytecode::Code> plain(const Spot& spot) const;
    [[nodiscard]] util::Result<bytecode::Code> text(const Spot& text) const;
    [[nodiscard]] util::Result<void> addPointers(const Type& type, const LoadedFile& file, std::uint64_t offset,
                                                 unsigned depth, bytecode::Code& code) const;
    [[nodiscard]] util::Result<void> addMembers(const Type& record, const LoadedFile& file, std::uint64_t offset,
                                                unsigned depth, bytecode::Code& code) const;
    [[nodiscard]] bytecode::Code followed(bytecode::Code pointer, const Type& target) const;
    [[nodiscard]] bool isObject(const Type& record, const LoadedFile& file) const;
    /// How many elements of an array are looked at, one by one or as a text.
    [[nodiscard]] std::uint64_t mostElements(const Type& element) const;

    ValueReader& m_reader;
    const Spots& m_spots;
    ObjectsCode& m_objects;
    TextLimits m_limits;
};

} // namespace dbgr::values
