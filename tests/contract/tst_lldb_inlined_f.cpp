// SPDX-License-Identifier: GPL-3.0-or-later
// Procedures of Fortran that the compiler put into others: LLDB knows nothing of them, and a frame of the other one is
// all that it has. Breakpoints stand at each copy, and each of them has a frame with its line and its variables.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "debug/debug_error.h"
#include "tests/contract/lldb_rig.h"
#include "tests/support/run/test_class.h"

#include <optional>
#include <string>
#include <vector>

namespace tst_lldb_inlined_f {

using namespace dbgr;
using test::lineOf;
using test::LldbRig;

constexpr const char* kNone = "problem: no variable is called";

class TstLldbInlinedF : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
#ifndef DBGR_TEST_FORTRAN
        QSKIP("this machine has no gfortran");
#endif
    }
    void init()
    {
        m_rig = std::make_unique<LldbRig>();
        m_rig->start("inlined_f");
        QVERIFY(m_rig->attach());
    }
    void cleanup()
    {
        m_rig.reset();
    }

    void whatIsOnlyACopyIsFound();
    void allCopiesAreFound();
    void aPlaceCanBeOff();
    void theFrameIsNamedByWhatItsVariablesAreOf();
    void eachHasAFrameOfItsOwn();
    void aChainOfThemIsAChainOfFrames();
    void framesAreFoundInRanksThatStandElsewhere();
    void theOuterOnesVariableIsChanged();
    void aReturnLeavesAllOfThem();
    void aConditionIsOfTheCopy();
    void nothingIsReturnedFromACopy();

private:
    test::EngineClient& client()
    {
        return m_rig->client();
    }
    debug::BreakpointStatus set(const debug::BreakpointSpec& spec)
    {
        return client().get<debug::BreakpointReply>(m_rig->all(), debug::SetBreakpoint{spec}).status;
    }
    static debug::BreakpointSpec in(const char* function, const char* condition = "")
    {
        return {util::BreakpointId(7), debug::FunctionName{function}, condition, true};
    }
    /// How often it stops until the program ends.
    int stops()
    {
        for (int count = 0;; ++count) {
            static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
            const auto stop = client().next<debug::StopEvent>(std::chrono::seconds(5));
            if (!stop || stop->cause.reason != debug::StopReason::Breakpoint)
                return count;
        }
    }
    std::vector<std::string> locals(std::optional<std::uint32_t> frame = {})
    {
        debug::GetVariables asked;
        asked.frame = frame;
        const auto reply = client().get<debug::VariablesReply>(m_rig->all(), asked);
        std::vector<std::string> names;
        for (const debug::Variable& one :
             reply.ranks.empty() ? std::vector<debug::Variable>() : reply.ranks.front().variables)
            names.push_back(one.name);
        return names;
    }

    /// "inlined_f::inner:47 inlined", the innermost first.
    std::vector<std::string> frames(std::uint32_t most = 64)
    {
        debug::GetFrames asked;
        asked.maxFrames = most;
        const auto reply = client().get<debug::FramesReply>(m_rig->all(), asked);
        std::vector<std::string> texts;
        for (const debug::Frame& frame : reply.ranks.front().frames) {
            if (frame.index != texts.size() || !frame.where.file.ends_with("/inlined_f.f90"))
                break; // what starts processes
            texts.push_back(frame.function + ":" + std::to_string(frame.where.line) +
                            (frame.inlined ? " inlined" : ""));
        }
        return texts;
    }
    static std::string at(const char* function, const char* line, const char* more = "")
    {
        return std::string(function) + ":" + std::to_string(lineOf("inlined_f.f90", line)) + more;
    }
    std::string valueIn(std::uint32_t frame, const char* expression)
    {
        debug::Evaluate asked{expression, {}, {}};
        asked.frame = frame;
        const auto reply = client().get<debug::ValuesReply>(m_rig->all(), asked);
        const debug::ValueGroup& group = reply.values.front();
        return group.problem.empty() ? group.value : "problem: " + group.problem;
    }
    void runToLine(const char* line)
    {
        static_cast<void>(m_rig->runTo(debug::SourceLine{"inlined_f.f90", lineOf("inlined_f.f90", line)}));
        static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{util::BreakpointId(1)}));
    }

    std::unique_ptr<LldbRig> m_rig;
};

void TstLldbInlinedF::whatIsOnlyACopyIsFound()
{
    const debug::BreakpointStatus status = set(in("INNER"));
    QCOMPARE(status.resolved, m_rig->all());
    QCOMPARE(status.placeList.size(), std::size_t(1));
    QCOMPARE(status.placeList.front().name.function, std::string("inlined_f::inner, inlined in inlined_f"));
    QCOMPARE(stops(), 3);
}

void TstLldbInlinedF::allCopiesAreFound()
{
    const debug::BreakpointStatus status = set(in("small_mod::add"));
    QCOMPARE(status.places, 3U); // two, and its own code, which nobody calls
    QCOMPARE(stops(), 4);
}

void TstLldbInlinedF::aPlaceCanBeOff()
{
    debug::BreakpointSpec spec = in("add");
    for (const debug::BreakpointPlace& place : set(spec).placeList) {
        if (place.name.function.ends_with("inlined_f") && place.name.ordinal == 0)
            spec.off.push_back(place.name);
    }
    QCOMPARE(spec.off.size(), std::size_t(1));
    static_cast<void>(set(spec));
    QCOMPARE(stops(), 1);
}

