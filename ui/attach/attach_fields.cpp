// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attach/attach_fields.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <limits>

namespace dbgr::ui {

namespace {

constexpr qint64 kMostProcesses = 4096; ///< of one node; more is a slip of the finger

QString say(const char* source)
{
    return QCoreApplication::translate("AttachFields", source);
}

tl::unexpected<util::Error> refuse(const QString& why)
{
    return util::fail(std::make_error_code(std::errc::invalid_argument), why.toStdString());
}

/// "~/core.1" as a shell would have it.
QString wholePath(const QString& path)
{
    return path == QLatin1String("~") || path.startsWith(QLatin1String("~/")) ? QDir::homePath() + path.mid(1) : path;
}

QString fileProblem(const QString& path)
{
    const QFileInfo info(wholePath(path));
    if (!info.exists())
        return say("There is no file %1.").arg(path);
    if (info.isDir())
        return say("%1 is a folder, not a file.").arg(path);
    return info.isReadable() ? QString() : say("%1 cannot be read: you have no permission.").arg(path);
}

} // namespace

util::Result<launchers::LooseProcesses> readProcesses(const QString& text)
{
    static const QRegularExpression part(QStringLiteral("^([0-9]+)(?:-([0-9]+))?$"));
    static const QRegularExpression between(QStringLiteral("[,\\s]+"));
    launchers::LooseProcesses result;
    for (const QString& word : text.split(between, Qt::SkipEmptyParts)) {
        const auto match = part.match(word);
        const qint64 first = match.captured(1).toLongLong();
        const qint64 last = match.captured(2).isEmpty() ? first : match.captured(2).toLongLong();
        if (!match.hasMatch() || first < 1 || last < first || last > std::numeric_limits<std::int32_t>::max())
            return refuse(say("\"%1\" is not the number of a process. Write them like 12,13,14.").arg(word));
        if (last - first + qint64(result.pids.size()) >= kMostProcesses)
            return refuse(say("%1 names too many processes.").arg(word));
        for (qint64 pid = first; pid <= last; ++pid) {
            const util::Pid one(static_cast<std::int32_t>(pid));
            if (std::find(result.pids.begin(), result.pids.end(), one) != result.pids.end())
                return refuse(say("Process %1 is named twice.").arg(pid));
            result.pids.push_back(one);
        }
    }
    if (result.pids.empty())
        return refuse(say("Type the numbers of the processes, such as 12,13,14."));
    return result;
}

util::Result<launchers::JobOfServer> readServer(const QString& text)
{
    const QString where = text.trimmed();
    if (where.isEmpty())
        return refuse(say("Type the server's URI, or the path of its contact file."));
    const bool isUri = where.contains(QLatin1String("://"));
    if (isUri || where == QLatin1String("system"))
        return launchers::JobOfServer{where.toStdString()};
    if (const QString problem = fileProblem(where); !problem.isEmpty())
        return refuse(problem);
    return launchers::JobOfServer{QFileInfo(wholePath(where)).absoluteFilePath().toStdString()};
}

util::Result<launchers::CoreFiles> readCores(const QStringList& files, const QString& program)
{
    launchers::CoreFiles cores;
    if (files.isEmpty())
        return refuse(say("Add the core files of the job's ranks."));
    for (const QString& file : files) {
        if (const QString problem = fileProblem(file); !problem.isEmpty())
            return refuse(problem);
        cores.files.push_back(QFileInfo(wholePath(file)).absoluteFilePath().toStdString());
    }
    const QString wanted = program.trimmed();
    if (wanted.isEmpty())
        return cores;
    if (const QString problem = fileProblem(wanted); !problem.isEmpty())
        return refuse(problem);
    cores.program = QFileInfo(wholePath(wanted)).absoluteFilePath().toStdString();
    return cores;
}

} // namespace dbgr::ui
