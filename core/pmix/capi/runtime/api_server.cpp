// SPDX-License-Identifier: BSD-3-Clause
// Servers: init and finalize, and what the host tells of its jobs.
#include "pmix/capi/runtime/reply.h"
#include "pmix/capi/runtime/server_directives.h"
#include "pmix/capi/runtime/server_side.h"

#include <pmix_server.h>
#include <pmix_tool.h>

#include <set>
#include <string>

#include <unistd.h>

using namespace dbgr;
using namespace dbgr::pmix;
using namespace dbgr::pmix::capi;

namespace {

/// Runs `work` on our server. With a callback that is told the outcome, else it is waited for.
template <class Work>
pmix_status_t onServer(pmix_op_cbfunc_t cbfunc, void* cbdata, Work work)
{
    const auto run = [work = std::move(work)](Runtime& runtime) -> util::Result<void> {
        if (runtime.server() == nullptr)
            return util::fail(Status::ErrInit, "this process is no PMIx server");
        return work(*runtime.server());
    };
    if (cbfunc != nullptr)
        return start<void>(toOp(cbfunc, cbdata),
                           [run](Runtime& runtime, const Client::Done<void>& done) { done(run(runtime)); });
    const auto runtime = Library::instance().runtime();
    return runtime ? codeOf(runtime->onLoopDo<void>(run)) : PMIX_ERR_INIT;
}

/// A job's part of what PMIx_server_collect_job_info() gives.
pmix_status_t packJob(const std::string& nspace, const std::vector<Info>& infos, pmix_data_buffer_t* buffer)
{
    char* name = const_cast<char*>(nspace.c_str()); // packing only reads it
    CArray<pmix_info_t> array = toC(infos);
    std::size_t size = array.size();
    pmix_status_t status = PMIx_Data_pack(nullptr, buffer, &name, 1, PMIX_STRING);
    if (status == PMIX_SUCCESS)
        status = PMIx_Data_pack(nullptr, buffer, &size, 1, PMIX_SIZE);
    if (status == PMIX_SUCCESS && size > 0)
        status = PMIx_Data_pack(nullptr, buffer, array.data(), static_cast<std::int32_t>(size), PMIX_INFO);
    return status;
}

/// For what a host may tell us and we have no use for.
pmix_status_t accept(pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    return onServer(cbfunc, cbdata, [](ServerSide&) { return util::ok(); });
}

} // namespace

// ---- Beginning and end

pmix_status_t PMIx_server_init(pmix_server_module_t* module, pmix_info_t info[], size_t ninfo)
{
    const auto infos = fromC(info, ninfo);
    if (!infos)
        return codeOf(infos);
    const pmix_server_module_t functions = module == nullptr ? pmix_server_module_t{} : *module;
    const ServerConfig config = readServerDirectives(*infos);
    return Library::instance().begin(
        ToolConfig{},
        [&](Runtime& runtime) {
            return runtime.onLoopDo<void>([&](Runtime& r) -> util::Result<void> {
                r.client().stayAlone(config.self);
                DBGR_TRY(auto side, ServerSide::start(r, config, functions));
                r.setServer(std::move(side));
                return util::ok();
            });
        },
        nullptr);
}

pmix_status_t PMIx_server_finalize(void)
{
    return Library::instance().end();
}

pmix_status_t PMIx_tool_set_server_module(pmix_server_module_t* module)
{
    const auto runtime = Library::instance().runtime();
    if (!runtime)
        return PMIX_ERR_INIT;
    if (module == nullptr)
        return PMIX_ERR_BAD_PARAM;
    return codeOf(runtime->onLoopDo<void>([functions = *module](Runtime& r) -> util::Result<void> {
        if (r.server() != nullptr) {
            r.server()->host().setModule(functions);
            return util::ok();
        }
        ServerConfig config;
        config.self = r.client().self();
        DBGR_TRY(auto side, ServerSide::start(r, std::move(config), functions));
        r.setServer(std::move(side));
        return util::ok();
    }));
}

// ---- Jobs

pmix_status_t PMIx_server_register_nspace(const pmix_nspace_t nspace, int nlocalprocs, pmix_info_t info[], size_t ninfo,
                                          pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    auto infos = fromC(info, ninfo);
    if (!infos)
        return codeOf(infos);
    return onServer(cbfunc, cbdata,
                    [name = std::string(nspace), nlocalprocs, infos = *std::move(infos)](ServerSide& side) {
                        return side.addJob(name, nlocalprocs, infos);
                    });
}

