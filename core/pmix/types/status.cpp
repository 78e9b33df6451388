// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/types/status.h"

#include <algorithm>
#include <iterator>

namespace dbgr::pmix {

namespace {

struct StatusInfo
{
    Status status;
    const char* name;
    const char* meaning;
};

constexpr StatusInfo kStatusTable[] = {
#define DBGR_PMIX_STATUS(enumerator, code, name, meaning) {Status::enumerator, name, meaning},
#include "pmix/types/status.inc"
#undef DBGR_PMIX_STATUS
};

const StatusInfo* describe(Status status)
{
    const auto* found = std::find_if(std::begin(kStatusTable), std::end(kStatusTable),
                                     [status](const StatusInfo& s) { return s.status == status; });
    return found == std::end(kStatusTable) ? nullptr : found;
}

class PmixCategory final : public std::error_category
{
public:
    [[nodiscard]] const char* name() const noexcept override { return "pmix"; }
    [[nodiscard]] std::string message(int code) const override
    {
        const auto status = static_cast<Status>(code);
        const StatusInfo* info = describe(status);
        return info ? std::string(info->meaning) + " (" + info->name + ')' : toString(status);
    }
};

} // namespace

std::string toString(Status status)
{
    const StatusInfo* info = describe(status);
    return info ? info->name : "PMIx status " + std::to_string(static_cast<std::int32_t>(status));
}

std::string meaning(Status status)
{
    const StatusInfo* info = describe(status);
    return info ? info->meaning : "";
}

const std::error_category& pmixCategory()
{
    static const PmixCategory category;
    return category;
}

std::error_code make_error_code(Status status)
{
    return {static_cast<int>(status), pmixCategory()};
}

} // namespace dbgr::pmix
