// SPDX-License-Identifier: BSD-3-Clause
// Objects compared with others: keys of maps, texts, optional values.
#include "values/expr/arithmetic.h"
#include "values/expr/loading.h"
#include "values/expr/number_operations.h"
#include "values/expr/objects.h"
#include "values/values_error.h"

#include <algorithm>
#include <span>
#include <utility>

namespace dbgr::values {

namespace {

constexpr std::uint64_t kLongestObjectText = std::uint64_t{16} << 20;

bool isByte(const Type& element)
{
    const Type& plain = *element.canonical;
    return plain.kind == TypeKind::Character && plain.bytes == 1;
}

util::Result<std::string> charactersOf(ValueReader& reader, const Value& array, std::uint64_t most)
{
    const std::uint64_t count = array.array->count();
    const bool isPlain = array.array->extents.size() == 1 && array.array->extents.front().stride == 1;
    if (!isByte(*array.array->element) || (!isPlain && count > 0))
        return util::fail(Errc::NotOurs, "texts of wide characters need a compiler");
    if (count > most)
        return util::fail(Errc::TooLarge, "the text has " + std::to_string(count) + " characters");
    std::string text(static_cast<std::size_t>(count), '\0');
    DBGR_TRY(reader.memory().read(array.array->base, std::as_writable_bytes(std::span(text))));
    return text;
}

util::Result<std::string> textOfContainer(ValueReader& reader, const Container& container, std::uint64_t most)
{
    DBGR_TRY(const Value whole, reader.settled(*container.whole));
    if (!whole.isArray())
        return util::fail(Errc::NotOurs, "such texts need a compiler");
    return charactersOf(reader, whole, most);
}

bool isTextObject(const std::optional<Container>& container)
{
    return container && container->kind == ContainerKind::Text && container->whole;
}

/// What the program's own conversion would make of a key.
util::Result<Number> asKey(const Number& asked, const Number& key)
{
    if (asked.kind == NumberKind::Pointer || key.kind == NumberKind::Pointer) {
        if (asked.kind != key.kind)
            return util::fail(Errc::Wrong, "the keys are of another type");
        return asked;
    }
    const bool isArithmetic = asked.kind != NumberKind::Text && key.kind != NumberKind::Text;
    if (!isArithmetic)
        return util::fail(Errc::Wrong, "the keys are of another type");
    return converted(asked, key.kind, key.bytes, key.isSigned);
}

bool isSameKey(const Number& a, const Number& b)
{
    const bool isReal = a.kind == NumberKind::Real;
    return a.kind == b.kind && (isReal ? a.real == b.real : a.integer == b.integer);
}

/// For messages; what a terminal should not see is left out.
std::string keyInWords(const std::optional<std::string>& text, const std::optional<Number>& number)
{
    constexpr std::size_t kLongest = 60;
    if (text) {
        const bool isPlain = text->size() <= kLongest &&
                             std::all_of(text->begin(), text->end(), [](char c) { return c >= ' ' && c <= '~'; });
        return isPlain ? "\"" + *text + "\"" : "of that text";
    }
    const bool isShort = number && number->kind == NumberKind::Integer && !number->enumeration &&
                         wrapped(number->integer, 8, true) == number->integer;
    return isShort ? std::to_string(static_cast<std::int64_t>(number->integer)) : "like that";
}

} // namespace

std::optional<util::Result<std::string>> textOfObject(ValueReader& reader, const Value& value, std::uint64_t most)
{
    auto opened = Objects(reader).open(value);
    if (!opened || !isTextObject(*opened))
        return std::nullopt;
    return textOfContainer(reader, **opened, most);
}

util::Result<std::string> Objects::textAt(Address address)
{
    constexpr std::size_t kPieceOfText = 256;
    std::string text;
    if (address.isNull())
        return util::fail(Errc::NotAssociated, "the pointer is null");
    while (text.size() < kLongestObjectText) {
        const Address next = address.plus(static_cast<std::int64_t>(text.size()));
        std::array<char, kPieceOfText> piece;
        const std::size_t bytes = kPieceOfText - next.value % kPieceOfText; // the page behind may not exist
        DBGR_TRY(m_reader.memory().read(next, std::as_writable_bytes(std::span(piece).first(bytes))));
        const auto end = std::find(piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(bytes), '\0');
        text.append(piece.begin(), end);
        if (end != piece.begin() + static_cast<std::ptrdiff_t>(bytes))
            return text;
    }
    return util::fail(Errc::TooLarge, "the text has no end");
}

util::Result<std::optional<std::string>> Objects::text(const Answer& answer)
{
    const auto* const number = std::get_if<Number>(&answer);
    if (number && number->kind == NumberKind::Text) {
        if (number->bytes != 1)
            return util::fail(Errc::NotOurs, "texts of wide characters need a compiler");
        return std::optional(number->text.substr(0, number->text.find('\0')));
    }
    std::optional<Number> pointer = number ? std::optional(*number) : std::nullopt;
    if (const auto* const value = std::get_if<Value>(&answer)) {
        if (auto found = textOfObject(m_reader, *value, kLongestObjectText)) {
            DBGR_TRY(std::string characters, *std::move(found));
            return std::optional(std::move(characters));
        }
        DBGR_TRY(const Value settled, m_reader.settled(*value));
        if (settled.isArray() && isByte(*settled.array->element) && settled.array->extents.size() == 1) {
            DBGR_TRY(std::string characters, charactersOf(m_reader, settled, kLongestObjectText));
            return std::optional(characters.substr(0, characters.find('\0')));
        }
        if (!settled.isArray() && settled.type->canonical->kind == TypeKind::Pointer) {
            DBGR_TRY(pointer, numberAt(m_reader, settled));
        }
    }
    const bool isTexts =
        pointer && pointer->kind == NumberKind::Pointer && pointer->pointee && isByte(*pointer->pointee);
    if (!isTexts)
        return std::optional<std::string>();
    DBGR_TRY(std::string characters, textAt(pointer->address()));
    return std::optional(std::move(characters));
}

// --- keys ------------------------------------------------------------------------------------------------------------

util::Result<Objects::Matches> Objects::search(const Container& container, const Answer& asked)
{
    if (container.count > kMaxSearched)
        return util::fail(Errc::TooLarge, "it has " + std::to_string(container.count) + " entries, too many to search");
    DBGR_TRY(const std::optional<std::string> wanted, text(asked));
    std::optional<Number> number;
    if (!wanted) {
        DBGR_TRY(number, singleNumber(m_reader, asked));
    }
    Matches matches;
    util::Result<void> outcome = util::ok();
    DBGR_TRY(m_containers.forEach(container, 0, [&](const Item& item) {
        const auto same = isKey(item.key ? *item.key : item.value, wanted, number);
        if (!same) {
            outcome = util::fail(same.error());
            return false;
        }
        if (*same) {
            ++matches.count;
            matches.value = item.value;
        }
        return !*same || container.isMulti();
    }));
    DBGR_TRY(outcome);
    return matches;
}

util::Result<bool> Objects::isKey(const Value& key, const std::optional<std::string>& wanted,
                                  const std::optional<Number>& number)
{
    if (auto characters = textOfObject(m_reader, key, kLongestObjectText)) {
        if (!wanted)
            return util::fail(Errc::Wrong, "its keys are texts");
        DBGR_TRY(const std::string known, *std::move(characters));
        return known == *wanted;
    }
    DBGR_TRY(const Number known, singleNumber(m_reader, key)); // NotOurs for keys of classes
    if (!number)
        return util::fail(Errc::Wrong, "its keys are no texts");
    DBGR_TRY(const Number converted, asKey(*number, known));
    return isSameKey(converted, known);
}

util::Result<Answer> Objects::atKey(const Container& map, const Answer& key)
{
    if (map.isMulti())
        return util::fail(Errc::NotOurs, "a " + map.kindName + " has no operator '[]'");
    DBGR_TRY(const Matches matches, search(map, key));
    if (matches.value)
        return *matches.value;
    DBGR_TRY(const std::optional<std::string> wanted, text(key));
    const auto number = wanted ? std::nullopt : std::optional(singleNumber(m_reader, key));
    return util::fail(Errc::Undefined, "it has no key " + keyInWords(wanted, number && *number ? std::optional(**number)
                                                                                               : std::nullopt));
}

// --- operators -------------------------------------------------------------------------------------------------------

std::optional<util::Result<Answer>> Objects::compared(BinaryOperator operation, const Answer& left, const Answer& right,
                                                      Language language)
{
    const std::optional<Container> a = objectOf(left);
    const std::optional<Container> b = objectOf(right);
    if (isTextObject(a) || isTextObject(b))
        return comparedTexts(operation, left, right);
    if ((a && a->isOptional()) || (b && b->isOptional()))
        return comparedHeld(operation, left, right, language);
    return std::nullopt;
}

/// As the C++ library compares: by bytes, the shorter one first.
util::Result<Answer> Objects::comparedTexts(BinaryOperator operation, const Answer& left, const Answer& right)
{
    DBGR_TRY(const std::optional<std::string> a, text(left));
    DBGR_TRY(const std::optional<std::string> b, text(right));
    if (!a || !b)
        return util::fail(Errc::NotOurs, "such a comparison needs a compiler");
    return logicalNumber(holds(operation, a->compare(*b) <=> 0), 1);
}

/// An empty one is less than all values.
util::Result<Answer> Objects::comparedHeld(BinaryOperator operation, const Answer& left, const Answer& right,
                                           Language language)
{
    const auto contentOf = [&](const Answer& side) -> util::Result<std::optional<Answer>> {
        const std::optional<Container> holder = objectOf(side);
        if (!holder || !holder->isOptional())
            return std::optional(side);
        if (holder->count == 0)
            return std::optional<Answer>();
        DBGR_TRY(Value content, item(*holder, 0));
        return std::optional<Answer>(std::move(content));
    };
    DBGR_TRY(const std::optional<Answer> a, contentOf(left));
    DBGR_TRY(const std::optional<Answer> b, contentOf(right));
    if (!a || !b)
        return logicalNumber(holds(operation, a.has_value() <=> b.has_value()), 1);
    const std::optional<Container> first = objectOf(*a);
    const std::optional<Container> second = objectOf(*b);
    if (isTextObject(first) || isTextObject(second))
        return comparedTexts(operation, *a, *b);
    DBGR_TRY(const Number x, singleNumber(m_reader, *a));
    DBGR_TRY(const Number y, singleNumber(m_reader, *b));
    return binary(operation, x, y, language);
}

} // namespace dbgr::values
