// SPDX-License-Identifier: BSD-3-Clause
#include "values/value/base_classes.h"

#include "values/dwarf/enclosing.h"

#include <dwarf.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <utility>
#include <vector>

namespace dbgr::values {

namespace {

constexpr std::size_t kMostBases = 1000; // of all levels

bool isCodeTag(unsigned tag)
{
    return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block;
}

} // namespace

bool isSameClass(const Type& a, const Type& b)
{
    const Type& left = *a.canonical;
    const Type& right = *b.canonical;
    if (&left == &right)
        return true;
    if (!left.die || !right.die || left.die->name() != right.die->name() || left.die->name().empty())
        return false;
    const bool isWhole = left.kind != TypeKind::Incomplete && right.kind != TypeKind::Incomplete;
    return (!isWhole || left.bytes == right.bytes) && qualifiedName(*left.die) == qualifiedName(*right.die);
}

bool isNamedClass(const Type& type, std::span<const std::string> parts)
{
    const Type& plain = *type.canonical;
    if (!plain.die || parts.empty() || plain.die->name() != parts.back())
        return false;
    const std::vector<Die> path = enclosing(*plain.die);
    std::span<const std::string> outer = parts.first(parts.size() - 1);
    if (!outer.empty() && outer.front().empty())
        return isPath(path, outer.subspan(1));
    for (std::size_t begin = 0; begin <= path.size(); ++begin) {
        if (isPath(std::span(path).subspan(begin), outer))
            return true;
    }
    return false;
}

std::string spelledName(const Type& type)
{
    const Type& plain = *type.canonical;
    if (!plain.die)
        return {};
    std::string text;
    std::vector<Die> path = enclosing(*plain.die);
    path.push_back(*plain.die);
    for (const Die& one : path) {
        const std::string name = one.name();
        const bool isWord = std::all_of(name.begin(), name.end(),
                                        [](unsigned char c) { return std::isalnum(c) || c == '_' || c >= 0x80; });
        if (isCodeTag(one.tag())) // its types are seen from inside only, where their names suffice
            text.clear();
        else if (!isWord || (name.empty() && one.tag() != DW_TAG_namespace))
            return {};
        else if (!name.empty())
            text += (text.empty() ? "" : "::") + name;
    }
    return text;
}

util::Result<std::optional<Value>> baseOf(ValueReader& reader, const Value& object,
                                          const std::function<bool(const Value&)>& isWanted)
{
    DBGR_TRY(Value whole, reader.record(object));
    std::vector<Value> open{std::move(whole)};
    for (std::size_t i = 0; i < open.size() && i < kMostBases; ++i) {
        if (isWanted(open[i]))
            return std::optional(open[i]);
        const auto bases = reader.bases(open[i]);
        if (bases)
            open.insert(open.end(), bases->begin(), bases->end());
    }
    return std::optional<Value>();
}

std::optional<Value> derivedOf(ValueReader& reader, const Value& base, const Type& derived)
{
    const std::optional<Value> whole = reader.dynamic(base);
    auto part = whole ? baseOf(reader, *whole, [&](const Value& one) { return isSameClass(*one.type, derived); })
                      : util::Result<std::optional<Value>>(std::nullopt);
    if (!part || !*part)
        return std::nullopt;
    const auto back = baseOf(reader, **part, [&](const Value& one) {
        return one.address == base.address && isSameClass(*one.type, *base.type);
    });
    return back && *back ? *std::move(part) : std::nullopt;
}

std::optional<std::int64_t> offsetOfBase(const LoadedFile& file, const Type& whole, const Type& base)
{
    std::vector<std::pair<const Type*, std::int64_t>> open{{&whole, 0}};
    for (std::size_t i = 0; i < open.size() && i < kMostBases; ++i) {
        const auto [type, offset] = open[i];
        if (isSameClass(*type, base))
            return offset;
        for (const Field& field : file.debug().types().fields(*type)) {
            if (field.isBase && !field.located)
                open.emplace_back(field.type, offset + static_cast<std::int64_t>(field.offset));
        }
    }
    return std::nullopt;
}

} // namespace dbgr::values
