// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/capi/runtime/tool_directives.h"

#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

#include <chrono>

namespace dbgr::pmix::capi {

namespace {

/// The Standard leaves the defaults to the library.
constexpr auto kRetryDelay = std::chrono::seconds(1);

bool readSelection(const Info& info, ServerSelection& selection)
{
    const auto text = info.value.asString();
    const bool set = info.value.asBool().value_or(false);
    if (info.key == keys::kToolAttachmentFile) {
        selection.attachFile = text;
    } else if (info.key == keys::kServerUri || info.key == keys::kTcpUri) {
        selection.uri = text;
    } else if (info.key == keys::kServerPidinfo) {
        if (const auto pid = info.value.asSigned())
            selection.pid = util::Pid(static_cast<std::int32_t>(*pid));
    } else if (info.key == keys::kServerNspace) {
        selection.nspace = text;
    } else if (info.key == keys::kConnectToSystem) {
        selection.systemOnly = set;
    } else if (info.key == keys::kConnectSystemFirst) {
        selection.systemFirst = set;
    } else if (info.key == keys::kConnectToScheduler) {
        selection.scheduler = set;
    } else {
        return false;
    }
    return true;
}

void readIdentity(const Info& info, ToolDirectives& directives)
{
    const bool set = info.value.asBool().value_or(false);
    if (info.key == keys::kToolNspace)
        directives.config.nspace = info.value.asString().value_or("");
    else if (info.key == keys::kToolRank)
        directives.rank = info.value.asRank().value_or(ProcRank(0));
    else if (info.key == keys::kLauncher)
        directives.config.isLauncher = set;
    else if (info.key == keys::kToolDoNotConnect)
        directives.doNotConnect = set;
    else if (info.key == keys::kToolConnectOptional)
        directives.connectOptional = set;
    else if (info.key == keys::kPrimaryServer)
        directives.makePrimary = set;
    else if (info.key == keys::kIofLocalOutput)
        directives.showOutput = set;
}

} // namespace

ToolDirectives readToolDirectives(std::span<const Info> infos)
{
    ToolDirectives directives;
    util::Duration delay = kRetryDelay;
    std::uint64_t retries = 0;
    bool wait = false;
    for (const Info& info : infos) {
        if (readSelection(info, directives.selection)) {
            directives.namesServer = true;
            continue;
        }
        readIdentity(info, directives);
        if (info.key == keys::kConnectRetryDelay)
            delay = std::chrono::seconds(info.value.asUnsigned().value_or(1));
        else if (info.key == keys::kConnectMaxRetries)
            retries = info.value.asUnsigned().value_or(0);
        else if (info.key == keys::kTimeout)
            directives.retry.limit = std::chrono::seconds(info.value.asUnsigned().value_or(0));
        else if (info.key == keys::kWaitForConnection)
            wait = info.value.asBool().value_or(false);
    }
    if (retries > 0) {
        directives.retry.interval = delay;
        directives.retry.limit = delay * static_cast<util::Duration::rep>(retries);
    } else if (wait && directives.retry.limit == util::Duration::zero()) {
        directives.retry.limit = std::chrono::hours(24);
    }
    return directives;
}

} // namespace dbgr::pmix::capi
