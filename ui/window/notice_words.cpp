// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/notice_words.h"

#include "session/describe.h"

#include <QCoreApplication>

namespace dbgr::ui {

namespace {

constexpr int kSignalBase = 128; // a shell's status of what a signal ended

QString text(const char* source)
{
    return QCoreApplication::translate("NoticeWords", source);
}

QString holdText(launchers::HoldPoint hold)
{
    switch (hold) {
    case launchers::HoldPoint::Init:
        return text("held in MPI_Init");
    case launchers::HoldPoint::Exec:
        return text("held before their first instruction");
    case launchers::HoldPoint::App:
        return text("held at the end of MPI_Init");
    case launchers::HoldPoint::None:
        break;
    }
    return text("stopped where they were attached to");
}

QString capitalized(const QString& words)
{
    return words.isEmpty() ? words : words.at(0).toUpper() + words.mid(1);
}

} // namespace

QString whichRanks(const util::RankSet& ranks)
{
    const QString which = QString::fromStdString(session::shortRanks(ranks));
    return ranks.size() == 1 ? text("Rank %1").arg(which) : text("Ranks %1").arg(which);
}

QString standingText(const session::Session& session)
{
    const session::ProcessTable& processes = session.processes();
    const util::RankSet standing = processes.standing();
    const auto& places = session.heldAt();
    const QString how = places.size() > 1 ? text("held at the start")
                                          : holdText(places.empty() ? session.launchSpec().hold : *places.begin());
    if (processes.size() == 1)
        return text("The one rank is %1.").arg(how);
    if (standing.size() == processes.size())
        return text("All %1 ranks are %2.").arg(standing.size()).arg(how);
    return text("%1 of %2 ranks are %3.").arg(standing.size()).arg(processes.size()).arg(how);
}

QString progressText(const session::LaunchProgress& progress)
{
    const QString step = capitalized(QString::fromStdString(progress.step));
    return progress.total > 0 ? text("%1: %2 of %3.").arg(step).arg(progress.done).arg(progress.total)
                              : text("%1 ...").arg(step);
}

QString crashText(const util::RankSet& ranks, const debug::StopCause& cause)
{
    return QStringLiteral("%1 %2.").arg(whichRanks(ranks), QString::fromStdString(session::describe(cause)));
}

QString crashDetail(const util::RankSet& others)
{
    return others.empty() ? QString() : text("%1 crashed, too.").arg(whichRanks(others));
}

QString endText(const session::Session& session, const session::JobStatus& status)
{
    const int code = status.exitStatus.value_or(0);
    if (code == 0)
        return QString::fromStdString(session::describeEnd(status));
    if (status.firstFailed) {
        const util::RankSet rank(*status.firstFailed);
        const auto& processes = session.processes();
        const auto exit = processes.all().containsAll(rank) ? processes.at(*status.firstFailed).exit : std::nullopt;
        if (exit && exit->signal != 0)
            return text("%1 %2, and the job with it (status %3).")
                .arg(whichRanks(rank), QString::fromStdString(session::describeExit(0, exit->signal)))
                .arg(code);
        return text("%1 ended the job with status %2.").arg(whichRanks(rank)).arg(code);
    }
    if (code > kSignalBase)
        return text("The job %1 (status %2).")
            .arg(QString::fromStdString(session::describeExit(0, code - kSignalBase)))
            .arg(code);
    return text("The job has ended with status %1.").arg(code);
}

} // namespace dbgr::ui
