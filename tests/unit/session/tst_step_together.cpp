// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks that walk the same program, each on a way of its own, step together.
#include "debug/debug_error.h"
#include "session/session_error.h"
#include "session/step_together.h"
#include "session/story.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"

#include <QTest>

#include <map>

namespace tst_step_together {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;
using debug::StepKind;
using util::Rank;
using util::RankSet;

namespace {

/// A place of a way: "main:30 work:7", outermost first.
using Stack = std::vector<debug::Frame>;

Stack stackOf(const QString& text)
{
    Stack stack;
    for (const QString& word : text.split(' '))
        stack.insert(stack.begin(),
                     frame(word.section(':', 0, 0).toStdString(), "ring.cpp", word.section(':', 1).toUInt()));
    return stack;
}

struct Walk
{
    std::vector<Stack> places;
    std::size_t at = 0;
    std::size_t breakpoint = ~std::size_t(0); ///< the place that has one

    [[nodiscard]] const Stack& here() const { return places.at(at); }
    /// As an engine steps. \return why it stopped
    debug::StopCause step(const debug::Step& what)
    {
        const std::size_t depth = here().size();
        const std::size_t deepest = what.kind == StepKind::Into   ? ~std::size_t(0)
                                    : what.kind == StepKind::Over ? depth
                                                                  : depth - what.count;
        if (at + 1 < places.size())
            ++at;
        while (at + 1 < places.size() && here().size() > deepest && at != breakpoint)
            ++at;
        debug::StopCause cause =
            at == breakpoint ? breakpointHit(1, here().front()) : stopCause(debug::StopReason::Step, here().front());
        if (what.kind == StepKind::Out)
            cause.returnedFrom = "work";
        return cause;
    }
};

struct Walkers : SessionFixture
{
    /// Each rank's way, places parted by commas. All stand at their first.
    explicit Walkers(const std::vector<QString>& ways)
    {
        for (const QString& way : ways) {
            Walk walk;
            for (const QString& place : way.split(','))
                walk.places.push_back(stackOf(place.trimmed()));
            walks.push_back(walk);
        }
        fake->answersQuery = [this](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
            if (!std::holds_alternative<debug::GetFrames>(command.request))
                return std::nullopt;
            debug::FramesReply frames;
            command.ranks.forEach([&](Rank rank) {
                frames.ranks.push_back({rank, {}, {}, walks.at(rank.value()).here()});
            });
            return debug::EngineReply{frames, {}};
        };
        const auto all = RankSet::firstN(static_cast<std::uint32_t>(ways.size()));
        bringUpRunning(static_cast<std::uint32_t>(ways.size()));
        fake->stop(all, breakpointHit(1));
        run();
        recorder.clear();
        m_done = fake->submitted.size();
    }

    /// Has ranks do the steps that they were told to do, until none is left, but for those that are stuck.
    void walk()
    {
        run();
        while (m_done < fake->submitted.size()) {
            const debug::EngineCommand command = fake->submitted.at(m_done++).command;
            if (const auto* const step = std::get_if<debug::Step>(&command.request)) {
                steps.push_back(command.ranks.toString() + ' ' + debug::asTyped(command.request));
                (command.ranks - stuck).forEach([&](Rank rank) {
                    fake->stop(RankSet(rank), walks.at(rank.value()).step(*step));
                });
            }
            run();
        }
    }

    [[nodiscard]] QString place(std::uint32_t rank) const
    {
        const debug::Frame& top = walks.at(rank).here().front();
        return QString::fromStdString(top.function + ':' + std::to_string(top.where.line));
    }
    /// "0-2 main:30; 3 main:31": all stops that were told, and nothing of those on the way.
    [[nodiscard]] QString toldStops() const
    {
        QStringList told;
        for (const debug::StopGroup& stop : recorder.all<debug::StopGroup>())
            told << QString::fromStdString(stop.ranks.toString() + ' ' + stop.cause.top.function + ':' +
                                           std::to_string(stop.cause.top.where.line));
        return told.join("; ");
    }
    /// "ahead 3; elsewhere 4".
    [[nodiscard]] QString toldApart() const
    {
        QStringList told;
        for (const RanksApart& apart : recorder.all<RanksApart>())
            told << QString::fromStdString(std::string(name(apart.course)) + ' ' + apart.ranks.toString());
        return told.join("; ");
    }

