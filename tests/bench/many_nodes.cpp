// SPDX-License-Identifier: GPL-3.0-or-later
// What a job of many nodes costs the front end: a session and its fleet of daemons, over real sockets, TLS and dbgwire,
// with simulated daemons of 100 ranks each in another process. Processor time of the front end's process, in
// milliseconds; the last column is the time a rank at the most nodes over that at the fewest: 1 is linear, less is
// better. Ranks are given to nodes in blocks, or round robin, where sets of ranks are as ragged as can be.
#include "net/event_loop.h"
#include "net/tcp_connect.h"
#include "net/tls_stream.h"
#include "session/session.h"
#include "tests/support/net/run_until.h"
#include "tests/support/nodes/fleet_backend.h"
#include "tests/support/nodes/simulated_daemon.h"
#include "tests/support/session/recorder.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace dbgr;

namespace {

constexpr std::uint32_t kRanksOfANode = 100;
constexpr int kBreakpoints = 10;
constexpr std::chrono::seconds kMayTake{180};

struct Shape
{
    std::uint32_t nodes = 0;
    bool roundRobin = false;

    [[nodiscard]] std::uint32_t ranks() const { return nodes * kRanksOfANode; }
    [[nodiscard]] std::uint32_t nodeOf(std::uint32_t rank) const
    {
        return roundRobin ? rank % nodes : rank / kRanksOfANode;
    }
    [[nodiscard]] util::RankSet ranksOf(std::uint32_t node) const
    {
        if (!roundRobin)
            return util::RankSet::range(util::Rank(node * kRanksOfANode),
                                        util::Rank(node * kRanksOfANode + kRanksOfANode - 1));
        util::RankSet ranks;
        for (std::uint32_t rank = node; rank < this->ranks(); rank += nodes)
            ranks.insert(util::Rank(rank));
        return ranks;
    }
};

std::string hostOf(std::uint32_t node)
{
    return "n" + std::to_string(node);
}

[[noreturn]] void fail(const std::string& why)
{
    std::fprintf(stderr, "many_nodes: %s\n", why.c_str());
    std::_Exit(1);
}

// ---- The daemons' process

/// Does what comes over a socket, a line each: "call ADDRESS SECRET", "slow NODE", "quick NODE", "vanish NODE".
class Daemons
{
public:
    Daemons(net::EventLoop& loop, Shape shape, int orders) : m_loop(loop), m_shape(shape), m_orders(orders)
    {
        m_daemons.resize(shape.nodes);
        m_watch = loop.watch(orders, net::Interest::Read, [this] { read(); });
    }

private:
    void read()
    {
        std::array<char, 4096> bytes{};
        const ssize_t size = ::read(m_orders, bytes.data(), bytes.size());
        if (size <= 0)
            std::_Exit(0);
        m_text.append(bytes.data(), static_cast<std::size_t>(size));
        for (std::size_t end = m_text.find('\n'); end != std::string::npos; end = m_text.find('\n')) {
            std::istringstream line(m_text.substr(0, end));
            m_text.erase(0, end + 1);
            carryOut(line);
        }
    }
    void carryOut(std::istringstream& line)
    {
        std::string what;
        line >> what;
        if (what == "call") {
            std::string address, secret;
            line >> address >> secret;
            for (std::uint32_t node = 0; node < m_shape.nodes; ++node)
                call(node, net::Address::parse(address).value(), net::Secret::fromHex(secret).value());
            return;
        }
        std::uint32_t node = 0;
        line >> node;
        if (what == "vanish")
            m_daemons.at(node)->vanish();
        else
            m_daemons.at(node)->beSlow(what == "slow");
    }
    void call(std::uint32_t node, const net::Address& address, const net::Secret& secret)
    {
        m_calls.push_back(net::connectTcp(m_loop, address, std::chrono::seconds(30), [this, node, secret](auto stream) {
            if (!stream)
                fail(stream.error().message());
            auto secure = net::tlsClient(m_loop, *std::move(stream), secret, std::chrono::seconds(60));
            m_daemons[node] = std::make_unique<test::SimulatedDaemon>(m_loop, std::move(secure).value(), hostOf(node),
                                                                      m_shape.ranksOf(node));
        }));
    }

