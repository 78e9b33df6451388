// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/launcher/attacked_launcher.h"

#include "pmix/handshake/contact_file.h"
#include "pmix/ops/query.h"
#include "pmix/ops/reply.h"
#include "pmix/ops/spawn.h"
#include "tests/integration/launcher/launcher_run.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <cerrno>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace dbgr::test {

using namespace pmix;
using namespace std::chrono_literals;

RawSocket::RawSocket(std::uint16_t port)
{
    m_fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (m_fd >= 0 && ::connect(m_fd, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) {
        ::close(m_fd);
        m_fd = -1;
    }
}

RawSocket::~RawSocket()
{
    if (m_fd >= 0)
        ::close(m_fd);
}

void RawSocket::send(std::string_view bytes) const
{
    (void)::send(m_fd, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
}

bool RawSocket::isClosed() const
{
    char bytes[4096];
    ssize_t got = 0;
    do
        got = ::recv(m_fd, bytes, sizeof bytes, MSG_DONTWAIT);
    while (got > 0);
    return got == 0 || (errno != EAGAIN && errno != EINTR);
}

AttackedLauncher::AttackedLauncher() : m_loop(net::EventLoop::create().value()), m_folder("/tmp/h.XXXXXX")
{}

AttackedLauncher::~AttackedLauncher()
{
    m_launcher.kill();
    m_launcher.waitForFinished(5000);
}

QByteArray AttackedLauncher::start()
{
    m_launcher.setProcessEnvironment(mpiEnvironment(Mpi::OpenMpi5, m_folder.path()));
    m_launcher.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_launcher.setStandardOutputFile(QProcess::nullDevice());
    m_launcher.start(dbgrun(), {"--daemon"});
    const QString pid = QString::number(m_launcher.processId());
    const auto contact = [&]() -> util::Result<ServerContact> {
        for (const QString& each : QDir(m_folder.path()).entryList({"dbgrun.*." + pid}, QDir::Dirs)) {
            const QDir folder(m_folder.filePath(each));
            for (const QString& file : folder.entryList({"pmix.*"}, QDir::Files))
                if (auto found = readContactFile(folder.filePath(file).toStdString()))
                    return found;
        }
        return util::fail(Status::ErrNotFound, "no contact file yet");
    };
    if (!runUntil(*m_loop, [&] { return contact().has_value(); }))
        return "dbgrun leaves no contact file";
    const ServerUri where = contact()->uri;
    m_uri = formatServerUri(where);
    m_port = where.port;
    m_witness = enterAsTool();
    if (!m_witness)
        return "no tool is let in";
    const std::vector<Proc> all{Proc{"", kRankWildcard}};
    if (statusOf(m_witness->ask(encodeIofPull({}, all, IofChannel::Stdout, 1))))
        return "output cannot be pulled";
    m_innocent = spawn("while :; do echo tick; sleep 0.05; done", 2);
    return m_innocent.empty() ? "the innocent job cannot be started" : "";
}

QByteArray AttackedLauncher::health()
{
    (void)m_launcher.waitForFinished(0);
    if (m_launcher.state() != QProcess::Running)
        return "dbgrun has ended with " + QByteArray::number(m_launcher.exitCode());
    m_witness->output.clear();
    const auto tool = enterAsTool();
    if (!tool)
        return "no tool is let in any more";
    const std::vector<Query> queries{namespacesQuery()};
    const auto reply = tool->ask(encodeQuery({}, queries));
    if (!reply)
        return "a query is not answered: " + QByteArray::fromStdString(reply.error().message());
    const auto found = decodeInfoReply({}, *reply);
    const auto names = found ? namespacesOf(*found) : util::fail(Status::ErrNotFound, "no answer");
    if (!names || std::ranges::find(*names, m_innocent) == names->end())
        return "the innocent job is gone";
    if (!runUntil(
            *m_loop, [&] { return ticks(0) > 1 && ticks(1) > 1; }, 10s))
        return "the innocent job's output has stopped";
    return m_witness->lost ? "the watching tool was cut off" : "";
}

QByteArray AttackedLauncher::end()
{
    m_launcher.terminate();
    if (!runUntil(*m_loop, [&] { return m_launcher.waitForFinished(0) || m_launcher.state() == QProcess::NotRunning; }))
        return "dbgrun does not end";
    if (m_launcher.exitStatus() != QProcess::NormalExit || m_launcher.exitCode() != 0)
        return "dbgrun has ended with " + QByteArray::number(m_launcher.exitCode());
    const QStringList left = QDir(m_folder.path()).entryList({"dbgrun*", "pmix*"}, QDir::AllEntries);
    return left.isEmpty() ? "" : "dbgrun left behind " + left.join(' ').toUtf8();
}

std::string AttackedLauncher::spawn(const std::string& command, int processes)
{
    SpawnRequest request;
    App& app = request.apps.emplace_back();
    app.command = "/bin/sh";
    app.argv = {"/bin/sh", "-c", command};
    app.maxProcs = processes;
    const auto reply = m_witness->ask(encodeSpawn({}, request));
    const auto job = reply ? decodeSpawnReply({}, *reply) : util::fail(reply.error());
    return job ? job->nspace : std::string();
}

std::unique_ptr<ServerPeer> AttackedLauncher::enter(ConnectMessage hello)
{
    auto peer = std::make_unique<ServerPeer>(*m_loop, m_uri, std::move(hello));
    return peer->enter() ? std::move(peer) : nullptr;
}

std::unique_ptr<ServerPeer> AttackedLauncher::enterAsRank(const std::string& job, std::uint32_t rank)
{
    return enter(helloAs(PeerRole::Client, Proc{job, ProcRank(rank)}));
}

std::unique_ptr<ServerPeer> AttackedLauncher::enterAsTool()
{
    return enter(helloAs(PeerRole::ToolNeedsName));
}

void AttackedLauncher::turn(std::chrono::milliseconds time)
{
    (void)runUntil(
        *m_loop, [] { return false; }, time);
}

std::size_t AttackedLauncher::mostMemory() const
{
    QFile file("/proc/" + QString::number(m_launcher.processId()) + "/status");
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray text = file.readAll();
    return text.mid(text.indexOf("VmHWM:") + 6).simplified().split(' ').value(0).toULongLong() * 1024;
}

std::size_t AttackedLauncher::ticks(std::uint32_t rank) const
{
    return static_cast<std::size_t>(std::ranges::count_if(m_witness->output, [&](const IoDelivery& each) {
        return each.source == Proc{m_innocent, ProcRank(rank)} && !each.bytes.empty();
    }));
}

bool flood(net::EventLoop& loop, ServerPeer& peer, std::string_view body, int times)
{
    constexpr std::size_t kWaiting = std::size_t{1} << 20;
    for (int i = 0; i < times && !peer.lost; ++i) {
        peer.connection->send(body);
        if (peer.connection->outputBytes() > kWaiting &&
            !runUntil(loop, [&] { return peer.lost || peer.connection->outputBytes() < kWaiting; }))
            return true; // it is not read, and not cut off either
    }
    return !peer.lost;
}

std::error_code statusOf(const util::Result<std::string>& reply, WireFormat format)
{
    if (!reply)
        return reply.error().code;
    const auto status = decodeStatusReply(format, *reply);
    return status ? std::error_code() : status.error().code;
}

} // namespace dbgr::test
