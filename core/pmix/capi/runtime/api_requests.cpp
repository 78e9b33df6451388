// SPDX-License-Identifier: BSD-3-Clause
// What a program asks its server, or the host behind it: queries, logs, job control, monitoring, allocations,
// credentials.
#include "pmix/capi/runtime/reply.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

#include <pmix.h>

#include <ctime>
#include <string>

using namespace dbgr;
using namespace dbgr::pmix;
using namespace dbgr::pmix::capi;

namespace {

struct CredentialWaited
{
    pmix_status_t status;
    std::string bytes;
};

/// Of the Standard that this library is written to.
constexpr const char* kAbiVersion = "5.0";

bool isAbiKey(const std::string& key)
{
    return key == keys::kQueryStableAbiVersion || key == keys::kQueryProvisionalAbiVersion;
}

/// What is answered without any server, also before there is a library to ask. The rest stays in `asked`.
std::vector<Info> takeAbiQueries(std::vector<Query>& asked)
{
    std::vector<Info> answers;
    for (Query& query : asked)
        std::erase_if(query.keys, [&](const std::string& key) {
            if (!isAbiKey(key))
                return false;
            answers.emplace_back(key, Value::string(kAbiVersion));
            return true;
        });
    std::erase_if(asked, [](const Query& query) { return query.keys.empty(); });
    return answers;
}

pmix_status_t giveNow(const std::vector<Info>& infos, pmix_info_t** results, size_t* nresults)
{
    if (results == nullptr || nresults == nullptr)
        return PMIX_ERR_BAD_PARAM;
    CArray<pmix_info_t> array = toC(infos);
    *nresults = array.size();
    *results = array.release();
    return PMIX_SUCCESS;
}

/// The answers of a server behind those that we have.
util::Result<InfoReply> join(const std::vector<Info>& known, util::Result<InfoReply> reply)
{
    if (known.empty())
        return reply;
    if (!reply)
        return InfoReply{Status::QueryPartialSuccess, known};
    reply->infos.insert(reply->infos.begin(), known.begin(), known.end());
    if (reply->status != Status::Success)
        reply->status = Status::QueryPartialSuccess;
    return reply;
}

} // namespace

pmix_status_t PMIx_Query_info_nb(pmix_query_t queries[], size_t nqueries, pmix_info_cbfunc_t cbfunc, void* cbdata)
{
    auto asked = fromC(queries, nqueries);
    if (!asked)
        return codeOf(asked);
    if (asked->empty())
        return PMIX_ERR_BAD_PARAM;
    const std::vector<Info> known = takeAbiQueries(*asked);
    return start<InfoReply>(toInfos(cbfunc, cbdata),
                            [asked = *std::move(asked), known](Runtime& runtime, const Client::Done<InfoReply>& done) {
                                if (asked.empty())
                                    return done(InfoReply{Status::Success, known});
                                runtime.client().query(asked, [known, done](util::Result<InfoReply> reply) {
                                    done(join(known, std::move(reply)));
                                });
                            });
}

pmix_status_t PMIx_Query_info(pmix_query_t queries[], size_t nqueries, pmix_info_t** results, size_t* nresults)
{
    auto asked = fromC(queries, nqueries);
    if (!asked)
        return codeOf(asked);
    // A program asks for these to see whether it may go on, before it initializes anything.
    if (const std::vector<Info> known = takeAbiQueries(*asked); !known.empty() && asked->empty())
        return giveNow(known, results, nresults);
    return waitForInfos(results, nresults, [&](pmix_info_cbfunc_t callback, void* cbdata) {
        return PMIx_Query_info_nb(queries, nqueries, callback, cbdata);
    });
}

pmix_status_t PMIx_Log_nb(const pmix_info_t data[], size_t ndata, const pmix_info_t directives[], size_t ndirs,
                          pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    auto texts = fromC(data, ndata);
    auto how = fromC(directives, ndirs);
    if (!texts || !how)
        return texts ? codeOf(how) : codeOf(texts);
    if (texts->empty())
        return PMIX_ERR_BAD_PARAM;
    const LogRequest request{static_cast<std::uint64_t>(std::time(nullptr)), *std::move(texts), *std::move(how)};
    return start<void>(toOp(cbfunc, cbdata), [request](Runtime& runtime, Client::Done<void> done) {
        runtime.client().log(request, std::move(done));
    });
}

