// SPDX-License-Identifier: BSD-3-Clause
// dbgd's side of the keeper: starts it, has it attach to ranks, hears how they end, and says so when it dies.
// If dbgd dies, the keeper lets go of all ranks; if the keeper dies, the system does, and its undertaker cleans their
// text. Thread: net.
#pragma once

#include "dbgdaemon/engine/rank_holder.h"
#include "keeper/control/messages.h"
#include "keeper/stub/wishes.h"
#include "net/child_process.h"
#include "net/event_loop.h"
#include "util/lifetime.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::daemon {

class KeeperHolder final : public RankHolder
{
public:
    /// Until a keeper that answers nothing is ended: then the ranks run on, as at any end of a keeper.
    static constexpr util::Duration kSilenceLimit = std::chrono::seconds(30);

    /// Starts the keeper. \param program HelperPrograms::keeper \errors those of keeper::Wishes::create(),
    /// socketpair(), net::ChildProcess::start()
    [[nodiscard]] static util::Result<std::unique_ptr<KeeperHolder>>
    create(net::EventLoop& loop, net::ChildSpec program, Observer observer, util::Duration silence = kSilenceLimit);
    /// Without shutdown(): the keeper lets go of what is left, by itself.
    ~KeeperHolder() override;
    KeeperHolder(const KeeperHolder&) = delete;
    KeeperHolder& operator=(const KeeperHolder&) = delete;

    using RankHolder::open;
    [[nodiscard]] util::Result<util::UniqueFd> open(util::Rank rank, util::Pid pid, AtFirst how) override;
    void setListener(std::function<void(util::Rank, HolderNews)> listener) override
    {
        m_listener = std::move(listener);
    }
    void run(util::Rank rank) override;
    void stand(util::Rank rank) override;
    void catchMpiErrors(util::Rank rank, bool isWanted) override;
    void sample(util::Rank rank, std::function<void(util::Result<util::UniqueFd>)> done) override;
    void serveMemory(util::UniqueFd socket) override;
    [[nodiscard]] util::Result<util::UniqueFd> openAgain(util::Rank rank) override;
    void release(util::Rank rank) override;
    [[nodiscard]] std::uint32_t slotOf(util::Rank rank) const override;
    [[nodiscard]] const keeper::Wishes& wishes() const override { return m_wishes; }
    [[nodiscard]] std::optional<util::Error> whyEnded(util::Rank rank) override;
    [[nodiscard]] std::optional<util::RankEnd> endingOf(util::Rank rank) override;
    void shutdown(std::function<void()> done) override;
    [[nodiscard]] util::Pid tracer() const override { return m_keeper->pid(); }

    static constexpr util::Duration kEndLimit = std::chrono::seconds(10);
    /// Between attempts to hand orders to a keeper that is busy.
    static constexpr util::Duration kOrderInterval = std::chrono::milliseconds(5);

private:
    struct Ward
    {
        util::Rank rank;
        util::Pid pid;
        bool isHeld = true;                // or will be, as far as we know
        std::optional<util::Error> reason; // why not
        std::optional<util::RankEnd> ending;
    };

    using Sampled = std::function<void(util::Result<util::UniqueFd>)>;
    struct Sample
    {
        keeper::Slot slot = 0;
        Sampled done;
    };

    KeeperHolder(net::EventLoop& loop, Observer observer, keeper::Wishes wishes, util::Duration silence);
    [[nodiscard]] util::Result<util::UniqueFd> order(keeper::Slot slot, AtFirst how);
    void sendOrder(util::Rank rank, keeper::Order::Kind kind, std::uint32_t number = 0);
    void flushOrders();
    void askWhetherItIsThere();
    void readNotices();
    void onNotice(keeper::Notice notice);
    void onSampled(keeper::Notice notice);
    void answerLater(Sampled done, util::Result<util::UniqueFd> answer);
    void failSamples(std::optional<keeper::Slot> slot, const util::Error& why);
    void tellLater(util::Rank rank, HolderNews news);
    void onKeeperEnded();
    [[nodiscard]] const Ward* wardOf(util::Rank rank) const;

    net::EventLoop& m_loop;
    const Observer m_observer;
    std::function<void(util::Rank, HolderNews)> m_listener;
    const keeper::Wishes m_wishes;
    const util::Duration m_silence;
    util::UniqueFd m_control;
    std::unique_ptr<net::ChildProcess> m_keeper;
    std::vector<Ward> m_wards;                   // by slot
    std::map<util::Rank, keeper::Slot> m_slotOf; // the latest of a rank
    std::deque<keeper::Order> m_orders;
    std::map<std::uint32_t, Sample> m_samples; // that are asked for, by their numbers
    std::uint32_t m_lastSample = 0;
    std::uint32_t m_asked = 0; // SayYouAreThere
    std::uint32_t m_answered = 0;
    util::Subscription m_flushAgain;
    util::Subscription m_readable;
    util::Subscription m_endLimit;
    util::Subscription m_askAgain;
    std::function<void()> m_done; // of shutdown()
    std::string m_whyKilled;      // "" it was not
    bool m_isDead = false;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::daemon
