// SPDX-License-Identifier: GPL-3.0-or-later
// Requests as OpenPMIx's clients and tools have sent them, without a socket: each is understood, and gets its reply.
#include "pmix/ops/reply.h"
#include "pmix/server/server_dispatch.h"
#include "pmix/types/all_types.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/pmix/pmix_vectors.h"
#include "tests/support/pmix/recording_host.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <algorithm>

namespace tst_server_dispatch {

using namespace dbgr::pmix;
using namespace dbgr::test;
using namespace dbgr;

namespace {

struct Served
{
    bool answered = false;
    std::optional<std::string> body;
};

/// The Server without its connections.
struct Desk
{
    ManualScheduler scheduler;
    RecordingHost host;
    ServerConfig config;
    Services services{scheduler, host, config, [](PeerId, const Event&, std::optional<DataRange>) {},
                      [](PeerId, const IoDelivery&) {}};
    ServerDispatch dispatch{services, host, Proc{"server", ProcRank(0)}, [](const Requester&) {}};

    std::shared_ptr<Served> handle(const Requester& who, WireFormat format, std::string_view request)
    {
        auto served = std::make_shared<Served>();
        dispatch.handle(who, format, request, [served](std::optional<std::string> body) {
            served->answered = true;
            served->body = std::move(body);
        });
        return served;
    }
};

std::optional<Status> statusIn(WireFormat format, const Served& served)
{
    if (!served.body)
        return std::nullopt;
    Unpacker unpacker(format, *served.body);
    const auto status = unpacker.unpack<DataType::Status>();
    return status ? std::optional(*status) : std::nullopt;
}

bool mayWait(Command command)
{
    return command == Command::Fence || command == Command::Get || command == Command::Connect ||
           command == Command::Disconnect || command == Command::GroupConstruct || command == Command::GroupDestruct ||
           command == Command::Lookup;
}

} // namespace

class TestServerDispatch : public QObject
{
    Q_OBJECT

private slots:
    void servesEveryCapturedRequest_data();
    void servesEveryCapturedRequest();
    void everyCommandIsServedOrRefused();
};

void TestServerDispatch::servesEveryCapturedRequest_data()
{
    QTest::addColumn<int>("session");
    const auto sessions = loadPmixSessions();
    for (std::size_t i = 0; i < sessions.size(); ++i)
        QTest::addRow("%s", sessions[i].name.c_str()) << int(i);
}

void TestServerDispatch::servesEveryCapturedRequest()
{
    QFETCH(int, session);
    const VectorSession recorded = loadPmixSessions().at(std::size_t(session));
    for (const VectorConnection& connection : recorded.connections) {
        Desk desk;
        Requester who{PeerId(1), Peer{Proc{"job@1", ProcRank(0)}, "5.0.7", {}}, PeerRole::Client, {}};
        const VectorEntry& first = connection.entries.front();
        if (first.kind == VectorEntry::Kind::Connect && !first.cut) {
            const auto hello = decodeConnectMessage(std::string_view(first.bytes).substr(FrameHeader::kBytes)).value();
            who.peer.version = hello.version;
            who.role = hello.role;
            if (roleHasName(hello.role))
                who.peer.proc = hello.proc;
        }
        JobRecord job;
        job.info.nspace = who.proc().nspace;
        job.localRanks = {ProcRank(0), ProcRank(1)};
        QVERIFY(desk.services.jobs.add(job));
        desk.services.events.addPeer(who);

        for (const VectorEntry& entry : connection.entries) {
            if (entry.from != ConnectionRole::Connector || entry.kind != VectorEntry::Kind::Frame || entry.cut ||
                !isDynamic(entry.header().tag))
                continue;
            Unpacker unpacker(connection.format, entry.body());
            const auto command = unpacker.unpack<DataType::Command>();
            QVERIFY(command);
            const auto served = desk.handle(who, connection.format, entry.body());
            const std::string what = recorded.name + ": " + toString(*command);
            QVERIFY2(served->answered || mayWait(*command), what.c_str());
            const auto status = statusIn(connection.format, *served);
            const bool isBroken = status == Status::ErrUnpackReadPastEnd || status == Status::ErrUnpackFailure ||
                                  status == Status::ErrUnpackInadequateSpace || status == Status::ErrPackFailure ||
                                  status == Status::ErrUnknownDataType;
            QVERIFY2(!isBroken, (what + " is not understood").c_str());
        }
    }
}

void TestServerDispatch::everyCommandIsServedOrRefused()
{
    Desk desk;
    const Requester who{PeerId(1), Peer{Proc{"job@1", ProcRank(0)}, "5.0.7", {}}, PeerRole::Client, {}};
    for (int code = 0; code < 256; ++code) {
        Packer packer((WireFormat()));
        packer.pack<DataType::Command>(static_cast<Command>(code));
        const auto served = desk.handle(who, {}, packer.finish().value());
        QVERIFY2(served->answered, std::to_string(code).c_str());
        QCOMPARE(served->body.has_value(), static_cast<Command>(code) != Command::DeregisterEvents);
    }
}

DBGR_TEST(TestServerDispatch);

} // namespace tst_server_dispatch

#include "tst_server_dispatch.moc"
