// SPDX-License-Identifier: GPL-3.0-or-later
// The interpreters of Python that tests run: python3, and those that DBGR_PYTHONS names, between colons; and a program
// of theirs that says itself what it is at. Thread: main's.
#pragma once

#include <QProcess>
#include <QString>
#include <QStringList>

#include <memory>

namespace dbgr::test {

/// Paths, each once.
[[nodiscard]] QStringList pythons();
/// What one prints of an expression, without blanks around it; "" it failed.
[[nodiscard]] QString pythonSays(const QString& python, const QString& expression);
/// A row a version of pythons(), with their column "python".
void addPythonRows();

/// Runs tests/debuggees/python_calls.py.
class PythonCalls
{
public:
    /// Null: it did not say what it is at. \param kinds as its arguments
    [[nodiscard]] static std::unique_ptr<PythonCalls> start(const QString& python, const QString& script,
                                                            const QStringList& kinds = {});
    ~PythonCalls();

    [[nodiscard]] qint64 pid() const { return m_process.processId(); }
    /// What it says, as textOf(PythonStacks) does.
    [[nodiscard]] const QByteArray& said() const { return m_said; }

private:
    PythonCalls() = default;

    QProcess m_process;
    QByteArray m_said;
};

/// Threads in the order of their text, without what is behind "end".
[[nodiscard]] QByteArray sortedThreads(const QByteArray& said);

} // namespace dbgr::test
