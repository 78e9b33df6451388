// SPDX-License-Identifier: BSD-3-Clause
// What can keep us from a launcher's MPIR table, to branch on; failures of the system keep their errno. Thread: any.
#pragma once

#include <system_error>

namespace dbgr::mpir {

enum class Errc
{
    NoTable = 1, ///< neither the program nor its libraries define MPIR_proctable (or not yet: the loader is at work)
    NotFilled,   ///< the launcher has not started its ranks, or not all of them
    Damaged,     ///< a pointer, number or text that cannot be
    ThirtyTwoBit,
    NotElf, ///< not a file of programs or libraries, or one of another kind of machine
};

[[nodiscard]] std::error_code make_error_code(Errc code);

} // namespace dbgr::mpir

template <>
struct std::is_error_code_enum<dbgr::mpir::Errc> : std::true_type
{};
