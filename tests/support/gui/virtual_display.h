// SPDX-License-Identifier: GPL-3.0-or-later
// An X display of the test's own: Xvfb, with openbox as window manager, so that windows get the keyboard as on a
// desktop. Both end with us, however we end. Thread: main's, before any other is started and before the QApplication.
#pragma once

#include <QByteArray>
#include <QSize>
#include <QTemporaryDir>

#include <sys/types.h>
#include <vector>

namespace dbgr::test {

class VirtualDisplay
{
public:
    /// Starts it and makes it this process's DISPLAY; name() is empty when that did not work.
    explicit VirtualDisplay(QSize size);
    ~VirtualDisplay();
    VirtualDisplay(const VirtualDisplay&) = delete;
    VirtualDisplay& operator=(const VirtualDisplay&) = delete;

    /// ":7"
    [[nodiscard]] const QByteArray& name() const { return m_name; }
    /// What does not work, for a person.
    [[nodiscard]] const QByteArray& problem() const { return m_problem; }

private:
    bool startServer(QSize size);
    bool startWindowManager();
    /// \param keepFd a descriptor that the program gets as well; -1 none
    pid_t start(const QList<QByteArray>& command, int keepFd);

    QTemporaryDir m_folder;
    std::vector<pid_t> m_children;
    QByteArray m_name;
    QByteArray m_problem;
};

} // namespace dbgr::test
