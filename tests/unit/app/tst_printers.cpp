// SPDX-License-Identifier: GPL-3.0-or-later
// What a session looks like, word by word: docs/manual/scripts.md shows the same.
#include "tests/unit/app/batch_fixture.h"

#include "debug/debug_error.h"
#include "tests/support/run/test_class.h"
#include "util/string_util.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

namespace tst_printers {

using namespace dbgr;
using namespace dbgr::app;
using namespace dbgr::test;
using Kind = BatchFixture::Kind;

namespace {

const auto kWork = frame("work(RankState&, int)", "/src/ring.cpp", 101);
const auto kRunLap = frame("runLap(RankState&, int)", "/src/ring.cpp", 160);
const auto kReceive = frame("receiveToken(RankState&)", "/src/ring.cpp", 130);

debug::Frame inLibrary(std::string function, std::string module)
{
    debug::Frame f;
    f.function = std::move(function);
    f.module = std::move(module);
    return f;
}

std::vector<debug::Frame> numbered(std::vector<debug::Frame> frames)
{
    for (std::uint32_t i = 0; i < frames.size(); ++i)
        frames[i].index = i;
    return frames;
}

debug::Variable variable(std::string name, std::string type, std::string value)
{
    debug::Variable v;
    v.name = std::move(name);
    v.type = std::move(type);
    v.value = std::move(value);
    return v;
}

/// Four ranks: 0 in work(), the others in receiveToken(). Rank 3 has ended, say queries.
class Answers
{
public:
    explicit Answers(const session::Session& session) : m_session(session) {}

    std::optional<debug::EngineReply> operator()(const debug::EngineCommand& command) const
    {
        debug::EngineReply reply;
        if (std::holds_alternative<debug::GetStacks>(command.request) ||
            std::holds_alternative<debug::Sample>(command.request))
            reply.body = debug::StacksReply{stacks()};
        else if (std::holds_alternative<debug::GetFrames>(command.request))
            reply.body = debug::FramesReply{frames(command.ranks)};
        else if (std::holds_alternative<debug::GetThreads>(command.request))
            reply.body = debug::ThreadsReply{threads(command.ranks)};
        else if (const auto* const freeze = std::get_if<debug::FreezeThreads>(&command.request))
            reply.body = debug::ThreadsReply{team(command.ranks, freeze->freeze)};
        else if (std::holds_alternative<debug::SelectThread>(command.request))
            reply.body = debug::ThreadsReply{team(command.ranks, false)};
        else if (std::holds_alternative<debug::EvaluateInThreads>(command.request))
            reply.body = debug::ThreadValuesReply{inThreads()};
        else if (std::holds_alternative<debug::GetVariables>(command.request))
            reply.body = debug::VariablesReply{variables(command.ranks)};
        else if (std::holds_alternative<debug::Assign>(command.request))
            reply.body = debug::ChangesReply{{{ranks("0"), "1", "0.30000000000000004", "double", ""},
                                              {ranks("1-2"), "2", "3", "double", "", {}, {}, true},
                                              {ranks("3"), "", "", "", "it is a constant"}}};
        else if (std::holds_alternative<debug::GetStatistics>(command.request))
            reply.body = debug::StatisticsReply{
                {{ranks("0"), "double [4]", 4, 1, 1, "0.1", "+Inf", "[0]", "[3]", 0.30000000000000004, 0.25},
                 {ranks("1-2"), "double [4]", 4, 0, 0, "-2", "3", "[1]", "[2]", 1.5, 0.5},
                 {ranks("3"), "", 0, 0, 0, "", "", "", "", 0, 0, "not allocated"}}};
        else if (const auto* const asked = std::get_if<debug::Describe>(&command.request))
            reply.body = debug::DescriptionsReply{{described(command.ranks, asked->what)}};
        else
            reply.body =
                debug::ValuesReply{{value("0", "0"), value("1-2", "7"), {ranks("3"), "", "", "optimised out"}}};
        return reply;
    }

private:
public:
    static inline std::vector<debug::DescribedName> sources;

private:
    static debug::Description described(const util::RankSet& of, debug::Describe::What what)
    {
        debug::DescribedName lap{"lap", "int", "", 0, 8, 4};
        debug::DescribedName flag{"flag", "unsigned int", "", 1, 12, {}, 1, 3};
        debug::DescribedName global{"g_laps", "int", "ring.cpp"};
        if (what == debug::Describe::What::Globals)
            return {of, "", {global}, 41};
        if (what == debug::Describe::What::Limits)
            return {of, "limits of the process", {{"stack size", "8 MiB", "at most unlimited"}, {"open files", "20"}}};
        if (what == debug::Describe::What::Sources)
            return {of, "", sources};
        return {of, "State, 16 bytes", {lap, flag}};
    }
    static debug::StackTree stacks()
    {
        debug::StackTree tree;
        tree.add(util::Rank(0), std::vector{kWork, kRunLap, frame("main", "/src/ring.cpp", 171)});
        for (std::uint32_t rank : {1, 2, 3})
            tree.add(util::Rank(rank), std::vector{inLibrary("MPI_Recv", "libmpi.so.40"), kReceive, kRunLap,
                                                   frame("main", "/src/ring.cpp", 171)});
        return tree;
    }
    util::StopId stopOf(util::Rank rank) const { return m_session.processes().at(rank).stopId; }
    std::vector<debug::RankFrames> frames(const util::RankSet& asked) const
    {
        std::vector<debug::RankFrames> all;
        asked.forEach([&](util::Rank rank) {
            const auto stack = rank.value() == 0 ? std::vector{kWork, kRunLap} : std::vector{kReceive, kRunLap};
            all.push_back({rank, stopOf(rank), {}, numbered(stack), false});
        });
        return all;
    }
    std::vector<debug::RankThreads> threads(const util::RankSet& asked) const
    {
        std::vector<debug::RankThreads> all;
        asked.forEach([&](util::Rank rank) {
            all.push_back({rank, stopOf(rank), {{util::ThreadId(77), 1, "ring", kWork, true}}});
        });
        return all;
    }
    /// Ranks 0 and 1 have frozen threads, if any have.
    std::vector<debug::RankThreads> team(const util::RankSet& asked, bool frozen) const
    {
        std::vector<debug::RankThreads> all;
        asked.forEach([&](util::Rank rank) {
            const bool isFrozen = frozen && rank.value() < 2;
            const debug::ThreadRole role = debug::ThreadRole::OpenMpWorker;
            all.push_back({rank,
                           stopOf(rank),
                           {{util::ThreadId(77), 1, "ring", kWork, false},
                            {util::ThreadId(78), 2, "ring", kReceive, true, isFrozen, role},
                            {util::ThreadId(79), 3, "", kReceive, false, isFrozen}}});
        });
        return all;
    }
    std::vector<debug::RankThreadValues> inThreads() const
    {
        debug::RankThreadValues values{util::Rank(1), stopOf(util::Rank(1)), {}};
        values.add({1}, value("1", "7"));
        values.add({2}, value("1", "8"));
        values.add({3}, value("1", "8"));
        values.add({4}, {ranks("1"), "", "", "no such name"});
        return {values};
    }
    std::vector<debug::RankVariables> variables(const util::RankSet& asked) const
    {
        std::vector<debug::RankVariables> all;
        asked.forEach([&](util::Rank rank) {
            auto state = variable("state", "RankState &", "");
            state.kind = debug::VariableKind::Argument;
            state.childCount = 5;
            all.push_back(
                {rank,
                 stopOf(rank),
                 {state, variable("lap", "int", "1"), variable("rank", "const int", std::to_string(rank.value()))},
                 false});
        });
        return all;
    }

