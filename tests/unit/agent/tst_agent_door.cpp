// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/agent_door.h"
#include "agent/meeting_place.h"
#include "tests/support/net/run_until.h"
#include "tests/support/run/test_class.h"
#include "util/passed_descriptors.h"

#include <QtTest>

#include <csignal>
#include <deque>

#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tst_agent_door {

using namespace dbgr;
using agent::AgentDoor;
using agent::MeetingPlace;
using agent::Report;
using test::runReady;
using test::runUntil;

namespace {

/// A dbgr-exec, played by the test.
struct Caller
{
    util::UniqueFd fd;
    std::string heard = {};
    bool ended = false;

    void sayWith(std::string_view bytes, util::UniqueFd passed) const
    {
        std::vector<util::UniqueFd> list;
        list.push_back(std::move(passed));
        QVERIFY(util::sendWithDescriptors(fd.get(), bytes, list));
    }
    void say(std::string_view bytes) const { ::send(fd.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL); }
    /// All that has come so far; "-" behind it at the end of the connection.
    [[nodiscard]] const std::string& hear()
    {
        char buffer[64];
        ssize_t count = -1;
        while (!ended && (count = ::recv(fd.get(), buffer, sizeof buffer, MSG_DONTWAIT)) > 0)
            heard.append(buffer, static_cast<std::size_t>(count));
        if (!ended && count == 0) {
            ended = true;
            heard += '-';
        }
        return heard;
    }
};

struct Pipe
{
    util::UniqueFd read;
    util::UniqueFd write;
    Pipe()
    {
        int ends[2];
        [[maybe_unused]] const int made = ::pipe(ends);
        read.reset(ends[0]);
        write.reset(ends[1]);
    }
};

/// A process below the test, which is the caller; it stands, or not.
class Child
{
public:
    explicit Child(bool stands) : m_pid(::fork())
    {
        if (m_pid == 0) {
            ::pause();
            ::_exit(0);
        }
        int status = 0;
        if (stands && (::kill(m_pid, SIGSTOP) != 0 || ::waitpid(m_pid, &status, WUNTRACED) != m_pid))
            qFatal("no child");
    }
    ~Child()
    {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    [[nodiscard]] util::Pid pid() const { return util::Pid(m_pid); }

private:
    const pid_t m_pid;
};

std::string report(unsigned rank, unsigned size, bool hold = true)
{
    return encode(Report{util::Rank(rank), size, hold, "app" + std::to_string(rank)});
}

} // namespace

class TestAgentDoor : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_parent;
    std::unique_ptr<net::EventLoop> m_loop;
    std::unique_ptr<MeetingPlace> m_place;
    std::unique_ptr<AgentDoor> m_door;
    std::vector<debug::RanksFound> m_found;

    [[nodiscard]] Caller caller() { return {m_place->call(std::chrono::milliseconds(0)).value()}; }
    /// That has said that it follows what it starts.
    [[nodiscard]] Caller follower()
    {
        Caller one = caller();
        one.say(report(2, 4));
        if (!runUntil(*m_loop, [&] { return !one.hear().empty(); }))
            qFatal("no answer");
        one.say({&agent::kFollows, 1});
        return one;
    }
    [[nodiscard]] util::RankSet foundRanks() const
    {
        util::RankSet ranks;
        for (const auto& found : m_found)
            for (const auto& process : found.ranks)
                ranks.insert(process.rank);
        return ranks;
    }

private slots:
    void init()
    {
        m_parent = std::make_unique<QTemporaryDir>();
        m_loop = net::EventLoop::create().value();
        m_place =
            std::make_unique<MeetingPlace>(MeetingPlace::enter(m_parent->path().toStdString() + "/dbgr/door").value());
        m_door = AgentDoor::open(*m_loop, std::move(**m_place->claim()), m_place->door(),
                                 [this](const debug::RanksFound& found) { m_found.push_back(found); })
                     .value();
        m_found.clear();
    }
    void cleanup()
    {
        m_door.reset();
        m_loop.reset();
    }

