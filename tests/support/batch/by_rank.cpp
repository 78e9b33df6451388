// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/batch/by_rank.h"

#include "util/rank_set.h"

#include <QMap>
#include <QStringList>

namespace dbgr::test {

QString byRank(const QList<QJsonObject>& objects, const std::function<QString(const QJsonObject&)>& words, Told which)
{
    QMap<std::uint32_t, QStringList> told;
    for (const QJsonObject& object : objects) {
        const QString text = words(object);
        const auto ranks = util::RankSet::parse(object["ranks"].toString().toStdString(), {});
        if (text.isEmpty() || !ranks)
            continue;
        ranks->forEach([&](util::Rank rank) {
            QStringList& texts = told[rank.value()];
            texts = which == Told::All ? texts + QStringList{text} : QStringList{text};
        });
    }
    QMap<QString, util::RankSet> folded;
    for (auto it = told.cbegin(); it != told.cend(); ++it)
        folded[it.value().join(", ")].insert(util::Rank(it.key()));
    QMap<std::uint32_t, QString> lines; // by the lowest rank
    for (auto it = folded.cbegin(); it != folded.cend(); ++it)
        lines[it.value().lowest()->value()] = QString::fromStdString(it.value().toString()) + ": " + it.key();
    return lines.values().join("; ");
}

} // namespace dbgr::test
