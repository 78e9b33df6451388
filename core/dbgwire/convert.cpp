// SPDX-License-Identifier: BSD-3-Clause
// The envelope, and the messages around requests, replies and events.
#include "dbgwire/convert.h"

#include "dbgwire/convert_p.h"
#include "dbgwire/wire_error.h"
#include "util/overloaded.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <limits>

namespace dbgr::dbgwire {

namespace {

/// Of a hello; there are never many.
constexpr int kMaxFeatures = 1000;

void toWire(const Hello& hello, proto::Hello& wire)
{
    wire.set_lowest_version(hello.lowestVersion);
    wire.set_highest_version(hello.highestVersion);
    wire.set_program(wireText(hello.program));
    wire.set_sources(wireText(hello.sources));
    for (const std::string& feature : hello.features)
        wire.add_features(wireText(feature));
    wire.set_host(wireText(hello.host));
    wire.set_pid(hello.pid.value());
    wire.set_nspace(wireText(hello.nspace));
    wire.set_rank(hello.rank);
    wire.set_local_ranks(hello.localRanks);
}

Hello fromWire(const proto::Hello& wire, DecodeCheck& check)
{
    Hello hello;
    hello.lowestVersion = wire.lowest_version();
    hello.highestVersion = wire.highest_version();
    hello.program = check.text(wire.program());
    hello.sources = check.text(wire.sources());
    if (check.require(wire.features_size() <= kMaxFeatures, "a hello with too many features"))
        for (const std::string& feature : wire.features())
            hello.features.push_back(check.text(feature));
    hello.host = check.text(wire.host());
    hello.pid = util::Pid(wire.pid());
    hello.nspace = check.text(wire.nspace());
    hello.rank = wire.rank();
    hello.localRanks = wire.local_ranks();
    return hello;
}

void toWire(const Request& request, proto::Request& wire)
{
    wire.set_id(request.id.value());
    dbgwire::toWire(request.command.ranks, *wire.mutable_ranks());
    dbgwire::toWire(request.command.request, wire);
}

Request fromWire(const proto::Request& wire, DecodeCheck& check)
{
    return {util::RequestId(wire.id()), {dbgwire::fromWire(wire.ranks(), check), requestFromWire(wire, check)}};
}

void toWire(const Reply& reply, proto::Reply& wire)
{
    wire.set_id(reply.id.value());
    if (!reply.result) {
        dbgwire::toWire(reply.result.error(), *wire.mutable_refused());
        return;
    }
    listToWire(reply.result->failures, *wire.mutable_failures());
    dbgwire::toWire(reply.result->body, wire);
}

Reply fromWire(const proto::Reply& wire, DecodeCheck& check)
{
    const util::RequestId id(wire.id());
    if (wire.has_refused())
        return {id, util::fail(dbgwire::fromWire(wire.refused(), check))};
    auto body = replyFromWire(wire, check);
    return {id, debug::EngineReply{std::move(body), listFromWire(wire.failures(), check)}};
}

Message fromWire(const proto::Envelope& wire, DecodeCheck& check)
{
    switch (wire.message_case()) {
    case proto::Envelope::kHello:
        return fromWire(wire.hello(), check);
    case proto::Envelope::kRequest:
        return fromWire(wire.request(), check);
    case proto::Envelope::kReply:
        return fromWire(wire.reply(), check);
    case proto::Envelope::kEvent:
        return dbgwire::fromWire(wire.event(), check);
    case proto::Envelope::kHeartbeat:
        return Heartbeat{};
    case proto::Envelope::kAttach:
        return dbgwire::fromWire(wire.attach(), check);
    case proto::Envelope::kCancel:
        return Cancel{util::RequestId(wire.cancel().id())};
    case proto::Envelope::MESSAGE_NOT_SET:
        break;
    }
    check.fail("a message of an unknown kind");
    return Heartbeat{};
}

} // namespace

std::string encode(const Message& message)
{
    proto::Envelope wire;
    std::visit(util::Overloaded{
                   [&](const Hello& m) { toWire(m, *wire.mutable_hello()); },
                   [&](const Request& m) { toWire(m, *wire.mutable_request()); },
                   [&](const Reply& m) { toWire(m, *wire.mutable_reply()); },
                   [&](const debug::DaemonEvent& m) { dbgwire::toWire(m, *wire.mutable_event()); },
                   [&](const Heartbeat&) { wire.mutable_heartbeat(); },
                   [&](const debug::AttachOrder& m) { dbgwire::toWire(m, *wire.mutable_attach()); },
                   [&](const Cancel& m) { wire.mutable_cancel()->set_id(m.id.value()); },
               },
               message);
    return wire.SerializeAsString();
}

std::string encodeQuestion(const debug::EngineRequest& question)
{
    proto::Request wire;
    toWire(question, wire);
    return wire.SerializeAsString();
}

/// A message in which some fields stand, and behind them the others, is one that has all of them.
std::string encodeRequest(util::RequestId id, const util::RankSet& ranks, std::string_view question)
{
    proto::Request head;
    head.set_id(id.value());
    toWire(ranks, *head.mutable_ranks());
    std::string request = head.SerializeAsString();
    request += question;
    std::string bytes;
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream out(&stream);
    constexpr std::uint32_t kLengthDelimited = 2;
    out.WriteTag(proto::Envelope::kRequestFieldNumber << 3 | kLengthDelimited);
    out.WriteVarint32(static_cast<std::uint32_t>(request.size()));
    out.WriteString(request);
    out.Trim();
    return bytes;
}

util::Result<Message> decode(std::string_view bytes)
{
    proto::Envelope wire;
    if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()) ||
        !wire.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
        return util::fail(Errc::Malformed, "a message that cannot be parsed");
    DecodeCheck check;
    Message message = fromWire(wire, check);
    if (!check.ok())
        return util::fail(Errc::Malformed, check.problem());
    return message;
}

} // namespace dbgr::dbgwire
