// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/python/interpreters.h"

#include <QFileInfo>
#include <QStandardPaths>
#include <QtTest>

#include <algorithm>

namespace dbgr::test {

QStringList pythons()
{
    QStringList found{QStandardPaths::findExecutable("python3", {"/usr/bin"})};
    found << qEnvironmentVariable("DBGR_PYTHONS").split(':', Qt::SkipEmptyParts);
    found.removeDuplicates();
    return found;
}

QString pythonSays(const QString& python, const QString& expression)
{
    QProcess process;
    process.start(python, {"-c", "import sys, sysconfig; print(" + expression + ")"});
    const bool isDone = process.waitForFinished(30000) && process.exitCode() == 0;
    return isDone ? QString::fromUtf8(process.readAllStandardOutput()).trimmed() : QString();
}

void addPythonRows()
{
    QTest::addColumn<QString>("python");
    for (const QString& python : pythons())
        QTest::newRow(qPrintable(python)) << python;
}

std::unique_ptr<PythonCalls> PythonCalls::start(const QString& python, const QString& script, const QStringList& kinds)
{
    std::unique_ptr<PythonCalls> calls(new PythonCalls);
    calls->m_process.start(python, QStringList{script} + kinds);
    QByteArray said;
    while (!said.endsWith("\nend\n")) {
        if (!calls->m_process.waitForReadyRead(30000))
            return nullptr;
        said += calls->m_process.readAllStandardOutput();
    }
    calls->m_said = sortedThreads(said);
    return calls;
}

PythonCalls::~PythonCalls()
{
    m_process.kill();
    m_process.waitForFinished();
}

QByteArray sortedThreads(const QByteArray& said)
{
    QByteArrayList threads;
    for (const QByteArray& line : said.left(said.indexOf("\nend\n") + 1).split('\n')) {
        if (line.startsWith("thread "))
            threads << QByteArray();
        if (!threads.isEmpty() && !line.isEmpty())
            threads.back() += line + "\n";
    }
    std::sort(threads.begin(), threads.end());
    return threads.join();
}

} // namespace dbgr::test
