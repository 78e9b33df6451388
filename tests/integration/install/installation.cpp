// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/install/installation.h"

#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QProcess>

namespace dbgr::test {

Outcome runProgram(const QString& program, const QStringList& arguments, const QProcessEnvironment& environment,
                   const QString& folder)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder);
    process.start(program, arguments);
    Outcome outcome;
    if (!process.waitForFinished(120000))
        process.kill();
    else if (process.exitStatus() == QProcess::NormalExit)
        outcome.status = process.exitCode();
    process.waitForFinished(5000);
    outcome.output = QString::fromUtf8(process.readAllStandardOutput());
    outcome.errors = QString::fromUtf8(process.readAllStandardError());
    return outcome;
}

QList<ListedProgram> listedPrograms()
{
    QList<ListedProgram> programs;
    for (const QString& entry : QString(DBGR_PROGRAMS).split(',')) {
        const QString folder = entry.startsWith("helper:") ? DBGR_HELPERS : "bin";
        const QString name = entry.section(':', 1);
        programs.append({name, folder + "/" + name});
    }
    return programs;
}

Outcome Installation::make(const QString& prefix)
{
    m_prefix = prefix;
    return runProgram(DBGR_CMAKE, {"--install", DBGR_BUILD_DIR, "--prefix", prefix, "--strip"});
}

bool Installation::moveTo(const QString& prefix)
{
    const QString from = std::exchange(m_prefix, prefix);
    return QDir().mkpath(QFileInfo(prefix).path()) && QDir().rename(from, prefix);
}

void Installation::setWritable(bool writable) const
{
    (void)runProgram("chmod", {"-R", writable ? "u+w" : "a-w", m_prefix});
}

QHash<QString, QString> Installation::contents() const
{
    QHash<QString, QString> found;
    QDirIterator files(m_prefix, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QFileInfo file(files.next());
        found.insert(file.filePath(),
                     QString::number(file.size()) + " " + file.lastModified().toString(Qt::ISODateWithMs));
    }
    return found;
}

} // namespace dbgr::test
