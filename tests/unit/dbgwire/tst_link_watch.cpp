// SPDX-License-Identifier: GPL-3.0-or-later
// Silence, words and sleep in any order, second by second.
#include "dbgwire/link_watch.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <string>

namespace tst_link_watch {

using namespace std::chrono_literals;
using dbgr::dbgwire::LinkState;
using dbgr::dbgwire::LinkWatch;
using dbgr::util::Duration;
using dbgr::util::TimePoint;

namespace {

constexpr Duration kLostAfter = 60s;
constexpr Duration kSleep = 300s;

/// Looks when that is due, as its owner's timers would.
struct Owner
{
    TimePoint now{1h};
    LinkWatch watch{kLostAfter, now};
    int changes = 0; ///< that look() and heard() told of

    void runFor(Duration duration)
    {
        const TimePoint end = now + duration;
        while (watch.due() <= end) {
            now = std::max(now, watch.due());
            changes += watch.look(now) ? 1 : 0;
        }
        now = end;
    }
    /// A timer that fell due meanwhile fires when the process goes on.
    void sleepFor(Duration duration)
    {
        now += duration;
        runFor({});
    }
    void hear() { changes += watch.heard(now) ? 1 : 0; }
};

} // namespace

class TestLinkWatch : public QObject
{
    Q_OBJECT

private slots:
    void silenceIsSuspectedThenLost()
    {
        Owner owner;
        owner.runFor(10s - 1ms);
        QVERIFY(owner.watch.state() == LinkState::Alive);
        owner.runFor(1ms);
        QVERIFY(owner.watch.state() == LinkState::Suspected);
        owner.runFor(50s - 1ms);
        QVERIFY(owner.watch.state() == LinkState::Suspected);
        owner.runFor(1ms);
        QVERIFY(owner.watch.state() == LinkState::Lost);
        QVERIFY(owner.watch.silence() == kLostAfter);
        QCOMPARE(owner.changes, 2);
    }

    void aWordTakesASuspicionBack()
    {
        Owner owner;
        owner.runFor(59s);
        owner.hear();
        QVERIFY(owner.watch.state() == LinkState::Alive);
        owner.hear();
        QCOMPARE(owner.changes, 2); // the second word is no news
        owner.runFor(9s);
        QVERIFY(owner.watch.state() == LinkState::Alive);
        owner.runFor(1s);
        QVERIFY(owner.watch.state() == LinkState::Suspected);
    }

    void whatIsLostStaysSo()
    {
        Owner owner;
        owner.runFor(kLostAfter);
        owner.hear();
        owner.watch.setLostAfter(1h);
        owner.runFor(1s);
        QVERIFY(owner.watch.state() == LinkState::Lost);
        QCOMPARE(owner.changes, 2);
    }

    void aShortLimitComesWithoutASuspicion()
    {
        Owner owner;
        owner.watch.setLostAfter(5s);
        owner.runFor(5s);
        QVERIFY(owner.watch.state() == LinkState::Lost);
        QCOMPARE(owner.changes, 1);
    }

    /// The other side hears of us at each look.
    void looksAreDueAsOftenAsBeats()
    {
        Owner owner;
        for (int i = 0; i < 1000 && owner.watch.state() != LinkState::Lost; ++i) {
            QVERIFY(owner.watch.due() > owner.now && owner.watch.due() - owner.now <= LinkWatch::kBeat);
            owner.runFor(100ms);
        }
        QVERIFY(owner.watch.state() == LinkState::Lost);
    }

    /// A process that is suspended for five minutes, whenever, finds the link as it left it, and has time to read.
    void sleepIsNoSilence()
    {
        for (Duration before{}; before < kLostAfter; before += 500ms) {
            Owner owner;
            owner.runFor(before);
            const LinkState state = owner.watch.state();
            owner.sleepFor(kSleep);
            QVERIFY(owner.watch.state() == state);
            QVERIFY(owner.watch.due() > owner.now);
            owner.hear();
            owner.runFor(9s);
            QVERIFY(owner.watch.state() == LinkState::Alive);
        }
    }

    /// A few ms late, as timers are, is no sleep.
    void lateTimersStillCount()
    {
        TimePoint now{1h};
        LinkWatch watch(kLostAfter, now);
        const TimePoint begin = now;
        while (watch.state() != LinkState::Lost) {
            now = watch.due() + 40ms;
            watch.look(now);
            QVERIFY(now - begin < 2 * kLostAfter);
        }
        QVERIFY(now - begin < kLostAfter + 5s);
    }

    /// Words, short and long silence, and sleep, in all orders of seven: the state follows the silence that we were
    /// awake for. Of the pause in which a sleep begins nothing is counted.
    void everyOrderIsTheSameAsItsSilence()
    {
        enum Step
        {
            Word,
            ShortSilence,
            LongSilence,
            Sleep,
            Steps
        };
        constexpr int kLength = 7;
        int orders = 1;
        for (int i = 0; i < kLength; ++i)
            orders *= Steps;
        for (int order = 0; order < orders; ++order) {
            Owner owner;
            Duration most{}, least{}; // what of the silence may, and what must be counted
            bool lost = false;
            std::string steps;
            for (int i = 0, rest = order; i < kLength; ++i, rest /= Steps) {
                switch (static_cast<Step>(rest % Steps)) {
                case Word:
                    steps += 'w';
                    owner.hear();
                    most = least = {};
                    break;
                case ShortSilence:
                    steps += 's';
                    owner.runFor(4s);
                    most += 4s, least += 4s;
                    break;
                case LongSilence:
                    steps += 'L';
                    owner.runFor(17s);
                    most += 17s, least += 17s;
                    break;
                case Sleep:
                case Steps:
                    steps += 'z';
                    owner.sleepFor(kSleep);
                    least = std::max(Duration::zero(), least - Duration(LinkWatch::kBeat));
                    break;
                }
                const LinkState state = owner.watch.state();
                QVERIFY2(!lost || state == LinkState::Lost, steps.c_str());
                lost = state == LinkState::Lost;
                if (lost)
                    continue; // for good: it is no longer about silence
                QVERIFY2(least < kLostAfter, steps.c_str());
                QVERIFY2(most >= LinkWatch::kSuspectAfter || state == LinkState::Alive, steps.c_str());
                QVERIFY2(least < LinkWatch::kSuspectAfter || state == LinkState::Suspected, steps.c_str());
            }
            QVERIFY2(!lost || owner.watch.silence() >= kLostAfter, steps.c_str());
        }
    }
};

DBGR_TEST(TestLinkWatch);

} // namespace tst_link_watch

#include "tst_link_watch.moc"
