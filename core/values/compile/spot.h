// SPDX-License-Identifier: BSD-3-Clause
// What a program has found on its way to a number: a value that is not read yet, with its type, and the code that
// pushes where it is. Way: Compiler -> Spot -> Code. Thread: as Value.
#pragma once

#include "bytecode/code.h"
#include "util/result.h"
#include "values/compile/number_code.h"
#include "values/compile/place_code.h"
#include "values/value/value.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace dbgr::values {

/// One dimension; each code pushes a number.
struct ExtentCode
{
    bytecode::Code lower, upper, stride;
    bool isOpen = false; ///< `upper` means nothing
};

struct ArrayCode
{
    const Type* element = nullptr;
    std::vector<ExtentCode> extents; ///< in the order of the program's subscripts
    bool hasComputedBounds = false;  ///< as C's arrays of variable length
};

struct Spot
{
    bytecode::Code code;  ///< pushes the address; of an array, of its first element
    bool isValue = false; ///< pushes the bits of the value instead
    const Type* type = nullptr;
    const LoadedFile* file = nullptr;
    const Place* place = nullptr;
    std::optional<BitField> field;
    std::optional<ArrayCode> array; ///< if it is one, and settled
};

/// Follows and opens values as ValueReader does. \errors of all: NotOurs
class Spots
{
public:
    explicit Spots(const PlaceCode& places) : m_places(places) {}

    /// \pre value.variable
    [[nodiscard]] util::Result<Spot> of(const Value& value) const;
    [[nodiscard]] util::Result<Spot> settled(Spot spot) const;
    /// Of a record, or what a pointer of C to one points to.
    [[nodiscard]] util::Result<Spot> member(Spot record, std::string_view name) const;
    /// With all subscripts, or in C with the first ones.
    [[nodiscard]] util::Result<Spot> element(Spot array, std::vector<NumberCode> subscripts) const;
    /// Of a pointer of C, or an array of it: what its subscript 0 is.
    [[nodiscard]] util::Result<Spot> pointee(Spot pointer) const;
    [[nodiscard]] util::Result<NumberCode> number(Spot spot) const;
    /// The object that it is or points to.
    [[nodiscard]] util::Result<Spot> record(Spot recordOrPointer) const;

private:
    [[nodiscard]] util::Result<Spot> array(Spot spot) const;
    [[nodiscard]] util::Result<std::vector<ExtentCode>> extents(const Spot& spot) const;
    [[nodiscard]] util::Result<bytecode::Code> bound(const Bound& bound, const Spot& spot) const;

    const PlaceCode& m_places;
};

/// What a pointer that was computed points to. \errors NotOurs
[[nodiscard]] util::Result<Spot> spotAt(NumberCode pointer);

} // namespace dbgr::values
