// SPDX-License-Identifier: BSD-3-Clause
#include "net/event_loop.h"

#include "util/log.h"
#include "util/thread_check.h"
#include "util/unique_fd.h"

#include <event2/event.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <deque>
#include <mutex>
#include <thread>
#include <unordered_map>

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>

namespace dbgr::net {

namespace {

/// Tasks run between two looks at the descriptors and timers.
constexpr std::size_t kMaxTasksPerRound = 256;

timeval toTimeval(util::Duration duration)
{
    // Rounded up: a timer may be late, never early.
    const auto micros = std::chrono::ceil<std::chrono::microseconds>(std::max(duration, util::Duration::zero()));
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(micros);
    return {static_cast<time_t>(seconds.count()), static_cast<suseconds_t>((micros - seconds).count())};
}

/// Whether epoll refuses the descriptor because it never blocks: a regular file, /dev/null.
bool neverBlocks(int fd)
{
    struct stat status;
    if (::fstat(fd, &status) != 0 || !(S_ISREG(status.st_mode) || S_ISCHR(status.st_mode)))
        return false;
    const util::UniqueFd probe(::epoll_create1(EPOLL_CLOEXEC));
    epoll_event event{};
    return ::epoll_ctl(probe.get(), EPOLL_CTL_ADD, fd, &event) != 0 && errno == EPERM;
}

void logLibevent(int severity, const char* message)
{
    util::log::write(severity >= EVENT_LOG_WARN ? util::log::Level::Warning : util::log::Level::Debug, "net", message);
}

struct FreeBase
{
    void operator()(event_base* base) const { event_base_free(base); }
};

} // namespace

class EventLoop::Impl
{
public:
    Impl(event_base* base, util::UniqueFd wakeUp);
    ~Impl();

    /// What one watch, timer or signal holds. The loop owns it; its Subscription knows it weakly, so neither needs
    /// the other to outlive it.
    struct Registration
    {
        Impl* loop;
        util::Task callback;
        bool once;
        event* handle = nullptr;
    };

    void run();
    void stop();
    void post(util::Task task);
    void runTasks();
    util::Subscription add(int fd, short what, const timeval* timeout, util::Task callback);
    void remove(Registration* registration);

    const std::unique_ptr<event_base, FreeBase> m_base;
    const util::UniqueFd m_wakeUp;
    std::atomic<std::thread::id> m_owner = std::this_thread::get_id();
    std::thread m_thread;

private:
    static void onEvent(evutil_socket_t fd, short what, void* registration);
    void wakeUp();
    [[nodiscard]] std::size_t waitingTasks();
    /// The next task, unless the loop was stopped or `left`, which it counts down, is 0.
    [[nodiscard]] util::Task takeTask(std::size_t& left);

    std::unordered_map<Registration*, std::shared_ptr<Registration>> m_registrations;
    std::mutex m_mutex; // guards the two below
    std::deque<util::Task> m_tasks;
    bool m_stopped = false;
    util::Subscription m_onWakeUp;
};

EventLoop::Impl::Impl(event_base* base, util::UniqueFd wakeUp) : m_base(base), m_wakeUp(std::move(wakeUp))
{
    m_onWakeUp = add(m_wakeUp.get(), EV_READ | EV_PERSIST, nullptr, [this] { runTasks(); });
}

EventLoop::Impl::~Impl()
{
    // Taken out first: what the callbacks own may cancel other registrations as it is destroyed.
    const auto registrations = std::move(m_registrations);
    m_registrations.clear();
    for (const auto& [raw, registration] : registrations)
        event_free(registration->handle);
}

util::Subscription EventLoop::Impl::add(int fd, short what, const timeval* timeout, util::Task callback)
{
    auto registration =
        std::make_shared<Registration>(Registration{this, std::move(callback), (what & EV_PERSIST) == 0});
    registration->handle = event_new(m_base.get(), fd, what, &Impl::onEvent, registration.get());
    DBGR_ASSERT(registration->handle != nullptr);
    m_registrations.emplace(registration.get(), registration);
    if (event_add(registration->handle, timeout) != 0)
        util::log::error("net", "cannot watch a descriptor", {{"fd", fd}});
    return util::Subscription([weak = std::weak_ptr(registration)] {
        if (const auto held = weak.lock())
            held->loop->remove(held.get());
    });
}

void EventLoop::Impl::remove(Registration* registration)
{
    DBGR_ASSERT(m_owner == std::this_thread::get_id());
    const auto found = m_registrations.find(registration);
    if (found == m_registrations.end())
        return;
    const auto held = std::move(found->second); // its callback may own anything: destroyed after the map is in order
    m_registrations.erase(found);
    event_free(held->handle);
}

void EventLoop::Impl::onEvent(evutil_socket_t, short, void* raw)
{
    auto* registration = static_cast<Registration*>(raw);
    const auto held = registration->loop->m_registrations.at(registration); // outlives its own cancellation
    if (held->once)
        held->loop->remove(registration);
    held->callback();
}

void EventLoop::Impl::run()
{
    m_owner = std::this_thread::get_id();
    event_base_loop(m_base.get(), EVLOOP_NO_EXIT_ON_EMPTY);
    std::deque<util::Task> dropped; // destroyed without the lock: what they hold may post
    const std::lock_guard lock(m_mutex);
    m_stopped = true;
    dropped.swap(m_tasks);
}

void EventLoop::Impl::runTasks()
{
    std::uint64_t count;
    [[maybe_unused]] const auto ignored = ::read(m_wakeUp.get(), &count, sizeof count);
    std::size_t left = std::min(waitingTasks(), kMaxTasksPerRound);
    while (const auto task = takeTask(left))
        task();
    if (waitingTasks() > 0)
        wakeUp();
}

util::Task EventLoop::Impl::takeTask(std::size_t& left)
{
    const std::lock_guard lock(m_mutex);
    if (m_stopped)
        event_base_loopbreak(m_base.get());
    if (m_stopped || left == 0)
        return nullptr;
    --left;
    auto task = std::move(m_tasks.front());
    m_tasks.pop_front();
    return task;
}

std::size_t EventLoop::Impl::waitingTasks()
{
    const std::lock_guard lock(m_mutex);
    return m_tasks.size();
}

void EventLoop::Impl::wakeUp()
{
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto ignored = ::write(m_wakeUp.get(), &one, sizeof one); // full: it is awake already
}

void EventLoop::Impl::post(util::Task task)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_stopped)
            return;
        m_tasks.push_back(std::move(task));
        if (m_tasks.size() > 1)
            return; // the one before it has woken the loop, or the round that runs now will
    }
    wakeUp();
}

