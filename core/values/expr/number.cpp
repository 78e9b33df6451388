// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/number.h"

#include "values/expr/utf8.h"

#include <utility>

namespace dbgr::values {

bool Number::isTrue() const
{
    switch (kind) {
    case NumberKind::Real:
        return real != 0;
    case NumberKind::Complex:
        return real != 0 || imaginary != 0;
    case NumberKind::Text:
        return true; // in C, where a text is the address of its characters
    default:
        return integer != 0;
    }
}

Int128 wrapped(Int128 value, unsigned bytes, bool isSigned)
{
    if (bytes == 0 || bytes >= sizeof value)
        return value;
    const unsigned unused = 8 * (static_cast<unsigned>(sizeof value) - bytes);
    const UInt128 high = static_cast<UInt128>(value) << unused;
    return isSigned ? static_cast<Int128>(high) >> unused : static_cast<Int128>(high >> unused);
}

Number integerNumber(Int128 value, unsigned bytes, bool isSigned)
{
    Number number;
    number.bytes = bytes;
    number.isSigned = isSigned;
    number.integer = wrapped(value, bytes, isSigned);
    return number;
}

Number realNumber(Quad value, unsigned bytes)
{
    Number number;
    number.kind = NumberKind::Real;
    number.bytes = bytes;
    number.real = rounded(value, bytes);
    return number;
}

Number complexNumber(Quad real, Quad imaginary, unsigned bytes)
{
    Number number = realNumber(real, bytes);
    number.kind = NumberKind::Complex;
    number.imaginary = rounded(imaginary, bytes);
    return number;
}

Number logicalNumber(bool value, unsigned bytes)
{
    Number number = integerNumber(value ? 1 : 0, bytes);
    number.kind = NumberKind::Logical;
    return number;
}

Number textNumber(std::string text, unsigned characterBytes)
{
    Number number;
    number.kind = NumberKind::Text;
    number.bytes = characterBytes;
    number.text = std::move(text);
    return number;
}

Number pointerNumber(Address address, const Type* pointee, const LoadedFile* file)
{
    Number number = integerNumber(static_cast<Int128>(address.value), sizeof address.value, false);
    number.kind = NumberKind::Pointer;
    number.pointee = pointee;
    number.file = file;
    return number;
}

std::size_t charactersOf(const Number& text)
{
    return text.bytes == 4 ? charactersOfUtf8(text.text) : text.text.size();
}

std::optional<Int128> integerOf(Quad value)
{
    const Quad limit = ldexpf128(1, 127);
    if (!(value < limit && value >= -limit)) // a NaN is neither
        return std::nullopt;
    return static_cast<Int128>(value);
}

} // namespace dbgr::values