void PMIx_server_deregister_nspace(const pmix_nspace_t nspace, pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    const pmix_status_t status = onServer(cbfunc, cbdata, [name = std::string(nspace)](ServerSide& side) {
        side.removeJob(name);
        return util::ok();
    });
    if (status != PMIX_SUCCESS && cbfunc != nullptr)
        cbfunc(status, cbdata);
}

pmix_status_t PMIx_server_register_session(uint32_t session_id, pmix_info_t info[], size_t ninfo,
                                           pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    auto infos = fromC(info, ninfo);
    if (!infos)
        return codeOf(infos);
    return onServer(cbfunc, cbdata, [session_id, infos = *std::move(infos)](ServerSide& side) {
        side.addSession(session_id, infos);
        return util::ok();
    });
}

void PMIx_server_deregister_session(uint32_t session_id, pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    const pmix_status_t status = onServer(cbfunc, cbdata, [session_id](ServerSide& side) {
        side.removeSession(session_id);
        return util::ok();
    });
    if (status != PMIX_SUCCESS && cbfunc != nullptr)
        cbfunc(status, cbdata);
}

pmix_status_t PMIx_server_collect_job_info(pmix_proc_t* procs, size_t nprocs, pmix_data_buffer_t* dbuf)
{
    if (procs == nullptr || nprocs == 0 || dbuf == nullptr)
        return PMIX_ERR_BAD_PARAM;
    const auto runtime = Library::instance().runtime();
    if (!runtime)
        return PMIX_ERR_INIT;
    std::set<std::string> nspaces;
    for (const Proc& each : fromC(procs, nprocs))
        nspaces.insert(each.nspace);
    for (const std::string& nspace : nspaces) {
        const auto infos =
            runtime->onLoopDo<std::vector<Info>>([nspace](Runtime& r) -> util::Result<std::vector<Info>> {
                if (r.server() == nullptr)
                    return util::fail(Status::ErrInit, "this process is no PMIx server");
                const std::vector<Info>* found = r.server()->registrationOf(nspace);
                if (found == nullptr)
                    return util::fail(Status::ErrNotFound, nspace + " is no job of this server");
                return *found;
            });
        if (!infos)
            return codeOf(infos);
        if (const pmix_status_t packed = packJob(nspace, *infos, dbuf); packed != PMIX_SUCCESS)
            return packed;
    }
    return PMIX_SUCCESS;
}

pmix_status_t PMIx_server_register_client(const pmix_proc_t* proc, uid_t uid, gid_t, void* server_object,
                                          pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    if (proc == nullptr)
        return PMIX_ERR_BAD_PARAM;
    return onServer(cbfunc, cbdata, [client = fromC(*proc), uid, server_object](ServerSide& side) {
        return side.addClient(client, uid, server_object);
    });
}

void PMIx_server_deregister_client(const pmix_proc_t* proc, pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    const pmix_status_t status =
        proc == nullptr ? PMIX_ERR_BAD_PARAM : onServer(cbfunc, cbdata, [client = fromC(*proc)](ServerSide& side) {
            side.removeClient(client);
            return util::ok();
        });
    if (status != PMIX_SUCCESS && cbfunc != nullptr)
        cbfunc(status, cbdata);
}

pmix_status_t PMIx_server_setup_fork(const pmix_proc_t* proc, char*** env)
{
    const auto runtime = Library::instance().runtime();
    if (!runtime)
        return PMIX_ERR_INIT;
    if (proc == nullptr || env == nullptr)
        return PMIX_ERR_BAD_PARAM;
    const auto variables = runtime->onLoopDo<std::vector<std::string>>(
        [client = fromC(*proc)](Runtime& r) -> util::Result<std::vector<std::string>> {
            if (r.server() == nullptr)
                return util::fail(Status::ErrInit, "this process is no PMIx server");
            return r.server()->environmentFor(client);
        });
    if (!variables)
        return codeOf(variables);
    for (const std::string& each : *variables) {
        const std::size_t equals = each.find('=');
        const pmix_status_t status =
            PMIx_Setenv(each.substr(0, equals).c_str(), each.substr(equals + 1).c_str(), true, env);
        if (status != PMIX_SUCCESS)
            return status;
    }
    return PMIX_SUCCESS;
}

