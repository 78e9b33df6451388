// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/evaluator.h"

#include "values/dwarf/enclosing.h"
#include "values/expr/arithmetic.h"
#include "values/expr/elementwise.h"
#include "values/expr/intrinsics.h"
#include "values/expr/loading.h"
#include "values/expr/objects.h"
#include "values/value/base_classes.h"
#include "values/values_error.h"

#include <algorithm>
#include <utility>

namespace dbgr::values {

namespace {

bool isMissingName(const util::Error& error)
{
    return error.code == Errc::NoSuchName;
}

/// 1.5_dp: what the digits are in that kind.
util::Result<Number> inKind(const Number& literal, std::int64_t kind)
{
    const bool isReal = literal.kind == NumberKind::Real;
    const bool exists = kind == 4 || kind == 8 || kind == 16 || (isReal ? kind == 10 : kind == 1 || kind == 2);
    if (!exists)
        return util::fail(Errc::Wrong, "there is no kind " + std::to_string(kind) + " of such numbers");
    return converted(literal, literal.kind, static_cast<unsigned>(kind));
}

/// Whether the left operand alone says what the whole is.
bool isDecided(BinaryOperator operation, const Answer& left)
{
    const auto* const number = std::get_if<Number>(&left);
    if (!number)
        return false;
    return (operation == BinaryOperator::And && !number->isTrue()) ||
           (operation == BinaryOperator::Or && number->isTrue());
}

} // namespace

util::Result<Answer> Evaluator::run(const Tree& tree)
{
    DBGR_TRY(const Node* const root, reading(tree));
    return evaluate(*root);
}

util::Result<Answer> Evaluator::evaluate(const Node& node)
{
    return std::visit([this](const auto& kind) { return of(kind); }, node.kind);
}

util::Result<Answer> Evaluator::operand(const Node& node, bool isTruth)
{
    DBGR_TRY(Answer answer, evaluate(node));
    if (isTruth && !isFortran()) {
        DBGR_TRY(answer, Objects(m_reader).asTruth(std::move(answer)));
    }
    return loaded(m_reader, std::move(answer));
}

util::Result<Number> Evaluator::number(const Node& node)
{
    DBGR_TRY(Answer answer, evaluate(node));
    return singleNumber(m_reader, std::move(answer));
}

util::Result<std::int64_t> Evaluator::integer(const Node& node)
{
    DBGR_TRY(const Number value, number(node));
    const bool isInteger =
        value.kind == NumberKind::Integer || (value.kind == NumberKind::Logical && !isFortran()); // C's bool
    if (!isInteger)
        return util::fail(Errc::Wrong, "a subscript is an integer");
    if (wrapped(value.integer, 8, true) != value.integer)
        return util::fail(Errc::Undefined, "the subscript is too large");
    return static_cast<std::int64_t>(value.integer);
}

util::Result<Answer> Evaluator::of(const node::Literal& literal)
{
    if (literal.kindName.empty())
        return literal.value;
    DBGR_TRY(const Value kind, m_names.find(literal.kindName));
    DBGR_TRY(const Number value, singleNumber(m_reader, kind));
    if (value.kind != NumberKind::Integer)
        return util::fail(Errc::Wrong, "'" + literal.kindName + "' is no kind");
    return inKind(literal.value, static_cast<std::int64_t>(value.integer));
}

util::Result<Answer> Evaluator::of(const node::Name& name)
{
    return m_names.find(name.name);
}

util::Result<Answer> Evaluator::of(const node::ScopedName& name)
{
    if (isFortran())
        return m_names.findIn(name.scope, name.name);
    std::vector<std::string> parts = partsOfName(name.scope);
    parts.push_back(name.name);
    return m_names.findQualified(parts);
}

util::Result<Value> Evaluator::placeOf(Answer answer, const char* use) const
{
    if (Value* const value = std::get_if<Value>(&answer))
        return std::move(*value);
    const auto* const pointer = std::get_if<Number>(&answer);
    if (pointer && pointer->kind == NumberKind::Pointer && !isFortran())
        return valueAt(*pointer);
    return util::fail(Errc::Wrong, std::string("what was computed has no ") + use);
}

util::Result<Answer> Evaluator::of(const node::Member& member)
{
    const auto* const name = std::get_if<node::Name>(&member.of->kind);
    if (name && isFortran()) { // a variable of that name comes first
        const util::Result<Value> variable = m_names.find(name->name);
        if (!variable && isMissingName(variable.error()) && m_names.isModule(name->name))
            return m_names.findIn(name->name, member.name);
    }
    DBGR_TRY(Answer base, evaluate(*member.of));
    DBGR_TRY(const Value record, member.isArrow ? behindArrow(std::move(base)) : placeOf(std::move(base), "members"));
    if (member.base.empty())
        return memberOf(record, member.name);
    DBGR_TRY(const std::optional<Value> part,
             baseOf(m_reader, record, [&](const Value& one) { return isNamedClass(*one.type, member.base); }));
    if (!part)
        return util::fail(Errc::NoSuchName, "it has no base class " + member.base.back());
    return m_reader.ownMember(*part, member.name);
}

util::Result<Answer> Evaluator::of(const node::Unary& operation)
{
    DBGR_TRY(Answer value, operand(*operation.operand, operation.operation == UnaryOperator::Not));
    if (const auto* const single = std::get_if<Number>(&value))
        return unary(operation.operation, *single, m_language);
    std::vector<Answer> operands;
    operands.push_back(std::move(value));
    return elementwise(std::move(operands), [&](std::span<const Number> arguments) {
        return unary(operation.operation, arguments[0], m_language);
    });
}

util::Result<Answer> Evaluator::of(const node::Binary& operation)
{
    const BinaryOperator what = operation.operation;
    if (isComparison(what))
        return comparison(operation);
    DBGR_TRY(Answer left, operand(*operation.left, isLogical(what)));
    if (m_operands == Operands::All && isDecided(what, left)) {
        DBGR_TRY(operand(*operation.right, true));
    }
    if (isDecided(what, left)) // so that allocated(a) .and. a(1) > 0 can be asked
        return binary(what, std::get<Number>(left), std::get<Number>(left), m_language);
    DBGR_TRY(Answer right, operand(*operation.right, isLogical(what)));
    return computed(what, std::move(left), std::move(right));
}

util::Result<Answer> Evaluator::comparison(const node::Binary& operation)
{
    DBGR_TRY(Answer left, evaluate(*operation.left));
    DBGR_TRY(Answer right, evaluate(*operation.right));
    if (!isFortran()) {
        Objects objects(m_reader);
        if (auto result = objects.compared(operation.operation, left, right, m_language))
            return *std::move(result);
        DBGR_TRY(left, objects.asTruth(std::move(left)));
        DBGR_TRY(right, objects.asTruth(std::move(right)));
    }
    DBGR_TRY(left, loaded(m_reader, std::move(left)));
    DBGR_TRY(right, loaded(m_reader, std::move(right)));
    auto* const a = std::get_if<Number>(&left);
    auto* const b = std::get_if<Number>(&right);
    if (a && b && a->kind == NumberKind::Pointer && b->kind == a->kind)
        makePointersAlike(*a, *b);
    return computed(operation.operation, std::move(left), std::move(right));
}

util::Result<Answer> Evaluator::computed(BinaryOperator what, Answer left, Answer right)
{
    const auto* const a = std::get_if<Number>(&left);
    const auto* const b = std::get_if<Number>(&right);
    if (a && b)
        return binary(what, *a, *b, m_language);
    std::vector<Answer> operands;
    operands.push_back(std::move(left));
    operands.push_back(std::move(right));
    return elementwise(std::move(operands), [&](std::span<const Number> arguments) {
        return binary(what, arguments[0], arguments[1], m_language);
    });
}

util::Result<Answer> Evaluator::of(const node::Conditional& conditional)
{
    DBGR_TRY(Answer truth, operand(*conditional.condition, true));
    DBGR_TRY(const Number condition, singleNumber(m_reader, std::move(truth)));
    const bool isYes = condition.isTrue();
    if (m_operands == Operands::All) {
        DBGR_TRY(evaluate(isYes ? *conditional.no : *conditional.yes));
    }
    DBGR_TRY(Answer chosen, evaluate(isYes ? *conditional.yes : *conditional.no));
    // The other one has a part in the type: (1 ? 1 : 2.0) / 2 is 0.5. It may be one that cannot be read.
    util::Result<Answer> left = loaded(m_reader, chosen);
    const util::Result<Answer> right = operand(isYes ? *conditional.no : *conditional.yes, false);
    if (!left || !right)
        return chosen;
    const auto* const a = std::get_if<Number>(&*left);
    const auto* const b = std::get_if<Number>(&*right);
    return a && b ? util::Result<Answer>(alike(*a, *b)) : util::Result<Answer>(std::move(chosen));
}

util::Result<Answer> Evaluator::of(const node::ComplexPair& pair)
{
    DBGR_TRY(const Number real, number(*pair.real));
    DBGR_TRY(const Number imaginary, number(*pair.imaginary));
    unsigned bytes = 0;
    for (const Number* const part : {&real, &imaginary}) {
        if (part->kind != NumberKind::Real && part->kind != NumberKind::Integer)
            return util::fail(Errc::Wrong, "the parts of a complex number are real ones");
        bytes = std::max(bytes, part->kind == NumberKind::Real ? part->bytes : 0);
    }
    return complexNumber(quadOf(real), quadOf(imaginary), bytes == 0 ? 4 : bytes);
}

// --- subscripts ------------------------------------------------------------------------------------------------------

util::Result<Subscript> Evaluator::subscript(const node::Item& item)
{
    Subscript result{item.isRange, {}, {}, 1};
    if (!item.keyword.empty())
        return util::fail(Errc::Wrong, "'" + item.keyword + "=' is for functions, not for subscripts");
    // a(n::m) reads like a variable of a module
    const auto* const scoped = item.first && isFortran() ? std::get_if<node::ScopedName>(&item.first->kind) : nullptr;
    if (scoped && !item.isRange && !m_names.isModule(scoped->scope)) {
        DBGR_TRY(result.first, integer(Node{node::Name{scoped->scope}}));
        DBGR_TRY(result.step, integer(Node{node::Name{scoped->name}}));
        result.isRange = true;
        return result;
    }
    if (item.first) {
        DBGR_TRY(result.first, integer(*item.first));
    }
    if (item.last) {
        DBGR_TRY(result.last, integer(*item.last));
    }
    if (item.step) {
        DBGR_TRY(result.step, integer(*item.step));
    }
    if (!item.isRange && !item.first)
        return util::fail(Errc::Wrong, "a subscript is missing");
    return result.step != 0 ? util::Result<Subscript>(result)
                            : util::fail(Errc::Undefined, "the step of a range is not 0");
}

util::Result<Answer> Evaluator::of(const node::Index& index)
{
    const auto* const name = std::get_if<node::Name>(&index.of->kind);
    if (name && isFortran()) { // a variable of that name comes first
        util::Result<Value> variable = m_names.find(name->name);
        if (variable)
            return fortranPart(index, *variable);
        if (isMissingName(variable.error()) && findIntrinsic(name->name))
            return call(name->name, index.items);
        return util::fail(std::move(variable).error());
    }
    DBGR_TRY(Answer base, evaluate(*index.of));
    if (const auto* const value = std::get_if<Value>(&base))
        return isFortran() ? fortranPart(index, *value) : cPart(index.items.front(), *value);
    const auto* const pointer = std::get_if<Number>(&base);
    if (isFortran() || !pointer || pointer->kind != NumberKind::Pointer)
        return util::fail(Errc::Wrong, "what was computed has no subscripts");
    DBGR_TRY(const Subscript range, subscript(index.items.front()));
    const Number by = integerNumber(range.first.value_or(0), 8);
    DBGR_TRY(const Number moved, binary(BinaryOperator::Add, *pointer, by, m_language));
    DBGR_TRY(Value first, valueAt(moved));
    if (!range.isRange)
        return first;
    DBGR_TRY(const std::int64_t count, lengthOf(range));
    return repeated(first, count);
}

util::Result<Answer> Evaluator::call(const std::string& name, const std::vector<node::Item>& items)
{
    const Intrinsic& intrinsic = *findIntrinsic(name);
    if (items.size() < intrinsic.least || items.size() > intrinsic.most)
        return util::fail(Errc::Wrong, name + "() does not take " + std::to_string(items.size()) + " arguments");
    if (intrinsic.runMapped) {
        if (const std::optional<MappedArray> array = mappedArgument(items))
            return intrinsic.runMapped(m_reader, *array);
    }
    std::vector<Answer> arguments;
    for (const node::Item& item : items) {
        const bool isKnown = item.keyword.empty() || (arguments.size() == 1 && item.keyword == intrinsic.second);
        if (!isKnown)
            return util::fail(Errc::Wrong, "the argument '" + item.keyword + "=' of " + name + "() is not known here");
        if (item.isRange || !item.first)
            return util::fail(Errc::Wrong, "there is no variable '" + name + "' that a range could be taken of");
        DBGR_TRY(Answer argument, evaluate(*item.first));
        arguments.push_back(std::move(argument));
    }
    return intrinsic.run(m_reader, std::move(arguments));
}

util::Result<Answer> Evaluator::fortranPart(const node::Index& index, const Value& of)
{
    DBGR_TRY(Value array, m_reader.settled(of));
    std::vector<Subscript> subscripts;
    for (const node::Item& item : index.items) {
        DBGR_TRY(const Subscript one, subscript(item));
        subscripts.push_back(one);
    }
    const bool isPart = std::holds_alternative<node::Index>(index.of->kind);
    if (isPart && array.isArray())
        return util::fail(Errc::Wrong, "subscripts behind subscripts make sense for one text only");
    const bool isSection =
        std::any_of(subscripts.begin(), subscripts.end(), [](const Subscript& one) { return one.isRange; });
    if (isSection)
        return m_reader.section(array, subscripts);
    std::vector<std::int64_t> numbers;
    for (const Subscript& one : subscripts)
        numbers.push_back(*one.first);
    return m_reader.element(array, numbers);
}

util::Result<Answer> Evaluator::cPart(const node::Item& item, const Value& of)
{
    DBGR_TRY(const Value base, m_reader.settled(of));
    if (!base.isArray() && base.type->canonical->isRecord())
        return objectPart(item, base);
    DBGR_TRY(const Subscript one, subscript(item));
    if (one.isRange)
        return m_reader.section(base, std::span(&one, 1));
    return m_reader.element(base, std::span(&*one.first, 1));
}

} // namespace dbgr::values
