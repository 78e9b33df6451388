// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/iof_directives.h"

#include "pmix/types/keys.h"
#include "pmix/types/status.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>

namespace dbgr::pmix {

namespace {

/// Obeyed where the output is shown: by the library of the tool, or by the host that writes files.
constexpr std::array kOfTheReceiver{
    keys::kIofTagOutput,         keys::kTagOutput,         keys::kIofTagDetailedOutput, keys::kIofTagFullnameOutput,
    keys::kIofRankOutput,        keys::kIofXmlOutput,      keys::kIofTimestampOutput,   keys::kTimestampOutput,
    keys::kIofOutputToFile,      keys::kOutputToFile,      keys::kIofOutputToDirectory, keys::kOutputToDirectory,
    keys::kIofFilePattern,       keys::kIofFileOnly,       keys::kOutputNocopy,         keys::kIofOutputRaw,
    keys::kIofMergeStderrStdout, keys::kMergeStderrStdout, keys::kIofLocalOutput,       keys::kIofComplete,
};

util::Result<std::uint32_t> number(const Info& info)
{
    const auto value = info.value.asUnsigned();
    if (!value || *value > UINT32_MAX)
        return util::fail(Status::ErrBadParam, "the directive \"" + info.key + "\" is not a number");
    return static_cast<std::uint32_t>(*value);
}

util::Result<bool> flag(const Info& info)
{
    const auto value = info.value.asBool();
    if (!value)
        return util::fail(Status::ErrBadParam, "the directive \"" + info.key + "\" is not a flag");
    return *value;
}

util::Result<void> apply(IofDirectives& directives, const Info& info)
{
    if (info.key == keys::kIofCacheSize) {
        DBGR_TRY(directives.cacheBytes, number(info));
    } else if (info.key == keys::kIofBufferingSize) {
        DBGR_TRY(directives.bufferBytes, number(info));
    } else if (info.key == keys::kIofBufferingTime) {
        DBGR_TRY(const std::uint32_t seconds, number(info));
        directives.bufferTime = std::chrono::seconds(seconds);
    } else if (info.key == keys::kIofDropOldest) {
        DBGR_TRY(directives.dropOldest, flag(info));
    } else if (info.key == keys::kIofDropNewest) {
        DBGR_TRY(const bool newest, flag(info));
        directives.dropOldest = !newest;
    } else if (info.key == keys::kIofCopy) {
        DBGR_TRY(directives.copies, flag(info));
    } else if (info.key == keys::kIofRedirect) {
        DBGR_TRY(const bool redirects, flag(info));
        directives.copies = !redirects;
    } else if (info.key == keys::kIofStop) {
        DBGR_TRY(directives.stops, flag(info));
    } else if ((info.flags & info_flags::kRequired) != 0 &&
               std::find(kOfTheReceiver.begin(), kOfTheReceiver.end(), info.key) == kOfTheReceiver.end()) {
        return util::fail(Status::ErrNotSupported, "the directive \"" + info.key + "\" is required, but not supported");
    }
    return util::ok();
}

} // namespace

util::Result<IofDirectives> IofDirectives::of(std::span<const Info> infos)
{
    IofDirectives directives;
    for (const Info& info : infos)
        DBGR_TRY(apply(directives, info));
    return directives;
}

} // namespace dbgr::pmix
