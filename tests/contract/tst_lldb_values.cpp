// SPDX-License-Identifier: GPL-3.0-or-later
// What LLDB's engine shows of real processes that stand still: threads, stacks, variables, expressions.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "debug/debug_error.h"
#include "tests/contract/lldb_rig.h"
#include "tests/support/run/test_class.h"

#include <algorithm>
#include <array>

namespace tst_lldb_values {

using namespace dbgr;
using debug::Errc;
using test::EngineClient;
using test::lineOf;
using test::LldbRig;
using util::Rank;
using util::RankSet;

namespace {

const debug::Variable* named(const std::vector<debug::Variable>& variables, const std::string& name)
{
    const auto found = std::find_if(variables.begin(), variables.end(), [&](const auto& v) { return v.name == name; });
    return found == variables.end() ? nullptr : &*found;
}

/// Every node as "function [ranks] threads", depth first.
void flatten(const std::vector<debug::StackNode>& nodes, std::vector<std::string>& lines)
{
    for (const debug::StackNode& node : nodes) {
        lines.push_back(node.frame.function + " [" + node.ranks.toString() + "] " + std::to_string(node.threads));
        flatten(node.children, lines);
    }
}

} // namespace

class TstLldbValues : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_rig = std::make_unique<LldbRig>(); }
    void cleanup() { m_rig.reset(); }

    void localsShowTheirKindTypeAndValue();
    void functionsAreTheirAddresses();
    void childrenOpenLevelByLevel();
    void childrenComeInPages();
    void pathsNameWhatTheyCameFrom();
    void variablesOfAnotherFrame();
    void expressionsHaveValues();
    void wrongExpressionsSayWhy();
    void expressionsCallFunctions();
    void equalValuesOfRanksAreOneGroup();
    void endlessExpressionIsCutAndToldAsBusy();
    void cancelledExpressionLeavesTheOtherRanksOut();
    void threadsHaveTheirOwnStacks();
    void stacksOfRanksAreMerged();
    void deepStacksAreCut();

private:
    EngineClient& client() { return m_rig->client(); }
    /// One rank of stl, in inspect() with all its variables set.
    bool runToInspect();
    [[nodiscard]] std::vector<debug::Variable> variables(debug::EngineRequest request)
    {
        auto ranks = client().get<debug::VariablesReply>(m_rig->all(), std::move(request)).ranks;
        return ranks.empty() ? std::vector<debug::Variable>() : ranks.front().variables;
    }
    std::unique_ptr<LldbRig> m_rig;
};

bool TstLldbValues::runToInspect()
{
    m_rig->start("stl");
    return m_rig->attach() &&
           m_rig->runTo(debug::SourceLine{"stl.cpp", lineOf("stl.cpp", "std::printf")}).cause.top.function == "inspect";
}

void TstLldbValues::localsShowTheirKindTypeAndValue()
{
    QVERIFY(runToInspect());
    const auto all = variables(debug::GetVariables{});
    const std::vector<std::array<const char*, 3>> expected{
        {"scale", "int", "4"},
        {"numbers", "std::vector<int>", "size=5 {1, 2, 3, 5, 8}"},
        {"words", "std::vector<std::string>", "size=2 {\"alpha\", \"beta\"}"},
        {"fixed", "std::array<int, 3>", "{10, 20, 30}"},
        {"matrix", "int[2][3]", "{{...}, {...}}"},
        {"text", "const char *", "\"plain\""},
        {"quoted", "const char[15]", "\"a \\\"quoted\\\"\\ttab\""},
        {"null", "int *", "0x0"},
        {"flag", "bool", "true"},
        {"letter", "char", "'z'"},
        {"sum", "const double", "36.5"},
    };
    for (const auto& [name, type, value] : expected) {
        const debug::Variable* variable = named(all, name);
        QVERIFY2(variable, name);
        QCOMPARE(variable->type, std::string(type));
        QVERIFY2(variable->value == value, variable->value.c_str());
        QCOMPARE(variable->path, std::string(name));
        QVERIFY(variable->problem.empty());
        QCOMPARE(variable->handle != util::VariableHandle(), variable->childCount > 0);
    }
    QCOMPARE(named(all, "scale")->kind, debug::VariableKind::Argument);
    QCOMPARE(named(all, "sum")->kind, debug::VariableKind::Local);
    QCOMPARE(named(all, "numbers")->childCount, 5U);
    QCOMPARE(named(all, "text")->childCount, 0U);
    QCOMPARE(named(all, "particle")->childCount, 4U);
}

