// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/event.h"

#include "pmix/ops/reply.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

namespace dbgr::pmix {

namespace {

std::optional<int> smallNumber(const Value* value)
{
    const auto number = value == nullptr ? std::nullopt : value->asSigned();
    if (!number || *number < INT32_MIN || *number > INT32_MAX)
        return std::nullopt;
    return static_cast<int>(*number);
}

} // namespace

std::optional<Proc> Event::affected() const
{
    if (const Value* value = find(keys::kEventAffectedProc))
        if (auto proc = value->asProc())
            return proc;
    if (const Value* value = find(keys::kNspace))
        if (auto nspace = value->asString())
            return Proc{*nspace, kRankWildcard};
    return std::nullopt;
}

JobEnd Event::jobEnd() const
{
    const auto status = smallNumber(find(keys::kJobTermStatus));
    const auto exitCode = smallNumber(find(keys::kExitCode));
    if (status.value_or(-1) >= 0)
        return {status, std::nullopt};
    if (exitCode && *exitCode >= (status ? 1 : 0)) // a success does not excuse a failure
        return {exitCode, std::nullopt};
    for (const auto& code : {status, exitCode})
        if (code.value_or(0) < 0 && *code != static_cast<int>(Status::Error))
            return {std::nullopt, static_cast<Status>(*code)};
    return {std::nullopt, status || exitCode ? std::optional(Status::Error) : std::nullopt};
}

EventNotice EventNotice::debuggerRelease(std::vector<Proc> targets)
{
    EventNotice notice;
    notice.code = Status::DebuggerRelease;
    notice.infos.emplace_back(keys::kEventNonDefault, Value::boolean(true));
    notice.infos.emplace_back(keys::kEventCustomRange,
                              targets.size() == 1
                                  ? Value::proc(targets.front())
                                  : Value::of<DataType::DataArray>(DataArray::of<DataType::Proc>(targets)));
    return notice;
}

util::Result<std::string> encodeEventRegistration(WireFormat format, std::span<const Status> codes,
                                                  std::span<const Info> infos)
{
    Packer packer = beginCommand(format, Command::RegisterEvents);
    packer.packCounted<DataType::Status>(codes);
    packer.packCounted<DataType::Info>(infos);
    return packer.finish();
}

util::Result<std::string> encodeEventDeregistration(WireFormat format, std::span<const Status> codes)
{
    Packer packer = beginCommand(format, Command::DeregisterEvents);
    packEach<DataType::Status>(packer, codes);
    if (codes.empty())
        packer.pack<DataType::Status>(kDefaultHandlerStatus);
    return packer.finish();
}

util::Result<std::string> encodeNotify(WireFormat format, const EventNotice& notice)
{
    Packer packer = beginCommand(format, Command::Notify);
    packer.pack<DataType::Status>(notice.code);
    packer.pack<DataType::DataRange>(notice.range);
    packer.packCounted<DataType::Info>(notice.infos);
    return packer.finish();
}

util::Result<EventNotice> decodeNotify(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    EventNotice notice;
    DBGR_TRY(notice.code, unpacker.unpack<DataType::Status>());
    DBGR_TRY(notice.range, unpacker.unpack<DataType::DataRange>());
    DBGR_TRY(notice.infos, unpacker.unpackCounted<DataType::Info>());
    return notice;
}

util::Result<Event> decodeEvent(WireFormat format, std::string_view body)
{
    Unpacker unpacker(format, body);
    DBGR_TRY(const Command command, unpacker.unpack<DataType::Command>());
    if (command != Command::Notify)
        return util::fail(Status::ErrUnpackFailure, "a message for events holds another command");
    Event event;
    DBGR_TRY(event.code, unpacker.unpack<DataType::Status>());
    DBGR_TRY(event.source, unpacker.unpack<DataType::Proc>());
    DBGR_TRY(event.infos, unpacker.unpackCounted<DataType::Info>());
    return event; // live events of 4.2 and later have their range behind; replayed ones have not
}

util::Result<EventRegistration> decodeEventRegistration(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    EventRegistration registration;
    DBGR_TRY(registration.codes, unpacker.unpackCounted<DataType::Status>());
    DBGR_TRY(registration.infos, unpacker.unpackCounted<DataType::Info>());
    return registration;
}

util::Result<std::vector<Status>> decodeEventDeregistration(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    return unpackRest<DataType::Status>(unpacker);
}

util::Result<std::string> encodeEvent(WireFormat format, const Event& event, std::optional<DataRange> range)
{
    Packer packer = beginCommand(format, Command::Notify);
    packer.pack<DataType::Status>(event.code);
    packer.pack<DataType::Proc>(event.source);
    packer.packCounted<DataType::Info>(event.infos);
    if (range)
        packer.pack<DataType::DataRange>(*range);
    return packer.finish();
}

} // namespace dbgr::pmix
