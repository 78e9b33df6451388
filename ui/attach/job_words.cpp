// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attach/job_words.h"

#include "ui/bridge/notices.h"

#include <QCoreApplication>
#include <QStringList>

namespace dbgr::ui {

using launchers::LauncherFamily;
using launchers::RunningJob;

namespace {

QString text(const char* source)
{
    return QCoreApplication::translate("JobWords", source);
}

} // namespace

JobKey keyOf(const RunningJob& job)
{
    return {job.pid, job.nspace};
}

bool ranksNeedTheLauncher(const RunningJob& job)
{
    switch (job.launcher.family) {
    case LauncherFamily::OpenMpi4:
    case LauncherFamily::Hydra:
    case LauncherFamily::Slurm:
        return false;
    default:
        return true;
    }
}

QString commandText(const RunningJob& job)
{
    return job.command.empty() ? QString::fromStdString(launchers::describe(job.target))
                               : QString::fromStdString(job.command);
}

QString rankCountText(const RunningJob& job)
{
    if (job.ranks)
        return QString::number(*job.ranks);
    return job.ranksHere == 0 ? QString() : text("%1 here").arg(job.ranksHere);
}

QString hostCountText(const RunningJob& job)
{
    return job.hosts ? QString::number(*job.hosts) : QString();
}

QString ageText(std::chrono::seconds age)
{
    const auto total = std::max<std::chrono::seconds::rep>(0, age.count());
    const auto minutes = total / 60;
    const auto hours = minutes / 60;
    if (total < 60)
        return text("%1 s").arg(total);
    if (hours == 0)
        return text("%1 min").arg(minutes);
    if (hours < 24)
        return text("%1 h %2 min").arg(hours).arg(minutes % 60);
    return text("%1 d %2 h").arg(hours / 24).arg(hours % 24);
}

QString shortReason(const util::Error& error)
{
    const QString code = error.code ? QString::fromStdString(error.code.message()) : QString();
    const QString reason = code.isEmpty() ? QString::fromStdString(error.detail) : code;
    return reason.isEmpty() ? reason : reason.at(0).toLower() + reason.mid(1);
}

QString errorWords(const util::Error& error)
{
    const Notice words = errorNotice({}, error);
    const bool hasEnd = words.text.endsWith(u'.') || words.text.endsWith(u'!') || words.text.endsWith(u'?');
    const QString what = hasEnd ? words.text : words.text + QLatin1Char('.');
    return words.advice.isEmpty() ? what : what + QLatin1Char(' ') + words.advice;
}

QString stateText(const RunningJob& job)
{
    if (job.refusal)
        return shortReason(*job.refusal);
    return job.debuggedBy.empty() ? text("ready") : text("debugged by %1").arg(QString::fromStdString(job.debuggedBy));
}

QString launcherText(const RunningJob& job)
{
    QStringList parts;
    if (!job.launcher.name.empty())
        parts << QString::fromStdString(job.launcher.name);
    if (job.pid.value() > 0)
        parts << text("process %1").arg(job.pid.value());
    if (!job.nspace.empty())
        parts << text("job %1").arg(QString::fromStdString(job.nspace));
    return parts.join(QLatin1String(", "));
}

} // namespace dbgr::ui
