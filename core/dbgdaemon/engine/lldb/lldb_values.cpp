// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/lldb_values.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "values/dwarf/enclosing.h"
#include "values/expr/c_type_name.h"
#include "values/values_error.h"

#include <lldb/API/SBAddress.h>
#include <lldb/API/SBData.h>
#include <lldb/API/SBError.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dbgr::daemon {

namespace {

constexpr unsigned kDeepestType = 20;

std::vector<std::string_view> wordsOfType(std::string_view name)
{
    std::vector<std::string_view> words;
    while (!name.empty()) {
        const std::size_t end = std::min(name.find(' '), name.size());
        if (end > 0)
            words.push_back(name.substr(0, end));
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    return words;
}

/// "unsigned long", which no entry of the program has to describe.
const values::Type* builtinNamed(std::string_view name)
{
    const std::vector<std::string_view> words = wordsOfType(name);
    if (words.empty() || !std::all_of(words.begin(), words.end(), values::isTypeWord))
        return nullptr;
    const auto type = values::typeNameOf(words);
    return type ? values::builtinType(*type) : nullptr;
}

std::optional<values::NamedType> named(values::Reader& reader, const values::FrameRef& frame, lldb::SBType type)
{
    const std::string name = text(type.GetUnqualifiedType().GetName());
    if (const auto found = reader.type(frame, values::partsOfName(name)))
        return *found;
    if (const values::Type* const builtin = builtinNamed(name))
        return values::NamedType{builtin, nullptr};
    return std::nullopt;
}

std::optional<values::NamedType> typeOf(values::Reader& reader, const values::FrameRef& frame, lldb::SBType type,
                                        unsigned depth)
{
    if (!type.IsValid() || depth == kDeepestType)
        return std::nullopt;
    values::MadeTypes& made = reader.values().madeTypes();
    if (type.IsPointerType()) {
        lldb::SBType target = type.GetPointeeType();
        if (target.GetBasicType() == lldb::eBasicTypeVoid)
            return values::NamedType{made.pointerTo(nullptr), nullptr};
        const auto to = typeOf(reader, frame, target, depth + 1);
        return to ? std::optional(values::NamedType{made.pointerTo(to->type), to->file}) : std::nullopt;
    }
    if (type.IsArrayType()) {
        lldb::SBType one = type.GetArrayElementType();
        const auto element = typeOf(reader, frame, one, depth + 1);
        if (!element || one.GetByteSize() == 0)
            return std::nullopt;
        return values::NamedType{made.arrayOf(*element->type, type.GetByteSize() / one.GetByteSize()), element->file};
    }
    if (auto found = named(reader, frame, type))
        return found;
    lldb::SBType canonical = type.GetCanonicalType();
    return canonical == type ? std::nullopt : typeOf(reader, frame, canonical, depth + 1);
}

util::Result<values::Address> placeOf(values::Reader& reader, lldb::SBValue value)
{
    // Of a number that is in a register, LLDB gives the number itself as its address.
    const bool hasParts = value.GetType().GetCanonicalType().IsAggregateType();
    if (const lldb::addr_t at = value.GetLoadAddress(); hasParts && at != LLDB_INVALID_ADDRESS)
        return values::Address{at};
    lldb::SBData data = value.GetData();
    std::vector<std::byte> bytes(data.GetByteSize());
    lldb::SBError error;
    if (!bytes.empty() && data.ReadRawData(error, 0, bytes.data(), bytes.size()) != bytes.size())
        return util::fail(values::Errc::Unreadable, "LLDB cannot read it: " + text(error.GetCString()));
    return reader.values().memory().makeUp(std::move(bytes));
}

} // namespace

bool isCode(lldb::SBType type)
{
    lldb::SBType plain = type.GetCanonicalType();
    return plain.IsFunctionType() || (plain.IsPointerType() && plain.GetPointeeType().IsFunctionType());
}

util::Result<values::Value> toValue(values::Reader& reader, const values::FrameRef& frame, lldb::SBValue value)
{
    if (value.GetType().IsReferenceType())
        value = value.Dereference();
    const bool code = isCode(value.GetType());
    values::MadeTypes& made = reader.values().madeTypes();
    const auto type = code ? std::optional(values::NamedType{made.pointerTo(made.someFunction()), nullptr})
                           : typeOf(reader, frame, value.GetType(), 0);
    if (!type)
        return util::fail(values::Errc::NotRecorded,
                          "the program does not describe the type " + text(value.GetDisplayTypeName()));
    values::Value result;
    result.type = type->type;
    result.file = type->file;
    DBGR_TRY(result.address, placeOf(reader, value));
    return result;
}

} // namespace dbgr::daemon
