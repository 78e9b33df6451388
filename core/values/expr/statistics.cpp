// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/statistics.h"

#include "values/expr/arithmetic.h"
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
class Accumulator
{
public:
    void add(long double value)
    {
        ++m_result.count;
        if (std::isnan(value)) {
            ++m_result.nans;
            return;
        }
        m_min = std::min(m_min, value);
        m_max = std::max(m_max, value);
        if (std::isinf(value)) {
            ++m_result.infinities;
            return;
        }
        m_result.sum += value;
        const long double difference = value - m_mean;
        m_mean += difference / static_cast<long double>(++m_finite);
        m_squares += difference * (value - m_mean);
    }

    [[nodiscard]] ArrayStatistics result() const
    {
        constexpr long double kNone = std::numeric_limits<long double>::quiet_NaN();
        ArrayStatistics result = m_result;
        const bool isAny = result.count > result.nans;
        result.min = isAny ? m_min : kNone;
        result.max = isAny ? m_max : kNone;
        result.sum = m_finite > 0 ? result.sum : kNone;
        result.mean = m_finite > 0 ? m_mean : kNone;
        result.standardDeviation = m_finite > 0 ? std::sqrt(m_squares / static_cast<long double>(m_finite)) : kNone;
        return result;
    }

private:
    ArrayStatistics m_result;
    std::uint64_t m_finite = 0;
    long double m_min = std::numeric_limits<long double>::infinity();
    long double m_max = -std::numeric_limits<long double>::infinity();
    long double m_mean = 0;
    long double m_squares = 0;
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

} // namespace

util::Result<ArrayStatistics> statisticsOf(ValueReader& reader, const Value& array)
{
    DBGR_TRY(const Value settled, reader.settled(array));
    if (!settled.isArray() || settled.array->isOpenEnded)
        return util::fail(Errc::Wrong, "statistics need an array whose size is known");
    const Type& element = *settled.array->element->canonical;
    if (!hasStatistics(element))
        return util::fail(Errc::Wrong, "statistics need an array of integers or reals");
    const Decode decode = decoderOf(element);
    Accumulator accumulator;
    util::Result<void> outcome = util::ok();
    DBGR_TRY(reader.forEachElement(settled, [&](std::span<const std::byte> bytes) {
        if (decode && bytes.size() >= element.bytes) {
            accumulator.add(decode(bytes));
            return true;
        }
        const util::Result<Number> number = numberOf(element, bytes);
        if (number)
            accumulator.add(static_cast<long double>(quadOf(*number)));
        else
            outcome = util::fail(number.error());
        return number.has_value();
    }));
    DBGR_TRY(outcome);
    return accumulator.result();
}

} // namespace dbgr::values
