// SPDX-License-Identifier: BSD-3-Clause
// The loop that every socket, timer and child process of a program hangs on: the only file that sees libevent.
//
// One thread owns a loop: the one that made it, until run() or startThread(); then the one that runs it; after join()
// the one that joined. Only post(), stop(), isCurrent() and now() may be called from elsewhere.
#pragma once

#include "util/result.h"
#include "util/scheduler.h"

#include <memory>

namespace dbgr::net {

enum class Interest
{
    Read,
    Write
};

class EventLoop final : public util::Scheduler
{
public:
    /// Makes a loop that waits for its run() or startThread(). Also lets the process ignore SIGPIPE (a peer that
    /// went away is an error of the write, never our death).
    [[nodiscard]] static util::Result<std::unique_ptr<EventLoop>> create();
    /// Stops and joins the thread of startThread(). Watches and timers that outlive the loop become void.
    /// \thread not the one of startThread()
    ~EventLoop() override;
    EventLoop(const EventLoop&) = delete;
    EventLoop& operator=(const EventLoop&) = delete;

    /// Runs on the calling thread, which becomes the owner, until stop(). Once in a loop's life.
    void run();
    /// Runs what is ready, or becomes ready within `maxWait`, and returns: for whoever has a loop of their own around
    /// this one. \thread owner
    void runOnce(util::Duration maxWait);
    /// Runs on a thread of its own, which becomes the owner, until stop(). Once in a loop's life.
    void startThread();
    /// Waits for the end of the thread of startThread(); the caller becomes the owner, and may destroy what the loop's
    /// objects are. Nothing to do when there is no such thread.
    void join();
    /// Ends run() after the callback that runs now. Tasks not yet run are dropped. \thread any
    void stop();

    /// A task posted by a task runs in a later round: timers and descriptors get their turn in between.
    void post(util::Task task) override;
    [[nodiscard]] bool isCurrent() const override;
    [[nodiscard]] util::TimePoint now() const override;
    [[nodiscard]] util::Subscription after(util::Duration delay, util::Task task) override;

    /// Calls back in each round in which `fd` can be read (or is at its end) or written, until the subscription is
    /// dropped; drop it before the descriptor is closed. A regular file, which never blocks, is always ready.
    /// \thread owner
    [[nodiscard]] util::Subscription watch(int fd, Interest interest, util::Task callback);
    /// Calls back, on the loop, after the process got the signal. One loop of a process can do this. \thread owner
    [[nodiscard]] util::Subscription onSignal(int signalNumber, util::Task callback);

private:
    class Impl;
    explicit EventLoop(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace dbgr::net