    net::EventLoop& m_loop;
    const Shape m_shape;
    const int m_orders;
    std::string m_text;
    std::vector<std::unique_ptr<test::SimulatedDaemon>> m_daemons;
    std::vector<util::Subscription> m_calls;
    util::Subscription m_watch;
};

[[noreturn]] void playDaemons(Shape shape, int orders)
{
    const auto loop = net::EventLoop::create().value();
    const Daemons daemons(*loop, shape, orders);
    loop->run();
    std::_Exit(0);
}

// ---- The front end's process

double processorMs()
{
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

/// Resident.
double memoryMb()
{
    std::ifstream file("/proc/self/statm");
    double total = 0, resident = 0;
    file >> total >> resident;
    return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20);
}

std::string valueOf(const session::DaemonCommand& command, const std::string& name)
{
    for (const std::string& entry : command.environment)
        if (entry.starts_with(name + "="))
            return entry.substr(name.size() + 1);
    return {};
}

/// What was measured, in order: the same names for every shape.
struct Row
{
    std::string name;
    double value = 0;
    bool isTime = true;
};

class FrontEnd
{
public:
    FrontEnd(Shape shape, int orders) : m_shape(shape), m_orders(orders), m_loop(net::EventLoop::create().value())
    {
        session::JobLaunched job;
        job.nspace = "simulated";
        for (std::uint32_t rank = 0; rank < shape.ranks(); ++rank)
            job.ranks.push_back({util::Rank(rank), hostOf(shape.nodeOf(rank)),
                                 util::Pid(static_cast<std::int32_t>(1000 + rank % 30000)), "/solver"});
        auto backend = std::make_unique<test::FleetBackend>(
            *m_loop, std::move(job), [this](const session::DaemonCommand& command) {
                std::string addresses = valueOf(command, "DBGR_FRONTEND");
                const std::string first = addresses.substr(0, addresses.find(','));
                order("call 127.0.0.1" + first.substr(first.rfind(':')) + " " + valueOf(command, "DBGR_SECRET"));
            });
        m_session = std::make_unique<session::Session>(*m_loop, std::move(backend), false);
        m_subscription = m_session->observe(m_recorder);
        m_all = util::RankSet::firstN(shape.ranks());
    }

