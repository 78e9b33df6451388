// SPDX-License-Identifier: BSD-3-Clause
// What a host keeps for all of its servers: published data; and which events are wanted of it.
#include "pmix/capi/runtime/host_adapter.h"
#include "pmix/capi/runtime/host_callbacks.h"
#include "pmix/capi/values/convert.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

#include <memory>
#include <utility>

namespace dbgr::pmix::capi {

namespace {

pmix_proc_t nameOf(const Requester& who)
{
    pmix_proc_t proc;
    toC(who.proc(), proc);
    return proc;
}

/// Hosts are told whose the request is.
CArray<pmix_info_t> withUser(std::vector<Info> infos, const Requester& who)
{
    infos.emplace_back(keys::kUserid, Value::of<DataType::Uint32>(who.ids.uid));
    infos.emplace_back(keys::kGrpid, Value::of<DataType::Uint32>(who.ids.gid));
    return toC(infos);
}

/// A list that ends with a NULL; NULL for an empty one.
std::shared_ptr<char*> listOf(const std::vector<std::string>& texts)
{
    return {toC(std::span<const std::string>(texts)), PMIx_Argv_free};
}

} // namespace

bool HostAdapter::keepsPublications() const
{
    return m_module.publish != nullptr && m_module.lookup != nullptr;
}

void HostAdapter::publish(const Requester& who, const PublishRequest& request, Answer<void> answer)
{
    auto pending = call<void>(std::move(answer));
    auto& proc = pending->keep(nameOf(who));
    auto& infos = pending->keep(withUser(request.infos, who));
    HostCall<void>::make(std::move(pending),
                         [&](void* data) { return m_module.publish(&proc, infos.data(), infos.size(), onOp, data); });
}

void HostAdapter::lookup(const Requester& who, const LookupRequest& request, Answer<LookupFound> answer)
{
    auto pending = call<LookupFound>(std::move(answer));
    auto& proc = pending->keep(nameOf(who));
    auto& keys = pending->keep(listOf(request.keys));
    auto& infos = pending->keep(withUser(request.infos, who));
    HostCall<LookupFound>::make(std::move(pending), [&](void* data) {
        return m_module.lookup(&proc, keys.get(), infos.data(), infos.size(), onFound, data);
    });
}

void HostAdapter::unpublish(const Requester& who, const LookupRequest& request, Answer<void> answer)
{
    if (m_module.unpublish == nullptr)
        return ServerHost::unpublish(who, request, std::move(answer));
    auto pending = call<void>(std::move(answer));
    auto& proc = pending->keep(nameOf(who));
    auto& keys = pending->keep(listOf(request.keys));
    auto& infos = pending->keep(withUser(request.infos, who));
    HostCall<void>::make(std::move(pending), [&](void* data) {
        return m_module.unpublish(&proc, keys.get(), infos.data(), infos.size(), onOp, data);
    });
}

/// The server tells of events whatever the host makes of this.
void HostAdapter::eventsWanted(const std::vector<Status>& codes, const std::vector<Info>& infos, bool wanted)
{
    if (codes.empty() || (wanted ? m_module.register_events == nullptr : m_module.deregister_events == nullptr))
        return;
    auto pending = call<void>([](const util::Result<void>&) {});
    std::vector<pmix_status_t> numbers;
    for (const Status code : codes)
        numbers.push_back(static_cast<pmix_status_t>(code));
    auto& list = pending->keep(std::move(numbers));
    auto& directives = pending->keep(toC(infos));
    HostCall<void>::make(std::move(pending), [&](void* data) {
        return wanted ? m_module.register_events(list.data(), list.size(), directives.data(), directives.size(), onOp,
                                                 data)
                      : m_module.deregister_events(list.data(), list.size(), onOp, data);
    });
}

} // namespace dbgr::pmix::capi
