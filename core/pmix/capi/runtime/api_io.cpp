// SPDX-License-Identifier: BSD-3-Clause
// Output and input of other processes: pull, deregister, push.
#include "pmix/capi/runtime/reply.h"
#include "pmix/server/directives.h"
#include "pmix/types/keys.h"

#include <pmix_tool.h>

#include <string>

using namespace dbgr;
using namespace dbgr::pmix;
using namespace dbgr::pmix::capi;

namespace {

struct IoRegistered
{
    pmix_status_t status;
    size_t id;
};

/// Where output goes: to the program's callback, else to our own streams. The callback has to be told the number of
/// the registration, which is known before the first output.
IoRouter::Handler toHandler(pmix_iof_cbfunc_t cbfunc, const std::shared_ptr<std::uint64_t>& id)
{
    return [cbfunc, id](const Proc& source, IofChannel channel, std::string_view bytes) {
        if (cbfunc == nullptr)
            return Streams::show(channel, bytes);
        pmix_proc_t proc;
        toC(source, proc);
        std::string copy(bytes);
        pmix_byte_object_t payload{copy.data(), copy.size()};
        cbfunc(*id, static_cast<pmix_iof_channel_t>(channel), &proc, &payload, nullptr, 0);
    };
}

/// Sends our own input, for as long as there is some.
void pushOwnInput(Runtime& runtime, IoPushRequest request)
{
    std::erase_if(request.directives, [](const Info& each) { return each.key == keys::kIofPushStdin; });
    runtime.streams().readInput(runtime.loop(),
                                [&runtime, request](std::string bytes, const std::function<void()>& more) {
                                    IoPushRequest piece = request;
                                    piece.bytes = std::move(bytes);
                                    runtime.client().pushIo(std::move(piece), [more](const util::Result<void>& pushed) {
                                        if (pushed)
                                            more();
                                    });
                                });
}

/// Bytes, then perhaps the end.
void push(Runtime& runtime, const IoPushRequest& request, bool complete, const Client::Done<void>& done)
{
    IoPushRequest end = request;
    end.bytes.clear();
    if (request.bytes.empty())
        return runtime.client().pushIo(std::move(end), done);
    runtime.client().pushIo(request, [&runtime, end, complete, done](const util::Result<void>& pushed) {
        if (pushed && complete)
            return runtime.client().pushIo(end, done);
        done(pushed);
    });
}

} // namespace

pmix_status_t PMIx_IOF_pull(const pmix_proc_t procs[], size_t nprocs, const pmix_info_t directives[], size_t ndirs,
                            pmix_iof_channel_t channel, pmix_iof_cbfunc_t cbfunc, pmix_hdlr_reg_cbfunc_t regcbfunc,
                            void* regcbdata)
{
    auto infos = fromC(directives, ndirs);
    if (!infos)
        return codeOf(infos);
    if ((channel & PMIX_FWD_STDIN_CHANNEL) != 0 || channel == PMIX_FWD_NO_CHANNELS || procs == nullptr || nprocs == 0)
        return PMIX_ERR_BAD_PARAM;
    if (regcbfunc == nullptr) { // waits, and returns the number
        if (const pmix_status_t allowed = mayWait(); allowed != PMIX_SUCCESS)
            return allowed;
        Waiter<IoRegistered> waiter;
        const pmix_hdlr_reg_cbfunc_t take = [](pmix_status_t status, size_t id, void* data) {
            static_cast<Waiter<IoRegistered>*>(data)->put(IoRegistered{status, id});
        };
        const pmix_status_t called = PMIx_IOF_pull(procs, nprocs, directives, ndirs, channel, cbfunc, take, &waiter);
        if (called != PMIX_SUCCESS)
            return called;
        const IoRegistered registered = waiter.take();
        return registered.status == PMIX_SUCCESS ? static_cast<pmix_status_t>(registered.id) : registered.status;
    }
    const auto done = [regcbfunc, regcbdata](const util::Result<IoPull>& pull) {
        regcbfunc(codeOf(pull), pull ? static_cast<size_t>(pull->localId) : SIZE_MAX, regcbdata);
    };
    return start<IoPull>(done, [sources = fromC(procs, nprocs), infos = *std::move(infos), channel,
                                cbfunc](Runtime& runtime, const Client::Done<IoPull>& answer) {
        const auto id = std::make_shared<std::uint64_t>(0);
        *id = runtime.client().pullIo(sources, infos, IofChannels::fromBits(channel), toHandler(cbfunc, id),
                                      [&runtime, answer](const util::Result<IoPull>& pull) {
                                          if (pull)
                                              runtime.streams().remember(*pull);
                                          answer(pull);
                                      });
    });
}

pmix_status_t PMIx_IOF_deregister(size_t iofhdlr, const pmix_info_t[], size_t, pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    if (cbfunc == nullptr)
        return wait([iofhdlr](pmix_op_cbfunc_t callback, void* data) {
            return PMIx_IOF_deregister(iofhdlr, nullptr, 0, callback, data);
        });
    return start<void>(toOp(cbfunc, cbdata), [iofhdlr](Runtime& runtime, const Client::Done<void>& done) {
        const auto pull = runtime.streams().forget(iofhdlr);
        if (!pull)
            return done(util::fail(Status::ErrNotFound, "no output was asked for under this number"));
        runtime.client().deregisterIo(*pull, done);
    });
}

pmix_status_t PMIx_IOF_push(const pmix_proc_t targets[], size_t ntargets, pmix_byte_object_t* bo,
                            const pmix_info_t directives[], size_t ndirs, pmix_op_cbfunc_t cbfunc, void* cbdata)
{
    auto infos = fromC(directives, ndirs);
    if (!infos)
        return codeOf(infos);
    const bool own = hasFlag(*infos, keys::kIofPushStdin);
    const bool complete = hasFlag(*infos, keys::kIofComplete);
    const bool hasBytes = bo != nullptr && bo->bytes != nullptr && bo->size > 0;
    if (!own && !complete && !hasBytes)
        return PMIX_ERR_BAD_PARAM;
    if (cbfunc == nullptr)
        return wait([&](pmix_op_cbfunc_t callback, void* data) {
            return PMIx_IOF_push(targets, ntargets, bo, directives, ndirs, callback, data);
        });
    IoPushRequest request{fromC(targets, ntargets), *std::move(infos), {}};
    if (hasBytes)
        request.bytes.assign(bo->bytes, bo->size);
    return start<void>(toOp(cbfunc, cbdata),
                       [request = std::move(request), own, complete](Runtime& runtime, const Client::Done<void>& done) {
                           if (!own)
                               return push(runtime, request, complete, done);
                           pushOwnInput(runtime, request);
                           done(util::ok());
                       });
}
