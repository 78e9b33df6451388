// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "jobs/process_list.h"
#include "tests/support/jobs/fake_proc.h"
#include "tests/support/run/test_class.h"

namespace tst_process_list {

using namespace dbgr;
using namespace std::chrono_literals;

class TestProcessList : public QObject
{
    Q_OBJECT

private slots:
    void aProcessHasItsParentItsStartAndItsArguments()
    {
        test::FakeProc proc;
        proc.add({.pid = 20, .parent = 10, .argv = {"./ring", "", "a b"}, .exe = "/x/ring", .age = 3600s});
        const auto list = jobs::ProcessList::read(jobs::ProcFiles(proc.root()), ::geteuid());
        const jobs::Process* process = list.find(util::Pid(20));
        QVERIFY(process != nullptr);
        QCOMPARE(process->parent, util::Pid(10));
        QCOMPARE(process->argv, (std::vector<std::string>{"./ring", "", "a b"}));
        const auto age = std::chrono::system_clock::now() - process->started;
        QVERIFY(age > 3590s && age < 3610s);
        QVERIFY(list.find(util::Pid(21)) == nullptr);
    }

    void childrenAreThoseOfTheProcess()
    {
        test::FakeProc proc;
        proc.add({.pid = 30, .parent = 10, .argv = {"c"}, .exe = "/c"});
        proc.add({.pid = 20, .parent = 10, .argv = {"b"}, .exe = "/b"});
        proc.add({.pid = 10, .parent = 1, .argv = {"a"}, .exe = "/a"});
        const auto list = jobs::ProcessList::read(jobs::ProcFiles(proc.root()), ::geteuid());
        const auto children = list.childrenOf(util::Pid(10));
        QCOMPARE(children.size(), std::size_t(2));
        QCOMPARE(children[0]->pid, util::Pid(20));
        QCOMPARE(children[1]->pid, util::Pid(30));
        QVERIFY(list.childrenOf(util::Pid(20)).empty());
    }

    void zombiesKernelThreadsAndThoseThatEndMeanwhileAreLeftOut()
    {
        test::FakeProc proc;
        proc.add({.pid = 20, .argv = {"dead"}, .exe = "/x", .state = 'Z'});
        proc.add({.pid = 21, .argv = {}, .exe = ""});
        proc.addVanishing(22);
        proc.addFile("../proc/23", "stat", "23 (cut off");
        QVERIFY(jobs::ProcessList::read(jobs::ProcFiles(proc.root()), ::geteuid()).all().empty());
    }

    void otherUsersProcessesAreNotLookedAt()
    {
        test::FakeProc proc;
        proc.add({.pid = 20, .argv = {"a"}, .exe = "/x"});
        QVERIFY(jobs::ProcessList::read(jobs::ProcFiles(proc.root()), ::geteuid() + 1).all().empty());
    }

    void withoutProcThereIsNothing()
    {
        QVERIFY(jobs::ProcessList::read(jobs::ProcFiles("/nowhere"), ::geteuid()).all().empty());
    }
};

DBGR_TEST(TestProcessList, QCoreApplication);

} // namespace tst_process_list

#include "tst_process_list.moc"