    const session::Session& m_session;
};

/// What `command` says of ranks that stopped at breakpoint 1.
std::string outputOf(const std::string& command, Kind kind)
{
    BatchFixture f({"continue", command, "continue"}, kind, {std::nullopt, true});
    f.start();
    f.backend->answersQuery = Answers(f.session);
    f.backend->bringUp(4);
    f.run();
    f.takeOutput();
    f.backend->stop(ranks("0-3"), breakpointHit(1, kWork));
    f.run();
    std::string output = f.takeOutput();
    if (kind == Kind::Text) {
        const std::string echo = "(dbgr 0-3) " + command + "\n";
        output.erase(0, output.find(echo) + echo.size());
        output.erase(output.find("(dbgr"));
    } else {
        output.erase(0, output.find("\n", output.find("\"reply\":\"continue\"")) + 1);
        output.erase(output.find("\n") + 1);
    }
    return output;
}

} // namespace

class TestPrinters : public QObject
{
    Q_OBJECT

private slots:
    void tellsALaunchAsText();
    void tellsALaunchAsJson();
    void tellsStopsAndEndsAsText();
    void tellsStopsAndEndsAsJson();
    void tellsWhichRanksStandBeforeItIsKnownWhere();
    void tellsSystemCallsAsJson();
    void anEndThatNobodySawIsNoLoss();
    void anUnknownEndHasNoStatus();
    void everyJsonLineIsAnObject();
    void marksOutput();
    void bytesThatAreNoTextAreBase64();
    void breakpointThatFindsItsPlaceIsNews();
    void failureHasFourParts();
    void answersOfValues_data();
    void answersOfValues();
    void foundLinesAreShownByFile();
    void answersOfThreads_data();
    void answersOfThreads() { answers(); }
    void samples_data();
    void samples() { answers(); }
    void answers_data();
    void answers();
};

void TestPrinters::tellsALaunchAsText()
{
    BatchFixture f({"continue"}, Kind::Text);
    f.bringUp();
    QCOMPARE(f.output, std::string("Started mpiexec -n 4 ./ring (PRRTE), process 100.\n"
                                   "The job prterun-n01-100@1 has 4 ranks on n01 [0-1], n02 [2-3].\n"
                                   "[0-3] held in MPI_Init\n"
                                   "[0-3] attached\n"
                                   "(dbgr 0-3) continue\n"));
}

void TestPrinters::tellsALaunchAsJson()
{
    BatchFixture f({"continue"});
    f.bringUp();
    const std::string expected =
        R"~({"event":"launcher","pid":100,"command":"mpiexec -n 4 ./ring","kind":"PRRTE","way":"","found":false}
{"event":"launched","nspace":"prterun-n01-100@1","size":4,"ranks":"0-3","hosts":[{"host":"n01","ranks":"0-1"},{"host":"n02","ranks":"2-3"}]}
{"event":"held","ranks":"0-3","where":"init"}
{"event":"daemon","ranks":"0-1","host":"n01"}
{"event":"daemon","ranks":"2-3","host":"n02"}
{"event":"attached","ranks":"0-3","failed":""}
{"event":"running","ranks":"0-3"}
{"event":"released","ranks":"0-3"}
)~";
    QCOMPARE(QString::fromStdString(f.output), QString::fromStdString(expected));
}

