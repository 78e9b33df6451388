// SPDX-License-Identifier: BSD-3-Clause
// A scalar that was read from the program or computed: what an expression works with. Its bytes are decoded here, and
// made again for an assignment. Way: ValueReader -> numberOf -> arithmetic -> scalar text or encode.
// Thread: any; plain values.
#pragma once

#include "util/result.h"
#include "values/expr/quad.h"
#include "values/types/type.h"
#include "values/value/value.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dbgr::values {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

enum class NumberKind
{
    Integer,
    Real,
    Complex,
    Logical, ///< C's bool, too
    Text,    ///< Fortran's characters, C's string literals
    Pointer
};

struct Number
{
    NumberKind kind = NumberKind::Integer;
    unsigned bytes = 4;   ///< of a complex number, of one of its parts; 10 stands for x87's; of a text, of a character
    bool isSigned = true; ///< of an integer
    bool isCharacter = false;        ///< an integer that is shown as a letter, too
    Letters letters = Letters::None; ///< of one that is shown as nothing but a letter
    unsigned fieldBits = 0;          ///< of an integer that was read from a bit field; 0: it was not
    Int128 integer = 0;              ///< Integer, Logical: as it is in memory; Pointer: the address
    Quad real = 0;
    Quad imaginary = 0;
    std::string text;                  ///< bytes; UTF-8 if characters have four
    const Type* enumeration = nullptr; ///< whose enumerators name the integer
    const Type* pointee = nullptr;     ///< of a pointer; null: void
    const LoadedFile* file = nullptr;  ///< whose debug information describes the pointee

    [[nodiscard]] Address address() const { return {static_cast<std::uint64_t>(integer)}; }
    [[nodiscard]] bool isTrue() const;
};

/// The same bits in an integer of so many bytes, as processors do it.
[[nodiscard]] Int128 wrapped(Int128 value, unsigned bytes, bool isSigned);

[[nodiscard]] Number integerNumber(Int128 value, unsigned bytes = 4, bool isSigned = true);
[[nodiscard]] Number realNumber(Quad value, unsigned bytes = 8);
[[nodiscard]] Number complexNumber(Quad real, Quad imaginary, unsigned bytes = 8);
[[nodiscard]] Number logicalNumber(bool value, unsigned bytes = 4);
[[nodiscard]] Number textNumber(std::string text, unsigned characterBytes = 1);
[[nodiscard]] Number pointerNumber(Address address, const Type* pointee, const LoadedFile* file = nullptr);

/// How many characters a text has. \pre Text
[[nodiscard]] std::size_t charactersOf(const Number& text);

/// The nearest integer towards zero; nothing if 128 bits do not hold it.
[[nodiscard]] std::optional<Int128> integerOf(Quad value);

/// Whether a real type of 16 bytes is x87's extended precision, or IEEE's quad.
[[nodiscard]] bool isExtended(const Type& type);
/// Whether integers of the type are below zero if their highest bit is set; of all kinds that are integers in memory.
[[nodiscard]] bool isSignedType(const Type& type);

/// \param bytes the scalar's own; of a bit field, those that it lies in; of a text, all its characters
/// \errors Wrong if the type is no scalar's, Unreadable if there are fewer bytes than the type has
[[nodiscard]] util::Result<Number> numberOf(const Type& type, std::span<const std::byte> bytes,
                                            std::optional<BitField> field = {});

/// What only a value knows of the room that it has.
struct Room
{
    unsigned fieldBits = 0;                  ///< of a bit field; 0: it is none
    std::optional<std::uint64_t> characters; ///< of a text
};

/// What the program would store if the number were assigned to a variable of the type: converted, a text filled with
/// blanks. Of a bit field, the bytes of an integer that its bits are to be taken from.
/// \errors Wrong if it does not fit, or cannot be converted
[[nodiscard]] util::Result<std::vector<std::byte>> encode(const Number& number, const Type& type,
                                                          const Room& room = {});

} // namespace dbgr::values
