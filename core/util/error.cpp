// SPDX-License-Identifier: BSD-3-Clause
#include "util/error.h"

namespace dbgr::util {

Error Error::withContext(std::string_view doing) &&
{
    std::string whole(doing);
    whole += ": ";
    whole += message();
    return Error{code, std::move(whole), std::move(advice)};
}

Error Error::withAdvice(std::string_view whatToDo) &&
{
    if (advice.empty())
        advice = whatToDo;
    return std::move(*this);
}

std::string Error::message() const
{
    return detail.empty() ? code.message() : detail;
}

Error systemError(int errnoValue, std::string_view doing)
{
    const std::error_code code(errnoValue, std::generic_category());
    return Error{code, std::string(doing) + ": " + code.message(), {}};
}

} // namespace dbgr::util
