// SPDX-License-Identifier: BSD-3-Clause
#include "values/describe/describe.h"

#include "util/string_util.h"
#include "values/names/source_path.h"
#include "values/print/type_text.h"
#include "values/types/innermost.h"
#include "values/values_error.h"

#include <dwarf.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace dbgr::values {

namespace {

constexpr std::uint32_t kDeepestAnonymous = 5;
constexpr std::size_t kMostNamesKept = 200'000;
constexpr std::uint64_t kLargestObject = std::uint64_t{1} << 46; // bytes; no program has a larger one

/// Adds until there are `most`, and counts on.
void addName(debug::Description& to, debug::DescribedName name, std::uint32_t most)
{
    if (to.names.size() < most)
        to.names.push_back(std::move(name));
    else
        ++to.left;
}

/// Of an array with constant bounds, too; 0 if only a value tells.
std::uint64_t bytesOfType(const Type& type)
{
    const Type& plain = *type.canonical;
    if (plain.kind != TypeKind::Array || plain.bytes > 0 || plain.data.exists())
        return plain.bytes;
    std::uint64_t bytes = plain.target->canonical == &plain ? 0 : plain.target->canonical->bytes;
    for (const Dimension& one : plain.dimensions) {
        const std::int64_t lower = one.lower.constant.value_or(plain.isFortran() ? 1 : 0);
        std::optional<std::int64_t> count = one.count.constant;
        if (!count && one.upper.constant)
            count = *one.upper.constant - lower + 1;
        const bool isKnown = count && *count >= 0 && bytes > 0;
        const auto times = isKnown ? static_cast<std::uint64_t>(*count) : 0;
        bytes = times > 0 && bytes <= kLargestObject / times ? bytes * times : 0;
    }
    return bytes;
}

void addMembersOf(debug::Description& to, const Type& record, const LoadedFile& file, std::uint64_t base,
                  std::uint32_t level, std::uint32_t most)
{
    for (const Field& field : file.debug().types().fields(record)) {
        if (record.isFortran() && field.name.starts_with('_')) // the compiler's
            continue;
        debug::DescribedName member{field.name, typeText(*field.type)};
        member.level = level;
        if (!field.located && !field.variable)
            member.offset = base + field.offset;
        if (const std::uint64_t bytes = bytesOfType(*field.type); field.bits == 0 && bytes > 0)
            member.bytes = bytes;
        member.bits = field.bits;
        member.bitOffset = field.bitOffset;
        if (field.isBase)
            member.place = record.isFortran() ? "parent" : "base class";
        const bool isAnonymous = field.name.empty() && field.type->isRecord();
        addName(to, std::move(member), most);
        if (isAnonymous && level < kDeepestAnonymous)
            addMembersOf(to, *field.type->canonical, file, base + field.offset, level + 1, most);
    }
}

void addParts(debug::Description& to, const Type& type, const LoadedFile* file, std::uint32_t most)
{
    const Type& inner = innermost(type);
    if (inner.kind == TypeKind::Enumeration) {
        for (const Enumerator& one : inner.enumerators)
            addName(to, {one.name, "= " + std::to_string(one.value)}, most);
    } else if (inner.isRecord() && file) {
        addMembersOf(to, inner, *file, 0, 0, most);
    }
}

std::string sizeInWords(std::uint64_t bytes)
{
    return bytes == 0 ? "" : ", " + std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

/// "real_t = double"
std::string withMeaning(const Type& type)
{
    const std::string text = typeText(type);
    const std::string meaning = typeText(*type.canonical);
    return meaning.empty() || meaning == text || type.isFortran() ? text : text + " = " + meaning;
}

/// "point" of "type(point)", "struct point" and "geo::point".
std::string_view bareName(std::string_view name)
{
    name = util::trimmed(name);
    for (const std::string_view word : {"struct ", "class ", "union ", "enum "}) {
        if (name.starts_with(word))
            name = util::trimmed(name.substr(word.size()));
    }
    for (const std::string_view word : {"type(", "class("}) {
        if (folded(name).starts_with(word) && name.ends_with(')'))
            name = util::trimmed(name.substr(word.size(), name.size() - word.size() - 1));
    }
    const std::size_t colons = name.rfind("::");
    return colons == std::string_view::npos ? name : name.substr(colons + 2);
}

/// Of a compiler or the C++ library.
bool isOfLibrary(const ListedName& name)
{
    return name.name.starts_with('_') || name.inside.starts_with("std") || name.inside.starts_with('_');
}

} // namespace

debug::Description describeType(const Type& type, const LoadedFile* file, std::uint32_t most)
{
    debug::Description description;
    description.text = withMeaning(type) + sizeInWords(type.bytes);
    addParts(description, type, file, most);
    return description;
}

util::Result<debug::Description> describeAnswer(ValueReader& reader, const Answer& answer, Language language,
                                                bool whole, std::uint32_t most)
{
    debug::Description description;
    if (const auto* const number = std::get_if<Number>(&answer)) {
        description.text = typeText(*number, language);
        if (whole && number->pointee)
            addParts(description, *number->pointee, number->file, most);
        return description;
    }
    if (const auto* const numbers = std::get_if<NumberArray>(&answer)) {
        std::string bounds;
        for (const std::uint64_t count : numbers->shape)
            bounds += (bounds.empty() ? "" : ",") + std::to_string(count);
        description.text = (numbers->elements.empty() ? "nothing" : typeText(numbers->elements.front(), language)) +
                           " (" + bounds + ")";
        return description;
    }
    const Value& value = std::get<Value>(answer);
    const util::Result<Value> settled = reader.settled(value);
    if (!settled) { // what it is to be is known nevertheless
        description.text = typeText(*value.type) + ", now " + settled.error().message();
        if (whole)
            addParts(description, *value.type, value.file, most);
        return description;
    }
    description.text = typeText(*settled, value.type);
    if (!whole)
        return description;
    if (!settled->type->isFortran() && !settled->isArray())
        description.text = withMeaning(*value.type);
    if (const auto bytes = reader.bytesOf(*settled); bytes && !settled->bitField)
        description.text += sizeInWords(*bytes);
    addParts(description, settled->isArray() ? *settled->array->element : *settled->type, settled->file, most);
    return description;
}

util::Result<debug::Description> describeTypeNamed(const LoadedFiles& files, std::string_view name, std::uint32_t most)
{
    const std::string_view bare = bareName(name);
    for (const LoadedFile* const file : files.all()) {
        for (const Die& die : file->debug().index().types(bare)) {
            const Type& type = *file->debug().types().of(die);
            if (type.kind != TypeKind::Incomplete)
                return describeType(type, file, most);
        }
    }
    return util::fail(Errc::NoSuchName, "neither a variable nor a type is called " + std::string(bare) + " here");
}

debug::Description describeNames(std::span<const LoadedFile* const> files, Listed what, std::string_view text,
                                 std::uint32_t most)
{
    // What is the program's own comes first; without case, so that the order is that of people.
    using Key = std::tuple<bool, bool, std::string, std::string, std::string>;
    struct Found
    {
        ListedName name;
        const LoadedFile* file;
    };
    std::map<Key, Found> sorted;
    const std::string wanted = folded(text);
    for (const LoadedFile* const file : files) {
        const bool isOther = file != files.front();
        const std::string apart = isOther && what != Listed::Types ? file->module().path : "";
        forEachName(file->debug(), what, [&](const ListedName& one) {
            const std::string name = folded(one.name);
            const bool isWanted =
                name.find(wanted) != std::string::npos || folded(one.inside).find(wanted) != std::string::npos;
            Key key{false, isOfLibrary(one), name, one.inside, (what == Listed::Statics ? one.file : "") + apart};
            if (!isWanted || sorted.contains(key)) // also a type that the first file has, too
                return true;
            std::get<0>(key) = isOther;
            sorted.emplace(std::move(key), Found{one, file});
            return sorted.size() < kMostNamesKept;
        });
    }
    debug::Description description;
    for (const auto& [key, found] : sorted) {
        if (description.names.size() == most) {
            description.left = sorted.size() - most;
            break;
        }
        const ListedName& one = found.name;
        TypeTable& types = found.file->debug().types();
        const Type* const type = what == Listed::Modules ? nullptr
                                 : what == Listed::Types ? types.of(one.die)
                                                         : types.typeOf(one.die);
        debug::DescribedName name{one.inside.empty() ? one.name : one.inside + "::" + one.name,
                                  !type || what == Listed::Types ? "" : typeText(*type), one.file};
        if (std::string place = declaredPlace(one.die); !place.empty())
            name.place = std::move(place);
        if (type && type->bytes > 0)
            name.bytes = type->bytes;
        description.names.push_back(std::move(name));
    }
    return description;
}

} // namespace dbgr::values
