// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/value_text.h"

#include "ui/values/value_columns.h"

#include <QAbstractItemModel>
#include <QCoreApplication>

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

QVariant valueColumnTitle(int column, const QString& name)
{
    const auto text = [](const char* title) { return QCoreApplication::translate("ValueColumns", title); };
    switch (column) {
    case value_column::kName:
        return name;
    case value_column::kValue:
        return text("Value");
    case value_column::kAcross:
        return text("Across");
    case value_column::kType:
        return text("Type");
    default:
        return {};
    }
}

} // namespace dbgr::ui