void EventLoop::Impl::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopped = true;
    }
    if (m_owner == std::this_thread::get_id())
        event_base_loopbreak(m_base.get());
    wakeUp(); // of use when it does not run yet, too
}

EventLoop::EventLoop(std::unique_ptr<Impl> impl) : m_impl(std::move(impl))
{}

EventLoop::~EventLoop()
{
    stop();
    join();
}

util::Result<std::unique_ptr<EventLoop>> EventLoop::create()
{
    std::signal(SIGPIPE, SIG_IGN);
    event_set_log_callback(&logLibevent);
    event_config* config = event_config_new();
    // Without these a timer may fire milliseconds before now() says that its time has come.
    event_config_set_flag(config, EVENT_BASE_FLAG_NO_CACHE_TIME | EVENT_BASE_FLAG_PRECISE_TIMER);
    event_base* base = event_base_new_with_config(config);
    event_config_free(config);
    if (base == nullptr)
        return util::fail(util::systemError(errno, "making an event loop"));
    util::UniqueFd wakeUp(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
    if (!wakeUp) {
        event_base_free(base);
        return util::fail(util::systemError(errno, "making an event loop's wake-up descriptor"));
    }
    return std::unique_ptr<EventLoop>(new EventLoop(std::make_unique<Impl>(base, std::move(wakeUp))));
}

void EventLoop::run()
{
    m_impl->run();
}

void EventLoop::runOnce(util::Duration maxWait)
{
    DBGR_ON_THREAD(*this);
    const auto limit = after(maxWait, [] {});
    event_base_loop(m_impl->m_base.get(), EVLOOP_ONCE);
}

void EventLoop::startThread()
{
    DBGR_ASSERT(!m_impl->m_thread.joinable());
    m_impl->m_owner = std::thread::id();
    m_impl->m_thread = std::thread([impl = m_impl.get()] { impl->run(); });
}

void EventLoop::join()
{
    if (!m_impl->m_thread.joinable())
        return;
    DBGR_ASSERT(m_impl->m_thread.get_id() != std::this_thread::get_id());
    m_impl->m_thread.join();
    m_impl->m_owner = std::this_thread::get_id();
}

void EventLoop::stop()
{
    m_impl->stop();
}

void EventLoop::post(util::Task task)
{
    m_impl->post(std::move(task));
}

bool EventLoop::isCurrent() const
{
    return m_impl->m_owner == std::this_thread::get_id();
}

util::TimePoint EventLoop::now() const
{
    return std::chrono::steady_clock::now();
}

util::Subscription EventLoop::after(util::Duration delay, util::Task task)
{
    DBGR_ON_THREAD(*this);
    const timeval timeout = toTimeval(delay);
    return m_impl->add(-1, EV_TIMEOUT, &timeout, std::move(task));
}

util::Subscription EventLoop::watch(int fd, Interest interest, util::Task callback)
{
    DBGR_ON_THREAD(*this);
    if (neverBlocks(fd)) {
        constexpr timeval kEveryRound{0, 1}; // 0 would mean: only once
        return m_impl->add(-1, EV_TIMEOUT | EV_PERSIST, &kEveryRound, std::move(callback));
    }
    const short what = interest == Interest::Read ? EV_READ : EV_WRITE;
    return m_impl->add(fd, static_cast<short>(what | EV_PERSIST), nullptr, std::move(callback));
}

util::Subscription EventLoop::onSignal(int signalNumber, util::Task callback)
{
    DBGR_ON_THREAD(*this);
    return m_impl->add(signalNumber, EV_SIGNAL | EV_PERSIST, nullptr, std::move(callback));
}

} // namespace dbgr::net