void TestPrinters::tellsStopsAndEndsAsText()
{
    BatchFixture f({"continue", "continue"}, Kind::Text);
    f.bringUp();
    f.takeOutput();
    f.backend->stop(ranks("0-1"), breakpointHit(1, kWork));
    auto broken = crash(SIGSEGV, frame("breakDown(RankState&)", "/src/ring.cpp", 112));
    broken.description = "address not mapped to object";
    f.backend->stop(ranks("2-3"), broken);
    f.run();
    f.backend->exit(ranks("0-1"), 0);
    f.backend->exit(ranks("2-3"), 0, SIGKILL);
    f.backend->endJob(137);
    f.run();
    QCOMPARE(f.output, std::string("[0-1] stopped at breakpoint 1, work(RankState&, int) at ring.cpp:101\n"
                                   "[2-3] crashed with SIGSEGV: address not mapped to object in "
                                   "breakDown(RankState&), ring.cpp:112\n"
                                   "(dbgr 0-3) continue\n"
                                   "[0-1] ended with status 0\n"
                                   "[2-3] was ended by SIGKILL\n"
                                   "The job has ended with status 137.\n"));
}

void TestPrinters::anEndThatNobodySawIsNoLoss()
{
    for (const Kind kind : {Kind::Text, Kind::Json}) {
        BatchFixture f({"continue"}, kind);
        f.bringUp();
        f.takeOutput();
        const util::Error ended{debug::Errc::Ended, "process 7 has ended, and nobody saw how", {}};
        f.backend->say({debug::DaemonEvent(debug::RanksLost{ranks("1"), ended})});
        f.run();
        const bool json = kind == Kind::Json;
        QVERIFY2(f.output.find(json ? "\"event\":\"exited\"" : "[1] process 7 has ended, and nobody saw how\n") !=
                     std::string::npos,
                 f.output.c_str());
        QVERIFY2(f.output.find("lost") == std::string::npos, f.output.c_str());
    }
}

void TestPrinters::anUnknownEndHasNoStatus()
{
    for (const Kind kind : {Kind::Text, Kind::Json}) {
        BatchFixture f({"continue"}, kind);
        f.bringUp();
        f.takeOutput();
        f.backend->say({session::BackendFailed{util::Error{debug::Errc::DaemonLost, "the host n2 is gone", {}}},
                        session::LauncherExited{0, 0}, session::Finished{}});
        f.run();
        const bool json = kind == Kind::Json;
        QVERIFY2(f.output.find(json ? "{\"event\":\"ended\"}\n"
                                    : "How the job ended, and whether it did, is not known.\n") != std::string::npos,
                 f.output.c_str());
    }
}

void TestPrinters::tellsWhichRanksStandBeforeItIsKnownWhere()
{
    for (const Kind kind : {Kind::Text, Kind::Json}) {
        BatchFixture f({"continue"}, kind);
        f.bringUp();
        f.takeOutput();
        f.backend->say({debug::DaemonEvent(debug::RanksStand{ranks("0-1")})});
        f.backend->stop(ranks("0-3"), breakpointHit(1, kWork));
        f.backend->say({debug::DaemonEvent(debug::RanksStand{ranks("2-3")})}); // it has been told where
        f.run();
        const std::size_t event = f.output.find(R"({"event":"standing","ranks":"0-1"})");
        QCOMPARE(event != std::string::npos, kind == Kind::Json);
        QVERIFY2(kind == Kind::Text || event < f.output.find(R"("event":"stopped")"), f.output.c_str());
        QVERIFY2(f.output.find("standing", event == std::string::npos ? 0 : event + 20) == std::string::npos,
                 f.output.c_str());
    }
}

