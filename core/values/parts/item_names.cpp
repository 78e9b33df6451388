// SPDX-License-Identifier: BSD-3-Clause
#include "values/parts/item_names.h"

#include "values/expr/loading.h"
#include "values/expr/objects.h"
#include "values/expr/parser.h"
#include "values/parts/path.h"
#include "values/print/printer.h"
#include "values/print/quoted.h"
#include "values/print/scalar_text.h"

#include <array>
#include <optional>
#include <variant>

namespace dbgr::values {

namespace {

constexpr TextLimits kKeyText{2, 10, 60};
constexpr std::uint64_t kLongestKey = 200;

/// The literal, if it means just that.
std::string literalIf(const std::string& literal, const Number& meant)
{
    const auto tree = parse(literal, Language::Cxx);
    const auto* const read = tree ? std::get_if<node::Literal>(&tree->root().kind) : nullptr;
    const bool isSame = read && read->value.kind == meant.kind && read->value.text == meant.text &&
                        read->value.real == meant.real && read->value.integer == meant.integer;
    return isSame ? literal : std::string();
}

std::string literalOfReal(Number key)
{
    const bool isBelow = key.real < 0;
    key.real = isBelow ? -key.real : key.real;
    const char* const suffix = key.bytes == sizeof(float) ? "f" : key.bytes == sizeof(double) ? "" : "L";
    const std::string literal = literalIf(scalarText(key, Language::Cxx) + suffix, key);
    return isBelow && !literal.empty() ? "-" + literal : literal;
}

std::string literalOf(const Number& key)
{
    constexpr Int128 kLargest = Int128{1} << 62; // what a literal of C certainly holds
    switch (key.kind) {
    case NumberKind::Integer: // of an enumeration, too: its names may be seen from elsewhere only
        return key.integer < kLargest && key.integer > -kLargest ? integerText(key.integer) : std::string();
    case NumberKind::Logical:
        return key.integer == 0 ? "false" : "true";
    case NumberKind::Real:
        return literalOfReal(key);
    default:
        return {};
    }
}

/// What to write for the key; "" no literal is like it.
std::string literalOfKey(ValueReader& reader, const Value& key)
{
    if (const auto text = textOfObject(reader, key, kLongestKey)) {
        const bool isWhole = *text && (*text)->find('\0') == std::string::npos; // there a literal ends for the program
        return isWhole ? literalIf(quotedC(**text), textNumber(**text)) : std::string();
    }
    const auto number = singleNumber(reader, key);
    return number ? literalOf(*number) : std::string();
}

} // namespace

ItemName ItemNames::of(const Item& item, std::uint64_t k)
{
    if (item.key)
        return ofKey(*item.key);
    const std::string at = "[" + std::to_string(k) + "]";
    if (m_container.kind == ContainerKind::Set)
        return {at, {}};
    if (m_container.kind != ContainerKind::Tuple)
        return {at, pathOfElement(m_path, at, Language::Cxx)};
    if (m_container.kindName == "pair") {
        const std::string name = k == 0 ? "first" : "second";
        return {name, pathOfMember(m_path, name, Language::Cxx)};
    }
    return {at, m_path.empty() ? std::string() : "std::get<" + std::to_string(k) + ">(" + m_path + ")"};
}

ItemName ItemNames::ofKey(const Value& key)
{
    const std::string text = Printer(m_reader, kKeyText).text(key);
    const bool isUnique = !m_container.isMulti();
    const std::string literal = isUnique ? literalOfKey(m_reader, key) : std::string();
    return {"[" + text + "]",
            literal.empty() ? std::string() : pathOfElement(m_path, "[" + literal + "]", Language::Cxx)};
}

} // namespace dbgr::values
