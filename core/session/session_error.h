// SPDX-License-Identifier: BSD-3-Clause
// The failures that a session has of its own, to branch on. Thread: any.
#pragma once

#include <system_error>

namespace dbgr::session {

enum class Errc
{
    WrongState = 1,   ///< not now: e.g. a launch while a job runs, or a command before there is a job
    NoSuchRank,       ///< the job has no such rank
    NoRanks,          ///< the set asked for is empty
    InputFull,        ///< more input is waiting than we keep
    InputClosed,      ///< the end of input was already sent to that rank
    NoSuchGroup,      ///< no group of ranks has that name
    BadGroup,         ///< a group cannot have that name, or not be made of that
    GroupInUse,       ///< other groups are made of it
    BadSessionFile,   ///< a file is no session file, or one with mistakes; or a session cannot be written as one
    NewerSessionFile, ///< a newer dbgr has saved it
    BadPattern,       ///< what is to be looked for in sources cannot be
    SourceNewer,      ///< source has been changed since the program was built of it
};

[[nodiscard]] const std::error_category& sessionCategory();
[[nodiscard]] std::error_code make_error_code(Errc code);

} // namespace dbgr::session

template <>
struct std::is_error_code_enum<dbgr::session::Errc> : std::true_type
{};
