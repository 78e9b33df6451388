// SPDX-License-Identifier: GPL-3.0-or-later
// dbgrun's server and the programs of tests/peers: clients and tools in C that are linked to somebody else's libpmix.
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

/// dbgrun as a server for tools, until it is destroyed.
class Daemon
{
public:
    Daemon()
    {
        m_process.setProcessEnvironment(mpiEnvironment(Mpi::OpenMpi4, m_folder.path()));
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.start(dbgrun(), {"--daemon", "--report-uri", m_folder.filePath("uri")});
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
    [[nodiscard]] QString folder() const { return m_folder.path(); }

private:
    QTemporaryDir m_folder{QDir::tempPath() + "/dr"};
    QProcess m_process;
};

} // namespace

class TestPeers : public QObject
{
    Q_OBJECT

private slots:
    void clientsFindAllOfItRight_data() { addRows("client_*"); }
    void clientsFindAllOfItRight();
    void toolsFindAllOfItRight_data() { addRows("tool_*"); }
    void toolsFindAllOfItRight();
};

void TestPeers::clientsFindAllOfItRight()
{
    QFETCH(QString, program);
    if (program.isEmpty())
        QSKIP("tests/peers is not built: libpmix-dev is missing");
    const auto result = runLauncher(dbgrun(), {"-n", "3", program}, Mpi::OpenMpi4);
    QVERIFY2(!result.standardOutput.contains("not ok") && result.standardOutput.contains("ok "), result.text());
    QVERIFY2(result.status == (program.endsWith("abort") ? 7 : 0), result.text());
}

void TestPeers::toolsFindAllOfItRight()
{
    QFETCH(QString, program);
    if (program.isEmpty())
        QSKIP("tests/peers is not built: libpmix-dev is missing");
    Daemon daemon;
    QTRY_VERIFY_WITH_TIMEOUT(!daemon.uri().isEmpty(), 20000);
    QProcess tool;
    tool.setProcessEnvironment(mpiEnvironment(Mpi::OpenMpi4, daemon.folder()));
    tool.setProcessChannelMode(QProcess::MergedChannels);
    tool.start(program, {daemon.uri()});
    const bool ended = tool.waitForFinished(120000);
    const QByteArray output = tool.readAll();
    QVERIFY2(ended && tool.exitStatus() == QProcess::NormalExit && tool.exitCode() == 0, output);
    QVERIFY2(!output.contains("not ok") && output.contains("ok "), output);
}

QTEST_GUILESS_MAIN(TestPeers)
#include "tst_peers.moc"
