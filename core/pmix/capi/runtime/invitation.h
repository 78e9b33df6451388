// SPDX-License-Identifier: BSD-3-Clause
// Groups by invitation: events between the libraries of the processes, of which servers only carry the notices.
// Thread: the library's.
//
// Flow: 1. the leader tells the invited (GROUP_INVITED)  2. each answers the leader (INVITE_ACCEPTED, INVITE_DECLINED)
// 3. the leader tells those who accepted what became of it (CONSTRUCT_COMPLETE with the members, CONSTRUCT_ABORT).
#pragma once

#include "pmix/capi/runtime/library.h"
#include "pmix/ops/group.h"
#include "pmix/ops/info_reply.h"

namespace dbgr::pmix::capi {

/// The leader's side. `done` gets the members, ourselves among them.
/// \errors ErrBadParam (nobody is invited, or not by rank), GroupConstructAbort (one declined or failed, and
/// PMIX_GROUP_OPTIONAL is not set), ErrTimeout (PMIX_TIMEOUT)
void inviteToGroup(Runtime& runtime, const GroupRequest& request, Client::Done<InfoReply> done);

/// The invited one's side: tells the leader, and waits for the group unless it declines.
/// \errors GroupConstructAbort, ErrTimeout (PMIX_TIMEOUT in `infos`)
void answerInvitation(Runtime& runtime, const std::string& group, const Proc& leader, bool accept,
                      const std::vector<Info>& infos, Client::Done<InfoReply> done);

} // namespace dbgr::pmix::capi
