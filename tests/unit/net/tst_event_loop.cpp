// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/event_loop.h"
#include "tests/support/run/test_class.h"
#include "util/unique_fd.h"

#include <QTest>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace tst_event_loop {

using namespace dbgr;
using namespace std::chrono_literals;
using net::EventLoop;
using net::Interest;

namespace {

std::unique_ptr<EventLoop> makeLoop()
{
    return EventLoop::create().value();
}

std::pair<util::UniqueFd, util::UniqueFd> makePipe()
{
    int fds[2];
    const int done = ::pipe2(fds, O_CLOEXEC | O_NONBLOCK);
    Q_ASSERT(done == 0);
    Q_UNUSED(done);
    return {util::UniqueFd(fds[0]), util::UniqueFd(fds[1])};
}

} // namespace

class TestEventLoop : public QObject
{
    Q_OBJECT
private slots:
    void runsTasksInOrderAndNeverInsidePost()
    {
        auto loop = makeLoop();
        std::vector<int> order;
        loop->post([&] {
            loop->post([&] {
                order.push_back(3);
                loop->stop();
            });
            order.push_back(1);
        });
        loop->post([&] { order.push_back(2); });
        QVERIFY(order.empty());
        loop->run();
        QCOMPARE(order, (std::vector<int>{1, 2, 3}));
    }

    void letsTimersRunBetweenTasksThatPostThemselvesForEver()
    {
        auto loop = makeLoop();
        std::function<void()> again = [&] { loop->post(again); };
        again();
        const auto timer = loop->after(1ms, [&] { loop->stop(); });
        loop->run(); // the test's time limit says whether it ends
    }

    void runsAllOfManyTasks()
    {
        auto loop = makeLoop();
        int count = 0;
        for (int i = 0; i < 10'000; ++i)
            loop->post([&] { ++count; });
        loop->post([&] { loop->stop(); });
        loop->run();
        QCOMPARE(count, 10'000);
    }

    void dropsTasksAfterStop()
    {
        auto loop = makeLoop();
        bool ran = false;
        const auto held = std::make_shared<int>(1);
        loop->post([&] { loop->stop(); });
        loop->post([&ran, held] { ran = true; });
        loop->run();
        loop->post([&ran, held] { ran = true; });
        QVERIFY(!ran);
        QCOMPARE(held.use_count(), 1L);
    }

    void stopBeforeRunEndsItAtOnce()
    {
        auto loop = makeLoop();
        loop->stop();
        loop->run();
    }

    void runsTimersInTheOrderOfTheirTimesAndNotEarly()
    {
        auto loop = makeLoop();
        std::vector<int> order;
        const auto start = loop->now();
        const auto late = loop->after(20ms, [&] {
            order.push_back(2);
            loop->stop();
        });
        const auto early = loop->after(5ms, [&] {
            order.push_back(1);
            QVERIFY(loop->now() - start >= 5ms);
        });
        loop->run();
        QVERIFY(loop->now() - start >= 20ms);
        QCOMPARE(order, (std::vector<int>{1, 2}));
    }

    void droppedTimerNeverRuns()
    {
        auto loop = makeLoop();
        bool ran = false;
        auto dropped = loop->after(1ms, [&] { ran = true; });
        const auto stop = loop->after(10ms, [&] { loop->stop(); });
        dropped.cancel();
        loop->run();
        QVERIFY(!ran);
    }

    void timerMayDropItsOwnSubscription()
    {
        auto loop = makeLoop();
        util::Subscription timer;
        auto held = std::make_shared<int>(7);
        int seen = 0;
        timer = loop->after(0ms, [&, value = held] {
            timer = {};
            seen = *value; // what the callback owns is alive until it returns
            loop->stop();
        });
        held.reset();
        loop->run();
        QCOMPARE(seen, 7);
    }

    void watchesReadingAndWriting()
    {
        auto loop = makeLoop();
        auto [in, out] = makePipe();
        char got = 0;
        util::Subscription writing = loop->watch(out.get(), Interest::Write, [&, fd = out.get()] {
            QCOMPARE(::write(fd, "x", 1), ssize_t(1));
            writing.cancel();
        });
        const auto reading = loop->watch(in.get(), Interest::Read, [&, fd = in.get()] {
            QCOMPARE(::read(fd, &got, 1), ssize_t(1));
            loop->stop();
        });
        loop->run();
        QCOMPARE(got, 'x');
    }

    void regularFilesAndDevNullAreAlwaysReady()
    {
        auto loop = makeLoop();
        std::FILE* file = std::tmpfile();
        const util::UniqueFd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        int calls = 0;
        const auto onReady = [&] {
            if (++calls == 6)
                loop->stop();
        };
        const auto fileWatch = loop->watch(::fileno(file), Interest::Read, onReady);
        const auto nullWatch = loop->watch(null.get(), Interest::Read, onReady);
        loop->run();
        QVERIFY(calls >= 6);
        std::fclose(file);
    }

    void deliversSignals()
    {
        auto loop = makeLoop();
        const auto subscription = loop->onSignal(SIGUSR1, [&] { loop->stop(); });
        loop->post([] { ::raise(SIGUSR1); });
        loop->run();
    }

    void ownThreadOwnsTheLoopUntilItIsJoined()
    {
        auto loop = makeLoop();
        QVERIFY(loop->isCurrent());
        loop->startThread();
        QVERIFY(!loop->isCurrent());
        std::atomic<bool> current = false;
        loop->post([&] {
            current = loop->isCurrent();
            loop->stop();
        });
        loop->join();
        QVERIFY(current);
        QVERIFY(loop->isCurrent());
    }

    void takesTasksFromManyThreads()
    {
        auto loop = makeLoop();
        loop->startThread();
        int count = 0; // only touched on the loop
        std::vector<std::thread> posters;
        for (int t = 0; t < 4; ++t)
            posters.emplace_back([&] {
                for (int i = 0; i < 1000; ++i)
                    loop->post([&] {
                        if (++count == 4000)
                            loop->stop();
                    });
            });
        for (auto& poster : posters)
            poster.join();
        loop->join();
        QCOMPARE(count, 4000);
    }

    void subscriptionsMayOutliveTheLoop()
    {
        auto loop = makeLoop();
        auto timer = loop->after(1h, [] {});
        auto [in, out] = makePipe();
        auto watch = loop->watch(in.get(), Interest::Read, [] {});
        loop.reset();
        timer.cancel();
        watch.cancel();
    }

    void destroyingTheLoopMayDestroyWhatCancelsOtherTimers()
    {
        auto loop = makeLoop();
        auto inner = std::make_shared<util::Subscription>(loop->after(1h, [] {}));
        auto outer = loop->after(1h, [inner] {});
        inner.reset();
        loop.reset();
    }

    void destructorEndsItsThread()
    {
        auto loop = makeLoop();
        loop->startThread();
        loop.reset();
    }
};

DBGR_TEST(TestEventLoop);

} // namespace tst_event_loop

#include "tst_event_loop.moc"
