// SPDX-License-Identifier: BSD-3-Clause
#include "values/containers/sketched.h"

#include "bytecode/machine.h"
#include "values/containers/sketch.h"
#include "values/values_error.h"

#include <utility>

namespace dbgr::values {

namespace {

/// What the program keeps, by number: the words of a Shape. Others come behind.
enum SketchWord : unsigned
{
    kCountWord,
    kPlaceWord,
    kNotedWord,
    kSketchWords
};

struct SketchedObject
{
    Shape shape;
    bytecode::Program program;
};

util::Result<SketchedObject> sketched(const ContainerLayout& layout, bool isMadeUp)
{
    Sketch sketch(layout, bytecode::Code::ofRegister(0), isMadeUp, kSketchWords);
    Shape shape = layout.family->sketch(sketch);
    DBGR_TRY(sketch.outcome());
    bytecode::Code code = sketch.code();
    for (const auto& [number, word] : {std::pair(kCountWord, &shape.count), std::pair(kPlaceWord, &shape.place),
                                       std::pair(kNotedWord, &shape.isNoted)}) {
        bytecode::Code one = word->code();
        code.then(one.keep(number));
    }
    auto program = bytecode::Program::read(code.then(bytecode::Code::constant(0)).program());
    if (!program)
        return util::fail(Errc::TooLarge, "the class has too many members that matter");
    return SketchedObject{std::move(shape), *std::move(program)};
}

/// The memory of a stopped rank; its one register is where the object lies.
class ObjectTarget final : public bytecode::Target
{
public:
    explicit ObjectTarget(const Source& source) : m_source(source) {}

    std::optional<std::uint64_t> registerValue(unsigned) override { return m_source.object.address.value; }
    bool read(std::uint64_t address, std::span<std::byte> out) override
    {
        m_outcome = m_source.reader.memory().read(Address{address}, out);
        return m_outcome.has_value();
    }
    /// Why the program failed.
    [[nodiscard]] util::Error failure() const { return m_outcome ? garbage().value() : m_outcome.error(); }

private:
    const Source& m_source;
    util::Result<void> m_outcome;
};

Value wholeOf(const Source& source, const Shape& shape, const bytecode::Kept& kept)
{
    const Address place{kept[kPlaceWord]};
    if (shape.whole == Shape::Whole::Element)
        return source.element(place);
    if (shape.whole != Shape::Whole::Row)
        return source.at(place, source.layout.parts[shape.part]);
    return source.row(place, kept[kCountWord]);
}

} // namespace

struct SketchedClass
{
    util::Result<SketchedObject> inMemory, madeUp;
};

std::shared_ptr<const SketchedClass> sketchedClass(const ContainerLayout& layout)
{
    if (!layout.family->sketch)
        return nullptr;
    return std::make_shared<const SketchedClass>(SketchedClass{sketched(layout, false), sketched(layout, true)});
}

util::Result<Container> openSketched(const Source& source)
{
    const SketchedClass& known = *source.layout.sketched;
    const util::Result<SketchedObject>& object = source.isMadeUp() ? known.madeUp : known.inMemory;
    if (!object)
        return util::fail(object.error());
    const Shape& shape = object->shape;
    ObjectTarget target(source);
    bytecode::Kept kept;
    if (!bytecode::run(object->program, target, kept))
        return util::fail(target.failure());
    Container made = source.container(shape.kind, kept[kCountWord]);
    made.isUnordered = shape.isUnordered;
    made.isOpenEnded = shape.isOpenEnded;
    made.note = kept[kNotedWord] != 0 ? shape.note : "";
    const bool isEmptyHolder = shape.kind == ContainerKind::Holder && made.count == 0;
    if (shape.whole != Shape::Whole::None && !isEmptyHolder)
        made.whole = wholeOf(source, shape, kept);
    if (shape.whole == Shape::Whole::Part && shape.kind == ContainerKind::Array) {
        DBGR_TRY(made.whole, source.reader.settled(*made.whole));
    }
    if (shape.whole == Shape::Whole::Inner)
        made.layout = nullptr;
    return made;
}

} // namespace dbgr::values
