// SPDX-License-Identifier: BSD-3-Clause
#include "values/containers/class_parts.h"

#include "values/dwarf/enclosing.h"

#include <dwarf.h>

#include <algorithm>
#include <bit>

namespace dbgr::values {

namespace {

constexpr std::size_t kMostArguments = 1000;
constexpr unsigned kDeepestPacks = 10;

ClassPart partOf(const ClassPart& object, const Field& field)
{
    return {field.type, object.file, object.offset + static_cast<std::int64_t>(field.offset)};
}

/// Breadth first: what is declared last hides the others. \param isWanted is given each field of each class
template <class IsWanted>
std::optional<ClassPart> search(const ValueReader& reader, const ClassPart& of, IsWanted isWanted)
{
    std::vector<ClassPart> open{of};
    for (std::size_t i = 0; i < open.size() && i < kMostClasses; ++i) {
        const ClassPart part = whole(reader, open[i]);
        if (!part.isKnown() || !part.file || !part.type->isRecord())
            continue;
        for (const Field& field : part.file->debug().types().fields(*part.type)) {
            if (field.located)
                continue;
            if (isWanted(field))
                return whole(reader, partOf(part, field));
            if (field.isBase || field.name.empty())
                open.push_back(partOf(part, field));
        }
    }
    return std::nullopt;
}

void addArguments(const ValueReader& reader, const ClassPart& of, const Die& parent, unsigned depth,
                  std::vector<TemplateArgument>& to)
{
    parent.forEachChild([&](const Die& child) {
        if (to.size() == kMostArguments)
            return;
        const unsigned tag = child.tag();
        if (tag == DW_TAG_GNU_template_parameter_pack && depth < kDeepestPacks)
            addArguments(reader, of, child, depth + 1, to);
        else if (tag == DW_TAG_template_type_parameter)
            to.push_back({whole(reader, {of.file->debug().types().typeOf(child), of.file, 0}), std::nullopt});
        else if (tag == DW_TAG_template_value_parameter || tag == DW_TAG_GNU_template_template_param)
            to.push_back({{}, child.number(DW_AT_const_value)});
    });
}

std::uint64_t stated(const Die& die)
{
    constexpr std::uint64_t kLargest = 1 << 16;
    const auto number = static_cast<std::uint64_t>(die.number(DW_AT_alignment).value_or(1));
    return number <= kLargest && std::has_single_bit(number) ? number : 1;
}

/// Of types, by their entries: what is said of a typedef or a member is in no Type.
class Alignment
{
public:
    explicit Alignment(const ValueReader& reader) : m_reader(reader) {}

    [[nodiscard]] std::uint64_t of(const Die& die, const LoadedFile& file)
    {
        if (m_left == 0)
            return 1;
        --m_left;
        const std::uint64_t said = stated(die);
        const Type& type = *file.debug().types().of(die);
        const ClassPart part = whole(m_reader, {&type, &file, 0});
        switch (die.tag()) {
        case DW_TAG_typedef:
        case DW_TAG_const_type:
        case DW_TAG_volatile_type:
        case DW_TAG_atomic_type:
        case DW_TAG_enumeration_type:
            return std::max(said, ofType(die, file, type));
        case DW_TAG_array_type:
            return std::max(said, die.flag(DW_AT_GNU_vector) ? powerOfTwo(sizeOf(type)) : ofType(die, file, type));
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
        case DW_TAG_union_type:
            return part.type->die && part.file ? std::max(said, ofMembers(part)) : said;
        default:
            return std::max(said, ofScalar(*type.canonical));
        }
    }

private:
    static std::uint64_t powerOfTwo(std::uint64_t bytes)
    {
        constexpr std::uint64_t kLargest = 64;
        return std::has_single_bit(bytes) ? std::min(bytes, kLargest) : 1;
    }
    static std::uint64_t ofScalar(const Type& type)
    {
        constexpr std::uint64_t kLargest = 16;
        const std::uint64_t bytes = type.kind == TypeKind::Complex ? type.bytes / 2 : type.bytes;
        return std::min(powerOfTwo(bytes), kLargest);
    }
    std::uint64_t ofType(const Die& holder, const LoadedFile& file, const Type& type)
    {
        const std::optional<Die> next = holder.reference(DW_AT_type);
        return next ? of(*next, file) : ofScalar(*type.canonical);
    }
    std::uint64_t ofMembers(const ClassPart& part)
    {
        std::uint64_t most = 1;
        part.type->die->forEachChild([&](const Die& child) {
            const bool isMember = child.tag() == DW_TAG_member && !child.flag(DW_AT_external);
            if (!isMember && child.tag() != DW_TAG_inheritance)
                return;
            most = std::max(most, stated(child));
            if (const auto type = child.reference(DW_AT_type))
                most = std::max(most, of(*type, *part.file));
        });
        while (part.type->bytes % most != 0) // it is packed
            most /= 2;
        return std::max(most, stated(*part.type->die));
    }

