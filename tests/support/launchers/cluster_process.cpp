// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/launchers/cluster_process.h"

namespace dbgr::test {

namespace {

constexpr int kStartMs = 90000;
constexpr int kEndMs = 20000;

} // namespace

ClusterProcess::~ClusterProcess()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.closeWriteChannel();
    m_process.waitForFinished(kEndMs);
}

bool ClusterProcess::start(const QString& program, const QStringList& arguments, const QByteArray& word,
                           const QStringList& before)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("TMPDIR", m_folder.path());
    m_process.setProcessEnvironment(environment);
    QStringList command = before + QStringList{QString(DBGR_SOURCE_DIR "/tests/cluster/") + program} + arguments;
    m_process.start(command.takeFirst(), command);
    m_value = next(word);
    if (!m_value.isEmpty())
        return true;
    m_process.waitForFinished(kEndMs);
    m_error = m_process.errorString().toLocal8Bit() + '\n' + m_process.readAllStandardError();
    return false;
}

QString ClusterProcess::next(const QByteArray& word)
{
    const QByteArray line = nextLine();
    return line.startsWith(word + '=') ? QString::fromLocal8Bit(line.mid(word.size() + 1)) : QString();
}

QByteArray ClusterProcess::ask(const QByteArray& order)
{
    m_process.write(order + '\n');
    return nextLine();
}

QByteArray ClusterProcess::nextLine()
{
    while (!m_process.canReadLine() && m_process.waitForReadyRead(kStartMs)) {
    }
    return m_process.readLine().trimmed();
}

} // namespace dbgr::test
