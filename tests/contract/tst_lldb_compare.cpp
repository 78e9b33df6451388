// SPDX-License-Identifier: GPL-3.0-or-later
// What makes values of real processes equal: all that they hold, however little is shown; and which frames of ranks
// that stand elsewhere are the same.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "debug/debug_error.h"
#include "tests/contract/lldb_rig.h"
#include "tests/support/run/test_class.h"

#include <algorithm>
#include <map>
#include <set>

namespace tst_lldb_compare {

using namespace dbgr;
using debug::Errc;
using test::EngineClient;
using test::lineOf;
using test::LldbRig;
using util::Rank;
using util::RankSet;

namespace {

using Names = std::vector<std::string>;

/// What differs in rank 1, 2, ..., and the variables that show it. The first are no differences. Between the others the
/// kinds of values are divided, so that each is seen to differ beside some that do not.
struct Difference
{
    const char* where;
    std::set<std::string> variables;
};
const std::vector<Difference> kDifferences{
    {"padding,nan,elsewhere", {}},
    {"vec,chars,flags,rows,forward,deque,set,maybe,said,big,wide",
     {"wide", "vec", "span", "chars", "flags", "rows", "forward", "deque", "set", "maybe", "said", "p", "reference"}},
    {"text,array,words,list,map,table,nothing,silent,either,bits,lives,small",
     {"halves", "animal", "cat", "text", "pointer", "view", "array", "words", "list", "map", "table", "maybe", "said",
      "either", "p", "reference"}},
};
const Names kVariables{"vec",     "text",  "pointer", "view", "chars",  "array", "flags",  "words",     "rows",
                       "list",    "deque", "map",     "set",  "table",  "maybe", "either", "reference", "p",
                       "forward", "span",  "said",    "cat",  "animal", "wide",  "halves", "wholes"};

} // namespace

class TstLldbCompare : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_rig = std::make_unique<LldbRig>(); }
    void cleanup() { m_rig.reset(); }

    void valuesDifferWhereOneElementDoes();
    void addressesAreToldFromNumbers();
    void framesAreTheSameByFunctionAndCallers();
    void recursionIsCountedFromTheOutermost();
    void framesOfEndlessStacksGoByNumberAndFunction();
    void globalsAreTheSameWhereverARankStands();
    void whatIsNotYetDeclaredIsEarly();

private:
    EngineClient& client() { return m_rig->client(); }
    [[nodiscard]] debug::RankFrames frames(std::uint32_t rank)
    {
        auto all = client().get<debug::FramesReply>(RankSet(Rank(rank)), debug::GetFrames{}).ranks;
        return all.empty() ? debug::RankFrames{} : all.front();
    }
    /// The number of the innermost frame of that function.
    [[nodiscard]] static std::uint32_t indexOf(const debug::RankFrames& stack, const std::string& function)
    {
        const auto found = std::find_if(stack.frames.begin(), stack.frames.end(),
                                        [&](const debug::Frame& frame) { return frame.function == function; });
        return found == stack.frames.end() ? 9999 : found->index;
    }
    [[nodiscard]] debug::EngineReply printAt(const std::string& what, std::uint32_t rank, std::uint32_t frame)
    {
        return client().ask(m_rig->all(), debug::Evaluate{what, {}, frame, frames(rank).match(frame)});
    }
    static debug::SourceLine toLine(const char* file, const char* text) { return {file, lineOf(file, text)}; }
    std::unique_ptr<LldbRig> m_rig;
};

