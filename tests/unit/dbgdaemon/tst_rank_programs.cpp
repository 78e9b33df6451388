// SPDX-License-Identifier: GPL-3.0-or-later
#include "dbgdaemon/rank_programs.h"
#include "debug/debug_error.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

namespace tst_rank_programs {

using namespace dbgr;
using namespace dbgr::daemon;

namespace {

/// A /proc of the test's making, and the programs that its processes run.
class Node
{
public:
    [[nodiscard]] std::string path(const QString& name) const { return m_root.filePath(name).toStdString(); }
    void writeProgram(const QString& name, const QByteArray& bytes)
    {
        QFile file(m_root.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    /// Process `pid` runs the file; its link shows that path.
    void run(int pid, const QString& file)
    {
        const QString folder = m_root.filePath(QString("proc/%1").arg(pid));
        QVERIFY(QDir().mkpath(folder));
        QVERIFY(QFile::link(m_root.filePath(file), folder + "/exe"));
    }
    RankProgram of(int pid, const std::string& told = {})
    {
        return m_programs.of({util::Rank(0), util::Pid(pid), told});
    }

private:
    QTemporaryDir m_root;
    RankPrograms m_programs{m_root.path().toStdString()};
};

QByteArray contentOf(const std::string& path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

const QByteArray k64Bits("\177ELF\2\1\1", 7);
const QByteArray k32Bits("\177ELF\1\1\1", 7);

} // namespace

class TestRankPrograms : public QObject
{
    Q_OBJECT

private slots:
    void aProgramThatIsWhereItWasIsReadThere()
    {
        Node node;
        node.writeProgram("ring", k64Bits);
        node.run(7, "ring");
        for (const std::string& told : {std::string(), node.path("ring")}) {
            const RankProgram program = node.of(7, told);
            QCOMPARE(program.name, node.path("ring"));
            QCOMPARE(program.file, node.path("ring"));
            QVERIFY(!program.warning && !program.refusal);
        }
    }

    void whatRunsCountsAndNotWhatTheLauncherStarted()
    {
        Node node;
        node.writeProgram("start.sh", "#!/bin/sh");
        node.writeProgram("ring", k64Bits);
        node.run(7, "ring");
        QCOMPARE(node.of(7, node.path("start.sh")).name, node.path("ring"));
        QCOMPARE(node.of(7, "./ring").name, node.path("ring"));
    }

    void anotherNameOfTheSameFileIsKept()
    {
        Node node;
        node.writeProgram("ring", k64Bits);
        QVERIFY(QFile::link(QString::fromStdString(node.path("ring")), QString::fromStdString(node.path("link"))));
        node.run(7, "ring");
        QCOMPARE(node.of(7, node.path("link")).name, node.path("link"));
    }

    void withoutASightOfItTheLaunchersWordCounts()
    {
        Node node;
        QCOMPARE(node.of(7, "/opt/ring").name, std::string("/opt/ring"));
        QCOMPARE(node.of(7).file, std::string());
    }

    void aProgramThatIsGoneIsReadWhereItRuns_data()
    {
        QTest::addColumn<bool>("replaced");
        QTest::addColumn<QString>("words");
        QTest::newRow("deleted") << false << "was deleted since the ranks were started";
        QTest::newRow("replaced") << true << "has changed since the ranks were started";
    }
    void aProgramThatIsGoneIsReadWhereItRuns()
    {
        QFETCH(bool, replaced);
        QFETCH(QString, words);
        const QTemporaryDir folder;
        const QString path = folder.filePath("ring");
        QVERIFY(QFile::copy("/bin/sleep", path));
        QProcess first, second;
        for (QProcess* process : {&first, &second}) {
            process->start(path, {"60"});
            QVERIFY(process->waitForStarted());
        }
        QVERIFY(QFile::remove(path));
        if (replaced)
            QVERIFY(QFile::copy("/bin/true", path));

        RankPrograms programs("");
        const auto of = [&](const QProcess& process) {
            const util::Pid pid(static_cast<std::int32_t>(process.processId()));
            return programs.of({util::Rank(0), pid, path.toStdString()});
        };
        const RankProgram program = of(first);
        QCOMPARE(program.name, path.toStdString());
        QCOMPARE(contentOf(program.file), contentOf("/bin/sleep"));
        QVERIFY(program.warning);
        QVERIFY2(program.warning->detail.find(words.toStdString()) != std::string::npos,
                 program.warning->detail.c_str());
        QCOMPARE(of(second).file, program.file); // its symbols are read once
        for (QProcess* process : {&first, &second}) {
            process->kill();
            process->waitForFinished();
        }
        QCOMPARE(contentOf(program.file), contentOf("/bin/sleep")); // even now
    }

    void a32BitProgramIsRefused()
    {
        Node node;
        node.writeProgram("ring", k32Bits);
        node.run(7, "ring");
        const auto refusal = node.of(7).refusal;
        QVERIFY(refusal && refusal->code == debug::Errc::PtraceRefused);
        QVERIFY2(refusal->detail.find("32-bit") != std::string::npos, refusal->detail.c_str());
        QVERIFY(!refusal->advice.empty());
    }
};

DBGR_TEST(TestRankPrograms, QCoreApplication);

} // namespace tst_rank_programs

#include "tst_rank_programs.moc"
