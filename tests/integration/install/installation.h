// SPDX-License-Identifier: GPL-3.0-or-later
// An installation of this build, in a folder of its own. Thread: the test's.
#pragma once

#include <QHash>
#include <QList>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace dbgr::test {

/// What a program said, and how it ended.
struct Outcome
{
    int status = -1; ///< -1 it could not be started, crashed, or took too long
    QString output;
    QString errors;
};

/// Runs a program to its end. \param folder to run in
[[nodiscard]] Outcome runProgram(const QString& program, const QStringList& arguments,
                                 const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment(),
                                 const QString& folder = "/");

/// One of dbgr's programs, as the list in the build files has it.
struct ListedProgram
{
    QString name;
    QString path; ///< below the prefix
};
[[nodiscard]] QList<ListedProgram> listedPrograms();

class Installation
{
public:
    /// `cmake --install` to this prefix.
    [[nodiscard]] Outcome make(const QString& prefix);
    /// Moves it, parents made.
    [[nodiscard]] bool moveTo(const QString& prefix);
    /// Takes away, or gives back, everybody's right to write there.
    void setWritable(bool writable) const;
    [[nodiscard]] QString prefix() const { return m_prefix; }
    [[nodiscard]] QString path(const QString& below) const { return m_prefix + "/" + below; }
    /// Every file with its size and the time of its last change: what must not change by use.
    [[nodiscard]] QHash<QString, QString> contents() const;

private:
    QString m_prefix;
};

} // namespace dbgr::test