pmix_status_t PMIx_Log(const pmix_info_t data[], size_t ndata, const pmix_info_t directives[], size_t ndirs)
{
    return wait([&](pmix_op_cbfunc_t callback, void* cbdata) {
        return PMIx_Log_nb(data, ndata, directives, ndirs, callback, cbdata);
    });
}

pmix_status_t PMIx_Job_control_nb(const pmix_proc_t targets[], size_t ntargets, const pmix_info_t directives[],
                                  size_t ndirs, pmix_info_cbfunc_t cbfunc, void* cbdata)
{
    auto what = fromC(directives, ndirs);
    if (!what)
        return codeOf(what);
    return start<InfoReply>(
        toInfos(cbfunc, cbdata),
        [request = JobControlRequest{fromC(targets, ntargets), *std::move(what)}](
            Runtime& runtime, Client::Done<InfoReply> done) { runtime.client().jobControl(request, std::move(done)); });
}

pmix_status_t PMIx_Job_control(const pmix_proc_t targets[], size_t ntargets, const pmix_info_t directives[],
                               size_t ndirs, pmix_info_t** results, size_t* nresults)
{
    return waitForInfos(results, nresults, [&](pmix_info_cbfunc_t callback, void* cbdata) {
        return PMIx_Job_control_nb(targets, ntargets, directives, ndirs, callback, cbdata);
    });
}

pmix_status_t PMIx_Process_monitor_nb(const pmix_info_t* monitor, pmix_status_t error, const pmix_info_t directives[],
                                      size_t ndirs, pmix_info_cbfunc_t cbfunc, void* cbdata)
{
    if (monitor == nullptr)
        return PMIX_ERR_BAD_PARAM;
    auto how = fromC(directives, ndirs);
    auto what = fromC(*monitor);
    if (!how || !what)
        return how ? codeOf(what) : codeOf(how);
    return start<InfoReply>(
        toInfos(cbfunc, cbdata),
        [request = MonitorRequest{*std::move(what), static_cast<Status>(error), *std::move(how)}](
            Runtime& runtime, Client::Done<InfoReply> done) { runtime.client().monitor(request, std::move(done)); });
}

pmix_status_t PMIx_Process_monitor(const pmix_info_t* monitor, pmix_status_t error, const pmix_info_t directives[],
                                   size_t ndirs, pmix_info_t** results, size_t* nresults)
{
    return waitForInfos(results, nresults, [&](pmix_info_cbfunc_t callback, void* cbdata) {
        return PMIx_Process_monitor_nb(monitor, error, directives, ndirs, callback, cbdata);
    });
}

void PMIx_Heartbeat(void)
{
    if (const auto runtime = Library::instance().runtime())
        runtime->loop().post([raw = runtime.get()] { raw->client().heartbeat(); });
}

pmix_status_t PMIx_Allocation_request_nb(pmix_alloc_directive_t directive, pmix_info_t* info, size_t ninfo,
                                         pmix_info_cbfunc_t cbfunc, void* cbdata)
{
    auto infos = fromC(info, ninfo);
    if (!infos)
        return codeOf(infos);
    return start<InfoReply>(
        toInfos(cbfunc, cbdata),
        [request = AllocationRequest{static_cast<AllocDirective>(directive), *std::move(infos)}](
            Runtime& runtime, Client::Done<InfoReply> done) { runtime.client().allocate(request, std::move(done)); });
}

pmix_status_t PMIx_Allocation_request(pmix_alloc_directive_t directive, pmix_info_t* info, size_t ninfo,
                                      pmix_info_t** results, size_t* nresults)
{
    return waitForInfos(results, nresults, [&](pmix_info_cbfunc_t callback, void* cbdata) {
        return PMIx_Allocation_request_nb(directive, info, ninfo, callback, cbdata);
    });
}

// \std PMIx_Session_control: without a callback it waits
pmix_status_t PMIx_Session_control(uint32_t sessionID, const pmix_info_t directives[], size_t ndirs,
                                   pmix_info_cbfunc_t cbfunc, void* cbdata)
{
    if (cbfunc == nullptr)
        return waitForInfos(nullptr, nullptr, [&](pmix_info_cbfunc_t callback, void* data) {
            return PMIx_Session_control(sessionID, directives, ndirs, callback, data);
        });
    auto infos = fromC(directives, ndirs);
    if (!infos)
        return codeOf(infos);
    return start<InfoReply>(toInfos(cbfunc, cbdata), [request = SessionControlRequest{sessionID, *std::move(infos)}](
                                                         Runtime& runtime, Client::Done<InfoReply> done) {
        runtime.client().controlSession(request, std::move(done));
    });
}