void TstLldbCompare::valuesDifferWhereOneElementDoes()
{
    m_rig->start("differs", {"none"});
    for (const Difference& difference : kDifferences)
        m_rig->start("differs", {difference.where});
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(toLine("differs.cpp", "std::fflush")));
    const std::uint32_t inspect = indexOf(frames(0), "inspect");
    for (const std::string& variable : kVariables) {
        RankSet equal{Rank(0)};
        RankSet different;
        for (std::size_t i = 0; i < kDifferences.size(); ++i) {
            const bool differs = kDifferences[i].variables.count(variable) > 0;
            (differs ? different : equal).insert(Rank(static_cast<std::uint32_t>(i + 1)));
        }
        const debug::Evaluate question{variable, {}, inspect};
        const auto values = client().get<debug::ValuesReply>(equal | different, question).values;
        const std::string problem = values.empty() ? "no value" : values.front().problem;
        QVERIFY2(problem.empty(), (variable + ": " + problem).c_str());
        const std::string got = variable + " is equal in " + values.front().ranks.toString();
        QVERIFY2(values.front().ranks == equal, got.c_str());
        QVERIFY2(!values.front().content.partial, variable.c_str());
    }
}

void TstLldbCompare::addressesAreToldFromNumbers()
{
    m_rig->start("differs", {"none"});
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(toLine("differs.cpp", "std::fflush")));
    const std::uint32_t inspect = indexOf(frames(0), "inspect");
    const auto isAddress = [&](const std::string& what) {
        const auto values = client().get<debug::ValuesReply>(m_rig->all(), debug::Evaluate{what, {}, inspect}).values;
        return !values.empty() && values.front().problem.empty() && values.front().content.isAddress;
    };
    for (const char* address : {"handle", "handles", "alone", "owned", "code", "&depth", "(void*)16", "handle + 1"})
        QVERIFY2(isAddress(address), address);
    for (const char* other : {"depth", "p", "reference", "vec", "p.big[5]", "sizeof(int)", "*alone", "(long)handle"})
        QVERIFY2(!isAddress(other), other);
}

void TstLldbCompare::framesAreTheSameByFunctionAndCallers()
{
    m_rig->start("differs", {"none", "0"});
    m_rig->start("differs", {"none", "3"});
    m_rig->start("differs", {"vec", "1"});
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(toLine("differs.cpp", "std::fflush")));
    const std::uint32_t inspect = indexOf(frames(0), "inspect");
    QCOMPARE(inspect, 1U);
    const auto depths = std::get<debug::ValuesReply>(printAt("depth", 0, inspect).body).values;
    QCOMPARE(depths.size(), std::size_t(3)); // inspect()'s own, not that of whichever frame has the number
    QCOMPARE(depths.at(0).value, std::string("0"));
    QCOMPARE(depths.at(1).value, std::string("3"));
    QCOMPARE(depths.at(2).value, std::string("1"));
    const auto vec = std::get<debug::ValuesReply>(printAt("vec", 2, 2).body).values;
    QCOMPARE(vec.size(), std::size_t(2));
    QCOMPARE(vec.at(0).ranks.toString(), std::string("0-1"));
    const debug::GetVariables question{{}, inspect, 100, frames(0).match(inspect)};
    const auto locals = client().get<debug::VariablesReply>(m_rig->all(), question).ranks;
    QCOMPARE(locals.size(), std::size_t(3));
    for (const debug::RankVariables& rank : locals)
        QCOMPARE(rank.variables.size(), locals.front().variables.size());

    // The second call of pause() is in ranks 1 and 2 only.
    const debug::EngineReply second = printAt("depth", 2, 0);
    QCOMPARE(EngineClient::failure(second), Errc::NoSuchFrame);
    QCOMPARE(second.failures.front().ranks.toString(), std::string("0"));
    QVERIFY(second.failures.front().error.detail.find("pause") != std::string::npos);
    QCOMPARE(std::get<debug::ValuesReply>(second.body).values.size(), std::size_t(2));
}

