// SPDX-License-Identifier: BSD-3-Clause
// Answers PMIx_Query_info out of the server's own tables, and asks the host for the rest, key by key. No socket.
// Thread: its owner's.
//
//   asked for                                  answered by
//   keys of job information, of a job or rank  JobStore, else the host
//   process groups                             Collectives
//   attribute support                          attribute_support.inc for the server's part, the host for its own
//   available servers                          ServerFinder
//   PMIX_SERVER_URI, PMIX_PROC_URI             the server
//   all else: namespaces, process tables ...   the host
#pragma once

#include "pmix/ops/info_reply.h"
#include "pmix/server/collectives.h"
#include "pmix/server/job_store.h"
#include "pmix/server/requester.h"
#include "pmix/server/server_finder.h"
#include "pmix/server/server_host.h"
#include "pmix/types/query.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::pmix {

class QueryService
{
public:
    /// Keys of one request.
    static constexpr std::size_t kMaxKeys = 1024;

    /// \param self,places the server itself, and where others leave their contact files
    QueryService(const util::Clock& clock, const JobStore& jobs, const Collectives& collectives, ServerHost& host,
                 Proc self, RendezvousPlaces places);

    /// Under which the server can be reached; not known before it listens.
    void setUri(std::string uri) { m_uri = std::move(uri); }

    /// Success; QueryPartialSuccess with what was found, in the order asked; when nothing was: ErrNotFound if a key
    /// is known, else what the host says, ErrNotSupported as a rule. ErrBadParam, ErrOutOfResource: no or too many
    /// keys. \std PMIx_Query_info
    void query(const Requester& who, const std::vector<Query>& queries, std::function<void(InfoReply)> answer);

private:
    using Found = util::Result<Value>;

    /// Nothing: that is for the host.
    [[nodiscard]] std::optional<Found> answerHere(const Requester& who, const std::string& key,
                                                  const std::vector<Info>& qualifiers);
    [[nodiscard]] Found groupMembers(const std::vector<Info>& qualifiers) const;
    [[nodiscard]] Found procUri(const std::vector<Info>& qualifiers) const;
    [[nodiscard]] const Value* jobValue(const Requester& who, const std::string& key,
                                        const std::vector<Info>& qualifiers) const;
    void askHost(const Requester& who, const std::string& key, const std::vector<Info>& qualifiers,
                 const Answer<Value>& answer);

    const JobStore& m_jobs;
    const Collectives& m_collectives;
    ServerHost& m_host;
    Proc m_self;
    std::string m_uri;
    ServerFinder m_finder;
};

} // namespace dbgr::pmix
