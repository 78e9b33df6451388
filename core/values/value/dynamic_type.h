// SPDX-License-Identifier: BSD-3-Clause
// The classes that objects of C++ really have: from the pointer to their virtual functions to the symbol that it points
// into, and from that to the class. Objects that are not constructed yet have any pointer: all is checked, and what
// does not go together is not known. Way: ValueReader -> here. Thread: as ValueReader; made anew for each stop.
#pragma once

#include "values/value/value.h"

#include <cstdint>
#include <optional>
#include <unordered_map>

namespace dbgr::values {

class ValueReader;

class DynamicTypes
{
public:
    /// See ValueReader::dynamic().
    [[nodiscard]] std::optional<Value> of(ValueReader& reader, const Value& record);

private:
    /// What a pointer to virtual functions says.
    struct Meaning
    {
        const Type* type = nullptr; ///< null: nothing
        const LoadedFile* file = nullptr;
        std::int64_t toTop = 0; ///< bytes from the pointer to the beginning of the object
    };
    [[nodiscard]] static Meaning read(ValueReader& reader, Address functions);
    [[nodiscard]] bool isPolymorphic(const Value& record);

    std::unordered_map<std::uint64_t, Meaning> m_meanings; // by the pointer
    std::unordered_map<const Type*, bool> m_polymorphic;
};

} // namespace dbgr::values
