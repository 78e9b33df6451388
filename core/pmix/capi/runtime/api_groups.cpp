// SPDX-License-Identifier: BSD-3-Clause
// Groups: constructed by all members together, or by invitation; destructed, left.
#include "pmix/capi/runtime/invitation.h"
#include "pmix/capi/runtime/reply.h"
#include "pmix/server/directives.h"
#include "pmix/types/keys.h"

#include <pmix.h>

#include <string>

using namespace dbgr;
using namespace dbgr::pmix;
using namespace dbgr::pmix::capi;

namespace {

util::Result<GroupRequest> groupRequest(const char grp[], const pmix_proc_t procs[], size_t nprocs,
                                        const pmix_info_t info[], size_t ninfo)
{
    if (grp == nullptr || *grp == '\0')
        return util::fail(Status::ErrBadParam, "a group needs a name");
    DBGR_TRY(auto infos, fromC(info, ninfo));
    return GroupRequest{grp, fromC(procs, nprocs), std::move(infos)};
}

/// What a program learns of a group that it is now a member of. The context id, where it asked for one, or was asked
/// into the group, comes first: programs that know OpenPMIx 4 look for it there.
InfoReply toInfoReply(const GroupRequest& request, const GroupReply& group)
{
    InfoReply reply;
    const bool wasAskedIn = request.members.empty() && find(request.infos, keys::kGroupBootstrap) == nullptr;
    if (group.contextId && (wasAskedIn || hasFlag(request.infos, keys::kGroupAssignContextId)))
        reply.infos.emplace_back(keys::kGroupContextId, Value::of<DataType::Size>(*group.contextId));
    reply.infos.emplace_back(keys::kGroupId, Value::string(request.id));
    if (!group.members.empty())
        reply.infos.emplace_back(keys::kGroupMembership,
                                 Value::of<DataType::DataArray>(DataArray::of<DataType::Proc>(group.members)));
    return reply;
}

} // namespace

pmix_status_t PMIx_Group_construct_nb(const char grp[], const pmix_proc_t procs[], size_t nprocs,
                                      const pmix_info_t info[], size_t ninfo, pmix_info_cbfunc_t cbfunc, void* cbdata)
{
    auto request = groupRequest(grp, procs, nprocs, info, ninfo);
    if (!request)
        return codeOf(request);
    return start<InfoReply>(toInfos(cbfunc, cbdata), [request = *std::move(request)](
                                                         Runtime& runtime, const Client::Done<InfoReply>& done) {
        runtime.client().constructGroup(request, [request, done](const util::Result<GroupReply>& group) {
            done(group ? util::Result<InfoReply>(toInfoReply(request, *group)) : util::fail(group.error()));
        });
    });
}

pmix_status_t PMIx_Group_construct(const char grp[], const pmix_proc_t procs[], size_t nprocs,
                                   const pmix_info_t directives[], size_t ndirs, pmix_info_t** results,
                                   size_t* nresults)
{
    return waitForInfos(results, nresults, [&](pmix_info_cbfunc_t callback, void* cbdata) {
        return PMIx_Group_construct_nb(grp, procs, nprocs, directives, ndirs, callback, cbdata);
    });
}

pmix_status_t PMIx_Group_destruct_nb(const char grp[], const pmix_info_t info[], size_t ninfo, pmix_op_cbfunc_t cbfunc,
                                     void* cbdata)
{
    auto request = groupRequest(grp, nullptr, 0, info, ninfo);
    if (!request)
        return codeOf(request);
    return start<void>(toOp(cbfunc, cbdata),
                       [request = *std::move(request)](Runtime& runtime, Client::Done<void> done) {
                           runtime.client().destructGroup(request, std::move(done));
                       });
}

pmix_status_t PMIx_Group_destruct(const char grp[], const pmix_info_t info[], size_t ninfo)
{
    return wait([&](pmix_op_cbfunc_t callback, void* cbdata) {
        return PMIx_Group_destruct_nb(grp, info, ninfo, callback, cbdata);
    });
}

pmix_status_t PMIx_Group_leave_nb(const char grp[], const pmix_info_t info[], size_t ninfo, pmix_op_cbfunc_t cbfunc,
                                  void* cbdata)
{
    auto request = groupRequest(grp, nullptr, 0, info, ninfo);
    if (!request)
        return codeOf(request);
    return start<void>(toOp(cbfunc, cbdata),
                       [request = *std::move(request)](Runtime& runtime, Client::Done<void> done) {
                           runtime.client().leaveGroup(request, std::move(done));
                       });
}

pmix_status_t PMIx_Group_leave(const char grp[], const pmix_info_t info[], size_t ninfo)
{
    return wait([&](pmix_op_cbfunc_t callback, void* cbdata) {
        return PMIx_Group_leave_nb(grp, info, ninfo, callback, cbdata);
    });
}

pmix_status_t PMIx_Group_invite_nb(const char grp[], const pmix_proc_t procs[], size_t nprocs, const pmix_info_t info[],
                                   size_t ninfo, pmix_info_cbfunc_t cbfunc, void* cbdata)
{
    auto request = groupRequest(grp, procs, nprocs, info, ninfo);
    if (!request)
        return codeOf(request);
    return start<InfoReply>(toInfos(cbfunc, cbdata),
                            [request = *std::move(request)](Runtime& runtime, Client::Done<InfoReply> done) {
                                inviteToGroup(runtime, request, std::move(done));
                            });
}

pmix_status_t PMIx_Group_invite(const char grp[], const pmix_proc_t procs[], size_t nprocs, const pmix_info_t info[],
                                size_t ninfo, pmix_info_t** results, size_t* nresult)
{
    return waitForInfos(results, nresult, [&](pmix_info_cbfunc_t callback, void* cbdata) {
        return PMIx_Group_invite_nb(grp, procs, nprocs, info, ninfo, callback, cbdata);
    });
}

pmix_status_t PMIx_Group_join_nb(const char grp[], const pmix_proc_t* leader, pmix_group_opt_t opt,
                                 const pmix_info_t info[], size_t ninfo, pmix_info_cbfunc_t cbfunc, void* cbdata)
{
    auto request = groupRequest(grp, leader, 1, info, ninfo);
    if (!request)
        return codeOf(request);
    return start<InfoReply>(toInfos(cbfunc, cbdata),
                            [request = *std::move(request), opt](Runtime& runtime, Client::Done<InfoReply> done) {
                                answerInvitation(runtime, request.id, request.members.front(), opt == PMIX_GROUP_ACCEPT,
                                                 request.infos, std::move(done));
                            });
}

pmix_status_t PMIx_Group_join(const char grp[], const pmix_proc_t* leader, pmix_group_opt_t opt,
                              const pmix_info_t info[], size_t ninfo, pmix_info_t** results, size_t* nresult)
{
    return waitForInfos(results, nresult, [&](pmix_info_cbfunc_t callback, void* cbdata) {
        return PMIx_Group_join_nb(grp, leader, opt, info, ninfo, callback, cbdata);
    });
}
