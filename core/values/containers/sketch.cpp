// SPDX-License-Identifier: BSD-3-Clause
#include "values/containers/sketch.h"

#include "values/values_error.h"

namespace dbgr::values {

using bytecode::Code;
using bytecode::Domain;
using bytecode::IntegerKind;
using bytecode::Op;

namespace {

constexpr IntegerKind kWordKind{kWordBytes, false};

} // namespace

Word Word::with(const Word& other, Op op) const
{
    Code code = m_code;
    return Word(std::move(code.then(other.m_code).op(op, kWordKind)));
}

Word Word::compared(const Word& other, bytecode::Relation relation) const
{
    Code code = m_code;
    return Word(std::move(code.then(other.m_code).compare(relation, Domain::Unsigned)));
}

Word choice(const Word& truth, const Word& yes, const Word& no)
{
    return Word(Code::choice(truth.code(), yes.code(), no.code()));
}

Sketch::Sketch(const ContainerLayout& layout, const Code& object, bool isMadeUp, unsigned firstKept)
    : m_layout(layout), m_isMadeUp(isMadeUp), m_next(firstKept), m_object(kept(Word(object)).code())
{
    if (!isMadeUp) // what cannot be read at all says so before anything is said of its members
        requireMemory(Word(m_object), layout.self.type->canonical->bytes);
}

Word Sketch::addressOf(std::size_t part) const
{
    const std::int64_t offset = m_layout.parts[part].offset;
    return offset == 0 ? Word(m_object) : Word(m_object) + static_cast<std::uint64_t>(offset);
}

Word Sketch::word(std::size_t part)
{
    const std::uint64_t bytes = m_layout.parts[part].type->canonical->bytes;
    if (bytes >= 1 && bytes <= kWordBytes)
        return read(addressOf(part), static_cast<unsigned>(bytes));
    if (m_outcome)
        m_outcome = util::fail(Errc::NotRecorded, "the compiler did not record how large its members are");
    return 0;
}

Word Sketch::read(const Word& address, unsigned bytes, bool isSigned)
{
    Code code = address.code();
    return kept(Word(std::move(code.op(Op::Load, IntegerKind{bytes, isSigned}))));
}

std::uint64_t Sketch::elementBytes()
{
    const std::uint64_t bytes = m_layout.element.isKnown() ? sizeOf(*m_layout.element.type) : 0;
    if (bytes == 0 && m_outcome)
        m_outcome = util::fail(Errc::NotRecorded, "the compiler did not record what its elements are");
    return bytes == 0 ? 1 : bytes;
}

Word Sketch::kept(const Word& word)
{
    if (m_next == bytecode::kMaxKept) { // nobody can run that
        m_outcome = util::fail(Errc::NotOurs, "an object of that size");
        return word;
    }
    Code code = word.code();
    m_code.then(code.keep(m_next));
    return Word(Code::recalled(m_next++));
}

void Sketch::require(const Word& truth)
{
    Code code = truth.code();
    m_code.then(code.op(Op::Require).op(Op::Drop));
}

void Sketch::requireMemory(const Word& address, const Word& bytes)
{
    Code code = address.code();
    m_code.then(code.then(bytes.code()).op(Op::Readable));
}

void Sketch::when(const Word& truth, const std::function<void()>& then)
{
    Code before = std::exchange(m_code, Code());
    then();
    m_code = before.then(Code::choice(truth.code(), m_code, Code()));
}

Shape Sketch::row(ContainerKind kind, const Word& first, const Word& count)
{
    const std::uint64_t bytes = elementBytes();
    Shape shape;
    shape.kind = kind;
    shape.count = kept(count);
    shape.whole = Shape::Whole::Row;
    shape.place = kept(first);
    require(shape.count <= kMostContainerBytes / bytes);
    requireMemory(shape.place, shape.count * bytes);
    return shape;
}

} // namespace dbgr::values
