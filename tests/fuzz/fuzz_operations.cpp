// SPDX-License-Identifier: GPL-3.0-or-later
// What a tool reads of a server, and what our server half reads of a launcher: any bytes end in a value or an error,
// and every request gets its reply.
// Input: wire format, kind of message, command, body (of a request or an event with its command in front).
#include "pmix/ops/get.h"
#include "pmix/ops/iof.h"
#include "pmix/ops/job_info.h"
#include "pmix/ops/query.h"
#include "pmix/ops/reply.h"
#include "pmix/ops/spawn.h"
#include "pmix/server/launcher_service.h"
#include "tests/fuzz/fuzz_input.h"

using namespace dbgr::pmix;
using namespace dbgr::test;

namespace {

void readReply(Command command, WireFormat format, std::string_view body)
{
    if (const auto reply = decodeInfoReply(format, body)) {
        (void)procTableOf(*reply);
        (void)namespacesOf(*reply);
    }
    if (const auto info = decodeJobInfo(format, body))
        (void)info->debugTarget();
    if (command == Command::Spawn)
        if (const auto reply = decodeSpawnReply(format, body))
            mustHold(!reply->nspace.empty(), "a spawned job has a name");
    (void)decodeGetReply(format, body, Proc{"job", ProcRank(0)}, "pmix.hname");
    (void)decodeIofPullReply(format, body);
    (void)decodeIofPushReply(format, body);
    (void)decodeStatusReply(format, body);
}

void serve(WireFormat format, std::string_view body)
{
    const LauncherService service(format, Proc{"us", ProcRank(0)}, Proc{"launcher", ProcRank(0)}, {});
    const auto reaction = service.handle(body);
    Unpacker unpacker(format, body);
    const auto command = unpacker.unpack<DataType::Command>();
    mustHold(reaction.reply || (command && *command == Command::DeregisterEvents), "a request gets a reply");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    FuzzInput input(data, size);
    const WireFormat format = input.wireFormat();
    const unsigned kind = input.choice() % 4U;
    const auto command = static_cast<Command>(input.choice());
    switch (kind) {
    case 0:
        serve(format, input.rest());
        break;
    case 1:
        readReply(command, format, input.rest());
        break;
    case 2:
        if (const auto event = decodeEvent(format, input.rest())) {
            (void)event->affected();
            (void)event->jobTermStatus();
        }
        break;
    default:
        (void)decodeIofDelivery(format, input.rest());
    }
    return 0;
}
