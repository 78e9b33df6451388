// SPDX-License-Identifier: BSD-3-Clause
// Objects of C++'s library in expressions: v[3], m["ann"], *p, s == "text", v.size(). What no container of ours can
// answer is left to a compiler. Nothing is ever inserted, and no code of the program runs. Way: Evaluator -> Objects ->
// Containers. Thread: as ValueReader; made for one question.
#pragma once

#include "util/result.h"
#include "values/containers/containers.h"
#include "values/expr/answer.h"
#include "values/expr/operators.h"
#include "values/value/value_reader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dbgr::values {

class Objects
{
public:
    static constexpr std::uint64_t kMaxSearched = 200'000; ///< entries that are looked at for a key

    /// \param reader outlives this
    explicit Objects(ValueReader& reader) : m_reader(reader), m_containers(reader) {}

    /// Nothing: it is no object of a library that we know. \errors those of ValueReader and Containers
    [[nodiscard]] util::Result<std::optional<Container>> open(const Value& value);
    /// What a smart pointer or an optional leads to. Nothing: it is none.
    /// \errors NotAssociated, Undefined for an empty one
    [[nodiscard]] util::Result<std::optional<Value>> target(const Value& object);
    /// The one value that it is, as a std::atomic or std::reference_wrapper.
    [[nodiscard]] std::optional<Value> standsFor(const Value& object);
    /// \errors Undefined outside of the bounds, NotOurs for what has no numbered elements
    [[nodiscard]] util::Result<Answer> element(const Container& container, std::int64_t index);
    /// \errors Wrong for what does not lie in one piece
    [[nodiscard]] util::Result<Answer> slice(const Container& container, const Subscript& range);
    /// \pre a Map \errors Undefined if there is no such key, TooLarge, NotOurs for keys that are no numbers or texts
    [[nodiscard]] util::Result<Answer> atKey(const Container& map, const Answer& key);
    /// \param argument null: none \errors NotOurs for what such containers do not have
    [[nodiscard]] util::Result<Answer> call(const Container& container, std::string_view method,
                                            const Answer* argument);
    /// Texts and optional values, as their own operators compare them. Nothing: neither side is one.
    [[nodiscard]] std::optional<util::Result<Answer>> compared(BinaryOperator operation, const Answer& left,
                                                               const Answer& right, Language language);
    /// Where a truth is expected: of a smart pointer its pointer, of an optional whether it holds something; all else
    /// as it is. \errors as open()
    [[nodiscard]] util::Result<Answer> asTruth(Answer answer);

private:
    [[nodiscard]] util::Result<Value> item(const Container& container, std::uint64_t k);
    [[nodiscard]] util::Result<Answer> behindPointer(const Container& pointer, const Subscript& subscript);
    [[nodiscard]] util::Result<Answer> at(const Container& container, const Answer& argument);
    [[nodiscard]] util::Result<Answer> atEnd(const Container& container, bool isFirst);
    [[nodiscard]] util::Result<Answer> addressOfText(const Container& container);
    [[nodiscard]] util::Result<Answer> held(const Container& holder);
    [[nodiscard]] util::Result<Answer> partOfComplex(const Container& plain, bool isReal);
    /// How many entries have the key; the last one's value.
    struct Matches
    {
        std::uint64_t count = 0;
        std::optional<Value> value;
    };
    [[nodiscard]] util::Result<Matches> search(const Container& container, const Answer& key);
    /// \param text what is asked for, or \param number
    [[nodiscard]] util::Result<bool> isKey(const Value& key, const std::optional<std::string>& text,
                                           const std::optional<Number>& number);
    /// Of an object, of C's characters, or a literal. Nothing: it is no text.
    [[nodiscard]] util::Result<std::optional<std::string>> text(const Answer& answer);
    [[nodiscard]] util::Result<std::string> textAt(Address address);
    [[nodiscard]] std::optional<Container> objectOf(const Answer& answer);
    [[nodiscard]] util::Result<Answer> comparedTexts(BinaryOperator operation, const Answer& left, const Answer& right);
    [[nodiscard]] util::Result<Answer> comparedHeld(BinaryOperator operation, const Answer& left, const Answer& right,
                                                    Language language);

    ValueReader& m_reader;
    Containers m_containers;
};

/// What subscripts count in a container that lies in one piece: of a matrix with one column its rows are single
/// elements. \pre container.whole \errors those of ValueReader::settled()
[[nodiscard]] util::Result<Value> elementsOf(ValueReader& reader, const Container& container);
/// The characters of a std::string or string_view. Nothing: it is none.
/// \errors those of ValueReader and Containers; TooLarge for more than `most` characters, NotOurs for wide ones
[[nodiscard]] std::optional<util::Result<std::string>> textOfObject(ValueReader& reader, const Value& value,
                                                                    std::uint64_t most);
/// The number that an object stands for, as a std::atomic. Nothing: it is no such object. \pre settled
[[nodiscard]] std::optional<util::Result<Number>> numberOfObject(ValueReader& reader, const Value& value);

} // namespace dbgr::values
