// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/server_host.h"

#include "pmix/types/status.h"

#include <utility>

namespace dbgr::pmix {

namespace {

template <class T>
void refuse(const Answer<T>& answer, const char* what)
{
    answer(util::fail(Status::ErrNotSupported, std::string(what) + " is not supported by this server"));
}

} // namespace

void ServerHost::admitTool(const ToolVisit& /*visit*/, Answer<Proc> answer)
{
    refuse(answer, "the connection of a tool");
}

void ServerHost::toolLeft(const Requester& /*tool*/, bool /*finalized*/)
{}
void ServerHost::clientConnected(const Requester& /*client*/)
{}
void ServerHost::clientFinalized(const Proc& /*client*/)
{}
void ServerHost::clientLost(const Proc& /*client*/)
{}

void ServerHost::abort(const Requester& /*who*/, const AbortRequest& /*request*/, Answer<void> answer)
{
    refuse(answer, "PMIx_Abort");
}

void ServerHost::spawn(const Requester& /*who*/, const SpawnRequest& /*request*/, Answer<SpawnReply> answer)
{
    refuse(answer, "PMIx_Spawn");
}

void ServerHost::jobControl(const Requester& /*who*/, const JobControlRequest& /*request*/, Answer<InfoReply> answer)
{
    refuse(answer, "PMIx_Job_control");
}

void ServerHost::query(const Requester& /*who*/, const std::string& key, const std::vector<Info>& /*qualifiers*/,
                       Answer<Value> answer)
{
    answer(util::fail(Status::ErrNotSupported, "a query for \"" + key + "\" is not supported by this server"));
}

void ServerHost::notified(const Requester& /*who*/, const EventNotice& /*notice*/)
{}

void ServerHost::pushInput(const Requester& /*who*/, const IoPushRequest& /*request*/, Answer<void> answer)
{
    refuse(answer, "PMIx_IOF_push");
}

void ServerHost::outputWanted(const std::vector<Proc>& /*sources*/, IofChannels /*channels*/,
                              const std::vector<Info>& /*directives*/, Answer<void> answer)
{
    answer(util::ok()); // it forwards all there is
}

void ServerHost::outputNoLongerWanted(const std::vector<Proc>& /*sources*/, IofChannels /*channels*/)
{}

void ServerHost::holdOutput(bool /*hold*/)
{}

bool ServerHost::keepsPublications() const
{
    return false;
}

void ServerHost::publish(const Requester& /*who*/, const PublishRequest& /*request*/, Answer<void> answer)
{
    refuse(answer, "PMIx_Publish");
}

void ServerHost::lookup(const Requester& /*who*/, const LookupRequest& /*request*/, Answer<LookupFound> answer)
{
    refuse(answer, "PMIx_Lookup");
}

void ServerHost::unpublish(const Requester& /*who*/, const LookupRequest& /*request*/, Answer<void> answer)
{
    refuse(answer, "PMIx_Unpublish");
}

void ServerHost::eventsWanted(const std::vector<Status>& /*codes*/, const std::vector<Info>& /*infos*/, bool /*wanted*/)
{}

void ServerHost::log(const Requester& /*who*/, const LogRequest& /*request*/, Answer<void> answer)
{
    refuse(answer, "PMIx_Log");
}

void ServerHost::allocate(const Requester& /*who*/, const AllocationRequest& /*request*/, Answer<InfoReply> answer)
{
    refuse(answer, "PMIx_Allocation_request");
}

bool ServerHost::watchesProcesses() const
{
    return false;
}

void ServerHost::monitor(const Requester& /*who*/, const MonitorRequest& /*request*/, Answer<InfoReply> answer)
{
    refuse(answer, "PMIx_Process_monitor");
}

void ServerHost::heartbeat(const Proc& /*who*/)
{}

void ServerHost::getCredential(const Requester& /*who*/, const std::vector<Info>& /*infos*/, Answer<Credential> answer)
{
    refuse(answer, "PMIx_Get_credential");
}

void ServerHost::validateCredential(const Requester& /*who*/, const Credential& /*credential*/,
                                    Answer<InfoReply> answer)
{
    refuse(answer, "PMIx_Validate_credential");
}

void ServerHost::fabric(const Requester& /*who*/, FabricOperation /*operation*/,
                        const std::vector<Info>& /*directives*/, Answer<InfoReply> answer)
{
    refuse(answer, "PMIx_Fabric_register");
}

void ServerHost::sessionControl(const Requester& /*who*/, const SessionControlRequest& /*request*/,
                                Answer<InfoReply> answer)
{
    refuse(answer, "PMIx_Session_control");
}

void ServerHost::directModex(const Proc& proc, const std::vector<Info>& /*infos*/,
                             Answer<std::vector<ProcValues>> answer)
{
    answer(util::fail(Status::ErrNotFound, "no process \"" + toString(proc) + "\" is known to this server"));
}

void ServerHost::fence(const std::vector<Proc>& /*procs*/, const std::vector<Info>& /*infos*/,
                       std::vector<ProcValues> data, Answer<std::vector<ProcValues>> answer)
{
    answer(std::move(data));
}

void ServerHost::connect(const std::vector<Proc>& /*procs*/, const std::vector<Info>& /*infos*/, Answer<void> answer)
{
    answer(util::ok());
}

void ServerHost::disconnect(const std::vector<Proc>& /*procs*/, const std::vector<Info>& /*infos*/, Answer<void> answer)
{
    answer(util::ok());
}

void ServerHost::group(GroupOperation /*operation*/, const std::string& /*id*/, const std::vector<Proc>& /*procs*/,
                       const std::vector<Info>& /*infos*/, Answer<InfoReply> answer)
{
    answer(InfoReply{});
}

} // namespace dbgr::pmix