void TestPrinters::tellsSystemCallsAsJson()
{
    BatchFixture f({"continue", "continue"});
    f.bringUp();
    f.takeOutput();
    debug::StopCause cause = breakpointHit(1, kWork);
    cause.systemCall = debug::SystemCall{1, "write", false, {1, std::nullopt, 0x7f0000001000}};
    f.backend->stop(ranks("0-1"), cause);
    cause.systemCall = debug::SystemCall{1, "write", true, {1}, -11};
    f.backend->stop(ranks("2-3"), cause);
    f.run();
    const std::string entry =
        R"~("system_call":{"number":1,"phase":"entry","name":"write","arguments":["1",null,"0x7f0000001000"]})~";
    const std::string back =
        R"~("system_call":{"number":1,"phase":"return","name":"write","arguments":["1"],"value":-11,"errno":"EAGAIN"})~";
    QVERIFY2(f.output.find(entry) != std::string::npos && f.output.find(back) != std::string::npos, f.output.c_str());
}

void TestPrinters::tellsStopsAndEndsAsJson()
{
    BatchFixture f({"continue", "continue"});
    f.bringUp();
    f.takeOutput();
    f.backend->stop(ranks("0-1"), breakpointHit(1, kWork));
    f.backend->stop(ranks("2-3"), crash(SIGSEGV, kReceive));
    f.run();
    f.backend->exit(ranks("0-1"), 0);
    f.backend->exit(ranks("2-3"), 0, SIGKILL);
    f.backend->endJob(137);
    f.run();
    const std::string expected =
        R"~({"event":"stopped","ranks":"0-1","reason":"breakpoint","breakpoint":1,"frame":{"index":0,"function":"work(RankState&, int)","file":"/src/ring.cpp","line":101,"module":"ring","pc":"0x0"}}
{"event":"stopped","ranks":"2-3","reason":"signal","signal":"SIGSEGV","crash":true,"frame":{"index":0,"function":"receiveToken(RankState&)","file":"/src/ring.cpp","line":130,"module":"ring","pc":"0x0"}}
{"reply":"continue","ranks":"0-3","stopped":"0-3","ended":""}
{"event":"running","ranks":"0-3"}
{"event":"exited","ranks":"0-1","status":0}
{"event":"exited","ranks":"2-3","signal":"SIGKILL"}
{"reply":"continue","ranks":"0-3","stopped":"","ended":"0-3"}
{"event":"ended","status":137}
)~";
    QCOMPARE(QString::fromStdString(f.output), QString::fromStdString(expected));
}

void TestPrinters::everyJsonLineIsAnObject()
{
    BatchFixture f({"break work", "continue", "frob", "help", "ranks", "breakpoints"}, Kind::Json,
                   {std::nullopt, true});
    f.bringUp();
    f.backend->write(util::Rank(0), "line\nand \xff\xfe more\n");
    f.backend->stop(ranks("0-3"), breakpointHit(1, frame("odd \xc3 name", "x\x01y", 3)));
    f.run();
    std::size_t lines = 0;
    for (const std::string_view line : util::split(f.output, '\n')) {
        if (line.empty())
            continue;
        const auto json = nlohmann::json::parse(line, nullptr, false);
        QVERIFY2(json.is_object(), std::string(line).c_str());
        QVERIFY(json.contains("event") != json.contains("reply"));
        ++lines;
    }
    QVERIFY(lines > 10);
}

void TestPrinters::marksOutput()
{
    BatchFixture f({"continue"}, Kind::Text);
    f.bringUp();
    f.takeOutput();
    f.backend->write(util::Rank(0), "one\ntw");
    f.backend->write(util::Rank(2), "red \x1b[31m\r\n", session::OutputChannel::Stderr);
    f.backend->write(util::Rank(0), "o\n");
    f.backend->say({session::OutputBytes{std::nullopt, session::OutputChannel::Stderr, "mpiexec: hm\n"}});
    f.run();
    QCOMPARE(f.output, std::string("[0] one\n[2!] red \\x1b[31m\n[0] two\n[launcher!] mpiexec: hm\n"));
}

