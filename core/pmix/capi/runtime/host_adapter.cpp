// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/capi/runtime/host_adapter.h"

#include "pmix/capi/runtime/host_callbacks.h"
#include "pmix/capi/values/convert.h"
#include "pmix/types/keys.h"
#include "util/byte_reader.h"
#include "util/byte_writer.h"

#include <ctime>
#include <utility>

namespace dbgr::pmix::capi {

namespace {

pmix_proc_t procToC(const Proc& proc)
{
    pmix_proc_t c;
    toC(proc, c);
    return c;
}

} // namespace

util::Result<std::string> packForHosts(const std::vector<ProcValues>& values)
{
    DBGR_TRY(const std::string body, encodeGetReply(WireFormat{}, values));
    util::ByteWriter writer;
    writer.big(static_cast<std::uint32_t>(body.size()));
    writer.bytes(body);
    return writer.take();
}

util::Result<std::vector<ProcValues>> unpackFromHosts(std::string_view bytes)
{
    std::vector<ProcValues> all;
    util::ByteReader reader(bytes);
    while (reader.remaining() > 0) {
        const std::string_view body = reader.bytes(reader.big<std::uint32_t>());
        if (!reader.ok())
            return util::fail(Status::ErrUnpackFailure, "the host brought data that is none");
        DBGR_TRY(auto some, decodeGetReplyBlocks(WireFormat{}, body));
        all.insert(all.end(), std::make_move_iterator(some.begin()), std::make_move_iterator(some.end()));
    }
    return all;
}

HostAdapter::HostAdapter(net::EventLoop& loop, const pmix_server_module_t& module, Raise raise)
    : m_module(module), m_raise(std::move(raise)), m_gate(std::make_shared<LoopGate>(loop))
{}

HostAdapter::~HostAdapter()
{
    m_gate->close();
}

void* HostAdapter::objectOf(const Proc& client) const
{
    const auto found = m_objects.find(client);
    return found == m_objects.end() ? nullptr : found->second;
}

// ---- Who comes and goes.

void HostAdapter::admitTool(const ToolVisit& visit, Answer<Proc> answer)
{
    if (m_module.tool_connected == nullptr)
        return ServerHost::admitTool(visit, std::move(answer));
    std::vector<Info> infos = visit.infos;
    infos.emplace_back(keys::kUserid, Value::of<DataType::Uint32>(visit.requester.ids.uid));
    infos.emplace_back(keys::kGrpid, Value::of<DataType::Uint32>(visit.requester.ids.gid));
    if (!visit.requester.proc().nspace.empty()) {
        infos.emplace_back(keys::kNspace, Value::string(visit.requester.proc().nspace));
        infos.emplace_back(keys::kRank, Value::of<DataType::Rank>(visit.requester.proc().rank));
    }
    auto pending = call<Proc>(std::move(answer));
    auto& array = pending->keep(toC(infos));
    m_module.tool_connected(array.data(), array.size(), onAdmitted, pending.release());
}

void HostAdapter::clientConnected(const Requester& client)
{
    const pmix_proc_t proc = procToC(client.proc());
    void* object = objectOf(client.proc());
    const pmix_op_cbfunc_t nobody = [](pmix_status_t, void*) {};
    if (m_module.client_connected2 != nullptr)
        m_module.client_connected2(&proc, object, nullptr, 0, nobody, nullptr);
    else if (m_module.client_connected != nullptr)
        m_module.client_connected(&proc, object, nobody, nullptr);
}

void HostAdapter::clientFinalized(const Proc& client)
{
    const pmix_proc_t proc = procToC(client);
    if (m_module.client_finalized != nullptr)
        m_module.client_finalized(
            &proc, objectOf(client), [](pmix_status_t, void*) {}, nullptr);
}

void HostAdapter::clientLost(const Proc& client)
{
    m_raise(Event{Status::ErrLostConnection, client, {Info(keys::kEventAffectedProc, Value::proc(client))}});
}

// ---- Requests.

void HostAdapter::abort(const Requester& who, const AbortRequest& request, Answer<void> answer)
{
    if (m_module.abort == nullptr)
        return ServerHost::abort(who, request, std::move(answer));
    auto pending = call<void>(std::move(answer));
    auto& proc = pending->keep(procToC(who.proc()));
    auto& targets = pending->keep(toC(request.targets));
    auto& text = pending->keep(textOf(request.message));
    HostCall<void>::make(std::move(pending), [&](void* data) {
        return m_module.abort(&proc, objectOf(who.proc()), static_cast<int>(request.status), text.c_str(),
                              targets.data(), targets.size(), onOp, data);
    });
}

void HostAdapter::spawn(const Requester& who, const SpawnRequest& request, Answer<SpawnReply> answer)
{
    if (m_module.spawn == nullptr)
        return ServerHost::spawn(who, request, std::move(answer));
    auto pending = call<SpawnReply>(std::move(answer));
    auto& proc = pending->keep(procToC(who.proc()));
    auto& infos = pending->keep(toC(request.jobInfos));
    auto& apps = pending->keep(toC(request.apps));
    HostCall<SpawnReply>::make(std::move(pending), [&](void* data) {
        return m_module.spawn(&proc, infos.data(), infos.size(), apps.data(), apps.size(), onSpawned, data);
    });
}

void HostAdapter::jobControl(const Requester& who, const JobControlRequest& request, Answer<InfoReply> answer)
{
    if (m_module.job_control == nullptr)
        return ServerHost::jobControl(who, request, std::move(answer));
    auto pending = call<InfoReply>(std::move(answer));
    auto& proc = pending->keep(procToC(who.proc()));
    auto& targets = pending->keep(toC(request.targets));
    auto& directives = pending->keep(toC(request.directives));
    HostCall<InfoReply>::make(std::move(pending), [&](void* data) {
        return m_module.job_control(&proc, targets.data(), targets.size(), directives.data(), directives.size(),
                                    onInfos, data);
    });
}

void HostAdapter::query(const Requester& who, const std::string& key, const std::vector<Info>& qualifiers,
                        Answer<Value> answer)
{
    if (m_module.query == nullptr)
        return ServerHost::query(who, key, qualifiers, std::move(answer));
    auto pending = call<InfoReply>([key, answer = std::move(answer)](util::Result<InfoReply> reply) {
        const Value* found = reply ? find(reply->infos, key) : nullptr;
        if (found != nullptr)
            return answer(*found);
        answer(util::fail(reply ? util::Error{make_error_code(Status::ErrNotFound), "the host knows no " + key, {}}
                                : std::move(reply).error()));
    });
    auto& proc = pending->keep(procToC(who.proc()));
    const std::vector<Query> asked{Query{{key}, qualifiers}};
    auto& queries = pending->keep(toC(asked));
    HostCall<InfoReply>::make(std::move(pending), [&](void* data) {
        return m_module.query(&proc, queries.data(), queries.size(), onInfos, data);
    });
}

void HostAdapter::notified(const Requester& who, const EventNotice& notice)
{
    m_raise(Event{notice.code, who.proc(), notice.infos});
    if (m_module.notify_event == nullptr)
        return;
    auto pending = call<void>([](const util::Result<void>&) {});
    auto& source = pending->keep(procToC(who.proc()));
    auto& infos = pending->keep(toC(notice.infos));
    HostCall<void>::make(std::move(pending), [&](void* data) {
        return m_module.notify_event(static_cast<pmix_status_t>(notice.code), &source,
                                     static_cast<pmix_data_range_t>(notice.range), infos.data(), infos.size(), onOp,
                                     data);
    });
}

void HostAdapter::pushInput(const Requester& who, const IoPushRequest& request, Answer<void> answer)
{
    if (m_module.push_stdin == nullptr)
        return ServerHost::pushInput(who, request, std::move(answer));
    auto pending = call<void>(std::move(answer));
    std::vector<Info> how = request.directives;
    if (request.bytes.empty() && find(how, keys::kIofComplete) == nullptr)
        how.emplace_back(keys::kIofComplete, Value::boolean(true));
    auto& source = pending->keep(procToC(who.proc()));
    auto& targets = pending->keep(toC(request.targets));
    auto& directives = pending->keep(toC(how));
    auto& text = pending->keep(request.bytes);
    auto& bytes = pending->keep(pmix_byte_object_t{text.data(), text.size()});
    HostCall<void>::make(std::move(pending), [&](void* data) {
        return m_module.push_stdin(&source, targets.data(), targets.size(), directives.data(), directives.size(),
                                   &bytes, onOp, data);
    });
}

void HostAdapter::outputWanted(const std::vector<Proc>& sources, IofChannels channels,
                               const std::vector<Info>& directives, Answer<void> answer)
{
    if (m_module.iof_pull == nullptr)
        return ServerHost::outputWanted(sources, channels, directives, std::move(answer));
    auto pending = call<void>(std::move(answer));
    auto& procs = pending->keep(toC(sources));
    auto& infos = pending->keep(toC(directives));
    HostCall<void>::make(std::move(pending), [&](void* data) {
        return m_module.iof_pull(procs.data(), procs.size(), infos.data(), infos.size(), channels.bits(), onOp, data);
    });
}

void HostAdapter::outputNoLongerWanted(const std::vector<Proc>& sources, IofChannels channels)
{
    if (m_module.iof_pull != nullptr)
        outputWanted(sources, channels, {{keys::kIofStop, Value::boolean(true)}}, [](const util::Result<void>&) {});
}

void HostAdapter::log(const Requester& who, const LogRequest& request, Answer<void> answer)
{
    if (m_module.log == nullptr)
        return ServerHost::log(who, request, std::move(answer));
    auto pending = call<void>(std::move(answer));
    auto& proc = pending->keep(procToC(who.proc()));
    auto& texts = pending->keep(toC(request.data));
    auto& directives = pending->keep(toC(request.directives));
    HostCall<void>::make(std::move(pending), [&](void* data) {
        m_module.log(&proc, texts.data(), texts.size(), directives.data(), directives.size(), onOp, data);
        return PMIX_SUCCESS;
    });
}

void HostAdapter::allocate(const Requester& who, const AllocationRequest& request, Answer<InfoReply> answer)
{
    if (m_module.allocate == nullptr)
        return ServerHost::allocate(who, request, std::move(answer));
    auto pending = call<InfoReply>(std::move(answer));
    auto& proc = pending->keep(procToC(who.proc()));
    auto& infos = pending->keep(toC(request.infos));
    HostCall<InfoReply>::make(std::move(pending), [&](void* data) {
        return m_module.allocate(&proc, static_cast<pmix_alloc_directive_t>(request.directive), infos.data(),
                                 infos.size(), onInfos, data);
    });
}

void HostAdapter::monitor(const Requester& who, const MonitorRequest& request, Answer<InfoReply> answer)
{
    auto pending = call<InfoReply>(std::move(answer));
    auto& proc = pending->keep(procToC(who.proc()));
    auto& what = pending->keep(toC(std::vector<Info>{request.monitor}));
    auto& directives = pending->keep(toC(request.directives));
    HostCall<InfoReply>::make(std::move(pending), [&](void* data) {
        return m_module.monitor(&proc, what.data(), static_cast<pmix_status_t>(request.error), directives.data(),
                                directives.size(), onInfos, data);
    });
}

void HostAdapter::fabric(const Requester& who, FabricOperation operation, const std::vector<Info>& directives,
                         Answer<InfoReply> answer)
{
    if (hasFabrics())
        fabric(who.proc(), operation, directives, std::move(answer));
    else
        ServerHost::fabric(who, operation, directives, std::move(answer));
}

void HostAdapter::fabric(const Proc& who, FabricOperation operation, const std::vector<Info>& directives,
                         Answer<InfoReply> answer)
{
    auto pending = call<InfoReply>(std::move(answer));
    auto& proc = pending->keep(procToC(who));
    auto& infos = pending->keep(toC(directives));
    HostCall<InfoReply>::make(std::move(pending), [&](void* data) {
        return m_module.fabric(&proc, static_cast<pmix_fabric_operation_t>(operation), infos.data(), infos.size(),
                               onInfos, data);
    });
}

void HostAdapter::sessionControl(const Requester& who, const SessionControlRequest& request, Answer<InfoReply> answer)
{
    if (m_module.session_control == nullptr)
        return ServerHost::sessionControl(who, request, std::move(answer));
    auto pending = call<InfoReply>(std::move(answer));
    auto& proc = pending->keep(procToC(who.proc()));
    auto& directives = pending->keep(toC(request.directives));
    HostCall<InfoReply>::make(std::move(pending), [&](void* data) {
        return m_module.session_control(&proc, request.session, directives.data(), directives.size(), onInfos, data);
    });
}

void HostAdapter::getCredential(const Requester& who, const std::vector<Info>& infos, Answer<Credential> answer)
{
    if (m_module.get_credential == nullptr)
        return ServerHost::getCredential(who, infos, std::move(answer));
    auto pending = call<Credential>(std::move(answer));
    auto& proc = pending->keep(procToC(who.proc()));
    auto& directives = pending->keep(toC(infos));
    HostCall<Credential>::make(std::move(pending), [&](void* data) {
        return m_module.get_credential(&proc, directives.data(), directives.size(), onCredential, data);
    });
}

void HostAdapter::validateCredential(const Requester& who, const Credential& credential, Answer<InfoReply> answer)
{
    if (m_module.validate_credential == nullptr)
        return ServerHost::validateCredential(who, credential, std::move(answer));
    auto pending = call<InfoReply>(std::move(answer));
    auto& proc = pending->keep(procToC(who.proc()));
    auto& directives = pending->keep(toC(credential.infos));
    auto& text = pending->keep(credential.bytes);
    auto& bytes = pending->keep(pmix_byte_object_t{text.data(), text.size()});
    HostCall<InfoReply>::make(std::move(pending), [&](void* data) {
        return m_module.validate_credential(&proc, &bytes, directives.data(), directives.size(), onValidated, data);
    });
}

void HostAdapter::directModex(const Proc& proc, const std::vector<Info>& infos, Answer<std::vector<ProcValues>> answer)
{
    if (m_module.direct_modex == nullptr)
        return ServerHost::directModex(proc, infos, std::move(answer));
    auto pending = call<std::vector<ProcValues>>(std::move(answer));
    auto& whose = pending->keep(procToC(proc));
    auto& directives = pending->keep(toC(infos));
    HostCall<std::vector<ProcValues>>::make(std::move(pending), [&](void* data) {
        return m_module.direct_modex(&whose, directives.data(), directives.size(), onModex, data);
    });
}

// ---- Collectives.

void HostAdapter::fence(const std::vector<Proc>& procs, const std::vector<Info>& infos, std::vector<ProcValues> data,
                        Answer<std::vector<ProcValues>> answer)
{
    if (m_module.fence_nb == nullptr)
        return ServerHost::fence(procs, infos, std::move(data), std::move(answer));
    auto packed = data.empty() ? util::Result<std::string>(std::string()) : packForHosts(data);
    if (!packed)
        return answer(util::fail(std::move(packed).error()));
    auto pending = call<std::vector<ProcValues>>(std::move(answer));
    auto& members = pending->keep(toC(procs));
    auto& directives = pending->keep(toC(infos));
    auto& bytes = pending->keep(*std::move(packed));
    HostCall<std::vector<ProcValues>>::make(std::move(pending), [&](void* cbdata) {
        return m_module.fence_nb(members.data(), members.size(), directives.data(), directives.size(),
                                 bytes.empty() ? nullptr : bytes.data(), bytes.size(), onModex, cbdata);
    });
}

void HostAdapter::connect(const std::vector<Proc>& procs, const std::vector<Info>& infos, Answer<void> answer)
{
    if (m_module.connect == nullptr)
        return ServerHost::connect(procs, infos, std::move(answer));
    auto pending = call<void>(std::move(answer));
    auto& members = pending->keep(toC(procs));
    auto& directives = pending->keep(toC(infos));
    HostCall<void>::make(std::move(pending), [&](void* data) {
        return m_module.connect(members.data(), members.size(), directives.data(), directives.size(), onOp, data);
    });
}

void HostAdapter::disconnect(const std::vector<Proc>& procs, const std::vector<Info>& infos, Answer<void> answer)
{
    if (m_module.disconnect == nullptr)
        return ServerHost::disconnect(procs, infos, std::move(answer));
    auto pending = call<void>(std::move(answer));
    auto& members = pending->keep(toC(procs));
    auto& directives = pending->keep(toC(infos));
    HostCall<void>::make(std::move(pending), [&](void* data) {
        return m_module.disconnect(members.data(), members.size(), directives.data(), directives.size(), onOp, data);
    });
}

void HostAdapter::group(GroupOperation operation, const std::string& id, const std::vector<Proc>& procs,
                        const std::vector<Info>& infos, Answer<InfoReply> answer)
{
    if (m_module.group == nullptr)
        return ServerHost::group(operation, id, procs, infos, std::move(answer));
    auto pending = call<InfoReply>(std::move(answer));
    auto& name = pending->keep(id);
    auto& members = pending->keep(toC(procs));
    auto& directives = pending->keep(toC(infos));
    const auto asked = operation == GroupOperation::Construct ? PMIX_GROUP_CONSTRUCT : PMIX_GROUP_DESTRUCT;
    HostCall<InfoReply>::make(std::move(pending), [&](void* data) {
        return m_module.group(asked, name.data(), members.data(), members.size(), directives.data(), directives.size(),
                              onInfos, data);
    });
}

} // namespace dbgr::pmix::capi
