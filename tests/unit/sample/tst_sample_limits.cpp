// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks that are cut, damaged or endless, and threads that did not stand: what can be told is told, and why no more.
#include "dbgdaemon/engine/sample/process_code.h"
#include "debug/function_name.h"
#include "tests/support/run/test_class.h"
#include "tests/unit/sample/sample_rig.h"

#include <cstring>
#include <random>

namespace tst_sample_limits {

using namespace dbgr;
using test::SampleRig;

namespace {

const char* const kDeep = "int down(int n) {\n if (n == 0) { __asm__ volatile(\"int3\\nnop\"); return 0; }\n"
                          " return down(n - 1) + 1;\n}\nint main(void) {\n return down(2000);\n}\n";

} // namespace

class TestSampleLimits : public QObject
{
    Q_OBJECT

    std::unique_ptr<SampleRig> m_rig;

private slots:
    void initTestCase()
    {
        if (!test::kCanSample)
            QSKIP("stacks are sampled on x86-64 only");
        m_rig = std::make_unique<SampleRig>();
        QVERIFY(m_rig->start("gcc", {"-O0"}, "c.c", kDeep));
        QVERIFY(m_rig->process->goOn());
    }
    void cleanupTestCase() { m_rig.reset(); }
    void wholeStackIsRead();
    void noMoreFramesThanAskedFor();
    void endOfTheCopyIsTold();
    void damagedStackEnds();
    void loopEnds();
    void threadThatDidNotStandHasItsState();
    void registersOfAnotherSizeAreRefused();
    void processThatEndedIsTold();
    void linesOfMapsAreRead();
    void namesAreSpelledAsLlvmDoes_data();
    void namesAreSpelledAsLlvmDoes();
};

void TestSampleLimits::wholeStackIsRead()
{
    const auto thread = m_rig->stack(5000);
    QVERIFY2(thread.truncated.empty(), thread.truncated.c_str());
    QVERIFY(thread.frames.size() > 2002);
    QCOMPARE(thread.frames[2001].function, std::string("main"));
    QCOMPARE(thread.frames[2001].index, 2001U);
}

void TestSampleLimits::noMoreFramesThanAskedFor()
{
    const auto thread = m_rig->stack(10);
    QCOMPARE(thread.frames.size(), std::size_t{10});
    QCOMPARE(thread.truncated, std::string("only its innermost 10 frames were read"));
}

void TestSampleLimits::endOfTheCopyIsTold()
{
    const auto stacks = m_rig->sampler.stacksOf(m_rig->process->snapshot(4096), 1000);
    QVERIFY(stacks);
    const daemon::SampledThread& thread = stacks->threads.front();
    QVERIFY(thread.frames.size() > 50);
    QVERIFY(thread.frames.size() < 200);
    QVERIFY2(thread.truncated.starts_with("its stack was not copied at 0x"), thread.truncated.c_str());
    QCOMPARE(thread.frames.back().function, std::string("down"));
}

void TestSampleLimits::damagedStackEnds()
{
    util::RankSnapshot snapshot = m_rig->process->snapshot();
    std::mt19937 random(1);
    for (int round = 0; round < 300; ++round) {
        util::RankSnapshot damaged = snapshot;
        for (std::byte& byte : damaged.threads[0].stack[0].bytes) {
            if (random() % 50 == 0)
                byte = std::byte(random());
        }
        const auto stacks = m_rig->sampler.stacksOf(damaged, 500);
        QVERIFY(stacks);
        QVERIFY(stacks->threads[0].frames.size() <= 500);
    }
}

/// A frame that was saved as its own caller's.
void TestSampleLimits::loopEnds()
{
    util::RankSnapshot snapshot = m_rig->process->snapshot();
    util::MemoryPiece& stack = snapshot.threads[0].stack[0];
    std::uint64_t rbp = 0;
    constexpr std::size_t kRbp = 4 * sizeof rbp;
    std::memcpy(&rbp, &snapshot.threads[0].registers[kRbp], sizeof rbp);
    std::memcpy(&stack.bytes[rbp - stack.address], &rbp, sizeof rbp);
    const auto stacks = m_rig->sampler.stacksOf(snapshot, 1000);
    QVERIFY(stacks);
    QCOMPARE(stacks->threads[0].frames.size(), std::size_t{2});
    QVERIFY2(stacks->threads[0].truncated.starts_with("its stack is damaged at 0x"),
             stacks->threads[0].truncated.c_str());
}

void TestSampleLimits::threadThatDidNotStandHasItsState()
{
    util::RankSnapshot snapshot = m_rig->process->snapshot();
    util::ThreadSnapshot waits;
    waits.id = util::ThreadId(7);
    waits.name = "waits";
    waits.state = 'D';
    snapshot.threads.push_back(waits);
    const auto stacks = m_rig->sampler.stacksOf(snapshot, 5);
    QVERIFY(stacks);
    QCOMPARE(stacks->threads[1].state, 'D');
    QCOMPARE(stacks->threads[1].name, std::string("waits"));
    QVERIFY(stacks->threads[1].frames.empty());
    QCOMPARE(stacks->threads[0].state, '\0');
}

void TestSampleLimits::registersOfAnotherSizeAreRefused()
{
    util::RankSnapshot snapshot = m_rig->process->snapshot();
    snapshot.threads[0].registers.resize(100);
    const auto stacks = m_rig->sampler.stacksOf(snapshot, 5);
    QVERIFY(!stacks);
    QVERIFY2(stacks.error().detail.find("100") != std::string::npos, stacks.error().detail.c_str());
}

void TestSampleLimits::processThatEndedIsTold()
{
    util::RankSnapshot snapshot = m_rig->process->snapshot();
    snapshot.pid = util::Pid(0x7FFF'FFFF);
    const auto stacks = m_rig->sampler.stacksOf(snapshot, 5);
    QVERIFY(!stacks);
    QVERIFY(stacks.error().code == std::errc::no_such_process);
}

void TestSampleLimits::linesOfMapsAreRead()
{
    const auto program =
        daemon::codeMapping("55e0a000-55e0b000 r-xp 00001000 08:01 1234                       /a b/program (deleted)");
    QVERIFY(program);
    QCOMPARE(program->begin, std::uint64_t{0x55e0a000});
    QCOMPARE(program->end, std::uint64_t{0x55e0b000});
    QCOMPARE(program->offset, std::uint64_t{0x1000});
    QCOMPARE(std::string(program->path), std::string("/a b/program (deleted)"));
    QVERIFY(daemon::codeMapping("7ff0-7ff1 r-xp 00000000 00:00 0").value().path.empty());
    for (const char* line : {"", "7ff0", "7ff0-7ff1", "7ff0-7ff1 r--p 0 00:00 0", "7ff1-7ff0 r-xp 0 00:00 0 /a",
                             "x-y r-xp 0 00:00 0 /a", "7ff0-7ff1 r-xp zz 00:00 0 /a", "-", "7ff0-7ff1-3 r-xp 0 0 0"})
        QVERIFY2(!daemon::codeMapping(line), line);
}

void TestSampleLimits::namesAreSpelledAsLlvmDoes_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("shown");
    const auto add = [](const char* name, const char* shown) {
        QTest::newRow(name) << QByteArray(name) << QByteArray(shown);
    };
    add("", "");
    add("main", "main");
    add("operator()", "operator()");
    add("A::operator()(int) const", "A::operator()");
    add("a::f(int, char)", "a::f");
    add("std::vector<a<int> > f<b<c<int> > >(int)", "std::vector<a<int>> f<b<c<int>>>");
    add("main::{lambda(int)#1}::operator()(int) const", "main::'lambda'(int)::operator()");
    add("main::{lambda()#3}::operator()() const", "main::'lambda1'()::operator()");
    add("void f<int>()::'lambda'()::operator()() const", "f<int>()::'lambda'()::operator()");
    add("f<int>()::{lambda()#1}::operator()() const", "f<int>()::'lambda'()::operator()");
    add("void g<auto f<int>(int) const::'lambda'()>(int)", "void g<f<int>(int) const::'lambda'()>");
    add("{unnamed type#2}::go()", "'unnamed0'::go");
    add("f(int) [clone .cold]", "f(int) ");
    add("std::ostream& std::operator<< <char>(std::ostream&, char)", "std::ostream& std::operator<<<char>");
    add("bool std::operator==<a, b>(a, b)", "bool std::operator==<a, b>");
    add("int operator<<int>(A, int)", "int operator<<int>");
    add("t<a, , b>(int)", "t<a, b>");
    add("t<a, >(int)", "t<a>");
    add("f(auto:1&&)::{lambda(auto:1)#1}::operator()", "f(auto&&)::'lambda'(auto)::operator()");
    add("(anonymous namespace)::f(int)", "(anonymous namespace)::f");
    // what is no name ends, too
    add(">>>)))", ">>>)))");
    add("{lambda(", "'lambda'(");
    add("operator", "operator");
    add("{unnamed type#", "'unnamed'");
}

void TestSampleLimits::namesAreSpelledAsLlvmDoes()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, shown);
    const std::string once = debug::shownFunction(name.toStdString());
    QCOMPARE(once, shown.toStdString());
    QCOMPARE(debug::oneSpelling(once), once);
}

DBGR_TEST(TestSampleLimits);

} // namespace tst_sample_limits

#include "tst_sample_limits.moc"
