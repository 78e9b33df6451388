// SPDX-License-Identifier: BSD-3-Clause
// What a location description says: an address, or the pieces that a value is kept in. Thread: any; values.
#pragma once

#include "values/target/address.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace dbgr::values {

struct Piece
{
    enum class Kind
    {
        Nothing, ///< optimised out
        Memory,
        Register,
        Number, ///< the value itself
        Bytes   ///< the same
    };
    Kind kind = Kind::Nothing;
    std::uint64_t value = 0; ///< an address, a register's number, or the number
    std::uint64_t size = 0;  ///< bytes; 0: as many as the value has
    std::uint64_t skip = 0;  ///< bytes of the register or memory that are not of the piece
    std::vector<std::byte> bytes;
};

struct Location
{
    std::optional<Address> address; ///< where the whole value is in memory
    std::vector<Piece> pieces;      ///< else; never empty
};

} // namespace dbgr::values
