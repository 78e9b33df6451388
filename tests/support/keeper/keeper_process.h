// SPDX-License-Identifier: GPL-3.0-or-later
// A real dbgd-keeper, and dbgd's part in its place. Thread: the test's.
#pragma once

#include "keeper/control/messages.h"
#include "keeper/stub/wishes.h"
#include "net/datagram.h"
#include "net/unix_stream.h"
#include "tests/support/dbgdaemon/rsp_client.h"
#include "tests/support/keeper/keeper_child.h"

#include <chrono>
#include <csignal>
#include <functional>
#include <memory>
#include <optional>
#include <poll.h>
#include <set>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace dbgr::test {

using namespace dbgr::keeper;

inline constexpr int kEndMilliseconds = 8000;

/// dbgd's part: the keeper, started as dbgd starts it, and the control socket.
class KeeperProcess
{
public:
    /// \param becoming what the keeper is made to be first; false: it cannot be
    explicit KeeperProcess(const std::function<bool()>& becoming = [] { return true; })
    {
        auto ends = net::controlSocketPair().value();
        m_control = std::move(ends.first);
        m_pid = ::fork();
        if (m_pid == 0) {
            giveKeeper(ends.second.get(), m_wishes);
            if (!becoming())
                ::_exit(126);
            ::execl(DBGR_TEST_BIN_DIR "/dbgd-keeper", "dbgd-keeper", static_cast<char*>(nullptr));
            ::_exit(127);
        }
    }
    ~KeeperProcess()
    {
        closeControl();
        if (!hasEnded(kEndMilliseconds))
            kill();
    }
    KeeperProcess(const KeeperProcess&) = delete;
    KeeperProcess& operator=(const KeeperProcess&) = delete;

    std::unique_ptr<RspClient> hold(Slot slot, util::Pid pid)
    {
        auto ends = net::socketPair().value();
        Order order{Order::Kind::Hold, slot, pid};
        order.connection = std::move(ends.second);
        tell(order);
        return std::make_unique<RspClient>(std::move(ends.first));
    }
    void tell(const Order& order)
    {
        while (!send(m_control.get(), order))
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    /// The next one of that kind; those before it are passed over.
    std::optional<Notice> notice(Notice::Kind kind, int milliseconds = kEndMilliseconds)
    {
        pollfd ready{m_control.get(), POLLIN, 0};
        while (::poll(&ready, 1, milliseconds) == 1) {
            auto found = receiveNotice(m_control.get());
            if (!found)
                return std::nullopt;
            if (*found && (*found)->kind == kind)
                return *std::move(found);
        }
        return std::nullopt;
    }
    /// As the engine does.
    void wantStand(Slot slot, StandWish number) { m_wishes.standSayer(slot)(number); }
    [[nodiscard]] ConditionWishes conditions(Slot slot) const { return m_wishes.conditions(slot); }
    void trapFloats(Slot slot, util::FloatTraps traps) { m_wishes.floatTrapSayer(slot)(traps); }
    void catchCalls(Slot slot, const std::set<std::uint32_t>& numbers) { m_wishes.calls(slot).say(numbers); }
    void watchSlowly(Slot slot, const std::vector<util::MemoryArea>& areas) { m_wishes.watches(slot).say(areas); }
    void closeControl() { m_control.reset(); }
    void kill()
    {
        ::kill(m_pid, SIGKILL);
        hasEnded(kEndMilliseconds);
    }
    bool hasEnded(int milliseconds)
    {
        for (int waited = 0; !m_isOver && waited < milliseconds; waited += 5) {
            m_isOver = ::waitpid(m_pid, nullptr, WNOHANG) == m_pid;
            if (!m_isOver)
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return m_isOver;
    }
    [[nodiscard]] util::Pid pid() const { return util::Pid(m_pid); }

private:
    const Wishes m_wishes = Wishes::create().value();
    util::UniqueFd m_control;
    pid_t m_pid = -1;
    bool m_isOver = false;
};

} // namespace dbgr::test
