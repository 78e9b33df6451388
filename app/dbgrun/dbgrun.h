// SPDX-License-Identifier: GPL-3.0-or-later
// The program dbgrun: one launcher, its command line's job or the jobs that tools ask for, its standard channels, its
// signals, and its exit status. Thread: the main one, which runs the loop.
#pragma once

#include "launcher/command_line.h"
#include "launcher/input_forwarder.h"
#include "launcher/launcher.h"
#include "launcher/launcher_owner.h"
#include "launcher/output_sink.h"
#include "launcher/spawn_request.h"
#include "launcher/terminal_writer.h"
#include "launcher/tool_link.h"
#include "net/event_loop.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::app {

class DbgRun final : public launcher::LauncherOwner
{
public:
    DbgRun(net::EventLoop& loop, launcher::Command command);
    ~DbgRun() override;

    /// Opens the launcher, and begins with the job, or waits for the tool that is to let it begin.
    [[nodiscard]] util::Result<void> begin();
    /// Valid when the loop has ended.
    [[nodiscard]] int exitStatus() const { return m_exitStatus; }

    void jobOutput(const launcher::Job& job, util::Rank rank, pmix::IofChannel channel, std::string_view bytes,
                   bool show) override;
    void jobOutputEnded(const launcher::Job& job, util::Rank rank, pmix::IofChannel channel) override;
    void jobBegins(launcher::Job& job) override;
    void jobEnded(const launcher::Job& job, const launcher::Verdict& verdict) override;
    void message(const std::string& line) override;
    void logText(pmix::IofChannel channel, std::string_view text) override;
    void released() override;
    void toolLeft(const pmix::Requester& tool) override;
    void terminate(const std::string& who) override;

private:
    [[nodiscard]] launcher::LauncherConfig configFor() const;
    void watchSignals();
    void watchKeepalive();
    void waitForTool();
    void linkToTool(const std::string& uri);
    void launch();
    [[nodiscard]] launcher::OutputSink sinkFor(const launcher::Job& job);
    void forwardInput(launcher::Job& job);
    void signalled(int number);
    void suspend();
    void fail(const util::Error& why);
    void checkEnd();
    void leave();
    void drain();
    [[nodiscard]] bool hasTools() const;
    [[nodiscard]] launcher::TerminalWriter& writerOf(pmix::IofChannel channel);

    net::EventLoop& m_loop;
    launcher::Command m_command;
    launcher::TerminalWriter m_stdout, m_stderr;
    std::unique_ptr<launcher::Launcher> m_launcher;
    std::unique_ptr<launcher::ToolLink> m_link;
    std::unique_ptr<launcher::InputForwarder> m_input;
    struct Output
    {
        launcher::OutputSink sink;
        bool shown = true; ///< what came last
    };
    std::map<std::string, Output> m_outputs; ///< by namespace
    std::string m_primary;                   ///< the namespace of the command line's job
    std::optional<pmix::Requester> m_tool;   ///< who started us
    bool m_awaitsRelease = false;
    bool m_launched = false;
    bool m_ending = false;
    int m_exitStatus = 0;
    int m_signalsSeen = 0;
    util::TimePoint m_toolsMayHear;
    util::TimePoint m_toolsUntil;
    std::vector<util::Subscription> m_watches;
    util::Subscription m_daemonLimit, m_leaving;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::app