void TstLldbCompare::recursionIsCountedFromTheOutermost()
{
    m_rig->start("deep", {"5"});
    m_rig->start("deep", {"8"});
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(toLine("deep.cpp", "return 0")));
    const auto sixth = std::get<debug::ValuesReply>(printAt("depth", 0, 0).body).values;
    QCOMPARE(sixth.size(), std::size_t(2));
    QCOMPARE(sixth.at(0).value, std::string("0"));
    QCOMPARE(sixth.at(1).value, std::string("3"));
    const debug::EngineReply ninth = printAt("depth", 1, 0);
    QCOMPARE(EngineClient::failure(ninth), Errc::NoSuchFrame);
    QCOMPARE(std::get<debug::ValuesReply>(ninth.body).values.at(0).ranks.toString(), std::string("1"));
}

void TstLldbCompare::framesOfEndlessStacksGoByNumberAndFunction()
{
    m_rig->start("deep", {"1500"});
    m_rig->start("deep", {"1600"});
    m_rig->start("deep", {"3"});
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(toLine("deep.cpp", "return 0")));
    QVERIFY(!frames(0).match(2).place.known());
    const auto values = std::get<debug::ValuesReply>(printAt("depth", 0, 2).body).values;
    QCOMPARE(values.size(), std::size_t(1));
    QCOMPARE(values.at(0).value, std::string("2"));
    const debug::EngineReply ofMain = printAt("argc", 2, indexOf(frames(2), "main"));
    QCOMPARE(std::get<debug::ValuesReply>(ofMain.body).values.at(0).ranks.toString(), std::string("2"));
    QCOMPARE(EngineClient::failure(ofMain), Errc::NoSuchFrame);
    QVERIFY(ofMain.failures.front().error.detail.find("deeper") != std::string::npos);
}

void TstLldbCompare::globalsAreTheSameWhereverARankStands()
{
    m_rig->start("loop");
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(debug::FunctionName{"turn"}));
    debug::FrameMatch elsewhere{{{1, 2}}, "main"};
    const auto print = [&](const char* what) {
        return client().ask(m_rig->all(), debug::Evaluate{what, {}, 0, elsewhere});
    };
    QCOMPARE(std::get<debug::ValuesReply>(print("g_turns").body).values.at(0).value, std::string("0"));
    QCOMPARE(std::get<debug::ValuesReply>(print("*&g_turns").body).values.at(0).value, std::string("0"));
    QCOMPARE(EngineClient::failure(print("sum")), Errc::NoSuchFrame);
    QCOMPARE(EngineClient::failure(print("i")), Errc::NoSuchFrame); // turn() has one, but main is meant
}

void TstLldbCompare::whatIsNotYetDeclaredIsEarly()
{
    m_rig->start("differs", {"none"});
    QVERIFY(m_rig->attach());
    const auto early = [this](const std::string& name) {
        for (const debug::RankVariables& rank :
             client().get<debug::VariablesReply>(m_rig->all(), debug::GetVariables{}).ranks) {
            for (const debug::Variable& variable : rank.variables) {
                if (variable.name == name)
                    return variable.early ? 1 : 0;
            }
        }
        return -1;
    };
    static_cast<void>(m_rig->runTo(toLine("differs.cpp", "std::string text(5000")));
    QCOMPARE(early("where"), 0);
    QCOMPARE(early("vec"), 0);
    QCOMPARE(early("text"), 1); // its line comes next
    QCOMPARE(early("words"), 1);
    QVERIFY(m_rig->print("words").front().early);
    QVERIFY(!m_rig->print("vec").front().early);
    const std::uint32_t loop = lineOf("differs.cpp", "for (int i = 0; i < 1000");
    QCOMPARE(m_rig->runTo(debug::SourceLine{"differs.cpp", loop}).cause.top.where.line, loop);
    QCOMPARE(early("i"), 1);
    for (int steps = 0; steps < 8; ++steps) {
        if (m_rig->resume(debug::Step{debug::StepKind::Over}).cause.top.where.line == loop)
            break;
        QCOMPARE(early("i"), 0);
    }
    QCOMPARE(early("i"), 0); // the loop has come back to its line
}

DBGR_TEST(TstLldbCompare, QCoreApplication);

} // namespace tst_lldb_compare

#include "tst_lldb_compare.moc"
