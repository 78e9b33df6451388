// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/server/process_tree.h"
#include "tests/support/run/test_class.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

namespace tst_process_tree {

using namespace dbgr::pmix;
using dbgr::util::Pid;

class TestProcessTree : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        put("10", "10 (sh) S 1 10 10 0");
        put("11", "11 (a) name) (odd) S 10 10 10 0");
        put("12", "12 (mpiexec) S 11 10 10 0");
        put("20", "20 (loop) S 20 20 20 0");
        put("21", "21 garbage");
    }
    void readsParentsBehindOddNames()
    {
        QVERIFY(parentOf(Pid(11), proc()) == Pid(10));
        QVERIFY(!parentOf(Pid(21), proc()));
        QVERIFY(!parentOf(Pid(99), proc()));
    }
    void descendantsAreFoundOverGenerations()
    {
        QVERIFY(descendsFrom(Pid(12), Pid(10), proc()));
        QVERIFY(descendsFrom(Pid(12), Pid(12), proc()));
        QVERIFY(!descendsFrom(Pid(10), Pid(12), proc()));
        QVERIFY(!descendsFrom(Pid(99), Pid(10), proc()));
    }
    void aLoopEnds() { QVERIFY(!descendsFrom(Pid(20), Pid(10), proc())); }
    void readsTheRealProc() { QVERIFY(parentOf(Pid(::getpid())) == Pid(::getppid())); }

private:
    void put(const QString& pid, const QByteArray& stat)
    {
        QVERIFY(QDir(m_proc.path()).mkdir(pid));
        QFile file(m_proc.filePath(pid + "/stat"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(stat);
    }
    std::string proc() const { return m_proc.path().toStdString(); }

    QTemporaryDir m_proc;
};

DBGR_TEST(TestProcessTree);

} // namespace tst_process_tree

#include "tst_process_tree.moc"
