// SPDX-License-Identifier: BSD-3-Clause
// Arrays: what ValueReader knows of their bounds, elements, sections, and how it walks through them.
#include "values/value/element_blocks.h"
#include "values/value/value_reader.h"
#include "values/values_error.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace dbgr::values {

namespace {

tl::unexpected<util::Error> wrong(std::string what)
{
    return util::fail(Errc::Wrong, std::move(what));
}

tl::unexpected<util::Error> outOfBounds(std::string what)
{
    return util::fail(Errc::Undefined, std::move(what));
}

/// In the order in which memory has them: the one that varies fastest first.
bool firstIsFastest(const Value& array)
{
    return array.array->element->isFortran();
}

std::string boundsText(const Extent& extent)
{
    return std::to_string(extent.lower) + ":" + std::to_string(extent.upper());
}

/// How far from the beginning of the dimension. \errors Wrong
util::Result<std::int64_t> offsetIn(const Extent& extent, std::int64_t subscript, bool isOpenEnded)
{
    if (!isPlausibleBound(subscript))
        return outOfBounds("no array has a subscript " + std::to_string(subscript));
    const std::uint64_t index = static_cast<std::uint64_t>(subscript) - static_cast<std::uint64_t>(extent.lower);
    if (subscript < extent.lower || (index >= extent.count && !isOpenEnded))
        return outOfBounds("subscript " + std::to_string(subscript) + " is outside of " + boundsText(extent));
    return times(extent.stride, index);
}

bool isOpenEnded(const Value& array, std::size_t dimension)
{
    const std::size_t open = firstIsFastest(array) ? array.array->extents.size() - 1 : 0;
    return array.array->isOpenEnded && dimension == open;
}

Value elementOf(const Value& array, Address at)
{
    Value element; // a copy of the array would have its bounds, too
    element.type = array.array->element;
    element.address = at;
    element.file = array.file;
    element.place = array.place;
    element.bitField = array.bitField;
    element.record = array.record;
    element.isArgument = array.isArgument;
    element.countsFromOne = array.countsFromOne;
    element.isClass = array.isClass;
    element.isBase = array.isBase;
    if (element.type->kind == TypeKind::Text)
        element.length = array.length;
    return element;
}

} // namespace

util::Result<std::vector<Extent>> ValueReader::extentsOf(const Value& value, const Type& type)
{
    const Place place = placeOf(value);
    std::vector<const Dimension*> dimensions;
    for (const Dimension& dimension : type.dimensions)
        dimensions.push_back(&dimension);
    if (type.rank.exists() && type.dimensions.size() == 1 && type.dimensions.front().forEachOfRank) {
        DBGR_TRY(const std::int64_t rank, m_locator.number(type.rank, place, value.address));
        const auto count = static_cast<std::size_t>(std::clamp<std::int64_t>(rank, 0, kMaxRank));
        dimensions.assign(count, &type.dimensions.front());
    }
    std::vector<Extent> extents;
    for (const Dimension* const dimension : dimensions) {
        const auto index = dimension->forEachOfRank ? std::optional<std::uint64_t>(extents.size()) : std::nullopt;
        const auto number = [&](const Bound& bound, std::int64_t otherwise) -> util::Result<std::int64_t> {
            return bound.exists() ? m_locator.number(bound, place, value.address, index) : otherwise;
        };
        DBGR_TRY(const std::int64_t lower, number(dimension->lower, type.isFortran() ? 1 : 0));
        DBGR_TRY(const std::int64_t upper, number(dimension->upper, 0));
        DBGR_TRY(const std::int64_t counted, number(dimension->count, 0));
        DBGR_TRY(const std::int64_t stride, number(dimension->byteStride, 0));
        if (!isPlausibleBound(lower) || !isPlausibleBound(upper) || !isPlausibleBound(counted))
            return util::fail(Errc::NotRecorded, "its bounds are not set");
        const std::int64_t count = dimension->upper.exists() ? upper - lower + 1 : counted;
        extents.push_back({lower, static_cast<std::uint64_t>(std::max<std::int64_t>(0, count)), stride});
    }
    return extents;
}

