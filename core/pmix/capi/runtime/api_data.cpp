// SPDX-License-Identifier: BSD-3-Clause
// Put, commit, fence, get; publish and lookup.
#include "pmix/capi/runtime/reply.h"
#include "pmix/server/directives.h"
#include "pmix/types/keys.h"

#include <pmix.h>

#include <algorithm>
#include <string>

using namespace dbgr;
using namespace dbgr::pmix;
using namespace dbgr::pmix::capi;

namespace {

bool isKey(const char* key)
{
    return key != nullptr && *key != '\0' && ::strnlen(key, PMIX_MAX_KEYLEN + 1) <= PMIX_MAX_KEYLEN;
}

/// Runs `store` on the library's thread.
template <class Store>
pmix_status_t keep(const pmix_value_t* val, Store store)
{
    if (val == nullptr)
        return PMIX_ERR_BAD_PARAM;
    auto value = fromC(*val);
    if (!value)
        return codeOf(value);
    const auto runtime = Library::instance().runtime();
    if (!runtime)
        return PMIX_ERR_INIT;
    return codeOf(runtime->onLoopDo<void>([&](Runtime& r) -> util::Result<void> {
        store(r.client(), *std::move(value));
        return util::ok();
    }));
}

/// Whose value is asked for: without a process it is that of any in our own namespace, or of our job.
GetRequest getRequest(Client& client, const std::optional<Proc>& proc, const NullableString& key,
                      const std::vector<Info>& infos)
{
    GetRequest request;
    request.key = key;
    request.infos = infos;
    request.proc = proc.value_or(Proc{client.self().nspace, kRankUndef});
    if (request.proc.nspace.empty())
        request.proc.nspace = client.self().nspace;
    return request;
}

/// Some keys ask who we are.
std::optional<Value> aboutUs(const Proc& self, const GetRequest& request)
{
    if (!request.key || (request.proc != self && request.proc.rank != kRankUndef))
        return std::nullopt;
    if (*request.key == keys::kProcid)
        return Value::proc(self);
    if (*request.key == keys::kNspace)
        return Value::string(self.nspace);
    if (*request.key == keys::kRank)
        return Value::of<DataType::Rank>(self.rank);
    return std::nullopt;
}

util::Result<Value> gotHere(Runtime& runtime, const GetRequest& request)
{
    if (auto value = aboutUs(runtime.client().self(), request))
        return *std::move(value);
    if (request.key)
        if (auto value = runtime.client().store().find(request.proc, *request.key, request.infos))
            return *std::move(value);
    return util::fail(Status::ErrNotFound, "not known in this process");
}

struct ValueWaited
{
    pmix_status_t status;
    util::Result<Value> value;
};

} // namespace

pmix_status_t PMIx_Put(pmix_scope_t scope, const char key[], pmix_value_t* val)
{
    if (!isKey(key))
        return PMIX_ERR_BAD_PARAM;
    return keep(val, [&](Client& client, Value value) {
        client.store().put(static_cast<Scope>(scope), KeyValue{key, std::move(value)});
    });
}

pmix_status_t PMIx_Store_internal(const pmix_proc_t* proc, const char key[], pmix_value_t* val)
{
    if (!isKey(key) || proc == nullptr)
        return PMIX_ERR_BAD_PARAM;
    return keep(val, [&](Client& client, Value value) {
        const Proc whose = fromC(*proc);
        if (whose == client.self())
            client.store().put(Scope::Internal, KeyValue{key, std::move(value)});
        else
            client.store().add(ProcValues{whose, {KeyValue{key, std::move(value)}}});
    });
}

pmix_status_t PMIx_Commit(void)
{
    return wait([](pmix_op_cbfunc_t callback, void* cbdata) {
        return start<void>(toOp(callback, cbdata),
                           [](Runtime& runtime, Client::Done<void> done) { runtime.client().commit(std::move(done)); });
    });
}

