// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/statistics.h"

#include "values/expr/arithmetic.h"
#include "values/expr/loading.h"
#include "values/values_error.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace dbgr::values {

namespace {

/// Of the kinds that arrays mostly have, to a long double, which holds them exactly.
using Decode = long double (*)(std::span<const std::byte>);

template <class T>
long double decodeAs(std::span<const std::byte> bytes)
{
    T value{};
    std::memcpy(&value, bytes.data(), sizeof value);
    return static_cast<long double>(value);
}

template <bool isSigned>
Decode integerDecoder(std::uint64_t bytes)
{
    const auto pick = []<class T>(T) -> Decode { return isSigned ? decodeAs<T> : decodeAs<std::make_unsigned_t<T>>; };
    switch (bytes) {
    case 1:
        return pick(std::int8_t{});
    case 2:
        return pick(std::int16_t{});
    case 4:
        return pick(std::int32_t{});
    case 8:
        return pick(std::int64_t{});
    default:
        return nullptr;
    }
}

/// Null: none of ours; numberOf() may know it.
Decode decoderOf(const Type& type)
{
    if (type.kind != TypeKind::Real)
        return isSignedType(type) ? integerDecoder<true>(type.bytes) : integerDecoder<false>(type.bytes);
    return type.bytes == 4 ? decodeAs<float> : type.bytes == 8 ? decodeAs<double> : nullptr;
}

/// Mean and deviation after Welford, whose sums do not lose the small differences of large numbers.
/// \tparam Real holds the elements exactly
template <class Real>
class Accumulator
{
public:
    void add(Real value)
    {
        const std::uint64_t at = m_result.count++;
        if (value != value) {
            ++m_result.nans;
            return;
        }
        if (!m_result.minAt || value < m_min) {
            m_min = value;
            m_result.minAt = at;
        }
        if (!m_result.maxAt || value > m_max) {
            m_max = value;
            m_result.maxAt = at;
        }
        if (value - value != 0) { // infinite
            ++m_result.infinities;
            return;
        }
        m_sum += value;
        const Real difference = value - m_mean;
        m_mean += difference / static_cast<Real>(++m_finite);
        m_squares += difference * (value - m_mean);
    }

    [[nodiscard]] ArrayStatistics result() const
    {
        constexpr long double kNone = std::numeric_limits<long double>::quiet_NaN();
        const auto known = [&](bool isKnown, Real value) { return isKnown ? static_cast<long double>(value) : kNone; };
        const bool isAny = m_finite > 0;
        ArrayStatistics result = m_result;
        result.min = known(result.minAt.has_value(), m_min);
        result.max = known(result.maxAt.has_value(), m_max);
        result.sum = known(isAny, m_sum);
        result.mean = known(isAny, m_mean);
        result.standardDeviation = std::sqrt(known(isAny, isAny ? m_squares / static_cast<Real>(m_finite) : Real(0)));
        return result;
    }

private:
    ArrayStatistics m_result;
    std::uint64_t m_finite = 0;
    Real m_min = 0, m_max = 0;
    Real m_sum = 0, m_mean = 0, m_squares = 0;
};

bool hasStatistics(const Type& type)
{
    switch (type.kind) {
    case TypeKind::Signed:
    case TypeKind::Unsigned:
    case TypeKind::Character:
    case TypeKind::Real:
        return true;
    default:
        return false;
    }
}

tl::unexpected<util::Error> hasNone()
{
    return util::fail(Errc::Wrong, "statistics need integers or reals, one or an array of them");
}

/// Of the kinds that most arrays have.
util::Result<ArrayStatistics> quickStatistics(ValueReader& reader, const Value& array, const Type& element,
                                              Decode decode)
{
    Accumulator<long double> accumulator;
    bool isWhole = true;
    DBGR_TRY(reader.forEachElement(array, [&](std::span<const std::byte> bytes) {
        isWhole = bytes.size() >= element.bytes;
        if (isWhole)
            accumulator.add(decode(bytes));
        return isWhole;
    }));
    if (!isWhole)
        return util::fail(Errc::NotRecorded, "an element has fewer bytes than its type");
    return accumulator.result();
}

util::Result<ArrayStatistics> statisticsOfNumbers(ValueReader& reader, const Answer& numbers)
{
    Accumulator<Quad> accumulator;
    DBGR_TRY(forEachNumber(reader, numbers, [&](const Number& number) -> util::Result<void> {
        if (number.kind != NumberKind::Integer && number.kind != NumberKind::Real)
            return hasNone();
        accumulator.add(quadOf(number));
        return {};
    }));
    return accumulator.result();
}

} // namespace

util::Result<ArrayStatistics> statisticsOf(ValueReader& reader, const Answer& numbers)
{
    const auto* const value = std::get_if<Value>(&numbers);
    if (!value)
        return statisticsOfNumbers(reader, numbers);
    DBGR_TRY(const Value settled, reader.settled(*value));
    const Type& element = *(settled.isArray() ? settled.array->element : settled.type)->canonical;
    if (settled.isArray() && settled.array->isOpenEnded)
        return util::fail(Errc::Wrong, "statistics need an array whose size is known");
    if (!hasStatistics(element))
        return hasNone();
    const Decode decode = decoderOf(element);
    const bool isPlain = settled.isArray() && !settled.bitField && decode;
    return isPlain ? quickStatistics(reader, settled, element, decode) : statisticsOfNumbers(reader, settled);
}

} // namespace dbgr::values
