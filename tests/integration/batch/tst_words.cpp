// SPDX-License-Identifier: GPL-3.0-or-later
// What a person reads of real ranks and the libraries of this system, line by line.
#include "tests/support/batch/job_environment.h"
#include "tests/support/run/test_class.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_words {

using namespace dbgr::test;

namespace {

constexpr int kKilled = 137;

/// \return what dbgr says of the job, by the commands that it answers, each once
QHash<QString, QString> said(int ranks, const QString& program, const QStringList& commands)
{
    QTemporaryDir folder("/tmp/dbgr-XXXXXX");
    QProcess dbgr;
    dbgr.setProcessEnvironment(jobEnvironment(folder.path()));
    dbgr.setProcessChannelMode(QProcess::MergedChannels);
    QStringList arguments{"--batch"};
    for (const QString& command : commands)
        arguments += {"--command", command};
    dbgr.start(builtProgram("dbgr"), arguments + QStringList{"mpiexec", "-n", QString::number(ranks), program});
    if (!dbgr.waitForFinished(120000) || dbgr.exitCode() != kKilled)
        qWarning("dbgr's status is %d", dbgr.exitCode());
    QHash<QString, QString> byCommand;
    QString current;
    const QString all = QString::fromUtf8(dbgr.readAll());
    for (const QString& line : all.split('\n')) {
        if (line.startsWith("(dbgr "))
            current = line.section(") ", 1);
        else
            byCommand[current] += line + '\n';
    }
    byCommand["all"] = all;
    return byCommand;
}

} // namespace

class TestWords : public QObject
{
    Q_OBJECT

private slots:
    void finishSaysWhatWasReturned()
    {
        const auto words =
            said(3, builtProgram("debuggees/mpi_steps"), {"break countDown", "continue", "delete 1", "finish", "kill"});
        QMap<int, QString> values; // of ranks, which may have returned a moment apart
        const QRegularExpression line("returned from countDown to mpi_steps\\.cpp:\\d+, value (.*)");
        for (auto found = line.globalMatch(words["finish"]); found.hasNext();)
            for (const QString& part : found.next().captured(1).split(", ")) {
                const QString ranks = part.section(' ', 0, 0).remove('[').remove(']');
                for (const QString& rank : ranks == "0-2" ? QStringList{"0", "1", "2"} : ranks.split(','))
                    values[rank.toInt()] = part.section(' ', 1);
            }
        QVERIFY2(values == (QMap<int, QString>{{0, "3"}, {1, "5"}, {2, "3"}}), qPrintable(words["all"]));
        QVERIFY2(words["finish"].contains("const int down = countDown(from); // goes down"), qPrintable(words["all"]));
    }

    void librariesAreToldAndFolded()
    {
        const auto words =
            said(2, builtProgram("ring"), {"break work", "continue", "stacks", "stacks all", "where", "kill"});
        const QString folded = words["stacks"];
        const QString whole = words["stacks all"];
        const QByteArray all = words["all"].toUtf8();
        QVERIFY2(folded.contains("work at ring.cpp:") && folded.contains("main at ring.cpp:"), all);
        QVERIFY2(folded.contains(QRegularExpression("\\(progress threads of .*lib(pmix|open-pal)\\.so.*"
                                                    "; 'stacks all' shows them\\)\n")),
                 all);
        for (const char* left : {"_start", "no symbols", "epoll_wait", "libevent"})
            QVERIFY2(!folded.contains(left), all);
        for (const char* shown : {"_start in ring", "__libc_start_main in libc.so.6", "epoll_wait in libc.so.6",
                                  "libc.so.6 (no symbols", "work at ring.cpp:"})
            QVERIFY2(whole.contains(shown), all);
        QVERIFY2(!whole.contains("stacks all") && !whole.contains("unnamed_symbol"), all);
        QVERIFY2(words["where"].contains("libc.so.6 (no symbols)\n"), all);
    }
};

DBGR_TEST(TestWords, QCoreApplication);

} // namespace tst_words

#include "tst_words.moc"