    std::vector<Walk> walks;
    std::vector<std::string> steps; ///< "0-3 next"
    RankSet stuck;

private:
    std::size_t m_done = 0;
};

const QString kLoop = "main:27, main:28, main:27, main:28, main:27, main:28, main:30, main:31, main:32";

} // namespace

class TestStepTogether : public QObject
{
    Q_OBJECT

private slots:
    void ranksThatStayTogetherStepOnce()
    {
        Walkers f({"main:28, main:29, main:30", "main:28, main:29, main:30", "main:28, main:29, main:30"});
        QVERIFY(f.session->stepTogether(ranks("0-2"), {StepKind::Over}));
        QCOMPARE(f.session->steppingTogether(), ranks("0-2"));
        f.walk();
        QCOMPARE(f.steps, (std::vector<std::string>{"0-2 next"}));
        QCOMPARE(f.toldStops(), "0-2 main:29");
        QCOMPARE(f.toldApart(), "");
        QVERIFY(f.session->steppingTogether().empty());
    }

    void ranksThatAreBehindCatchUp()
    {
        // The leader takes the short way, rank 1 the long one, rank 2 a call that has a breakpoint of its own.
        Walkers f({"main:20, main:25, main:26", "main:20, main:21, main:22, main:25, main:26",
                   "main:20, main:22, main:22 work:3, main:22 work:4, main:25, main:26"});
        QVERIFY(f.session->stepTogether(ranks("0-2"), {StepKind::Over}));
        f.walk();
        QCOMPARE(f.toldStops(), "0-2 main:25");
        QCOMPARE(f.toldApart(), "");
        QCOMPARE(f.steps.front(), std::string("0-2 next"));
    }

    void whoIsBehindAtTheBeginningCatchesUpFirst()
    {
        Walkers f(
            {"main:30, main:31", "main:28, main:29, main:30, main:31", "main:29 work:7, main:29, main:30, main:31"});
        QVERIFY(f.session->stepTogether(ranks("0-2"), {StepKind::Over}));
        f.walk();
        QCOMPARE(f.toldStops(), "0-2 main:31");
        QCOMPARE(f.steps.back(), std::string("0-2 next"));
    }

    void whoIsAheadStandsUntilTheLeaderComes()
    {
        Walkers f({"main:20, main:21, main:22, main:25, main:26", "main:20, main:25, main:26"});
        for (int i = 0; i < 3; ++i) {
            f.recorder.clear();
            QVERIFY(f.session->stepTogether(ranks("0-1"), {StepKind::Over}));
            f.walk();
            QCOMPARE(f.toldApart(), i < 2 ? "ahead 1" : "");
            QCOMPARE(f.place(1), "main:25");
        }
        QCOMPARE(f.place(0), "main:25");
        f.recorder.clear();
        QVERIFY(f.session->stepTogether(ranks("0-1"), {StepKind::Over}));
        f.walk();
        QCOMPARE(f.toldStops(), "0-1 main:26");
    }

    void itIsToldWhoIsApart()
    {
        Walkers f({"main:20, main:21", "main:20, main:25", "play:3, play:4"});
        QVERIFY(f.session->stepTogether(ranks("0-2"), {StepKind::Over}));
        f.walk();
        QCOMPARE(f.toldApart(), "ahead 1; elsewhere 2");
        QCOMPARE(f.place(2), "play:3");
        QStringList words;
        for (const RanksApart& apart : f.recorder.all<RanksApart>())
            words << QString::fromStdString(storyOf(apart)->text);
        QCOMPARE(words, (QStringList{"ahead of rank 0: left standing until it comes",
                                     "not on the way of rank 0: left standing"}));
    }

    void loopsOfDifferentLengthsEndTogether()
    {
        Walkers f({"main:26, main:30, main:31, main:32", "main:26, " + kLoop, "main:26, " + kLoop});
        QVERIFY(f.session->stepTogether(ranks("0-2"), {StepKind::Over}));
        f.walk();
        QCOMPARE(f.toldStops(), "0-2 main:30");
        QVERIFY(f.session->stepTogether(ranks("0-2"), {StepKind::Over, 2}));
        f.recorder.clear();
        f.walk();
        QCOMPARE(f.toldStops(), "0-2 main:32");
    }

