// SPDX-License-Identifier: BSD-3-Clause
#include "values/assign/return_value.h"

#include "values/assign/assignment.h"
#include "values/expr/raw_bytes.h"
#include "values/values_error.h"

#include <cstdint>
#include <string>
#include <utility>

namespace dbgr::values {

namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);

bool isReal(const Type& type)
{
    return type.kind == TypeKind::Real && (type.bytes == sizeof(float) || type.bytes == sizeof(double));
}

bool isWord(const Type& type)
{
    switch (type.kind) {
    case TypeKind::Boolean:
    case TypeKind::Signed:
    case TypeKind::Unsigned:
    case TypeKind::Character:
    case TypeKind::Enumeration:
        return type.bytes > 0 && type.bytes <= kWord;
    case TypeKind::Pointer:
        return !type.isFortran();
    default:
        return false;
    }
}

/// Callers may rely on the sign of small numbers standing in all of the register.
std::vector<std::byte> asWord(const Type& type, const std::vector<std::byte>& bytes)
{
    const bool hasSign = type.kind == TypeKind::Signed || type.kind == TypeKind::Character;
    const bool isNegative = hasSign && !bytes.empty() && (std::to_integer<unsigned>(bytes.back()) & 0x80U) != 0;
    std::vector<std::byte> word = bytes;
    word.resize(kWord, isNegative ? std::byte{0xff} : std::byte{0});
    return word;
}

} // namespace

util::Result<ReturnValue> returnValue(ValueReader& reader, const Value& result, const Answer& value)
{
    const Type& type = *result.type->canonical;
    if (type.kind == TypeKind::Void)
        return util::fail(Errc::Wrong, "the function gives nothing");
    if (!isReal(type) && !isWord(type))
        return util::fail(Errc::Wrong,
                          "only a number or a pointer can be given, and the function gives something else");
    DBGR_TRY(const Writes writes, planAssignment(reader, result, value));
    const std::vector<std::byte>& bytes = writes.front().bytes;
    return isReal(type) ? ReturnValue{bytes, true} : ReturnValue{asWord(type, bytes), false};
}

} // namespace dbgr::values
