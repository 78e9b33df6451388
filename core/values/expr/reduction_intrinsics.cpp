// SPDX-License-Identifier: BSD-3-Clause
// Functions that make one number of an array. Elements are read and dropped, so that arrays may be of any size.
#include "values/expr/arithmetic.h"
#include "values/expr/intrinsics.h"
#include "values/expr/loading.h"
#include "values/expr/plain_elements.h"
#include "values/values_error.h"

#include <concepts>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

namespace dbgr::values {

namespace {

using Step = util::Result<Number> (*)(const Number& sofar, const Number& next);
/// What it is of no elements. \param like a number of the same kind
using OfNone = Number (*)(const Number& like);

// --- numbers ---------------------------------------------------------------------------------------------------------

util::Result<Number> addedUp(const Number& sofar, const Number& next)
{
    return binary(BinaryOperator::Add, sofar, next, Language::Fortran);
}

util::Result<Number> multiplied(const Number& sofar, const Number& next)
{
    return binary(BinaryOperator::Multiply, sofar, next, Language::Fortran);
}

/// A NaN is left out, as long as there is another number.
util::Result<Number> better(const Number& sofar, const Number& next, BinaryOperator comparison)
{
    if (sofar.kind == NumberKind::Real && isNan(sofar.real))
        return next;
    DBGR_TRY(const Number isBetter, binary(comparison, next, sofar, Language::Fortran));
    return isBetter.isTrue() ? next : sofar;
}

util::Result<Number> smaller(const Number& sofar, const Number& next)
{
    return better(sofar, next, BinaryOperator::Less);
}

util::Result<Number> larger(const Number& sofar, const Number& next)
{
    return better(sofar, next, BinaryOperator::Greater);
}

Number inKindOf(const Number& like, int value)
{
    switch (like.kind) {
    case NumberKind::Real:
        return realNumber(value, like.bytes);
    case NumberKind::Complex:
        return complexNumber(value, 0, like.bytes);
    default:
        return integerNumber(value, like.bytes);
    }
}

Number zeroLike(const Number& like)
{
    return inKindOf(like, 0);
}

Number oneLike(const Number& like)
{
    return inKindOf(like, 1);
}

Quad largestReal(unsigned bytes)
{
    switch (bytes) {
    case 4:
        return std::numeric_limits<float>::max();
    case 8:
        return std::numeric_limits<double>::max();
    case 10:
        return std::numeric_limits<long double>::max();
    default:
        return ldexpf128(2 - ldexpf128(1, -112), 16383);
    }
}

Number largestLike(const Number& like)
{
    if (like.kind == NumberKind::Real)
        return realNumber(largestReal(like.bytes), like.bytes);
    const UInt128 all = ~UInt128{0} >> (8 * (16 - std::min(like.bytes, 16U)) + 1);
    return integerNumber(static_cast<Int128>(all), like.bytes);
}

Number smallestLike(const Number& like)
{
    const Number largest = largestLike(like);
    return like.kind == NumberKind::Real ? realNumber(-largest.real, like.bytes)
                                         : integerNumber(-largest.integer - 1, like.bytes);
}

/// A number of the array's kind, if there are no elements to tell it.
Number exampleOf(const EachNumber& walked)
{
    const std::vector<std::byte> zeros(walked.element ? 32 : 0);
    if (walked.element && walked.element->canonical->bytes <= zeros.size()) {
        if (auto number = numberOf(*walked.element, zeros))
            return *number;
    }
    return integerNumber(0);
}

// --- numbers of the processor's own kinds ----------------------------------------------------------------------------

/// Which are rounded and wrap around as binary() says, so that nothing tells the two ways apart but their speed.
struct PlainAdd
{
    template <class T>
    T operator()(T sofar, T next) const
    {
        if constexpr (std::floating_point<T>)
            return sofar + next;
        else
            return static_cast<T>(static_cast<std::uint64_t>(sofar) + static_cast<std::uint64_t>(next));
    }
};

struct PlainMultiply
{
    template <class T>
    T operator()(T sofar, T next) const
    {
        if constexpr (std::floating_point<T>)
            return sofar * next;
        else
            return static_cast<T>(static_cast<std::uint64_t>(sofar) * static_cast<std::uint64_t>(next));
    }
};

struct PlainSmaller
{
    template <class T>
    T operator()(T sofar, T next) const
    {
        return sofar != sofar || next < sofar ? next : sofar;
    }
};

struct PlainLarger
{
    template <class T>
    T operator()(T sofar, T next) const
    {
        return sofar != sofar || next > sofar ? next : sofar;
    }
};

/// \param map of each element
template <class T, class PlainStep, class Map>
util::Result<Number> reducedAs(ValueReader& reader, const Value& array, const Type& element, Map map)
{
    std::optional<T> result;
    DBGR_TRY(reader.forEachBlock(array, [&](const ElementBlock& block) {
        T sofar = result.value_or(T{});
        bool isFirst = !result;
        forEachPlain<T>(block, [&](T one) {
            const T next = map(one);
            sofar = isFirst ? next : PlainStep{}(sofar, next);
            isFirst = false;
        });
        result = sofar;
        return true;
    }));
    return numberOf(element, std::as_bytes(std::span(&*result, 1)));
}

/// Nothing: the array is not of that kind, or has no elements. \pre settled
template <class PlainStep>
std::optional<util::Result<Number>> reducedPlain(ValueReader& reader, const Value& array)
{
    if (!array.isArray() || array.array->isOpenEnded || array.bitField || array.array->count() == 0)
        return std::nullopt;
    const Type& element = *array.array->element;
    if (element.letters != Letters::None || element.canonical->kind == TypeKind::Character)
        return std::nullopt;
    return withPlainType<util::Result<Number>>(element, [&]<class T>(T) {
        return reducedAs<T, PlainStep>(reader, array, element, [](T same) { return same; });
    });
}

template <class PlainStep>
util::Result<Answer> reducedMapped(ValueReader& reader, const MappedArray& mapped)
{
    const Type& element = *mapped.array.array->element;
    const auto as = [&]<class T>(T) {
        return reducedAs<T, PlainStep>(reader, mapped.array, element, [&](T next) { return mapped.mapped(next); });
    };
    DBGR_TRY(Number result, element.canonical->bytes == sizeof(float) ? as(float{}) : as(double{}));
    return result;
}

// --- all numbers -----------------------------------------------------------------------------------------------------

util::Result<Answer> reduced(ValueReader& reader, const Answer& array, Step step, OfNone none)
{
    std::optional<Number> result;
    DBGR_TRY(const EachNumber walked, forEachNumber(reader, array, [&](const Number& next) -> util::Result<void> {
                 if (next.kind == NumberKind::Text || next.kind == NumberKind::Logical)
                     return util::fail(Errc::Wrong, "an array of numbers is needed");
                 if (!result) {
                     result = next;
                     return util::ok();
                 }
                 DBGR_TRY(result, step(*result, next));
                 return util::ok();
             }));
    if (!walked.isArray)
        return util::fail(Errc::Wrong, "an array is needed, and there is a single number");
    return result ? std::move(*result) : none(exampleOf(walked));
}

// --- truths ----------------------------------------------------------------------------------------------------------

struct Truths
{
    std::int64_t yes = 0;
    std::int64_t no = 0;
};

util::Result<Truths> truthsOf(ValueReader& reader, const Answer& array)
{
    Truths truths;
    DBGR_TRY(const EachNumber walked, forEachNumber(reader, array, [&](const Number& next) -> util::Result<void> {
                 if (next.kind != NumberKind::Logical)
                     return util::fail(Errc::Wrong, "an array of logical values is needed, such as a > 0");
                 ++(next.isTrue() ? truths.yes : truths.no);
                 return util::ok();
             }));
    if (!walked.isArray)
        return util::fail(Errc::Wrong, "an array is needed, and there is a single value");
    return truths;
}

template <Step step, OfNone none, class PlainStep>
util::Result<Answer> reduction(ValueReader& reader, std::vector<Answer> arguments)
{
    if (auto* const value = std::get_if<Value>(&arguments[0])) {
        DBGR_TRY(*value, reader.settled(std::move(*value)));
        if (auto plain = reducedPlain<PlainStep>(reader, *value))
            return std::move(*plain).map([](Number number) { return Answer(std::move(number)); });
    }
    return reduced(reader, arguments[0], step, none);
}

util::Result<Answer> countFunction(ValueReader& reader, std::vector<Answer> arguments)
{
    DBGR_TRY(const Truths truths, truthsOf(reader, arguments[0]));
    return countNumber(truths.yes);
}

util::Result<Answer> anyFunction(ValueReader& reader, std::vector<Answer> arguments)
{
    DBGR_TRY(const Truths truths, truthsOf(reader, arguments[0]));
    return logicalNumber(truths.yes > 0);
}

util::Result<Answer> allFunction(ValueReader& reader, std::vector<Answer> arguments)
{
    DBGR_TRY(const Truths truths, truthsOf(reader, arguments[0]));
    return logicalNumber(truths.no == 0);
}

} // namespace

std::vector<Intrinsic> reductionIntrinsics()
{
    return {
        {"sum", 1, 1, reduction<addedUp, zeroLike, PlainAdd>, "", reducedMapped<PlainAdd>},
        {"product", 1, 1, reduction<multiplied, oneLike, PlainMultiply>, "", reducedMapped<PlainMultiply>},
        {"minval", 1, 1, reduction<smaller, largestLike, PlainSmaller>, "", reducedMapped<PlainSmaller>},
        {"maxval", 1, 1, reduction<larger, smallestLike, PlainLarger>, "", reducedMapped<PlainLarger>},
        {"count", 1, 1, countFunction, ""},
        {"any", 1, 1, anyFunction, ""},
        {"all", 1, 1, allFunction, ""},
    };
}

} // namespace dbgr::values
