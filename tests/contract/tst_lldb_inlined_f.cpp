// SPDX-License-Identifier: GPL-3.0-or-later
// Procedures of Fortran that the compiler put into others: LLDB knows nothing of them, and a frame of the other one is
// all that it has. Breakpoints stand at each copy, and the frame has the name of what its lines and variables are of.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "debug/debug_error.h"
#include "tests/contract/lldb_rig.h"
#include "tests/support/run/test_class.h"

namespace tst_lldb_inlined_f {

using namespace dbgr;
using test::lineOf;
using test::LldbRig;

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
    std::vector<std::string> locals()
    {
        const auto reply = client().get<debug::VariablesReply>(m_rig->all(), debug::GetVariables{});
        std::vector<std::string> names;
        for (const debug::Variable& one :
             reply.ranks.empty() ? std::vector<debug::Variable>() : reply.ranks.front().variables)
            names.push_back(one.name);
        return names;
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
    QCOMPARE(stop.cause.top.function, std::string("inlined_f::inner (inlined in inlined_f)"));
    QCOMPARE(locals(), (std::vector<std::string>{"n", "square", "factor", "k"}));
    QCOMPARE(QString::fromStdString(m_rig->value("factor")), QString("problem: optimised out")); // so says gdb
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
    QVERIFY(QString::fromStdString(reply.failures[0].error.detail).contains("is inlined here"));
}

DBGR_TEST(TstLldbInlinedF, QCoreApplication);

} // namespace tst_lldb_inlined_f

#include "tst_lldb_inlined_f.moc"
