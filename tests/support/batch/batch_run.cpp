// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/batch/batch_run.h"

#include "tests/support/batch/job_processes.h"

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QTest>

#include <cstdio>

namespace dbgr::test {

namespace {

QString launcherOfRow = "mpiexec";

} // namespace

void BatchRun::addLauncherRows()
{
    QTest::addColumn<QString>("launcher");
    for (const char* name : {"mpiexec", "dbgrun"})
        QTest::newRow(name) << QString(name);
}

void BatchRun::takeLauncherRow()
{
    QFETCH_GLOBAL(QString, launcher);
    launcherOfRow = launcher;
}

BatchRun::BatchRun()
    : m_folder("/tmp/dbgr-XXXXXX"), m_program(builtProgram("dbgr")), m_environment(jobEnvironment(m_folder.path()))
{
    m_process.setWorkingDirectory(m_folder.path());
}

BatchRun::~BatchRun()
{
    if (m_process.state() != QProcess::NotRunning) {
        m_process.terminate(); // it kills its job
        if (!m_process.waitForFinished(20000))
            m_process.kill();
        m_process.waitForFinished(5000);
    }
    if (!QTest::currentTestFailed())
        return; // what is left after a test that passed is a fault of dbgr's, and seen by tools/check
    killAllOf(folder());
    // QtTest's own message ends after its first two thousand bytes.
    std::fprintf(stderr, "%s\n", transcript().constData());
}

BatchRun& BatchRun::option(const QStringList& arguments)
{
    m_options += arguments;
    return *this;
}

BatchRun& BatchRun::commands(const QStringList& commands)
{
    for (const QString& command : commands)
        m_options += {"--command", command};
    return *this;
}

BatchRun& BatchRun::launcherOption(const QStringList& arguments)
{
    m_launcherOptions += arguments;
    return *this;
}

BatchRun& BatchRun::environment(const QString& name, const QString& value)
{
    m_environment.insert(name, value);
    return *this;
}

BatchRun& BatchRun::noMoreRanksThanSlots()
{
    allowMoreRanksThanSlots(m_environment, false);
    return *this;
}

BatchRun& BatchRun::program(const QString& path)
{
    m_program = path;
    return *this;
}

void BatchRun::start(int ranks, const QString& program, const QStringList& arguments)
{
    startCommand(QStringList{launcherOfRow} + m_launcherOptions + QStringList{"-n", QString::number(ranks), program} +
                 arguments);
}

void BatchRun::startCommand(const QStringList& command)
{
    m_process.setProcessEnvironment(m_environment);
    m_process.start(m_program, QStringList{"--batch", "--json"} + m_options + command);
}

void BatchRun::startCommand(const QStringList& command, const QString& redirections)
{
    m_process.setProcessEnvironment(m_environment);
    m_process.start("/bin/sh", QStringList{"-c", "exec \"$0\" \"$@\" " + redirections, m_program, "--batch", "--json"} +
                                   m_options + command);
}

void BatchRun::type(const QString& command)
{
    m_process.write(command.toUtf8() + '\n');
    m_process.waitForBytesWritten(5000); // nothing is written before somebody waits
}

void BatchRun::closeInput()
{
    m_process.closeWriteChannel();
}

int BatchRun::exitStatus(int timeoutMs)
{
    QElapsedTimer timer;
    timer.start();
    while (m_process.state() != QProcess::NotRunning && timer.elapsed() < timeoutMs)
        readMore(100);
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        m_process.waitForFinished(5000);
        takeLines();
        return -1;
    }
    takeLines();
    return m_process.exitStatus() == QProcess::CrashExit ? 128 + m_process.exitCode() : m_process.exitCode();
}

QJsonObject BatchRun::waitFor(const std::function<bool(const QJsonObject&)>& wanted, int timeoutMs)
{
    QElapsedTimer timer;
    timer.start();
    for (;;) {
        while (m_seen < m_objects.size()) {
            const QJsonObject& object = m_objects[m_seen++];
            if (wanted(object))
                return object;
        }
        if (m_process.state() == QProcess::NotRunning || timer.elapsed() >= timeoutMs)
            return {};
        readMore(100);
    }
}

QJsonObject BatchRun::waitForEvent(const QString& name, int timeoutMs)
{
    return waitFor([&](const QJsonObject& o) { return o["event"].toString() == name; }, timeoutMs);
}

QJsonObject BatchRun::waitForReply(const QString& name, int timeoutMs)
{
    return waitFor([&](const QJsonObject& o) { return o["reply"].toString() == name; }, timeoutMs);
}

void BatchRun::readMore(int timeoutMs)
{
    m_process.waitForReadyRead(timeoutMs);
    takeLines();
}

void BatchRun::takeLines()
{
    m_stderr += m_process.readAllStandardError();
    m_partial += m_process.readAllStandardOutput();
    for (qsizetype end = m_partial.indexOf('\n'); end >= 0; end = m_partial.indexOf('\n')) {
        const QByteArray line = m_partial.left(end);
        m_partial.remove(0, end + 1);
        const QJsonDocument document = QJsonDocument::fromJson(line);
        if (document.isObject())
            m_objects += document.object();
        else
            m_badLines += QString::fromUtf8(line);
    }
}

BatchRun::Objects BatchRun::events(const QString& name) const
{
    Objects found;
    for (const QJsonObject& object : m_objects)
        if (object["event"].toString() == name)
            found += object;
    return found;
}

BatchRun::Objects BatchRun::replies(const QString& name) const
{
    Objects found;
    for (const QJsonObject& object : m_objects)
        if (object["reply"].toString() == name)
            found += object;
    return found;
}

QString BatchRun::output(int rank, const QString& channel) const
{
    QString text;
    for (const QJsonObject& object : events("output"))
        if (object["rank"] == rank && object["channel"] == channel)
            text += object["data"].toString();
    return text;
}

QByteArray BatchRun::transcript()
{
    readMore(0); // while a test waits for something else nobody reads
    QByteArray text;
    for (const QJsonObject& object : m_objects)
        text += QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
    for (const QString& line : m_badLines)
        text += "NOT JSON: " + line.toUtf8() + '\n';
    return text + "standard error:\n" + m_stderr;
}

} // namespace dbgr::test
