// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs, askers and answers for the tests of the server's data services.
#pragma once

#include "pmix/server/job_record.h"
#include "pmix/server/requester.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "pmix/types/status.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::test {

inline constexpr std::uint32_t kUser = 1000;
inline constexpr std::uint32_t kOtherUser = 1001;

inline pmix::Proc proc(const std::string& nspace, std::uint32_t rank)
{
    return pmix::Proc{nspace, pmix::ProcRank(rank)};
}

inline pmix::Proc wholeJob(const std::string& nspace)
{
    return pmix::Proc{nspace, pmix::kRankWildcard};
}

/// A client of its own connection. Ranks of one namespace have different connections.
inline pmix::Requester client(const pmix::Proc& name, std::uint32_t uid = kUser)
{
    pmix::Requester requester;
    requester.id = pmix::PeerId(std::hash<std::string>()(toString(name)));
    requester.peer.proc = name;
    requester.ids.uid = uid;
    return requester;
}

inline pmix::Requester client(const std::string& nspace, std::uint32_t rank)
{
    return client(proc(nspace, rank));
}

inline pmix::Value number(std::uint32_t value)
{
    return pmix::Value::of<pmix::DataType::Uint32>(value);
}

inline pmix::KeyValue pair(std::string_view key, pmix::Value value)
{
    return pmix::KeyValue{std::string(key), std::move(value)};
}

/// A job of one node "here", with the arrays of all levels.
inline pmix::JobRecord makeJob(const std::string& nspace, std::uint32_t size)
{
    using namespace pmix;
    JobRecord job;
    job.uid = kUser;
    job.info.nspace = nspace;
    job.info.values = {
        pair(keys::kJobSize, number(size)),
        pair(keys::kSessionInfoArray,
             Value::infos({Info(keys::kSessionId, number(7)), Info(keys::kUnivSize, number(size))})),
        pair(keys::kNodeInfoArray,
             Value::infos({Info(keys::kHostname, Value::string("here")), Info(keys::kNodeid, number(0)),
                           Info(keys::kLocalSize, number(size))})),
        pair(keys::kAppInfoArray, Value::infos({Info(keys::kAppnum, number(0)), Info(keys::kAppSize, number(size))})),
    };
    for (std::uint32_t rank = 0; rank < size; ++rank) {
        job.localRanks.push_back(ProcRank(rank));
        job.info.ofRank[ProcRank(rank)] = {
            pair(keys::kLocalRank, Value::of<DataType::Uint16>(static_cast<std::uint16_t>(rank))),
            pair(keys::kHostname, Value::string("here")),
            pair(keys::kAppnum, number(0)),
        };
    }
    return job;
}

/// What an Answer brought, if it did.
template <class T>
class Got
{
public:
    [[nodiscard]] pmix::Answer<T> answer()
    {
        return [this](util::Result<T> result) {
            ++m_times;
            m_result = std::move(result);
        };
    }
    [[nodiscard]] int times() const { return m_times; }
    [[nodiscard]] bool ok() const { return m_times == 1 && m_result->has_value(); }
    /// The error's code; Success without an error, nothing without an answer.
    [[nodiscard]] std::error_code code() const
    {
        if (m_times != 1)
            return std::make_error_code(std::errc::operation_in_progress);
        return m_result->has_value() ? make_error_code(pmix::Status::Success) : m_result->error().code;
    }
    [[nodiscard]] const util::Result<T>& result() const { return *m_result; }

private:
    int m_times = 0;
    std::optional<util::Result<T>> m_result;
};

} // namespace dbgr::test
