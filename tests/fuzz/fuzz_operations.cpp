// SPDX-License-Identifier: GPL-3.0-or-later
// What tools, launchers and servers read of each other: any bytes end in an error or in a value that is written and
// read again as it is, and every request gets its reply.
// Input: wire format, kind of message (and layout of groups), command, body (of a request or an event with its command
// in front).
#include "pmix/ops/get.h"
#include "pmix/ops/iof.h"
#include "pmix/ops/job_info.h"
#include "pmix/ops/query.h"
#include "pmix/ops/reply.h"
#include "pmix/ops/spawn.h"
#include "pmix/server/launcher_service.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/support/pmix/reencode.h"

using namespace dbgr::pmix;
using namespace dbgr::test;

namespace {

/// What was understood once is understood again.
template <class Reencode>
void mustSettle(std::string_view body, Reencode reencode)
{
    const auto once = reencode(body);
    if (!once)
        return;
    const auto twice = reencode(*once);
    mustHold(twice && *twice == *once, "a message is read as it was written");
}

void readReply(Command command, const Dialect& dialect, std::string_view body)
{
    const WireFormat format = dialect.format;
    mustSettle(body, [&](std::string_view bytes) { return reencodeReply(dialect, command, bytes); });
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
}

void readRequest(Command command, const Dialect& dialect, std::string_view body)
{
    mustSettle(body, [&](std::string_view bytes) {
        Unpacker unpacker(dialect.format, bytes);
        (void)unpacker.unpack<DataType::Command>();
        return reencodeRequest(dialect, command, bytes.substr(unpacker.position()));
    });
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
    const unsigned kind = input.choice();
    const Dialect dialect{format, static_cast<GroupLayout>(kind / 4U % 3U)};
    const auto command = static_cast<Command>(input.choice());
    switch (kind % 4U) {
    case 0:
        serve(format, input.rest());
        readRequest(command, dialect, input.rest());
        break;
    case 1:
        readReply(command, dialect, input.rest());
        break;
    case 2:
        mustSettle(input.rest(), [&](std::string_view bytes) { return reencodeEvent(dialect, bytes); });
        if (const auto event = decodeEvent(format, input.rest())) {
            (void)event->affected();
            (void)event->jobEnd();
        }
        break;
    default:
        mustSettle(input.rest(), [&](std::string_view bytes) { return reencodeOutput(dialect, bytes); });
    }
    return 0;
}
