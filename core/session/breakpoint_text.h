// SPDX-License-Identifier: BSD-3-Clause
// How a person writes a breakpoint. describe() writes it back. Pure. Thread: any.
#pragma once

#include "debug/breakpoint.h"
#include "util/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace dbgr::session {

/// Reads "ring.cpp:41", or "41" (of the file at hand: its name is ""); nothing when it does not end in a line number.
[[nodiscard]] std::optional<debug::SourceLine> parseSourceLine(std::string_view text);
struct TypedBreakpoint
{
    debug::BreakpointSpec spec;
    /// For which ranks it is, where that says more than numbers, which are in the spec: an expression whose names a
    /// session knows (Session::ranksOf()). "" nothing more.
    std::string rankNames;
};

/// A letter or _, then letters, digits, "_", "-" and "."; at most 64 bytes, and no word of the commands that take it.
/// \errors std::errc::invalid_argument, with what is wrong with the name
[[nodiscard]] util::Result<void> checkBreakpointGroup(std::string_view name);

/// Reads a source line as above or a function, "work", several of a pattern, "/^solve_/", all of these perhaps in some
/// files only, "lib*solver*.so:work", "*/solver/ops.cpp:41", an address, "*0x401136" or "*work+26", data, "watch step"
/// ("rwatch", "awatch", "watch --write"), or a place with what is to be logged there, "trace work, x, p.y", each
/// perhaps with " thread N", " on RANKS", " group NAME" and then " if EXPR" behind it, or exceptions, "catch throw"
/// ("catch", "rethrow"), perhaps with a class, " on RANKS" and " group NAME" behind it.
/// \errors std::errc::invalid_argument, with what is wrong with the text
[[nodiscard]] util::Result<TypedBreakpoint> parseBreakpoint(std::string_view text);

} // namespace dbgr::session
