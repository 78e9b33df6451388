// SPDX-License-Identifier: GPL-3.0-or-later
// What really keeps a keeper from a process, and that the words say it: another user, a process that may not be looked
// into, seccomp filters, namespaces. Each is made here, and nothing of it is played.
#include "dbgdaemon/bootstrap/ptrace_access.h"
#include "dbgdaemon/helper_programs.h"
#include "dbgdaemon/keeper_holder.h"
#include "tests/support/dbgdaemon/rsp_client.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <functional>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tst_refusals {

using namespace dbgr;
using namespace dbgr::daemon;
using namespace dbgr::test;

namespace {

constexpr unsigned kNobody = 65534;
constexpr const char* kHeld = "held";

bool becomeNobody()
{
    return ::setgroups(0, nullptr) == 0 && ::setresgid(kNobody, kNobody, kNobody) == 0 &&
           ::setresuid(kNobody, kNobody, kNobody) == 0;
}

/// From now on that system call fails by EPERM, here and in all that is started.
bool forbid(unsigned number)
{
    sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog filter{static_cast<unsigned short>(std::size(program)), program};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}

/// A child that is made to be as `condition` says, and then executes `program`, or waits as it is.
class Child
{
public:
    Child(const std::function<bool()>& condition, const char* program = nullptr)
    {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0)
            return;
        m_pid = ::fork();
        if (m_pid == 0) {
            if (!condition() || ::write(ends[1], "+", 1) != 1)
                ::_exit(1);
            ::prctl(PR_SET_PDEATHSIG, SIGKILL); // which another user has to ask for anew
            if (program != nullptr) {
                ::execl(program, program, "600", static_cast<char*>(nullptr));
                ::_exit(2);
            }
            ::close(ends[1]);
            for (;;)
                ::pause();
        }
        ::close(ends[1]);
        char byte = 0;
        m_isThere = ::read(ends[0], &byte, 1) == 1 && ::read(ends[0], &byte, 1) == 0; // executed, or waiting for ever
        ::close(ends[0]);
    }
    ~Child()
    {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    [[nodiscard]] util::Pid pid() const { return util::Pid(m_pid); }
    [[nodiscard]] bool isThere() const { return m_isThere; }

private:
    pid_t m_pid = -1;
    bool m_isThere = false;
};

/// As dbgd does it. \return kHeld, or what the user is told
std::string attach(util::Pid pid)
{
    const auto loop = net::EventLoop::create().value();
    const auto programs = findHelpers(DBGR_TEST_BIN_DIR "/dbgd", {});
    if (!programs)
        return programs.error().message();
    const auto holder = KeeperHolder::create(*loop, programs->keeper, {});
    if (!holder)
        return holder.error().message();
    RspClient client((*holder)->open(util::Rank(0), pid).value());
    if (client.ask("QStartNoAckMode").ends_with("OK") && client.ask("?").starts_with("T"))
        return kHeld;
    auto why = PtraceAccess("", ::geteuid()).explain(pid, (*holder)->tracer());
    why = why ? why : (*holder)->whyEnded(util::Rank(0));
    return why ? why->message() + " | " + why->advice : "nobody knows why";
}

/// The same, by a dbgd that is as `condition` says.
std::string attachAs(const std::function<bool()>& condition, util::Pid pid)
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return "no pipe";
    const pid_t child = ::fork();
    if (child == 0) {
        const std::string words = condition() ? attach(pid) : "it cannot be made so";
        ::_exit(::write(ends[1], words.data(), words.size()) == ssize_t(words.size()) ? 0 : 1);
    }
    ::close(ends[1]);
    char words[2000];
    const ssize_t size = ::read(ends[0], words, sizeof words);
    ::close(ends[0]);
    ::waitpid(child, nullptr, 0);
    return std::string(words, size > 0 ? static_cast<std::size_t>(size) : 0);
}

bool asWeAre()
{
    return true;
}

bool withoutPtrace()
{
    return forbid(SYS_ptrace);
}

