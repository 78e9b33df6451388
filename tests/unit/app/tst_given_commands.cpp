// SPDX-License-Identifier: GPL-3.0-or-later
// All that can be asked of a session is in its script, and the script asks the same. Whoever adds a kind of command
// adds ask() and show() here: without them this does not compile.
#include "app/dbgr/command_line.h"
#include "session/describe.h"
#include "session/session_script.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "tests/unit/app/batch_fixture.h"
#include "util/string_util.h"

#include <QtTest>

#include <utility>

namespace tst_given_commands {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;

namespace {

constexpr std::uint32_t kSize = 2;

/// A session, what it was asked, and a job that does as it is told and stops soon.
struct World final : private Observer
{
    World(Session& inSession, FakeBackend& inFake, ManualScheduler& inScheduler)
        : session(inSession), fake(inFake), scheduler(inScheduler), m_observing(session.observe(*this))
    {
        fake.places = {placeIn("a.cpp"), placeIn("b.cpp")};
        fake.answersQuery = [this](const debug::EngineCommand& command) { return answer(command); };
    }

    void run() { scheduler.runUntilIdle(); }
    void settle()
    {
        for (int round = 0; round < 30; ++round) {
            run();
            const util::RankSet running = session.processes().inState(RankState::Running);
            if (std::exchange(m_ends, fake.leaves + fake.kills) != fake.leaves + fake.kills) {
                fake.exit(ranks("0-1"), 0, 9);
                fake.endJob(9);
            } else if (std::exchange(m_detaches, fake.detaches) != fake.detaches) {
                fake.say({debug::DaemonEvent(debug::RanksDetached{ranks("0-1")})});
            } else if (std::exchange(m_again, fake.attachesAgain) != fake.attachesAgain) {
                fake.say({AttachedAgain{{}, ranks("1")}});
            } else if (session.state() == SessionState::Launching) {
                fake.bringUp(kSize);
                if (losesOne)
                    fake.say({debug::DaemonEvent(debug::RanksLost{ranks("1"), {debug::Errc::DaemonLost, "gone", ""}})});
            } else if (!running.empty()) {
                fake.stop(running, breakpointHit(99));
            } else {
                return;
            }
        }
    }
    /// Done, and the answers are in.
    void done(const util::Result<void>& asked)
    {
        if (!asked)
            refused = asked.error().message();
        settle();
    }
    void done(const util::Result<util::BreakpointId>& asked)
    {
        done(asked.map([](util::BreakpointId) {}));
    }

    Session& session;
    FakeBackend& fake;
    ManualScheduler& scheduler;
    std::vector<GivenCommand> heard;
    std::string refused;
    bool losesOne = false;

private:
    void sessionChanged(const ChangeSet&, std::span<const SessionEvent> events) override
    {
        for (const SessionEvent& event : events) {
            if (const auto* const given = std::get_if<CommandGiven>(&event))
                heard.push_back(given->what);
        }
    }
    static debug::BreakpointPlace placeIn(const char* file)
    {
        debug::BreakpointPlace place{{file, "work()", "ring", 0}, {}, "", {}, ranks("0-1")};
        place.where.file = file;
        return place;
    }
    [[nodiscard]] std::optional<debug::EngineReply> answer(const debug::EngineCommand& command) const
    {
        debug::ThreadsReply threads;
        debug::FramesReply frames;
        const auto* const freeze = std::get_if<debug::FreezeThreads>(&command.request);
        command.ranks.forEach([&](util::Rank rank) {
            const util::StopId stop = session.processes().at(rank).stopId;
            const debug::ThreadInfo second{util::ThreadId(71), 2, "worker", {}, true, freeze && freeze->freeze};
            threads.ranks.push_back({rank, stop, {{util::ThreadId(70), 1, "main", {}, false}, second}});
            auto caller = frame("main", "ring.cpp", 40);
            caller.index = 1;
            frames.ranks.push_back({rank, stop, {}, {frame("work", "ring.cpp", 101), caller}, false});
        });
        if (std::holds_alternative<debug::GetFrames>(command.request))
            return debug::EngineReply{std::move(frames), {}};
        if (std::holds_alternative<debug::Evaluate>(command.request))
            return debug::EngineReply{debug::ValuesReply{{{command.ranks, "1", "int", ""}}}, {}};
        if (std::holds_alternative<debug::Assign>(command.request) ||
            std::holds_alternative<debug::TakeBack>(command.request))
            return debug::EngineReply{debug::ChangesReply{{{command.ranks, "1", "2", "int", ""}}}, {}};
        if (freeze || std::holds_alternative<debug::SelectThread>(command.request) ||
            std::holds_alternative<debug::GetThreads>(command.request))
            return debug::EngineReply{std::move(threads), {}};
        return debug::EngineReply{};
    }