    std::vector<Row> run()
    {
        const double memoryBefore = memoryMb();
        attach();
        measure(
            "first stop of all", [this] { static_cast<void>(m_session->continueRanks(m_all)); },
            [this] { return isEveryoneAt(debug::StopReason::Breakpoint); });
        measure(
            "step of all", [this] { static_cast<void>(m_session->step(m_all, debug::StepKind::Over)); },
            [this] { return isEveryoneAt(debug::StopReason::Step); });
        ask("merged stacks", [this](auto done) {
            m_session->stacks(m_all, [done](const auto& answer) { done(answer->value.roots().size() == 1); });
        });
        for (const auto& [name, expression, groups] :
             {std::tuple("a value, the same in all", "same", std::size_t{1}),
              std::tuple("a value, another in odd ranks", "parity", std::size_t{2}),
              std::tuple("a value, another in each rank", "rank", std::size_t{m_shape.ranks()})})
            ask(name, [this, expression, groups](auto done) {
                m_session->evaluate(m_all, expression, {},
                                    [done, groups](const auto& answer) { done(answer->value.size() == groups); });
            });
        ask("stack of each rank", [this](auto done) {
            m_session->frames(m_all, {}, [=, this](const auto& answer) { done(answer->value.size() == m_all.size()); });
        });
        ask("variables of each rank", [this](auto done) {
            m_session->variables(m_all, {},
                                 [=, this](const auto& answer) { done(answer->value.size() == m_all.size()); });
        });
        ask("a value of one rank", [this](auto done) {
            m_session->evaluate(util::RankSet(util::Rank(m_shape.ranks() - 1)), "rank", {},
                                [done](const auto& answer) { done(answer->value.size() == 1); });
        });
        askWithASlowNode();
        loseANode();
        m_rows.push_back({"memory", memoryMb() - memoryBefore, false});
        return std::move(m_rows);
    }

private:
    void order(const std::string& what) const
    {
        const std::string line = what + "\n";
        if (::write(m_orders, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
            fail("the daemons are gone");
    }
    template <class Done>
    void until(const std::string& what, Done done)
    {
        if (!test::runUntil(*m_loop, done, kMayTake))
            fail("'" + what + "' does not end");
    }
    template <class Do, class Done>
    void measure(const std::string& name, Do what, Done done)
    {
        m_recorder.clear();
        const double before = processorMs();
        what();
        until(name, done);
        m_rows.push_back({name, processorMs() - before});
    }
    void ask(const std::string& name, const std::function<void(std::function<void(bool)>)>& question)
    {
        bool answered = false;
        measure(
            name,
            [&] {
                question([&](bool isRight) {
                    answered = true;
                    if (!isRight)
                        fail("'" + name + "' has a wrong answer");
                });
            },
            [&] { return answered; });
    }
    void attach()
    {
        for (int i = 0; i < kBreakpoints; ++i) {
            debug::BreakpointSpec spec;
            spec.where = debug::SourceLine{"/src/solver.cpp", 70 + static_cast<std::uint32_t>(i)};
            static_cast<void>(m_session->addBreakpoint(spec));
        }
        measure(
            "attach, with 10 breakpoints", [this] { static_cast<void>(m_session->attach({})); },
            [this] {
                const auto& all = m_session->breakpoints().all();
                return m_session->processes().standing() == m_all && std::ranges::all_of(all, [this](const auto& one) {
                           return one.second.status.resolved == m_all;
                       });
            });
    }
    [[nodiscard]] bool isEveryoneAt(debug::StopReason reason) const
    {
        if (m_session->processes().standing() != m_all)
            return false;
        const auto& stop = m_session->processes().at(util::Rank(0)).stop;
        return stop && stop->reason == reason;
    }
    /// What the others say is there before the slow one says something, and is the answer when it is cancelled.
    void askWithASlowNode()
    {
        const std::uint32_t slow = m_shape.nodes / 2;
        order("slow " + std::to_string(slow));
        bool isTold = false, isDone = false;
        const util::RankSet others = m_all - m_shape.ranksOf(slow);
        const auto isOfOthers = [&](const auto& answer) {
            return answer && !answer->value.empty() && answer->value.front().ranks == others;
        };
        measure(
            "one node is slow: the others' value",
            [&] {
                m_session->evaluate(
                    m_all, "same", {},
                    [&](const auto& answer) {
                        isDone = true;
                        if (!isOfOthers(answer) || answer->failures.empty())
                            fail("what was cancelled has a wrong answer");
                    },
                    {},
                    [&](const auto& answer) {
                        isTold = true;
                        if (!isOfOthers(answer) || answer->awaited != m_all - others)
                            fail("the part of an answer is wrong");
                    });
            },
            [&] { return isTold; });
        measure(
            "cancelled", [this] { static_cast<void>(m_session->cancelQuestions()); }, [&] { return isDone; });
        order("quick " + std::to_string(slow));
    }
    void loseANode()
    {
        const std::uint32_t lost = m_shape.nodes / 3;
        const util::RankSet ranks = m_shape.ranksOf(lost);
        measure(
            "one node is lost", [&] { order("vanish " + std::to_string(lost)); },
            [&] { return m_session->processes().inState(session::RankState::Lost) == ranks; });
    }

    const Shape m_shape;
    const int m_orders;
    std::unique_ptr<net::EventLoop> m_loop;
    test::Recorder m_recorder;
    std::unique_ptr<session::Session> m_session;
    util::Subscription m_subscription;
    util::RankSet m_all;
    std::vector<Row> m_rows;
};

/// In processes of its own, so that nothing is there of what was measured before.
std::vector<Row> measured(Shape shape)
{
    std::array<int, 2> result{};
    if (::pipe(result.data()) != 0)
        fail("no pipe");
    const pid_t front = ::fork();
    if (front == 0) {
        std::array<int, 2> orders{};
        if (::socketpair(AF_UNIX, SOCK_STREAM, 0, orders.data()) != 0)
            fail("no socket");
        const pid_t daemons = ::fork();
        if (daemons == 0) {
            ::close(orders[0]);
            playDaemons(shape, orders[1]);
        }
        ::close(orders[1]);
        FILE* const out = ::fdopen(result[1], "w");
        for (const Row& row : FrontEnd(shape, orders[0]).run())
            std::fprintf(out, "%d %.4f %s\n", row.isTime ? 1 : 0, row.value, row.name.c_str());
        std::fclose(out);
        ::close(orders[0]); // the daemons end
        ::waitpid(daemons, nullptr, 0);
        std::_Exit(0);
    }
    ::close(result[1]);
    std::vector<Row> rows;
    FILE* const in = ::fdopen(result[0], "r");
    std::array<char, 256> line{};
    while (std::fgets(line.data(), line.size(), in)) {
        std::istringstream text(line.data());
        Row row;
        text >> row.isTime >> row.value >> std::ws;
        std::getline(text, row.name);
        rows.push_back(row);
    }
    std::fclose(in);
    ::waitpid(front, nullptr, 0);
    if (rows.empty())
        fail("nothing was measured");
    return rows;
}

void compare(const std::vector<std::uint32_t>& sizes, bool roundRobin)
{
    std::printf("\nranks are given %s; %u on each node\n%-38s", roundRobin ? "round robin" : "in blocks", kRanksOfANode,
                "nodes");
    std::vector<std::vector<Row>> all;
    for (const std::uint32_t nodes : sizes) {
        all.push_back(measured({nodes, roundRobin}));
        std::printf("%12u", nodes);
        std::fflush(stdout);
    }
    std::printf("   a rank, %u over %u\n", sizes.back(), sizes.front());
    const double factor = static_cast<double>(sizes.back()) / sizes.front();
    for (std::size_t i = 0; i < all.front().size(); ++i) {
        std::printf("%-38s", all.front()[i].name.c_str());
        for (const std::vector<Row>& rows : all)
            std::printf("%9.2f %s", rows.at(i).value, rows[i].isTime ? "ms" : "MB");
        std::printf("%12.2f\n", all.back()[i].value / std::max(all.front()[i].value, 0.001) / factor);
    }
}

} // namespace

int main(int argc, char** argv)
{
    std::vector<std::uint32_t> sizes;
    for (int i = 1; i < argc; ++i)
        sizes.push_back(static_cast<std::uint32_t>(std::max(2, std::atoi(argv[i]))));
    if (sizes.empty())
        sizes = {10, 100, 1000};
    std::printf("processor time of the front end\n");
    for (const bool roundRobin : {false, true})
        compare(sizes, roundRobin);
    return 0;
}
