// SPDX-License-Identifier: BSD-3-Clause
// One process of a job, from fork to the end of its last output: its process group, its standard channels, its
// processing units. Between net::ChildProcess and Job. Thread: the loop's.
#pragma once

#include "net/byte_stream.h"
#include "net/child_process.h"
#include "net/event_loop.h"
#include "net/exec_follower.h"
#include "pmix/topology/topology.h"
#include "pmix/types/iof_channel.h"
#include "util/lifetime.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::launcher {

/// What a process is to be started with.
struct ProcessStart
{
    std::string program; ///< what is executed; empty: arguments[0], looked for along PATH
    std::vector<std::string> arguments;
    std::vector<std::string> environment; ///< all of it
    std::string workingDirectory;         ///< empty: ours
    pmix::CpuSet cpus;                    ///< empty: ours
    bool givesInput = false;              ///< else its standard input is /dev/null
    bool pseudoTerminal = false;          ///< for standard output, and for the input that is given
    bool mergeStderr = false;             ///< both outputs through one channel, in the order in which they were written
    bool stopOnExec = false;              ///< it stands in state T, untraced, when start() returns
};

/// Callbacks run from the loop, never inside a call; they may destroy the host. Destruction kills the whole group.
class ProcessHost
{
public:
    struct Handlers
    {
        /// As it was read: no whole lines. The view dies with the call.
        std::function<void(pmix::IofChannel channel, std::string_view bytes)> onOutput;
        std::function<void(pmix::IofChannel channel)> onOutputEnd;
        /// The process has ended; others of its group may still write.
        std::function<void(net::ExitStatus status)> onExit;
        /// It has ended, and so have its outputs.
        std::function<void()> onGone;
        /// When given, the process is followed from program to program. May run inside start(); the host has to stay.
        net::ExecFollower::AtExec onExec;
    };
    using Done = std::function<void(util::Result<void>)>;

    /// Input that waits for one process: from the first mark on, writers wait; beyond the last one they are refused.
    static constexpr std::size_t kInputLowMark = std::size_t{64} << 10;
    static constexpr std::size_t kInputHighMark = std::size_t{256} << 10;
    static constexpr std::size_t kMaxInputBytes = std::size_t{4} << 20;

    /// Returns when the process has become the program, or could not.
    /// \errors those of net::ChildProcess
    [[nodiscard]] static util::Result<std::unique_ptr<ProcessHost>> start(net::EventLoop& loop,
                                                                          const ProcessStart& what, Handlers handlers);
    ~ProcessHost();

    [[nodiscard]] util::Pid pid() const { return m_child->pid(); }
    [[nodiscard]] std::optional<net::ExitStatus> status() const { return m_child->status(); }
    [[nodiscard]] bool gone() const { return m_gone; }

    [[nodiscard]] bool takesInput() const { return m_input != nullptr && !m_inputEnding; }
    /// `done` runs at once while little waits, else when the process has read. Input that the process does not want
    /// any more is dropped. \errors (of done) Status::ErrNotFound (no input is given, or its end was told),
    /// ErrOutOfResource
    void writeInput(std::string_view bytes, Done done);
    /// The process reads its end of file behind what waits.
    void endInput();

    /// Holds both outputs back, so that the process feels it.
    void pauseOutput(bool pause);
    /// Gives up outputs that others of the group, or who left it, still have open.
    void closeOutput();
    /// To the whole group. \errors those of net::ChildProcess
    [[nodiscard]] util::Result<void> signal(int number) { return m_child->signalGroup(number); }
    /// Nobody is told of its next programs, and others may trace it.
    void stopFollowing();

private:
    struct Output
    {
        pmix::IofChannel channel;
        std::unique_ptr<net::ByteStream> stream;
        bool open = true;
    };

    ProcessHost(net::EventLoop& loop, Handlers handlers);
    [[nodiscard]] util::Result<void> launch(const ProcessStart& what);
    [[nodiscard]] util::Result<void> become();
    [[nodiscard]] util::Result<void> attachOutput(pmix::IofChannel channel, util::UniqueFd fd);
    [[nodiscard]] util::Result<void> attachInput(util::UniqueFd fd);
    void outputEnded(pmix::IofChannel channel);
    void inputPressure(bool high);
    void checkInputEnd();
    void inputGone();
    void checkGone();

    net::EventLoop& m_loop;
    Handlers m_handlers;
    std::unique_ptr<net::ChildProcess> m_child;
    std::unique_ptr<net::ExecFollower> m_follower;
    std::vector<Output> m_outputs;
    std::unique_ptr<net::ByteStream> m_input;
    bool m_inputIsTerminal = false;
    bool m_inputEnding = false;
    std::vector<Done> m_waitingInput;
    bool m_gone = false;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::launcher
