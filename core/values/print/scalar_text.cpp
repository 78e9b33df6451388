// SPDX-License-Identifier: BSD-3-Clause
#include "values/print/scalar_text.h"

#include "values/print/letters.h"
#include "values/print/quoted.h"
#include "values/print/real_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

namespace dbgr::values {

namespace {

// --- digits ----------------------------------------------------------------------------------------------------------

constexpr std::string_view kDigitsOfBases = "0123456789abcdef";

std::string digitsOf(UInt128 value, unsigned base)
{
    std::string digits;
    do {
        digits += kDigitsOfBases[static_cast<unsigned>(value % base)];
        value /= base;
    } while (value != 0);
    std::reverse(digits.begin(), digits.end());
    return digits;
}

struct FormatRadix
{
    Format format;
    unsigned base;
    const char* prefix;
};
constexpr std::array<FormatRadix, 4> kFormatRadices{
    {{Format::Hexadecimal, 16, "0x"}, {Format::Octal, 8, "0"}, {Format::Binary, 2, "0b"}, {Format::Address, 16, "0x"}}};

/// The bits of the number, in its own width.
UInt128 bitsOf(const Number& number)
{
    UInt128 bits = 0;
    const auto copy = [&](const auto& value, std::size_t count) { std::memcpy(&bits, &value, count); };
    if (number.kind != NumberKind::Real)
        return static_cast<UInt128>(wrapped(number.integer, number.bytes, false));
    switch (number.bytes) {
    case 4:
        copy(static_cast<float>(number.real), 4);
        break;
    case 8:
        copy(static_cast<double>(number.real), 8);
        break;
    case 10:
        copy(static_cast<long double>(number.real), 10);
        break;
    case 16:
        copy(number.real, 16);
        break;
    default:
        break;
    }
    return bits;
}

/// A bit field shows the bits that it has, and not the copies of its sign.
UInt128 shownBits(const Number& number)
{
    const UInt128 bits = bitsOf(number);
    const bool isField = number.fieldBits > 0 && number.fieldBits < 128;
    return isField ? bits & ((UInt128{1} << number.fieldBits) - 1) : bits;
}

Quad realFromBits(const Number& integer)
{
    const UInt128 bits = bitsOf(integer);
    const auto as = [&]<class T>(T value) {
        std::memcpy(&value, &bits, sizeof value);
        return Quad(value);
    };
    return integer.bytes == 4 ? as(float{}) : integer.bytes == 8 ? as(double{}) : Quad(integer.integer);
}

// --- words for integers ----------------------------------------------------------------------------------------------

/// A Fortran logical is false or true by its lowest bit or by being 0, as compilers differ; others are not hidden.
std::string logicalText(const Number& number, Language language)
{
    const bool isFortran = language == Language::Fortran;
    const std::string word = number.isTrue() ? (isFortran ? ".true." : "true") : (isFortran ? ".false." : "false");
    const bool isUsual = number.integer == 0 || number.integer == 1 || (isFortran && number.integer == -1);
    return isUsual ? word : word + " (" + integerText(number.integer) + ")";
}

/// Each of the enumerators is a bit of its own, or a few. Those of 0, 1, 2 are as likely to be counted.
bool areFlags(const Type& enumeration)
{
    constexpr std::int64_t kNotCounted = 4;
    std::uint64_t seen = 0;
    std::int64_t largest = 0;
    for (const Enumerator& one : enumeration.enumerators) {
        const auto bits = static_cast<std::uint64_t>(one.value);
        if ((seen & bits) != 0 && std::popcount(bits) == 1)
            continue; // another name of the same flag
        if ((seen & bits) != 0)
            return false;
        seen |= bits;
        largest = std::max(largest, one.value);
    }
    return largest >= kNotCounted && std::popcount(seen) > 1;
}

/// "A | B"; nothing if bits are left over.
std::optional<std::string> flagsText(const Type& enumeration, std::uint64_t value)
{
    if (value == 0 || !areFlags(enumeration))
        return std::nullopt;
    std::string text;
    for (const Enumerator& one : enumeration.enumerators) {
        const auto bits = static_cast<std::uint64_t>(one.value);
        if (bits == 0 || (value & bits) != bits)
            continue;
        text += (text.empty() ? "" : " | ") + one.name;
        value &= ~bits;
    }
    return value == 0 ? std::optional(text) : std::nullopt;
}

std::string enumerationText(const Number& number)
{
    const Type& type = *number.enumeration;
    const auto known = std::find_if(type.enumerators.begin(), type.enumerators.end(), [&](const Enumerator& one) {
        return wrapped(one.value, number.bytes, number.isSigned) == number.integer;
    });
    if (known != type.enumerators.end())
        return known->name;
    if (auto flags = flagsText(type, static_cast<std::uint64_t>(number.integer)))
        return *flags;
    const std::string digits = integerText(number.integer, number.isSigned);
    return type.name.empty() ? digits : "(" + type.name + ") " + digits;
}

std::string characterText(const Number& number)
{
    std::string text = integerText(number.integer, number.isSigned);
    if (number.integer >= -128 && number.integer < 256)
        text += " " + quotedC(std::string(1, static_cast<char>(number.integer)), '\'');
    return text;
}

std::string integerWords(const Number& number)
{
    if (number.enumeration)
        return enumerationText(number);
    if (number.letters != Letters::None && number.fieldBits == 0) // a bit field is mostly a number
        return letterText(number.integer, number.letters);
    return number.isCharacter ? characterText(number) : integerText(number.integer, number.isSigned);
}

/// What has no digits, as C and C++ are used to see it; digits stay as they are.
std::string inWordsOfC(std::string real, Language language)
{
    static constexpr std::array<std::pair<std::string_view, const char*>, 3> kWords{
        {{"inf", "+Inf"}, {"-inf", "-Inf"}, {"nan", "NaN"}}};
    if (language == Language::Fortran)
        return real;
    const auto word = std::find_if(kWords.begin(), kWords.end(), [&](const auto& one) { return one.first == real; });
    return word == kWords.end() ? real : word->second;
}

// --- formats ---------------------------------------------------------------------------------------------------------

template <class Part>
std::string complexText(const Number& number, Language language, Part part)
{
    if (language == Language::Fortran)
        return "(" + part(number.real) + ", " + part(number.imaginary) + ")";
    const bool isMinus = isNegative(number.imaginary) && !isNan(number.imaginary);
    return part(number.real) + (isMinus ? " - " + part(-number.imaginary) : " + " + part(number.imaginary)) + "i";
}

std::string naturalText(const Number& number, Language language)
{
    switch (number.kind) {
    case NumberKind::Real:
        return inWordsOfC(realText(number.real, number.bytes), language);
    case NumberKind::Complex:
        return complexText(number, language,
                           [&](Quad part) { return inWordsOfC(realText(part, number.bytes), language); });
    case NumberKind::Logical:
        return logicalText(number, language);
    case NumberKind::Text:
        return language == Language::Fortran ? quotedFortran(number.text) : quotedC(number.text);
    case NumberKind::Pointer:
        return textOf(number.address());
    default:
        return integerWords(number);
    }
}

std::string realFormat(const Number& number, Language language, Format format)
{
    const auto text = [&](Quad value, unsigned bytes) {
        return inWordsOfC((format == Format::Fixed ? fixedText : scientificText)(value, bytes), language);
    };
    if (number.kind == NumberKind::Complex)
        return complexText(number, language, [&](Quad part) { return text(part, number.bytes); });
    if (number.kind == NumberKind::Real)
        return text(number.real, number.bytes);
    const bool isReal = number.bytes == 4 || number.bytes == 8; // as gdb does it: the bits are taken for a real's
    return text(realFromBits(number), isReal ? number.bytes : 16);
}

std::string decimalFormat(const Number& number, Language language, Format format)
{
    const bool isReal = number.kind == NumberKind::Real;
    const std::optional<Int128> value = isReal ? integerOf(number.real) : number.integer;
    if (!value)
        return inWordsOfC(realText(number.real, number.bytes), language);
    const bool isUnsigned = format == Format::Unsigned;
    if (isUnsigned && !isReal)
        return integerText(static_cast<Int128>(shownBits(number)), false);
    if (isReal || number.fieldBits > 0)
        return integerText(*value);
    return integerText(wrapped(*value, number.bytes, true));
}

/// Letters wider than a char stay what they are; of all else, what a char would hold of it, with its sign or without.
std::string characterFormat(const Number& number)
{
    if (number.letters != Letters::None && number.bytes > 1)
        return integerText(number.integer, number.isSigned) + " " + letterText(number.integer, number.letters);
    const Int128 value = number.kind == NumberKind::Real ? integerOf(number.real).value_or(0) : number.integer;
    const bool isSigned = number.kind != NumberKind::Integer || number.isSigned;
    return characterText(integerNumber(value, 1, isSigned));
}

} // namespace

std::string integerText(Int128 value, bool isSigned)
{
    if (isSigned && value < 0)
        return "-" + digitsOf(0 - static_cast<UInt128>(value), 10);
    return digitsOf(static_cast<UInt128>(value), 10);
}

std::string scalarText(const Number& number, Language language, Format format)
{
    if (format == Format::Natural || format == Format::Text || number.kind == NumberKind::Text)
        return naturalText(number, language);
    if (format == Format::Fixed || format == Format::Scientific)
        return realFormat(number, language, format);
    if (number.kind == NumberKind::Complex)
        return naturalText(number, language);
    if (format == Format::Decimal || format == Format::Unsigned)
        return decimalFormat(number, language, format);
    if (format == Format::Character)
        return characterFormat(number);
    const auto radix = std::find_if(kFormatRadices.begin(), kFormatRadices.end(),
                                    [&](const FormatRadix& one) { return one.format == format; });
    const UInt128 bits = shownBits(number);
    const bool isBare = bits == 0 && format == Format::Octal; // else 00
    return (isBare ? "" : radix->prefix) + digitsOf(bits, radix->base);
}

} // namespace dbgr::values
