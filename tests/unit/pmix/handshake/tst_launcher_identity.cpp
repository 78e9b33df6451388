// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/handshake/launcher_identity.h"
#include "pmix/types/status.h"
#include "tests/support/run/test_class.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace tst_launcher_identity {

using namespace dbgr::pmix;
using dbgr::util::Pid;

class TestLauncherIdentity : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void knowsOpenMpi4ByItsLibrary();
    void refusesToConnectToIt_data();
    void refusesToConnectToIt();
    void letsOthersPass();

private:
    void putMaps(const QString& pid, const QByteArray& maps)
    {
        QVERIFY(QDir(m_proc.path()).mkdir(pid));
        QFile file(m_proc.filePath(pid + "/maps"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(maps);
    }
    std::string proc() const { return m_proc.path().toStdString(); }

    QTemporaryDir m_proc;
};

void TestLauncherIdentity::initTestCase()
{
    putMaps("40", "5580-5590 r-xp 0 fe:00 1 /usr/bin/orterun\n"
                  "7f00-7f10 r-xp 0 fe:00 2 /usr/lib/libopen-rte.so.40.30.3\n");
    putMaps("50", "5580-5590 r-xp 0 fe:00 1 /usr/bin/prte\n7f00-7f10 r-xp 0 fe:00 2 /usr/lib/libprrte.so.3\n");
}

void TestLauncherIdentity::knowsOpenMpi4ByItsLibrary()
{
    QVERIFY(isOpenMpi4Launcher(Pid(40), proc()));
    QVERIFY(!isOpenMpi4Launcher(Pid(50), proc()));
    QVERIFY(!isOpenMpi4Launcher(Pid(60), proc()));
}

void TestLauncherIdentity::refusesToConnectToIt_data()
{
    QTest::addColumn<QString>("nspace");
    QTest::addColumn<QString>("source");
    QTest::addColumn<int>("pid");
    QTest::newRow("process") << "name"
                             << "/tmp/x" << 40;
    QTest::newRow("numbered name") << "498794496"
                                   << "/tmp/x" << 50;
    QTest::newRow("directory") << "name"
                               << "/tmp/ompi.vm.0/pid.9/pmix.vm.tool.9" << 50;
    QTest::newRow("directory of a host with a number for a name") << "name"
                                                                  << "/tmp/ompi.12.0/pid.9/pmix.12.tool.9" << 50;
    QTest::newRow("directory in one that looks like a later one's") << "name"
                                                                    << "/tmp/ompi.12/ompi.vm.0/pmix.vm.tool.9" << 50;
}

void TestLauncherIdentity::refusesToConnectToIt()
{
    QFETCH(QString, nspace);
    QFETCH(QString, source);
    QFETCH(int, pid);
    ServerContact contact;
    contact.uri.server.nspace = nspace.toStdString();
    contact.source = source.toStdString();
    contact.pid = Pid(pid);
    const auto safe = checkSafeToConnect(contact, proc());
    QVERIFY(!safe);
    QCOMPARE(safe.error().code, make_error_code(Status::ErrNotSupported));
    QVERIFY(QString::fromStdString(safe.error().message()).contains("Open MPI 4"));
}

void TestLauncherIdentity::letsOthersPass()
{
    ServerContact contact;
    contact.uri.server.nspace = "prterun-vm-50@0";
    contact.source = "/tmp/prterun.vm.50.0/pmix.vm.tool.50";
    contact.pid = Pid(50);
    QVERIFY(checkSafeToConnect(contact, proc()));
    contact.source = "/tmp/ompi.50/pmix.vm.tool.50"; // of Open MPI 6
    QVERIFY(checkSafeToConnect(contact, proc()));
    contact.pid.reset();
    QVERIFY(checkSafeToConnect(contact, proc()));
}

DBGR_TEST(TestLauncherIdentity);

} // namespace tst_launcher_identity

#include "tst_launcher_identity.moc"
