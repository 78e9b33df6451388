// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/rank_set_text.h"

#include "session/describe.h"
#include "session/process_table.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>
#include <system_error>

namespace dbgr::ui {

using session::ProcessTable;
using session::RankState;
using util::RankSet;

namespace {

constexpr RankState kNamedStates[]{RankState::Running, RankState::Crashed, RankState::Held,
                                   RankState::Ended,   RankState::Lost,    RankState::Detached};

QString say(const char* text)
{
    return QCoreApplication::translate("RankSetText", text);
}

tl::unexpected<util::Error> refuse(const QString& why)
{
    return util::fail(std::make_error_code(std::errc::invalid_argument), why.toStdString());
}

std::optional<RankSet> readWord(const QString& word, const ProcessTable& processes)
{
    if (word == QLatin1String("all") || word == QLatin1String("*"))
        return processes.all();
    if (word == QLatin1String("stopped"))
        return processes.standing();
    for (const RankState state : kNamedStates) {
        if (word == QLatin1String(session::name(state)))
            return processes.inState(state);
    }
    return std::nullopt;
}

} // namespace

QStringList rankSetWords()
{
    QStringList words{QStringLiteral("all"), QStringLiteral("stopped")};
    for (const RankState state : kNamedStates)
        words << QString::fromLatin1(session::name(state));
    return words;
}

util::Result<RankSet> readRankSet(const QString& text, const ProcessTable& processes)
{
    RankSet ranks;
    for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QString word = part.trimmed().toLower();
        if (word.isEmpty())
            continue;
        if (const auto named = readWord(word, processes)) {
            ranks |= *named;
            continue;
        }
        const auto numbers = RankSet::parse(word.toStdString(), processes.all());
        if (!numbers)
            return refuse(say("\"%1\" is not a set of ranks. Write it like 0-3,7 or all, stopped, running, crashed.")
                              .arg(part.trimmed()));
        ranks |= *numbers;
    }
    if (processes.all().empty())
        return refuse(say("There are no ranks yet."));
    if (const RankSet unknown = ranks - processes.all(); !unknown.empty())
        return refuse(say("The job has ranks %1, and no %2.")
                          .arg(QString::fromStdString(session::shortRanks(processes.all())),
                               QString::fromStdString(session::shortRanks(unknown))));
    if (ranks.empty())
        return refuse(text.trimmed().isEmpty() ? say("Write ranks like 0-3,7 or all, stopped, running, crashed.")
                                               : say("No rank is %1.").arg(text.trimmed()));
    return ranks;
}

bool mayBecomeRankSet(const QString& text)
{
    const QString last = text.section(QLatin1Char(','), -1).trimmed().toLower();
    if (last.isEmpty() || last.endsWith(QLatin1Char('-')))
        return true;
    const QStringList words = rankSetWords();
    return std::any_of(words.begin(), words.end(), [&](const QString& word) { return word.startsWith(last); });
}

QString rankSetText(const RankSet& ranks, const ProcessTable& processes)
{
    if (ranks.size() > 1 && ranks == processes.all())
        return QStringLiteral("all");
    return QString::fromStdString(ranks.toString());
}

QString shortText(const RankSet& ranks)
{
    return QString::fromStdString(session::shortRanks(ranks));
}

} // namespace dbgr::ui
