// SPDX-License-Identifier: BSD-3-Clause
// An engine in a process of its own, dbgd-engine: what crashes or blocks it costs one request. When it dies it is
// started again; the holder has kept the ranks meanwhile, each as it was. LLDB is connected to a rank when something is
// asked that takes LLDB, or when the rank stands and nobody asks; before that, its stacks are read as those of ranks
// that run.
// Way: Engine's calls -> dbgwire over a socket pair -> EngineHost -> the engine; its events and replies back.
// Thread: net.
#pragma once

#include "dbgdaemon/engine/engine.h"
#include "dbgdaemon/engine/process/engine_child.h"
#include "dbgdaemon/engine/process/engine_record.h"
#include "dbgdaemon/engine/process/returning_ranks.h"
#include "dbgdaemon/engine/process/samples.h"
#include "dbgdaemon/engine/process/unconnected_ranks.h"
#include "dbgdaemon/engine/rank_holder.h"
#include "net/event_loop.h"
#include "util/lifetime.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace dbgr::daemon {

/// Flow of a death: the process is gone -> the request that it was at fails, with words that say so, and is not tried
/// again -> another process -> it gets a new connection to each rank, which stands for that -> breakpoints are set ->
/// those that ran run on -> what else was asked meanwhile is asked now.
class ProcessEngine final : public Engine
{
public:
    /// Deaths without a request that was answered between them; then all ranks are lost.
    static constexpr int kMostDeaths = 3;
    /// For ranks to be let go by an engine that works; then the holder does it.
    static constexpr std::chrono::seconds kFarewellLimit{12};
    /// Between attempts to hand over ranks to a process that is busy.
    static constexpr std::chrono::milliseconds kHandoverInterval{5};

    /// \param program how dbgd-engine is started \param holder outlives this
    ProcessEngine(net::EventLoop& loop, net::ChildSpec program, RankHolder& holder);
    ~ProcessEngine() override;

    void start(EngineSink sink) override;
    void attach(std::vector<AttachTarget> targets) override;
    void submit(util::RequestId id, debug::EngineCommand command) override;
    void cancel(util::RequestId id) override;
    void giveUp(util::RequestId id) override;
    void shutdown(Farewell farewell, std::function<void()> done) override;

private:
    /// Something for the process to do. Those without an id are our own.
    struct Command
    {
        std::optional<util::RequestId> id;
        debug::EngineCommand command;
        std::vector<debug::RankFailure> failures = {}; ///< known before it was asked
        util::RequestId asked = {};                    ///< of the process
    };
    /// And what has to be there first.
    struct Sampling
    {
        util::RequestId id;
        debug::EngineCommand command;
        GatheredSamples gathered;
        std::size_t handedOver = 0;
    };
    struct Attachment
    {
        std::vector<AttachTarget> targets;
        std::size_t handedOver = 0;
    };
    using Item = std::variant<Attachment, Command, Sampling>;
    using Number = std::uint64_t; // of a command that is being done

    void spawn();
    [[nodiscard]] bool isReady() const { return m_child && m_child->isReady(); }
    void flush();
    [[nodiscard]] bool send(Attachment& attachment);
    [[nodiscard]] bool send(Sampling& sampling);
    /// Gives the process the rest of them. \return false: it is busy, and flush() comes again
    template <class Given>
    [[nodiscard]] bool give(std::vector<Given>& all, std::size_t& given);
    void sample(util::RequestId id, debug::EngineCommand command);
    void send(Command command);
    void onEvent(const debug::DaemonEvent& event);
    void onEngineEvent(EngineEvent event);
    /// Also what is not from the engine, by which no rank returns.
    void tell(EngineEvent news);
    void onReply(Number number, util::Result<debug::EngineReply> reply);
    void reply(const std::optional<util::RequestId>& id, debug::EngineReply reply);
    void fail(const std::optional<util::RequestId>& id, const util::RankSet& ranks, util::Error error);
    void failAll(const util::Error& error);
    /// One that the process was not asked yet. \return false: it was, or there is no such command
    [[nodiscard]] bool withdraw(util::RequestId id);

    void submitReportCatch(util::RequestId id, debug::EngineCommand command);
    /// What waits for LLDB in these ranks, behind their attachment.
    void queueReportCatch(const util::RankSet& ranks);
    void submitConnected(util::RequestId id, debug::EngineCommand command);
    void connect(const util::RankSet& ranks);
    void queue(Attachment attachment);
    /// Of ranks that LLDB is or was connected to.
    [[nodiscard]] util::RankSet connected() const { return m_record.ranks() - m_unconnected.ranks(); }

    void onGone(const std::string& how);
    void failCulprit(const std::string& how);
    void failSamples(const util::Error& ended);
    void giveUp(const util::Error& error);
    void recover();
    void reattach(util::Rank rank, std::vector<AttachTarget>& targets);
    void finishRecovery();
    void restore();
    [[nodiscard]] util::VariableHandle firstHandle() const;

    void abandon();
    void finish();
    void post(util::Task task) { m_loop.post(m_lifetime.guard(std::move(task))); }

    net::EventLoop& m_loop;
    const net::ChildSpec m_program;
    RankHolder& m_holder;
    EngineSink m_sink;
    EngineRecord m_record;
    UnconnectedRanks m_unconnected;
    std::map<util::RequestId, util::RankSet> m_leaving; // asked of unconnected ranks: to let them go
    std::set<util::RequestId> m_looks;                  // for stacks of unconnected ranks that stand
    debug::SetBreakpoint m_reportCatch;
    util::RankSet m_awaitReportCatch; // unconnected ones
    std::uint64_t m_generation = 0;
    int m_deaths = 0;
    std::optional<util::Error> m_broken;

    std::unique_ptr<EngineChild> m_child;
    std::deque<Item> m_queue;
    std::map<Number, Command> m_asked; // of the process that there is
    std::set<util::RequestId> m_cancelled;
    Number m_lastNumber = 0;
    util::Subscription m_flushAgain;

    ReturningRanks m_returning{m_record};
    bool m_isRestoring = false; // what the engine before knew
    util::RankSet m_unknown;    // a request that may have let them run was not answered

    std::optional<Farewell> m_farewell;
    std::function<void()> m_done; // of shutdown()
    util::Subscription m_farewellLimit;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::daemon