void TestPrinters::bytesThatAreNoTextAreBase64()
{
    BatchFixture f({"continue"});
    f.bringUp();
    f.takeOutput();
    f.backend->write(util::Rank(1), "gr\xc3\xbc\xc3\x9f\n");
    f.backend->write(util::Rank(1), "\xff\xfe\n", session::OutputChannel::Stderr);
    f.run();
    QCOMPARE(f.output,
             std::string("{\"event\":\"output\",\"rank\":1,\"channel\":\"stdout\",\"data\":\"gr\xc3\xbc\xc3\x9f"
                         "\\n\"}\n{\"event\":\"output\",\"rank\":1,\"channel\":\"stderr\",\"data\":\"//4K\","
                         "\"encoding\":\"base64\"}\n"));
}

void TestPrinters::breakpointThatFindsItsPlaceIsNews()
{
    BatchFixture f({"break plugin.cpp:7", "continue"}, Kind::Text);
    f.start();
    f.backend->answersControl = false;
    f.backend->bringUp(4);
    f.run();
    f.takeOutput();
    debug::BreakpointStatus status{util::BreakpointId(1), {}, ranks("0-3"), {}, ""};
    f.backend->reply(f.backend->last<debug::SetBreakpoint>().id,
                     debug::EngineReply{debug::BreakpointReply{status}, {}});
    f.run();
    QCOMPARE(f.takeOutput(), std::string("Breakpoint 1, plugin.cpp:7: pending, no such place yet in [0-3]\n"
                                         "(dbgr 0-3) continue\n"));
    status = {util::BreakpointId(1), ranks("0-3"), {}, {"/src/plugin.cpp", 8, 0}, ""};
    f.backend->say({debug::DaemonEvent(debug::BreakpointChanged{status})});
    f.run();
    QCOMPARE(f.takeOutput(), std::string("Breakpoint 1, plugin.cpp:7: at plugin.cpp:8 in [0-3]\n"));
}

void TestPrinters::failureHasFourParts()
{
    BatchFixture f({"continue"}, Kind::Text);
    f.start();
    f.backend->say({session::BackendFailed{{debug::make_error_code(debug::Errc::PtraceRefused),
                                            "attaching to rank 2 on n01: ptrace_scope is 2", "Set it to 1."}}});
    f.run();
    QVERIFY2(f.output.starts_with("Error: attaching to rank 2 on n01: ptrace_scope is 2\n"), f.output.c_str());
    QVERIFY(f.output.find("Set it to 1.") != std::string::npos);
}

void TestPrinters::answersOfThreads_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("json");
    const auto row = [](const char* command, const char* text, const QString& json) {
        QTest::newRow(command) << command << text << json + "\n";
    };
    QStringList leading;
    for (int rank = 0; rank < 4; ++rank)
        leading << QString(R"~({"rank":%1,"thread":{"index":2,"id":78,"name":"ring","leading":true,)~"
                           R"~("role":"OpenMP worker","frame":{"index":0,"function":"receiveToken(RankState&)",)~"
                           R"~("file":"/src/ring.cpp","line":130,"module":"ring","pc":"0x0"}}})~")
                       .arg(rank);
    row("thread 2",
        "[0] thread 2, id 78, ring (OpenMP worker): receiveToken(RankState&) at ring.cpp:130\n"
        "[1] thread 2, id 78, ring (OpenMP worker): receiveToken(RankState&) at ring.cpp:130\n"
        "[2] thread 2, id 78, ring (OpenMP worker): receiveToken(RankState&) at ring.cpp:130\n"
        "[3] thread 2, id 78, ring (OpenMP worker): receiveToken(RankState&) at ring.cpp:130\n",
        R"~({"reply":"thread","threads":[)~" + leading.join(",") + "]}");
    row("freeze 2 3",
        "[0-1] frozen threads: 2-3\n"
        "[2-3] no thread is frozen\n",
        R"~({"reply":"freeze","threads":[{"rank":0,"frozen":[2,3]},{"rank":1,"frozen":[2,3]},)~"
        R"~({"rank":2,"frozen":[]},{"rank":3,"frozen":[]}]})~");
    row("thaw all", "[0-3] no thread is frozen\n",
        R"~({"reply":"thaw","threads":[{"rank":0,"frozen":[]},{"rank":1,"frozen":[]},)~"
        R"~({"rank":2,"frozen":[]},{"rank":3,"frozen":[]}]})~");
    row("print --threads mine",
        "[1] thread 1: mine = 7\n"
        "[1] threads 2-3: mine = 8\n"
        "[1] thread 4: mine = <no such name>\n",
        R"~({"reply":"print","expression":"mine","threads":[{"rank":1,"values":[)~"
        R"~({"threads":[1],"value":"7","type":"int"},{"threads":[2,3],"value":"8","type":"int"},)~"
        R"~({"threads":[4],"problem":"no such name"}]}]})~");
}

