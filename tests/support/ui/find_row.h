// SPDX-License-Identifier: GPL-3.0-or-later
// A row of a model by what it shows. Thread: the test's.
#pragma once

#include <QAbstractItemModel>
#include <QString>

namespace dbgr::test {

/// The index whose first column shows this text, searched in depth; invalid if there is none.
inline QModelIndex findRow(const QAbstractItemModel& model, const QString& text)
{
    const QModelIndexList found = model.match(model.index(0, 0), Qt::DisplayRole, text, 1,
                                              Qt::MatchExactly | Qt::MatchCaseSensitive | Qt::MatchRecursive);
    return found.isEmpty() ? QModelIndex() : found.front();
}

} // namespace dbgr::test
