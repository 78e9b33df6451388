// SPDX-License-Identifier: BSD-3-Clause
#include "values/values_error.h"

#include "util/error_category.h"

#include <string>

namespace dbgr::values {

namespace {

/// For util::ErrorCategory.
const char* meaningOfAbsence(int code)
{
    switch (static_cast<Errc>(code)) {
    case Errc::NotAllocated:
        return "not allocated";
    case Errc::NotAssociated:
        return "not associated";
    case Errc::NotPresent:
        return "not present";
    case Errc::OptimizedOut:
        return "optimised out";
    case Errc::NotRecorded:
        return "not recorded by the compiler";
    case Errc::Unreadable:
        return "the memory there cannot be read";
    case Errc::NoSuchName:
        return "no such name";
    case Errc::Wrong:
        return "the expression cannot be evaluated";
    case Errc::Undefined:
        return "it has no value";
    case Errc::TooLarge:
        return "too large";
    case Errc::NotOurs:
        return "not for this reader";
    case Errc::ReadOnly:
        return "cannot be changed";
    }
    return nullptr;
}

} // namespace

const std::error_category& valuesCategory()
{
    static const util::ErrorCategory category("values", meaningOfAbsence);
    return category;
}

std::error_code make_error_code(Errc code)
{
    return {static_cast<int>(code), valuesCategory()};
}

tl::unexpected<util::Error> optimizedOut(std::string_view why)
{
    if (why.empty())
        return util::fail(Errc::OptimizedOut, "optimised out");
    return util::fail(Errc::OptimizedOut, "optimised out: " + std::string(why));
}

bool isState(const std::error_code& code)
{
    return code == Errc::NotAllocated || code == Errc::NotAssociated || code == Errc::NotPresent ||
           code == Errc::OptimizedOut;
}

} // namespace dbgr::values
