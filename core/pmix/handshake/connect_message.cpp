// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/handshake/connect_message.h"

#include "pmix/codec/pack.h"
#include "pmix/codec/unpack.h"
#include "pmix/frame/frame_header.h"
#include "pmix/types/status.h"
#include "util/byte_reader.h"
#include "util/byte_writer.h"

namespace dbgr::pmix {

namespace {

util::Result<std::string> packInfos(const ConnectMessage& message)
{
    Packer packer(message.format);
    packer.packCounted<DataType::Info>(message.infos);
    return packer.finish();
}

util::Result<void> readIdentity(util::ByteReader& reader, ConnectMessage& message)
{
    message.securityModule = std::string(reader.cString());
    message.credential = std::string(reader.bytes(reader.big<std::uint32_t>()));
    const std::uint8_t role = reader.u8();
    if (reader.ok() && role > static_cast<std::uint8_t>(PeerRole::Scheduler))
        return util::fail(Status::ErrNotSupported, "a peer connects in the unknown role " + std::to_string(role));
    message.role = static_cast<PeerRole>(role);
    if (message.role != PeerRole::Client) {
        message.ids.uid = reader.big<std::uint32_t>();
        message.ids.gid = reader.big<std::uint32_t>();
    }
    if (roleHasName(message.role)) {
        message.proc.nspace = std::string(reader.cString());
        message.proc.rank = ProcRank(reader.big<std::uint32_t>());
        if (message.proc.nspace.size() > Proc::kMaxNspaceBytes)
            reader.markFailed();
    }
    return util::ok();
}

util::Result<void> readFormat(util::ByteReader& reader, ConnectMessage& message)
{
    message.version = std::string(reader.cString());
    const std::string modules(reader.cString());
    const std::uint8_t buffer = reader.u8();
    message.gdsModule = std::string(reader.cString());
    if (!reader.ok())
        return util::fail(Status::ErrUnpackFailure, "a peer's connect message ends too early");
    const auto version = wireVersionNamed(modules);
    if (!version)
        return util::fail(Status::ErrNotSupported,
                          "a peer writes in the unknown form \"" + modules.substr(0, 64) + "\"");
    if (buffer != static_cast<std::uint8_t>(BufferType::NonDescribed) &&
        buffer != static_cast<std::uint8_t>(BufferType::FullyDescribed))
        return util::fail(Status::ErrNotSupported, "a peer names an unknown kind of buffer");
    message.format = WireFormat{*version, static_cast<BufferType>(buffer)};
    return util::ok();
}

} // namespace

bool roleHasName(PeerRole role)
{
    switch (role) {
    case PeerRole::Client:
    case PeerRole::ToolNamed:
    case PeerRole::ToolSpawned:
    case PeerRole::LauncherNamed:
    case PeerRole::LauncherSpawned:
    case PeerRole::Singleton:
    case PeerRole::Scheduler:
        return true;
    case PeerRole::LegacyTool:
    case PeerRole::LegacyLauncher:
    case PeerRole::ToolNeedsName:
    case PeerRole::LauncherNeedsName:
        return false;
    }
    return false;
}

bool roleGetsName(PeerRole role)
{
    return role == PeerRole::ToolNeedsName || role == PeerRole::LauncherNeedsName;
}

util::Result<std::string> encodeConnectMessage(const ConnectMessage& message)
{
    util::ByteWriter body;
    body.cString(message.securityModule);
    body.big(static_cast<std::uint32_t>(message.credential.size()));
    body.bytes(message.credential);
    body.u8(static_cast<std::uint8_t>(message.role));
    if (message.role != PeerRole::Client) {
        body.big(message.ids.uid);
        body.big(message.ids.gid);
    }
    if (roleHasName(message.role)) {
        body.cString(message.proc.nspace);
        body.big(message.proc.rank.value());
    }
    body.cString(message.version);
    body.cString(traits(message.format.version).name);
    body.u8(static_cast<std::uint8_t>(message.format.buffer));
    body.cString(message.gdsModule);
    if (message.role != PeerRole::Client || !message.infos.empty()) {
        DBGR_TRY(const std::string infos, packInfos(message));
        body.bytes(infos);
    }
    if (body.size() > kMaxConnectBytes)
        return util::fail(Status::ErrBadParam, "what we tell a PMIx server of ourselves is too long");
    std::string whole = encodeConnectHeader(static_cast<std::uint32_t>(body.size()));
    whole += body.view();
    return whole;
}

util::Result<ConnectMessage> decodeConnectMessage(std::string_view body)
{
    util::ByteReader reader(body);
    ConnectMessage message;
    DBGR_TRY(readIdentity(reader, message));
    DBGR_TRY(readFormat(reader, message));
    const std::string_view blob = reader.rest();
    if (blob.size() > 1) { // a lone NUL is 4.2's surplus
        Unpacker unpacker(message.format, blob);
        DBGR_TRY(message.infos, unpacker.unpackCounted<DataType::Info>());
    }
    return message;
}

} // namespace dbgr::pmix
