// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/gui/virtual_display.h"

#include <QElapsedTimer>
#include <QFile>
#include <QThread>

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dbgr::test {

namespace {

/// No keys of its own (they are the application's), no frame round main windows (the screen is theirs).
constexpr char kWindowManagerRules[] = R"(<?xml version="1.0" encoding="UTF-8"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew><followMouse>no</followMouse></focus>
  <desktops><number>1</number></desktops>
  <keyboard/>
  <mouse>
    <context name="Client"><mousebind button="Left" action="Press"><action name="Focus"/></mousebind></context>
  </mouse>
  <applications>
    <application type="normal"><decor>no</decor><position force="yes"><x>0</x><y>0</y></position></application>
  </applications>
</openbox_config>
)";

/// The first line that can be read within the time; "" none.
QByteArray readLine(int fd, int timeoutMs)
{
    QByteArray line;
    QElapsedTimer timer;
    timer.start();
    while (!line.endsWith('\n')) {
        pollfd wait{fd, POLLIN, 0};
        const auto left = static_cast<int>(timeoutMs - timer.elapsed());
        char byte = 0;
        if (left <= 0 || ::poll(&wait, 1, left) <= 0 || ::read(fd, &byte, 1) != 1)
            return {};
        line += byte;
    }
    return line.trimmed();
}

} // namespace

VirtualDisplay::VirtualDisplay(QSize size) : m_folder("/tmp/dbgr-XXXXXX")
{
    if (!startServer(size)) {
        m_problem = "Xvfb does not start; it is in Debian's package xvfb";
        return;
    }
    qputenv("DISPLAY", m_name);
    qunsetenv("WAYLAND_DISPLAY");
    qputenv("QT_QPA_PLATFORM", "xcb");
    qputenv("XDG_RUNTIME_DIR", m_folder.path().toLocal8Bit());
    if (!startWindowManager()) {
        m_problem = "openbox does not start; it is in Debian's package openbox";
        m_name.clear();
    }
}

VirtualDisplay::~VirtualDisplay()
{
    while (!m_children.empty()) {
        ::kill(m_children.back(), SIGTERM);
        ::waitpid(m_children.back(), nullptr, 0);
        m_children.pop_back();
    }
}

bool VirtualDisplay::startServer(QSize size)
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return false;
    const QByteArray screen = QString("%1x%2x24").arg(size.width()).arg(size.height()).toLatin1();
    const QByteArray number = QByteArray::number(ends[1]);
    start({"Xvfb", "-displayfd", number, "-screen", "0", screen, "-nolisten", "tcp", "-noreset"}, ends[1]);
    ::close(ends[1]);
    const QByteArray display = readLine(ends[0], 20000);
    ::close(ends[0]);
    if (display.isEmpty())
        return false;
    m_name = ':' + display;
    return true;
}

bool VirtualDisplay::startWindowManager()
{
    const QString rules = m_folder.filePath("openbox.xml");
    const QString ready = m_folder.filePath("ready");
    QFile file(rules);
    if (!file.open(QIODevice::WriteOnly) || file.write(kWindowManagerRules) < 0)
        return false;
    file.close();
    start(
        {"openbox", "--sm-disable", "--config-file", rules.toLocal8Bit(), "--startup", "touch " + ready.toLocal8Bit()},
        -1);
    QElapsedTimer timer;
    timer.start();
    while (!QFile::exists(ready)) {
        if (timer.elapsed() > 20000)
            return false;
        QThread::msleep(10);
    }
    return true;
}

pid_t VirtualDisplay::start(const QList<QByteArray>& command, int keepFd)
{
    std::vector<char*> arguments;
    for (const QByteArray& word : command)
        arguments.push_back(const_cast<char*>(word.constData()));
    arguments.push_back(nullptr);
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (keepFd >= 0)
            ::fcntl(keepFd, F_SETFD, 0);
        const int nowhere = ::open("/dev/null", O_RDWR);
        for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
            ::dup2(nowhere, fd);
        ::execvp(arguments[0], arguments.data());
        ::_exit(127);
    }
    if (pid > 0)
        m_children.push_back(pid);
    return pid;
}

} // namespace dbgr::test
