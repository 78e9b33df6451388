// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/batch/job_processes.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QThread>

#include <csignal>

namespace dbgr::test {

namespace {

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A number out of "Name:\tnumber" in /proc/PID/status, or -1.
int statusNumber(int pid, const QByteArray& name)
{
    for (const QByteArray& line : contents(QString("/proc/%1/status").arg(pid)).split('\n'))
        if (line.startsWith(name + ':'))
            return line.mid(name.size() + 1).trimmed().toInt();
    return -1;
}

bool isZombie(int pid)
{
    return contents(QString("/proc/%1/status").arg(pid)).contains("State:\tZ");
}

template <class Condition>
bool within(int timeoutMs, Condition condition)
{
    QElapsedTimer timer;
    timer.start();
    while (!condition()) {
        if (timer.elapsed() >= timeoutMs)
            return false;
        QThread::msleep(20);
    }
    return true;
}

} // namespace

QList<JobProcess> processesOf(const QString& folder)
{
    const QByteArray mark = "TMPDIR=" + folder.toUtf8() + '\0';
    QList<JobProcess> found;
    for (const QString& name : QDir("/proc").entryList(QDir::Dirs)) {
        bool isPid = false;
        const int pid = name.toInt(&isPid);
        if (!isPid || !contents("/proc/" + name + "/environ").contains(mark) || isZombie(pid))
            continue;
        found += {pid, QString::fromLocal8Bit(contents("/proc/" + name + "/cmdline").replace('\0', ' ')),
                  QString::fromLocal8Bit(contents("/proc/" + name + "/comm").trimmed())};
    }
    return found;
}

QList<int> pidsOf(const QString& folder, const QString& part)
{
    QList<int> pids;
    for (const JobProcess& process : processesOf(folder))
        if (process.command.contains(part))
            pids += process.pid;
    return pids;
}

void killAllOf(const QString& folder)
{
    for (const JobProcess& process : processesOf(folder))
        ::kill(process.pid, SIGKILL);
}

int tracerOf(int pid)
{
    return statusNumber(pid, "TracerPid");
}

int parentOf(int pid)
{
    return statusNumber(pid, "PPid");
}

int spinPid(const QString& folder, int rank)
{
    const QString path = QString("%1/pid.%2").arg(folder).arg(rank);
    if (!within(10000, [&] { return QFile::exists(path); }))
        return 0;
    return contents(path).trimmed().toInt();
}

bool beats(const QString& folder, int rank, int timeoutMs)
{
    const QString path = QString("%1/beat.%2").arg(folder).arg(rank);
    const long before = contents(path).trimmed().toLong();
    return within(timeoutMs, [&] { return contents(path).trimmed().toLong() > before + 1; });
}

bool allGone(const QString& folder, int timeoutMs)
{
    return within(timeoutMs, [&] { return processesOf(folder).isEmpty(); });
}

} // namespace dbgr::test
