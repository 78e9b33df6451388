// SPDX-License-Identifier: GPL-3.0-or-later
// Which dbgd the nodes run, and which dbgr-exec.
#include "launchers/launcher_files.h"
#include "session/remote/remote_config.h"
#include "tests/support/run/test_class.h"
#include "util/own_programs.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_remote_config {

using namespace dbgr;

class TestRemoteConfig : public QObject
{
    Q_OBJECT

private slots:
    void nodesUseWhatIsNamed_data();
    void nodesUseWhatIsNamed();
    void logsAreHandedOn();
};

void TestRemoteConfig::nodesUseWhatIsNamed_data()
{
    QTest::addColumn<QStringList>("files"); // that there are in the folder
    QTest::addColumn<QString>("named");     // by DBGR_DBGD, from the folder on; "-" nothing is
    QTest::addColumn<QString>("daemon");    // from the folder on; "" ours
    QTest::addColumn<QString>("agent");
    const QStringList installed{"bin/dbgr-exec", "libexec/dbgr/dbgd"};
    QTest::newRow("nothing") << QStringList() << "-"
                             << ""
                             << "";
    QTest::newRow("an installation") << installed << ""
                                     << "libexec/dbgr/dbgd"
                                     << "bin/dbgr-exec";
    QTest::newRow("by a way round") << installed << "libexec/.."
                                    << "libexec/dbgr/dbgd"
                                    << "bin/dbgr-exec";
    QTest::newRow("a build") << QStringList{"dbgd", "dbgr-exec"} << ""
                             << "dbgd"
                             << "dbgr-exec";
    QTest::newRow("a program") << installed << "libexec/dbgr/dbgd"
                               << "libexec/dbgr/dbgd"
                               << "";
    QTest::newRow("what is not there") << installed << "bin/none"
                                       << "bin/none"
                                       << "";
}

void TestRemoteConfig::nodesUseWhatIsNamed()
{
    QFETCH(QStringList, files);
    QFETCH(QString, named);
    QFETCH(QString, daemon);
    QFETCH(QString, agent);
    const QTemporaryDir folder;
    for (const QString& path : files) {
        QVERIFY(QDir(folder.path()).mkpath(QFileInfo(path).path()));
        QFile file(folder.filePath(path));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.setPermissions(QFile::ExeOwner | QFile::ReadOwner));
    }
    std::vector<std::string> environment{"HOME=/h"};
    if (named != "-")
        environment.push_back("DBGR_DBGD=" + folder.filePath(named).toStdString());
    const auto config = session::remoteConfigFromEnvironment(environment);
    QCOMPARE(config.daemonProgram, daemon.isEmpty() ? util::ownHelper("dbgd") : folder.filePath(daemon).toStdString());
    const auto found = launchers::RealLauncherFiles().nodeProgram("dbgr-exec", environment);
    QCOMPARE(found, agent.isEmpty() ? launchers::RealLauncherFiles().ownProgram("dbgr-exec")
                                    : std::optional(folder.filePath(agent).toStdString()));
}

void TestRemoteConfig::logsAreHandedOn()
{
    const auto config = session::remoteConfigFromEnvironment({"DBGR_DAEMON_LOG=/tmp/x", "OTHER=1"});
    QCOMPARE(config.daemonEnvironment, std::vector<std::string>{"DBGR_DAEMON_LOG=/tmp/x"});
}

DBGR_TEST(TestRemoteConfig);

} // namespace tst_remote_config

#include "tst_remote_config.moc"
