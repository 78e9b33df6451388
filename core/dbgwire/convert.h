// SPDX-License-Identifier: BSD-3-Clause
// Messages as bytes and back. What comes back is checked: sizes, counts, depths, enumerators, ranks; so nobody behind
// this has to. The convert*.cpp files are the only ones that see the generated code. Thread: any.
#pragma once

#include "dbgwire/message.h"
#include "util/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace dbgr::dbgwire {

/// Longer texts are cut when they are sent, and refused when they come.
inline constexpr std::size_t kMaxTextBytes = std::size_t{1} << 20;
/// Entries of one list: threads, values, frames, nodes of a stack tree, ...
inline constexpr std::size_t kMaxListEntries = std::size_t{1} << 18;
/// Processes, and core files, of one order to attach.
inline constexpr std::size_t kMaxOrderEntries = std::size_t{1} << 20;
/// Intervals of one rank set.
inline constexpr std::size_t kMaxIntervals = std::size_t{1} << 20;
/// No job has a rank beyond this; a set up to it can still be walked.
inline constexpr std::uint32_t kMaxRank = (std::uint32_t{1} << 24) - 1;

[[nodiscard]] std::string encode(const Message& message);
/// What is asked, without whom: the part of a Request that is the same for many daemons.
[[nodiscard]] std::string encodeQuestion(const debug::EngineRequest& question);
/// As encode(Request), with a question that encodeQuestion() made.
[[nodiscard]] std::string encodeRequest(util::RequestId id, const util::RankSet& ranks, std::string_view question);
/// \errors Errc::Malformed, with what is wrong
[[nodiscard]] util::Result<Message> decode(std::string_view bytes);

} // namespace dbgr::dbgwire
