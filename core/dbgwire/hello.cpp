// SPDX-License-Identifier: BSD-3-Clause
#include "dbgwire/hello.h"

#include "dbgwire/wire_error.h"

#include <algorithm>

namespace dbgr::dbgwire {

namespace {

std::string describeVersions(const Hello& hello)
{
    const std::string range =
        hello.lowestVersion == hello.highestVersion
            ? "version " + std::to_string(hello.highestVersion)
            : "versions " + std::to_string(hello.lowestVersion) + " to " + std::to_string(hello.highestVersion);
    return hello.whoAndWhere() + " speaks " + range;
}

} // namespace

bool Hello::hasFeature(std::string_view name) const
{
    return std::find(features.begin(), features.end(), name) != features.end();
}

std::string Hello::whoAndWhere() const
{
    return (program.empty() ? "an unnamed program" : program) + (host.empty() ? "" : " on " + host);
}

util::Result<std::uint32_t> negotiateVersion(const Hello& ours, const Hello& theirs)
{
    const std::uint32_t highest = std::min(ours.highestVersion, theirs.highestVersion);
    if (highest < std::max(ours.lowestVersion, theirs.lowestVersion))
        return util::fail(Errc::VersionMismatch,
                          describeVersions(ours) + " of the protocol, " + describeVersions(theirs),
                          "install the same dbgr on all nodes");
    return highest;
}

} // namespace dbgr::dbgwire
