// SPDX-License-Identifier: BSD-3-Clause
// Records, pointers and sections: the parts of a value that have an address of their own.
#include "values/value/base_classes.h"
#include "values/value/value_reader.h"
#include "values/values_error.h"

#include <dwarf.h>

#include <algorithm>
#include <utility>

namespace dbgr::values {

namespace {

constexpr unsigned kMostRecords = 1000; // base classes and anonymous members that are looked into

tl::unexpected<util::Error> noSense(std::string what)
{
    return util::fail(Errc::Wrong, std::move(what));
}

bool isSameName(const Type& record, std::string_view declared, std::string_view asked)
{
    return record.isFortran() ? folded(declared) == folded(asked) : declared == asked;
}

tl::unexpected<util::Error> noValue(std::string what)
{
    return util::fail(Errc::Undefined, std::move(what));
}

std::string noSuchMember(const Type& record, std::string_view name)
{
    if (record.isFortran())
        return record.name + " has no component " + std::string(name);
    const std::string& own = record.canonical->name; // of a nameless struct the alias is all there is
    const std::string& shown = own.empty() ? record.name : own;
    return "no member named '" + std::string(name) + "' in " + (shown.empty() ? "it" : shown);
}

/// Whether a class of C++ has more of that name than data, or one that is derived from it may have: what a compiler, or
/// the object itself, has to say. \param visits how many classes more are looked at
bool mayBeElsewhere(const LoadedFile& file, const Type& record, std::string_view name, unsigned& visits)
{
    if (visits == 0 || !record.die || !record.isRecord())
        return true;
    --visits;
    bool isElsewhere = false;
    record.die->forEachChild([&](const Die& child) {
        const bool hasNames = child.tag() == DW_TAG_enumeration_type;
        isElsewhere = isElsewhere || child.name() == name || isPointerToFunctions(child.name());
        if (hasNames)
            child.forEachChild([&](const Die& inner) { isElsewhere = isElsewhere || inner.name() == name; });
    });
    const std::vector<Field>& fields = file.debug().types().fields(record);
    return isElsewhere || std::any_of(fields.begin(), fields.end(), [&](const Field& field) {
               const bool isInside = field.isBase || field.name.empty();
               return isInside && mayBeElsewhere(file, *field.type->canonical, name, visits);
           });
}

/// One dimension of a section. \errors Wrong, Undefined
struct Cut
{
    std::int64_t first = 0; ///< subscript
    std::uint64_t count = 0;
    std::int64_t step = 1;
};

util::Result<Cut> cutOf(const Extent& extent, const Subscript& range, bool isOpenEnded)
{
    if (range.step == 0)
        return noValue("the step of a section is not 0");
    for (const std::int64_t number : {range.first.value_or(0), range.last.value_or(0), range.step}) {
        if (!isPlausibleBound(number))
            return noValue("no array has a subscript " + std::to_string(number));
    }
    const bool isForward = range.step > 0;
    if (isOpenEnded && !range.last && isForward)
        return noSense("the last subscript is needed: nobody knows how large the array is");
    const std::int64_t first = range.first.value_or(isForward ? extent.lower : extent.upper());
    const std::int64_t last = range.last.value_or(isForward ? extent.upper() : extent.lower);
    if (isForward ? last < first : last > first)
        return Cut{first, 0, range.step};
    const auto distance = isForward ? static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first)
                                    : static_cast<std::uint64_t>(first) - static_cast<std::uint64_t>(last);
    const auto step =
        isForward ? static_cast<std::uint64_t>(range.step) : std::uint64_t{0} - static_cast<std::uint64_t>(range.step);
    const Cut cut{first, distance / step + 1, range.step};
    const std::int64_t end = first + static_cast<std::int64_t>(cut.count - 1) * range.step;
    for (const std::int64_t subscript : {first, end}) {
        if (subscript < extent.lower || (subscript > extent.upper() && !isOpenEnded))
            return noValue("subscript " + std::to_string(subscript) + " is outside of " + std::to_string(extent.lower) +
                           ":" + std::to_string(extent.upper()));
    }
    return cut;
}

util::Result<Value> substring(Value text, const Subscript& range)
{
    if (!range.isRange || range.step != 1)
        return noSense("a part of a text is asked for as (first:last)");
    const auto length = static_cast<std::int64_t>(text.length.value_or(0));
    const std::int64_t first = range.first.value_or(1);
    const std::int64_t last = range.last.value_or(length);
    if (first <= last && (first < 1 || last > length))
        return noValue("the text has the characters 1:" + std::to_string(length));
    text.length = first > last ? 0 : static_cast<std::uint64_t>(last - first + 1);
    text.address = text.address.plus(
        times(static_cast<std::int64_t>(text.type->characterBytes), static_cast<std::uint64_t>(first) - 1));
    return text;
}

/// A pointer of C, as the array that its subscripts speak of. \param target settled; an array is a row of it
Value asOpenArray(Value target, std::uint64_t bytes)
{
    if (!target.array)
        target.array = ArrayView{target.type, target.address, {}, false};
    target.array->extents.insert(target.array->extents.begin(), {0, 0, static_cast<std::int64_t>(bytes)});
    target.array->isOpenEnded = true;
    return target;
}

} // namespace

