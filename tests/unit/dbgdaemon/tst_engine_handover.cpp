// SPDX-License-Identifier: GPL-3.0-or-later
// What goes between dbgd and its engine's process: targets with their descriptors, events as dbgwire has them, and what
// a successor has to know.
#include "dbgdaemon/engine/process/engine_record.h"
#include "dbgdaemon/engine/process/handover.h"
#include "dbgdaemon/engine/process/wire_events.h"
#include "debug/debug_error.h"
#include "net/datagram.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <climits>
#include <unistd.h>

namespace tst_engine_handover {

using namespace dbgr;
using namespace dbgr::daemon;
using util::Rank;
using util::RankSet;

namespace {

util::UniqueFd someFile()
{
    return util::UniqueFd(::dup(STDIN_FILENO));
}

AttachTarget process(std::uint32_t rank, const std::string& file = {})
{
    AttachTarget target{Rank(rank), util::Pid(static_cast<std::int32_t>(100 + rank)), someFile(), "/bin/ring", file};
    target.slot = rank + 7;
    target.again = rank % 2 == 1;
    target.stopsBefore = util::StopId((std::uint64_t{1} << 40) + rank);
    target.handlesBefore = util::VariableHandle((std::uint64_t{1} << 50) + rank);
    return target;
}

EngineEvent stopAt(std::uint32_t rank, std::uint64_t number, std::uint64_t pc)
{
    debug::StopEvent stop{Rank(rank), util::StopId(number), {}, {}};
    stop.cause.top.pc = pc;
    return stop;
}

debug::EngineCommand setAt(const RankSet& ranks, std::uint32_t id, const std::string& function)
{
    return {ranks, debug::SetBreakpoint{{util::BreakpointId(id), debug::FunctionName{function}, {}, true}}};
}

} // namespace

class TestEngineHandover : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        auto ends = net::controlSocketPair().value();
        m_ours = std::move(ends.first);
        m_theirs = std::move(ends.second);
    }

    void targetsComeAsTheyWere()
    {
        std::vector<AttachTarget> targets;
        targets.push_back(process(3));
        targets.push_back(process(0, std::string(PATH_MAX - 1, 'x')));
        targets.push_back({Rank(5), {}, {}, "/bin/ring", {}, "/tmp/core.5"});
        for (const AttachTarget& target : targets)
            QVERIFY(handOver(m_ours.get(), target));
        const auto come = takeOver(m_theirs.get(), orderFor(targets));
        QVERIFY(come);
        QCOMPARE(come->size(), targets.size());
        for (std::size_t i = 0; i < targets.size(); ++i) {
            const AttachTarget& sent = targets[i];
            const AttachTarget& got = come->at(i);
            QVERIFY(got.rank == sent.rank && got.pid == sent.pid && got.slot == sent.slot && got.again == sent.again);
            QVERIFY(got.stopsBefore == sent.stopsBefore && got.handlesBefore == sent.handlesBefore);
            QCOMPARE(got.executable, sent.executable);
            QCOMPARE(got.file, sent.file);
            QCOMPARE(got.core, sent.core);
            QCOMPARE(static_cast<bool>(got.stub), static_cast<bool>(sent.stub));
        }
    }

    void whatDoesNotBelongTogetherIsRefused()
    {
        std::vector<AttachTarget> targets;
        targets.push_back(process(1));
        QVERIFY(!takeOver(m_theirs.get(), orderFor(targets))); // no datagram
        QVERIFY(handOver(m_ours.get(), process(2)));
        QVERIFY(!takeOver(m_theirs.get(), orderFor(targets))); // another rank's
        for (const std::string& bytes : {std::string("x"), std::string(25, '\0'), std::string(33, '\xff')}) {
            QVERIFY(net::sendDatagram(m_ours.get(), bytes, {}));
            QVERIFY(!takeOver(m_theirs.get(), orderFor(targets)));
        }
        m_ours.reset();
        QVERIFY(!takeOver(m_theirs.get(), orderFor(targets)));
    }

    void eventsComeAsTheyWere_data()
    {
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < events().size(); ++i)
            QTest::addRow("%zu", i) << static_cast<int>(i);
    }
    void eventsComeAsTheyWere()
    {
        QFETCH(int, number);
        const EngineEvent sent = events()[static_cast<std::size_t>(number)];
        const std::vector<EngineEvent> come = toEngineEvents(toDaemonEvent(sent));
        QCOMPARE(come.size(), std::size_t{1});
        QCOMPARE(come[0].index(), sent.index());
        QVERIFY(rankOf(come[0]) == rankOf(sent));
        if (const auto* const stop = std::get_if<debug::StopEvent>(&come[0])) {
            QVERIFY(stop->stopId == util::StopId(9));
            QCOMPARE(stop->cause.top.pc, std::uint64_t{0x1234});
            QVERIFY(stop->returned && stop->returned->value == "7");
        }
        if (const auto* const exited = std::get_if<RankExited>(&come[0]))
            QVERIFY(exited->status == 3 && exited->signal == 9);
        if (const auto* const lost = std::get_if<RankLost>(&come[0]))
            QCOMPARE(lost->error.detail, "gone");
    }

    void groupsAreOneEventARank()
    {
        debug::StopGroup group;
        group.ranks = RankSet::firstN(3);
        group.stopIds = {{RankSet::firstN(2), util::StopId(4)}, {RankSet(Rank(2)), util::StopId(6)}};
        const auto come = toEngineEvents(group);
        QCOMPARE(come.size(), std::size_t{3});
        QVERIFY(std::get<debug::StopEvent>(come[1]).stopId == util::StopId(4));
        QVERIFY(std::get<debug::StopEvent>(come[2]).stopId == util::StopId(6));
        QVERIFY(toEngineEvents(debug::DaemonDying{}).empty()); // no engine says that
    }

    void theRecordKnowsHowRanksStand()
    {
        EngineRecord record;
        for (std::uint32_t rank = 0; rank < 4; ++rank)
            record.note(process(rank));
        record.note(stopAt(0, 1, 0x10));
        record.note(stopAt(1, 1, 0x10));
        record.note(RankResumed{Rank(1)});
        record.note(RankDetached{Rank(2)});
        record.note(stopAt(9, 1, 0)); // of nobody
        QVERIFY(record.ranks() == (RankSet::firstN(2) | RankSet(Rank(3))));
        QVERIFY(!record.find(Rank(0))->runs && record.find(Rank(1))->runs);
        QVERIFY(record.find(Rank(0))->stop == util::StopId(1) && record.find(Rank(3))->stop == util::StopId(0));
        QCOMPARE(record.find(Rank(0))->pc, std::uint64_t{0x10});
        QVERIFY(!record.find(Rank(2)));
    }

    void theRecordKnowsTheBreakpoints()
    {
        EngineRecord record;
        for (std::uint32_t rank = 0; rank < 3; ++rank)
            record.note(process(rank));
        const RankSet all = RankSet::firstN(3);
        record.note(setAt(all, 1, "turn"), {});
        record.note(setAt(all, 2, "main"), {debug::BreakpointReply{}, {{RankSet(Rank(2)), {}}}}); // fails in one
        record.note(setAt(RankSet(Rank(0)), 1, "other"), {});                                     // changed in one
        record.note({RankSet(Rank(1)), debug::RemoveBreakpoint{util::BreakpointId(2)}}, {});
        QStringList told;
        for (const debug::EngineCommand& command : record.settings()) {
            const auto& spec = std::get<debug::SetBreakpoint>(command.request).spec;
            told += QString("%1 %2 in %3")
                        .arg(spec.id.value())
                        .arg(QString::fromStdString(std::get<debug::FunctionName>(spec.where).name),
                             QString::fromStdString(command.ranks.toString()));
        }
        told.sort();
        QCOMPARE(told.join("; "), QString("1 other in 0; 1 turn in 1-2; 2 main in 0"));
    }

    void theRecordKnowsWhatIsStillToBePassed()
    {
        EngineRecord record;
        for (std::uint32_t rank = 0; rank < 4; ++rank)
            record.note(process(rank));
        debug::EngineCommand command = setAt(RankSet::firstN(4), 1, "turn");
        auto& set = std::get<debug::SetBreakpoint>(command.request);
        set.spec.ignore = 10;
        set.tellsPassed = true;
        record.note(command, {});
        record.note(setAt(RankSet::firstN(4), 2, "main"), {});
        const auto pass = [&](std::uint32_t rank, std::uint32_t id, std::uint64_t times) {
            record.note(EngineEvent(debug::HitsPassed{RankSet(Rank(rank)), util::BreakpointId(id), times}));
        };
        pass(1, 1, 4);
        pass(1, 1, 3);
        pass(2, 1, 1'000'000'000'000); // more than there were
        pass(2, 2, 1);
        pass(2, 9, 1); // of none that there is
        pass(9, 1, 1);
        QStringList told;
        for (const debug::EngineCommand& one : record.settings()) {
            const auto& again = std::get<debug::SetBreakpoint>(one.request);
            told += QString("%1 ignores %2%3 in %4")
                        .arg(again.spec.id.value())
                        .arg(again.spec.ignore)
                        .arg(again.tellsPassed ? " and tells" : "", QString::fromStdString(one.ranks.toString()));
        }
        told.sort();
        QCOMPARE(told.join("; "), QString("1 ignores 0 and tells in 2; 1 ignores 10 and tells in 0,3; "
                                          "1 ignores 3 and tells in 1; 2 ignores 0 in 0-3"));
    }

private:
    static std::vector<EngineEvent> events()
    {
        const util::Error gone{debug::Errc::EngineFailed, "gone", {}};
        debug::StopEvent stop{Rank(3), util::StopId(9), {}, debug::ValueGroup{}};
        stop.cause.top.pc = 0x1234;
        stop.returned->value = "7";
        stop.returned->ranks = RankSet(Rank(3));
        return {debug::AttachedRank{Rank(3), util::Pid(5), "/bin/ring"},
                RankAttachFailed{Rank(3), gone},
                stop,
                RankResumed{Rank(3)},
                RankExited{Rank(3), 3, 9},
                RankDetached{Rank(3)},
                debug::BreakpointChanged{},
                debug::EngineBusy{},
                debug::RankWarning{},
                RankLost{Rank(3), gone}};
    }

    util::UniqueFd m_ours;
    util::UniqueFd m_theirs;
};

DBGR_TEST(TestEngineHandover);

} // namespace tst_engine_handover

#include "tst_engine_handover.moc"