    void aRankIsFoundWhenItStands()
    {
        Caller one = caller();
        one.say(report(2, 4));
        QVERIFY(runUntil(*m_loop, [&] { return !one.hear().empty(); }));
        QCOMPARE(agent::decodeAnswer(one.hear())->daemon.value(), ::getpid());
        QVERIFY(m_found.empty());
        one.say({&agent::kStands, 1});
        QVERIFY(runUntil(*m_loop, [&] { return !m_found.empty(); }));
        QCOMPARE(m_found[0].jobSize, 4u);
        QVERIFY((m_found[0].ranks == std::vector<debug::LocalProcess>{{util::Rank(2), util::Pid(::getpid()), "app2"}}));
        QVERIFY(m_door->found() == m_found[0]);
    }

    /// In one piece, or byte by byte.
    void aProcessBelowACallerThatFollowsIsFound_data()
    {
        QTest::addColumn<bool>("inPieces");
        QTest::newRow("in one piece") << false;
        QTest::newRow("byte by byte") << true;
    }
    void aProcessBelowACallerThatFollowsIsFound()
    {
        QFETCH(bool, inPieces);
        const Child child(true);
        Caller one = follower();
        QVERIFY(runUntil(*m_loop, [&] { return m_found.size() == 1; }));
        QVERIFY(m_found[0].ranks.empty() && m_found[0].starters.size() == 1);
        QCOMPARE(m_found[0].starters[0].pid.value(), ::getpid());
        QVERIFY(m_found[0].starters[0].executable.ends_with("/unit_agent"));
        const std::string words = agent::encodeBelow(child.pid());
        for (std::size_t at = 0; at < words.size(); at += inPieces ? 1 : words.size()) {
            one.say(inPieces ? words.substr(at, 1) : words);
            runReady(*m_loop);
        }
        QVERIFY(runUntil(*m_loop, [&] { return m_found.size() == 2; }));
        QVERIFY(m_found[1].starters.empty() && m_found[1].ranks.size() == 1);
        QVERIFY(m_found[1].ranks[0].pid == child.pid());
        QCOMPARE(m_found[1].jobSize, 4u);
        QVERIFY(m_found[1].ranks[0].executable.ends_with("/unit_agent"));
    }

    void aCallerThatLiesOfItsProcessesIsHungUpOn_data()
    {
        QTest::addColumn<QByteArray>("words"); // STANDS and RUNS: of children that do
        const auto below = [](int pid) { return QByteArray::fromStdString(agent::encodeBelow(util::Pid(pid))); };
        QTest::newRow("garbage") << QByteArray("x");
        QTest::newRow("itself twice a script") << QByteArray("FF");
        QTest::newRow("a process that cannot be") << "F" + below(-1);
        QTest::newRow("all processes") << "F" + below(0);
        QTest::newRow("one that is not there") << "F" + below(1 << 22);
        QTest::newRow("a stranger") << "F" + below(1);
        QTest::newRow("its own parent") << "F" + below(::getppid());
        QTest::newRow("a child that runs") << QByteArray("FRUNS");
        QTest::newRow("a child, without following any") << QByteArray("STANDS");
    }
    void aCallerThatLiesOfItsProcessesIsHungUpOn()
    {
        QFETCH(QByteArray, words);
        const Child stands(true);
        const Child runs(false);
        const auto below = [](const Child& child) {
            return QByteArray::fromStdString(agent::encodeBelow(child.pid()));
        };
        words.replace("RUNS", below(runs)).replace("STANDS", below(stands));
        Caller one = caller();
        one.say(report(2, 4));
        QVERIFY(runUntil(*m_loop, [&] { return !one.hear().empty(); }));
        one.say({words.data(), static_cast<std::size_t>(words.size())});
        QVERIFY(runUntil(*m_loop, [&] { return one.hear().ends_with('-'); }));
        runReady(*m_loop);
        for (const auto& found : m_found) // at most the caller, which lives
            for (const auto& process : found.ranks)
                QCOMPARE(process.pid.value(), ::getpid());
    }

