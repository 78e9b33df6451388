// SPDX-License-Identifier: BSD-3-Clause
// Objects as parts of others: which base class is where. Way: Lookup, Evaluator, dynamic types -> here -> ValueReader.
// Thread: as ValueReader; plain functions.
#pragma once

#include "util/result.h"
#include "values/value/value_reader.h"

#include <functional>
#include <optional>
#include <span>
#include <string>

namespace dbgr::values {

/// Whether the member of a class of C++ is the pointer to its virtual functions.
[[nodiscard]] inline bool isPointerToFunctions(std::string_view member)
{
    return member.starts_with("_vptr");
}

/// Whether both are the same class of the program, maybe described in two units or files.
[[nodiscard]] bool isSameClass(const Type& a, const Type& b);
/// Whether a program may call the class so: with all namespaces and classes around it, or with some of the inner ones.
[[nodiscard]] bool isNamedClass(const Type& type, std::span<const std::string> parts);

/// How an expression may call the class: "geo::Base". "": only a compiler could, as for templates.
[[nodiscard]] std::string spelledName(const Type& type);

/// The object itself or that part of it which is wanted; of several the least nested one. Nothing: it has none.
/// \param object a class's, or a pointer to one \errors those of ValueReader::settled()
[[nodiscard]] util::Result<std::optional<Value>> baseOf(ValueReader& reader, const Value& object,
                                                        const std::function<bool(const Value&)>& isWanted);
/// The part of the whole object that is of the derived class and has this one as a base, by what the object really is.
/// Nothing: nobody knows. \param base settled
[[nodiscard]] std::optional<Value> derivedOf(ValueReader& reader, const Value& base, const Type& derived);
/// How far into an object the base lies; nothing for what is no base, or a virtual one.
[[nodiscard]] std::optional<std::int64_t> offsetOfBase(const LoadedFile& file, const Type& whole, const Type& base);

} // namespace dbgr::values
