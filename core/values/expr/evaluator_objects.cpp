// SPDX-License-Identifier: BSD-3-Clause
// Expressions that ask containers for their parts, and pointers that are classes.
#include "values/expr/evaluator.h"
#include "values/expr/objects.h"
#include "values/values_error.h"

#include <optional>
#include <utility>

namespace dbgr::values {

util::Result<Value> Evaluator::behindArrow(Answer base)
{
    if (!std::holds_alternative<Value>(base))
        return placeOf(std::move(base), "members");
    DBGR_TRY(Value value, m_reader.settled(std::get<Value>(std::move(base))));
    if (value.isArray()) { // stands for the address of its first element
        if (value.array->extents.size() > 1)
            return util::fail(Errc::Wrong, "'->' needs a pointer to a struct");
        return m_reader.pointee(value);
    }
    const Type& type = *value.type->canonical;
    if (!type.isRecord())
        return type.kind == TypeKind::Pointer ? m_reader.record(value) : util::Result<Value>(std::move(value));
    DBGR_TRY(const std::optional<Value> target, Objects(m_reader).target(value));
    if (!target)
        return util::fail(Errc::NotOurs, "the operator '->' of a class needs a compiler");
    return *target;
}

util::Result<Answer> Evaluator::memberOf(const Value& record, const std::string& name)
{
    auto found = m_reader.member(record, name);
    if (found || isFortran())
        return found;
    const auto inner = Objects(m_reader).standsFor(record); // std::atomic<Point>, std::reference_wrapper<Point>
    return inner ? m_reader.member(*inner, name) : found;
}

util::Result<Answer> Evaluator::objectPart(const node::Item& item, const Value& object)
{
    Objects objects(m_reader);
    DBGR_TRY(const std::optional<Container> container, objects.open(object));
    if (!container)
        return util::fail(Errc::NotOurs, "the operator '[]' of a class needs a compiler");
    if (item.isRange) {
        DBGR_TRY(const Subscript range, subscript(item));
        return objects.slice(*container, range);
    }
    if (container->kind == ContainerKind::Map) {
        DBGR_TRY(const Answer key, evaluate(*item.first));
        return objects.atKey(*container, key);
    }
    DBGR_TRY(const std::int64_t index, integer(*item.first));
    return objects.element(*container, index);
}

util::Result<Answer> Evaluator::of(const node::MethodCall& call)
{
    DBGR_TRY(Answer base, evaluate(*call.of));
    if (!call.isArrow && !std::holds_alternative<Value>(base))
        return util::fail(Errc::NotOurs, "calls of functions need a compiler");
    DBGR_TRY(const Value object, call.isArrow ? behindArrow(std::move(base)) : placeOf(std::move(base), "members"));
    Objects objects(m_reader);
    DBGR_TRY(const std::optional<Container> container, objects.open(object));
    if (!container)
        return util::fail(Errc::NotOurs, "calls of functions need a compiler");
    std::optional<Answer> argument;
    if (call.argument) {
        DBGR_TRY(argument, evaluate(*call.argument));
    }
    return objects.call(*container, call.name, argument ? &*argument : nullptr);
}

util::Result<Answer> Evaluator::of(const node::TuplePart& part)
{
    DBGR_TRY(Answer base, evaluate(*part.of));
    const auto* const value = std::get_if<Value>(&base);
    Objects objects(m_reader);
    std::optional<Container> container;
    if (value) {
        DBGR_TRY(container, objects.open(*value));
    }
    const bool hasParts =
        container && (container->kind == ContainerKind::Tuple || container->kind == ContainerKind::Array);
    if (!hasParts)
        return util::fail(Errc::NotOurs, "templates need a compiler");
    return objects.element(*container, static_cast<std::int64_t>(part.index));
}

} // namespace dbgr::values
