// SPDX-License-Identifier: BSD-3-Clause
// A type of the program as its debug information describes it. Owned by the TypeTable of its file, shared by all ranks,
// not changed once it is complete. Thread: that of its file.
#pragma once

#include "values/dwarf/die.h"
#include "values/types/letters.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::values {

enum class TypeKind
{
    Void,
    Boolean, ///< Fortran: logical
    Signed,
    Unsigned,
    Character, ///< C's; a number that is shown as a letter, too
    Real,
    Complex,
    Enumeration,
    Text, ///< Fortran's character(len=n)
    Array,
    Structure, ///< struct, class, derived type
    Union,
    Pointer, ///< Fortran: what has the attribute pointer or allocatable, or is a procedure pointer
    Reference,
    MemberPointer, ///< C++: int S::*, int (S::*)(); `target` is the member's type
    Function,
    Incomplete ///< declared, and described nowhere
};

/// A number of a type that is known to the compiler, or how to find it in the process.
struct Bound
{
    std::optional<std::int64_t> constant;
    std::optional<Dwarf_Attribute> computed; ///< an expression, a location, or a reference to a variable

    [[nodiscard]] bool exists() const { return constant || computed; }
};

struct Type;

struct Dimension
{
    Bound lower, upper, count;
    Bound byteStride;
    bool forEachOfRank = false; ///< stands for all dimensions of an array of assumed rank
};

struct Field
{
    std::string name; ///< "" for an anonymous struct or union; of a base class, the class's
    const Type* type = nullptr;
    std::uint64_t offset = 0; ///< bytes
    std::optional<Dwarf_Attribute>
        located;                 ///< of a virtual base, or in a list of variables: an expression instead of the offset
    std::optional<Die> variable; ///< of a list of variables: the one that it is, wherever that lies
    unsigned bits = 0;           ///< of a bit field; 0: it is none
    unsigned bitOffset = 0;      ///< from the lowest bit of the byte at `offset`
    bool isBase = false;         ///< a base class, or the parent of an extended type
    bool isArtificial = false;   ///< the compiler made it
};

struct Enumerator
{
    std::string name;
    std::int64_t value = 0;
};

/// What values of a type look like, whatever its name is.
struct TypeShape
{
    TypeKind kind = TypeKind::Void;
    Language language = Language::Other;
    bool byFlang = false;
    Letters letters = Letters::None; ///< of an integer of C
    std::uint64_t bytes = 0;         ///< 0 where only a value tells
    std::optional<Die> die;          ///< none for types that we made up
    const Type* target =
        nullptr; ///< of a pointer, reference, array, enumeration, or a function's result; never null there

    const Type* holder = nullptr; ///< of a pointer to a member: the class that has it

    std::vector<const Type*> parameters; ///< of a function, without what the compiler adds; the first ones of very many
    bool hasMoreParameters = false;      ///< behind those: "..."

    std::vector<Dimension> dimensions; ///< of an array, as declared: Fortran's first one varies fastest
    Bound data, allocated, associated; ///< of what has a descriptor
    Bound rank;                        ///< of an array of assumed rank
    Bound byteStride;
    Bound length; ///< of Text: characters
    unsigned lengthBytes = 8;
    unsigned characterBytes = 1; ///< of Text

    std::vector<Enumerator> enumerators;
};

struct Type : TypeShape
{
    /// As in the program: "int", "real_t", "const char", "real(kind=8)"; "" for pointers, arrays, ...
    std::string name;
    const Type* canonical = this;               ///< without typedefs and qualifiers
    std::optional<Die> alias;                   ///< of a typedef: its own entry; `die` is that of what it means
    const Type* unqualified = nullptr;          ///< of a const or volatile one: without that
    mutable std::string shownName;              ///< print/type_name.h; "" not yet asked for
    mutable std::shared_ptr<const void> layout; ///< of a class: containers/layout.h, for all processes; null: unknown

    [[nodiscard]] bool isFortran() const { return language == Language::Fortran; }
    [[nodiscard]] bool isRecord() const { return kind == TypeKind::Structure || kind == TypeKind::Union; }

    Type() = default;
    Type(const Type&) = delete; // others point to it
    Type& operator=(const Type&) = delete;
};

} // namespace dbgr::values
