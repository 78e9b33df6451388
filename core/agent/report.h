// SPDX-License-Identifier: BSD-3-Clause
// What dbgr-exec and dbgd say to each other over the socket of their node. Who speaks, the system tells (SO_PEERCRED):
// the only process id that dbgr-exec says is that of one below it, and dbgd looks whether it is.
//
// Flow: Report -> Answer -> [it is there to start others: kFollows] -> [the program stands: kStands or kBelow]
// -> [it is attached to: kCaredFor]. The connection's end before kCaredFor lets a program that stands go on.
// Thread: any; pure.
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
/// By dbgr-exec: the program is a script, or another one that is there to start others, and runs. What stands will be
/// what it starts, if that uses MPI, or what it becomes. Until then that may take any time.
inline constexpr char kFollows = 'F';
/// By dbgr-exec after kFollows, with the process id: a process below it stands.
inline constexpr char kBelow = 'B';
/// By dbgd: a debugger holds the program, nobody else needs to care for it.
inline constexpr char kCaredFor = 'C';

inline constexpr std::size_t kMaxProgramBytes = 4096;

struct Report
{
    util::Rank rank;
    std::uint32_t jobSize = 0; ///< 0 unknown
    bool hold = true;          ///< kStands or kFollows will follow; otherwise the connection ends when the program runs
    std::string program;       ///< as its file is called, at most kMaxProgramBytes
    friend bool operator==(const Report&, const Report&) = default;
};

[[nodiscard]] std::string encode(const Report& report);
/// A report has this many bytes at most.
inline constexpr std::size_t kMaxReportBytes = 8 + 4 + 4 + 1 + 2 + kMaxProgramBytes;
/// \param bytes all that came so far
/// \return nothing: more has to come \errors std::errc::bad_message
[[nodiscard]] util::Result<std::optional<Report>> decodeReport(std::string_view bytes);

/// kBelow, and who it is.
[[nodiscard]] std::string encodeBelow(util::Pid pid);
/// What dbgr-exec says behind its report.
struct Word
{
    char kind = kStands; ///< kStands, kFollows or kBelow
    util::Pid below;     ///< of kBelow; any positive number
    friend bool operator==(const Word&, const Word&) = default;
};
/// Takes the next word off the front. \param bytes all that came and was not taken
/// \return nothing: more has to come \errors std::errc::bad_message
[[nodiscard]] util::Result<std::optional<Word>> takeWord(std::string& bytes);

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
