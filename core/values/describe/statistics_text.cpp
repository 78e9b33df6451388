// SPDX-License-Identifier: BSD-3-Clause
#include "values/describe/statistics_text.h"

#include "values/containers/containers.h"
#include "values/expr/loading.h"
#include "values/expr/statistics.h"
#include "values/print/scalar_text.h"
#include "values/print/type_text.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::values {

namespace {

struct Bounds
{
    std::int64_t lower = 0;
    std::uint64_t count = 0;
};

/// "(2,1)", "[0][3]"
std::string subscriptsText(const std::vector<Bounds>& bounds, std::uint64_t k, bool isFortran)
{
    std::vector<std::string> subscripts(bounds.size());
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        const std::size_t dimension = isFortran ? i : bounds.size() - 1 - i; // the one that varies fastest first
        const std::uint64_t count = std::max<std::uint64_t>(bounds[dimension].count, 1);
        subscripts[dimension] = std::to_string(bounds[dimension].lower + static_cast<std::int64_t>(k % count));
        k /= count;
    }
    std::string text;
    for (const std::string& one : subscripts)
        text += isFortran ? (text.empty() ? "(" : ",") + one : "[" + one + "]";
    return isFortran && !text.empty() ? text + ")" : text;
}

/// What the statistics are of, element by element.
class NumberSource
{
public:
    NumberSource(ValueReader& reader, const Answer& numbers, Language language)
        : m_reader(reader), m_numbers(numbers), m_isFortran(language == Language::Fortran)
    {
        if (const auto* const array = std::get_if<NumberArray>(&numbers)) {
            for (const std::uint64_t count : array->shape)
                m_bounds.push_back({m_isFortran ? 1 : 0, count});
        }
        const auto* const value = std::get_if<Value>(&numbers);
        if (!value || !value->isArray())
            return;
        m_isFortran = value->array->element->isFortran() || value->type->isFortran();
        for (const Extent& extent : value->array->extents)
            m_bounds.push_back({extent.lower, extent.count});
    }
    [[nodiscard]] std::string place(std::uint64_t k) const { return subscriptsText(m_bounds, k, m_isFortran); }
    /// With all digits, and never as a letter.
    [[nodiscard]] util::Result<std::string> text(std::uint64_t k) const
    {
        DBGR_TRY(const Number number, element(k));
        if (number.kind == NumberKind::Integer)
            return integerText(number.integer, number.isSigned);
        return scalarText(number, m_isFortran ? Language::Fortran : Language::C);
    }

private:
    [[nodiscard]] util::Result<Number> element(std::uint64_t k) const
    {
        if (const auto* const number = std::get_if<Number>(&m_numbers))
            return *number;
        if (const auto* const array = std::get_if<NumberArray>(&m_numbers))
            return array->elements[static_cast<std::size_t>(k)];
        const Value& value = std::get<Value>(m_numbers);
        return numberAt(m_reader, value.isArray() ? m_reader.elementAt(value, k) : value);
    }

    ValueReader& m_reader;
    const Answer& m_numbers;
    bool m_isFortran;
    std::vector<Bounds> m_bounds;
};

std::string typeOf(const Answer& numbers, const Type* declared, Language language)
{
    if (const auto* const value = std::get_if<Value>(&numbers))
        return typeText(*value, declared);
    if (const auto* const number = std::get_if<Number>(&numbers))
        return typeText(*number, language);
    const auto& array = std::get<NumberArray>(numbers);
    return array.elements.empty() ? "" : typeText(array.elements.front(), language);
}

/// Of std::vector, std::array and their like the elements that they hold; others stay what they are.
util::Result<Value> elementsOf(ValueReader& reader, const Value& settled)
{
    if (settled.isArray() || !settled.type->isRecord())
        return settled;
    const auto container = Containers(reader).open(settled);
    if (!container)
        return settled;
    if (!*container)
        return util::fail(container->error());
    const bool isArray = (*container)->kind == ContainerKind::Array && (*container)->whole;
    return isArray ? reader.settled(*(*container)->whole) : settled;
}

} // namespace

util::Result<debug::StatisticsGroup> describeStatistics(ValueReader& reader, const Answer& numbers, Language language)
{
    Answer settled = numbers;
    const Type* declared = nullptr;
    if (auto* const value = std::get_if<Value>(&settled)) {
        declared = value->type;
        DBGR_TRY(*value, reader.settled(*value));
        DBGR_TRY(*value, elementsOf(reader, *value));
    }
    DBGR_TRY(const ArrayStatistics found, statisticsOf(reader, settled));
    debug::StatisticsGroup group;
    group.type = typeOf(settled, declared, language);
    group.count = found.count;
    group.nans = found.nans;
    group.infinities = found.infinities;
    if (group.finite() > 0) {
        group.mean = static_cast<double>(found.mean);
        group.deviation = static_cast<double>(found.standardDeviation);
    }
    if (!found.minAt || !found.maxAt)
        return group;
    const NumberSource source(reader, settled, language);
    DBGR_TRY(group.lowest, source.text(*found.minAt));
    DBGR_TRY(group.highest, source.text(*found.maxAt));
    group.lowestAt = source.place(*found.minAt);
    group.highestAt = source.place(*found.maxAt);
    return group;
}

} // namespace dbgr::values
