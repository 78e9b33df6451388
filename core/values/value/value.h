// SPDX-License-Identifier: BSD-3-Clause
// A value of the program in one rank at one stop: what it is and where, not yet read. Thread: one at a time; not used
// after the rank runs again.
#pragma once

#include "values/target/address.h"
#include "values/types/type.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::values {

class LoadedFile;
struct Place;

/// Bounds, counts and subscripts that are further from 0 were never stored by any program.
[[nodiscard]] constexpr bool isPlausibleBound(std::int64_t bound)
{
    constexpr std::int64_t kLargest = std::int64_t{1} << 46;
    return bound <= kLargest && bound >= -kLargest;
}

/// One dimension of an array as it is in the process.
struct Extent
{
    std::int64_t lower = 0;
    std::uint64_t count = 0;
    std::int64_t stride = 0; ///< bytes; may be negative

    [[nodiscard]] std::int64_t upper() const { return lower + static_cast<std::int64_t>(count) - 1; }
};

/// Wraps around, as addresses do.
[[nodiscard]] inline std::int64_t times(std::int64_t bytes, std::uint64_t count)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(bytes) * count);
}

/// Elements, wherever they lie: a whole array, a section of one, or one component of each element.
struct ArrayView
{
    const Type* element = nullptr;
    Address base;                ///< of the element whose subscripts are all the lower ones
    std::vector<Extent> extents; ///< in the order of the program's subscripts
    bool isOpenEnded = false;    ///< how many there are in the last dimension of Fortran, the first of C, nobody knows

    /// Of all elements; stops counting at 2^63.
    [[nodiscard]] std::uint64_t count() const;
};

struct BitField
{
    unsigned bits = 0;
    unsigned offset = 0; ///< from the lowest bit of the byte at the value's address
};

struct Value
{
    const Type* type = nullptr;  ///< as declared; of a settled class(...) the dynamic one
    std::optional<Die> variable; ///< whose place is still to be found; none: `address` holds
    Address address;
    const LoadedFile* file = nullptr;    ///< whose debug information describes it
    const Place* place = nullptr;        ///< in which bounds are to be understood; null: outside of all procedures
    std::optional<ArrayView> array;      ///< if it is one, and settled
    std::optional<std::uint64_t> length; ///< of a settled Text, or of each element of an array of them: characters
    std::optional<BitField> bitField;
    Address record;                   ///< of the derived type that it is a component of
    const Type* recordType = nullptr; ///< null: it is none
    std::string name;                 ///< last name of its path; "" none
    unsigned oneOfLine =
        0; ///< not 0: of several variables that its name may mean here, the one that this line declares
    bool isArgument = false;
    bool countsFromOne = false;           ///< an array argument: the bounds in memory are its caller's
    bool isClass = false;                 ///< of class(...): the type is that of this moment
    bool isBase = false;                  ///< the part of an object that is of its base class
    const Type* dynamicElement = nullptr; ///< of an array of class(...): what its elements are; null: as declared

    [[nodiscard]] bool isArray() const { return array.has_value(); }
};

/// One subscript, or a range of them: 3, 2:8:2, :
struct Subscript
{
    bool isRange = false;
    std::optional<std::int64_t> first, last; ///< of no range: `first`
    std::int64_t step = 1;
};

} // namespace dbgr::values