void TestPrinters::samples_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("json");
    const auto row = [](const char* command, const char* text, const char* json) {
        QTest::newRow(command) << command << text << QString(json) + "\n";
    };
    row("sample 1",
        "Standing: 0-3.\n"
        "ranks  threads  stack\n"
        "0-3          4  main at ring.cpp:171\n"
        "0-3          4  runLap(RankState&, int) at ring.cpp:160\n"
        "0            1  |- work(RankState&, int) at ring.cpp:101\n"
        "1-3          3  `- receiveToken(RankState&) at ring.cpp:130\n"
        "1-3          3     MPI_Recv in libmpi.so.40\n",
        R"~({"reply":"sample","ranks":"0-3","running":"",)~"
        R"~("samples":1,"stacks":[{"function":"main","file":"/src/ring.cpp","line":171,"module":"ring",)~"
        R"~("ranks":"0-3","threads":4,"children":[{"function":"runLap(RankState&, int)","file":"/src/ring.cpp",)~"
        R"~("line":160,"module":"ring","ranks":"0-3","threads":4,"children":[{"function":"work(RankState&, int)",)~"
        R"~("file":"/src/ring.cpp","line":101,"module":"ring","ranks":"0","threads":1},)~"
        R"~({"function":"receiveToken(RankState&)","file":"/src/ring.cpp","line":130,"module":"ring","ranks":"1-3",)~"
        R"~("threads":3,"children":[{"function":"MPI_Recv","file":null,"line":null,"module":"libmpi.so.40",)~"
        R"~("ranks":"1-3","threads":3}]}]}]}]})~");
}

void TestPrinters::answers_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("json");
    const auto row = [](const char* command, const char* text, const char* json) {
        QTest::newRow(command) << command << text << QString(json) + "\n";
    };
    row("print rank",
        "[0] rank = 0\n"
        "[1-2] rank = 7\n"
        "[3] rank = <optimised out>\n",
        R"~({"reply":"print","expression":"rank","values":[{"ranks":"0","value":"0","type":"int"},)~"
        R"~({"ranks":"1-2","value":"7","type":"int"},{"ranks":"3","problem":"optimised out"}]})~");
    row("locals",
        "  state  RankState &  [0-3]  {...}\n"
        "  lap    int          [0-3]  1\n"
        "  rank   const int    [0]    0\n"
        "                      [1]    1\n"
        "                      [2]    2\n"
        "                      [3]    3\n",
        R"~({"reply":"locals","ranks":"0-3","index":null,"variables":[)~"
        R"~({"name":"state","type":"RankState &","kind":"argument","compound":true,"values":[{"ranks":"0-3","value":""}]},)~"
        R"~({"name":"lap","type":"int","kind":"local","compound":false,"values":[{"ranks":"0-3","value":"1"}]},)~"
        R"~({"name":"rank","type":"const int","kind":"local","compound":false,"values":[{"ranks":"0","value":"0"},)~"
        R"~({"ranks":"1","value":"1"},{"ranks":"2","value":"2"},{"ranks":"3","value":"3"}]}]})~");
    row("stacks",
        "ranks  threads  stack\n"
        "0-3          4  main at ring.cpp:171\n"
        "0-3          4  runLap(RankState&, int) at ring.cpp:160\n"
        "0            1  |- work(RankState&, int) at ring.cpp:101\n"
        "1-3          3  `- receiveToken(RankState&) at ring.cpp:130\n"
        "1-3          3     MPI_Recv in libmpi.so.40\n",
        R"~({"reply":"stacks","ranks":"0-3","stacks":[{"function":"main","file":"/src/ring.cpp","line":171,"module":"ring",)~"
        R"~("ranks":"0-3","threads":4,"children":[{"function":"runLap(RankState&, int)","file":"/src/ring.cpp",)~"
        R"~("line":160,"module":"ring","ranks":"0-3","threads":4,"children":[{"function":"work(RankState&, int)",)~"
        R"~("file":"/src/ring.cpp","line":101,"module":"ring","ranks":"0","threads":1},)~"
        R"~({"function":"receiveToken(RankState&)","file":"/src/ring.cpp","line":130,"module":"ring","ranks":"1-3",)~"
        R"~("threads":3,"children":[{"function":"MPI_Recv","file":null,"line":null,"module":"libmpi.so.40",)~"
        R"~("ranks":"1-3","threads":3}]}]}]}]})~");
    row("where",
        "[0]\n"
        "* #0  work(RankState&, int) at ring.cpp:101\n"
        "  #1  runLap(RankState&, int) at ring.cpp:160\n"
        "[1-3]\n"
        "  #0  receiveToken(RankState&) at ring.cpp:130\n"
        "  #1  runLap(RankState&, int) at ring.cpp:160\n",
        R"~({"reply":"where","selected":0,"stacks":[{"ranks":"0","frames":[{"index":0,"function":"work(RankState&, int)",)~"
        R"~("file":"/src/ring.cpp","line":101,"module":"ring","pc":"0x0"},{"index":1,"function":"runLap(RankState&, int)",)~"
        R"~("file":"/src/ring.cpp","line":160,"module":"ring","pc":"0x0"}],"selected":0},{"ranks":"1-3","frames":[{"index":0,)~"
        R"~("function":"receiveToken(RankState&)","file":"/src/ring.cpp","line":130,"module":"ring","pc":"0x0"},{"index":1,)~"
        R"~("function":"runLap(RankState&, int)","file":"/src/ring.cpp","line":160,"module":"ring","pc":"0x0"}],"selected":null}]})~");
    row("up", "[0-3] #1  runLap(RankState&, int) at ring.cpp:160\n",
        R"~({"reply":"frame","index":1,"frames":[{"ranks":"0-3","frame":{"index":1,"function":"runLap(RankState&, int)",)~"
        R"~("file":"/src/ring.cpp","line":160,"module":"ring","pc":"0x0"}}]})~");
    row("down", "Error: frame 0 is the innermost\n  What to do: 'where' shows the frames.\n",
        R"~({"event":"error","detail":"frame 0 is the innermost","category":"debug","code":5,"meaning":"no such frame",)~"
        R"~("advice":"'where' shows the frames.","command":"down"})~");
    row("ranks",
        "ranks  state                                                           host  program  process\n"
        "0-1    stopped at breakpoint 1, work(RankState&, int) at ring.cpp:101  n01   ring\n"
        "2-3    stopped at breakpoint 1, work(RankState&, int) at ring.cpp:101  n02   ring\n",
        "");
    row("breakpoints", "There is no breakpoint; 'break FILE:LINE' or 'break FUNCTION' sets one.\n",
        R"~({"reply":"breakpoints","breakpoints":[]})~");
    row("focus", "The focus is on 0-3; rank 0 leads.\n", R"~({"reply":"focus","ranks":"0-3","leading":0})~");
    row("input 1 x", "[1] 2 bytes of input sent\n", R"~({"reply":"input","ranks":"1","bytes":2})~");
    row("help kill", "kill\n  Kill the job.\n  Short: k\n",
        R"~({"reply":"help","text":"kill\n  Kill the job.\n  Short: k\n"})~");
    row("list /src/none.cpp:3",
        "Error: showing source: /src/none.cpp cannot be read on this machine\n"
        "  What to do: Run dbgr where the source is, or in a folder that has it, or say where it is: map FROM TO.\n",
        R"~({"event":"error","detail":"showing source: /src/none.cpp cannot be read on this machine","category":"app",)~"
        R"~("code":5,"meaning":"no source to show","advice":"Run dbgr where the source is, or in a folder that has it, )~"
        R"~(or say where it is: map FROM TO.",)~"
        R"~("command":"list /src/none.cpp:3"})~");
}

