// SPDX-License-Identifier: BSD-3-Clause
// Arrays in programs: what their bounds are, and where their elements lie.
#include "values/compile/spot.h"

#include <algorithm>
#include <utility>

namespace dbgr::values {

using bytecode::Code;
using bytecode::IntegerKind;
using bytecode::Op;

namespace {

constexpr IntegerKind kIndexKind{8, true};
constexpr std::size_t kMostDimensions = 7;

/// How many there are from the lower to the upper bound; nothing where that is known to be none.
Code countOf(const ExtentCode& extent)
{
    Code code = extent.upper;
    return code.then(extent.lower).op(Op::Subtract, kIndexKind).then(Code::constant(1)).op(Op::Add, kIndexKind);
}

bool isComputed(const Type& array)
{
    const auto has = [](const Dimension& dimension) {
        return dimension.lower.computed || dimension.upper.computed || dimension.count.computed;
    };
    for (const Type* type = &array; type->kind == TypeKind::Array; type = type->target) {
        if (std::ranges::any_of(type->dimensions, has))
            return true;
    }
    return false;
}

/// Whether the last one that was given in the type itself has no end.
bool isOpen(const Dimension& dimension)
{
    return !dimension.upper.exists() && !dimension.count.exists();
}

} // namespace

util::Result<Code> Spots::bound(const Bound& bound, const Spot& spot) const
{
    const Place place = spot.place ? *spot.place : Place{spot.file, nullptr, nullptr};
    return m_places.of(bound, place, spot.code);
}

/// The dimensions of all types that are rows of others, with strides where these are told.
util::Result<std::vector<ExtentCode>> Spots::extents(const Spot& spot) const
{
    const Type& whole = *spot.type;
    const bool innerFirst = whole.isFortran();
    std::vector<ExtentCode> all;
    for (const Type* type = &whole; type->kind == TypeKind::Array; type = type->target) {
        std::vector<ExtentCode> own;
        if (type->rank.exists())
            return noCode("an array of assumed rank");
        for (std::size_t i = 0; i < type->dimensions.size(); ++i) {
            const Dimension& dimension = type->dimensions[i];
            const std::size_t open = innerFirst ? type->dimensions.size() - 1 : 0;
            ExtentCode extent;
            extent.isOpen = type == &whole && i == open && isOpen(dimension);
            if (dimension.forEachOfRank || (isOpen(dimension) && !extent.isOpen))
                return noCode("an array of such a kind");
            extent.lower = Code::constant(type->isFortran() ? 1 : 0);
            if (dimension.lower.exists()) {
                DBGR_TRY(extent.lower, bound(dimension.lower, spot));
            }
            if (dimension.upper.exists()) {
                DBGR_TRY(extent.upper, bound(dimension.upper, spot));
            } else if (dimension.count.exists()) {
                DBGR_TRY(extent.upper, bound(dimension.count, spot));
                extent.upper.then(extent.lower).op(Op::Add, kIndexKind).then(Code::constant(1));
                extent.upper.op(Op::Subtract, kIndexKind);
            } else {
                extent.upper = Code::constant(0);
            }
            if (dimension.byteStride.exists()) {
                DBGR_TRY(extent.stride, bound(dimension.byteStride, spot));
            }
            own.push_back(std::move(extent));
        }
        all.insert(innerFirst ? all.begin() : all.end(), own.begin(), own.end());
        if (all.empty() || all.size() > kMostDimensions)
            return noCode("an array of so many dimensions");
    }
    return all;
}

util::Result<Spot> Spots::array(Spot spot) const
{
    const Type& type = *spot.type;
    if (spot.isValue)
        return noCode("an array in registers");
    ArrayCode array;
    array.element = &type;
    while (array.element->kind == TypeKind::Array)
        array.element = array.element->target;
    const Type& element = *array.element;
    const bool isPlain = element.kind != TypeKind::Text && element.bytes > 0 &&
                         !(type.byFlang && type.data.exists() && element.isRecord());
    if (!isPlain)
        return noCode("an array of such elements");
    DBGR_TRY(array.extents, extents(spot));
    array.hasComputedBounds = isComputed(type);
    Code run = Code::constant(element.bytes);
    if (type.byteStride.exists()) {
        DBGR_TRY(run, bound(type.byteStride, spot));
    }
    const std::size_t rank = array.extents.size();
    for (std::size_t k = 0; k < rank; ++k) {
        ExtentCode& extent = array.extents[type.isFortran() ? k : rank - 1 - k];
        if (extent.stride.size() == 0)
            extent.stride = run;
        run = extent.stride;
        run.then(countOf(extent)).op(Op::Multiply, kIndexKind);
    }
    Code base;
    for (const Bound* const required : {&type.allocated, &type.associated}) {
        if (!required->exists())
            continue;
        DBGR_TRY(Code there, bound(*required, spot));
        base.then(there.op(Op::Require).op(Op::Drop));
    }
    if (type.data.exists()) {
        DBGR_TRY(Code data, bound(type.data, spot));
        base.then(data.op(Op::Require));
    } else {
        base.then(spot.code);
    }
    spot.code = std::move(base);
    spot.array = std::move(array);
    return spot;
}

util::Result<Spot> Spots::element(Spot asked, std::vector<NumberCode> subscripts) const
{
    DBGR_TRY(Spot whole, settled(std::move(asked)));
    const bool isPointer = !whole.array && whole.type->kind == TypeKind::Pointer && !whole.type->isFortran();
    if (isPointer && subscripts.size() == 1) {
        DBGR_TRY(Spot target, pointee(std::move(whole)));
        if (target.type->kind == TypeKind::Text || target.type->kind == TypeKind::Incomplete ||
            target.type->kind == TypeKind::Array) // whose size is that of its rows: the reader counts it
            return noCode("what such a pointer points to");
        NumberCode& by = subscripts.front();
        if (!by.kind.isSigned && by.kind.bytes == 8) // what is too large for a subscript is no negative one
            by.code.then(Code::constant(0))
                .then(Code::constant(0))
                .then(Code::constant(target.type->bytes))
                .subscript(true);
        else
            by.code.then(Code::constant(target.type->bytes)).op(Op::Multiply, kAddressKind);
        target.code.then(by.code).op(Op::Add, kAddressKind);
        return target;
    }
    if (!whole.array || subscripts.empty() || subscripts.size() > whole.array->extents.size())
        return noCode("such subscripts");
    std::vector<ExtentCode>& extents = whole.array->extents;
    if (whole.array->element->isFortran() && subscripts.size() != extents.size())
        return noCode("such subscripts");
    for (std::size_t i = 0; i < subscripts.size(); ++i) {
        const ExtentCode& extent = extents[i];
        Code& by = subscripts[i].code;
        by.then(extent.lower).then(extent.upper).then(extent.stride).subscript(extent.isOpen);
        whole.code.then(by).op(Op::Add, kAddressKind);
    }
    extents.erase(extents.begin(), extents.begin() + static_cast<std::ptrdiff_t>(subscripts.size()));
    if (!extents.empty()) {
        extents.front().isOpen = false;
        return whole;
    }
    whole.type = whole.array->element;
    whole.array.reset();
    return whole;
}

} // namespace dbgr::values