util::Result<ArrayView> ValueReader::viewOf(const Value& value)
{
    ArrayView view;
    view.base = value.address;
    if (value.type->data.exists()) {
        DBGR_TRY(const std::int64_t base, m_locator.number(value.type->data, placeOf(value), value.address));
        view.base = Address{static_cast<std::uint64_t>(base)};
    }
    // Rows may have a type of their own: C's, and gfortran's texts of kind 4. There the inner type's subscripts are
    // first.
    const Type* type = value.type;
    const bool innerFirst = type->isFortran();
    std::vector<bool> hasStride;
    while (type->kind == TypeKind::Array && view.extents.size() < kMaxRank) {
        DBGR_TRY(const std::vector<Extent> extents, extentsOf(value, *type));
        std::vector<bool> strides;
        for (std::size_t i = 0; i < extents.size(); ++i) {
            const Dimension& declared = type->dimensions[std::min(i, type->dimensions.size() - 1)];
            strides.push_back(declared.byteStride.exists());
            const std::size_t open = innerFirst ? extents.size() - 1 : 0;
            const bool hasEnd = declared.upper.exists() || declared.count.exists();
            if (!hasEnd && type == value.type && i == open)
                view.isOpenEnded = true;
            else if (!hasEnd && innerFirst)
                return util::fail(Errc::NotRecorded, "the compiler did not record the bounds of all dimensions");
        }
        view.extents.insert(innerFirst ? view.extents.begin() : view.extents.end(), extents.begin(), extents.end());
        hasStride.insert(innerFirst ? hasStride.begin() : hasStride.end(), strides.begin(), strides.end());
        type = type->target;
    }
    view.element = value.dynamicElement ? value.dynamicElement : type;
    DBGR_TRY(std::int64_t run, strideOfOne(value, view));
    const std::size_t rank = view.extents.size();
    for (std::size_t k = 0; k < rank; ++k) {
        const std::size_t i = innerFirst ? k : rank - 1 - k;
        if (!hasStride[i])
            view.extents[i].stride = run;
        run = times(view.extents[i].stride, view.extents[i].count);
    }
    return view;
}

/// From one element to the next one, where nothing else is said.
util::Result<std::int64_t> ValueReader::strideOfOne(const Value& value, const ArrayView& view)
{
    if (value.type->byteStride.exists())
        return m_locator.number(value.type->byteStride, placeOf(value), value.address);
    std::optional<std::uint64_t> length = value.length;
    if (view.element->kind == TypeKind::Text && !length) {
        Value element = value;
        element.type = view.element;
        if (auto found = textLength(element)) // if there is none, the caller will hear why
            length = *found;
    }
    DBGR_TRY(const std::uint64_t bytes, bytesOfElement(*view.element, length));
    return static_cast<std::int64_t>(bytes);
}

util::Result<Value> ValueReader::element(const Value& array, std::span<const std::int64_t> subscripts)
{
    DBGR_TRY(const Value whole, settled(array));
    if (!whole.array && whole.type->kind == TypeKind::Pointer && !whole.type->isFortran() && subscripts.size() == 1) {
        DBGR_TRY(Value row, rowBehind(whole));
        DBGR_TRY(const std::uint64_t bytes, bytesOf(row));
        const std::int64_t by = times(subscripts[0], bytes);
        row.address = row.address.plus(by);
        if (row.array)
            row.array->base = row.array->base.plus(by);
        return row;
    }
    if (!whole.array)
        return wrong("only an array has elements");
    const std::vector<Extent>& extents = whole.array->extents;
    const bool isFortran = firstIsFastest(whole);
    if (subscripts.size() > extents.size() || (isFortran && subscripts.size() != extents.size()))
        return wrong("the array has " + std::to_string(extents.size()) + " dimensions, not " +
                     std::to_string(subscripts.size()));
    Address at = whole.array->base;
    for (std::size_t i = 0; i < subscripts.size(); ++i) {
        DBGR_TRY(const std::int64_t by, offsetIn(extents[i], subscripts[i], isOpenEnded(whole, i)));
        at = at.plus(by);
    }
    if (subscripts.size() == extents.size())
        return elementOf(whole, at);
    Value row = whole; // C: the first subscripts of several
    row.array->base = at;
    row.array->extents.erase(row.array->extents.begin(),
                             row.array->extents.begin() + static_cast<std::ptrdiff_t>(subscripts.size()));
    row.array->isOpenEnded = false;
    return row;
}

Value ValueReader::elementAt(const Value& array, std::uint64_t k) const
{
    Address at = array.array->base;
    const std::vector<Extent>& extents = array.array->extents;
    for (std::size_t i = 0; i < extents.size(); ++i) {
        const Extent& extent = extents[firstIsFastest(array) ? i : extents.size() - 1 - i];
        if (extent.count == 0) // nobody knows how many there are: the last dimension
            break;
        at = at.plus(times(extent.stride, k % extent.count));
        k /= extent.count;
    }
    return elementOf(array, at);
}

util::Result<void> ValueReader::forEachBlock(const Value& array, const std::function<bool(const ElementBlock&)>& visit)
{
    if (array.array->count() == 0)
        return {};
    if (array.array->count() > kMaxElements)
        return util::fail(Errc::TooLarge, "it has " + std::to_string(array.array->count()) + " elements");
    DBGR_TRY(const std::uint64_t bytes, elementBytes(array));
    if (bytes > kMaxText || (bytes == 0 && array.array->element->kind != TypeKind::Text))
        return util::fail(Errc::TooLarge, "an element has " + std::to_string(bytes) + " bytes");
    if (bytes == 0) { // texts without characters
        (void)visit({{}, 0, 0, array.array->count(), 0});
        return {};
    }
    return readInBlocks(m_memory, array, static_cast<std::size_t>(bytes), visit);
}

util::Result<void> ValueReader::forEachElement(const Value& array,
                                               const std::function<bool(std::span<const std::byte>)>& visit)
{
    return forEachBlock(array, [&](const ElementBlock& block) {
        std::uint64_t k = 0;
        while (k < block.count && visit(block[k]))
            ++k;
        return k == block.count;
    });
}

} // namespace dbgr::values