void TestPrinters::answersOfValues_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("json");
    const auto row = [](const char* command, const char* text, const char* json) {
        QTest::newRow(command) << command << text << QString(json) + "\n";
    };
    row("set n = n / 10",
        "[0] n = 0.30000000000000004  (was 1)\n"
        "[1-2] n = 3  (was 2)\n"
        "[3] n is as it was: <it is a constant>\n",
        R"~({"reply":"set","target":"n","changes":[)~"
        R"~({"ranks":"0","before":"1","after":"0.30000000000000004","type":"double","undo":true},)~"
        R"~({"ranks":"1-2","before":"2","after":"3","type":"double","undo":false},)~"
        R"~({"ranks":"3","problem":"it is a constant"}],"asked":"n / 10"})~");
    row("undo", "Error: no 'set' has changed anything that could be put back\n",
        R"~({"event":"error","detail":"no 'set' has changed anything that could be put back","category":"app","code":9,)~"
        R"~("meaning":"nothing can be put back","command":"undo"})~");
    row("stats u",
        "ranks      count  NaN  Inf  min                 max                 mean  deviation\n"
        "[0]        4      1    1    0.1 at [0]          +Inf at [3]         0.3   0.25\n"
        "[1-2]      4      0    0    -2 at [1]           3 at [2]            1.5   0.5\n"
        "all [0-2]  12     1    1    -2 in [1-2] at [1]  +Inf in [0] at [3]  1.26  0.6655073\n"
        "[3] u: <not allocated>\n",
        R"~({"reply":"stats","expression":"u","statistics":[)~"
        R"~({"ranks":"0","type":"double [4]","count":4,"nan":1,"inf":1,"min":"0.1","min_at":"[0]","max":"+Inf",)~"
        R"~("max_at":"[3]","mean":0.30000000000000004,"deviation":0.25},)~"
        R"~({"ranks":"1-2","type":"double [4]","count":4,"nan":0,"inf":0,"min":"-2","min_at":"[1]","max":"3",)~"
        R"~("max_at":"[2]","mean":1.5,"deviation":0.5},{"ranks":"3","problem":"not allocated"}],)~"
        R"~("all":{"ranks":"0-2","count":12,"nan":1,"inf":1,"min":"-2","min_at":"[1]","max":"+Inf","max_at":"[3]",)~"
        R"~("mean":1.26,"deviation":0.6655073252789935,"min_in":"1-2","max_in":"0"}})~");
    row("ptype state",
        "[0-3] State, 16 bytes\n"
        "  lap     int           offset 8, 4 bytes\n"
        "    flag  unsigned int  offset 12, 1 bit from bit 3\n",
        R"~({"reply":"ptype","asked":"state","descriptions":[{"ranks":"0-3","text":"State, 16 bytes","names":[)~"
        R"~({"name":"lap","type":"int","offset":8,"bytes":4},)~"
        R"~({"name":"flag","type":"unsigned int","level":1,"offset":12,"bits":1,"bit_offset":3}]}]})~");
    row("info limits",
        "[0-3] limits of the process\n"
        "  stack size  8 MiB    at most unlimited\n"
        "  open files  20\n",
        R"~({"reply":"info limits","asked":"","descriptions":[{"ranks":"0-3","text":"limits of the process","names":[)~"
        R"~({"name":"stack size","type":"8 MiB","place":"at most unlimited"},)~"
        R"~({"name":"open files","type":"20"}]}]})~");
    row("info globals laps",
        "[0] info globals with 'laps', as this rank has them\n"
        "  g_laps  int    ring.cpp\n"
        "  (41 more)\n",
        R"~({"reply":"info globals","asked":"laps","descriptions":[{"ranks":"0","names":[)~"
        R"~({"name":"g_laps","type":"int","place":"ring.cpp"}],"left":41}]})~");
}

