// SPDX-License-Identifier: GPL-3.0-or-later
// What was told of ranks, rank by rank: on a busy machine what belongs together may come in several pieces. Thread:
// any.
#pragma once

#include <QJsonObject>
#include <QList>
#include <QString>

#include <functional>

namespace dbgr::test {

enum class Told
{
    All,
    Last
};

/// "0-1: stopped, ended; 2: stopped": of each rank the words for the objects whose "ranks" it is among, in their order;
/// ranks of which the same was told are together. \param words "" passes the object over
[[nodiscard]] QString byRank(const QList<QJsonObject>& objects, const std::function<QString(const QJsonObject&)>& words,
                             Told which = Told::All);

} // namespace dbgr::test
