// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/corefile/core_maker.h"

#include <QDir>
#include <QProcess>

namespace dbgr::test {

QStringList takingCore(const QString& folder, const QStringList& command)
{
    return QStringList{DBGR_TAKE_CORE, folder} + command;
}

QString makeRealCore(const QString& folder, const QString& program, const QStringList& environment,
                     const QStringList& arguments)
{
    const QStringList before = QDir(folder).entryList({"core.*"});
    QProcess run;
    run.setEnvironment(QProcess::systemEnvironment() + environment);
    QStringList command = takingCore(folder, QStringList(program) + arguments);
    const QString taker = command.takeFirst();
    run.start(taker, command);
    if (!run.waitForFinished(60000))
        return {};
    for (const QString& name : QDir(folder).entryList({"core.*"}))
        if (!before.contains(name))
            return folder + "/" + name;
    return {};
}

} // namespace dbgr::test
