// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_text.h"

#include <QAbstractItemModel>

#include <algorithm>
#include <map>
#include <vector>

namespace dbgr::ui {

namespace {

/// Rows from the root down: their order is the model's.
using Path = std::vector<int>;

Path pathOf(const QModelIndex& index)
{
    Path path;
    for (QModelIndex at = index; at.isValid(); at = at.parent())
        path.push_back(at.row());
    std::reverse(path.begin(), path.end());
    return path;
}

/// One line and one cell each: line ends and tabs of a value would make others of it.
QString plainCell(const QModelIndex& index)
{
    QString text = index.data(Qt::DisplayRole).toString();
    for (const QChar separator : {QLatin1Char('\t'), QLatin1Char('\n'), QLatin1Char('\r')})
        text.replace(separator, QLatin1Char(' '));
    return text;
}

QString csvCell(QString text)
{
    const bool quoted = std::any_of(text.cbegin(), text.cend(), [](QChar c) {
        return c == QLatin1Char(',') || c == QLatin1Char('"') || c == QLatin1Char('\n') || c == QLatin1Char('\r');
    });
    if (!quoted)
        return text;
    text.replace(QLatin1String("\""), QLatin1String("\"\""));
    return QLatin1Char('"') + text + QLatin1Char('"');
}

void appendCsvRows(const QAbstractItemModel& model, const QList<int>& columns, const QModelIndex& parent, QString& out)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        QStringList cells;
        for (const int column : columns)
            cells << csvCell(model.index(row, column, parent).data(Qt::DisplayRole).toString());
        out += cells.join(QLatin1Char(',')) + QLatin1String("\r\n");
        appendCsvRows(model, columns, model.index(row, 0, parent), out);
    }
}

} // namespace

QString tabbedText(const QList<QModelIndex>& indexes, const QList<int>& columns)
{
    std::map<Path, QModelIndex> rows;
    for (const QModelIndex& index : indexes)
        rows.emplace(pathOf(index), index);
    std::size_t outermost = SIZE_MAX;
    for (const auto& [path, index] : rows)
        outermost = std::min(outermost, path.size());

    QStringList lines;
    for (const auto& [path, index] : rows) {
        QStringList cells;
        for (const int column : columns)
            cells << plainCell(index.siblingAtColumn(column));
        lines << QString(static_cast<int>(path.size() - outermost) * 2, QLatin1Char(' ')) +
                     cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
}

QString csvText(const QAbstractItemModel& model, const QList<int>& columns)
{
    QStringList names;
    for (const int column : columns)
        names << csvCell(model.headerData(column, Qt::Horizontal).toString());
    QString text = names.join(QLatin1Char(',')) + QLatin1String("\r\n");
    appendCsvRows(model, columns, {}, text);
    return text;
}

} // namespace dbgr::ui
