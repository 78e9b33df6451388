// SPDX-License-Identifier: BSD-3-Clause
// From the tree of a condition to a program that judges it at one place in the text. What it says is what Reader says
// of the condition there; where the Reader has no answer the program fails. Much has no program: whatever needs to know
// an object's class, what has to be searched or walked in containers, functions. Way: Reader -> Compiler -> Spots,
// ObjectsCode, NumberCode.
// Thread: as Value.
#pragma once

#include "bytecode/code.h"
#include "util/result.h"
#include "values/compile/objects_code.h"
#include "values/compile/spot.h"
#include "values/expr/tree.h"
#include "values/expr/visible_names.h"
#include "values/print/printer.h"
#include "values/value/value_reader.h"

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace dbgr::values {

class Compiler
{
public:
    /// All outlive this. \param frame that stands there; its registers and the memory mean nothing
    Compiler(Names& names, ValueReader& reader, const Frame& frame, Language language)
        : m_names(names), m_reader(reader), m_places(frame), m_spots(m_places), m_objects(reader, m_spots),
          m_language(language)
    {}

    /// A whole program. \errors NotOurs: it has none
    [[nodiscard]] util::Result<std::vector<std::byte>> run(const Tree& condition);
    /// One that reads what there is to read for an expression to be evaluated and shown. \errors as run()
    [[nodiscard]] util::Result<std::vector<std::byte>> runToShow(const Tree& expression, const TextLimits& limits);
    /// One that leaves the frame's canonical address. \errors as run()
    [[nodiscard]] util::Result<std::vector<std::byte>> runToFrame(const LoadedFile& file, Frame& frame) const;

private:
    using Part = ObjectsCode::Part;
    /// A side of a comparison.
    struct Operand
    {
        std::optional<Part> part;          ///< nothing: it is `text`
        const std::string* text = nullptr; ///< of a literal
        std::optional<OpenedCode> object;  ///< what the part is, if it is one

        [[nodiscard]] bool isText() const { return object && object->shape.kind == ContainerKind::Text; }
        [[nodiscard]] bool isOptional() const { return object && object->isOptional(); }
    };

    [[nodiscard]] util::Result<Part> part(const Node& node);
    [[nodiscard]] util::Result<NumberCode> number(const Node& node);
    /// \param isTruth whether objects may stand there that are only true or false
    [[nodiscard]] util::Result<NumberCode> number(Part part, bool isTruth);
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
    [[nodiscard]] util::Result<Part> of(const node::MethodCall& call);
    [[nodiscard]] util::Result<Part> of(const node::TuplePart& part);
    template <class Other>
    [[nodiscard]] util::Result<Part> of(const Other&)
    {
        return noCode("such an expression");
    }

    [[nodiscard]] util::Result<Part> variable(const util::Result<Value>& found);
    [[nodiscard]] util::Result<Spot> memberOfThis(const Value& found);
    /// If it is one. Nothing: it is something else.
    [[nodiscard]] util::Result<std::optional<OpenedCode>> objectOf(const Part& part);
    /// What '->' leads to from there.
    [[nodiscard]] util::Result<Spot> behindArrow(Part base);
    [[nodiscard]] util::Result<Operand> operand(const Node& node);
    [[nodiscard]] util::Result<Operand> operandOf(Part part);
    /// \param isTruth as for number()
    [[nodiscard]] util::Result<NumberCode> compared(BinaryOperator operation, const Operand& left, const Operand& right,
                                                    bool isTruth);
    [[nodiscard]] util::Result<NumberCode> comparedHeld(BinaryOperator operation, const Operand& left,
                                                        const Operand& right);
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
    ObjectsCode m_objects;
    Language m_language;
};

} // namespace dbgr::values
