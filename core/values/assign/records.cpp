// SPDX-License-Identifier: BSD-3-Clause
#include "values/assign/records.h"

#include "values/value/base_classes.h"
#include "values/value/compiler_quirks.h"
#include "values/values_error.h"

#include <algorithm>
#include <string>
#include <utility>

namespace dbgr::values {

namespace {

constexpr unsigned kDeepestRecord = 20;
constexpr std::uint64_t kMostBytesCopied = std::uint64_t{64} << 20;

const Type& recordTypeOf(const Value& settled)
{
    return settled.isArray() ? *settled.array->element : *settled.type;
}

tl::unexpected<util::Error> cannotBeCopied(std::string why)
{
    return util::fail(Errc::Wrong, std::move(why) + ": change the components one by one");
}

/// Units that use a module may each describe its types.
bool isSameRecord(const Value& a, const Value& b)
{
    const Type& left = recordTypeOf(a);
    const Type& right = recordTypeOf(b);
    if (isSameClass(left, right))
        return true;
    if (!a.file || !b.file)
        return false;
    const std::vector<Field>& mine = a.file->debug().types().fields(left);
    const std::vector<Field>& others = b.file->debug().types().fields(right);
    return folded(left.name) == folded(right.name) && left.bytes == right.bytes &&
           std::equal(mine.begin(), mine.end(), others.begin(), others.end(), [](const Field& one, const Field& other) {
               return one.name == other.name && one.offset == other.offset && one.type->kind == other.type->kind;
           });
}

/// An allocatable component has memory of its own, which a copy would share.
util::Result<void> requireCopyable(const LoadedFile& file, const Type& record, unsigned depth)
{
    if (depth == kDeepestRecord)
        return cannotBeCopied("it has records in records, and so on");
    for (const Field& field : file.debug().types().fields(record)) {
        const Type* type = field.type->canonical;
        if (type->allocated.exists())
            return cannotBeCopied("its component " + field.name + " is allocatable, and a copy would share its memory");
        const bool isPointer = type->associated.exists();
        while (type->kind == TypeKind::Array && !type->data.exists())
            type = type->target->canonical;
        const bool isProcedure = type->kind == TypeKind::Pointer && type->target->kind == TypeKind::Function;
        const bool hasUnknown = type->kind == TypeKind::Pointer || type->kind == TypeKind::Incomplete ||
                                type->data.exists() || isClassContainer(*type);
        if (hasUnknown && !isPointer && !isProcedure)
            return cannotBeCopied("nobody knows whether its component " + field.name + " is allocatable");
        if (type->isRecord())
            DBGR_TRY(requireCopyable(file, *type, depth + 1));
    }
    return {};
}

} // namespace

bool isOfRecords(const Value& target)
{
    const Type& type = recordTypeOf(target);
    return type.canonical->isRecord() && type.isFortran();
}

util::Result<Records> recordsFor(ValueReader& reader, const Value& target, const Answer& value)
{
    const Type& type = recordTypeOf(target);
    const std::string name = type.name.empty() ? "" : " " + type.name;
    const auto* const variable = std::get_if<Value>(&value);
    const auto settled = variable ? reader.settled(*variable) : util::Result<Value>(Value());
    if (!settled)
        return util::fail(settled.error());
    if (!variable || !isOfRecords(*settled))
        return util::fail(Errc::Wrong, "a whole" + name + " cannot be changed to that: name one of its components");
    if (!isSameRecord(target, *settled))
        return util::fail(Errc::Wrong, "a" + name + " cannot be changed to a " + recordTypeOf(*settled).name);
    if (settled->isArray() && !target.isArray())
        return util::fail(Errc::Wrong, "one value is expected, and there is an array of them");
    if (!target.file)
        return cannotBeCopied("nothing is known of its components");
    DBGR_TRY(requireCopyable(*target.file, type, 0));
    Records records;
    DBGR_TRY(const std::uint64_t all, reader.bytesOf(*settled));
    if (all > kMostBytesCopied || (settled->isArray() && settled->array->isOpenEnded))
        return util::fail(Errc::TooLarge, "there are too many of them to change at once; take a section of it");
    if (!settled->isArray()) {
        DBGR_TRY(records.bytes, reader.read(*settled));
        return records;
    }
    records.each = static_cast<std::size_t>(type.bytes);
    for (const Extent& extent : settled->array->extents)
        records.shape.push_back(extent.count);
    DBGR_TRY(reader.forEachElement(*settled, [&](std::span<const std::byte> one) {
        records.bytes.insert(records.bytes.end(), one.begin(), one.end());
        return true;
    }));
    return records;
}

} // namespace dbgr::values
