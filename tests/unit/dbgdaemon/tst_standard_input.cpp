// SPDX-License-Identifier: GPL-3.0-or-later
// Whether something more can reach the standard input of a process, by what that is: in children that have each kind.
#include <QtTest> // first: moc 6.4 cannot parse <chrono> before it

#include "dbgdaemon/bootstrap/standard_input.h"
#include "tests/support/run/test_class.h"

#include <csignal>
#include <fcntl.h>
#include <functional>
#include <string>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tst_standard_input {

using namespace dbgr;

namespace {

/// A child that waits, with the standard input of whoever makes it; it ends with this.
class Child
{
public:
    /// \param input its standard input; -1: it closes it
    explicit Child(int input)
    {
        int ready[2];
        if (::pipe2(ready, O_CLOEXEC) != 0)
            qFatal("no pipe");
        m_pid = ::fork();
        if (m_pid == 0) {
            if (input < 0)
                ::close(0);
            else
                ::dup2(input, 0);
            ::close_range(3, static_cast<unsigned>(ready[1]) - 1, 0);
            ::close_range(static_cast<unsigned>(ready[1]) + 1, ~0U, 0);
            if (::write(ready[1], "r", 1) == 1)
                ::pause();
            ::_exit(1);
        }
        ::close(ready[1]);
        char byte = 0;
        if (::read(ready[0], &byte, 1) != 1)
            qFatal("the child does not start");
        ::close(ready[0]);
    }
    ~Child()
    {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    [[nodiscard]] util::Pid pid() const { return util::Pid(m_pid); }

private:
    pid_t m_pid = -1;
};

std::string whyNot(util::Pid pid)
{
    return daemon::whyNoInput(pid).value_or("");
}

} // namespace

class TestStandardInput : public QObject
{
    Q_OBJECT

private slots:
    void aPipeCanBeWrittenWhileSomebodyHoldsItsEnd()
    {
        int ends[2];
        QVERIFY(::pipe2(ends, O_CLOEXEC) == 0);
        const Child child(ends[0]);
        QCOMPARE(whyNot(child.pid()), std::string());
        QVERIFY(::write(ends[1], "abc", 3) == 3);
        QCOMPARE(whyNot(child.pid()), std::string());
        ::close(ends[1]);
        QCOMPARE(whyNot(child.pid()), std::string("the standard input has ended")); // though it has not read all
        char bytes[4];
        QCOMPARE(::read(ends[0], bytes, sizeof bytes), ssize_t{3}); // nothing was taken
        ::close(ends[0]);
        QCOMPARE(whyNot(child.pid()), std::string("the standard input has ended"));
    }

    void socketsAndTerminalsMayBeWritten()
    {
        int ends[2];
        QVERIFY(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
        QCOMPARE(whyNot(Child(ends[0]).pid()), std::string());
        const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
        QVERIFY(terminal >= 0 && ::grantpt(terminal) == 0 && ::unlockpt(terminal) == 0);
        const int side = ::open(::ptsname(terminal), O_RDWR | O_NOCTTY | O_CLOEXEC);
        QVERIFY(side >= 0);
        QCOMPARE(whyNot(Child(side).pid()), std::string());
        for (const int fd : {ends[0], ends[1], terminal, side})
            ::close(fd);
    }

    void filesReadThemselves()
    {
        const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        QCOMPARE(whyNot(Child(nothing).pid()), std::string("the standard input is /dev/null"));
        QTemporaryDir folder;
        QFile file(QFileInfo(folder.path()).canonicalFilePath() + "/input");
        QVERIFY(file.open(QIODevice::ReadWrite));
        const std::string name = file.fileName().toStdString();
        QCOMPARE(whyNot(Child(file.handle()).pid()), "the standard input is " + name);
        ::close(nothing);
    }

    void aClosedOneIsClosed() { QCOMPARE(whyNot(Child(-1).pid()), std::string("the standard input is closed")); }

    void ofWhoIsGoneNothingIsKnown()
    {
        const pid_t pid = ::fork();
        if (pid == 0)
            ::_exit(0);
        ::waitpid(pid, nullptr, 0);
        QCOMPARE(whyNot(util::Pid(pid)), std::string());
    }

    void ranksAreNamedByReason()
    {
        const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        const Child a(nothing);
        const Child b(-1);
        const Child c(nothing);
        const std::vector<debug::LocalProcess> processes{
            {util::Rank(3), a.pid(), ""}, {util::Rank(1), b.pid(), ""}, {util::Rank(7), c.pid(), ""}};
        const auto ranks = *util::RankSet::parse("0-3,7", {});
        const auto failures = daemon::ranksWithoutInput(ranks, processes);
        QCOMPARE(failures.size(), std::size_t{2});
        QCOMPARE(failures[0].ranks.toString(), std::string("3,7"));
        QCOMPARE(failures[0].error.message(), std::string("the standard input is /dev/null"));
        QVERIFY(failures[0].error.code == std::errc::operation_not_supported);
        QCOMPARE(failures[1].ranks.toString(), std::string("1"));
        QVERIFY(daemon::ranksWithoutInput(util::RankSet{util::Rank(0)}, processes).empty());
        ::close(nothing);
    }
};

DBGR_TEST(TestStandardInput, QCoreApplication);

} // namespace tst_standard_input

#include "tst_standard_input.moc"
