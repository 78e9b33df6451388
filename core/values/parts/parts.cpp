// SPDX-License-Identifier: BSD-3-Clause
#include "values/parts/parts.h"

#include "values/parts/item_names.h"
#include "values/parts/opened.h"
#include "values/parts/path.h"
#include "values/value/base_classes.h"
#include "values/values_error.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace dbgr::values {

namespace {

constexpr unsigned kDeepestUnnamed = 20;
constexpr std::size_t kMostMembers = 100'000;

bool isOfFortran(const Value& whole)
{
    const Type& type = whole.isArray() ? *whole.array->element : *whole.type;
    return type.isFortran();
}

/// "(2,1)": the subscripts of the k-th element.
std::string subscriptsOfFortran(const ArrayView& view, std::uint64_t k)
{
    std::string text;
    for (const Extent& extent : view.extents) { // the first one varies fastest
        const auto index = static_cast<std::int64_t>(k % extent.count);
        text += (text.empty() ? "(" : ",") + std::to_string(extent.lower + index);
        k /= extent.count;
    }
    return text + ")";
}

/// Members of unnamed records are used like those of the record that they are in.
void gatherMembers(ValueReader& reader, const Value& record, unsigned depth, std::vector<Value>& to)
{
    const auto members = reader.members(record);
    if (!members)
        return;
    for (const Value& member : *members) {
        const bool isUnnamed = member.name.empty() && member.type->canonical->isRecord();
        if (isUnnamed && depth < kDeepestUnnamed && to.size() < kMostMembers)
            gatherMembers(reader, member, depth + 1, to);
        else if (!isPointerToFunctions(member.name) && !member.name.empty() && to.size() < kMostMembers)
            to.push_back(member);
    }
}

/// A number, whatever is in it.
bool isOnePiece(const Value& value)
{
    switch (value.type->kind) {
    case TypeKind::Boolean:
    case TypeKind::Signed:
    case TypeKind::Unsigned:
    case TypeKind::Character:
    case TypeKind::Real:
    case TypeKind::Complex:
    case TypeKind::Enumeration:
        return !value.isArray();
    default:
        return false;
    }
}

class PartLister
{
public:
    PartLister(ValueReader& reader, Opened opened, Language language)
        : m_reader(reader), m_opened(std::move(opened)), m_language(language)
    {}

    [[nodiscard]] std::uint64_t count()
    {
        switch (m_opened.parts) {
        case Opened::Parts::Elements: {
            const ArrayView& view = *m_opened.whole.array;
            return isOfFortran(m_opened.whole) ? view.count() : view.extents.front().count;
        }
        case Opened::Parts::Members:
            return members().size();
        case Opened::Parts::Items:
            return m_opened.items->count;
        case Opened::Parts::Target:
            return 1;
        default:
            return 0;
        }
    }
    [[nodiscard]] util::Result<std::vector<NamedPart>> list(const std::string& name, std::uint64_t first,
                                                            std::uint64_t most)
    {
        std::vector<NamedPart> parts;
        const std::uint64_t all = count();
        if (first >= all || most == 0)
            return parts;
        const std::uint64_t end = first + std::min(most, all - first);
        if (m_opened.parts == Opened::Parts::Items) {
            DBGR_TRY(addItems(parts, first, end));
        } else if (m_opened.parts == Opened::Parts::Target) {
            const std::string target = name.empty() ? m_opened.path : "*" + name;
            parts.push_back({m_opened.whole, m_opened.name.empty() ? target : m_opened.name, m_opened.path});
        } else if (m_opened.parts == Opened::Parts::Members) {
            const std::vector<Value> own = members();
            for (std::uint64_t k = first; k < end; ++k)
                parts.push_back(memberPart(own[static_cast<std::size_t>(k)]));
        } else {
            for (std::uint64_t k = first; k < end; ++k) {
                DBGR_TRY(NamedPart part, elementPart(k));
                parts.push_back(std::move(part));
            }
        }
        return parts;
    }

private:
    [[nodiscard]] std::vector<Value> members()
    {
        std::vector<Value> result;
        gatherMembers(m_reader, m_opened.whole, 0, result);
        return result;
    }
    [[nodiscard]] NamedPart memberPart(const Value& member)
    {
        NamedPart part{member, member.name, {}};
        // What the declared class has, too, is that class's if the path does not say otherwise.
        const bool isHidden =
            m_opened.declared && (member.isBase || m_reader.ownMember(*m_opened.declared, member.name).has_value());
        const std::string whole =
            isHidden ? pathAsClass(m_opened.path, spelledName(*m_opened.whole.type)) : m_opened.path;
        part.path = member.isBase ? pathAsClass(whole, spelledName(*member.type))
                                  : pathOfMember(whole, member.name, m_language);
        return part;
    }
    [[nodiscard]] util::Result<NamedPart> elementPart(std::uint64_t k)
    {
        const Value& array = m_opened.whole;
        if (isOfFortran(array)) {
            const std::string at = subscriptsOfFortran(*array.array, k);
            return NamedPart{m_reader.elementAt(array, k), at, pathOfElement(m_opened.path, at, m_language)};
        }
        const std::int64_t subscript = array.array->extents.front().lower + static_cast<std::int64_t>(k);
        DBGR_TRY(Value element, m_reader.element(array, std::span(&subscript, 1)));
        element.name.clear();
        const std::string at = "[" + std::to_string(subscript) + "]";
        return NamedPart{std::move(element), at, pathOfElement(m_opened.path, at, m_language)};
    }
    [[nodiscard]] util::Result<void> addItems(std::vector<NamedPart>& parts, std::uint64_t first, std::uint64_t end)
    {
        ItemNames names(m_reader, *m_opened.items, m_opened.path);
        std::uint64_t k = first;
        return Containers(m_reader).forEach(*m_opened.items, first, [&](const Item& item) {
            ItemName name = names.of(item, k);
            parts.push_back({item.value, std::move(name.name), std::move(name.path)});
            parts.back().value.name.clear();
            return ++k < end;
        });
    }

    ValueReader& m_reader;
    Opened m_opened;
    Language m_language;
};

} // namespace

std::uint64_t partCountOf(ValueReader& reader, const Value& value)
{
    if (isOnePiece(value))
        return 0;
    auto found = opened(reader, value, {});
    return found ? PartLister(reader, *std::move(found), Language::Other).count() : 0;
}

util::Result<std::vector<NamedPart>> partsOf(ValueReader& reader, const Value& value, std::string_view path,
                                             Language language, std::uint64_t first, std::uint64_t count)
{
    DBGR_TRY(Opened found, opened(reader, value, path));
    return PartLister(reader, std::move(found), language).list(value.name, first, count);
}

} // namespace dbgr::values