pmix_status_t PMIx_server_dmodex_request(const pmix_proc_t* proc, pmix_dmodex_response_fn_t cbfunc, void* cbdata)
{
    if (proc == nullptr || cbfunc == nullptr)
        return PMIX_ERR_BAD_PARAM;
    const auto done = [cbfunc, cbdata](util::Result<std::string> bytes) {
        if (!bytes)
            return cbfunc(codeOf(bytes), nullptr, 0, cbdata);
        cbfunc(PMIX_SUCCESS, bytes->data(), bytes->size(), cbdata);
    };
    return start<std::string>(done, [whose = fromC(*proc)](Runtime& runtime, const Client::Done<std::string>& answer) {
        if (runtime.server() == nullptr)
            return answer(util::fail(Status::ErrInit, "this process is no PMIx server"));
        const ProcValues values = runtime.server()->server().committed(whose);
        if (values.values.empty())
            return answer(util::fail(Status::ErrNotFound, toString(whose) + " has committed nothing"));
        answer(packForHosts({values}));
    });
}

// ---- Output

pmix_status_t PMIx_server_IOF_deliver(const pmix_proc_t* source, pmix_iof_channel_t channel,
                                      const pmix_byte_object_t* bo, const pmix_info_t[], size_t,
                                      pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    if (source == nullptr)
        return PMIX_ERR_BAD_PARAM;
    std::string bytes;
    if (bo != nullptr && bo->bytes != nullptr)
        bytes.assign(bo->bytes, bo->size);
    return onServer(cbfunc, cbdata,
                    [proc = fromC(*source), which = static_cast<IofChannel>(channel), bytes](ServerSide& side) {
                        if (bytes.empty())
                            side.server().endOutput(proc, which);
                        else
                            side.server().deliverOutput(proc, which, bytes);
                        return util::ok();
                    });
}

// ---- What we have nothing to add to: there are no fabrics here, and no inventory but that of the node itself.

pmix_status_t PMIx_server_setup_application(const pmix_nspace_t, pmix_info_t[], size_t,
                                            pmix_setup_application_cbfunc_t cbfunc, void* cbdata)
{
    if (cbfunc == nullptr)
        return PMIX_ERR_BAD_PARAM;
    const pmix_op_cbfunc_t released = [](pmix_status_t, void*) {};
    return start<void>(
        [cbfunc, cbdata, released](const util::Result<void>& result) {
            cbfunc(codeOf(result), nullptr, 0, cbdata, released, nullptr);
        },
        [](Runtime&, const Client::Done<void>& done) { done(util::ok()); });
}

pmix_status_t PMIx_server_setup_local_support(const pmix_nspace_t, pmix_info_t[], size_t, pmix_op_cbfunc_t cbfunc,
                                              void* cbdata)
{
    return accept(cbfunc, cbdata);
}

pmix_status_t PMIx_server_register_resources(pmix_info_t[], size_t, pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    return accept(cbfunc, cbdata);
}

pmix_status_t PMIx_server_deregister_resources(pmix_info_t[], size_t, pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    return accept(cbfunc, cbdata);
}

pmix_status_t PMIx_server_collect_inventory(pmix_info_t[], size_t, pmix_info_cbfunc_t cbfunc, void* cbdata)
{
    return start<InfoReply>(toInfos(cbfunc, cbdata),
                            [](Runtime&, const Client::Done<InfoReply>& done) { done(InfoReply{}); });
}

pmix_status_t PMIx_server_deliver_inventory(pmix_info_t[], size_t, pmix_info_t[], size_t, pmix_op_cbfunc_t cbfunc,
                                            void* cbdata)
{
    return accept(cbfunc, cbdata);
}

pmix_status_t PMIx_Register_attributes(char*, char*[])
{
    return accept(nullptr, nullptr);
}

pmix_status_t PMIx_server_define_process_set(const pmix_proc_t*, size_t, const char*)
{
    return PMIX_ERR_NOT_SUPPORTED;
}

pmix_status_t PMIx_server_delete_process_set(char*)
{
    return PMIX_ERR_NOT_SUPPORTED;
}