void TstLldbValues::functionsAreTheirAddresses()
{
    QVERIFY(runToInspect());
    std::string address;
    for (const char* const expression : {"main", "&main", "(int (*)())main", "inspect"}) {
        const auto groups = m_rig->print(expression);
        QCOMPARE(groups.size(), std::size_t(1));
        const debug::ValueGroup& value = groups.front();
        QVERIFY2(value.problem.empty(), value.problem.c_str());
        const bool isMain = std::string(expression) != "inspect";
        QVERIFY2(value.value.starts_with("0x") &&
                     value.value.ends_with(isMain ? " <main>" : " <inspect(Particle const&, int)>"),
                 value.value.c_str());
        if (isMain && address.empty())
            address = value.value;
        QVERIFY(!isMain || value.value == address);
        QVERIFY2(value.type.find('(') != std::string::npos, value.type.c_str());
    }
}

void TstLldbValues::childrenOpenLevelByLevel()
{
    QVERIFY(runToInspect());
    const auto locals = variables(debug::GetVariables{});
    const auto particle = variables(debug::GetChildren{named(locals, "particle")->handle, 0, 100});
    QCOMPARE(named(particle, "name")->value, std::string("\"muon\""));
    QCOMPARE(named(particle, "name")->childCount, 0U);
    QCOMPARE(named(particle, "colour")->value, std::string("Green"));
    QCOMPARE(named(particle, "position")->value, std::string("{x = 0.25, y = -1}"));
    QCOMPARE(named(particle, "position")->kind, debug::VariableKind::Member);
    const auto position = variables(debug::GetChildren{named(particle, "position")->handle, 0, 100});
    QCOMPARE(named(position, "y")->value, std::string("-1"));
    QCOMPARE(named(position, "y")->path, std::string("particle.position.y"));

    const auto ages = variables(debug::GetChildren{named(locals, "ages")->handle, 0, 100});
    QCOMPARE(ages.size(), std::size_t(2));
    QCOMPARE(ages.at(0).name, std::string("[\"ann\"]"));
    QCOMPARE(ages.at(0).path, std::string("ages[\"ann\"]"));
    QCOMPARE(ages.at(0).value, std::string("31"));
    const auto weights = variables(debug::GetChildren{named(locals, "weights")->handle, 0, 100});
    QCOMPARE(weights.at(0).name, std::string("[7]"));
    QCOMPARE(weights.at(0).value, std::string("0.5"));
}

void TstLldbValues::childrenComeInPages()
{
    QVERIFY(runToInspect());
    const auto locals = variables(debug::GetVariables{});
    const auto page =
        client()
            .get<debug::VariablesReply>(m_rig->all(), debug::GetChildren{named(locals, "numbers")->handle, 1, 2})
            .ranks.at(0);
    QVERIFY(page.truncated);
    QCOMPARE(page.variables.size(), std::size_t(2));
    QCOMPARE(page.variables.at(0).name, std::string("[1]"));
    QCOMPARE(page.variables.at(1).value, std::string("3"));
    const auto few = client().get<debug::VariablesReply>(m_rig->all(), debug::GetVariables{{}, 0, 2}).ranks.at(0);
    QVERIFY(few.truncated);
    QCOMPARE(few.variables.size(), std::size_t(2));
}

void TstLldbValues::pathsNameWhatTheyCameFrom()
{
    QVERIFY(runToInspect());
    const auto locals = variables(debug::GetVariables{});
    for (const char* name : {"particle", "numbers", "ages", "fixed", "matrix", "shared", "word"}) {
        for (const debug::Variable& child : variables(debug::GetChildren{named(locals, name)->handle, 0, 100})) {
            if (child.childCount == 0)
                QVERIFY2(m_rig->value(child.path) == child.value, child.path.c_str());
        }
    }
}

void TstLldbValues::variablesOfAnotherFrame()
{
    QVERIFY(runToInspect());
    const auto caller = variables(debug::GetVariables{{}, 1, 100});
    QCOMPARE(caller.size(), std::size_t(1));
    QCOMPARE(caller.at(0).type, std::string("const Particle"));
    QCOMPARE(EngineClient::failure(client().ask(m_rig->all(), debug::GetVariables{{}, 99, 100})), Errc::NoSuchFrame);
    const debug::GetVariables stranger{util::ThreadId(1), 0, 100};
    QCOMPARE(EngineClient::failure(client().ask(m_rig->all(), stranger)), Errc::NoSuchThread);
}