util::Result<Value> ValueReader::recordBehind(const Value& value)
{
    DBGR_TRY(Value record, settled(value));
    if (record.type->kind == TypeKind::Pointer && !record.array) {
        DBGR_TRY(record, pointee(record));
        if (record.address.isNull() && !record.type->isFortran())
            return util::fail(Errc::NotAssociated, "the pointer is null");
        DBGR_TRY(record, settled(record));
    }
    return record;
}

util::Result<Value> ValueReader::fieldOf(const Value& record, const Field& field)
{
    Value part;
    part.type = field.type;
    part.file = record.file;
    part.place = record.place;
    part.address = record.address.plus(static_cast<std::int64_t>(field.offset));
    part.record = record.address;
    part.recordType = record.type;
    part.name = field.name;
    part.isBase = field.isBase && !record.type->isFortran();
    if (field.bits > 0)
        part.bitField = BitField{field.bits, field.bitOffset};
    part.variable = field.variable;
    if (field.located && !field.variable) {
        const Bound where{std::nullopt, field.located};
        DBGR_TRY(const std::int64_t at, m_locator.number(where, placeOf(record), record.address, record.address.value));
        part.address = Address{static_cast<std::uint64_t>(at)};
    }
    return part;
}

std::optional<util::Result<Value>> ValueReader::findMember(const Value& record, std::string_view name, unsigned& visits)
{
    if (visits == 0 || !record.type->isRecord())
        return std::nullopt;
    --visits;
    const std::vector<Field>& fields = record.file->debug().types().fields(*record.type);
    for (const Field& field : fields) {
        if (isSameName(*record.type, field.name, name))
            return fieldOf(record, field);
    }
    for (const Field& field : fields) {
        if (!field.isBase && !field.name.empty())
            continue;
        auto inner = fieldOf(record, field);
        if (!inner)
            continue;
        if (auto found = findMember(*inner, name, visits))
            return found;
    }
    return std::nullopt;
}

util::Result<Value> ValueReader::member(const Value& asked, std::string_view name)
{
    util::Result<Value> found = ownMember(asked, name);
    if (found || found.error().code != Errc::NoSuchName)
        return found;
    const auto declared = recordBehind(asked);
    const std::optional<Value> whole = declared ? dynamic(*declared) : std::nullopt;
    auto other = whole ? ownMember(*whole, name) : util::Result<Value>(util::fail(found.error()));
    return other ? other : found;
}

util::Result<std::vector<Value>> ValueReader::bases(const Value& record)
{
    std::vector<Value> result;
    if (record.array || !record.type->isRecord() || !record.file)
        return result;
    for (const Field& field : record.file->debug().types().fields(*record.type)) {
        if (!field.isBase)
            continue;
        DBGR_TRY(Value part, fieldOf(record, field));
        result.push_back(std::move(part));
    }
    return result;
}

util::Result<Value> ValueReader::ownMember(const Value& asked, std::string_view name)
{
    DBGR_TRY(const Value record, recordBehind(asked));
    Value one = record;
    if (record.array) { // that component of each element
        one.array.reset();
        one.type = record.array->element;
        one.address = record.array->base;
    }
    if (!one.type->isRecord())
        return noSense(one.type->isFortran() ? "only a derived type has components" : "only a struct has members");
    unsigned visits = kMostRecords;
    auto found = findMember(one, name, visits);
    if (!found) {
        const bool isOpen = one.type->isFortran() || mayBeElsewhere(*one.file, *one.type, name, visits);
        return util::fail(isOpen ? Errc::NoSuchName : Errc::Wrong, noSuchMember(*one.type, name));
    }
    DBGR_TRY(Value part, *std::move(found));
    if (!record.array)
        return part;
    DBGR_TRY(const Value first, settled(part));
    if (first.array || first.address != part.address)
        return util::fail(Errc::Wrong, "component " + std::string(name) +
                                           " is an array, a pointer or allocatable: "
                                           "ask for it of one element");
    Value all = record;
    all.array->element = first.type;
    all.array->base = part.address;
    all.length = first.length;
    all.bitField = part.bitField;
    all.name = part.name;
    all.dynamicElement = nullptr;
    return all;
}

