// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/handshake/environment.h"

#include "pmix/types/status.h"
#include "util/string_util.h"

#include <algorithm>
#include <array>

namespace dbgr::pmix {

namespace {

/// Newest serialisation first; all of them carry the same URI.
constexpr std::array kUriVariables{"PMIX_SERVER_URI61", "PMIX_SERVER_URI51", "PMIX_SERVER_URI41", "PMIX_SERVER_URI4",
                                   "PMIX_SERVER_URI3",  "PMIX_SERVER_URI21", "PMIX_SERVER_URI2"};
constexpr std::size_t kFirstOldVariable = 4; // URI3: a server that knows nothing newer than 3.x

constexpr std::array kIdentityPrefixes{"PMIX_SERVER_URI", "PMIX_DSTORE_", "PMIX_LAUNCHER_"};
constexpr std::array kIdentityNames{"PMIX_NAMESPACE",
                                    "PMIX_RANK",
                                    "PMIX_ID",
                                    "PMIX_VERSION",
                                    "PMIX_SECURITY_MODE",
                                    "PMIX_GDS_MODULE",
                                    "PMIX_PTL_MODULE",
                                    "PMIX_KEEPALIVE_PIPE",
                                    "PMIX_BFROP_BUFFER_TYPE",
                                    "PMIX_SERVER_NSPACE",
                                    "PMIX_SERVER_NAMESPACE",
                                    "PMIX_SERVER_RANK",
                                    "PMIX_PARAM_FILE_PASSED",
                                    "PRTE_LAUNCHED"};

std::string valueOf(const RendezvousPlaces::GetEnv& getEnv, const char* name)
{
    const char* value = getEnv(name);
    return value == nullptr ? std::string() : std::string(value);
}

} // namespace

util::Result<SpawnedIdentity> readSpawnedIdentity(const RendezvousPlaces::GetEnv& getEnv)
{
    const auto missing = [](const std::string& what) {
        return util::fail(Status::ErrNotFound,
                          what + " is not in the environment: no PMIx server has started this process");
    };
    SpawnedIdentity identity;
    identity.self.nspace = valueOf(getEnv, "PMIX_NAMESPACE");
    if (identity.self.nspace.empty() || identity.self.nspace.size() > Proc::kMaxNspaceBytes)
        return missing("PMIX_NAMESPACE");
    const auto rank = util::parseNumber<std::uint32_t>(valueOf(getEnv, "PMIX_RANK"));
    if (!rank)
        return missing("PMIX_RANK");
    identity.self.rank = ProcRank(*rank);

    for (std::size_t i = 0; i < kUriVariables.size(); ++i) {
        const std::string text = valueOf(getEnv, kUriVariables[i]);
        if (text.empty())
            continue;
        DBGR_TRY(identity.server.uri, parseServerUri(text));
        identity.server.source = kUriVariables[i];
        identity.server.version = valueOf(getEnv, "PMIX_VERSION");
        if (i >= kFirstOldVariable)
            identity.server.version = "3";
        std::string modes = valueOf(getEnv, "PMIX_SECURITY_MODE");
        identity.securityMode = modes.empty() ? "native" : modes.substr(0, modes.find(','));
        return identity;
    }
    return missing("PMIX_SERVER_URI*");
}

bool isPmixIdentityVariable(std::string_view variable)
{
    const std::string_view name = variable.substr(0, variable.find('='));
    return std::ranges::any_of(kIdentityPrefixes, [&](std::string_view prefix) { return name.starts_with(prefix); }) ||
           std::ranges::any_of(kIdentityNames, [&](std::string_view whole) { return name == whole; });
}

std::vector<std::string> withoutPmixIdentity(std::vector<std::string> environment)
{
    std::erase_if(environment, [](const std::string& variable) { return isPmixIdentityVariable(variable); });
    return environment;
}

} // namespace dbgr::pmix