pmix_status_t PMIx_Fence_nb(const pmix_proc_t procs[], size_t nprocs, const pmix_info_t info[], size_t ninfo,
                            pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    auto infos = fromC(info, ninfo);
    if (!infos)
        return codeOf(infos);
    return start<void>(toOp(cbfunc, cbdata), [request = CollectiveRequest{fromC(procs, nprocs), *std::move(infos)}](
                                                 Runtime& runtime, Client::Done<void> done) {
        runtime.client().fence(request, std::move(done));
    });
}

pmix_status_t PMIx_Fence(const pmix_proc_t procs[], size_t nprocs, const pmix_info_t info[], size_t ninfo)
{
    return wait([&](pmix_op_cbfunc_t callback, void* cbdata) {
        return PMIx_Fence_nb(procs, nprocs, info, ninfo, callback, cbdata);
    });
}

// ---- Get

pmix_status_t PMIx_Get_nb(const pmix_proc_t* proc, const char key[], const pmix_info_t info[], size_t ninfo,
                          pmix_value_cbfunc_t cbfunc, void* cbdata)
{
    auto infos = fromC(info, ninfo);
    if (!infos)
        return codeOf(infos);
    if (cbfunc == nullptr || (proc == nullptr && key == nullptr) || (key != nullptr && !isKey(key)))
        return PMIX_ERR_BAD_PARAM;
    const auto whose = proc == nullptr ? std::nullopt : std::optional<Proc>(fromC(*proc));
    const NullableString name = key == nullptr ? NullableString() : NullableString(key);
    const auto done = [cbfunc, cbdata](const util::Result<Value>& value) {
        if (!value)
            return cbfunc(codeOf(value), nullptr, cbdata);
        CArray<pmix_value_t> kept(1);
        toC(*value, *kept.data());
        cbfunc(PMIX_SUCCESS, kept.data(), cbdata);
    };
    return start<Value>(done,
                        [whose, name, infos = *std::move(infos)](Runtime& runtime, const Client::Done<Value>& answer) {
                            const GetRequest request = getRequest(runtime.client(), whose, name, infos);
                            if (auto value = aboutUs(runtime.client().self(), request))
                                return answer(*std::move(value));
                            runtime.client().get(request, answer);
                        });
}

pmix_status_t PMIx_Get(const pmix_proc_t* proc, const char key[], const pmix_info_t info[], size_t ninfo,
                       pmix_value_t** val)
{
    if (val == nullptr)
        return PMIX_ERR_BAD_PARAM;
    const auto runtime = Library::instance().runtime();
    auto infos = fromC(info, ninfo);
    if (!runtime || !infos)
        return runtime ? codeOf(infos) : PMIX_ERR_INIT;
    util::Result<Value> value = util::fail(Status::ErrNotFound, "not asked for yet");
    if (runtime->onLoop()) { // a callback cannot wait, but may read what is here
        if (key == nullptr || !isKey(key))
            return PMIX_ERR_WOULD_BLOCK;
        const auto whose = proc == nullptr ? std::nullopt : std::optional<Proc>(fromC(*proc));
        value = gotHere(*runtime, getRequest(runtime->client(), whose, key, *infos));
    } else {
        Waiter<ValueWaited> waiter;
        const pmix_value_cbfunc_t take = [](pmix_status_t status, pmix_value_t* got, void* cbdata) {
            static_cast<Waiter<ValueWaited>*>(cbdata)->put(
                ValueWaited{status, got == nullptr ? util::Result<Value>(Value()) : fromC(*got)});
        };
        const pmix_status_t called = PMIx_Get_nb(proc, key, info, ninfo, take, &waiter);
        if (called != PMIX_SUCCESS)
            return called;
        ValueWaited waited = waiter.take();
        if (waited.status != PMIX_SUCCESS)
            return waited.status;
        value = std::move(waited.value);
    }
    if (!value)
        return codeOf(value);
    // With PMIX_GET_STATIC_VALUES the program has given the storage.
    const bool given = hasFlag(*infos, keys::kGetStaticValues);
    if (!given)
        *val = PMIx_Value_create(1);
    toC(*value, **val);
    return PMIX_SUCCESS;
}

// ---- Publish and lookup