    void whoNeverComesIsLeftBehind()
    {
        QString endless = "main:26";
        for (std::uint32_t i = 0; i < 2 * StepTogether::kMostCatchingUp; ++i)
            endless += ", main:27, main:28";
        Walkers f({"main:26, main:30, main:31", endless});
        QVERIFY(f.session->stepTogether(ranks("0-1"), {StepKind::Over}));
        f.walk();
        QCOMPARE(f.toldApart(), "behind 1");
        QCOMPARE(f.steps.size(), std::size_t(1 + StepTogether::kMostCatchingUp));
        QCOMPARE(QString::fromStdString(storyOf(f.recorder.all<RanksApart>().at(0))->text),
                 "behind rank 0 still, after 100 steps");
    }

    void whatStopsARankOnTheWayIsToldAndItIsLeftThere()
    {
        Walkers f({"main:20, main:25, main:26", "main:20, main:21, main:22, main:25, main:26"});
        f.walks[1].breakpoint = 2;
        QVERIFY(f.session->stepTogether(ranks("0-1"), {StepKind::Over}));
        f.walk();
        QCOMPARE(f.toldStops(), "1 main:22; 0 main:25");
        QCOMPARE(f.toldApart(), "");
        QCOMPARE(f.place(1), "main:22");
    }

    void aStopOfTheLeaderEndsSeveralSteps()
    {
        Walkers f({"main:20, main:21, main:22, main:23", "main:20, main:21, main:22, main:23"});
        f.walks[0].breakpoint = 2;
        QVERIFY(f.session->stepTogether(ranks("0-1"), {StepKind::Over, 3}));
        f.walk();
        QCOMPARE(f.toldStops(), "0 main:22; 1 main:22");
    }

    void leavingAFunctionTogether()
    {
        Walkers f({"main:30 work:7, main:30, main:31", "main:30 work:7, main:30, main:31"});
        QVERIFY(f.session->stepTogether(ranks("0-1"), {StepKind::Out}));
        f.walk();
        QCOMPARE(f.toldStops(), "0-1 main:30");
        QCOMPARE(f.recorder.all<debug::StopGroup>().at(0).cause.returnedFrom, std::string("work"));
    }

    void theLeaderIsTheOneThatLeadsTheFocus()
    {
        Walkers f({"main:28, main:29, main:30, main:31, main:32", "main:30, main:31, main:32"});
        QVERIFY(f.session->setLeadingRank(Rank(1)));
        QVERIFY(f.session->stepTogether(ranks("0-1"), {StepKind::Over}));
        f.walk();
        QCOMPARE(f.place(1), "main:31");
        QCOMPARE(f.place(0), "main:31");
    }

    void anInterruptEndsItWhereverRanksAre()
    {
        Walkers f({"main:28, main:29", "main:28, main:29"});
        f.stuck = ranks("1");
        QVERIFY(f.session->stepTogether(ranks("0-1"), {StepKind::Over}));
        f.walk();
        QCOMPARE(f.session->steppingTogether(), ranks("0-1")); // rank 0 waits with it
        QCOMPARE(f.toldStops(), "");
        QVERIFY(f.session->interrupt(ranks("0-1")));
        QCOMPARE(f.fake->last<debug::Interrupt>().command.ranks, ranks("1"));
        f.fake->stop(ranks("1"), stopCause(debug::StopReason::Interrupt));
        f.run();
        QCOMPARE(f.toldStops(), "0 main:29; 1 main:29");
        QVERIFY(f.session->steppingTogether().empty());
    }

    void ranksOfItAreWaitedFor()
    {
        Walkers f({"main:20, main:25", "main:20, main:21, main:25"});
        bool settled = false;
        QVERIFY(f.session->stepTogether(ranks("0-1"), {StepKind::Over}));
        const auto wait = f.session->waitUntilSettled(ranks("0"), [&] {
            settled = true;
            QVERIFY(f.session->steppingTogether().empty());
        });
        f.walk();
        QVERIFY(settled);
        QCOMPARE(f.place(1), "main:25");
    }

