// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/place_model.h"

#include "ui/dialogs/palette_role.h"

#include <algorithm>
#include <utility>

namespace dbgr::ui {

namespace {

QString baseName(const QString& path)
{
    return path.mid(path.lastIndexOf(u'/') + 1);
}

QString lineText(const debug::SourceLocation& where)
{
    return baseName(QString::fromStdString(where.file)) + u':' + QString::number(where.line);
}

} // namespace

void PlaceModel::setPlaces(std::vector<CodePlace> places)
{
    m_places = std::move(places);
    std::stable_partition(m_places.begin(), m_places.end(), [](const CodePlace& place) { return place.isFile; });
    sort();
}

void PlaceModel::setPattern(const QString& pattern)
{
    m_pattern = pattern;
    sort();
}

void PlaceModel::sort()
{
    beginResetModel();
    m_rows.clear();
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        if (auto match = fuzzyMatch(m_pattern, m_places[i].name))
            m_rows.push_back({i, match->score, std::move(match->positions)});
    }
    if (!m_pattern.trimmed().isEmpty()) {
        std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) { return a.score > b.score; });
        const int least = m_rows.empty() ? 0 : leastScore(m_rows.front().score);
        std::erase_if(m_rows, [least](const Row& row) { return row.score < least; });
    }
    m_rows.resize(std::min(m_rows.size(), kMostRows));
    endResetModel();
}

int PlaceModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant PlaceModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = m_rows.at(std::size_t(index.row()));
    const CodePlace& place = m_places.at(row.place);
    const QString path = QString::fromStdString(place.where.file);
    const QString detail = place.isFile ? path.left(path.lastIndexOf(u'/')) : lineText(place.where);
    switch (role) {
    case Qt::DisplayRole:
        return place.name;
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1, %2").arg(place.name, detail);
    case DetailRole:
        return detail;
    case PositionsRole:
        return QVariant::fromValue(row.positions);
    case EnabledRole:
        return true;
    case TipRole:
        return (place.isFile ? path : path + u':' + QString::number(place.where.line)) + place.note;
    default:
        return {};
    }
}

} // namespace dbgr::ui

#include "moc_place_model.cpp"
