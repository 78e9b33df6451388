// SPDX-License-Identifier: BSD-3-Clause
// What an expression is, in one frame of one rank. Way: Reader -> Evaluator -> Names, ValueReader, arithmetic.
// Thread: as ValueReader; made for one evaluation or many of the same frame.
#pragma once

#include "util/result.h"
#include "values/expr/answer.h"
#include "values/expr/mapped_array.h"
#include "values/expr/tree.h"
#include "values/expr/visible_names.h"
#include "values/value/value_reader.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace dbgr::values {

class Evaluator
{
public:
    enum class Operands
    {
        Needed,
        All ///< also of what is decided without them: to find what is wrong with them
    };

    /// Both outlive this. \param language of the frame; should be the tree's
    Evaluator(Names& names, ValueReader& reader, Language language, Operands operands = Operands::Needed)
        : m_names(names), m_reader(reader), m_language(language), m_operands(operands)
    {}

    /// \errors those of Names and ValueReader; Wrong, Undefined, TooLarge; NotOurs for what needs a compiler
    [[nodiscard]] util::Result<Answer> run(const Tree& tree);

private:
    /// Variables stay what they are, neither settled nor read.
    [[nodiscard]] util::Result<Answer> evaluate(const Node& node);
    /// No Value. \param isTruth whether objects may stand there that are only true or false
    [[nodiscard]] util::Result<Answer> operand(const Node& node, bool isTruth);
    [[nodiscard]] util::Result<Number> number(const Node& node);
    [[nodiscard]] util::Result<std::int64_t> integer(const Node& node);

    [[nodiscard]] util::Result<Answer> of(const node::Literal& literal);
    [[nodiscard]] util::Result<Answer> of(const node::Name& name);
    [[nodiscard]] util::Result<Answer> of(const node::ScopedName& name);
    [[nodiscard]] util::Result<Answer> of(const node::Member& member);
    [[nodiscard]] util::Result<Answer> of(const node::Index& index);
    [[nodiscard]] util::Result<Answer> of(const node::Unary& operation);
    [[nodiscard]] util::Result<Answer> of(const node::Binary& operation);
    [[nodiscard]] util::Result<Answer> of(const node::Conditional& conditional);
    [[nodiscard]] util::Result<Answer> of(const node::ComplexPair& pair);
    [[nodiscard]] util::Result<Answer> of(const node::Dereference& dereference);
    [[nodiscard]] util::Result<Answer> of(const node::AddressOf& address);
    [[nodiscard]] util::Result<Answer> of(const node::Repeat& repeat);
    [[nodiscard]] util::Result<Answer> of(const node::Cast& cast);
    [[nodiscard]] util::Result<Answer> of(const node::SizeOf& size);
    [[nodiscard]] util::Result<Answer> of(const node::Comma& comma);
    [[nodiscard]] util::Result<Answer> of(const node::MethodCall& call);
    [[nodiscard]] util::Result<Answer> of(const node::TuplePart& part);

    [[nodiscard]] util::Result<Answer> comparison(const node::Binary& operation);
    /// \pre no Values
    [[nodiscard]] util::Result<Answer> computed(BinaryOperator what, Answer left, Answer right);
    [[nodiscard]] bool isFortran() const { return m_language == Language::Fortran; }
    /// What members and subscripts are looked for in. \errors Wrong for what was computed
    [[nodiscard]] util::Result<Value> placeOf(Answer answer, const char* use) const;
    /// What '->' leads to from there: of a pointer, an array, or a class that we know to behave like a pointer.
    /// \errors Wrong, NotOurs for other classes
    [[nodiscard]] util::Result<Value> behindArrow(Answer base);
    [[nodiscard]] util::Result<Answer> memberOf(const Value& record, const std::string& name);
    [[nodiscard]] util::Result<Answer> objectPart(const node::Item& item, const Value& object);
    /// An expression of one array and single numbers that is not computed yet. Nothing: it is another one, or wrong.
    [[nodiscard]] std::optional<MappedArray> mappedArgument(const std::vector<node::Item>& items);
    [[nodiscard]] std::optional<MappedArray> mapped(const Node& node);
    [[nodiscard]] std::optional<MappedArray> mappedOf(Answer answer);
    [[nodiscard]] util::Result<Answer> call(const std::string& name, const std::vector<node::Item>& items);
    [[nodiscard]] util::Result<Subscript> subscript(const node::Item& item);
    [[nodiscard]] util::Result<Answer> fortranPart(const node::Index& index, const Value& of);
    [[nodiscard]] util::Result<Answer> cPart(const node::Item& item, const Value& of);
    /// Of the slice of a pointer that was computed. \errors Wrong
    [[nodiscard]] static util::Result<std::int64_t> lengthOf(const Subscript& range);
    [[nodiscard]] util::Result<Value> repeated(const Value& first, std::int64_t count);
    [[nodiscard]] util::Result<std::uint64_t> sizeOf(const Node& node);
    [[nodiscard]] util::Result<std::uint64_t> sizeOfType(const node::TypeId& id);

    // Types of C, and what is made of them.
    /// Null: void. \errors those of Names::type(), Wrong
    [[nodiscard]] util::Result<NamedType> typeOf(const node::TypeId& id);
    /// Of a type's name in sizeof. \errors as typeOf()
    [[nodiscard]] util::Result<NamedType> typeNamed(const Node& node);
    [[nodiscard]] util::Result<Answer> castTo(const NamedType& type, const node::Cast& cast);
    [[nodiscard]] util::Result<Answer> recordCast(const NamedType& type, const Node& operand, bool isReference);
    [[nodiscard]] util::Result<Number> pointerCast(const Number& pointer, const NamedType& pointee, bool isPlain);
    /// The reading of an expression that the names of the frame allow.
    [[nodiscard]] util::Result<const Node*> reading(const Tree& tree);
    [[nodiscard]] bool isType(const std::vector<std::string>& name);
    /// Pointers to a class and to its base point to one object if they are equal as the language compares them.
    void makePointersAlike(Number& left, Number& right);

    Names& m_names;
    ValueReader& m_reader;
    Language m_language;
    Operands m_operands;
    bool m_isMapping = false; // nothing inside is tried twice
};

} // namespace dbgr::values
