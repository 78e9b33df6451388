// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/launcher_service.h"

#include "pmix/ops/job_info.h"
#include "pmix/ops/reply.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "util/log.h"

#include <utility>

namespace dbgr::pmix {

LauncherService::LauncherService(WireFormat format, Proc self, Proc launcher, std::vector<Info> directives)
    : m_format(format), m_self(std::move(self)), m_launcher(std::move(launcher)), m_directives(std::move(directives))
{}

LauncherService::Reaction LauncherService::handle(std::string_view request) const
{
    Unpacker unpacker(m_format, request);
    const auto command = unpacker.unpack<DataType::Command>();
    if (!command)
        return status(Status::ErrUnpackFailure);
    switch (*command) {
    case Command::Request:
        return jobInfo();
    case Command::Notify:
        return notice(request.substr(unpacker.position()));
    case Command::RegisterEvents: // we have none to tell; releases go to the launcher by a notice of their own
    case Command::Log:
    case Command::Finalize:
        return status(Status::Success);
    case Command::DeregisterEvents:
        return {};
    default:
        util::log::info("pmix", "launcher's request not supported", {{"command", toString(*command)}});
        return status(Status::ErrNotSupported);
    }
}

LauncherService::Reaction LauncherService::jobInfo() const
{
    JobInfo job;
    job.nspace = m_launcher.nspace;
    job.values = {{std::string(keys::kLaunchDirectives), Value::infos(m_directives)},
                  {std::string(keys::kParentId), Value::proc(m_self)}};
    auto reply = encodeJobInfo(m_format, job);
    if (!reply) {
        util::log::error("pmix", "directives cannot be encoded", {{"why", reply.error().message()}});
        return status(Status::ErrPackFailure);
    }
    Reaction reaction;
    reaction.reply = *std::move(reply);
    reaction.fetchedDirectives = true;
    return reaction;
}

LauncherService::Reaction LauncherService::notice(std::string_view fields) const
{
    auto notice = decodeNotify(m_format, fields);
    if (!notice)
        return status(Status::ErrUnpackFailure);
    Reaction reaction = status(Status::Success);
    reaction.event = Event{notice->code, m_launcher, std::move(notice->infos)};
    return reaction;
}

LauncherService::Reaction LauncherService::status(Status status) const
{
    Reaction reaction;
    if (auto reply = encodeStatusReply(m_format, status))
        reaction.reply = *std::move(reply);
    return reaction;
}

} // namespace dbgr::pmix