    int m_ends = 0;
    int m_detaches = 0;
    int m_again = 0;
    util::Subscription m_observing;
};

template <class Kind>
struct Wanted
{};

const util::BreakpointId kFirst(1);
const auto kIgnored = [](const auto&) {};

// ---- For each kind: somebody asks it.

void ask(Wanted<GivenLaunch>, World& w)
{
    auto spec = w.session.launchSpec();
    spec.environment.emplace_back("A=x y");
    w.session.leave();
    w.settle();
    w.done(w.session.launch(std::move(spec)));
}

void ask(Wanted<GivenAttach>, World&)
{} // see replayOf()

void ask(Wanted<GivenAttachAgain>, World& w)
{
    w.done(w.session.attachAgain());
}

void ask(Wanted<GivenAddBreakpoint>, World& w)
{
    for (const char* const typed :
         {"a b.cpp:29 thread 2 on 1 if lap == 2", "/^solve_/", "*work+26", "catch throw std::bad_alloc on 0",
          "catch syscall write close", "trace work, x, p.y on 1 if x > 1", "rwatch total if total > 1",
          "watch --slow total", "watch --write lap group io", "lib*solver.so:solve group late on 1 if x > 1",
          "*/solver/ops.cpp:41"}) {
        w.done(w.session.addBreakpoint(parseBreakpoint(typed)->spec));
    }
    debug::BreakpointSpec data;
    data.where = debug::WatchedData{"lap"};
    w.done(w.session.addBreakpoint(data, {std::nullopt, 1}));
    w.done(w.session.addTemporaryBreakpoint(breakIn("once")));
    w.done(w.session.addBarrier(breakIn("meet"), ranks("0-1")));
    w.done(w.session.addBarrier(breakIn("gather"), ranks("1")));
}

void ask(Wanted<GivenChangeBreakpoint>, World& w)
{
    w.done(w.session.addBreakpoint(breakIn("work")));
    w.done(w.session.changeBreakpoint(kFirst, "lap == 2", true));
    w.done(w.session.changeBreakpoint(kFirst, "lap == 2", false));
    w.done(w.session.changeBreakpoint(kFirst, "", false));
    w.done(w.session.changeBreakpoint(kFirst, "", true));
}

void ask(Wanted<GivenIgnoreBreakpoint>, World& w)
{
    w.done(w.session.addBreakpoint(breakIn("work")));
    w.done(w.session.ignoreBreakpoint(kFirst, 3));
    w.done(w.session.ignoreBreakpoint(kFirst, 0));
}

void ask(Wanted<GivenBreakpointCommands>, World& w)
{
    w.done(w.session.addBreakpoint(breakIn("work")));
    w.done(w.session.setBreakpointCommands(kFirst, "print lap; continue"));
    w.done(w.session.setBreakpointCommands(kFirst, ""));
}

void ask(Wanted<GivenBreakpointGroup>, World& w)
{
    w.done(w.session.addBreakpoint(breakIn("work")));
    w.done(w.session.setBreakpointGroup(kFirst, "solver"));
    w.done(w.session.setBreakpointGroup(kFirst, "output"));
    w.done(w.session.setBreakpointGroup(kFirst, ""));
}

void ask(Wanted<GivenSwitchPlace>, World& w)
{
    w.done(w.session.addBreakpoint(breakIn("work")));
    w.done(w.session.switchPlace(kFirst, 2, false));
    w.done(w.session.switchPlace(kFirst, 2, true));
}

void ask(Wanted<GivenRemoveBreakpoint>, World& w)
{
    w.done(w.session.addBreakpoint(breakIn("work")));
    w.done(w.session.removeBreakpoint(kFirst));
}

void ask(Wanted<GivenFocus>, World& w)
{
    w.done(w.session.setFocus(ranks("1")));
    w.done(w.session.continueRanks(ranks("1")));
    w.done(w.session.setFocus(ranks("0-1")));
}

void ask(Wanted<GivenLeader>, World& w)
{
    w.done(w.session.setLeadingRank(util::Rank(1)));
    w.done(w.session.continueRanks(ranks("0-1")));
}

void ask(Wanted<GivenContinue>, World& w)
{
    w.done(w.session.continueRanks(ranks("0-1")));
    w.done(w.session.continueRanks(ranks("1")));
}

void ask(Wanted<GivenInterrupt>, World& w)
{
    static_cast<void>(w.session.continueRanks(ranks("0-1")));
    w.run();
    w.done(w.session.interrupt(ranks("0-1")));
}

void ask(Wanted<GivenStep>, World& w)
{
    w.done(w.session.continueRanks(ranks("0-1")));
    using enum debug::StepKind;
    for (const debug::Step& step : {debug::Step{Over, 3}, debug::Step{Into, 1, true}, debug::Step{Over, 2, false, true},
                                    debug::Step{Out}, debug::Step{IntoInstruction, 2}, debug::Step{OverInstruction}})
        w.done(w.session.step(ranks("0-1"), step));
    w.done(w.session.stepTogether(ranks("0-1"), debug::Step{Over}));
}

void ask(Wanted<GivenRunTo>, World& w)
{
    w.done(w.session.runTo(ranks("0-1"), {debug::SourceLine{"ring.cpp", 41}}));
    w.done(w.session.runTo(ranks("1"), {debug::FunctionName{"work(int, int)"}, true}));
}

void ask(Wanted<GivenMove>, World& w)
{
    w.done(w.session.continueRanks(ranks("0-1")));
    w.done(w.session.jump(ranks("0-1"), {debug::SourceLine{"ring.cpp", 41}}));
    w.done(w.session.returnNow(ranks("1"), {"x + 1"}));
}

void ask(Wanted<GivenSignal>, World& w)
{
    w.done(w.session.handleSignal({10, true, false}));
    w.done(w.session.handleSignal({12, false, true}));
    w.done(w.session.handleSignal({12, false, true, true}));
}

void ask(Wanted<GivenFloatTraps>, World& w)
{
    w.session.trapFloats(ranks("0-1"), util::FloatTraps::usual());
    w.session.trapFloats(ranks("1"), {});
    w.settle();
}

void ask(Wanted<GivenHold>, World& w)
{
    w.done(w.session.putOnHold(ranks("1")));
    w.done(w.session.takeOffHold(ranks("1")));
}

void ask(Wanted<GivenStopAll>, World& w)
{
    w.session.setStopAll(true);
    w.session.setStopAll(false);
    w.settle();
}

void ask(Wanted<GivenCatchReports>, World& w)
{
    w.session.setCatchReports(false);
    w.session.setCatchReports(true);
    w.settle();
}

void ask(Wanted<GivenInput>, World& w)
{
    w.done(w.session.sendInput(ranks("0"), "yes\n", false).map([](InputId) {}));
    w.done(w.session.sendInput(ranks("0-1"), "\t\\n", false).map([](InputId) {}));
    w.done(w.session.sendInput(ranks("1"), "", true).map([](InputId) {}));
}

void ask(Wanted<GivenAssign>, World& w)
{
    w.done(w.session.continueRanks(ranks("0-1")));
    static_cast<void>(w.session.assign(ranks("0-1"), "a(1)", "b = 2", {std::nullopt, 1}, kIgnored));
    w.settle();
}

void ask(Wanted<GivenCall>, World& w)
{
    w.done(w.session.continueRanks(ranks("0-1")));
    w.session.call(ranks("0-1"), "check(a, 7)", {}, kIgnored);
    w.settle();
    w.session.call(ranks("1"), "--a", {std::nullopt, 1}, kIgnored);
    w.settle();
}

void ask(Wanted<GivenTakeBack>, World& w)
{
    w.done(w.session.continueRanks(ranks("0-1")));
    const std::uint64_t number = w.session.assign(ranks("0-1"), "a", "2", {std::nullopt, 1}, kIgnored);
    w.settle();
    w.session.takeBack(ranks("0-1"), number, kIgnored);
    w.settle();
}

void ask(Wanted<GivenGroup>, World& w)
{
    w.done(w.session.defineGroup("good", "all - 1"));
    w.done(w.session.freezeGroup("bad", "!good"));
    w.done(w.session.addToGroup("bad", ranks("0")));
}

void ask(Wanted<GivenDeleteGroup>, World& w)
{
    w.done(w.session.defineGroup("good", "0"));
    w.done(w.session.deleteGroup("good"));
}

void ask(Wanted<GivenRenameGroup>, World& w)
{
    w.done(w.session.defineGroup("good", "0"));
    w.done(w.session.renameGroup("good", "better"));
}

void ask(Wanted<GivenSelectThread>, World& w)
{
    w.done(w.session.continueRanks(ranks("0-1")));
    w.session.selectThread(ranks("0-1"), debug::ThreadIndex{2}, kIgnored);
    w.settle();
}

void ask(Wanted<GivenFreeze>, World& w)
{
    w.done(w.session.continueRanks(ranks("0-1")));
    for (const bool freeze : {true, false}) {
        w.session.freezeThreads(ranks("0-1"), {{debug::ThreadIndex{2}}, freeze}, kIgnored);
        w.settle();
        w.session.freezeThreads(ranks("1"), {{}, freeze}, kIgnored);
        w.settle();
    }
}

void ask(Wanted<GivenDetach>, World& w)
{
    w.done(w.session.detach());
}

void ask(Wanted<GivenKill>, World& w)
{
    w.done(w.session.kill());
}

void ask(Wanted<GivenLeave>, World& w)
{
    w.session.leave();
    w.settle();
}

// ---- And what of it has to be the same.

std::string show(const util::RankSet& asked)
{
    return asked.toString();
}

std::string show(const GivenLaunch& e)
{
    return util::join(e.spec.argv, " ") + " in " + e.spec.workingDirectory + " with " +
           util::join(e.spec.environment, ",") + " to " + name(e.spec.hold);
}
std::string show(const GivenAttach& e)
{
    return describe(e.spec.target) + (e.spec.ranks ? " " + show(*e.spec.ranks) : "");
}
std::string show(const GivenAttachAgain& e)
{
    return show(e.ranks);
}
std::string show(const GivenAddBreakpoint& e)
{
    return std::to_string(e.spec.id.value()) + " " + describe(e.spec) + (e.temporary ? " once" : "") +
           (e.barrier ? " gathering " + show(*e.barrier) : "") +
           (std::holds_alternative<debug::WatchedData>(e.spec.where)
                ? " in frame " + std::to_string(e.frame.value_or(0))
                : "");
}
std::string show(const GivenChangeBreakpoint& e)
{
    return std::to_string(e.spec.id.value()) + " " + describe(e.spec) + (e.spec.enabled ? "" : " off");
}
std::string show(const GivenIgnoreBreakpoint& e)
{
    return std::to_string(e.id.value()) + " " + std::to_string(e.count);
}
std::string show(const GivenBreakpointCommands& e)
{
    return std::to_string(e.id.value()) + " " + e.commands;
}
std::string show(const GivenBreakpointGroup& e)
{
    return std::to_string(e.id.value()) + " " + e.group;
}
std::string show(const GivenSwitchPlace& e)
{
    return numberText({e.id, e.place}) + (e.on ? " on " : " off ") + std::to_string(e.off.size());
}
std::string show(const GivenRemoveBreakpoint& e)
{
    return std::to_string(e.id.value());
}
std::string show(const GivenFocus& e)
{
    return show(e.ranks);
}
std::string show(const GivenLeader& e)
{
    return std::to_string(e.rank.value());
}
std::string show(const GivenContinue& e)
{
    return show(e.ranks) + " " + show(e.moving);
}
std::string show(const GivenInterrupt& e)
{
    return show(e.ranks);
}
std::string show(const GivenStep& e)
{
    return show(e.ranks) + " " + show(e.moving) + " " + debug::asTyped(debug::Step{e.kind, e.count, e.alone, e.team}) +
           (e.together ? " together" : "");
}
std::string show(const GivenRunTo& e)
{
    return show(e.ranks) + " " + show(e.moving) + " " + debug::asTyped(e.what);
}
std::string show(const GivenMove& e)
{
    return show(e.ranks) + " " + show(e.moving) + " " + debug::asTyped(e.what);
}
std::string show(const GivenSignal& e)
{
    return std::to_string(e.rule.signal) + " " + describe(e.rule);
}
std::string show(const GivenFloatTraps& e)
{
    return show(e.ranks) + " " + e.traps.text();
}
std::string show(const GivenHold& e)
{
    return show(e.ranks) + (e.on ? " on" : " off");
}
std::string show(const GivenStopAll& e)
{
    return e.on ? "on" : "off";
}
std::string show(const GivenCatchReports& e)
{
    return e.on ? "on" : "off";
}
std::string show(const GivenInput& e)
{
    return show(e.ranks) + " " + e.text + (e.eof ? " eof" : "");
}
std::string show(const GivenAssign& e)
{
    return show(e.ranks) + " " + e.target + " := " + e.value + " in frame " + std::to_string(e.frame.value_or(0));
}
std::string show(const GivenCall& e)
{
    return show(e.ranks) + " " + e.expression + " in frame " + std::to_string(e.frame.value_or(0));
}
std::string show(const GivenTakeBack& e)
{
    return show(e.ranks);
}
std::string show(const GivenGroup& e)
{
    return e.name + " = " + e.definition;
} // its origin is a comment
std::string show(const GivenDeleteGroup& e)
{
    return e.name;
}
std::string show(const GivenRenameGroup& e)
{
    return e.from + " " + e.to;
}
std::string show(const GivenSelectThread& e)
{
    return show(e.ranks) + " " + std::to_string(e.thread.value);
}
std::string show(const GivenFreeze& e)
{
    return show(e.ranks) + " " + debug::asTyped(requestOf(e));
}
std::string show(const GivenDetach&)
{
    return "detach";
}
std::string show(const GivenKill&)
{
    return "kill";
}
std::string show(const GivenLeave&)
{
    return "leave";
}

template <class Kind>
std::string shown(const std::vector<GivenCommand>& heard)
{
    std::string all;
    for (const GivenCommand& given : heard) {
        if (const auto* const one = std::get_if<Kind>(&given))
            all += show(*one) + "\n";
    }
    return all;
}

// ---- Asked, written, read, and asked again.

std::vector<std::string> linesOf(const SessionScript& script)
{
    std::vector<std::string> lines;
    const std::string text = script.text();
    for (const std::string_view line : util::split(text, '\n'))
        lines.emplace_back(line);
    return lines;
}

template <class Kind>
std::string replayOf(std::vector<std::string> lines)
{
    BatchFixture again(std::move(lines), BatchFixture::Kind::Text);
    World world(again.session, *again.backend, again.scheduler);
    world.losesOne = std::is_same_v<Kind, GivenAttachAgain>;
    again.start();
    world.settle();
    return shown<Kind>(world.heard);
}

/// What says it is the first line, for those who read.
template <>
std::string replayOf<GivenAttach>(std::vector<std::string> lines)
{
    std::vector<std::string> words;
    for (const std::string_view word : util::split(lines.at(0), ' '))
        words.emplace_back(word);
    words.erase(words.begin(), words.begin() + 2); // "# dbgr"
    const auto line = app::parseCommandLine(words);
    if (!line || !line->attach)
        return lines.at(0);
    GivenAttach given;
    given.spec.target = *line->attach;
    given.spec.ranks = line->ranks;
    return show(given) + "\n";
}

template <class Kind>
void beginJob(World& world)
{
    world.losesOne = std::is_same_v<Kind, GivenAttachAgain>;
    launchers::AttachSpec attach;
    attach.target = launchers::LooseProcesses{{util::Pid(12), util::Pid(13)}};
    attach.ranks = ranks("1");
    if constexpr (std::is_same_v<Kind, GivenAttach>)
        world.done(world.session.attach(attach));
    else
        world.done(world.session.launch(launchSpec()));
}

template <class Kind>
void isAskedAgain()
{
    SessionFixture first;
    SessionScript script;
    const auto recording = first.session->observe(script);
    World world(*first.session, *first.fake, first.scheduler);
    beginJob<Kind>(world);
    ask(Wanted<Kind>{}, world);
    QCOMPARE(QString::fromStdString(world.refused), QString());
    const std::string asked = shown<Kind>(world.heard);
    QVERIFY2(!asked.empty(), QTest::currentDataTag());
    const auto lines = linesOf(script);
    const std::string again = replayOf<Kind>(lines);
    QVERIFY2(again == asked, (util::join(lines, "\n") + "\nasked:\n" + asked + "asked again:\n" + again).c_str());
}

using Replay = void (*)();

template <std::size_t... kKind>
std::vector<Replay> replaysOfAll(std::index_sequence<kKind...>)
{
    return {isAskedAgain<std::variant_alternative_t<kKind, GivenCommand>>...};
}

} // namespace

class TestGivenCommands : public QObject
{
    Q_OBJECT

private slots:
    void eachKindIsWrittenAndAskedAgain_data()
    {
        QTest::addColumn<int>("kind");
        for (int kind = 0; kind < int(std::variant_size_v<GivenCommand>); ++kind)
            QTest::addRow("%d of GivenCommand", kind) << kind;
    }
    void eachKindIsWrittenAndAskedAgain()
    {
        QFETCH(int, kind);
        replaysOfAll(std::make_index_sequence<std::variant_size_v<GivenCommand>>()).at(std::size_t(kind))();
    }
};

DBGR_TEST(TestGivenCommands, QCoreApplication);

} // namespace tst_given_commands

#include "tst_given_commands.moc"
