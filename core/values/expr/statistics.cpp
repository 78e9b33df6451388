// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/statistics.h"

#include "values/expr/arithmetic.h"
#include "values/expr/loading.h"
#include "values/expr/plain_elements.h"
#include "values/values_error.h"

#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace dbgr::values {

namespace {

/// Mean and deviation of some hundred elements at a time, by their differences from the mean of those, and then of all
/// of them together: large numbers do not lose their small differences.
/// \tparam T of the elements \tparam Real holds them exactly
template <class T, class Real>
class Accumulator
{
public:
    void add(T value)
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
        m_pending[m_pendingCount++] = static_cast<Real>(value);
        if (m_pendingCount == m_pending.size())
            takePending();
    }

    [[nodiscard]] ArrayStatistics result()
    {
        if (m_pendingCount > 0)
            takePending();
        constexpr long double kNone = std::numeric_limits<long double>::quiet_NaN();
        const auto known = [&](bool isKnown, auto value) { return isKnown ? static_cast<long double>(value) : kNone; };
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
    void takePending()
    {
        const std::span<const Real> values(m_pending.data(), m_pendingCount);
        const auto count = static_cast<Real>(values.size());
        Real sum = 0;
        for (const Real value : values)
            sum += value;
        const Real mean = sum / count;
        Real squares = 0;
        for (const Real value : values)
            squares += (value - mean) * (value - mean);
        const auto before = static_cast<Real>(m_finite);
        const Real difference = mean - m_mean;
        m_finite += values.size();
        m_sum += sum;
        m_mean += difference * (count / static_cast<Real>(m_finite));
        m_squares += squares + difference * difference * (before * count / static_cast<Real>(m_finite));
        m_pendingCount = 0;
    }

    ArrayStatistics m_result;
    std::uint64_t m_finite = 0;
    T m_min = 0, m_max = 0;
    Real m_sum = 0, m_mean = 0, m_squares = 0;
    std::array<Real, 512> m_pending;
    std::size_t m_pendingCount = 0;
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

/// Of the kinds that most arrays have, which a long double holds exactly.
template <class T>
util::Result<ArrayStatistics> statisticsOfPlain(ValueReader& reader, const Value& array)
{
    Accumulator<T, long double> accumulator;
    DBGR_TRY(reader.forEachBlock(array, [&](const ElementBlock& block) {
        forEachPlain<T>(block, [&](T value) { accumulator.add(value); });
        return true;
    }));
    return accumulator.result();
}

util::Result<ArrayStatistics> statisticsOfNumbers(ValueReader& reader, const Answer& numbers)
{
    Accumulator<Quad, Quad> accumulator;
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
    if (settled.isArray() && !settled.bitField) {
        auto plain = withPlainType<util::Result<ArrayStatistics>>(
            element, [&]<class T>(T) { return statisticsOfPlain<T>(reader, settled); });
        if (plain)
            return *std::move(plain);
    }
    return statisticsOfNumbers(reader, settled);
}

} // namespace dbgr::values
