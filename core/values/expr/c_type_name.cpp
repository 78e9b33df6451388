// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/c_type_name.h"

#include "values/values_error.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>

namespace dbgr::values {

namespace {

constexpr bool kIsCharSigned = std::numeric_limits<char>::is_signed;
constexpr bool kIsWideSigned = std::numeric_limits<wchar_t>::is_signed;

struct KnownType
{
    std::string_view words; ///< sorted, with one blank between
    node::TypeName type;
};

constexpr node::TypeName integerType(unsigned bytes, bool isSigned)
{
    return {NumberKind::Integer, bytes, isSigned, false};
}
constexpr node::TypeName characterType(unsigned bytes, bool isSigned, Letters letters = Letters::None)
{
    return {NumberKind::Integer, bytes, isSigned, true, letters};
}
constexpr node::TypeName realType(unsigned bytes)
{
    return {NumberKind::Real, bytes, true, false};
}

// Words may stand in any order in C ("long unsigned int"), so that they are sorted before they are looked up.
constexpr std::array kKnownTypes{
    KnownType{"void", {NumberKind::Integer, 0, true, false}},
    KnownType{"bool", {NumberKind::Logical, 1, true, false}},
    KnownType{"_Bool", {NumberKind::Logical, 1, true, false}},
    KnownType{"char", characterType(1, kIsCharSigned, Letters::Char)},
    KnownType{"char signed", characterType(1, true)},
    KnownType{"char unsigned", characterType(1, false)},
    KnownType{"char8_t", characterType(1, false, Letters::Utf8)},
    KnownType{"char16_t", characterType(2, false, Letters::Utf16)},
    KnownType{"char32_t", characterType(4, false, Letters::Utf32)},
    KnownType{"wchar_t", characterType(4, kIsWideSigned, Letters::Wide)},
    KnownType{"short", integerType(2, true)},
    KnownType{"short signed", integerType(2, true)},
    KnownType{"short unsigned", integerType(2, false)},
    KnownType{"int", integerType(4, true)},
    KnownType{"signed", integerType(4, true)},
    KnownType{"unsigned", integerType(4, false)},
    KnownType{"long", integerType(8, true)},
    KnownType{"long signed", integerType(8, true)},
    KnownType{"long unsigned", integerType(8, false)},
    KnownType{"long long", integerType(8, true)},
    KnownType{"long long signed", integerType(8, true)},
    KnownType{"long long unsigned", integerType(8, false)},
    KnownType{"__int128", integerType(16, true)},
    KnownType{"__int128 unsigned", integerType(16, false)},
    KnownType{"int8_t", characterType(1, true)},
    KnownType{"uint8_t", characterType(1, false)},
    KnownType{"int16_t", integerType(2, true)},
    KnownType{"uint16_t", integerType(2, false)},
    KnownType{"int32_t", integerType(4, true)},
    KnownType{"uint32_t", integerType(4, false)},
    KnownType{"int64_t", integerType(8, true)},
    KnownType{"uint64_t", integerType(8, false)},
    KnownType{"size_t", integerType(8, false)},
    KnownType{"ssize_t", integerType(8, true)},
    KnownType{"ptrdiff_t", integerType(8, true)},
    KnownType{"intptr_t", integerType(8, true)},
    KnownType{"uintptr_t", integerType(8, false)},
    KnownType{"_Float16", realType(2)},
    KnownType{"float", realType(4)},
    KnownType{"double", realType(8)},
    KnownType{"double long", realType(kLongDoubleBytes)},
    KnownType{"_Float128", realType(16)},
    KnownType{"__float128", realType(16)},
};

constexpr std::array<std::string_view, 2> kQualifiers{"const", "volatile"};

bool isTypeQualifier(std::string_view word)
{
    return std::find(kQualifiers.begin(), kQualifiers.end(), word) != kQualifiers.end();
}

bool hasWord(std::string_view words, std::string_view word)
{
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t end = std::min(words.find(' ', at), words.size());
        if (words.substr(at, end - at) == word)
            return true;
        at = end + 1;
    }
    return false;
}

std::string sortedWords(std::span<const std::string_view> words)
{
    std::vector<std::string_view> sorted;
    std::copy_if(words.begin(), words.end(), std::back_inserter(sorted),
                 [](std::string_view word) { return !isTypeQualifier(word); });
    if (sorted.size() > 1) // "short int" is short
        sorted.erase(std::remove(sorted.begin(), sorted.end(), "int"), sorted.end());
    std::sort(sorted.begin(), sorted.end());
    std::string text;
    for (const std::string_view word : sorted)
        text += (text.empty() ? "" : " ") + std::string(word);
    return text;
}

/// "unsigned char" of "char unsigned"
std::string spelled(std::string_view sorted)
{
    std::string text;
    for (std::size_t end = sorted.size() + 1; end > 0;) {
        const std::size_t blank = end < 2 ? std::string_view::npos : sorted.rfind(' ', end - 2);
        const std::size_t begin = blank == std::string_view::npos ? 0 : blank + 1;
        text += (text.empty() ? "" : " ") + std::string(sorted.substr(begin, end - 1 - begin));
        end = begin;
    }
    return text;
}

TypeKind typeKindOf(const node::TypeName& type)
{
    switch (type.kind) {
    case NumberKind::Real:
        return TypeKind::Real;
    case NumberKind::Logical:
        return TypeKind::Boolean;
    default:
        return type.isCharacter ? TypeKind::Character : type.isSigned ? TypeKind::Signed : TypeKind::Unsigned;
    }
}

bool isSameType(const node::TypeName& a, const node::TypeName& b)
{
    return a.kind == b.kind && a.bytes == b.bytes && a.isSigned == b.isSigned && a.isCharacter == b.isCharacter &&
           a.letters == b.letters;
}

std::unique_ptr<const Type> makeType(const KnownType& known)
{
    auto type = std::make_unique<Type>();
    type->kind = typeKindOf(known.type);
    type->language = Language::C;
    type->name = spelled(known.words);
    type->bytes = known.type.bytes == 10 ? 16 : known.type.bytes;
    type->letters = known.type.letters;
    return type;
}

} // namespace

bool isTypeWord(std::string_view word)
{
    return isTypeQualifier(word) || std::any_of(kKnownTypes.begin(), kKnownTypes.end(),
                                                [&](const KnownType& known) { return hasWord(known.words, word); });
}

util::Result<node::TypeName> typeNameOf(std::span<const std::string_view> words)
{
    const std::string text = sortedWords(words);
    const auto known =
        std::find_if(kKnownTypes.begin(), kKnownTypes.end(), [&](const KnownType& one) { return one.words == text; });
    const bool saysInt = words.size() > 1 && std::find(words.begin(), words.end(), "int") != words.end();
    const bool isNone =
        known == kKnownTypes.end() || (saysInt && (known->type.kind != NumberKind::Integer || known->type.isCharacter));
    if (isNone)
        return util::fail(Errc::Wrong, "'" + text.substr(0, 48) + "' is no type");
    return known->type;
}

const Type* builtinType(const node::TypeName& type)
{
    static const auto kTypes = [] {
        std::vector<std::unique_ptr<const Type>> types;
        for (const KnownType& known : kKnownTypes)
            types.push_back(makeType(known));
        return types;
    }();
    for (std::size_t i = 0; i < kKnownTypes.size(); ++i) {
        if (type.bytes > 0 && isSameType(kKnownTypes[i].type, type))
            return kTypes[i].get();
    }
    return nullptr;
}

} // namespace dbgr::values
