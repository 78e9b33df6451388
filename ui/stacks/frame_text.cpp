// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stacks/frame_text.h"

#include "debug/debug_error.h"
#include "session/describe.h"
#include "session/error_text.h"
#include "session/thread_text.h"
#include "ui/bridge/counted.h"

#include <QCoreApplication>
#include <QStringList>

#include <set>

namespace dbgr::ui {

namespace {

QString text(const char* words)
{
    return QCoreApplication::translate("Stacks", words);
}

QString count(std::uint64_t number, const char* one, const char* many)
{
    return counted(number, text(one), text(many));
}

bool isPassing(const util::Error& error)
{
    return error.code == debug::Errc::Stale || error.code == debug::Errc::NotStopped;
}

/// Rank sets of many intervals are cut in tooltips, too.
QString boundedRanks(const util::RankSet& ranks)
{
    constexpr std::size_t kMostIntervals = 40;
    return QString::fromStdString(ranks.intervals().size() > kMostIntervals ? session::shortRanks(ranks)
                                                                            : ranks.toString());
}

} // namespace

QString functionText(const debug::Frame& frame)
{
    return frame.function.empty() ? text("no symbols") : QString::fromStdString(frame.function);
}

QString withoutArguments(const QString& function)
{
    const qsizetype close = function.lastIndexOf(QLatin1Char(')'));
    qsizetype open = close;
    for (int depth = 0; open >= 0; --open) { // the list may have function types in it
        depth += function[open] == QLatin1Char(')') ? 1 : function[open] == QLatin1Char('(') ? -1 : 0;
        if (depth == 0)
            break;
    }
    const bool inTheMiddle = close >= 0 && function.mid(close + 1).contains(QLatin1String("::")); // "(anonymous)::f"
    if (open <= 0 || inTheMiddle || function.left(open).endsWith(QLatin1String("operator")))
        return function;
    return function.left(open);
}

QString placeText(const debug::Frame& frame)
{
    return QString::fromStdString(frame.where.known() ? session::describe(frame.where) : frame.module);
}

QString frameText(const debug::Frame& frame)
{
    return QString::fromStdString(session::describe(frame));
}

QString frameTip(const debug::Frame& frame)
{
    QStringList lines{frame.inlined ? text("%1 (inlined)").arg(functionText(frame)) : functionText(frame)};
    if (frame.where.known())
        lines << QStringLiteral("%1:%2").arg(QString::fromStdString(frame.where.file)).arg(frame.where.line);
    if (frame.isPython)
        lines << text("in Python");
    else if (!frame.module.empty())
        lines << text("in %1").arg(QString::fromStdString(frame.module));
    if (!frame.where.known())
        lines << text("No source is known for this frame.");
    return lines.join(QLatin1Char('\n'));
}

QString placeText(const StackRow& row)
{
    const QString place = placeText(row.frame);
    return row.frames > 1 ? text("%1 (%2 frames)").arg(place).arg(row.frames) : place;
}

QString whereText(const StackRow& row)
{
    const QString where = frameText(row.frame);
    return row.frames > 1 ? text("%1 (%2 frames)").arg(where).arg(row.frames) : where;
}

QString countText(const StackRow& row)
{
    const std::uint64_t ranks = row.ranks.size();
    return row.threads == ranks ? QString::number(ranks) : QStringLiteral("%1 (%2)").arg(ranks).arg(row.threads);
}

namespace {

QString shortWho(const debug::ThreadSet& who)
{
    std::set<std::string> names;
    for (const auto& [kind, threads] : who.kinds())
        names.insert(kind.name);
    QStringList parts;
    for (const auto& [kind, threads] : who.kinds()) {
        QStringList words{QString::fromStdString(session::shortThreads(threads))};
        if (names.size() > 1 && !kind.name.empty())
            words << QString::fromStdString(kind.name);
        if (kind.role != debug::ThreadRole::Unknown)
            words << QString::fromLatin1(debug::name(kind.role));
        parts << words.join(QLatin1Char(' '));
    }
    return parts.join(QStringLiteral("; "));
}

/// A line for each kind; "" of a row that does not tell threads.
QString whoLines(const debug::ThreadSet& who)
{
    QString lines;
    for (const auto& [kind, threads] : who.kinds()) {
        const QString what = QString::fromStdString(session::describe(kind));
        lines += QStringLiteral("\n%1%2").arg(QString::fromStdString(session::shortThreads(threads)),
                                              what.isEmpty() ? what : QLatin1Char(' ') + what);
    }
    return lines;
}

} // namespace

QString rankText(const StackRow& row)
{
    if (row.rankText.isEmpty())
        row.rankText = row.who.empty() ? QString::fromStdString(session::shortRanks(row.ranks)) : shortWho(row.who);
    return row.rankText;
}

QString tipText(const StackRow& row)
{
    const QString who = QStringLiteral("%1, %2: %3")
                            .arg(count(row.ranks.size(), "1 rank", "%1 ranks"),
                                 count(row.threads, "1 thread", "%1 threads"), boundedRanks(row.ranks));
    const QString cut =
        row.cut ? QLatin1Char('\n') + text("It calls more, without source, that is not shown.") : QString();
    return frameTip(row.frame) + QLatin1Char('\n') + who + whoLines(row.who) + cut;
}

QString stacksSummary(const util::RankSet& shown, std::uint64_t threads, const util::RankSet& focus)
{
    const QString ranks = shown.size() < focus.size() ? text("%1 of %2 ranks").arg(shown.size()).arg(focus.size())
                                                      : count(shown.size(), "1 rank", "%1 ranks");
    return QStringLiteral("%1, %2").arg(ranks, count(threads, "1 thread", "%1 threads"));
}

QString hiddenSummary(std::uint64_t threads)
{
    return count(threads, "1 thread without source", "%1 threads without source");
}

QString placeSummary(std::optional<util::Rank> rank, std::optional<util::ThreadId> thread, bool truncated)
{
    if (!rank)
        return {};
    QStringList parts{text("rank %1").arg(rank->value())};
    if (thread)
        parts << text("thread %1").arg(thread->value());
    if (truncated)
        parts << text("outer frames are left out");
    return parts.join(QStringLiteral(", "));
}

QString threadNameText(const debug::ThreadInfo& thread)
{
    QString name = QString::fromStdString(thread.name);
    if (thread.role != debug::ThreadRole::Unknown) {
        const QString role =
            thread.role == debug::ThreadRole::OpenMpWorker ? text("OpenMP worker") : text("MPI progress");
        name = name.isEmpty() ? role : QStringLiteral("%1 (%2)").arg(name, role);
    }
    if (thread.frozen)
        name = name.isEmpty() ? text("frozen") : QStringLiteral("%1, %2").arg(name, text("frozen"));
    return name;
}

QString threadsSummary(int threads, std::size_t ranks)
{
    return text("%1 of %2")
        .arg(count(static_cast<std::uint64_t>(threads), "1 thread", "%1 threads"), count(ranks, "1 rank", "%1 ranks"));
}

QString ranksText(const util::RankSet& ranks)
{
    return (ranks.size() == 1 ? text("rank %1") : text("ranks %1"))
        .arg(QString::fromStdString(session::shortRanks(ranks)));
}

QString problemText(const util::Error& error)
{
    return isPassing(error) ? QString() : QString::fromStdString(session::errorText(error));
}

QString problemText(const std::vector<debug::RankFailure>& failures)
{
    QStringList lines;
    for (const debug::RankFailure& failure : failures) {
        if (const QString why = problemText(failure.error); !why.isEmpty())
            lines << QStringLiteral("%1: %2").arg(ranksText(failure.ranks), why);
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace dbgr::ui