void TstLldbValues::expressionsHaveValues()
{
    QVERIFY(runToInspect());
    const std::vector<std::pair<const char*, const char*>> expected{
        {"scale", "4"},
        {" scale ", "4"},
        {"scale * 2 + fixed._M_elems[1]", "28"},
        {"numbers", "size=5 {1, 2, 3, 5, 8}"},
        {"numbers[4]", "8"},
        {"numbers.size()", "5"},
        {"ages.size()", "2"},
        {"words[1]", "\"beta\""},
        {"matrix", "{{1, 2, 3}, {4, 5, 6}}"},
        {"matrix[1][2]", "6"},
        {"particle", "{name = \"muon\", position = {x = 0.25, y = -1}, "
                     "trail = size=2 {{x = 0, y = 0}, {x = 0.125, y = -0.5}}, colour = Green}"},
        {"particle.trail[1].x", "0.125"},
        {"&particle == 0", "false"},
        {"*text", "'p'"},
        {"shared->y", "2.5"},
        {"*shared", "{x = 1.5, y = 2.5}"},
        {"ages", "size=2 {{first = \"ann\", second = 31}, {first = \"bob\", second = 42}}"},
        {"word.bits == 0x3f800000 ? 1 : 2", "1"},
        {"null", "0x0"},
        {"sizeof(Point)", "16"},
        {"particle.colour", "Green"},
        {"3 + 4", "7"},
    };
    for (const auto& [expression, value] : expected)
        QVERIFY2(m_rig->value(expression) == value, (expression + (" is " + m_rig->value(expression))).c_str());
    QCOMPARE(m_rig->print("numbers[4]").front().type, std::string("int"));
}

void TstLldbValues::wrongExpressionsSayWhy()
{
    QVERIFY(runToInspect());
    QCOMPARE(m_rig->value("bogus + 1"), std::string("problem: there is no 'bogus' here"));
    QVERIFY(m_rig->value("particle.no_member").find("no member named 'no_member'") != std::string::npos);
    QVERIFY(m_rig->value("").starts_with("problem: "));
    QVERIFY(m_rig->value("3 +").starts_with("problem: "));
    QVERIFY(m_rig->value("*null").starts_with("problem: "));
    // The compiler knows what may have been meant; nobody asked for that.
    for (const char* const almost : {"scale scale", "scal + int(1)", "particle->energy", "int(scale", "numbers.siz()"})
        QVERIFY2(m_rig->value(almost).starts_with("problem: "), (almost + (": " + m_rig->value(almost))).c_str());
}

void TstLldbValues::expressionsCallFunctions()
{
    m_rig->start("steps", {}, 2);
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(debug::SourceLine{"steps.cpp", lineOf("steps.cpp", "return total")}));
    QCOMPARE(m_rig->value("twiceOf(4) + 1"), std::string("9"));
    QCOMPARE(m_rig->value("counter.add(2)"), std::string("42"));
    QCOMPARE(m_rig->value("counter.m_total"), std::string("42"));
    QVERIFY(!client().has<debug::StopEvent>());
    // A call that crashes is undone.
    QVERIFY(m_rig->value("*(int*)0").starts_with("problem: "));
    QVERIFY(m_rig->value("((int(*)())0)()").starts_with("problem: "));
    QCOMPARE(m_rig->value("twice"), std::string("40"));
}

void TstLldbValues::equalValuesOfRanksAreOneGroup()
{
    m_rig->start("loop", {"50"}, 2);
    m_rig->start("loop", {"60"}, 1);
    m_rig->start("loop", {"50"}, 1);
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(debug::FunctionName{"turn"}));
    const auto values = m_rig->print("seconds", 1);
    QCOMPARE(values.size(), std::size_t(2));
    QCOMPARE(values.at(0).ranks.toString(), std::string("0-1,3"));
    QCOMPARE(values.at(0).value, std::string("50"));
    QCOMPARE(values.at(1).ranks.toString(), std::string("2"));
    QCOMPARE(values.at(1).value, std::string("60"));
    QCOMPARE(values.at(1).type, std::string("const long"));
}

void TstLldbValues::endlessExpressionIsCutAndToldAsBusy()
{
    m_rig->start("loop");
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(debug::FunctionName{"turn"}));
    QVERIFY(m_rig->value("while (true) {}").starts_with("problem: "));
    const auto busy = client().next<debug::EngineBusy>();
    QVERIFY(busy);
    QCOMPARE(busy->what, std::string("print"));
    QCOMPARE(busy->ranks, m_rig->all());
    QCOMPARE(m_rig->value("i"), std::string("0")); // and the rank stands where it stood
}

