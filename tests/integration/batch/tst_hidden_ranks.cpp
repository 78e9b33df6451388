// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks that may not be looked into any more, by a dbgr without the rights to do so all the same: what they have is
// shown, also by an engine that has never been able to look, and they come to their end.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/run/test_class.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QtTest>

#include <algorithm>
#include <csignal>
#include <unistd.h>

namespace tst_hidden_ranks {

using namespace dbgr::test;

namespace {

constexpr int kRanks = 2;

/// dbgr as a plain user has it, who is not asked for rights: root, too, without that one may not look.
QString plainDbgr(const BatchRun& run)
{
    if (::geteuid() != 0)
        return builtProgram("dbgr");
    QFile script(run.folder() + "/plain-dbgr");
    if (!script.open(QIODevice::WriteOnly))
        qFatal("cannot write %s", qPrintable(script.fileName()));
    script.write("#!/bin/sh\nexec setpriv --bounding-set=-sys_ptrace --inh-caps=-sys_ptrace " +
                 builtProgram("dbgr").toLocal8Bit() + " \"$@\"\n");
    script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return script.fileName();
}

QString valueOf(const QJsonObject& reply)
{
    QStringList texts;
    for (const QJsonValue& value : reply["values"].toArray()) {
        const QJsonObject group = value.toObject();
        texts += group["ranks"].toString() + ": " +
                 (group.contains("problem") ? group["problem"] : group["value"]).toString();
    }
    return texts.join("; ");
}

} // namespace

class TestHiddenRanks : public QObject
{
    Q_OBJECT

private slots:
    void theirValuesAreShown()
    {
        BatchRun run;
        run.program(plainDbgr(run)).option({"--keep-going", "--stop=exec"});
        run.startCommand({"dbgrun", "-n", QString::number(kRanks), builtProgram("debuggees/hides")});
        QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
        run.type("break look");
        for (int engines = 0; engines < 2; ++engines) {
            run.type("continue");
            QVERIFY2(!run.waitForReply("continue").isEmpty(), run.transcript());
            if (engines == 1)
                QVERIFY2(killEngine(run), run.transcript());
            const QList<QPair<QString, QString>> wanted{{"turn", QString("0-1: %1").arg(engines + 1)},
                                                        {"known.number", "0-1: 42"},
                                                        {"known.parts", "0-1: {0.5, 1.5, 2.5}"},
                                                        {"known.many[2]", "0-1: 9"},
                                                        {"known.text", "0-1: \"what it knows\""}};
            for (const auto& [expression, value] : wanted) {
                run.type("print " + expression);
                const QJsonObject reply = run.waitForReply("print");
                QVERIFY2(valueOf(reply) == value, valueOf(reply).toUtf8() + '\n' + run.transcript());
            }
            QVERIFY2(engines == 0 || canNotLook(run), run.transcript());
        }
        run.type("delete all");
        run.type("continue");
        run.closeInput();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(allGone(run.folder()), run.transcript());
    }

private:
    static QList<int> pidsOfName(const BatchRun& run, const QString& name)
    {
        QList<int> pids;
        for (const JobProcess& process : processesOf(run.folder()))
            if (process.name == name)
                pids += process.pid;
        return pids;
    }
    /// Whether the engine has no rank's memory open.
    static bool canNotLook(const BatchRun& run)
    {
        static const QRegularExpression kMemory("^/proc/[0-9]+/mem$");
        const QList<int> engines = pidsOfName(run, "dbgd-engine");
        const QDir open(QString("/proc/%1/fd").arg(engines.value(0)));
        const QStringList files = open.entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System);
        return engines.size() == 1 && !files.isEmpty() && std::ranges::none_of(files, [&](const QString& name) {
                   return kMemory.match(QFile::symLinkTarget(open.filePath(name))).hasMatch();
               });
    }
    static bool killEngine(BatchRun& run)
    {
        const QList<int> engines = pidsOfName(run, "dbgd-engine");
        const auto isSaid = [](const QJsonObject& told) {
            return QJsonDocument(told).toJson().contains("LLDB's process ended");
        };
        return engines.size() == 1 && ::kill(engines[0], SIGKILL) == 0 && !run.waitFor(isSaid).isEmpty();
    }
};

DBGR_TEST(TestHiddenRanks, QCoreApplication);

} // namespace tst_hidden_ranks

#include "tst_hidden_ranks.moc"
