// SPDX-License-Identifier: BSD-3-Clause
// Objects of C++'s library in programs: what Objects says of them, by the same sketches of their classes. What has to
// be walked or searched has no code. Way: Compiler -> ObjectsCode -> Sketch, Spots. Thread: as Value; made for one
// program.
#pragma once

#include "bytecode/code.h"
#include "util/result.h"
#include "values/compile/number_code.h"
#include "values/compile/spot.h"
#include "values/containers/sketch.h"
#include "values/expr/object_methods.h"
#include "values/value/value_reader.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace dbgr::values {

/// An object that a program has looked at.
struct OpenedCode
{
    bytecode::Code code; ///< finds out what the shape speaks of; leaves nothing
    Spot object;         ///< settled, and its address is kept
    const ContainerLayout* layout = nullptr;
    Shape shape;
    std::string kindName; ///< Container::kindName

    [[nodiscard]] bool isOptional() const { return shape.kind == ContainerKind::Holder && kindName == "optional"; }
    [[nodiscard]] bool isSmartPointer() const { return shape.kind == ContainerKind::Pointer && kindName != "weak_ptr"; }
};

/// \errors of all: NotOurs
class ObjectsCode
{
public:
    using Part = std::variant<Spot, NumberCode>;

    /// Both outlive this.
    ObjectsCode(ValueReader& reader, const Spots& spots) : m_reader(reader), m_spots(spots) {}

    /// Nothing: it is no object of a library that we know.
    [[nodiscard]] util::Result<std::optional<OpenedCode>> open(Spot spot);
    /// Pushes a truth.
    [[nodiscard]] static bytecode::Code hasElements(const OpenedCode& object);
    /// What a smart pointer or an optional leads to.
    [[nodiscard]] util::Result<Spot> target(const OpenedCode& object);
    /// With its bounds. \param index an integer
    [[nodiscard]] util::Result<Spot> element(const OpenedCode& object, NumberCode index);
    /// The k-th part of a tuple, or element of an array.
    [[nodiscard]] util::Result<Spot> tuplePart(const OpenedCode& object, std::uint64_t k);
    /// \param argument null: none
    [[nodiscard]] util::Result<Part> call(const OpenedCode& object, std::string_view method,
                                          const NumberCode* argument);
    /// Where a truth is expected. Nothing: it is none there.
    [[nodiscard]] util::Result<std::optional<Part>> asTruth(const OpenedCode& object);
    /// The value that an object stands for, as a std::atomic.
    [[nodiscard]] util::Result<Spot> standsFor(const OpenedCode& object);
    /// Whether a text is one that the program's user has typed.
    [[nodiscard]] util::Result<NumberCode> isText(const OpenedCode& object, std::string_view literal);

private:
    [[nodiscard]] util::Result<Spot> whole(const OpenedCode& object) const;
    [[nodiscard]] util::Result<Spot> elementOfArray(const OpenedCode& object, NumberCode index) const;
    [[nodiscard]] util::Result<Spot> elementApart(const OpenedCode& object, NumberCode index);
    [[nodiscard]] util::Result<Part> addressOfFirst(const OpenedCode& object) const;

    ValueReader& m_reader;
    const Spots& m_spots;
    unsigned m_kept = 0; // numbers of the program that are taken
};

} // namespace dbgr::values
