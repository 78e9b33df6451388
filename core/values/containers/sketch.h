// SPDX-License-Identifier: BSD-3-Clause
// How an object of a library is looked at, once for all who do it: rules over its words, as code. The reader runs it
// (containers/sketched), and so does the tracer, as a part of the program that a condition is compiled to
// (compile/objects_code). Way: one Family -> Sketch -> Shape. Thread: as ValueReader.
#pragma once

#include "bytecode/code.h"
#include "util/result.h"
#include "values/containers/layout.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace dbgr::values {

/// A number of 64 bits without a sign, or a truth, which is known when an object is looked at.
class Word
{
public:
    Word(std::uint64_t constant) : m_code(bytecode::Code::constant(constant)) {} // NOLINT: a number is one
    explicit Word(bytecode::Code code) : m_code(std::move(code)) {}

    [[nodiscard]] const bytecode::Code& code() const { return m_code; }

    friend Word operator+(const Word& a, const Word& b) { return a.with(b, bytecode::Op::Add); }
    friend Word operator-(const Word& a, const Word& b) { return a.with(b, bytecode::Op::Subtract); }
    friend Word operator*(const Word& a, const Word& b) { return a.with(b, bytecode::Op::Multiply); }
    friend Word operator/(const Word& a, const Word& b) { return a.with(b, bytecode::Op::Divide); }
    friend Word operator%(const Word& a, const Word& b) { return a.with(b, bytecode::Op::Remainder); }
    /// Of truths; both are found out.
    friend Word operator&&(const Word& a, const Word& b) { return a.with(b, bytecode::Op::And); }
    friend Word operator||(const Word& a, const Word& b) { return a.with(b, bytecode::Op::Or); }
    friend Word operator==(const Word& a, const Word& b) { return a.compared(b, bytecode::Relation::Equal); }
    friend Word operator!=(const Word& a, const Word& b) { return a.compared(b, bytecode::Relation::NotEqual); }
    friend Word operator<(const Word& a, const Word& b) { return a.compared(b, bytecode::Relation::Less); }
    friend Word operator<=(const Word& a, const Word& b) { return a.compared(b, bytecode::Relation::LessEqual); }
    friend Word operator>(const Word& a, const Word& b) { return a.compared(b, bytecode::Relation::Greater); }
    friend Word operator>=(const Word& a, const Word& b) { return a.compared(b, bytecode::Relation::GreaterEqual); }

private:
    [[nodiscard]] Word with(const Word& other, bytecode::Op op) const;
    [[nodiscard]] Word compared(const Word& other, bytecode::Relation relation) const;

    bytecode::Code m_code;
};

/// One of two, of which only that one is found out.
[[nodiscard]] Word choice(const Word& truth, const Word& yes, const Word& no);

/// What there is to know of an object before anybody looks at its elements.
struct Shape
{
    enum class Whole : std::uint8_t
    {
        None,
        Row,     ///< elements, one behind the other: an array of `count`
        Element, ///< one of them
        Part,    ///< the member `part`
        Inner    ///< the same: a container, which the object is only a wrapping of
    };
    ContainerKind kind = ContainerKind::Sequence;
    Word count{0};
    Whole whole = Whole::None; ///< what Container::whole is
    Word place{0};             ///< where that is
    std::size_t part = 0;
    bool isUnordered = false;
    bool isOpenEnded = false;
    const char* note = ""; ///< Container::note where `isNoted`
    Word isNoted{0};
};

/// Notes what is to be done, in its order, when an object is looked at.
class Sketch
{
public:
    /// \param object pushes its address. \param firstKept the number of the first word that this one may keep
    Sketch(const ContainerLayout& layout, const bytecode::Code& object, bool isMadeUp, unsigned firstKept = 0);

    [[nodiscard]] const ContainerLayout& layout() const { return m_layout; }
    /// Whether the object has no address of its own; then nobody can point to it.
    [[nodiscard]] bool isMadeUp() const { return m_isMadeUp; }

    [[nodiscard]] Word addressOf(std::size_t part) const;
    /// A number or pointer that is a member.
    [[nodiscard]] Word word(std::size_t part);
    /// An integer somewhere, of 1 to 8 bytes.
    [[nodiscard]] Word read(const Word& address, unsigned bytes, bool isSigned = false);
    [[nodiscard]] Word pointerAt(const Word& address) { return read(address, kWordBytes); }
    /// Of one element; not 0, also where nobody knows.
    [[nodiscard]] std::uint64_t elementBytes();
    /// The same word, found out here and nowhere else.
    [[nodiscard]] Word kept(const Word& word);

    /// Else the object cannot be what it is said to be.
    void require(const Word& truth);
    /// Both ends can be read.
    void requireMemory(const Word& address, const Word& bytes);
    void when(const Word& truth, const std::function<void()>& then);

    /// Elements one behind the other; both ends can be read.
    [[nodiscard]] Shape row(ContainerKind kind, const Word& first, const Word& count);

    /// \errors NotRecorded: what the compiler did not record is needed
    [[nodiscard]] util::Result<void> outcome() const { return m_outcome; }
    /// Of all that was noted so far; leaves nothing on the stack.
    [[nodiscard]] const bytecode::Code& code() const { return m_code; }
    /// Of the next word that somebody may keep.
    [[nodiscard]] unsigned nextKept() const { return m_next; }

private:
    const ContainerLayout& m_layout;
    bool m_isMadeUp;
    unsigned m_next;
    bytecode::Code m_code;
    bytecode::Code m_object;
    util::Result<void> m_outcome;
};

} // namespace dbgr::values
