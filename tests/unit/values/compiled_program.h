// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that a test compiles into a folder of its own, which goes with it.
#pragma once

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <cstdint>
#include <string>
#include <vector>

/// Skips a test where a tool is missing; fails it when DBGR_REQUIRE is set.
#define NEED_TOOL(name)                                                                                                \
    do {                                                                                                               \
        if (QStandardPaths::findExecutable(name).isEmpty()) {                                                          \
            if (qEnvironmentVariableIsSet("DBGR_REQUIRE"))                                                             \
                QFAIL(name " is missing, and DBGR_REQUIRE is set");                                                    \
            QSKIP(name " is missing");                                                                                 \
        }                                                                                                              \
    } while (false)

namespace dbgr::test {

/// The newest that tools/setup may have installed, else the system's. "": none.
inline QString clangCompiler()
{
    for (const char* name : {"clang++-22", "clang++-19", "clang++"}) {
        if (!QStandardPaths::findExecutable(name).isEmpty())
            return name;
    }
    return {};
}

/// As NEED_TOOL, for clang++ under whatever name.
#define NEED_CLANG()                                                                                                   \
    do {                                                                                                               \
        if (dbgr::test::clangCompiler().isEmpty())                                                                     \
            NEED_TOOL("clang++");                                                                                      \
    } while (false)

class CompiledFolder
{
public:
    [[nodiscard]] std::string path(const QString& name) const { return m_folder.filePath(name).toStdString(); }
    void write(const QString& name, const QByteArray& text)
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("%s cannot be written", qPrintable(file.fileName()));
    }
    /// In the folder. \return what it printed; null when it failed
    QByteArray run(const QString& program, const QStringList& arguments)
    {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(program, arguments);
        const bool good =
            process.waitForFinished() && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
        if (!good) {
            qWarning("%s failed: %s", qPrintable(program), process.readAllStandardError().constData());
            return {};
        }
        return process.readAllStandardOutput() + '\n';
    }
    /// Where a program's linker put a symbol; 0 nowhere.
    std::uint64_t address(const QString& program, const QByteArray& symbol)
    {
        for (const QByteArray& line : run("nm", {program}).split('\n')) {
            const QList<QByteArray> words = line.split(' ');
            if (words.size() == 3 && words[2] == symbol)
                return words[0].toULongLong(nullptr, 16);
        }
        return 0;
    }

private:
    QTemporaryDir m_folder;
};

} // namespace dbgr::test
