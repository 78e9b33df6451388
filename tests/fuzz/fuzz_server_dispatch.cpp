// SPDX-License-Identifier: GPL-3.0-or-later
// A server between two peers that send whatever they like: a client of one job and a tool. Each whole frame is served,
// has at most one reply, and nothing of another user's job gets out.
// Input: wire format; then what the peers send, in frames whose tag says who sends: even the client, odd the tool.
#include "pmix/frame/frame_reader.h"
#include "pmix/server/server_dispatch.h"
#include "pmix/types/all_types.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/pmix/recording_host.h"

using namespace dbgr::pmix;
using namespace dbgr::test;
using namespace dbgr;

namespace {

constexpr const char* kSecret = "what only the other user may know";

JobRecord job(const std::string& nspace, std::uint32_t uid)
{
    JobRecord made;
    made.info.nspace = nspace;
    made.info.values = {{"pmix.job.size", Value::of<DataType::Uint32>(2)}};
    if (uid != 0)
        made.info.values.push_back({"secret", Value::string(kSecret)});
    made.localRanks = {ProcRank(0), ProcRank(1)};
    made.uid = uid;
    return made;
}

struct Desk
{
    explicit Desk(WireFormat wire) : format(wire)
    {
        (void)services.jobs.add(job("job@1", 0));
        (void)services.jobs.add(job("foreign@1", 1000));
        (void)services.jobs.commit(Proc{"foreign@1", ProcRank(0)},
                                   {{Scope::Global, {{"secret", Value::string(kSecret)}}}});
        for (const Requester& peer : {client, tool})
            services.events.addPeer(peer);
        (void)services.iof.deliver(Proc{"job@1", ProcRank(1)}, IofChannel::Stdout, "output");
    }

    void handle(const Frame& frame)
    {
        auto replies = std::make_shared<int>(0);
        const Requester& who = frame.tag.value() % 2 == 0 ? client : tool;
        dispatch.handle(who, format, frame.body, [replies](const std::optional<std::string>& body) {
            mustHold(++*replies == 1, "one reply to a request");
            mustHold(!body || body->find(kSecret) == std::string::npos, "nothing of another user gets out");
        });
        scheduler.runUntilIdle();
    }

    WireFormat format;
    ManualScheduler scheduler;
    RecordingHost host;
    ServerConfig config;
    const Requester client{PeerId(1), Peer{Proc{"job@1", ProcRank(0)}, "5.0.7", {}}, PeerRole::Client, {}};
    const Requester tool{PeerId(2), Peer{Proc{"tool@1", ProcRank(0)}, "6.1.0", {}}, PeerRole::ToolNeedsName, {}};
    Services services{
        scheduler, host, config,
        [this](PeerId, const Event& event, std::optional<DataRange> range) { (void)encodeEvent(format, event, range); },
        [this](PeerId, const IoDelivery& delivery) { (void)encodeIofDelivery(format, delivery); }};
    ServerDispatch dispatch{services, host, Proc{"server", ProcRank(0)},
                            [this](const Requester& who) { dispatch.dropPeer(who.id); }};
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    FuzzInput input(data, size);
    if (std::string_view(reinterpret_cast<const char*>(data), size).find(kSecret) != std::string_view::npos)
        return 0; // the peers know it already
    Desk desk(input.wireFormat());
    FrameReader reader;
    reader.feed(input.rest());
    while (true) {
        const auto frame = reader.next();
        if (!frame || !*frame)
            break;
        desk.handle(**frame);
        desk.host.lines.clear();
        desk.host.notices.clear();
    }
    desk.scheduler.advance(std::chrono::hours(1));
    desk.dispatch.dropPeer(desk.client.id);
    desk.services.processEnded(desk.client.proc());
    desk.dispatch.dropPeer(desk.tool.id);
    desk.services.jobEnded("job@1");
    return 0;
}
