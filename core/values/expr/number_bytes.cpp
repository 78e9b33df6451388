// SPDX-License-Identifier: BSD-3-Clause
// Between numbers and the bytes that programs keep them in.
#include "values/expr/number.h"
#include "values/expr/raw_bytes.h"
#include "values/expr/real_bytes.h"
#include "values/expr/utf8.h"
#include "values/values_error.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

namespace dbgr::values {

namespace {

constexpr std::uint64_t kLargestScalar = 32; // bytes: a complex number of quads
constexpr std::uint64_t kLongestText = std::uint64_t{1} << 26;

std::string nameOf(const Type& type)
{
    if (type.name.empty() && type.kind == TypeKind::Text) // flang's
        return type.characterBytes == 1 ? "character" : "character(kind=" + std::to_string(type.characterBytes) + ")";
    return type.name.empty() ? "it" : type.name;
}

tl::unexpected<util::Error> cannotBe(const std::string& what, const Type& type)
{
    return util::fail(Errc::Wrong, what + " cannot be stored as " + nameOf(type));
}

// --- decoding --------------------------------------------------------------------------------------------------------

util::Result<Int128> fieldOf(std::span<const std::byte> bytes, const BitField& field, bool isSigned)
{
    constexpr unsigned kBits = 128;
    if (field.bits == 0 || field.bits >= kBits || field.offset > kBits - field.bits ||
        bytes.size() * 8 < field.offset + field.bits)
        return util::fail(Errc::NotRecorded, "the bit field lies outside of its bytes");
    const unsigned unused = kBits - field.bits;
    const UInt128 high = fromBytes<UInt128>(bytes) >> field.offset << unused;
    return isSigned ? static_cast<Int128>(high) >> unused : static_cast<Int128>(high >> unused);
}

/// \param type without typedefs
util::Result<Number> integerFrom(const Type& type, Letters letters, std::span<const std::byte> bytes,
                                 std::optional<BitField> field)
{
    if (type.bytes == 0 || type.bytes > sizeof(Int128))
        return util::fail(Errc::NotRecorded, "integers of " + std::to_string(type.bytes) + " bytes are not known");
    const auto width = static_cast<unsigned>(type.bytes);
    const bool isSigned = isSignedType(type);
    Number number = integerNumber(fromBytes<Int128>(bytes), width, isSigned);
    if (field) {
        DBGR_TRY(number.integer, fieldOf(bytes, *field, isSigned));
        number.fieldBits = field->bits;
    }
    number.letters = letters;
    number.isCharacter = type.kind == TypeKind::Character || number.letters != Letters::None;
    if (type.kind == TypeKind::Enumeration)
        number.enumeration = &type;
    if (type.kind == TypeKind::Boolean)
        number.kind = NumberKind::Logical;
    return number;
}

util::Result<Number> realFrom(const Type& type, std::span<const std::byte> bytes)
{
    const bool isComplex = type.kind == TypeKind::Complex;
    const std::size_t part = type.bytes / (isComplex ? 2 : 1);
    const unsigned kind = realKind(type, part);
    if (kind == 0)
        return util::fail(Errc::NotRecorded, "reals of " + std::to_string(part) + " bytes are not known");
    const Quad real = realOf(bytes, type, kind);
    return isComplex ? complexNumber(real, realOf(bytes.subspan(part), type, kind), kind) : realNumber(real, kind);
}

Number textFrom(const Type& type, std::span<const std::byte> bytes)
{
    if (type.characterBytes != 4)
        return textNumber({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, type.characterBytes);
    std::string text;
    for (; bytes.size() >= 4; bytes = bytes.subspan(4))
        appendUtf8(text, fromBytes<std::uint32_t>(bytes));
    return textNumber(std::move(text), 4);
}

// --- encoding --------------------------------------------------------------------------------------------------------

util::Result<Int128> integerIn(const Number& number, const Type& type)
{
    switch (number.kind) {
    case NumberKind::Integer:
    case NumberKind::Logical:
    case NumberKind::Pointer:
        return number.integer;
    case NumberKind::Real:
        if (const auto integer = integerOf(number.real))
            return *integer;
        return cannotBe("a number beyond all integers", type);
    default:
        return cannotBe(number.kind == NumberKind::Text ? "a text" : "a complex number", type);
    }
}

bool fits(Int128 value, unsigned bits, bool isSigned)
{
    if (bits >= 128)
        return isSigned || value >= 0;
    const unsigned magnitude = isSigned ? bits - 1 : bits;
    const Int128 limit = Int128{1} << magnitude;
    return value < limit && value >= (isSigned ? -limit : 0);
}

util::Result<std::vector<std::byte>> integerBytes(const Number& number, const Type& type, const Room& room)
{
    DBGR_TRY(const Int128 value, integerIn(number, type));
    const unsigned bits = room.fieldBits > 0 ? room.fieldBits : static_cast<unsigned>(8 * type.bytes);
    const bool isSigned = isSignedType(type);
    if (!fits(value, bits, isSigned))
        return util::fail(Errc::Wrong, "the number does not fit: " + nameOf(type) + " has " + std::to_string(bits) +
                                           (isSigned ? " bits, one of them the sign" : " bits, and no sign"));
    std::vector<std::byte> bytes;
    appendBytes(bytes, value, type.bytes);
    return bytes;
}

util::Result<std::vector<std::byte>> booleanBytes(const Number& number, const Type& type)
{
    const bool canBe = type.isFortran() ? number.kind == NumberKind::Logical : number.kind != NumberKind::Text;
    if (!canBe)
        return cannotBe(number.kind == NumberKind::Text ? "a text" : "a number", type);
    std::vector<std::byte> bytes;
    appendBytes(bytes, Int128{number.isTrue() ? 1 : 0}, type.bytes);
    return bytes;
}

util::Result<std::vector<std::byte>> realBytes(const Number& number, const Type& type)
{
    const bool isFloating = number.kind == NumberKind::Real || number.kind == NumberKind::Complex;
    if (!isFloating && number.kind != NumberKind::Integer && (type.isFortran() || number.kind != NumberKind::Logical))
        return cannotBe(number.kind == NumberKind::Text ? "a text" : "what is no number", type);
    const bool isComplex = type.kind == TypeKind::Complex;
    const std::size_t part = type.bytes / (isComplex ? 2 : 1);
    const unsigned kind = realKind(type, part);
    if (kind == 0)
        return util::fail(Errc::NotRecorded, "reals of " + std::to_string(part) + " bytes are not known");
    std::vector<std::byte> bytes;
    const std::array parts{isFloating ? number.real : Quad(number.integer), number.imaginary};
    for (const Quad value : std::span(parts).first(isComplex ? 2 : 1)) {
        if (isInfinite(rounded(value, kind)) && !isInfinite(value))
            return cannotBe("a number as large as that", type);
        appendReal(bytes, value, type, part);
    }
    return bytes;
}

util::Result<std::vector<std::byte>> pointerBytes(const Number& number, const Type& type)
{
    const bool canBe = number.kind == NumberKind::Pointer || number.kind == NumberKind::Integer;
    if (!canBe || !fits(number.integer, 64, false))
        return cannotBe("what is no address", type);
    std::vector<std::byte> bytes;
    appendBytes(bytes, number.address().value,
                type.bytes == 0 ? sizeof(Address) : std::min<std::size_t>(type.bytes, sizeof(Address)));
    return bytes;
}

/// What each character of the type is; those of one byte are what the bytes are.
util::Result<std::u32string> lettersFor(const Number& text, const Type& type)
{
    std::u32string letters;
    if (text.bytes == 1) {
        for (const char byte : text.text)
            letters += static_cast<unsigned char>(byte);
        return letters;
    }
    std::optional<std::u32string> decoded = decodedUtf8(text.text);
    if (!decoded)
        return util::fail(Errc::Wrong, "the text is no UTF-8, so that nobody knows its characters");
    const bool isTooWide = type.characterBytes == 1 && charactersOf(text) != text.text.size();
    if (isTooWide)
        return util::fail(Errc::Wrong, "the text has characters that do not fit into one byte");
    return *std::move(decoded);
}

util::Result<std::vector<std::byte>> textBytes(const Number& number, const Type& type, const Room& room)
{
    if (number.kind != NumberKind::Text)
        return cannotBe("a number", type);
    std::optional<std::uint64_t> length = room.characters;
    if (!length && type.length.constant && *type.length.constant >= 0)
        length = static_cast<std::uint64_t>(*type.length.constant);
    if (!length)
        return util::fail(Errc::NotRecorded, "nobody knows how long the text may be");
    Number text = number;
    text.text.resize(number.text.find_last_not_of(' ') + 1); // npos + 1 is 0
    text.bytes = std::max(number.bytes, type.characterBytes);
    const std::size_t used = charactersOf(text);
    if (used > *length)
        return util::fail(Errc::Wrong, "the text has " + std::to_string(used) + " characters, and there is room for " +
                                           std::to_string(*length));
    if (*length > kLongestText)
        return util::fail(Errc::TooLarge, "a text of " + std::to_string(*length) + " characters is too long");
    DBGR_TRY(const std::u32string letters, lettersFor(text, type));
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i < *length; ++i) {
        const char32_t letter = i < letters.size() ? letters[i] : U' ';
        appendBytes(bytes, static_cast<std::uint32_t>(letter), type.characterBytes);
    }
    return bytes;
}

} // namespace

bool isSignedType(const Type& type)
{
    const Type& plain = *type.canonical;
    switch (plain.kind) {
    case TypeKind::Signed:
        return true;
    case TypeKind::Character: // the encoding is told by the names, of which there are few
        if (plain.name == "signed char")
            return true;
        return plain.name == "wchar_t" ? std::is_signed_v<wchar_t> : plain.name == "char" && std::is_signed_v<char>;
    case TypeKind::Enumeration:
        if (plain.target)
            return isSignedType(*plain.target);
        return std::any_of(plain.enumerators.begin(), plain.enumerators.end(),
                           [](const Enumerator& one) { return one.value < 0; });
    default:
        return false;
    }
}

util::Result<Number> numberOf(const Type& type, std::span<const std::byte> bytes, std::optional<BitField> field)
{
    const Type& plain = *type.canonical;
    if (plain.kind == TypeKind::Text)
        return textFrom(plain, bytes);
    if (!field && (bytes.size() < plain.bytes || bytes.empty()))
        return util::fail(Errc::Unreadable, "only " + std::to_string(bytes.size()) + " of its " +
                                                std::to_string(plain.bytes) + " bytes are known");
    switch (plain.kind) {
    case TypeKind::Boolean:
    case TypeKind::Signed:
    case TypeKind::Unsigned:
    case TypeKind::Character:
    case TypeKind::Enumeration:
        return integerFrom(plain, type.letters, bytes, field);
    case TypeKind::Real:
    case TypeKind::Complex:
        return realFrom(plain, bytes);
    case TypeKind::Pointer:
    case TypeKind::Reference:
        return pointerNumber({fromBytes<std::uint64_t>(bytes)}, plain.target);
    default:
        return util::fail(Errc::Wrong, nameOf(type) + " is no single number");
    }
}

util::Result<std::vector<std::byte>> encode(const Number& number, const Type& type, const Room& room)
{
    const Type& plain = *type.canonical;
    const bool isOdd = plain.kind != TypeKind::Text && plain.kind != TypeKind::Pointer &&
                       (plain.bytes == 0 || plain.bytes > kLargestScalar);
    if (isOdd)
        return util::fail(Errc::Wrong, "nothing can be stored in " + std::to_string(plain.bytes) + " bytes");
    switch (plain.kind) {
    case TypeKind::Boolean:
        return booleanBytes(number, plain);
    case TypeKind::Signed:
    case TypeKind::Unsigned:
    case TypeKind::Character:
    case TypeKind::Enumeration:
        return integerBytes(number, plain, room);
    case TypeKind::Real:
    case TypeKind::Complex:
        return realBytes(number, plain);
    case TypeKind::Pointer:
        return pointerBytes(number, plain);
    case TypeKind::Text:
        return textBytes(number, plain, room);
    default:
        return util::fail(Errc::Wrong, "only numbers and texts can be changed, and " + nameOf(type) + " is neither");
    }
}

} // namespace dbgr::values
