// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/pmix_job.h"

#include "pmix/types/keys.h"
#include "util/log.h"

namespace dbgr::session {

std::string endedJob(const pmix::Event& event)
{
    const auto affected = event.affected();
    return affected ? affected->nspace : event.source.nspace;
}

JobEnded jobEndOf(const pmix::Event& event)
{
    const auto affected = event.affected();
    const auto end = event.jobEnd();
    JobEnded ended;
    ended.status = end.exitStatus;
    if (end.exitStatus != 0 && affected && affected->rank < pmix::kRankInvalid)
        ended.firstFailed = util::Rank(affected->rank.value());
    if (const pmix::Value* text = event.find(pmix::keys::kEventTextMessage))
        ended.text = text->asString().value_or("");
    if (end.why)
        ended.text = make_error_code(*end.why).message() + (ended.text.empty() ? "" : ", " + ended.text);
    return ended;
}

void killByJobControl(pmix::Tool& tool, const std::string& nspace)
{
    tool.jobControl({{nspace, pmix::kRankWildcard}}, {{pmix::keys::kJobCtrlKill, pmix::Value::boolean(true)}},
                    [](util::Result<void> killed) {
                        if (!killed)
                            util::log::info("launch", "job control refused", {{"why", killed.error().message()}});
                    });
}

} // namespace dbgr::session
