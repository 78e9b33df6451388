// SPDX-License-Identifier: BSD-3-Clause
// MPICH has no symbol for the function that ends a program for an error. The functions that find out whether to call
// it have: in their code (x86-64) it is what they call where the error handler is MPI_ERRORS_ARE_FATAL. Way: a
// library's file -> mpi_error_places -> here. Thread: any; pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace dbgr::keeper {

/// The address of that function. Nothing: the code is of another form, or calls several.
/// \param address of the code's first byte
[[nodiscard]] std::optional<std::uint64_t> fatalCallIn(std::uint64_t address, std::span<const std::byte> code);

} // namespace dbgr::keeper