bool inAnotherPidNamespace()
{
    return ::unshare(CLONE_NEWPID) == 0; // of its children: the process itself is seen from both
}

} // namespace

class TestRefusals : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (::geteuid() != 0)
            QSKIP("only root can become somebody else");
    }
    void theWordsSayWhatIsInTheWay_data();
    void theWordsSayWhatIsInTheWay();
    void aContainersProcessesAreHeld();
};

using Condition = std::function<bool()>;

void TestRefusals::theWordsSayWhatIsInTheWay_data()
{
    QTest::addColumn<Condition>("rank");
    QTest::addColumn<bool>("executes"); // what may not be looked into is dumpable again as another program
    QTest::addColumn<Condition>("dbgd");
    QTest::addColumn<QString>("words");
    const Condition readNothing = [] { return forbid(SYS_process_vm_readv); };
    const Condition nobodyWithoutPtrace = [] { return becomeNobody() && withoutPtrace(); };
    const Condition hides = [] { return becomeNobody() && ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0; };
    QTest::newRow("nothing") << Condition(asWeAre) << true << Condition(asWeAre) << kHeld;
    QTest::newRow("nothing, and nobody is root") << Condition(becomeNobody) << true << Condition(becomeNobody) << kHeld;
    QTest::newRow("another user") << Condition(asWeAre) << true << Condition(becomeNobody)
                                  << "it belongs to user 0, dbgd runs as user 65534";
    QTest::newRow("not dumpable") << hides << false << Condition(becomeNobody) << "not dumpable";
    QTest::newRow("not dumpable, and we are root") << hides << false << Condition(asWeAre) << kHeld;
    QTest::newRow("a filter of ptrace") << Condition(becomeNobody) << true << nobodyWithoutPtrace
                                        << "dbgd runs under a seccomp filter without CAP_SYS_PTRACE";
    QTest::newRow("a filter of ptrace, and we are root")
        << Condition(asWeAre) << true << Condition(withoutPtrace) << "dbgd runs under a seccomp filter (a container?)";
    QTest::newRow("a filter of process_vm_readv") << Condition(asWeAre) << true << readNothing << kHeld;
    QTest::newRow("the rank has a filter of its own")
        << Condition(withoutPtrace) << true << Condition(asWeAre) << kHeld;
}

void TestRefusals::theWordsSayWhatIsInTheWay()
{
    QFETCH(Condition, rank);
    QFETCH(bool, executes);
    QFETCH(Condition, dbgd);
    QFETCH(QString, words);
    const Child process(rank, executes ? DBGR_TEST_BIN_DIR "/debuggees/loop" : nullptr);
    QVERIFY(!executes || process.isThere());
    const std::string told = attachAs(dbgd, process.pid());
    QVERIFY2(told.find(words.toStdString()) != std::string::npos, told.c_str());
    QVERIFY2(words == kHeld || told.find(" | ") + 3 < told.size(), "what to do is said, too");
}

/// In a process namespace of its own, seen from ours.
void TestRefusals::aContainersProcessesAreHeld()
{
    int ends[2];
    QCOMPARE(::pipe2(ends, O_CLOEXEC), 0);
    const Child outer([&] {
        if (!inAnotherPidNamespace())
            return false;
        const pid_t inner = ::fork();
        if (inner == 0) {
            ::close_range(STDERR_FILENO + 1, ~0U, 0);
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            for (;;)
                ::pause();
        }
        return ::write(ends[1], &inner, sizeof inner) == ssize_t(sizeof inner);
    });
    pid_t inner = 0;
    QCOMPARE(::read(ends[0], &inner, sizeof inner), ssize_t(sizeof inner));
    ::close(ends[0]);
    ::close(ends[1]);
    QCOMPARE(attachAs(asWeAre, util::Pid(inner)), std::string(kHeld));
}

DBGR_TEST(TestRefusals, QCoreApplication);

} // namespace tst_refusals

#include "tst_refusals.moc"
