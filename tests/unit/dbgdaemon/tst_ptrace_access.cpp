// SPDX-License-Identifier: GPL-3.0-or-later
#include "dbgdaemon/bootstrap/ptrace_access.h"
#include "debug/debug_error.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace tst_ptrace_access {

using namespace dbgr;
using namespace dbgr::daemon;

namespace {

constexpr util::Pid kRank(700);
constexpr util::Pid kKeeper(50);
constexpr unsigned kUser = 1000;

/// A /proc of the test's making: process 700 is one of user 1000 that nothing keeps us from.
class FakeProc
{
public:
    FakeProc()
    {
        write("self/status", "CapEff:\t0000000000000000\nSeccomp:\t0\n");
        rank("S (sleeping)", 0, kUser);
        link("self/ns/user", "user:[1]");
        link("700/ns/user", "user:[1]");
        for (const QString space : {"pid", "mnt"}) {
            link("self/ns/" + space, space + ":[1]");
            link("700/ns/" + space, space + ":[1]");
        }
    }
    void write(const QString& name, const QByteArray& text)
    {
        const QString path = m_root.filePath("proc/" + name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    void link(const QString& name, const QString& target)
    {
        const QString path = m_root.filePath("proc/" + name);
        QDir().mkpath(QFileInfo(path).path());
        QFile::remove(path);
        QVERIFY(QFile::link(target, path));
    }
    void rank(const QByteArray& state, int tracer, unsigned uid)
    {
        const QByteArray id = QByteArray::number(uid);
        write("700/status", "Name:\tring\nState:\t" + state + "\nPPid:\t1\nTracerPid:\t" + QByteArray::number(tracer) +
                                "\nUid:\t" + id + "\t" + id + "\t" + id + "\t" + id + "\n");
    }
    /// The rank is traced by the keeper of another dbgr; its dbgd has this command line.
    void heldByDbgr(const QByteArray& commandLine)
    {
        rank("t (tracing stop)", 333, kUser);
        write("333/status", "Name:\tdbgd-keeper\nPPid:\t331\n");
        write("331/status", "Name:\tdbgd\nPPid:\t1\n");
        write("331/cmdline", commandLine);
    }
    void haveCapability() { write("self/status", "CapEff:\t0000000000080000\nSeccomp:\t0\n"); }
    void yama(const QByteArray& scope) { write("sys/kernel/yama/ptrace_scope", scope + "\n"); }
    [[nodiscard]] std::optional<util::Error> explain() const
    {
        return PtraceAccess(m_root.path().toStdString(), kUser).explain(kRank, kKeeper);
    }
    [[nodiscard]] util::Pid otherTracer() const
    {
        return PtraceAccess(m_root.path().toStdString(), kUser).otherTracer(kRank, kKeeper);
    }
    [[nodiscard]] QString detail() const
    {
        const auto error = explain();
        return error ? QString::fromStdString(error->detail) : QString();
    }

private:
    QTemporaryDir m_root;
};

} // namespace

class TestPtraceAccess : public QObject
{
    Q_OBJECT

private slots:
    void findsNothingWhereNothingIs();
    void aProcessThatEnded();
    void anotherTracerIsNamed();
    void anotherDbgrIsNamed();
    void whatADyingDbgrHoldsIsWaitedFor();
    void ourOwnKeeperIsNoReason();
    void yamaIsExplained_data();
    void yamaIsExplained();
    void capabilityOverridesYama();
    void anotherUsersProcess();
    void anotherNamespace_data();
    void anotherNamespace();
    void seccompIsTheLastGuess();
};

void TestPtraceAccess::findsNothingWhereNothingIs()
{
    FakeProc proc;
    QVERIFY(!proc.explain());
    proc.yama("0");
    QVERIFY(!proc.explain());
}

void TestPtraceAccess::aProcessThatEnded()
{
    FakeProc proc;
    const auto never = PtraceAccess("/nowhere", kUser).explain(kRank, kKeeper);
    QVERIFY(never && never->code == debug::Errc::Ended);
    proc.rank("Z (zombie)", 0, kUser);
    const auto error = proc.explain();
    QVERIFY(error && error->code == debug::Errc::Ended);
    QCOMPARE(QString::fromStdString(error->detail), "attaching to process 700 (ring): it has ended");
}

void TestPtraceAccess::anotherTracerIsNamed()
{
    FakeProc proc;
    proc.rank("t (tracing stop)", 333, kUser);
    proc.write("333/status", "Name:\tstrace\nPPid:\t1\n");
    const auto error = proc.explain();
    QVERIFY(error && error->code == debug::Errc::PtraceRefused);
    QVERIFY2(error->detail.find("process 333 (strace) traces it already") != std::string::npos, error->detail.c_str());
    QVERIFY(!error->advice.empty());
}

void TestPtraceAccess::anotherDbgrIsNamed()
{
    FakeProc proc;
    proc.heldByDbgr(QByteArray("/opt/bin/dbgd\0--ranks=pmix\0--for\0n01:4711\0", 41));
    const auto error = proc.explain();
    QVERIFY(error && error->code == debug::Errc::PtraceRefused);
    QVERIFY2(proc.detail().contains("another dbgr (process 4711 on n01) debugs it already"), qPrintable(proc.detail()));
    QVERIFY(!proc.detail().contains("700")); // the same words for every rank
    QVERIFY(error->advice.find("detach there") != std::string::npos);
    QCOMPARE(proc.otherTracer(), util::Pid(333));
}

void TestPtraceAccess::whatADyingDbgrHoldsIsWaitedFor()
{
    FakeProc proc;
    proc.heldByDbgr("init");
    QVERIFY2(proc.detail().contains("what another dbgr has left behind still holds it"), qPrintable(proc.detail()));
}

void TestPtraceAccess::ourOwnKeeperIsNoReason()
{
    FakeProc proc;
    proc.rank("t (tracing stop)", static_cast<int>(kKeeper.value()), kUser);
    QVERIFY(!proc.explain());
    QCOMPARE(proc.otherTracer(), util::Pid());
}

void TestPtraceAccess::yamaIsExplained_data()
{
    QTest::addColumn<QByteArray>("scope");
    QTest::addColumn<QString>("words");
    QTest::newRow("1") << QByteArray("1") << "its own descendants only";
    QTest::newRow("2") << QByteArray("2") << "CAP_SYS_PTRACE";
    QTest::newRow("3") << QByteArray("3") << "forbids every attach";
}

void TestPtraceAccess::yamaIsExplained()
{
    QFETCH(QByteArray, scope);
    QFETCH(QString, words);
    FakeProc proc;
    proc.yama(scope);
    const auto error = proc.explain();
    QVERIFY(error && error->code == debug::Errc::PtraceRefused);
    QVERIFY2(proc.detail().contains(words) && proc.detail().contains("ptrace_scope is " + scope),
             qPrintable(proc.detail()));
    QVERIFY(error->advice.find("ptrace_scope") != std::string::npos);
    QVERIFY(!proc.detail().contains("700")); // the same words for every rank
}

void TestPtraceAccess::capabilityOverridesYama()
{
    FakeProc proc;
    proc.haveCapability();
    proc.yama("2");
    QVERIFY(!proc.explain());
    proc.yama("3");
    QVERIFY(proc.explain());
}

void TestPtraceAccess::anotherUsersProcess()
{
    FakeProc proc;
    proc.rank("S (sleeping)", 0, 2000);
    QVERIFY2(proc.detail().contains("user 2000, dbgd runs as user 1000"), qPrintable(proc.detail()));
    proc.haveCapability();
    QVERIFY(!proc.explain());
}

void TestPtraceAccess::anotherNamespace_data()
{
    QTest::addColumn<QString>("space");
    QTest::addColumn<QString>("name");
    QTest::newRow("user") << "user"
                          << "user";
    QTest::newRow("pid") << "pid"
                         << "process";
    QTest::newRow("mnt") << "mnt"
                         << "mount";
}

void TestPtraceAccess::anotherNamespace()
{
    QFETCH(QString, space);
    QFETCH(QString, name);
    FakeProc proc;
    proc.link("700/ns/" + space, space + ":[2]");
    QVERIFY2(proc.detail().contains("another " + name + " namespace"), qPrintable(proc.detail()));
    proc.haveCapability();
    QVERIFY(!proc.explain()); // it may enter any
}

void TestPtraceAccess::seccompIsTheLastGuess()
{
    FakeProc proc;
    proc.write("self/status", "CapEff:\t0000000000000000\nSeccomp:\t2\n");
    QVERIFY2(proc.detail().contains("seccomp"), qPrintable(proc.detail()));
    proc.write("self/status", "CapEff:\t0000000000080000\nSeccomp:\t2\n"); // which a filter does not ask for
    QVERIFY2(proc.detail().contains("seccomp"), qPrintable(proc.detail()));
    proc.write("self/status", "CapEff:\t0000000000000000\nSeccomp:\t2\n");
    proc.yama("1");
    QVERIFY2(proc.detail().contains("ptrace_scope"), qPrintable(proc.detail()));
}

DBGR_TEST(TestPtraceAccess);

} // namespace tst_ptrace_access

#include "tst_ptrace_access.moc"
