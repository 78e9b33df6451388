// SPDX-License-Identifier: BSD-3-Clause
// What dbgr-exec and dbgd say to each other over the socket of their node. Who speaks, the system tells (SO_PEERCRED):
// a process id is never part of what dbgr-exec says.
//
// Flow: Report -> Answer -> [the program stands: kStands] -> [it is attached to: kCaredFor]. The connection's end
// before kCaredFor lets a program that stands go on. Thread: any; pure.
#pragma once

#include "util/ids.h"
#include "util/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dbgr::agent {

/// By dbgr-exec: the program stands before its first instruction.
inline constexpr char kStands = 'S';
/// By dbgd: a debugger holds the program, nobody else needs to care for it.
inline constexpr char kCaredFor = 'C';

inline constexpr std::size_t kMaxProgramBytes = 4096;

struct Report
{
    util::Rank rank;
    std::uint32_t jobSize = 0; ///< 0 unknown
    bool hold = true;          ///< kStands will follow; otherwise the connection ends when the program runs
    std::string program;       ///< as its file is called, at most kMaxProgramBytes
    friend bool operator==(const Report&, const Report&) = default;
};

[[nodiscard]] std::string encode(const Report& report);
/// A report has this many bytes at most.
inline constexpr std::size_t kMaxReportBytes = 8 + 4 + 4 + 1 + 2 + kMaxProgramBytes;
/// \param bytes all that came so far
/// \return nothing: more has to come \errors std::errc::bad_message
[[nodiscard]] util::Result<std::optional<Report>> decodeReport(std::string_view bytes);

/// dbgd has noted the rank, and is this process.
struct Answer
{
    util::Pid daemon;
    friend bool operator==(const Answer&, const Answer&) = default;
};

inline constexpr std::size_t kAnswerBytes = 8 + 4;
[[nodiscard]] std::string encode(const Answer& answer);
/// \param bytes kAnswerBytes of them \errors std::errc::bad_message
[[nodiscard]] util::Result<Answer> decodeAnswer(std::string_view bytes);

} // namespace dbgr::agent
