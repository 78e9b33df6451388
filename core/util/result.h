// SPDX-License-Identifier: BSD-3-Clause
// The return type of everything that can fail because of the world outside. Thread: any.
#pragma once

#include "util/error.h"

#include <tl/expected.hpp>

#include <string>
#include <system_error>
#include <utility>

namespace dbgr::util {

/// A T, or the Error that kept us from having one.
template <class T>
using Result = tl::expected<T, Error>;

/// Success of an operation that yields nothing.
[[nodiscard]] inline Result<void> ok()
{
    return {};
}

/// `return fail(Errc::Timeout, "waiting for the launcher to connect");`
[[nodiscard]] inline tl::unexpected<Error> fail(std::error_code code, std::string detail, std::string advice = {})
{
    return tl::unexpected<Error>(Error{code, std::move(detail), std::move(advice)});
}

[[nodiscard]] inline tl::unexpected<Error> fail(Error error)
{
    return tl::unexpected<Error>(std::move(error));
}

} // namespace dbgr::util

// DBGR_TRY(expr)               leaves the function with the error of expr, if it has one.
// DBGR_TRY(auto value, expr)   the same, and else binds what expr yielded.
#define DBGR_TRY_CAT2(a, b) a##b
#define DBGR_TRY_CAT(a, b) DBGR_TRY_CAT2(a, b)
#define DBGR_TRY_PICK(first, second, chosen, ...) chosen
#define DBGR_TRY(...)                                                                                                  \
    DBGR_TRY_PICK(__VA_ARGS__, DBGR_TRY_BIND, DBGR_TRY_VOID, )(DBGR_TRY_CAT(tryResult, __COUNTER__), __VA_ARGS__)
#define DBGR_TRY_VOID(tmp, expr)                                                                                       \
    if (auto tmp = (expr); !tmp)                                                                                       \
    return ::dbgr::util::fail(std::move(tmp).error())
#define DBGR_TRY_BIND(tmp, declaration, expr)                                                                          \
    auto tmp = (expr);                                                                                                 \
    if (!tmp)                                                                                                          \
        return ::dbgr::util::fail(std::move(tmp).error());                                                             \
    declaration = *std::move(tmp)