    void whoeverIsToldSomethingElseLeaves()
    {
        Walkers f({"main:20, main:21, main:22", "main:20, main:21, main:22", "main:20, main:21, main:22"});
        f.stuck = ranks("2");
        QVERIFY(f.session->stepTogether(ranks("0-2"), {StepKind::Over}));
        f.walk();
        QVERIFY(f.session->continueRanks(ranks("1")));
        f.run();
        QCOMPARE(f.session->steppingTogether(), ranks("0,2"));
        f.fake->exit(ranks("2"), 0);
        f.run();
        QCOMPARE(f.toldStops(), "1 main:21; 0 main:21");
        QVERIFY(f.session->steppingTogether().empty());
    }

    void withoutItsLeaderItIsOver()
    {
        Walkers f({"main:20, main:21", "main:20, main:21"});
        f.stuck = ranks("0");
        QVERIFY(f.session->stepTogether(ranks("0-1"), {StepKind::Over}));
        f.walk();
        f.fake->exit(ranks("0"), 0, 9);
        f.run();
        QCOMPARE(f.toldStops(), "1 main:21");
        QVERIFY(f.session->steppingTogether().empty());
    }

    void aSecondGroupStepsBesideTheFirst()
    {
        Walkers f({"main:20, main:21", "main:20, main:21", "main:20, main:21", "main:20, main:21"});
        f.stuck = ranks("1");
        QVERIFY(f.session->stepTogether(ranks("0-1"), {StepKind::Over}));
        QVERIFY(f.session->stepTogether(ranks("2-3"), {StepKind::Over}));
        f.walk();
        QCOMPARE(f.toldStops(), "2-3 main:21");
        QCOMPARE(f.session->steppingTogether(), ranks("0-1"));
    }

    void ranksThatCannotStepAreToldOnce()
    {
        Walkers f({"main:20, main:21", "main:20, main:21"});
        f.fake->answersControl = false;
        QVERIFY(f.session->stepTogether(ranks("0-1"), {StepKind::Over}));
        f.run();
        const util::Error why{make_error_code(debug::Errc::Frozen), "frozen", {}};
        f.fake->reply(f.fake->last<debug::Step>().id, debug::EngineReply{debug::DoneReply{}, {{ranks("1"), why}}});
        f.fake->stop(ranks("0"), stopCause(debug::StopReason::Step, frame("main", "ring.cpp", 21)));
        f.run();
        QCOMPARE(f.recorder.all<CommandFailed>().size(), std::size_t(1));
        QCOMPARE(f.recorder.all<CommandFailed>().at(0).ranks, ranks("1"));
        QCOMPARE(f.toldStops(), "0 main:21");
        QVERIFY(f.session->steppingTogether().empty());
    }

    void stacksThatCannotBeReadEndIt()
    {
        Walkers f({"main:20, main:21", "main:20, main:21"});
        f.fake->answersQuery = nullptr;
        QVERIFY(f.session->stepTogether(ranks("0-1"), {StepKind::Over}));
        f.run();
        const util::Error why{make_error_code(debug::Errc::EngineFailed), "no", {}};
        f.fake->reply(f.fake->last<debug::GetFrames>().id, util::fail(why));
        f.run();
        QCOMPARE(f.recorder.all<CommandFailed>().size(), std::size_t(1));
        QVERIFY(f.session->steppingTogether().empty());
        QCOMPARE(f.fake->count<debug::Step>(), std::size_t(0));
    }

    void instructionsAreNotSteppedTogether()
    {
        Walkers f({"main:20, main:21"});
        QVERIFY(f.session->stepTogether(ranks("0"), {StepKind::IntoInstruction}).error().code ==
                std::errc::invalid_argument);
    }

    void detachingEndsIt()
    {
        Walkers f({"main:20, main:21", "main:20, main:21"});
        f.stuck = ranks("0");
        QVERIFY(f.session->stepTogether(ranks("0-1"), {StepKind::Over}));
        f.walk();
        QVERIFY(f.session->detach());
        f.run();
        QVERIFY(f.session->steppingTogether().empty());
        QCOMPARE(f.toldStops(), "1 main:21");
    }
};

DBGR_TEST(TestStepTogether);

} // namespace tst_step_together

#include "tst_step_together.moc"