void TestPrinters::answersOfValues()
{
    answers();
}

void TestPrinters::foundLinesAreShownByFile()
{
    const QTemporaryDir folder;
    const auto write = [&](const char* name, const QByteArray& bytes) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write");
        return debug::DescribedName{file.fileName().toStdString(), ""};
    };
    QByteArray many;
    for (int i = 0; i < 199; ++i)
        many += "relax\n";
    const auto ring = write("ring.c", "int a;\n\tcall(a); // A\n");
    const auto solver = write("solver.f90", "  A = call(1)\n");
    Answers::sources = {ring, solver, write("many.c", many), {"/no/such/file.c", ""}};

    const std::string where = folder.path().toStdString();
    QCOMPARE(outputOf("search call(", Kind::Text), where + "/ring.c\n  2  call(a); // A\n" + where +
                                                       "/solver.f90\n  1  A = call(1)\n" +
                                                       "(1 source file cannot be read on this machine)\n");
    QCOMPARE(outputOf("search xyzzy", Kind::Text), std::string("no line of 3 source files has 'xyzzy'\n"
                                                               "(1 source file cannot be read on this machine)\n"));
    const auto found = nlohmann::json::parse(outputOf("search A", Kind::Json));
    QCOMPARE(found["reply"], "search");
    QCOMPARE(found["text"], "A");
    QCOMPARE(found["searched"], 3);
    QCOMPARE(found["missing"], 1);
    QCOMPARE(found["more"], false);
    QCOMPARE(found["files"].size(), 2U);
    QCOMPARE(found["files"][0]["lines"], nlohmann::json::parse(R"([{"line":2,"text":"\tcall(a); // A"}])"));

    const auto more = [](const char* command) { return nlohmann::json::parse(outputOf(command, Kind::Json))["more"]; };
    QCOMPARE(more("search relax"), false);
    Answers::sources.push_back(write("other.c", "relax\n"));
    QCOMPARE(more("search relax"), false); // 200
    Answers::sources.push_back(write("another.c", "relax\n"));
    QCOMPARE(more("search relax"), true);
    Answers::sources.clear();
}

void TestPrinters::answers()
{
    QFETCH(QString, command);
    QFETCH(QString, text);
    QFETCH(QString, json);
    QCOMPARE(QString::fromStdString(outputOf(command.toStdString(), Kind::Text)), text);
    if (json.size() > 1)
        QCOMPARE(QString::fromStdString(outputOf(command.toStdString(), Kind::Json)), json);
}

DBGR_TEST(TestPrinters, QCoreApplication);

} // namespace tst_printers

#include "tst_printers.moc"
