// SPDX-License-Identifier: GPL-3.0-or-later
// A Tool on a loop of its own thread, driven from a test, and what it hears: events and output, kept on the loop.
#pragma once

#include "net/event_loop.h"
#include "pmix/tool/tool.h"
#include "pmix/types/keys.h"

#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace dbgr::test {

/// Where the launchers of an Open MPI 5 are: DBGR_OPENMPI5_BIN, else what CMake found; "" when nowhere.
std::string openMpiBin();

/// A launcher that a test is run with: tests of this folder hold for each of them.
struct LauncherUnderTest
{
    /// "prterun" or "dbgrun"
    std::string name;
    std::string program;
    /// What its namespaces begin with: NAME-HOST-PID@N.
    std::string nspacePrefix;
    /// How long ranks must be left alone once they are connected: PRRTE loses a release that comes at once.
    std::chrono::milliseconds releaseDelay{0};
};
LauncherUnderTest launcherNamed(const std::string& name);
/// For initTestCase_data(): a column "launcher" with a row for each.
void addLauncherRows();

std::string debuggee(const std::string& name);
/// Our environment with what a launcher on a test machine needs: root allowed, more ranks than cores, a TMPDIR.
std::vector<std::string> launcherEnvironment(const std::string& tmpDir);

/// Fails the test when DBGR_REQUIRE asks for Open MPI, and skips it otherwise.
#define DBGR_NEED_OPENMPI5()                                                                                           \
    do {                                                                                                               \
        if (dbgr::test::openMpiBin().empty()) {                                                                        \
            if (qEnvironmentVariableIsSet("DBGR_REQUIRE"))                                                             \
                QFAIL("no Open MPI 5: run tools/launcher openmpi5 and configure again");                               \
            QSKIP("no Open MPI 5: run tools/launcher openmpi5 and configure again");                                   \
        }                                                                                                              \
    } while (false)

class ToolFixture
{
public:
    explicit ToolFixture(pmix::ToolConfig config = {});
    ~ToolFixture();

    /// Runs `f` on the loop and waits for it.
    template <class F>
    auto onLoop(F f) -> decltype(f())
    {
        std::promise<decltype(f())> promise;
        auto future = promise.get_future();
        m_loop->post([&] {
            if constexpr (std::is_void_v<decltype(f())>) {
                f();
                promise.set_value();
            } else {
                promise.set_value(f());
            }
        });
        return future.get();
    }

    /// Starts an operation on the loop and waits for its end.
    template <class T>
    util::Result<T> await(std::function<void(pmix::Tool&, pmix::Tool::Done<T>)> start,
                          std::chrono::seconds limit = std::chrono::seconds(60))
    {
        auto promise = std::make_shared<std::promise<util::Result<T>>>();
        auto future = promise->get_future();
        m_loop->post([this, start, promise] {
            start(*m_tool, [promise](util::Result<T> result) { promise->set_value(std::move(result)); });
        });
        if (future.wait_for(limit) != std::future_status::ready)
            return util::fail(pmix::Status::ErrTimeout, "the test waited in vain");
        return future.get();
    }

    pmix::Tool& tool() { return *m_tool; }
    net::EventLoop& loop() { return *m_loop; }
    /// A short one of this test's own, for the launcher's files.
    std::string tmpDir() const { return m_tmpDir.path().toStdString(); }

    // ---- What was heard; each call is a round trip to the loop.

    /// Begins to note events of these codes.
    util::Result<void> listen(std::vector<pmix::Status> codes);
    bool heard(pmix::Status code, const std::string& nspace);
    std::optional<pmix::Event> event(pmix::Status code, const std::string& nspace);
    /// All output of a channel of a rank.
    std::string output(const std::string& nspace, std::uint32_t rank, pmix::IofChannel channel);
    /// Pulls the output of all jobs.
    util::Result<pmix::IoPull> pullAll();

    /// Starts a launcher and waits until it is held.
    util::Result<pmix::LauncherHeld> launch(std::vector<std::string> arguments, std::vector<pmix::Info> directives,
                                            std::function<void(pmix::LauncherCommand&)> adjust = {});
    bool launcherExited();
    int launcherStatus();
    pmix::LauncherStarted started;

private:
    QTemporaryDir m_tmpDir{"/tmp/d.XXXXXX"};
    std::unique_ptr<net::EventLoop> m_loop;
    std::unique_ptr<pmix::Tool> m_tool;
    std::vector<util::Subscription> m_subscriptions;
    std::vector<pmix::Event> m_events;
    std::map<std::tuple<std::string, std::uint32_t, pmix::IofChannel>, std::string> m_output;
    std::optional<net::ExitStatus> m_exit;
};

} // namespace dbgr::test
