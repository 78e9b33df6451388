// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/job_summary.h"

#include "session/describe.h"
#include "ui/bridge/counted.h"

#include <QCoreApplication>
#include <QStringList>

#include <set>
#include <string_view>
#include <variant>

namespace dbgr::ui {

using session::RankState;
using session::SessionState;

namespace {

QString text(const char* source)
{
    return QCoreApplication::translate("JobSummary", source);
}

/// The cause that all ranks share that stand; null if they stand for different ones.
const debug::StopCause* commonCause(const session::ProcessTable& processes)
{
    const util::RankSet standing = processes.standing();
    const debug::StopCause* common = nullptr;
    bool differs = standing.empty();
    standing.forEach([&](util::Rank rank) {
        const auto& stop = processes.at(rank).stop;
        if (differs || !stop || stop.get() == common) // ranks of one stop group share it
            return;
        differs = common && !common->sameAs(*stop);
        common = stop.get();
    });
    return differs ? nullptr : common;
}

/// "3 stopped, 29 running".
QString counts(const session::ProcessTable& processes)
{
    QStringList parts;
    for (std::size_t i = 0; i < session::kRankStates; ++i) {
        const auto state = static_cast<RankState>(i);
        if (const std::uint64_t count = processes.count(state); count > 0)
            parts << QStringLiteral("%1 %2").arg(count).arg(QLatin1String(session::name(state)));
    }
    return parts.join(QLatin1String(", "));
}

/// What an engine does for a request of that name (debug::name), or for "attach".
QString workText(const std::string& what, const QString& who)
{
    struct Work
    {
        std::string_view what;
        const char* words;
    };
    static constexpr Work kWorks[] = {
        {"attach", QT_TRANSLATE_NOOP("JobSummary", "attaching to %1")},
        {"set breakpoint", QT_TRANSLATE_NOOP("JobSummary", "setting a breakpoint in %1")},
        {"remove breakpoint", QT_TRANSLATE_NOOP("JobSummary", "removing a breakpoint from %1")},
        {"continue", QT_TRANSLATE_NOOP("JobSummary", "continuing %1")},
        {"interrupt", QT_TRANSLATE_NOOP("JobSummary", "pausing %1")},
        {"step", QT_TRANSLATE_NOOP("JobSummary", "stepping %1")},
        {"threads", QT_TRANSLATE_NOOP("JobSummary", "reading the threads of %1")},
        {"stacks", QT_TRANSLATE_NOOP("JobSummary", "reading the stacks of %1")},
        {"where", QT_TRANSLATE_NOOP("JobSummary", "reading the call stack of %1")},
        {"locals", QT_TRANSLATE_NOOP("JobSummary", "reading the variables of %1")},
        {"children", QT_TRANSLATE_NOOP("JobSummary", "reading the parts of a value in %1")},
        {"print", QT_TRANSLATE_NOOP("JobSummary", "evaluating an expression in %1")},
        {"detach", QT_TRANSLATE_NOOP("JobSummary", "detaching from %1")},
        {"kill", QT_TRANSLATE_NOOP("JobSummary", "killing %1")},
    };
    for (const Work& work : kWorks) {
        if (work.what == what)
            return text(work.words).arg(who);
    }
    return QStringLiteral("%1: %2").arg(who, QString::fromStdString(what));
}

QString standingText(const session::ProcessTable& processes)
{
    if (processes.standing().size() < processes.size())
        return counts(processes);
    const debug::StopCause* const cause = commonCause(processes);
    return cause ? QString::fromStdString(session::describe(*cause)) : counts(processes);
}

} // namespace

QString jobSize(const session::ProcessTable& processes)
{
    if (processes.size() == 0)
        return {};
    std::set<std::string> hosts;
    processes.all().forEach([&](util::Rank rank) { hosts.insert(processes.at(rank).host); });
    const QString size = counted(processes.size(), text("1 rank"), text("%1 ranks"));
    return hosts.size() == 1 ? text("%1 on %2").arg(size, QString::fromStdString(*hosts.begin()))
                             : text("%1 on %2 hosts").arg(size).arg(hosts.size());
}

QString jobState(const session::Session& session)
{
    switch (session.state()) {
    case SessionState::Idle:
        return text("no job");
    case SessionState::Launching:
        return text("starting");
    case SessionState::Attaching:
        return text("attaching");
    case SessionState::Held:
        return text("held: ready to go");
    case SessionState::Running:
        return text("running");
    case SessionState::PartlyStopped:
        return counts(session.processes());
    case SessionState::Stopped:
        return standingText(session.processes());
    case SessionState::Detached:
        return session.nothingRuns() ? text("closed") : text("detached: the job goes on by itself");
    case SessionState::Exited:
        if (session.jobStatus() && session.jobStatus()->exitStatus)
            return text("ended with status %1").arg(*session.jobStatus()->exitStatus);
        return session.attachSpec() && !session.jobStatus() ? text("not attached") : text("ended");
    case SessionState::Failed:
        return text("failed");
    }
    return {};
}

QString jobName(const session::Session& session)
{
    return QString::fromStdString(session.jobText());
}

bool holdsForeignJob(const session::Session& session)
{
    if (!session.attachSpec() || session.nothingRuns())
        return false;
    switch (session.state()) {
    case SessionState::Held:
    case SessionState::Running:
    case SessionState::PartlyStopped:
    case SessionState::Stopped:
        return true;
    default:
        return false;
    }
}

QString busyText(const debug::EngineBusy& busy)
{
    const QString ranks = QString::fromStdString(session::shortRanks(busy.ranks));
    const QString who = busy.ranks.size() == 1 ? text("rank %1").arg(ranks) : text("ranks %1").arg(ranks);
    return text("%1, %2 s").arg(workText(busy.what, who)).arg(busy.since.count());
}

} // namespace dbgr::ui
