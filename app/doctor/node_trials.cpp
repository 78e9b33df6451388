// SPDX-License-Identifier: GPL-3.0-or-later
// What can only be known by doing it: tracing a process, connecting, asking programs.
#include "app/doctor/node_facts.h"
#include "app/doctor/program_list.h"
#include "keeper/trace/hardware_trial.h"
#include "net/child_spec.h"
#include "net/interface_list.h"
#include "util/own_programs.h"
#include "util/unique_fd.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>

#include <poll.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dbgr::doctor {

namespace {

constexpr int kConnectMs = 3000;

int waitFor(pid_t pid)
{
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return status;
}

/// A child that traces another child: they are siblings, as dbgd and a rank are cousins, and Yama looks at just that.
Tried tryTracing()
{
    const pid_t rank = ::fork();
    if (rank < 0)
        return std::nullopt;
    if (rank == 0)
        for (;;)
            ::pause();
    const pid_t tracer = ::fork();
    if (tracer == 0)
        ::_exit(::ptrace(PTRACE_SEIZE, rank, nullptr, nullptr) == 0 ? 0 : errno & 0xFF);
    const int status = tracer > 0 ? waitFor(tracer) : -1;
    ::kill(rank, SIGKILL);
    waitFor(rank);
    if (tracer < 0 || status < 0)
        return std::nullopt;
    return WIFEXITED(status) ? WEXITSTATUS(status) : ENOSYS; // a filter may kill who calls ptrace()
}

Tried tryConnecting(const net::Address& address)
{
    const util::UniqueFd fd(::socket(address.data()->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!fd)
        return errno;
    if (::connect(fd.get(), address.data(), address.size()) == 0)
        return 0;
    if (errno != EINPROGRESS)
        return errno;
    pollfd wanted{fd.get(), POLLOUT, 0};
    if (::poll(&wanted, 1, kConnectMs) <= 0)
        return ETIMEDOUT;
    int error = 0;
    socklen_t size = sizeof error;
    return ::getsockopt(fd.get(), SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
}

Tried tryLoopback()
{
    const net::Address any = net::Address::loopback();
    const util::UniqueFd door(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!door || ::bind(door.get(), any.data(), any.size()) != 0 || ::listen(door.get(), 1) != 0)
        return errno;
    sockaddr_storage bound{};
    socklen_t size = sizeof bound;
    if (::getsockname(door.get(), reinterpret_cast<sockaddr*>(&bound), &size) != 0)
        return errno;
    const auto address = net::Address::fromSocket(reinterpret_cast<const sockaddr*>(&bound), size);
    return address ? tryConnecting(*address) : Tried(EAFNOSUPPORT);
}

} // namespace

NodeFacts collectNodeFacts(const std::vector<net::Address>& front)
{
    const char* const temporary = std::getenv("TMPDIR");
    NodeFacts facts = readNodeFiles({}, temporary && *temporary ? temporary : "/tmp");
    facts.traced = tryTracing();
    if (const keeper::HardwareTrial trial = keeper::tryHardwareTraps(); trial != keeper::HardwareTrial::Unknown)
        facts.watches = trial == keeper::HardwareTrial::Works;
    const std::string self = util::selfOnNodes(net::currentEnvironment());
    for (const ListedProgram& program : programList())
        if (program.kind != ProgramKind::User)
            facts.programs.push_back(askProgram(program, true, self));
    facts.loopback = tryLoopback();
    for (const net::Address& address : net::localAddresses())
        facts.addresses.push_back(address.host());
    for (const net::Address& address : front)
        facts.front.push_back({address.toString(), tryConnecting(address)});
    return facts;
}

} // namespace dbgr::doctor