    const ValueReader& m_reader;
    unsigned m_left = kMostClasses;
};

} // namespace

ClassPart whole(const ValueReader& reader, ClassPart part)
{
    if (!part.type || part.type->kind != TypeKind::Incomplete || !part.file)
        return part;
    const auto found = completed(reader.files(), *part.file, *part.type);
    if (found && found->type->kind != TypeKind::Incomplete)
        return {found->type, found->file, part.offset};
    return part;
}

std::optional<ClassPart> partAt(const ValueReader& reader, const ClassPart& of,
                                std::initializer_list<std::string_view> path)
{
    ClassPart part = of;
    for (const std::string_view name : path) {
        const auto next = search(reader, part, [&](const Field& field) { return field.name == name; });
        if (!next)
            return std::nullopt;
        part = *next;
    }
    return part;
}

bool isTemplateOf(std::string_view name, std::string_view asked)
{
    return name.starts_with(asked) && (name.size() == asked.size() || name[asked.size()] == '<');
}

std::optional<ClassPart> baseNamed(const ValueReader& reader, const ClassPart& of, std::string_view name)
{
    return search(reader, of, [&](const Field& field) { return field.isBase && isTemplateOf(field.name, name); });
}

std::vector<TemplateArgument> templateArguments(const ValueReader& reader, const ClassPart& of)
{
    std::vector<TemplateArgument> arguments;
    const ClassPart described = whole(reader, of);
    if (described.isKnown() && described.file && described.type->canonical->die)
        addArguments(reader, described, *described.type->canonical->die, 0, arguments);
    return arguments;
}

std::uint64_t elementsOf(const Dimension& dimension)
{
    const std::int64_t lower = dimension.lower.constant.value_or(0);
    if (dimension.count.constant)
        return static_cast<std::uint64_t>(std::max<std::int64_t>(0, *dimension.count.constant));
    if (dimension.upper.constant && *dimension.upper.constant >= lower)
        return static_cast<std::uint64_t>(*dimension.upper.constant - lower) + 1;
    return 0;
}

std::uint64_t sizeOf(const Type& type)
{
    constexpr std::uint64_t kLargest = std::uint64_t{1} << 46;
    const Type* inner = type.canonical;
    std::uint64_t count = 1;
    for (unsigned i = 0; inner->kind == TypeKind::Array && i < kDeepestPacks; ++i) {
        for (const Dimension& dimension : inner->dimensions) {
            const std::uint64_t more = elementsOf(dimension);
            if (more != 0 && count > kLargest / more)
                return 0;
            count *= more;
        }
        inner = inner->target->canonical;
    }
    return inner->bytes != 0 && count > kLargest / inner->bytes ? 0 : count * inner->bytes;
}

std::uint64_t alignmentOf(const ValueReader& reader, const ClassPart& of)
{
    const ClassPart part = whole(reader, of);
    if (!part.isKnown() || !part.file || !part.type->die)
        return 1;
    return Alignment(reader).of(*part.type->die, *part.file);
}

std::string classNameOf(const Type& type)
{
    const Type& plain = *type.canonical;
    const bool isClass = (plain.kind == TypeKind::Structure || plain.kind == TypeKind::Incomplete) && plain.die &&
                         isClassTag(plain.die->tag()) && plain.language == Language::Cxx;
    std::string name = isClass ? plain.die->name() : "";
    name.resize(std::min(name.find('<'), name.size()));
    return name;
}

std::optional<Library> libraryOf(const Type& type)
{
    const std::vector<Die> around = enclosing(declarationOf(*type.canonical->die));
    if (around.empty())
        return std::nullopt;
    Library library{around.front().name(), false};
    for (const Die& outer : around) {
        const bool isFirst = outer.id() == around.front().id();
        const bool isInner = isTransparent(outer) || outer.name().starts_with("__");
        if (outer.tag() != DW_TAG_namespace || (!isFirst && !isInner))
            return std::nullopt;
        library.isWrapper = library.isWrapper || outer.name() == "__debug";
    }
    return library;
}

} // namespace dbgr::values