    void aCallerThatStopsFollowingIsTheRankItself()
    {
        Caller one = follower();
        one.fd.reset();
        QVERIFY(runUntil(*m_loop, [&] { return foundRanks().size() == 1; }));
        QCOMPARE(m_found.back().ranks[0].pid.value(), ::getpid());
    }

    void aScriptThatHasEndedHasNoProcess()
    {
        int ends[2];
        QCOMPARE(::pipe(ends), 0);
        const pid_t script = ::fork();
        if (script == 0) {
            const Caller one = caller();
            char answer[agent::kAnswerBytes];
            one.say(report(2, 4));
            if (::recv(one.fd.get(), answer, sizeof answer, MSG_WAITALL) == sizeof answer)
                one.say({&agent::kFollows, 1});
            ::_exit(::read(ends[0], ends, 1) == 1 ? 0 : 1);
        }
        QVERIFY(runUntil(*m_loop, [&] { return !m_found.empty() && m_found[0].starters.size() == 1; }));
        QCOMPARE(::write(ends[1], "x", 1), ssize_t(1));
        QCOMPARE(::waitpid(script, nullptr, 0), script);
        QVERIFY(runUntil(*m_loop, [&] { return foundRanks().size() == 1; }));
        QCOMPARE(m_found.back().ranks[0].pid.value(), 0);
        QCOMPARE(m_found.back().ranks[0].executable, "app2");
    }

    void aRankThatIsNotHeldIsFoundWhenItRuns()
    {
        Caller one = caller();
        one.say(report(0, 1, false));
        QVERIFY(runUntil(*m_loop, [&] { return !one.hear().empty(); }));
        QVERIFY(m_found.empty());
        one.fd.reset(); // as an exec does
        QVERIFY(runUntil(*m_loop, [&] { return !m_found.empty(); }));
    }

    void aReportInPiecesIsOne()
    {
        Caller one = caller();
        for (const char byte : report(1, 2)) {
            one.say({&byte, 1});
            runReady(*m_loop);
        }
        QVERIFY(runUntil(*m_loop, [&] { return !one.hear().empty(); }));
    }

    void aRankThatNeverBecomesItsProgramIsForgotten()
    {
        Caller one = caller();
        one.say(report(0, 1));
        QVERIFY(runUntil(*m_loop, [&] { return !one.hear().empty(); }));
        one.fd.reset();
        runReady(*m_loop);
        Caller next = caller();
        next.say(report(0, 1));
        QVERIFY(runUntil(*m_loop, [&] { return !next.hear().empty(); }));
        QVERIFY(m_found.empty());
    }

    void theInputThatComesWithAReportIsTheRanks()
    {
        Caller one = caller();
        Pipe pipe;
        one.sayWith(report(2, 4), std::move(pipe.write));
        QVERIFY(runUntil(*m_loop, [&] { return !one.hear().empty(); }));
        std::vector<debug::RankFailure> failures;
        bool done = false;
        m_door->inputs().give({util::Rank(1), util::Rank(2)}, "line\n", true, [&](auto missed) {
            failures = std::move(missed);
            done = true;
        });
        QVERIFY(runUntil(*m_loop, [&] { return done; }));
        QCOMPARE(failures.size(), std::size_t(1));
        QVERIFY(failures[0].ranks == util::RankSet(util::Rank(1)));
        QFile read;
        QVERIFY(read.open(pipe.read.get(), QIODevice::ReadOnly));
        QCOMPARE(read.readAll(), QByteArray("line\n"));
    }

