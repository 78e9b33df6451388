// SPDX-License-Identifier: BSD-3-Clause
// Which attributes the server, and dbgrun as its host, honour in which function: the one table, attribute_support.inc,
// that answers PMIX_QUERY_ATTRIBUTE_SUPPORT and that docs/manual/pmix.md repeats for people. Thread: any.
#pragma once

#include "pmix/types/info.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

/// Who does what the attribute says.
enum class SupportLevel
{
    Server, ///< any server made of core/pmix/server
    Host,   ///< dbgrun
};

struct FunctionSupport
{
    std::string_view function; ///< "PMIx_Spawn"
    SupportLevel level = SupportLevel::Server;
    std::vector<std::string_view> keys;
};

/// In the order of their first line in the table; a function that both levels see to is there twice.
[[nodiscard]] std::span<const FunctionSupport> attributeSupport();
/// The keys of one function on one level; none when it is not supported there.
[[nodiscard]] std::span<const std::string_view> supportedKeys(SupportLevel level, std::string_view function);

/// What a level has to say to these qualifiers (PMIX_SERVER_FUNCTIONS, PMIX_SERVER_ATTRIBUTES and those of the host,
/// with function names or "all"), an info for each; without any qualifier its functions.
[[nodiscard]] std::vector<Info> describeSupport(SupportLevel level, std::span<const Info> qualifiers);

} // namespace dbgr::pmix