void TstLldbInlinedF::theFrameIsNamedByWhatItsVariablesAreOf()
{
    const auto line = debug::SourceLine{"inlined_f.f90", lineOf("inlined_f.f90", "in inner")};
    const debug::StopEvent stop = m_rig->runTo(line);
    QCOMPARE(stop.cause.top.function, std::string("inlined_f::inner"));
    QVERIFY(stop.cause.top.inlined);
    QVERIFY(!stop.cause.source);
    QCOMPARE(locals(), (std::vector<std::string>{"n", "square", "factor", "k"}));
    QCOMPARE(QString::fromStdString(m_rig->value("factor")), QString("problem: optimised out")); // so says gdb
}

void TstLldbInlinedF::eachHasAFrameOfItsOwn()
{
    runToLine("in inner");
    const auto all = frames();
    QVERIFY(all.size() >= 2);
    QCOMPARE(all[0], at("inlined_f::inner", "in inner", " inlined"));
    QCOMPARE(all[1], at("inlined_f", "call inner(k)"));
    QCOMPARE(locals(0), (std::vector<std::string>{"n", "square", "factor", "k"}));
    QCOMPARE(locals(1), (std::vector<std::string>{"factor", "k"}));
    QCOMPARE(valueIn(1, "k"), std::string("1"));
    QVERIFY(valueIn(1, "square").starts_with(kNone));
    QCOMPARE(frames(1).size(), std::size_t(1)); // some of a frame of LLDB's
    const auto cut = client().get<debug::FramesReply>(m_rig->all(), debug::GetFrames{{}, 1});
    QVERIFY(cut.ranks.front().truncated);
}

void TstLldbInlinedF::aChainOfThemIsAChainOfFrames()
{
    runToLine("in link");
    const auto all = frames();
    QVERIFY(all.size() >= 3);
    QCOMPARE(all[0], at("inlined_f::link", "in link", " inlined"));
    QCOMPARE(all[1], at("inlined_f::chain", "chain calls it", " inlined"));
    QCOMPARE(all[2], at("inlined_f", "call chain(factor)"));
    QCOMPARE(locals(0).front(), std::string("p"));
    QCOMPARE(locals(1).front(), std::string("m"));
    QCOMPARE(locals(2), (std::vector<std::string>{"factor", "k"}));
    QVERIFY(valueIn(0, "more").starts_with(kNone));
    QVERIFY(!valueIn(1, "more").starts_with(kNone));
    QVERIFY(valueIn(2, "more").starts_with(kNone));
}

void TstLldbInlinedF::framesAreFoundInRanksThatStandElsewhere()
{
    runToLine("in link");
    const auto stack = client().get<debug::FramesReply>(m_rig->all(), debug::GetFrames{}).ranks.front();
    QVERIFY(stack.places.size() > 2);
    debug::GetVariables asked;
    asked.frame = 0; // in another rank, this one may have another number
    asked.match = debug::FrameMatch{stack.places[1], "inlined_f::chain", {}};
    const auto found = client().get<debug::VariablesReply>(m_rig->all(), asked);
    QCOMPARE(found.ranks.front().variables.front().name, std::string("m"));
}

void TstLldbInlinedF::theOuterOnesVariableIsChanged()
{
    runToLine("in inner");
    debug::Assign change;
    change.target = "small_mod::total";
    change.value = "1000";
    change.number = 1;
    change.frame = 1;
    const auto changed = client().get<debug::ChangesReply>(m_rig->all(), change);
    QCOMPARE(QString::fromStdString(changed.changes.front().problem), QString());
    QCOMPARE(valueIn(0, "total"), std::string("1000"));
}

void TstLldbInlinedF::aReturnLeavesAllOfThem()
{
    runToLine("in inner");
    const debug::StopEvent stop = m_rig->resume(debug::Step{debug::StepKind::Out});
    QCOMPARE(stop.cause.returnedFrom, std::string("inlined_f"));
    QCOMPARE(stop.cause.top.function, std::string("main"));
}

void TstLldbInlinedF::aConditionIsOfTheCopy()
{
    QCOMPARE(set(in("inner", "square == 6 .or. factor == 4")).problem, std::string());
    const debug::EngineReply refused = client().ask(m_rig->all(), debug::SetBreakpoint{in("inner", "twice == 6")});
    QCOMPARE(refused.failures.size(), std::size_t(1));
}

void TstLldbInlinedF::nothingIsReturnedFromACopy()
{
    const auto line = debug::SourceLine{"inlined_f.f90", lineOf("inlined_f.f90", "in inner")};
    static_cast<void>(m_rig->runTo(line));
    const debug::EngineReply reply = client().ask(m_rig->all(), debug::ReturnNow{});
    QCOMPARE(reply.failures.size(), std::size_t(1));
    QVERIFY(QString::fromStdString(reply.failures[0].error.detail).contains("inner is inlined here"));
    QVERIFY(!QString::fromStdString(reply.failures[0].error.advice).contains("finish"));
}

DBGR_TEST(TstLldbInlinedF, QCoreApplication);

} // namespace tst_lldb_inlined_f

#include "tst_lldb_inlined_f.moc"
