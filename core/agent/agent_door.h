// SPDX-License-Identifier: BSD-3-Clause
// Where the dbgr-exec processes of a node call on their dbgd: takes their reports, and says which ranks stand ready to
// be attached to. Way: dbgr-exec -> here -> Daemon -> front end (debug::RanksFound). Thread: net.
#pragma once

#include "agent/rank_inputs.h"
#include "agent/report.h"
#include "debug/attach_order.h"
#include "net/byte_stream.h"
#include "net/event_loop.h"
#include "util/lifetime.h"
#include "util/rank_set.h"
#include "util/unique_fd.h"

#include <chrono>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace dbgr::agent {

/// Flow: open() -> callers -> onFound, each time that ranks stand ready, or turn out to be scripts -> shut(), when all
/// have called -> caredFor() those that are attached to, letGo() the others -> destruction, which lets go of all that
/// nobody cares for, and ends the inputs. Strangers, garbage and crowds are hung up on.
class AgentDoor
{
public:
    using Found = std::function<void(const debug::RanksFound&)>;

    /// Callers that have not said who they are.
    static constexpr std::size_t kMaxStrangers = 1024;
    static constexpr std::size_t kMaxRanks = 65536;
    static constexpr std::chrono::seconds kReportMayTake{10};

    /// \param door a socket that listens; taken over \param path where it lies: removed in the end; "" unknown
    /// \errors std::errc::not_a_socket
    [[nodiscard]] static util::Result<std::unique_ptr<AgentDoor>> open(net::EventLoop& loop, util::UniqueFd door,
                                                                       std::string path, Found onFound);
    ~AgentDoor();
    AgentDoor(const AgentDoor&) = delete;
    AgentDoor& operator=(const AgentDoor&) = delete;

    /// Nobody else will call: the socket is removed, so that it does not stay when we are killed.
    void shut();
    /// A debugger holds these.
    void caredFor(const util::RankSet& ranks);
    /// Nobody will attach to these: they run.
    void letGo(const util::RankSet& ranks);

    /// The standard inputs of those that read from us.
    [[nodiscard]] RankInputs& inputs() { return m_inputs; }

    /// All that were found so far.
    [[nodiscard]] const debug::RanksFound& found() const { return m_all; }

private:
    struct Caller;
    AgentDoor(net::EventLoop& loop, util::UniqueFd door, std::string path, Found onFound);
    void acceptAll();
    void accept(util::UniqueFd fd);
    void readReport(Caller& caller);
    void onBytes(Caller& caller, std::string_view bytes);
    void onReport(Caller& caller, Report report);
    void onClosed(Caller& caller);
    [[nodiscard]] bool take(Caller& caller, const Word& word);
    void ready(Caller& caller, util::Pid pid);
    void tell(std::vector<debug::LocalProcess> debug::RanksFound::*list, debug::LocalProcess process,
              const Caller& caller);
    void hangUp(Caller& caller);
    void tellSoon();

    net::EventLoop& m_loop;
    util::UniqueFd m_door;
    std::string m_path; ///< "" nothing is there to be removed
    const Found m_onFound;
    std::list<Caller> m_callers;
    std::map<util::Rank, Caller*> m_ranks; // those that reported
    std::size_t m_strangers = 0;
    RankInputs m_inputs;
    debug::RanksFound m_all;
    debug::RanksFound m_untold;
    util::Subscription m_watch;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::agent
