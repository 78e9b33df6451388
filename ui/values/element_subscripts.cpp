// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/element_subscripts.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace dbgr::ui {

ElementSubscripts::ElementSubscripts(const QString& type, std::uint32_t count)
{
    static const QRegularExpression bounds(
        QStringLiteral(R"(\((-?\d{1,18}:-?\d{1,18}(?:,-?\d{1,18}:-?\d{1,18})*)\)$)"));
    std::int64_t elements = 1;
    if (const auto match = bounds.match(type); match.hasMatch()) {
        for (const QString& dimension : match.captured(1).split(',')) {
            const QStringList ends = dimension.split(':');
            const Bounds one{ends[0].toLongLong(), ends[1].toLongLong()};
            const std::int64_t extent = one.upper - one.lower + 1;
            elements = extent > 0 && elements > 0 && extent <= std::int64_t{count} / elements ? elements * extent : 0;
            m_dimensions.push_back(one);
        }
    }
    m_isBounded = !m_dimensions.empty() && elements == count;
    if (!m_isBounded)
        m_dimensions = {{0, std::int64_t{count} - 1}};
}

QString ElementSubscripts::first() const
{
    QStringList subscripts;
    for (const Bounds& one : m_dimensions)
        subscripts.push_back(QString::number(one.lower));
    return subscripts.join(',');
}

QString ElementSubscripts::range() const
{
    if (!m_isBounded)
        return QObject::tr("0 to %1").arg(m_dimensions.front().upper);
    QStringList bounds;
    for (const Bounds& one : m_dimensions)
        bounds.push_back(QStringLiteral("%1:%2").arg(one.lower).arg(one.upper));
    return '(' + bounds.join(',') + ')';
}

std::optional<std::uint32_t> ElementSubscripts::numberOf(const QString& text) const
{
    const QStringList subscripts = text.split(',');
    if (subscripts.size() != static_cast<qsizetype>(m_dimensions.size()))
        return std::nullopt;
    std::int64_t number = 0;
    std::int64_t stride = 1;
    for (std::size_t i = 0; i < m_dimensions.size(); ++i) {
        const Bounds& one = m_dimensions[i];
        bool isNumber = false;
        const std::int64_t asked = subscripts[static_cast<qsizetype>(i)].trimmed().toLongLong(&isNumber);
        if (!isNumber || one.upper < one.lower)
            return std::nullopt;
        number += (std::clamp(asked, one.lower, one.upper) - one.lower) * stride;
        stride *= one.upper - one.lower + 1;
    }
    return static_cast<std::uint32_t>(number);
}

} // namespace dbgr::ui
