// SPDX-License-Identifier: BSD-3-Clause
// What we know of the inside of libstdc++'s types, where LLDB's own formatters say what is not true, or crash. Other
// C++ libraries' types are none of these. Thread: engine.
#pragma once

#include <lldb/API/SBValue.h>

#include <optional>
#include <string>

namespace dbgr::daemon {

/// Why a container or string holds nothing that could be shown: its own pointers are garbage, or lead to memory that
/// cannot be read. "" if it is sound, and for all other types.
[[nodiscard]] std::string whyDamaged(lldb::SBValue value);

/// The pointer inside a std::unique_ptr or a sound std::shared_ptr, with its name; an invalid value for all other
/// types. It is read from the object's bytes: the members between may be std::tuples, of which LLDB can know one type
/// in a program only, since GCC describes all of them alike.
[[nodiscard]] lldb::SBValue owningPointer(lldb::SBValue value);

/// The pointer inside a unique, shared or weak one; an invalid value for all other types.
[[nodiscard]] lldb::SBValue smartPointer(lldb::SBValue value);

/// A std::optional, or a reference to one.
[[nodiscard]] bool isOptional(lldb::SBValue value);
/// What a std::optional holds: an invalid value if it holds nothing. Nothing for all other types. (LLDB 22 takes all
/// for empty that hold what has a destructor: their base class has the name of the class itself, as GCC 12 describes
/// it.)
[[nodiscard]] std::optional<lldb::SBValue> heldByOptional(lldb::SBValue value);

/// Whether the elements are numbered, so that [3] is the fourth of them.
[[nodiscard]] bool isSequence(lldb::SBValue value);

} // namespace dbgr::daemon