void TstLldbValues::cancelledExpressionLeavesTheOtherRanksOut()
{
    m_rig->start("loop", {}, 3);
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(debug::FunctionName{"turn"}));
    const util::RequestId id = client().send(m_rig->all(), debug::Evaluate{"while (true) {}", {}, 0});
    const util::RequestId next = client().send(m_rig->all(), debug::Evaluate{"i", {}, 0});
    const auto begin = m_rig->loop().now();
    QVERIFY(!test::runUntil(
        m_rig->loop(), [] { return false; }, std::chrono::milliseconds(300)));
    m_rig->engine().cancel(id);
    const auto reply = client().take(id);
    QVERIFY(reply);
    QVERIFY(m_rig->loop().now() - begin < std::chrono::seconds(8)); // not 3 x 5
    QCOMPARE(EngineClient::failure(*reply), Errc::Cancelled);
    const auto values = client().take(next);
    QVERIFY(values);
    QCOMPARE(std::get<debug::ValuesReply>(values->body).values.at(0).value, std::string("0"));
    QCOMPARE(std::get<debug::ValuesReply>(values->body).values.at(0).ranks, m_rig->all());
}

void TstLldbValues::threadsHaveTheirOwnStacks()
{
    m_rig->start("threads", {"3"});
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(debug::SourceLine{"threads.cpp", lineOf("threads.cpp", "std::fflush")}));
    const auto threads = client().get<debug::ThreadsReply>(m_rig->all(), debug::GetThreads{}).ranks.at(0).threads;
    QCOMPARE(threads.size(), std::size_t(4));
    QCOMPARE(std::count_if(threads.begin(), threads.end(), [](const auto& t) { return t.leading; }), 1);
    QVERIFY(threads.at(0).leading);
    QCOMPARE(threads.at(0).id.value(), std::uint64_t(m_rig->process(0).pid().value()));
    QCOMPARE(threads.at(2).index, 3U);
    QCOMPARE(threads.at(0).name, std::string("threads"));
    const auto frames = client().get<debug::FramesReply>(m_rig->all(), debug::GetFrames{threads.at(2).id, 50}).ranks;
    const auto& worker = frames.at(0).frames;
    QCOMPARE(frames.at(0).thread, threads.at(2).id);
    const auto found = std::find_if(worker.begin(), worker.end(), [](const auto& f) { return f.function == "worker"; });
    QVERIFY(found != worker.end());
    QCOMPARE(found->where.file, test::sourcePath("threads.cpp"));
    QCOMPARE(found->module, std::string("threads"));
    const debug::Evaluate ask{"id", threads.at(2).id, found->index};
    QCOMPARE(client().get<debug::ValuesReply>(m_rig->all(), ask).values.at(0).value, std::string("1"));
}

void TstLldbValues::stacksOfRanksAreMerged()
{
    m_rig->start("threads", {"3"}, 3);
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(debug::SourceLine{"threads.cpp", lineOf("threads.cpp", "std::fflush")}));
    std::vector<std::string> lines;
    flatten(client().get<debug::StacksReply>(m_rig->all(), debug::GetStacks{}).tree.roots(), lines);
    const auto has = [&](const char* line) { return std::find(lines.begin(), lines.end(), line) != lines.end(); };
    QVERIFY(has("main [0-2] 3"));
    QVERIFY(has("worker [0-2] 9"));
}

void TstLldbValues::deepStacksAreCut()
{
    m_rig->start("deep", {"500"});
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(debug::SourceLine{"deep.cpp", lineOf("deep.cpp", "return 0")}));
    const auto all = client().get<debug::FramesReply>(m_rig->all(), debug::GetFrames{{}, 600}).ranks.at(0);
    QVERIFY(!all.truncated);
    QVERIFY(all.frames.size() > 500);
    QCOMPARE(all.frames.at(500).index, 500U);
    const auto some = client().get<debug::FramesReply>(m_rig->all(), debug::GetFrames{{}, 10}).ranks.at(0);
    QVERIFY(some.truncated);
    QCOMPARE(some.frames.size(), std::size_t(10));
}

DBGR_TEST(TstLldbValues, QCoreApplication);

} // namespace tst_lldb_values

#include "tst_lldb_values.moc"