pmix_status_t PMIx_Publish_nb(const pmix_info_t info[], size_t ninfo, pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    auto infos = fromC(info, ninfo);
    if (!infos)
        return codeOf(infos);
    if (infos->empty())
        return PMIX_ERR_BAD_PARAM;
    return start<void>(toOp(cbfunc, cbdata), [infos = *std::move(infos)](Runtime& runtime, Client::Done<void> done) {
        runtime.client().publish(infos, std::move(done));
    });
}

pmix_status_t PMIx_Publish(const pmix_info_t info[], size_t ninfo)
{
    return wait(
        [&](pmix_op_cbfunc_t callback, void* cbdata) { return PMIx_Publish_nb(info, ninfo, callback, cbdata); });
}

pmix_status_t PMIx_Lookup_nb(char** keys, const pmix_info_t info[], size_t ninfo, pmix_lookup_cbfunc_t cbfunc,
                             void* cbdata)
{
    auto infos = fromC(info, ninfo);
    if (!infos)
        return codeOf(infos);
    if (cbfunc == nullptr || keys == nullptr || *keys == nullptr)
        return PMIX_ERR_BAD_PARAM;
    const auto done = [cbfunc, cbdata](const util::Result<std::vector<PublishedData>>& found) {
        if (!found)
            return cbfunc(codeOf(found), nullptr, 0, cbdata);
        const CArray<pmix_pdata_t> data = toC(*found);
        cbfunc(PMIX_SUCCESS, data.data(), data.size(), cbdata);
    };
    return start<std::vector<PublishedData>>(
        done, [keys = fromC(keys), infos = *std::move(infos)](Runtime& runtime,
                                                              Client::Done<std::vector<PublishedData>> answer) {
            runtime.client().lookup(keys, infos, std::move(answer));
        });
}

pmix_status_t PMIx_Lookup(pmix_pdata_t data[], size_t ndata, const pmix_info_t info[], size_t ninfo)
{
    if (data == nullptr || ndata == 0)
        return PMIX_ERR_BAD_PARAM;
    if (const pmix_status_t allowed = mayWait(); allowed != PMIX_SUCCESS)
        return allowed;
    char** keys = nullptr;
    for (size_t i = 0; i < ndata; ++i)
        PMIx_Argv_append_nosize(&keys, data[i].key);
    struct Wanted
    {
        pmix_pdata_t* data;
        size_t count;
        Waiter<pmix_status_t> waiter;
    } wanted{data, ndata, {}};
    const pmix_lookup_cbfunc_t take = [](pmix_status_t status, pmix_pdata_t found[], size_t nfound, void* cbdata) {
        auto& w = *static_cast<Wanted*>(cbdata);
        for (size_t i = 0; i < w.count; ++i)
            for (size_t j = 0; j < nfound; ++j)
                if (PMIx_Check_key(w.data[i].key, found[j].key)) {
                    w.data[i].proc = found[j].proc;
                    PMIx_Value_xfer(&w.data[i].value, &found[j].value);
                }
        w.waiter.put(status);
    };
    const pmix_status_t called = PMIx_Lookup_nb(keys, info, ninfo, take, &wanted);
    PMIx_Argv_free(keys);
    return called == PMIX_SUCCESS ? wanted.waiter.take() : called;
}

pmix_status_t PMIx_Unpublish_nb(char** keys, const pmix_info_t info[], size_t ninfo, pmix_op_cbfunc_t cbfunc,
                                void* cbdata)
{
    auto infos = fromC(info, ninfo);
    if (!infos)
        return codeOf(infos);
    return start<void>(toOp(cbfunc, cbdata),
                       [keys = fromC(keys), infos = *std::move(infos)](Runtime& runtime, Client::Done<void> done) {
                           runtime.client().unpublish(keys, infos, std::move(done));
                       });
}

pmix_status_t PMIx_Unpublish(char** keys, const pmix_info_t info[], size_t ninfo)
{
    return wait([&](pmix_op_cbfunc_t callback, void* cbdata) {
        return PMIx_Unpublish_nb(keys, info, ninfo, callback, cbdata);
    });
}