bool ValueReader::isWithoutData(const LoadedFile& file, const Type& type, unsigned depth)
{
    constexpr unsigned kDeepestBases = 20;
    if (depth == kDeepestBases || type.kind != TypeKind::Structure || type.bytes > 1)
        return false;
    const std::vector<Field>& fields = file.debug().types().fields(type);
    return std::all_of(fields.begin(), fields.end(), [&](const Field& field) {
        return field.isBase && !field.located && isWithoutData(file, *field.type, depth + 1);
    });
}

util::Result<std::vector<Value>> ValueReader::members(const Value& asked)
{
    DBGR_TRY(const Value record, recordBehind(asked));
    if (record.array || !record.type->isRecord())
        return noSense("it has no members");
    std::vector<Value> result;
    for (const Field& field : record.file->debug().types().fields(*record.type)) {
        if (record.type->isFortran() && field.name.starts_with('_')) // the compiler's: no name of Fortran begins so
            continue;
        if (field.isBase && !record.type->isFortran() && isWithoutData(*record.file, *field.type, 0))
            continue;
        DBGR_TRY(Value part, fieldOf(record, field));
        result.push_back(std::move(part));
    }
    return result;
}

util::Result<Value> ValueReader::pointee(const Value& asked)
{
    DBGR_TRY(const Value pointer, settled(asked));
    if (pointer.array && !pointer.array->extents.empty()) // C: an array is a pointer to its first element
        return elementAt(pointer, 0);
    if (pointer.type->kind != TypeKind::Pointer)
        return noSense("only a pointer points to something");
    if (pointer.type->target->kind == TypeKind::Void)
        return noSense("it points to void: cast it to what it points to");
    DBGR_TRY(const std::uint64_t target, m_memory.getUnsigned(pointer.address, sizeof(std::uint64_t)));
    Value result;
    result.type = pointer.type->target;
    result.file = pointer.file;
    result.place = pointer.place; // the sizes of rows may be variables of the procedure
    result.address = Address{target};
    return result;
}

util::Result<Value> ValueReader::rowBehind(const Value& pointer)
{
    DBGR_TRY(Value target, pointee(pointer));
    DBGR_TRY(target, settled(std::move(target)));
    if (target.type->kind == TypeKind::Incomplete || (target.array && target.array->isOpenEnded))
        return util::fail(Errc::NotRecorded, "nobody knows how large that is what the pointer points to");
    return target;
}

util::Result<Value> ValueReader::section(const Value& asked, std::span<const Subscript> subscripts)
{
    DBGR_TRY(Value whole, settled(asked));
    if (!whole.array && whole.type->kind == TypeKind::Text && subscripts.size() == 1)
        return substring(std::move(whole), subscripts[0]);
    if (!whole.array && whole.type->kind == TypeKind::Pointer && !whole.type->isFortran()) {
        DBGR_TRY(Value target, rowBehind(whole));
        DBGR_TRY(const std::uint64_t bytes, bytesOf(target));
        whole = asOpenArray(std::move(target), bytes);
    }
    if (!whole.array)
        return noSense("only an array has sections");
    const std::vector<Extent>& extents = whole.array->extents;
    const bool isFortran = whole.array->element->isFortran();
    if (subscripts.size() > extents.size() || (isFortran && subscripts.size() != extents.size()))
        return noSense("the array has " + std::to_string(extents.size()) + " dimensions, not " +
                       std::to_string(subscripts.size()));
    ArrayView part{whole.array->element, whole.array->base, {}, false};
    for (std::size_t i = 0; i < extents.size(); ++i) {
        const Subscript asIs{true, std::nullopt, std::nullopt, 1};
        Subscript range = i < subscripts.size() ? subscripts[i] : asIs;
        if (!range.isRange)
            range.last = range.first;
        const std::size_t open = isFortran ? extents.size() - 1 : 0;
        DBGR_TRY(const Cut cut, cutOf(extents[i], range, whole.array->isOpenEnded && i == open));
        part.base = part.base.plus(times(extents[i].stride, static_cast<std::uint64_t>(cut.first - extents[i].lower)));
        if (range.isRange)
            part.extents.push_back(
                {isFortran ? 1 : 0, cut.count, times(extents[i].stride, static_cast<std::uint64_t>(cut.step))});
    }
    whole.array = std::move(part);
    return whole;
}

} // namespace dbgr::values
