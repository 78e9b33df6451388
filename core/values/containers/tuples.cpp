// SPDX-License-Identifier: BSD-3-Clause
#include "values/containers/tuples.h"

#include "values/containers/families.h"
#include "values/containers/sketch.h"

#include <utility>

namespace dbgr::values {

namespace {

constexpr std::size_t kLongestTuple = 200;

/// A base that the class itself has. A class without data may be a base of the head instead of a member of it.
std::optional<ClassPart> ownBase(const ValueReader& reader, const ClassPart& of, std::string_view name)
{
    const ClassPart described = whole(reader, of);
    if (!described.file || !described.type->isRecord())
        return std::nullopt;
    for (const Field& field : described.file->debug().types().fields(*described.type)) {
        if (field.isBase && !field.located && (name.empty() || isTemplateOf(field.name, name)))
            return whole(reader,
                         {field.type, described.file, described.offset + static_cast<std::int64_t>(field.offset)});
    }
    return std::nullopt;
}

bool planPair(ClassPlanner& planner)
{
    return planner.need({"first"}) && planner.need({"second"});
}

bool planTuple(ClassPlanner& planner)
{
    auto parts = tupleParts(planner.reader, planner.layout.self);
    if (parts)
        planner.layout.parts = *std::move(parts);
    return parts.has_value();
}

Shape sketchTuple(Sketch& object)
{
    Shape shape;
    shape.kind = ContainerKind::Tuple;
    shape.count = object.layout().parts.size();
    return shape;
}

util::Result<void> walkParts(const Source& source, std::uint64_t first, std::initializer_list<const char*> names,
                             const VisitItem& visit)
{
    for (std::size_t k = static_cast<std::size_t>(first); k < source.layout.parts.size(); ++k) {
        Item item{source.at(source.addressOf(k), source.layout.parts[k]), {}, {}};
        item.value.name = k < names.size() ? names.begin()[k] : "";
        if (!visit(item))
            break;
    }
    return {};
}

util::Result<void> walkTuple(const Source& source, const Container&, std::uint64_t first, const VisitItem& visit)
{
    return walkParts(source, first, {}, visit);
}

util::Result<void> walkPair(const Source& source, const Container&, std::uint64_t first, const VisitItem& visit)
{
    return walkParts(source, first, {"first", "second"}, visit);
}

} // namespace

std::optional<std::vector<ClassPart>> tupleParts(const ValueReader& reader, const ClassPart& tuple)
{
    std::vector<ClassPart> parts;
    const ClassPart described = whole(reader, tuple);
    std::optional<ClassPart> level = ownBase(reader, described, "_Tuple_impl");
    if (!level)
        return templateArguments(reader, described).empty() && described.type->isRecord() ? std::optional(parts)
                                                                                          : std::nullopt;
    while (level && parts.size() < kLongestTuple) {
        const std::optional<ClassPart> head = ownBase(reader, *level, "_Head_base");
        if (!head)
            break;
        std::optional<ClassPart> value = partAt(reader, *head, {"_M_head_impl"});
        const bool isOwn = value.has_value();
        if (!isOwn)
            value = ownBase(reader, *head, "");
        if (!value)
            return std::nullopt;
        parts.push_back(*value);
        level = ownBase(reader, *level, "_Tuple_impl");
    }
    return parts;
}

const Family& pairFamily()
{
    static const Family family{"std", {"pair"}, planPair, nullptr, walkPair, sketchTuple};
    return family;
}

const Family& tupleFamily()
{
    static const Family family{"std", {"tuple"}, planTuple, nullptr, walkTuple, sketchTuple};
    return family;
}

} // namespace dbgr::values
