// SPDX-License-Identifier: BSD-3-Clause
// Where a variable is, and what a bound is, as code: location descriptions at one place in the text, translated. What
// only a process can tell beside registers and memory (calls around, values at the beginning of a call) has no code.
// Way: Compiler -> PlaceCode -> Code. Thread: as Value.
#pragma once

#include "bytecode/code.h"
#include "util/result.h"
#include "values/location/place.h"
#include "values/types/type.h"
#include "values/value/value.h"

#include <elfutils/libdw.h>

#include <optional>
#include <span>
#include <string>

namespace dbgr::values {

/// Addresses, and numbers of the size that they have.
inline constexpr bytecode::IntegerKind kAddressKind{8, false};

/// Pushes an address, or the bits of a value that has none.
struct Located
{
    bytecode::Code code;
    bool isValue = false;
};

/// \errors all: NotOurs
class PlaceCode
{
public:
    /// \param frame that stands at the place; none of its registers is asked for. It outlives this
    explicit PlaceCode(const Frame& frame) : m_frame(frame) {}

    /// \pre value.variable
    [[nodiscard]] util::Result<Located> of(const Value& value) const;
    /// \param object pushes the address of what has the bound \pre bound.exists()
    [[nodiscard]] util::Result<bytecode::Code> of(const Bound& bound, const Place& place,
                                                  const bytecode::Code& object) const;
    /// Pushes the frame's canonical address. \pre place.frame
    [[nodiscard]] util::Result<bytecode::Code> frameAddress(const Place& place) const;

private:
    using Object = std::optional<bytecode::Code>;

    [[nodiscard]] util::Result<Located> variable(const Die& die, const Place& place) const;
    [[nodiscard]] util::Result<Located> attribute(Dwarf_Attribute attribute, const Place& place,
                                                  const Object& object) const;
    [[nodiscard]] util::Result<Located> translated(std::span<Dwarf_Op> ops, Dwarf_Attribute* attribute,
                                                   const Place& place, const Object& object) const;
    [[nodiscard]] util::Result<bytecode::Code> frameBase(const Place& place) const;
    [[nodiscard]] bool isHere(const Place& place) const { return place.frame == &m_frame; }

    const Frame& m_frame;

    friend class PlaceTranslator;
};

[[nodiscard]] inline Place placeOf(const Value& value)
{
    return value.place ? *value.place : Place{value.file, nullptr, nullptr};
}

/// The result of everything that cannot be compiled.
[[nodiscard]] tl::unexpected<util::Error> noCode(const std::string& what);

} // namespace dbgr::values
