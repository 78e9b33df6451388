// SPDX-License-Identifier: BSD-3-Clause
// From the tree of a condition to a program that judges it at one place in the text. What it says is what Reader says
// of the condition there; where the Reader has no answer the program fails. Much has no program: whatever needs to know
// an object's class, a library's containers, texts, functions. Way: Reader -> Compiler -> Spots, NumberCode.
// Thread: as Value.
#pragma once

#include "bytecode/code.h"
#include "util/result.h"
#include "values/compile/spot.h"
#include "values/expr/tree.h"
#include "values/expr/visible_names.h"
#include "values/value/value_reader.h"

#include <cstddef>
#include <variant>
#include <vector>

namespace dbgr::values {

class Compiler
{
public:
    /// All outlive this. \param frame that stands there; its registers and the memory mean nothing
    Compiler(Names& names, ValueReader& reader, const Frame& frame, Language language)
        : m_names(names), m_reader(reader), m_places(frame), m_spots(m_places), m_language(language)
    {}

    /// A whole program. \errors NotOurs: it has none
    [[nodiscard]] util::Result<std::vector<std::byte>> run(const Tree& condition);

private:
    using Part = std::variant<Spot, NumberCode>;

    [[nodiscard]] util::Result<Part> part(const Node& node);
    [[nodiscard]] util::Result<NumberCode> number(const Node& node);
    [[nodiscard]] util::Result<NumberCode> truth(const Node& node);

    [[nodiscard]] util::Result<Part> of(const node::Literal& literal);
    [[nodiscard]] util::Result<Part> of(const node::Name& name);
    [[nodiscard]] util::Result<Part> of(const node::ScopedName& name);
    [[nodiscard]] util::Result<Part> of(const node::Member& member);
    [[nodiscard]] util::Result<Part> of(const node::Index& index);
    [[nodiscard]] util::Result<Part> of(const node::Unary& operation);
    [[nodiscard]] util::Result<Part> of(const node::Binary& operation);
    [[nodiscard]] util::Result<Part> of(const node::Dereference& dereference);
    [[nodiscard]] util::Result<Part> of(const node::AddressOf& address);
    [[nodiscard]] util::Result<Part> of(const node::Cast& cast);
    template <class Other>
    [[nodiscard]] util::Result<Part> of(const Other&)
    {
        return noCode("such an expression");
    }

    [[nodiscard]] util::Result<Part> variable(const util::Result<Value>& found);
    [[nodiscard]] util::Result<Spot> memberOfThis(const Value& found);
    [[nodiscard]] util::Result<NumberCode> shortCircuit(const node::Binary& operation);
    [[nodiscard]] util::Result<std::vector<NumberCode>> subscripts(const std::vector<node::Item>& items);
    [[nodiscard]] util::Result<NumberCode> castTo(const NamedType& type, NumberCode operand);
    [[nodiscard]] util::Result<NumberCode> pointerCast(const node::TypeId& id, const NamedType& base,
                                                       NumberCode operand, bool isPlain);
    [[nodiscard]] bool isFortran() const { return m_language == Language::Fortran; }

    Names& m_names;
    ValueReader& m_reader;
    PlaceCode m_places;
    Spots m_spots;
    Language m_language;
};

} // namespace dbgr::values
