// SPDX-License-Identifier: BSD-3-Clause
// What classes are made of, by their types alone: members at any depth, arguments of templates, sizes, alignment. What
// one unit only declares is looked for in the others. Way: ContainerLayout -> here. Thread: as ValueReader; plain
// functions.
#pragma once

#include "values/value/value_reader.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::values {

/// A type, and where in an object it is.
struct ClassPart
{
    const Type* type = nullptr;
    const LoadedFile* file = nullptr; ///< whose debug information describes the type
    std::int64_t offset = 0;          ///< bytes from the object's beginning

    [[nodiscard]] bool isKnown() const { return type != nullptr; }
};

struct TemplateArgument
{
    ClassPart type;                     ///< not known: it is a number
    std::optional<std::int64_t> number; ///< nothing: it is a type, or something else
};

/// The same; described, if anybody describes it.
[[nodiscard]] ClassPart whole(const ValueReader& reader, ClassPart part);
/// A member of a member of ..., each in base classes and anonymous members, too. Not below virtual bases.
[[nodiscard]] std::optional<ClassPart> partAt(const ValueReader& reader, const ClassPart& of,
                                              std::initializer_list<std::string_view> path);
/// Whether a class is called so; arguments of templates do not count, and some compilers leave them out.
[[nodiscard]] bool isTemplateOf(std::string_view name, std::string_view asked);
/// The base class that is called so, of the class itself or of its bases.
[[nodiscard]] std::optional<ClassPart> baseNamed(const ValueReader& reader, const ClassPart& of, std::string_view name);
/// In their order; those of packs, too.
[[nodiscard]] std::vector<TemplateArgument> templateArguments(const ValueReader& reader, const ClassPart& of);
/// Of an array of C; 0 where the compiler did not record it.
[[nodiscard]] std::uint64_t elementsOf(const Dimension& dimension);
/// Bytes, also of arrays; 0 where the compiler did not record them.
[[nodiscard]] std::uint64_t sizeOf(const Type& type);
/// Bytes; what the language demands of members of that type.
[[nodiscard]] std::uint64_t alignmentOf(const ValueReader& reader, const ClassPart& of);

/// "vector" of std::vector<int>; "" of what is no class of C++.
[[nodiscard]] std::string classNameOf(const Type& type);

struct Library
{
    std::string name;       ///< the outermost namespace
    bool isWrapper = false; ///< std::__debug: the class checks what another one of the same name does
};
/// Of a class that stands in a namespace, and in no other one but inline ones: std::__cxx11, ...
[[nodiscard]] std::optional<Library> libraryOf(const Type& type);

} // namespace dbgr::values
