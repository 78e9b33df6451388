// SPDX-License-Identifier: GPL-3.0-or-later
// dbgrun's server and the tools of tests/peers, in C and linked to somebody else's libpmix; for the clients there see
// tst_client_programs.
// The tools hold what they find against PRRTE as well, so that they ask for nothing but what launchers do.
#include "tests/integration/launcher/launcher_run.h"
#include "tests/support/batch/job_environment.h"

#include <QtTest>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>

using namespace dbgr::test;

namespace {

QString peersFolder()
{
    return QFileInfo(dbgrun()).path() + "/peers";
}

void addRows(const QString& pattern)
{
    QTest::addColumn<QString>("program");
    const QFileInfoList programs = QDir(peersFolder()).entryInfoList({pattern}, QDir::Files);
    for (const QFileInfo& each : programs)
        QTest::newRow(qPrintable(each.fileName())) << each.filePath();
    if (programs.isEmpty())
        QTest::newRow("none") << QString();
}

/// A launcher that waits for tools, until it is destroyed.
class Daemon
{
public:
    Daemon(const QString& launcher, const QStringList& arguments)
    {
        m_process.setProcessEnvironment(environment());
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.start(launcher, arguments + QStringList{"--report-uri", m_folder.filePath("uri")});
    }
    ~Daemon()
    {
        m_process.terminate();
        if (!m_process.waitForFinished(10000))
            m_process.kill();
        m_process.waitForFinished();
    }

    /// Where it listens; empty as long as it has not said so.
    [[nodiscard]] QString uri() const
    {
        QFile file(m_folder.filePath("uri"));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readLine()).trimmed() : QString();
    }
    [[nodiscard]] QProcessEnvironment environment() const { return mpiEnvironment(Mpi::OpenMpi5, m_folder.path()); }

private:
    QTemporaryDir m_folder{QDir::tempPath() + "/dr"};
    QProcess m_process;
};

} // namespace

class TestPeers : public QObject
{
    Q_OBJECT

private slots:
    void toolsFindAllOfItRight_data() { addRows("tool_*"); }
    void toolsFindAllOfItRight();
    void toolsFindWhatPrrteIsKnownFor_data() { addRows("tool_*"); }
    void toolsFindWhatPrrteIsKnownFor();
};

void runTool(const QString& program, const Daemon& daemon, const QProcessEnvironment& environment)
{
    QTRY_VERIFY_WITH_TIMEOUT(!daemon.uri().isEmpty(), 20000);
    QProcess tool;
    tool.setProcessEnvironment(environment);
    tool.setProcessChannelMode(QProcess::MergedChannels);
    tool.start(program, {daemon.uri()});
    const bool ended = tool.waitForFinished(120000);
    const QByteArray output = tool.readAll();
    QVERIFY2(ended && tool.exitStatus() == QProcess::NormalExit && tool.exitCode() == 0, output);
    QVERIFY2(!output.contains("not ok") && output.contains("ok "), output);
}

void TestPeers::toolsFindAllOfItRight()
{
    QFETCH(QString, program);
    if (program.isEmpty())
        QSKIP("tests/peers is not built: libpmix-dev is missing");
    const Daemon daemon(dbgrun(), {"--daemon"});
    runTool(program, daemon, daemon.environment());
}

void TestPeers::toolsFindWhatPrrteIsKnownFor()
{
    QFETCH(QString, program);
    if (program.isEmpty())
        QSKIP("tests/peers is not built: libpmix-dev is missing");
    const Daemon daemon(QFileInfo(ownLauncher(Mpi::OpenMpi5)).path() + "/prte", {});
    QProcessEnvironment environment = daemon.environment();
    environment.insert("PMIX_PEER_LAX", "1");
    runTool(program, daemon, environment);
}

QTEST_GUILESS_MAIN(TestPeers)
#include "tst_peers.moc"
