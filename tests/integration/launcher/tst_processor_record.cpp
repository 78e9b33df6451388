// SPDX-License-Identifier: GPL-3.0-or-later
// Two dbgruns on one node: they bind to different processors as long as there are any; nothing of it outlives them.
#include "launcher/processor_record.h"

#include "tests/integration/launcher/launcher_run.h"
#include "tests/support/run/test_class.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <sched.h>
#include <unistd.h>

namespace tst_processor_record {

using namespace dbgr::launcher;
using namespace dbgr::test;

namespace {

QString recordIn(const QTemporaryDir& folder)
{
    return folder.filePath("dbgrun." + QString::number(::geteuid()) + ".processors");
}

int processors()
{
    cpu_set_t all;
    CPU_ZERO(&all);
    return ::sched_getaffinity(0, sizeof all, &all) == 0 ? CPU_COUNT(&all) : 0;
}

/// A dbgrun whose one rank tells what it may run on, and stays.
class BoundJob
{
public:
    explicit BoundJob(const QTemporaryDir& folder, const QStringList& options = {})
    {
        m_process.setProcessEnvironment(mpiEnvironment(Mpi::OpenMpi5, folder.path()));
        m_process.start(dbgrun(), QStringList{"-n", "1"} + options +
                                      QStringList{"sh", "-c", "grep Cpus_allowed_list /proc/self/status; sleep 60"});
    }
    ~BoundJob() { end(); }
    /// "0-1"
    [[nodiscard]] QByteArray allowed()
    {
        while (!m_output.contains('\n') && m_process.waitForReadyRead(20000))
            m_output += m_process.readAllStandardOutput();
        return m_output.simplified().split(' ').value(1);
    }
    void end()
    {
        m_process.terminate();
        if (!m_process.waitForFinished(10000))
            m_process.kill();
        m_process.waitForFinished(10000);
    }
    void kill()
    {
        m_process.kill();
        m_process.waitForFinished(10000);
    }
    [[nodiscard]] QByteArray errors() { return m_process.readAllStandardError(); }

private:
    QProcess m_process;
    QByteArray m_output;
};

} // namespace

class TestProcessorRecord : public QObject
{
    Q_OBJECT

private slots:
    void whatOneHasTheOtherHasNot();
    void allOrNothingIsTaken();
    void theLastOneRemovesIt();
    void strangeFilesAreNotUsed_data();
    void strangeFilesAreNotUsed();
    void twoLaunchersBindToDifferentProcessors();
    void aLauncherThatIsKilledLeavesNoneTaken();
    void bindingThatIsAskedForIsDone();
};

void TestProcessorRecord::whatOneHasTheOtherHasNot()
{
    const QTemporaryDir folder;
    auto one = ProcessorRecord::open(folder.path().toStdString());
    auto other = ProcessorRecord::open(folder.path().toStdString());
    QVERIFY(one && other);
    QVERIFY(one->take({0, 2, 300}));
    QCOMPARE(other->takenByOthers({0, 1, 2, 300}), (dbgr::pmix::CpuSet{0, 2, 300}));
    QCOMPARE(one->takenByOthers({0, 1, 2, 300}), dbgr::pmix::CpuSet());
    one->giveBack({2});
    QCOMPARE(other->takenByOthers({0, 1, 2, 300}), (dbgr::pmix::CpuSet{0, 300}));
}

void TestProcessorRecord::allOrNothingIsTaken()
{
    const QTemporaryDir folder;
    auto one = ProcessorRecord::open(folder.path().toStdString());
    auto other = ProcessorRecord::open(folder.path().toStdString());
    QVERIFY(one->take({3}));
    QVERIFY(!other->take({1, 2, 3}));
    QCOMPARE(one->takenByOthers({1, 2, 3}), dbgr::pmix::CpuSet());
}

void TestProcessorRecord::theLastOneRemovesIt()
{
    const QTemporaryDir folder;
    {
        auto one = ProcessorRecord::open(folder.path().toStdString());
        {
            auto other = ProcessorRecord::open(folder.path().toStdString());
            QVERIFY(other->take({1}));
        }
        QVERIFY(QFile::exists(recordIn(folder)));
        QCOMPARE(one->takenByOthers({1}), dbgr::pmix::CpuSet());
    }
    QVERIFY(!QFile::exists(recordIn(folder)));
}

void TestProcessorRecord::strangeFilesAreNotUsed_data()
{
    QTest::addColumn<QString>("what");
    for (const char* what : {"link", "folder", "open to all"})
        QTest::addRow("%s", what) << what;
}

void TestProcessorRecord::strangeFilesAreNotUsed()
{
    QFETCH(QString, what);
    const QTemporaryDir folder;
    QFile target(folder.filePath("target"));
    QVERIFY(target.open(QIODevice::WriteOnly));
    if (what == "link")
        QVERIFY(target.link(recordIn(folder)));
    else if (what == "folder")
        QVERIFY(QDir().mkdir(recordIn(folder)));
    else
        QVERIFY(target.copy(recordIn(folder)) &&
                QFile::setPermissions(recordIn(folder), QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther));
    QVERIFY(!ProcessorRecord::open(folder.path().toStdString()));
    BoundJob job(folder);
    QVERIFY2(!job.allowed().isEmpty(), "the job runs without it: " + job.errors());
}

void TestProcessorRecord::twoLaunchersBindToDifferentProcessors()
{
    if (processors() < 2)
        QSKIP("one processor is nothing to share");
    const QTemporaryDir folder;
    BoundJob first(folder);
    const QByteArray firsts = first.allowed();
    BoundJob second(folder);
    const QByteArray seconds = second.allowed();
    QVERIFY(!firsts.isEmpty() && !seconds.isEmpty());
    QVERIFY2(firsts != seconds, firsts + " and " + seconds);
    first.end();
    BoundJob third(folder);
    QCOMPARE(third.allowed(), firsts);
    second.end();
    third.end();
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
}

void TestProcessorRecord::aLauncherThatIsKilledLeavesNoneTaken()
{
    const QTemporaryDir folder;
    QByteArray before;
    {
        BoundJob killed(folder);
        before = killed.allowed();
        killed.kill();
    }
    BoundJob next(folder);
    QCOMPARE(next.allowed(), before);
}

void TestProcessorRecord::bindingThatIsAskedForIsDone()
{
    const QTemporaryDir folder;
    auto other = ProcessorRecord::open(folder.path().toStdString());
    dbgr::pmix::CpuSet all;
    for (unsigned unit = 0; unit < CPU_SETSIZE; ++unit)
        all.push_back(unit);
    QVERIFY(other->take(all));
    BoundJob unbound(folder, {"--verbose"});
    const QByteArray free = unbound.allowed();
    unbound.end();
    QVERIFY2(unbound.errors().contains("not bound: other dbgruns"), "--verbose says why");
    BoundJob bound(folder, {"--verbose", "--bind-to", "core"});
    const QByteArray own = bound.allowed();
    bound.end();
    QVERIFY2(bound.errors().contains("processing units " + own), "--verbose says where");
    QVERIFY2(processors() < 2 || own != free, own + " and " + free);
}

DBGR_TEST(TestProcessorRecord, QCoreApplication);

} // namespace tst_processor_record

#include "tst_processor_record.moc"
