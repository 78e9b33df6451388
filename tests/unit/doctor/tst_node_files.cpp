// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes that are folders: what their files say.
#include "app/doctor/node_facts.h"
#include "tests/support/run/test_class.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <cerrno>

namespace tst_node_files {

using namespace dbgr::doctor;

namespace {

class FakeRoot
{
public:
    FakeRoot()
    {
        QDir().mkpath(m_folder.filePath("dev/shm"));
        QDir().mkpath(m_folder.filePath("tmp"));
    }
    FakeRoot& file(const QString& path, const QByteArray& text)
    {
        QDir().mkpath(QFileInfo(m_folder.filePath(path)).path());
        QFile out(m_folder.filePath(path));
        if (!out.open(QIODevice::WriteOnly) || out.write(text) != text.size())
            qFatal("cannot write %s", qPrintable(path));
        return *this;
    }
    [[nodiscard]] NodeFacts facts(const char* temporary = "/tmp") const
    {
        return readNodeFiles(m_folder.path().toStdString(), temporary);
    }

private:
    QTemporaryDir m_folder;
};

} // namespace

class TestNodeFiles : public QObject
{
    Q_OBJECT

private slots:
    void readsWhatThereIs();
    void knowsContainers_data();
    void knowsContainers();
    void whatIsMissingIsNotKnown();
    void whatMakesNoSenseIsNotKnown();
};

void TestNodeFiles::readsWhatThereIs()
{
    FakeRoot root;
    root.file("proc/sys/kernel/yama/ptrace_scope", "1\n")
        .file("proc/sys/kernel/core_pattern", "|/usr/share/apport %p\n")
        .file("proc/self/status", "Name:\tx\nCapEff:\t0000000000080000\nSeccomp:\t2\nSeccomp_filters:\t1\n")
        .file("proc/self/limits", "Limit                     Soft Limit           Hard Limit           Units     \n"
                                  "Max core file size        0                    unlimited            bytes     \n"
                                  "Max open files            1024                 4096                 files     \n");
    const NodeFacts facts = root.facts();
    QVERIFY(facts.yamaScope == 1 && facts.seccomp == 2 && facts.mayTraceAll);
    QVERIFY(facts.corePattern == "|/usr/share/apport %p");
    QVERIFY(facts.descriptors.soft == 1024U && facts.descriptors.hard == 4096U);
    QVERIFY(facts.coreSize.soft == 0U && facts.coreSize.hard == UINT64_MAX);
    QVERIFY(facts.sharedMemory.written == 0 && facts.sharedMemory.free);
    QVERIFY(facts.temporary.path == "/tmp" && facts.temporary.written == 0);
    QVERIFY(facts.container.empty());
}

void TestNodeFiles::knowsContainers_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("container");
    QTest::newRow("Docker") << ".dockerenv" << QByteArray() << "Docker";
    QTest::newRow("Podman") << "run/.containerenv" << QByteArray() << "Podman";
    QTest::newRow("Apptainer") << ".singularity.d/runscript" << QByteArray() << "Apptainer or Singularity";
    QTest::newRow("Kubernetes") << "proc/1/cgroup" << QByteArray("0::/kubepods/pod1\n") << "Kubernetes";
    QTest::newRow("LXC") << "proc/1/cgroup" << QByteArray("1:cpu:/lxc/a\n") << "LXC";
    QTest::newRow("none") << "proc/1/cgroup" << QByteArray("0::/init.scope\n") << "";
}

void TestNodeFiles::knowsContainers()
{
    QFETCH(QString, path);
    QFETCH(QByteArray, text);
    QFETCH(QString, container);
    FakeRoot root;
    QCOMPARE(QString::fromStdString(root.file(path, text).facts().container), container);
}

void TestNodeFiles::whatIsMissingIsNotKnown()
{
    const NodeFacts facts = FakeRoot().facts("/no/such/folder");
    QVERIFY(!facts.yamaScope && !facts.seccomp && !facts.mayTraceAll && !facts.corePattern);
    QVERIFY(!facts.descriptors.hard && !facts.coreSize.soft);
    QVERIFY(facts.temporary.written == ENOENT && !facts.temporary.free);
    QVERIFY(!facts.traced && !facts.loopback); // files say nothing of these
}

void TestNodeFiles::whatMakesNoSenseIsNotKnown()
{
    FakeRoot root;
    root.file("proc/sys/kernel/yama/ptrace_scope", "much")
        .file("proc/self/status", "CapEff:\nSeccomp: two\n")
        .file("proc/self/limits", "Max open files\nMax core file size  -1\n");
    const NodeFacts facts = root.facts();
    QVERIFY(!facts.yamaScope && !facts.seccomp && !facts.mayTraceAll);
    QVERIFY(!facts.descriptors.soft && !facts.descriptors.hard && !facts.coreSize.soft);
}

DBGR_TEST(TestNodeFiles);

} // namespace tst_node_files

#include "tst_node_files.moc"
