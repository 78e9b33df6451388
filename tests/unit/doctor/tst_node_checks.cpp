// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes with one thing wrong each, made of facts.
#include "app/doctor/node_checks.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <algorithm>
#include <cerrno>
#include <functional>

namespace tst_node_checks {

using namespace dbgr::doctor;

namespace {

using Spoil = std::function<void(NodeFacts&)>;
constexpr std::uint64_t kGiga = 1U << 30U;
constexpr Expected kExpected{"1.2", "0123456789abcdef"};

NodeFacts healthy()
{
    NodeFacts facts;
    facts.yamaScope = 0;
    facts.seccomp = 0;
    facts.traced = 0;
    facts.watches = true;
    facts.programs = {{"dbgd",
                       "/opt/libexec/dbgr/dbgd",
                       "1.2",
                       "LLDB: 22.1\nformatters: Python 3.11.2\nprogram: x\nsources: 0123456789abcdef\n",
                       {}},
                      {"dbgr-exec", "/opt/bin/dbgr-exec", "1.2", {}, {}}};
    facts.loopback = 0;
    facts.addresses = {"10.0.0.2"};
    facts.front = {{"10.0.0.1:4711", 0}};
    facts.sharedMemory = {"/dev/shm", 0, kGiga};
    facts.temporary = {"/tmp", 0, kGiga};
    facts.descriptors = {1024, 1U << 20U};
    facts.coreSize = {UINT64_MAX, UINT64_MAX};
    facts.corePattern = "core.%p";
    return facts;
}

Finding only(const Findings& findings, const QString& check)
{
    const auto found = std::ranges::find(findings, check.toStdString(), &Finding::check);
    return found == findings.end() ? Finding{} : *found;
}

using F = NodeFacts;

void row(const char* name, const Spoil& spoil, const char* check, const char* verdict, const char* found,
         const char* advice)
{
    QTest::newRow(name) << spoil << QString(check) << QString(verdict) << QString(found) << QString(advice);
}

void rowsOfItsPrograms()
{
    row(
        "no dbgd", [](F& f) { f.programs[0].version.clear(), f.programs[0].failure = "No such file"; }, "installation",
        "broken", "/opt/libexec/dbgr/dbgd does not answer: No such file", "Install");
    row(
        "another version", [](F& f) { f.programs[1].version = "1.1"; }, "installation", "broken",
        "version 1.1, dbgr of 1.2", "same");
    row(
        "other sources", [](F& f) { f.programs[0].details = "LLDB: 22.1\nsources: fedcba9876543210\n"; },
        "installation", "limited", "/opt/libexec/dbgr/dbgd is of dbgr's version, 1.2, but made of other sources",
        "same");
    row(
        "other sources, and one of another version",
        [](F& f) {
            f.programs[0].details = "sources: \n";
            f.programs[1].version = "1.1";
        },
        "installation", "broken", "version 1.1, dbgr of 1.2", "same");
    row(
        "no programs", [](F& f) { f.programs.clear(); }, "installation", "broken", "none", "Install");
    row(
        "no LLDB",
        [](F& f) {
            f.programs[0] = {"dbgd", "/x/dbgd", {}, {}, "loading liblldb-22.so.1: cannot open"};
        },
        "debugger", "broken", "liblldb-22.so.1", "Install the LLDB");
    row(
        "nobody tells of LLDB", [](F& f) { f.programs[0].details.clear(); }, "debugger", "unknown", "no program", "");
    row(
        "no formatters",
        [](F& f) { f.programs[0].details = "LLDB: 22.1\nformatters: none, LLDB is built without Python\n"; },
        "formatters", "fine", "LLDB's own cannot be loaded (LLDB is built without Python), and are not needed", "");
    row(
        "a Python without modules",
        [](F& f) { f.programs[0].details = "formatters: LLDB does not start, Fatal Python error: init_fs_encoding\n"; },
        "formatters", "broken", "LLDB does not start, Fatal Python error: init_fs_encoding", "Python");
    row(
        "no process for formatters", [](F& f) { f.programs[0].details = "formatters: not tried, no pipe\n"; },
        "formatters", "unknown", "LLDB's own were not tried, no pipe", "");
    row(
        "nobody tells of formatters", [](F& f) { f.programs[0].details = "LLDB: 22.1\n"; }, "formatters", "unknown",
        "no program", "");
}

void rowsOfTheNode()
{
    row(
        "Yama 1", [](F& f) { f.traced = EPERM, f.yamaScope = 1; }, "tracing", "broken", "ptrace_scope is 1", "sysctl");
    row(
        "Yama 2, no right", [](F& f) { f.traced = EPERM, f.yamaScope = 2; }, "tracing", "broken", "is 2", "sysctl");
    row(
        "Yama 3", [](F& f) { f.traced = EPERM, f.yamaScope = 3, f.mayTraceAll = true; }, "tracing", "broken", "is 3",
        "restart");
    row(
        "seccomp", [](F& f) { f.traced = EPERM, f.seccomp = 2; }, "tracing", "broken", "seccomp", "SYS_PTRACE");
    row(
        "a filter that kills", [](F& f) { f.traced = ENOSYS, f.seccomp = 2; }, "tracing", "broken", "seccomp",
        "SYS_PTRACE");
    row(
        "a security module", [](F& f) { f.traced = EACCES; }, "tracing", "broken", "Permission denied",
        "security module");
    row(
        "no process", [](F& f) { f.traced.reset(); }, "tracing", "unknown", "no process", "again");
    row(
        "container", [](F& f) { f.container = "Podman"; }, "container", "limited", "Podman", "same container");
    row(
        "no loopback", [](F& f) { f.loopback = ENETUNREACH; }, "interfaces", "broken", "unreachable",
        "ip link set lo up");
    row(
        "loopback only", [](F& f) { f.addresses.clear(); }, "interfaces", "limited", "loopback only", "interface up");
    row(
        "a firewall",
        [](F& f) {
            f.front = {{"10.0.0.1:1", ETIMEDOUT}, {"10.1.0.1:1", EHOSTUNREACH}};
        },
        "ports", "broken", "10.0.0.1:1: Connection timed out, 10.1.0.1:1: No route", "firewall");
    row(
        "no shared memory", [](F& f) { f.sharedMemory.written = ENOENT; }, "shared-memory", "broken", "/dev/shm",
        "mounted");
    row(
        "little shared memory", [](F& f) { f.sharedMemory.free = 1U << 20U; }, "shared-memory", "limited", "1 MB",
        "larger");
    row(
        "a full TMPDIR", [](F& f) { f.temporary.written = ENOSPC; }, "temporary-folder", "broken", "No space",
        "Launchers");
    row(
        "a long TMPDIR", [](F& f) { f.temporary.path.assign(90, 'x'); }, "temporary-folder", "limited", "90 bytes",
        "TMPDIR");
    row(
        "no descriptors", [](F& f) { f.descriptors.hard = 100; }, "descriptors", "broken", "100 open files", "limit");
    row(
        "few descriptors", [](F& f) { f.descriptors.hard = 1024; }, "descriptors", "limited", "1024", "limit");
    row(
        "cores to a program", [](F& f) { f.corePattern = "|/usr/lib/apport %p"; }, "core-files", "limited",
        "/usr/lib/apport", "--core");
    row(
        "no cores", [](F& f) { f.coreSize.soft = 0; }, "core-files", "limited", "limited to 0", "ulimit -c");
}

} // namespace

class TestNodeChecks : public QObject
{
    Q_OBJECT

private slots:
    void aHealthyNodeIsFine();
    void aProcessorThatWatchesNothingIsFound();
    void oneThingIsWrong_data();
    void oneThingIsWrong();
    void nothingIsKnown();
};

void TestNodeChecks::aHealthyNodeIsFine()
{
    QStringList checks;
    for (const Finding& finding : checkNode(healthy(), kExpected)) {
        QVERIFY2(finding.verdict == Verdict::Fine && finding.advice.empty(), finding.found.c_str());
        QVERIFY(!finding.found.empty() && finding.found.back() != '.');
        checks += QString::fromStdString(finding.check);
    }
    QCOMPARE(checks.size(), 12);
    QCOMPARE(checks.removeDuplicates(), 0);
}

void TestNodeChecks::oneThingIsWrong_data()
{
    QTest::addColumn<Spoil>("spoil");
    QTest::addColumn<QString>("check");
    QTest::addColumn<QString>("verdict");
    QTest::addColumn<QString>("found");  // a part
    QTest::addColumn<QString>("advice"); // a part
    rowsOfItsPrograms();
    rowsOfTheNode();
}

void TestNodeChecks::aProcessorThatWatchesNothingIsFound()
{
    NodeFacts facts = healthy();
    facts.watches = false;
    const Finding finding = only(checkNode(facts, kExpected), "watching");
    QVERIFY(finding.verdict == Verdict::Limited);
    QVERIFY(finding.found.find("stops nobody for memory that it is to watch") != std::string::npos);
    QVERIFY(!finding.advice.empty());
    facts.watches.reset();
    QVERIFY(only(checkNode(facts, kExpected), "watching").verdict == Verdict::Unknown);
}

/// It is found, what to do is said, and nothing else is complained of.
void TestNodeChecks::oneThingIsWrong()
{
    QFETCH(Spoil, spoil);
    QFETCH(QString, check);
    QFETCH(QString, verdict);
    QFETCH(QString, found);
    QFETCH(QString, advice);
    NodeFacts facts = healthy();
    spoil(facts);
    const Findings findings = checkNode(facts, kExpected);
    const Finding finding = only(findings, check);
    QCOMPARE(QString::fromStdString(std::string(name(finding.verdict))), verdict);
    QVERIFY2(QString::fromStdString(finding.found).contains(found), finding.found.c_str());
    QVERIFY2(QString::fromStdString(finding.advice).contains(advice), finding.advice.c_str());
    for (const Finding& other : findings)
        if (other.check != finding.check && other.check != "debugger" && other.check != "formatters" &&
            other.check != "installation")
            QVERIFY2(other.verdict == Verdict::Fine, other.found.c_str());
}

/// What could not be read is never called fine.
void TestNodeChecks::nothingIsKnown()
{
    for (const Finding& finding : checkNode({}, kExpected))
        if (finding.check != "container" && finding.check != "ports")
            QVERIFY2(finding.verdict != Verdict::Fine, finding.check.c_str());
}

DBGR_TEST(TestNodeChecks);

} // namespace tst_node_checks

#include "tst_node_checks.moc"