// ---- Credentials

pmix_status_t PMIx_Get_credential_nb(const pmix_info_t info[], size_t ninfo, pmix_credential_cbfunc_t cbfunc,
                                     void* cbdata)
{
    auto infos = fromC(info, ninfo);
    if (!infos)
        return codeOf(infos);
    if (cbfunc == nullptr)
        return PMIX_ERR_BAD_PARAM;
    const auto done = [cbfunc, cbdata](util::Result<Credential> credential) {
        if (!credential)
            return cbfunc(codeOf(credential), nullptr, nullptr, 0, cbdata);
        pmix_byte_object_t bytes{credential->bytes.data(), credential->bytes.size()};
        const CArray<pmix_info_t> infosOfIt = toC(credential->infos);
        cbfunc(PMIX_SUCCESS, &bytes, infosOfIt.data(), infosOfIt.size(), cbdata);
    };
    return start<Credential>(done, [infos = *std::move(infos)](Runtime& runtime, Client::Done<Credential> answer) {
        runtime.client().getCredential(infos, std::move(answer));
    });
}

pmix_status_t PMIx_Get_credential(const pmix_info_t info[], size_t ninfo, pmix_byte_object_t* credential)
{
    if (credential == nullptr)
        return PMIX_ERR_BAD_PARAM;
    if (const pmix_status_t allowed = mayWait(); allowed != PMIX_SUCCESS)
        return allowed;
    Waiter<CredentialWaited> waiter;
    const pmix_credential_cbfunc_t take = [](pmix_status_t status, pmix_byte_object_t* got, pmix_info_t*, size_t,
                                             void* cbdata) {
        static_cast<Waiter<CredentialWaited>*>(cbdata)->put(
            CredentialWaited{status, got == nullptr ? std::string() : std::string(got->bytes, got->size)});
    };
    const pmix_status_t called = PMIx_Get_credential_nb(info, ninfo, take, &waiter);
    if (called != PMIX_SUCCESS)
        return called;
    const CredentialWaited waited = waiter.take();
    if (waited.status == PMIX_SUCCESS)
        toC(waited.bytes, *credential);
    return waited.status;
}

pmix_status_t PMIx_Validate_credential_nb(const pmix_byte_object_t* cred, const pmix_info_t info[], size_t ninfo,
                                          pmix_validation_cbfunc_t cbfunc, void* cbdata)
{
    auto infos = fromC(info, ninfo);
    if (!infos)
        return codeOf(infos);
    if (cred == nullptr || cred->bytes == nullptr || cbfunc == nullptr)
        return PMIX_ERR_BAD_PARAM;
    const auto done = [cbfunc, cbdata](const util::Result<InfoReply>& reply) {
        if (!reply)
            return cbfunc(codeOf(reply), nullptr, 0, cbdata);
        const CArray<pmix_info_t> infosOfIt = toC(reply->infos);
        cbfunc(static_cast<pmix_status_t>(reply->status), infosOfIt.data(), infosOfIt.size(), cbdata);
    };
    return start<InfoReply>(done, [credential = Credential{std::string(cred->bytes, cred->size), *std::move(infos)}](
                                      Runtime& runtime, Client::Done<InfoReply> answer) {
        runtime.client().validateCredential(credential, std::move(answer));
    });
}

pmix_status_t PMIx_Validate_credential(const pmix_byte_object_t* cred, const pmix_info_t info[], size_t ninfo,
                                       pmix_info_t** results, size_t* nresults)
{
    return waitForInfos(results, nresults, [&](pmix_info_cbfunc_t, void* cbdata) {
        const pmix_validation_cbfunc_t take = [](pmix_status_t status, pmix_info_t found[], size_t nfound, void* data) {
            takeInfos(status, found, nfound, data, nullptr, nullptr);
        };
        return PMIx_Validate_credential_nb(cred, info, ninfo, take, cbdata);
    });
}