    void onlyTheInputOfARankThatStaysIsKept_data()
    {
        QTest::addColumn<bool>("becomesItsProgram");
        QTest::newRow("it stands") << true;
        QTest::newRow("it ended before") << false;
    }
    void onlyTheInputOfARankThatStaysIsKept()
    {
        QFETCH(bool, becomesItsProgram);
        Caller one = caller();
        Pipe pipe;
        one.sayWith(report(0, 1), std::move(pipe.write));
        QVERIFY(runUntil(*m_loop, [&] { return !one.hear().empty(); }));
        if (becomesItsProgram)
            one.say({&agent::kStands, 1});
        runReady(*m_loop);
        one.fd.reset();
        runReady(*m_loop);
        pollfd end = {pipe.read.get(), POLLIN, 0};
        QCOMPARE(::poll(&end, 1, 0), becomesItsProgram ? 0 : 1);
    }

    void anythingElseThatIsPassedIsClosed()
    {
        Caller one = caller();
        int ends[2];
        QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
        const util::UniqueFd kept(ends[0]);
        one.sayWith(report(0, 1), util::UniqueFd(ends[1]));
        QVERIFY(runUntil(*m_loop, [&] { return !one.hear().empty(); }));
        char byte;
        QCOMPARE(::recv(kept.get(), &byte, 1, MSG_DONTWAIT), ssize_t(0)); // nobody has it
    }

    void garbageIsHungUpOn()
    {
        Caller stranger = caller();
        stranger.say("GET / HTTP/1.1\r\n");
        QVERIFY(runUntil(*m_loop, [&] { return stranger.hear() == "-"; }));
    }

    void aRankIsThereOnlyOnce()
    {
        Caller one = caller();
        one.say(report(0, 2));
        QVERIFY(runUntil(*m_loop, [&] { return !one.hear().empty(); }));
        Caller again = caller();
        again.say(report(0, 2));
        QVERIFY(runUntil(*m_loop, [&] { return again.hear() == "-"; }));
    }

    void crowdsAreHungUpOnAndHoldNobodyUp()
    {
        std::deque<Caller> crowd;
        for (std::size_t i = 0; i < AgentDoor::kMaxStrangers + 8; ++i) {
            crowd.push_back(caller());
            runReady(*m_loop);
        }
        QVERIFY(runUntil(*m_loop, [&] { return crowd.back().hear() == "-"; }));
        crowd.clear();
        runReady(*m_loop);
        Caller one = caller();
        one.say(report(0, 1));
        QVERIFY(runUntil(*m_loop, [&] { return !one.hear().empty(); }));
    }

    void whoIsCaredForHearsSo()
    {
        Caller one = caller();
        Caller two = caller();
        one.say(report(0, 2));
        two.say(report(1, 2));
        QVERIFY(runUntil(*m_loop, [&] { return !one.hear().empty(); }));
        QVERIFY(runUntil(*m_loop, [&] { return !two.hear().empty(); }));
        one.say({&agent::kStands, 1});
        two.say({&agent::kStands, 1});
        QVERIFY(runUntil(*m_loop, [&] { return foundRanks().size() == 2; }));
        m_door->caredFor({util::Rank(0)});
        m_door->letGo({util::Rank(1)});
        QVERIFY(runUntil(*m_loop, [&] { return one.hear().ends_with('-') && two.hear().ends_with('-'); }));
        QCOMPARE(one.hear().substr(agent::kAnswerBytes), std::string(1, agent::kCaredFor) + "-");
        QCOMPARE(two.hear().substr(agent::kAnswerBytes), std::string("-"));
    }

    void itsEndLetsGoOfAllAndLeavesNothing()
    {
        Caller one = caller();
        one.say(report(0, 2));
        QVERIFY(runUntil(*m_loop, [&] { return !one.hear().empty(); }));
        m_door.reset();
        QCOMPARE(one.hear().substr(agent::kAnswerBytes), std::string("-"));
        QVERIFY(QDir(m_parent->path()).isEmpty());
    }

    void onlyASocketThatListensIsADoor()
    {
        const auto door = AgentDoor::open(*m_loop, util::UniqueFd(::dup(STDIN_FILENO)), "", nullptr);
        QVERIFY(!door);
    }
};

DBGR_TEST(TestAgentDoor, QCoreApplication);

} // namespace tst_agent_door

#include "tst_agent_door.moc"
