// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/value_text.h"

#include "ui/values/value_columns.h"

#include <QAbstractItemModel>

namespace dbgr::ui {

namespace {

void append(QString& text, const QModelIndex& row, int depth)
{
    const QString value = row.siblingAtColumn(value_column::kValue).data().toString();
    text += QString(2 * depth, QLatin1Char(' ')) + row.siblingAtColumn(value_column::kName).data().toString();
    if (!value.isEmpty())
        text += QStringLiteral(" = ") + value;
    text += QLatin1Char('\n');
    const QModelIndex parent = row.siblingAtColumn(0);
    for (int child = 0; child < row.model()->rowCount(parent); ++child)
        append(text, row.model()->index(child, 0, parent), depth + 1);
}

} // namespace

QString valueText(const QModelIndex& row)
{
    QString text;
    if (row.isValid())
        append(text, row, 0);
    return text;
}

} // namespace dbgr::ui
